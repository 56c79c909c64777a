//! What remains of a run, told once for each reason.

use book::id::{ParagraphId, RunId};
use book::work::failure::TaskFailure;
use messages::Language;
use runner::report::{Ending, Report, UnresolvedParagraph};
use tsumugi::parts::unresolved::{in_short, of_report};
use tsumugi::parts::{Output, Printer};

fn printer() -> Printer {
    Printer::new(Output { json: false, quiet: false, language: Language::English, is_language_asked: false })
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
        pause: None,
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
    let told = |language| in_short(&failure, language);
    assert_eq!(told(Language::English), "refused by check B1 (script residue)");
    assert_eq!(told(Language::Chinese), "检查 B1 没有通过（残留原文文字）");
}
