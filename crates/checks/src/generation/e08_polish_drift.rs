//! **E8 polish-drift.** A revised version is another text than the draft, or has a number of its own.
//!
//! *Rule*: the letter trigrams shared are below 0.30 (0.12 in Han characters and kana); or the revision has a number in digits that neither the
//! draft nor the source has. *Threshold*: unrelated paragraphs of one story share 0.13 (0.02) and at most 0.33 (0.08), two translations made
//! independently 0.43 and more. *False alarms*: a draft so bad that it was written anew; one with grave findings of which the revision has fewer may
//! change as much as it needs. *Severity*: block. *Repair*: the draft is kept

use crate::check::{Finding, Severity, Verdict};
use crate::code::CheckCode;
use crate::judgement::Judgement;
use crate::language::pair::Pair;
use crate::text::number;
use crate::text::runs::dice;
use crate::text::view::View;
use book::text::markup::Marked;

/// The code of this check, which compares two versions.
pub const CODE: CheckCode = CheckCode::E8;

const ALIKE: f64 = 0.30;
const ALIKE_IN_HAN: f64 = 0.12;
/// A shorter text may be another one after a single change.
const LEAST: usize = 40;
const LEAST_IN_HAN: usize = 20;

/// A version with what the checks say about it.
#[derive(Debug, Clone, Copy)]
pub struct JudgedText<'a> {
    pub text: &'a Marked,
    /// The checks' answer.
    pub judgement: &'a Judgement,
}

/// Whether a revised version may take the draft's place. A revision that is worse by some check is not this check's
/// business.
pub fn compare(pair: &Pair, source: &Marked, draft: JudgedText<'_>, revised: JudgedText<'_>) -> Verdict {
    let old = View::new(draft.text.plain(), &pair.target_lexicon);
    let new = View::new(revised.text.plain(), &pair.target_lexicon);
    if old.is_blank() {
        return Verdict::NotApplicable("there is no draft");
    }
    let refuse = |en: String, zh: String| Verdict::from(Finding::new(CODE, Severity::Block, en, zh));
    if let Some(number) = new_number(pair, source, &old, &new) {
        return refuse(
            format!(
                "The revised version has the number {number}, which neither the draft nor the source has."
            ),
            format!("修改稿中的数字{number}在初稿和原文中都没有。"),
        );
    }
    let is_better = n_grave(revised.judgement) < n_grave(draft.judgement);
    if !is_better && is_other_text(&old, &new) {
        return refuse(
            "The revised version is a different text. Improve the draft, do not write it anew.".to_owned(),
            "修改稿与初稿差异过大。请在初稿基础上修改，不要重写。".to_owned(),
        );
    }
    Verdict::Pass
}

fn n_grave(judgement: &Judgement) -> usize {
    judgement.n_of(Severity::Block) + judgement.n_of(Severity::Queue)
}

/// A number in digits that comes from nowhere. What the draft spells out in words may become digits.
fn new_number(pair: &Pair, source: &Marked, old: &View<'_>, new: &View<'_>) -> Option<String> {
    let written = number::in_digits(new);
    if written.is_empty() {
        return None;
    }
    let source = View::new(source.plain(), &pair.source_lexicon);
    let mut known = number::all(old, &pair.target);
    known.extend(number::all(&source, &pair.source));
    let fresh = written.iter().find(|digits| !digits.values.iter().any(|value| known.contains(value)))?;
    Some(new.slice(fresh.start..fresh.end))
}

fn is_other_text(old: &View<'_>, new: &View<'_>) -> bool {
    let (alike, least) = if old.is_ideographic() { (ALIKE_IN_HAN, LEAST_IN_HAN) } else { (ALIKE, LEAST) };
    old.chars().len() >= least && dice(old.chars(), new.chars()) < alike
}
