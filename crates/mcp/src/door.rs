//! What the protocol is served with: the library, which books may be spoken of, where files may go, and who calls.

use crate::refusal::Refusal;
use crate::tools;
use ::tools::text::PromptLanguage;
use book::id::{BookId, ChapterId};
use book::text::version::Author;
use checks::dictionary::Dictionaries;
use messages::Language;
use operations::book_name;
use rmcp::service::{RequestContext, RoleServer};
use runner::run::ClaimOwner;
use std::path::PathBuf;
use std::sync::Arc;
use store::error::StoreError;
use store::grant::Right;
use store::library::Library;
use store::people::Role;
use store::record::{BookSummary, ChapterRecord};
use store::store::Store;

/// Everything the protocol is served with; clones share the same library.
#[derive(Clone)]
pub struct Door {
    /// The library.
    pub store: Store,
    /// The only book that may be read or changed; without it every call names one.
    pub book: Option<BookId>,
    /// The language of descriptions and answers, where a request does not ask for another.
    pub language: PromptLanguage,
    /// Where bilingual dictionaries come from.
    pub dictionaries: Arc<dyn Dictionaries>,
    /// Who this process is, to tell runs that are at work from runs whose process is gone.
    pub holder: ClaimOwner,
    /// The only folder in which `export` may make files; without one it answers with a link to a resource.
    pub export_folder: Option<PathBuf>,
    /// Milliseconds since the Unix epoch.
    pub clock: Arc<dyn Fn() -> i64 + Send + Sync>,
    /// Called after every committed change, with the book.
    pub changed: Arc<dyn Fn(BookId) + Send + Sync>,
}

/// The library of the member who makes a request over HTTP: an extension of the request, put there by the server.
#[derive(Debug, Clone)]
pub struct CalledFor {
    pub store: Store,
}

/// What it takes to read and change a book over the protocol.
const OF_BOOK: Role = Role::Editor;

/// Who makes a request, and in which language it is answered.
pub(crate) struct Caller {
    /// Signs what is changed. Each program takes back only what carries its own name.
    pub(crate) author: Author,
    /// The library, for the member in whose name it is asked.
    pub(crate) store: Store,
    pub(crate) language: PromptLanguage,
}

/// A name longer than this is cut: it is stored with every change.
const MAX_NAME_CHARS: usize = 64;

impl Door {
    /// The names of the tools that are served, in the order in which clients are shown them.
    pub fn tool_names() -> Vec<&'static str> {
        tools::names()
    }

    pub(crate) fn library(&self) -> &Library {
        self.store.library()
    }

    pub(crate) fn now_ms(&self) -> i64 {
        (self.clock)()
    }

    pub(crate) fn caller(&self, context: &RequestContext<RoleServer>) -> Caller {
        let name = context.client_info().map(|info| info.name).unwrap_or_default();
        // The ending keeps programs apart from the assistant, whatever they call themselves.
        let author = Author::Assistant { model: format!("{} (MCP)", plain_name(&name)) };
        Caller { author, store: self.store.clone(), language: self.language_of(context) }
    }

    /// The same for who makes a request. Over HTTP a session serves whoever has its number, so each request says anew.
    pub(crate) fn called_by(&self, context: &RequestContext<RoleServer>) -> Self {
        let parts = context.extensions.get::<http::request::Parts>();
        let called = parts.and_then(|parts| parts.extensions.get::<CalledFor>());
        let store = called.map_or(&self.store, |called| &called.store).clone();
        Self { store, ..self.clone() }
    }

    /// The library for changes in a book, if who asks may make them.
    pub(crate) async fn store_of(&self, book: BookId) -> Result<Store, StoreError> {
        self.store.asking(Right::in_book(OF_BOOK, book)).await
    }

    async fn may_use(&self, book: BookId) -> Result<bool, StoreError> {
        match self.store_of(book).await {
            Ok(_) => Ok(true),
            Err(StoreError::NotAllowed) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Over HTTP a request may ask for a language.
    pub(crate) fn language_of(&self, context: &RequestContext<RoleServer>) -> PromptLanguage {
        let parts = context.extensions.get::<http::request::Parts>();
        let header = parts.and_then(|parts| parts.headers.get(http::header::ACCEPT_LANGUAGE));
        match header.and_then(|value| value.to_str().ok()).filter(|value| value.trim() != "*") {
            Some(asked) => prompt_language(Language::accepted(asked)),
            None => self.language,
        }
    }

    /// The books that may be spoken of.
    pub(crate) async fn books(&self) -> Result<Vec<BookSummary>, StoreError> {
        if let Some(only) = self.book {
            return Ok(vec![self.library().book(only).await?]);
        }
        let mut books = Vec::new();
        for book in self.library().books().await? {
            if self.may_use(book.id).await? {
                books.push(book);
            }
        }
        Ok(books)
    }

    /// The book a call names as a person would; the only one where none is named.
    pub(crate) async fn book_named(
        &self,
        named: Option<&str>,
        language: PromptLanguage,
    ) -> Result<BookSummary, Refusal> {
        let found = match self.book {
            Some(only) => self.library().book(only).await,
            None => book_name::find(self.library(), named.unwrap_or_default()).await,
        };
        let refused = |error: StoreError| Refusal::of_store(&error, language);
        let found = found.map_err(refused)?;
        self.store_of(found.id).await.map_err(refused)?;
        Ok(found)
    }

    /// The book with this id, if it may be spoken of.
    pub(crate) async fn book_with(&self, id: BookId) -> Result<Option<BookSummary>, StoreError> {
        if self.book.is_some_and(|only| only != id) || !self.may_use(id).await? {
            return Ok(None);
        }
        match self.library().book(id).await {
            Ok(book) => Ok(Some(book)),
            Err(StoreError::NoSuchBook { .. }) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// The chapter a text names by its id or its number from one.
    pub(crate) async fn chapter_named(
        &self,
        book: BookId,
        text: &str,
    ) -> Result<Option<ChapterRecord>, StoreError> {
        let text = text.trim();
        let (id, number) = (text.parse::<ChapterId>().ok(), text.parse::<u32>().ok());
        let chapters = self.library().chapters(book).await?;
        let by_id = chapters.iter().find(|chapter| Some(chapter.id) == id);
        Ok(by_id.or_else(|| chapters.iter().find(|chapter| Some(chapter.number) == number)).cloned())
    }
}

/// The language prompts are worded in for a reader of messages in this one.
pub const fn prompt_language(language: Language) -> PromptLanguage {
    match language {
        Language::English => PromptLanguage::English,
        Language::Chinese => PromptLanguage::Chinese,
    }
}

/// A program's name on one line and not too long.
fn plain_name(name: &str) -> String {
    let plain: String = name.chars().filter(|c| !c.is_control()).take(MAX_NAME_CHARS).collect();
    let plain = plain.trim();
    if plain.is_empty() { "mcp".to_owned() } else { plain.to_owned() }
}
