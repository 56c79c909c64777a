//! **E8 polish-drift.** A polished version has moved away from the draft, or is worse by some check.
//!
//! *Rule*: the texts' likeness is below 0.55; or the polish has a number the draft has not; or a check that the draft passed now
//! finds something grave. *False alarms*: a draft so bad that it was written anew. *Severity*: the polish is refused and the draft stays.

use crate::check::{Finding, Severity, Verdict};
use crate::code::CheckCode;
use crate::judgement::{Judgement, score};
use crate::text::runs::dice;
use book::text::markup::Marked;

/// The code of this check, which compares two versions.
pub const CODE: CheckCode = CheckCode::E8;

const ALIKE: f64 = 0.55;

/// A version with what the checks say about it.
#[derive(Debug, Clone, Copy)]
pub struct Judged<'a> {
    /// The text.
    pub text: &'a Marked,
    /// The checks' answer.
    pub judgement: &'a Judgement,
}

/// Whether a polished version may take the draft's place.
pub fn compare(draft: Judged<'_>, polish: Judged<'_>) -> Verdict {
    let (old, new) = (draft.text.plain(), polish.text.plain());
    if old.trim().is_empty() {
        return Verdict::NotApplicable("there is no draft");
    }
    let refuse = |en: String, zh: String| Verdict::from(Finding::new(CODE, Severity::Block, en, zh));
    let worse: Vec<&'static str> = polish
        .judgement
        .findings
        .iter()
        .filter(|finding| {
            matches!(finding.severity, Severity::Block | Severity::Queue)
                && !draft.judgement.has(finding.check)
        })
        .map(|finding| finding.check.as_str())
        .collect();
    if !worse.is_empty() && score(polish.judgement) >= score(draft.judgement) {
        let list = worse.join(", ");
        return refuse(
            format!("The polished version fails checks the draft passed ({list}). Keep the draft's content."),
            format!("润色稿未通过初稿已通过的检查（{list}）。请保持初稿内容。"),
        );
    }
    let digits = |text: &str| text.chars().filter(char::is_ascii_digit).collect::<String>();
    if digits(&new).chars().any(|digit| !digits(&old).contains(digit)) && !draft.judgement.has(CheckCode::D1)
    {
        return refuse(
            "The polished version has a number the draft has not.".to_owned(),
            "润色稿出现了初稿没有的数字。".to_owned(),
        );
    }
    let chars = |text: &str| text.chars().collect::<Vec<_>>();
    // A draft that is to be replaced because it is blocked may change as much as it needs.
    if !draft.judgement.is_blocked()
        && old.chars().count() >= 20
        && dice(&chars(&old), &chars(&new)) < ALIKE * 0.5
    {
        return refuse(
            "The polished version is a different text. Improve the draft, do not write it anew.".to_owned(),
            "润色稿与初稿差异过大。请在初稿基础上修改，不要重写。".to_owned(),
        );
    }
    Verdict::Pass
}
