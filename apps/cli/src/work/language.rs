//! The edition of a book that work into a language goes to: another language is another edition, after a question.

use crate::config;
use crate::exit::WrongUsage;
use crate::output::{Printer, language_name};
use book::language::LanguageTag;
use messages::Message;
use operations::language_edition::{LanguageEdition, find};
use store::record::BookSummary;
use store::store::Store;

/// How the question whether to go to another edition is answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum EditionQuestion {
    /// The person is asked.
    Asked,
    /// With `--yes`.
    Agreed,
    /// Nothing is to change: an edition that is missing is not made.
    DryRun,
}

impl EditionQuestion {
    pub(crate) const fn of(yes: bool, dry_run: bool) -> Self {
        match (dry_run, yes) {
            (true, _) => Self::DryRun,
            (false, true) => Self::Agreed,
            (false, false) => Self::Asked,
        }
    }
}

/// The edition of a book in a language, made where there is none; `None` if the person does not want that.
pub(crate) async fn edition_in(
    book: BookSummary,
    target: &LanguageTag,
    question: EditionQuestion,
    store: &Store,
    printer: &Printer,
) -> anyhow::Result<Option<BookSummary>> {
    let (other, asked, told) = match find(store.library(), &book, target).await? {
        LanguageEdition::Here => return Ok(Some(book)),
        LanguageEdition::There(other) => (Some(*other), "take_language_edition", "language_edition_taken"),
        LanguageEdition::Missing => (None, "make_language_edition", "language_edition_made"),
    };
    let about = |code| {
        let message =
            Message::new(code).with("title", &book.title).with("book", book.id).with("target", target);
        let message = message.part("language", language_name(target));
        message.with("present", book.target_language.as_ref().map(ToString::to_string).unwrap_or_default())
    };
    match question {
        EditionQuestion::DryRun => return Ok(Some(other.unwrap_or(book))),
        EditionQuestion::Asked if !printer.can_ask() => {
            return Err(WrongUsage(about("other_language_edition")).into());
        }
        EditionQuestion::Asked if !printer.confirm(&about(asked))? => return Ok(None),
        EditionQuestion::Agreed | EditionQuestion::Asked => {}
    }
    let edition = match other {
        Some(other) => other,
        None => store.add_language_edition(book.id, target, config::now_ms()).await?,
    };
    printer.notify(&about(told).with("edition", edition.id));
    Ok(Some(edition))
}
