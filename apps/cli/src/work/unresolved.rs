//! What remains of a run, told once for each reason, however many paragraphs share it.

use crate::output::{Printer, Reason};
use book::id::ParagraphId;
use book::work::failure::TaskFailure;
use checks::reader::{self, ReaderLanguage};
use messages::{Language, Message};
use runner::report::Report;
use std::fmt::Write;

/// The most paragraphs named for each reason at the end of a run.
const MAX_NAMED: usize = 20;

/// A paragraph that is not done.
#[derive(Debug, Clone)]
pub(crate) struct Remaining {
    pub(crate) chapter: u32,
    pub(crate) paragraph: ParagraphId,
    pub(crate) reason: Reason,
}

/// What remains at the end of a run: some paragraphs by name, the others counted.
pub fn of_report(report: &Report, printer: &Printer) -> Vec<String> {
    let remaining = report.unresolved.iter().map(|left| Remaining {
        chapter: left.chapter,
        paragraph: left.paragraph,
        reason: explained(&left.reason, printer.language()),
    });
    by_reason(remaining, MAX_NAMED, printer)
        .into_iter()
        .map(|(text, n_more)| {
            if n_more == 0 {
                return text;
            }
            let more = Message::new("left_more").count("n", n_more).with("run", report.run);
            format!("{text}\n{}", printer.text_of(&more))
        })
        .collect()
}

/// Everything that remains, each paragraph by name.
pub(crate) fn in_full(remaining: impl IntoIterator<Item = Remaining>, printer: &Printer) -> Vec<String> {
    by_reason(remaining, usize::MAX, printer).into_iter().map(|(text, _)| text).collect()
}

/// A text for each reason: how many paragraphs, why, and which; and how many are not named.
fn by_reason(
    remaining: impl IntoIterator<Item = Remaining>,
    max_named: usize,
    printer: &Printer,
) -> Vec<(String, usize)> {
    let mut reasons: Vec<(Reason, Vec<Remaining>)> = Vec::new();
    for left in remaining {
        match reasons.iter_mut().find(|(known, _)| *known == left.reason) {
            Some((_, all)) => all.push(left),
            None => reasons.push((left.reason.clone(), vec![left])),
        }
    }
    let told = reasons.into_iter().map(|(reason, mut all)| {
        all.sort_by_key(|left| left.chapter);
        let head = Message::new("left_for_reason").amount("n", all.len()).with("why", &reason.what);
        let mut text = printer.text_of(&head);
        if let Some(hint) = &reason.hint {
            let _ = write!(text, "\n{}", printer.hint_line(hint));
        }
        for of_chapter in all.get(..max_named).unwrap_or(&all).chunk_by(|a, b| a.chapter == b.chapter) {
            let ids: Vec<String> = of_chapter.iter().map(|left| left.paragraph.to_string()).collect();
            let chapter = of_chapter.first().map_or(0, |left| left.chapter);
            let of_chapter = Message::new("left_in_chapter").count("chapter", chapter);
            let of_chapter = of_chapter.with("paragraphs", ids.join(" "));
            let _ = write!(text, "\n{}", printer.text_of(&of_chapter));
        }
        (text, all.len().saturating_sub(max_named))
    });
    told.collect()
}

/// Why something was not done, in words; a check by its name too.
fn explained(failure: &TaskFailure, language: Language) -> Reason {
    let mut reason = Reason::read(&failure.to_string(), language);
    let TaskFailure::Check { check } = failure else { return reason };
    if let Some(known) = checks::catalogue::ALL.iter().find(|known| known.code().as_str() == check) {
        let name = match language {
            Language::English => known.name().replace('-', " "),
            Language::Chinese => reader::name(known.code(), ReaderLanguage::Chinese).to_owned(),
        };
        let named = Message::new("check_by_name").with("failure", &reason.what).with("name", name);
        reason.what = messages::render(&named, language).text;
    }
    reason
}

/// The same without what to do about it, for a line among many.
pub fn in_short(failure: &TaskFailure, language: Language) -> String {
    explained(failure, language).what.split_whitespace().collect::<Vec<_>>().join(" ")
}
