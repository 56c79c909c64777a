//! A file that came back, held against the book: what would be taken, what waits as a suggestion, what is left out.

use super::state;
use crate::beside::beside;
use crate::knowledge::exchange::{ExchangeError, with_defaults};
use async_recursion::async_recursion as boxed;
use book::edit::Edit;
use book::id::{ChapterId, ParagraphId, VersionId};
use book::language::LanguageTag;
use book::text::markup::{Marked, MarkupFault};
use book::text::paragraph::is_work;
use formats::exchange::{
    self, ExchangeFormat, ExchangeSource, ReadExchange, ReadUnit, UnitState, base_of, even,
};
use formats::glossary::{GlossaryError, Languages};
use formats::import::FileFault;
use messages::Message;
use std::collections::{HashMap, HashSet};
use store::library::Library;
use store::record::{BookSummary, ParagraphRecord};

/// What a file would do. Nothing is changed yet.
#[derive(Debug)]
pub struct ExchangePlan {
    /// What the file is.
    pub format: ExchangeFormat,
    /// Its name, without folders.
    pub file_name: String,
    /// How many units it has.
    pub n_units: usize,
    /// How many say nothing new.
    pub n_same: usize,
    /// Those that say something new, in the order of the file.
    pub rows: Vec<PlannedRow>,
    /// What was passed over while reading.
    pub findings: Vec<FileFault>,
    /// The language of the translations, where the book has none yet.
    pub target: Option<LanguageTag>,
}

/// A unit that says something new.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlannedRow {
    /// Where it stands in the file.
    pub place: String,
    /// The id the file gives.
    pub id: String,
    /// The paragraph, its chapter and the version that is its translation, where there is such a paragraph.
    pub paragraph: Option<(ParagraphId, ChapterId, Option<VersionId>)>,
    /// The translation here.
    pub here: Option<Marked>,
    /// The translation in the file.
    pub there: String,
    /// What people said about it elsewhere and not here.
    pub comment: String,
    /// What is done with the text.
    pub verdict: LineVerdict,
    /// How far the file says it is, and what that changes.
    pub state: Option<(UnitState, Edit)>,
}

/// What is done with a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LineVerdict {
    /// It becomes the translation, as a person's words.
    Taken(Marked),
    /// It waits beside the translation until a person decides.
    Suggested(Marked, LineConflict),
    /// It is not taken.
    LeftOut(LeftOut),
    /// It is the same; only what is said about it is new.
    Same,
}

/// Why a text may not replace the one that is here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LineConflict {
    /// The translation was changed here since the file was written.
    ChangedHere,
    /// The source was changed here since the file was written.
    SourceChanged,
    /// The paragraph is locked here.
    Locked,
    /// The file does not say what it was made from.
    NoBase,
    /// The file has several translations of the same words.
    Ambiguous,
}

impl LineConflict {
    /// The word for it in JSON.
    pub const fn word(self) -> &'static str {
        match self {
            Self::ChangedHere => "changed_here",
            Self::SourceChanged => "source_changed",
            Self::Locked => "locked",
            Self::NoBase => "no_base",
            Self::Ambiguous => "ambiguous",
        }
    }
}

/// Why a text is not taken at all.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LeftOut {
    /// There is no such paragraph in the book.
    UnknownId,
    /// Its tags are not those of the source.
    Tags(Vec<MarkupFault>),
    /// The file has no text where there is one here.
    Emptied,
}

impl LeftOut {
    /// The word for it in JSON.
    pub const fn word(&self) -> &'static str {
        match self {
            Self::UnknownId => "unknown_id",
            Self::Tags(_) => "tags",
            Self::Emptied => "emptied",
        }
    }
}

/// Reads a file and holds it against the book. A file that is broken anywhere, is of another book or in other
/// languages is refused whole.
#[boxed]
pub async fn plan(
    library: &Library,
    book: &BookSummary,
    bytes: Vec<u8>,
    file_name: &str,
    encoding: Option<String>,
) -> Result<ExchangePlan, ExchangeError> {
    let languages = with_defaults(Languages::default(), book);
    let reading = beside(move || {
        let encoding = encoding.as_deref();
        exchange::read(&ExchangeSource { bytes: &bytes, encoding, languages: &languages })
    });
    let read = reading.await.map_err(|error| ExchangeError::Broken(error.to_string()))??;
    refuse_languages(&read.languages, book)?;
    let paragraphs = library.all_paragraphs(book.id).await?;
    let waiting = library.suggestions(book.id).await?;
    let waiting = waiting.iter().map(|one| (one.paragraph.id, one.version.text.as_str().to_owned()));
    let comments = state::comments(library, book.id).await?;
    let mut planner = Planner::new(&paragraphs, waiting.collect(), comments);
    planner.refuse_other_book(&read.units)?;
    for unit in &read.units {
        planner.unit(unit)?;
    }
    let target = book.target_language.is_none().then(|| read.languages.target.clone()).flatten();
    let ReadExchange { format, units, findings, .. } = read;
    Ok(ExchangePlan {
        format,
        file_name: file_name.to_owned(),
        n_units: units.len(),
        n_same: planner.n_same,
        rows: planner.rows,
        findings,
        target: target.filter(|tag| *tag != LanguageTag::undetermined()),
    })
}

fn refuse_languages(found: &Languages, book: &BookSummary) -> Result<(), ExchangeError> {
    let und = LanguageTag::undetermined();
    let is_other = |found: &Option<LanguageTag>, here: &Option<LanguageTag>| match (found, here) {
        (Some(found), Some(here)) => *found != und && *here != und && found.primary() != here.primary(),
        _ => false,
    };
    let is_source = is_other(&found.source, &book.source_language);
    if !is_source && !is_other(&found.target, &book.target_language) {
        return Ok(());
    }
    let named =
        |tag: &Option<LanguageTag>| tag.as_ref().map_or_else(|| "?".to_owned(), |tag| format!("`{tag}`"));
    let what = Message::new("exchange_other_languages")
        .with("found", format!("{} → {}", named(&found.source), named(&found.target)))
        .with("wanted", format!("{} → {}", named(&book.source_language), named(&book.target_language)));
    Err(GlossaryError::Broken { place: String::new(), what }.into())
}

struct Planner<'a> {
    by_id: HashMap<ParagraphId, &'a ParagraphRecord>,
    by_words: HashMap<String, Vec<&'a ParagraphRecord>>,
    /// Suggestions that wait already.
    waiting: HashSet<(ParagraphId, String)>,
    /// What is said about paragraphs here.
    comments: state::Comments,
    /// What the file has said of a paragraph.
    said: HashMap<ParagraphId, (String, usize)>,
    n_same: usize,
    rows: Vec<PlannedRow>,
}

impl<'a> Planner<'a> {
    fn new(
        paragraphs: &'a [ParagraphRecord],
        waiting: HashSet<(ParagraphId, String)>,
        comments: state::Comments,
    ) -> Self {
        let mut by_words: HashMap<String, Vec<&ParagraphRecord>> = HashMap::new();
        let work = paragraphs.iter().filter(|one| is_work(one.kind, &one.text));
        for paragraph in work.clone() {
            by_words.entry(normalised_words(&paragraph.text.plain())).or_default().push(paragraph);
        }
        Self {
            by_id: work.map(|one| (one.id, one)).collect(),
            by_words,
            waiting,
            comments,
            said: HashMap::new(),
            n_same: 0,
            rows: Vec::new(),
        }
    }

    fn known(&self, unit: &ReadUnit) -> Option<&'a ParagraphRecord> {
        let id: ParagraphId = unit.id.as_deref()?.parse().ok()?;
        self.by_id.get(&id).copied()
    }

    /// Ids are the same in every book, so the words must tell: where most of them are others, it is another book.
    fn refuse_other_book(&self, units: &[ReadUnit]) -> Result<(), ExchangeError> {
        let (mut n_known, mut n_other) = (0_usize, 0_usize);
        for unit in units.iter().filter(|unit| unit.id.is_some()) {
            let Some(source) = unit.source.as_deref() else { continue };
            n_known += 1;
            let is_here = self
                .known(unit)
                .is_some_and(|here| normalised_words(&here.text.plain()) == normalised_words(source));
            n_other += usize::from(!is_here);
        }
        if n_other * 2 > n_known {
            let what =
                Message::new("exchange_other_book").count("n_other", n_other).count("n_units", n_known);
            return Err(GlossaryError::Broken { place: String::new(), what }.into());
        }
        Ok(())
    }

    fn unit(&mut self, unit: &ReadUnit) -> Result<(), ExchangeError> {
        let found: Vec<&ParagraphRecord> = match self.known(unit) {
            Some(paragraph) => vec![paragraph],
            // Only a memory has units without ids, and is about words wherever they stand.
            None if unit.id.is_none() => {
                let source = unit.source.as_deref().map(normalised_words).unwrap_or_default();
                self.by_words.get(&source).cloned().unwrap_or_default()
            }
            None => {
                self.rows.push(PlannedRow {
                    place: unit.place.clone(),
                    id: unit.id.clone().unwrap_or_default(),
                    paragraph: None,
                    here: None,
                    there: unit.translation.clone(),
                    comment: unit.comment.clone(),
                    verdict: LineVerdict::LeftOut(LeftOut::UnknownId),
                    state: None,
                });
                return Ok(());
            }
        };
        for paragraph in found {
            self.paragraph(unit, paragraph)?;
        }
        Ok(())
    }

    fn paragraph(&mut self, unit: &ReadUnit, paragraph: &ParagraphRecord) -> Result<(), ExchangeError> {
        let text = even(&unit.translation);
        if let Some((before, row)) = self.said.get(&paragraph.id) {
            if *before == text {
                return Ok(());
            }
            if unit.id.is_some() {
                let what = Message::new("exchange_id_twice").with("id", paragraph.id);
                return Err(GlossaryError::Broken { place: unit.place.clone(), what }.into());
            }
            // The later translation of the same words is as good as the first: a person decides.
            if let Some(PlannedRow { verdict, .. }) = self.rows.get_mut(*row)
                && let LineVerdict::Taken(text) = verdict
            {
                *verdict = LineVerdict::Suggested(text.clone(), LineConflict::Ambiguous);
            }
        }
        let is_second = self.said.contains_key(&paragraph.id);
        self.said.insert(paragraph.id, (text.clone(), self.rows.len()));
        let mut verdict = self.verdict(unit, paragraph, &text);
        if let (true, LineVerdict::Taken(text)) = (is_second, &verdict) {
            verdict = LineVerdict::Suggested(text.clone(), LineConflict::Ambiguous);
        }
        let state = unit.state.and_then(|wanted| Some((wanted, state::edit_of(paragraph, wanted)?)));
        // A text that is not taken is not finished either.
        let state = state.filter(|_| match verdict {
            LineVerdict::Taken(_) => true,
            LineVerdict::Same => paragraph.translation.is_some(),
            LineVerdict::Suggested(..) | LineVerdict::LeftOut(_) => false,
        });
        let comment = self.comments.new_in(paragraph, &unit.comment);
        if verdict == LineVerdict::Same && state.is_none() && comment.is_empty() {
            self.n_same += 1;
            return Ok(());
        }
        self.rows.push(PlannedRow {
            place: unit.place.clone(),
            id: paragraph.id.to_string(),
            paragraph: Some((paragraph.id, paragraph.chapter, paragraph.version)),
            here: paragraph.translation.clone(),
            there: unit.translation.clone(),
            comment,
            verdict,
            state,
        });
        Ok(())
    }

    fn verdict(&self, unit: &ReadUnit, paragraph: &ParagraphRecord, text: &str) -> LineVerdict {
        let here = paragraph.translation.as_ref().map(|text| even(text.as_str())).unwrap_or_default();
        // What is as it was when the file was written says nothing, whatever stands here now.
        let is_untouched = unit.base.as_deref().is_some_and(|base| {
            base == base_of(&paragraph.text, Some(&Marked::from_written(text.to_owned())))
        });
        if text == here || is_untouched {
            return LineVerdict::Same;
        }
        if text.trim().is_empty() {
            return LineVerdict::LeftOut(LeftOut::Emptied);
        }
        let read = match paragraph.text.read_translation(text) {
            Ok(read) => read,
            Err(faults) => return LineVerdict::LeftOut(LeftOut::Tags(faults)),
        };
        let present = base_of(&paragraph.text, paragraph.translation.as_ref());
        let is_other_source = unit
            .source
            .as_deref()
            .is_some_and(|source| normalised_words(source) != normalised_words(&paragraph.text.plain()));
        let conflict = match &unit.base {
            _ if is_other_source => Some(LineConflict::SourceChanged),
            _ if paragraph.locked => Some(LineConflict::Locked),
            Some(base) if *base == present => None,
            Some(_) => Some(LineConflict::ChangedHere),
            None if paragraph.translation.is_none() => None,
            None => Some(LineConflict::NoBase),
        };
        match conflict {
            None => LineVerdict::Taken(read),
            Some(_) if self.waiting.contains(&(paragraph.id, read.as_str().to_owned())) => LineVerdict::Same,
            Some(conflict) => LineVerdict::Suggested(read, conflict),
        }
    }
}

/// The words that must be the same. Tools trim and break lines as they like.
fn normalised_words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
