//! `tsumugi terms`, `characters`, `memories`, `drift`: what a series knows, looked at and changed by a person.

pub(super) mod characters;
mod choice;
mod conflicts;
pub(super) mod drift;
mod exchange;
mod judge;
pub(super) mod memories;
pub(crate) mod moments;
mod rename;
mod sheet;
pub(super) mod terms;

use crate::config;
use crate::exit::Exit;
use crate::output::Printer;
use book::edit::Edit;
use book::id::Mint;
use messages::Message;
use moments::Clock;
use operations::book_name;
use serde_json::Value;
use store::change::{Cause, ChangeId};
use store::knowledge::Knowledge;
use store::library::Library;
use store::record::BookSummary;
use store::store::Store;

/// What every one of these commands works with.
pub(crate) struct KnowledgeCmd<'a> {
    store: &'a Store,
    printer: &'a Printer,
    book: BookSummary,
    knowledge: Knowledge,
    clock: Clock,
}

impl<'a> KnowledgeCmd<'a> {
    async fn open(book: &str, store: &'a Store, printer: &'a Printer) -> anyhow::Result<Self> {
        let library = store.library();
        let book = book_name::find(library, book).await?;
        let knowledge = library.knowledge(book.series.id).await?;
        let clock = Clock::for_book(library, &book).await?;
        Ok(Self { store, printer, book, knowledge, clock })
    }

    const fn library(&self) -> &Library {
        self.store.library()
    }

    fn mint(&self) -> Mint {
        operations::knowledge::exchange::mint(&self.book, config::now_ms())
    }

    async fn commit(&self, edits: &[Edit], note: &str) -> anyhow::Result<Option<ChangeId>> {
        let receipt = self.store.commit(self.book.id, edits, &Cause::person(note), config::now_ms()).await?;
        Ok(receipt.change)
    }

    /// Commits, and tells what was done in the words of the history.
    async fn change(&self, edits: &[Edit], note: &str, mut json: Value) -> anyhow::Result<Exit> {
        let change = self.commit(edits, note).await?;
        if self.printer.is_json() {
            if let Some(fields) = json.as_object_mut() {
                fields.insert("change".to_owned(), change.map(|change| change.to_string()).into());
            }
            self.printer.json(&json)?;
            return Ok(Exit::Done);
        }
        match change {
            Some(change) => {
                let done = Message::new("change_made").with("what", self.printer.recognised(note));
                self.printer.print(&done.with("change", change))?;
                self.printer.hint(&Message::new("takes_it_back").with("book", self.book.id));
            }
            None => self.printer.notify(&Message::new("nothing_changed")),
        }
        Ok(Exit::Done)
    }
}
