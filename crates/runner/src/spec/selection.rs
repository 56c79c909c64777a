//! From what a user asks for to a valid spec: the one place that combines chapters, paragraphs, `again` and `stale`, and
//! checks ranges, for the command line and the API alike.

use super::{RunSpec, Scope, Which};
use async_recursion::async_recursion as boxed;
use book::id::{ChapterId, ParagraphId};
use book::text::version::REHEARSAL;
use messages::{Explain, Message};
use store::error::StoreError;
use store::library::Library;
use store::record::BookSummary;

/// Which paragraphs a translation is asked for, as a user says it.
#[derive(Debug, Clone, Default)]
pub struct ParagraphSelection {
    /// Only these chapters; all when empty.
    pub chapters: Vec<ChapterId>,
    /// Only these paragraphs; all when empty. A named paragraph is done even if it has a translation.
    pub paragraphs: Vec<ParagraphId>,
    /// Whether to do again what has a translation.
    pub again: bool,
    /// Whether to do only what is stale, and how strictly.
    pub stale: Option<Staleness>,
}

/// What counts as stale.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Staleness {
    /// Another source, another language, or other decisions about terms and characters.
    Usual,
    /// Also other instructions to the model.
    Strict,
}

/// Why a spec is refused.
#[derive(Debug)]
pub enum SpecError {
    /// A value outside its range.
    OutOfRange {
        /// The field, as the API names it.
        field: &'static str,
        /// The lowest value.
        low: i64,
        /// The highest, if there is one.
        high: Option<i64>,
    },
    /// The rehearsal beside other models: what is rehearsed and what is translated are different runs.
    RehearsalBesideOthers,
    /// The library failed, or a named chapter or paragraph does not exist.
    Store(StoreError),
}

impl Explain for SpecError {
    fn message(&self) -> Message {
        match self {
            Self::OutOfRange { field, low, high } => {
                let message = |code| Message::new(code).with("field", field).count("low", *low);
                high.map_or_else(
                    || message("below_range"),
                    |high| message("out_of_range").count("high", high),
                )
            }
            Self::RehearsalBesideOthers => Message::new("rehearsal_beside_others"),
            Self::Store(error) => error.message(),
        }
    }
}

messages::shown_as_message!(SpecError);

impl From<StoreError> for SpecError {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl ParagraphSelection {
    /// The scope, and which of its paragraphs are translated. `stale` together with named paragraphs means those of the
    /// named ones that are stale.
    #[boxed]
    pub async fn resolve(self, library: &Library, book: &BookSummary) -> Result<(Scope, Which), SpecError> {
        for chapter in &self.chapters {
            library.chapter(book.id, *chapter).await?;
        }
        for paragraph in &self.paragraphs {
            library.paragraph(book.id, *paragraph).await?;
        }
        let Self { chapters, paragraphs, again, stale } = self;
        let Some(stale) = stale else {
            let which = if again || !paragraphs.is_empty() { Which::All } else { Which::Missing };
            return Ok((Scope { chapters, paragraphs }, which));
        };
        let listed = crate::stale::to_do_again(library, book, stale == Staleness::Strict).await?;
        let mut listed = listed.unwrap_or_default();
        listed.retain(|id| paragraphs.is_empty() || paragraphs.contains(id));
        // Without a list every stale paragraph says so itself.
        if listed.is_empty() {
            return Ok((Scope { chapters, paragraphs }, Which::Stale));
        }
        Ok((Scope { chapters, paragraphs: listed }, Which::All))
    }
}

impl RunSpec {
    /// The spec, if every value is in its range.
    pub fn validated(mut self) -> Result<Self, SpecError> {
        let check = |is_valid: bool, field, low, high| {
            if is_valid { Ok(()) } else { Err(SpecError::OutOfRange { field, low, high }) }
        };
        let rehearses = self.is_rehearsal() || self.fallbacks.iter().any(|model| model == REHEARSAL);
        if rehearses && !self.fallbacks.is_empty() {
            return Err(SpecError::RehearsalBesideOthers);
        }
        let chunk = self.chunk_tokens;
        check(
            chunk.is_none_or(|tokens| (64..=100_000).contains(&tokens)),
            "chunk_tokens",
            64,
            Some(100_000),
        )?;
        check((1..=8).contains(&self.work.candidates()), "candidates", 1, Some(8))?;
        check((1..=256).contains(&self.concurrency), "concurrency", 1, Some(256))?;
        let money = [self.limit.micros, self.chapter_limit.micros];
        check(money.iter().flatten().all(|micros| *micros >= 0), "max_cost_micros", 0, None)?;
        let temperature = self.temperature;
        check(temperature.is_none_or(|value| (0.0..=2.0).contains(&value)), "temperature", 0, Some(2))?;
        self.instructions = self.instructions.filter(|text| !text.trim().is_empty());
        Ok(self)
    }
}
