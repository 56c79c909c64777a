//! What remains of a run, told once for each reason, however many paragraphs share it.

use crate::output::counted;
use book::id::ParagraphId;
use book::work::failure::Failure;
use runner::report::Report;
use std::fmt::Write;

/// So many paragraphs are named for each reason at the end of a run.
const MAX_NAMED: usize = 20;

/// A paragraph that is not done.
#[derive(Debug, Clone)]
pub(crate) struct Remaining {
    pub(crate) chapter: u32,
    pub(crate) paragraph: ParagraphId,
    pub(crate) reason: String,
}

/// What remains at the end of a run: some paragraphs by name, the others counted.
pub(super) fn of_report(report: &Report) -> Vec<String> {
    let remaining = report.unresolved.iter().map(|left| Remaining {
        chapter: left.chapter,
        paragraph: left.paragraph,
        reason: explained(&left.reason),
    });
    by_reason(remaining, MAX_NAMED)
        .into_iter()
        .map(|(text, n_more)| match n_more {
            0 => text,
            _ => format!("{text}\n  and {n_more} more; `tsumugi status {}` lists all", report.run),
        })
        .collect()
}

/// Everything that remains, each paragraph by name.
pub(crate) fn in_full(remaining: impl IntoIterator<Item = Remaining>) -> Vec<String> {
    by_reason(remaining, usize::MAX).into_iter().map(|(text, _)| text).collect()
}

/// A text for each reason: how many paragraphs, why, and which; and how many are not named.
fn by_reason(remaining: impl IntoIterator<Item = Remaining>, max_named: usize) -> Vec<(String, usize)> {
    let mut reasons: Vec<(String, Vec<Remaining>)> = Vec::new();
    for left in remaining {
        match reasons.iter_mut().find(|(known, _)| *known == left.reason) {
            Some((_, all)) => all.push(left),
            None => reasons.push((left.reason.clone(), vec![left])),
        }
    }
    let told = reasons.into_iter().map(|(reason, mut all)| {
        all.sort_by_key(|left| left.chapter);
        let (what, hint) = reason.split_once("; hint: ").unwrap_or((&reason, ""));
        let mut text = format!("{}: {what}", counted(all.len(), "paragraph"));
        if !hint.is_empty() {
            let _ = write!(text, "\nhint: {hint}");
        }
        for of_chapter in all.get(..max_named).unwrap_or(&all).chunk_by(|a, b| a.chapter == b.chapter) {
            let ids: Vec<String> = of_chapter.iter().map(|left| left.paragraph.to_string()).collect();
            let chapter = of_chapter.first().map_or(0, |left| left.chapter);
            let _ = write!(text, "\n  chapter {chapter}: {}", ids.join(" "));
        }
        (text, all.len().saturating_sub(max_named))
    });
    told.collect()
}

/// Why something was not done, in words; a check by its name too.
pub(super) fn explained(failure: &Failure) -> String {
    let Failure::Check { check } = failure else { return failure.to_string() };
    match checks::catalogue::ALL.iter().find(|known| known.code().as_str() == check) {
        Some(known) => format!("{failure} ({})", known.name().replace('-', " ")),
        None => failure.to_string(),
    }
}

/// The same without what to do about it, for a line among many.
pub(super) fn in_short(failure: &Failure) -> String {
    let text = explained(failure);
    let text = text.split_once("; hint: ").map_or(text.as_str(), |(what, _)| what);
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use book::id::RunId;
    use runner::report::{Ending, Unresolved};

    fn report(reasons: &[(u32, Failure)]) -> Report {
        let unresolved = reasons.iter().zip(1..).map(|((chapter, reason), number)| Unresolved {
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
        }
    }

    #[test]
    fn a_reason_is_told_once_with_its_paragraphs() {
        let service = Failure::Service { detail: "no connection; hint: start it".to_owned() };
        let report =
            report(&[(1, service.clone()), (1, service.clone()), (2, service), (2, Failure::Refused)]);
        let [first, second] = of_report(&report).try_into().unwrap();
        let lines: Vec<&str> = first.lines().collect();
        assert_eq!(&lines[..2], ["3 paragraphs: no connection", "hint: start it"]);
        assert!(lines[2].starts_with("  chapter 1: ") && lines[3].starts_with("  chapter 2: "), "{first}");
        assert!(second.starts_with("1 paragraph: refused by the model\n  chapter 2: "), "{second}");
    }

    #[test]
    fn many_paragraphs_are_counted_and_not_all_named() {
        let many: Vec<(u32, Failure)> = (0..50).map(|_| (1, Failure::Truncated)).collect();
        let [told] = of_report(&report(&many)).try_into().unwrap();
        assert!(told.contains("\n  and 30 more; `tsumugi status "), "{told}");
    }

    #[test]
    fn a_check_is_told_by_its_name() {
        let failure = Failure::Check { check: "B1".to_owned() };
        assert_eq!(explained(&failure), "refused by check B1 (script residue)");
    }
}
