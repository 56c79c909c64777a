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
pub(super) fn of_report(report: &Report, printer: &Printer) -> Vec<String> {
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
pub(super) fn explained(failure: &TaskFailure, language: Language) -> Reason {
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
pub(super) fn in_short(failure: &TaskFailure, language: Language) -> String {
    explained(failure, language).what.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output::Output;
    use book::id::RunId;
    use runner::report::{Ending, UnresolvedParagraph};

    fn printer() -> Printer {
        Printer::new(Output {
            json: false,
            quiet: false,
            language: Language::English,
            is_language_asked: false,
        })
    }

    fn report(reasons: &[(u32, TaskFailure)]) -> Report {
        let unresolved = reasons.iter().zip(1..).map(|((chapter, reason), number)| UnresolvedParagraph {
            paragraph: ParagraphId::from_number(number),
            chapter: *chapter,
            reason: reason.clone(),
        });
        Report {
            run: RunId::from_number(1),
            ending: Ending::Unresolved,
            n_accepted: 0,
            n_reused: 0,
            n_repaired: 0,
            n_kept: 0,
            n_suggested: 0,
            n_not_reached: 0,
            unresolved: unresolved.collect(),
            spent: llm::Spent::default(),
            refused_by: None,
        }
    }

    #[test]
    fn a_reason_is_told_once_with_its_paragraphs() {
        let service = TaskFailure::Service { detail: "no connection; hint: start it".to_owned() };
        let report =
            report(&[(1, service.clone()), (1, service.clone()), (2, service), (2, TaskFailure::Refused)]);
        let [first, second] = of_report(&report, &printer()).try_into().unwrap();
        let lines: Vec<&str> = first.lines().collect();
        assert_eq!(&lines[..2], ["3 paragraphs: no connection", "hint: start it"]);
        assert!(lines[2].starts_with("  chapter 1: ") && lines[3].starts_with("  chapter 2: "), "{first}");
        assert!(second.starts_with("1 paragraph: refused by the model\n  chapter 2: "), "{second}");
    }

    #[test]
    fn many_paragraphs_are_counted_and_not_all_named() {
        let many: Vec<(u32, TaskFailure)> = (0..50).map(|_| (1, TaskFailure::Truncated)).collect();
        let [told] = of_report(&report(&many), &printer()).try_into().unwrap();
        assert!(told.contains("\n  and 30 more; `tsumugi status "), "{told}");
    }

    #[test]
    fn a_check_is_told_by_its_name() {
        let failure = TaskFailure::Check { check: "B1".to_owned() };
        let told = |language| explained(&failure, language).what;
        assert_eq!(told(Language::English), "refused by check B1 (script residue)");
        assert_eq!(told(Language::Chinese), "检查 B1 没有通过（残留原文文字）");
    }
}
