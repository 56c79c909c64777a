//! What models that were asked think of translations, as findings: marked as their opinion, and never a reason to refuse.

use crate::book_findings::{BookFinding, digest};
use book::id::{BookId, ParagraphId};
use book::work::opinion::{Opinion, OpinionCategory, OpinionGravity};
use checks::check::{Finding, Severity};
use checks::code::CheckCode;
use checks::unit::Aligned;
use std::collections::HashMap;
use store::error::StoreError;
use store::library::Library;
use store::record::OpinionRecord;

/// The opinions about a book's translations, by paragraph.
pub(crate) struct Opinions {
    pub(crate) given: HashMap<ParagraphId, Vec<OpinionRecord>>,
}

impl Opinions {
    pub(crate) async fn read(library: &Library, book: BookId) -> Result<Self, StoreError> {
        let mut given: HashMap<ParagraphId, Vec<OpinionRecord>> = HashMap::new();
        for one in library.opinions(book).await? {
            given.entry(one.paragraph).or_default().push(one);
        }
        Ok(Self { given })
    }

    /// What models think of this paragraph in these very words.
    pub(crate) fn findings(
        &self,
        chapter: u32,
        paragraph: ParagraphId,
        pair: &Aligned<'_>,
    ) -> Vec<BookFinding> {
        let Some(given) = self.given.get(&paragraph) else { return Vec::new() };
        let digest = digest(pair.source, pair.translation);
        let (source, translation) = (pair.source.plain(), pair.translation.plain());
        let holding = given.iter().filter(|record| record.digest == digest);
        let each = holding.flat_map(|record| record.opinions.iter().map(move |one| (&record.model, one)));
        each.map(|(model, opinion)| BookFinding {
            opinion_of: Some(model.clone()),
            ..BookFinding::new(Some(chapter), vec![paragraph], finding(opinion))
                .in_words(&source, &translation)
        })
        .collect()
    }
}

fn finding(opinion: &Opinion) -> Finding {
    let (check, chinese) = match opinion.category {
        OpinionCategory::Omission => (CheckCode::G1, "漏译"),
        OpinionCategory::Addition => (CheckCode::G1, "增译"),
        OpinionCategory::Mistranslation => (CheckCode::G1, "误译"),
        OpinionCategory::Fluency => (CheckCode::G2, "不通顺"),
        OpinionCategory::Terminology => (CheckCode::G3, "术语"),
        OpinionCategory::Style => (CheckCode::G4, "风格"),
    };
    let severity = match opinion.gravity {
        OpinionGravity::Minor => Severity::Info,
        OpinionGravity::Major | OpinionGravity::Critical => Severity::Queue,
    };
    let quoted = |open: &str, close: &str| -> String {
        let quotes = [opinion.source.as_str(), opinion.translation.as_str()];
        let quotes = quotes.into_iter().filter(|quote| !quote.is_empty());
        quotes.flat_map(|quote| [" ", open, quote, close]).collect()
    };
    let (category, gravity, comment) =
        (opinion.category.as_str(), opinion.gravity.as_str(), &opinion.comment);
    Finding::new(
        check,
        severity,
        format!("{category}, {gravity}:{} {comment}", quoted("«", "»")),
        format!("{chinese}：{comment}{}", quoted("「", "」")),
    )
}
