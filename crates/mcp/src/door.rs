//! What the protocol is served with: the library, which books may be spoken of, where files may go, and who calls.

use crate::refusal::Refusal;
use crate::tools;
use ::tools::text::PromptLanguage;
use book::id::{BookId, ChapterId};
use book::text::version::Author;
use checks::dictionary::Dictionaries;
use messages::Language;
use rmcp::service::{RequestContext, RoleServer};
use runner::run::ClaimOwner;
use std::path::PathBuf;
use std::sync::Arc;
use store::error::StoreError;
use store::library::Library;
use store::people::PersonId;
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

/// The member of a team in whose name a request over HTTP is made: an extension of the request, put there by the server.
#[derive(Debug, Clone, Copy)]
pub struct CalledFor {
    pub person: Option<PersonId>,
}

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
        let parts = context.extensions.get::<http::request::Parts>();
        let person =
            parts.and_then(|parts| parts.extensions.get::<CalledFor>()).and_then(|called| called.person);
        let store = self.store.on_behalf_of(person.or(self.store.person()));
        Caller { author, store, language: self.language_of(context) }
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
        match self.book {
            Some(only) => Ok(vec![self.library().book(only).await?]),
            None => self.library().books().await,
        }
    }

    /// The book a call names by id or title; the only one where there is only one.
    pub(crate) async fn book_named(
        &self,
        named: Option<&str>,
        language: PromptLanguage,
    ) -> Result<BookSummary, Refusal> {
        let found = match (self.book, named) {
            (Some(only), _) => self.library().book(only).await,
            (None, Some(text)) => self.library().find_book(text).await,
            (None, None) => {
                let error = language.choose(
                    "缺少 `book`：填写 `list_books` 给出的 id 或书名。",
                    "`book` is missing: an id or a title, as `list_books` gives it.",
                );
                return Err(Refusal::new("INVALID_ARGUMENTS", error));
            }
        };
        found.map_err(|error| Refusal::of_store(&error, language))
    }

    /// The book with this id, if it may be spoken of.
    pub(crate) async fn book_with(&self, id: BookId) -> Result<Option<BookSummary>, StoreError> {
        if self.book.is_some_and(|only| only != id) {
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
