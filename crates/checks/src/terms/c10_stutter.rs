//! **C10 stutter.** Stammering or drawn-out sounds are lost or invented.
//!
//! *Rule*: stammers (`W-what`, `わ、わたし`, `我、我`) in one text and none in the other; a letter drawn out more than four
//! times in the translation and nowhere in the source. *False alarms*: a choice of style. *Severity*: info.

use crate::check::{Finding, Verdict};
use crate::prepared::Prepared;
use crate::text::view::View;

check!(Stutter, C10, "stutter", Info, Style);

fn run(prepared: &Prepared<'_>) -> Verdict {
    if prepared.source.n_letters() < 2 {
        return Verdict::NotApplicable("the source is too short");
    }
    let (s, t) = (n_stammers(prepared.source), n_stammers(&prepared.target));
    let drawn = longest_row(&prepared.target) > 4 && longest_row(prepared.source) <= 2;
    if (s == 0) == (t == 0) && !drawn {
        return if s == 0 { Verdict::NotApplicable("nobody stammers") } else { Verdict::Pass };
    }
    Finding::by(
        &Stutter,
        format!("Stammers or drawn-out sounds differ: {s} in the source, {t} in the translation."),
        format!("口吃或拖长音不一致：原文{s}处，译文{t}处。"),
    )
    .into()
}

fn n_stammers(view: &View<'_>) -> usize {
    let mut count = 0;
    for (at, window) in view.chars().windows(3).enumerate() {
        let [left, mark, right] = window else { continue };
        let is_mark =
            matches!(mark, '-' | '、' | '‐' | '–') || (*mark == '…' && view.script_at(at).is_ideographic());
        if !is_mark || !left.is_alphabetic() || matches!(left, '哈' | '嘿' | '呵' | 'は' | 'ハ' | 'ふ' | 'フ')
        {
            continue;
        }
        let starts = at.checked_sub(1).is_none_or(|before| !view.script_at(before).is_letter());
        if starts && left.to_lowercase().eq(right.to_lowercase()) {
            count += 1;
        }
    }
    count
}

fn longest_row(view: &View<'_>) -> usize {
    let rows = view.chars().chunk_by(|left, right| left == right);
    // A row no longer than the longest so far need not be looked at.
    rows.fold(0, |longest, row| {
        let is_longer = row.len() > longest && row.first().is_some_and(|c| c.is_alphabetic());
        if is_longer { row.len() } else { longest }
    })
}
