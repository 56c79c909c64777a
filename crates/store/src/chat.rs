//! Conversations with the assistant as the library keeps them: nothing said is ever taken out of one.

use crate::change::{Cause, ChangeId, Receipt};
use crate::error::StoreError;
use crate::library::Library;
use crate::store::Store;
use crate::work::StepUsage;
use async_recursion::async_recursion as boxed;
use book::edit::Edit;
use book::id::{BookId, ChatId};

/// A conversation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChatRecord {
    /// The conversation.
    pub id: ChatId,
    /// The book it is about.
    pub book: BookId,
    /// What it is called: its first words, unless a person named it.
    pub title: String,
    /// How many lines it has.
    pub n_lines: u32,
    /// What it has used so far.
    pub usage: StepUsage,
    /// When it began, in milliseconds since 1970.
    pub created_at: i64,
    /// When something was last said in it, in milliseconds since 1970.
    pub updated_at: i64,
}

/// One line of a conversation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChatLineRecord {
    /// Its number, from zero.
    pub number: u32,
    /// What was said, as JSON.
    pub json: String,
    /// The change of the book that was made with it.
    pub change: Option<ChangeId>,
    /// When, in milliseconds since 1970.
    pub created_at: i64,
}

/// Something said, and what it changes in the book: committed together or not at all.
#[derive(Debug, Clone, Copy)]
pub struct ChatStep<'a> {
    /// The conversation.
    pub chat: ChatId,
    /// What was said, as JSON.
    pub line: &'a str,
    /// What changes in the book.
    pub edits: &'a [Edit],
    /// Who changes it, and why.
    pub cause: &'a Cause,
    /// Whether a person has seen exactly these edits and agreed to them. Only then may they change what a person settled.
    pub approved: bool,
    /// What saying it used.
    pub usage: StepUsage,
    /// The time, in milliseconds since 1970.
    pub now_ms: i64,
}

impl Store {
    /// Begins a conversation about a book.
    #[boxed]
    pub async fn create_chat(&self, book: BookId, title: &str, now_ms: i64) -> Result<ChatId, StoreError> {
        self.library().backend.create_chat(book, title, self.person(), now_ms).await
    }

    /// Adds a line to a conversation, with what it changes in the book.
    #[boxed]
    pub async fn append_to_chat(&self, step: &ChatStep<'_>) -> Result<Receipt, StoreError> {
        self.library().backend.append_to_chat(step, self.person()).await
    }

    /// Takes a conversation out of the library. What it changed in the book stays.
    #[boxed]
    pub async fn remove_chat(&self, chat: ChatId) -> Result<(), StoreError> {
        self.library().backend.remove_chat(chat).await
    }
}

impl Library {
    /// The conversations about a book, the latest first.
    #[boxed]
    pub async fn chats(&self, book: BookId) -> Result<Vec<ChatRecord>, StoreError> {
        self.backend.chats(book).await
    }

    /// One conversation.
    #[boxed]
    pub async fn chat(&self, chat: ChatId) -> Result<ChatRecord, StoreError> {
        self.backend.chat(chat).await
    }

    /// The lines of a conversation, oldest first.
    #[boxed]
    pub async fn chat_lines(&self, chat: ChatId) -> Result<Vec<ChatLineRecord>, StoreError> {
        self.backend.chat_lines(chat).await
    }
}
