//! A real library in a folder of its own, with one book.

use book::edit::Edit;
use book::id::ParagraphId;
use book::text::book::Book;
use book::text::version::{Author, Selection, TaskKind};
use std::path::{Path, PathBuf};
use store::change::Cause;
use store::record::{BookSummary, NewBook, ParagraphRecord};
use store::store::Store;
use tempfile::TempDir;

/// A library with one book; it is gone when dropped.
pub struct TestLibrary {
    /// The library.
    pub store: Store,
    /// Its book, as it was when it was added.
    pub book: BookSummary,
    folder: TempDir,
}

impl TestLibrary {
    /// A library with this book, to be translated into a language.
    pub async fn with_book(book: &Book, to: Option<&str>) -> Self {
        Self::of_file("book.txt", book, to).await
    }

    /// The same, read from a file of this name.
    pub async fn of_file(file_name: &str, book: &Book, to: Option<&str>) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&file_in(folder.path())).await.unwrap();
        let to = to.map(|tag| tag.parse().unwrap());
        let new = NewBook {
            book,
            original: b"the file",
            file_name,
            series: None,
            target_language: to.as_ref(),
            now_ms: 1,
        };
        let book = store.add_book(&new, &|_, _| {}).await.unwrap();
        Self { store, book, folder }
    }

    /// Opens the same file anew, as another process would.
    pub async fn reopen(&mut self) {
        self.store = Store::open(&self.path()).await.unwrap();
    }

    /// The file of the library.
    pub fn path(&self) -> PathBuf {
        file_in(self.folder.path())
    }

    /// Every paragraph of the book as it stands now.
    pub async fn paragraphs(&self) -> Vec<ParagraphRecord> {
        self.store.library().all_paragraphs(self.book.id).await.unwrap()
    }

    /// One paragraph as it stands now.
    pub async fn paragraph(&self, id: ParagraphId) -> ParagraphRecord {
        self.store.library().paragraph(self.book.id, id).await.unwrap()
    }

    /// The id of the paragraph at this place of the book.
    pub async fn id(&self, place: usize) -> ParagraphId {
        self.paragraphs().await[place].id
    }

    /// The ids of the paragraphs at these places of the book.
    pub async fn ids(&self, places: impl IntoIterator<Item = usize>) -> Vec<ParagraphId> {
        let all = self.paragraphs().await;
        places.into_iter().map(|place| all[place].id).collect()
    }

    /// The selected translation.
    pub async fn translation(&self, id: ParagraphId) -> Option<String> {
        self.paragraph(id).await.translation.map(|text| text.to_string())
    }

    /// Gives a paragraph a translation by this author and selects it.
    pub async fn translate(&self, paragraph: ParagraphId, text: &str, author: Author) {
        let edit = Edit::AddVersion {
            paragraph,
            text: text.to_owned(),
            author: author.clone(),
            selection: Selection::Select,
        };
        let cause = Cause { who: author, run: None, task: None, note: "set up".to_owned() };
        self.store.commit(self.book.id, &[edit], &cause, 2).await.unwrap();
    }

    /// A person does this.
    pub async fn person(&self, edits: &[Edit]) {
        self.store.commit(self.book.id, edits, &Cause::person("set up"), 2).await.unwrap();
    }
}

fn file_in(folder: &Path) -> PathBuf {
    folder.join("library.tsumugi")
}

/// The author of what this model translates.
pub fn by_model(model: &str, kind: TaskKind) -> Author {
    Author::Model { model: model.to_owned(), task_kind: kind, task: None, run: None }
}
