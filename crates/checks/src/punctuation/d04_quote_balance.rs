//! **D4 quote-balance.** A quotation mark without its partner.
//!
//! *Rule*: `"` is even; `“ ”`, `「 」`, `『 』`, `« »` come in equal numbers, `„` with either of its closing marks. Left alone: a speech that
//! goes on in the next paragraph, a conversation in one pair of `« »` with dashes between, and a source that is unbalanced itself. Where such a conversation cannot be told from a lost mark, it is shown and not refused. *False alarms*: 0.3 % on human translations. *Severity*: block.
//! *Repair*: add or remove the mark named.

use crate::check::{Finding, Severity, Verdict};
use crate::prepared::Prepared;
use crate::text::signs::Signs;
use crate::text::view::View;

check!(QuoteBalance, D4, "quote-balance", Block, Punctuation);

fn run(prepared: &Prepared<'_>) -> Verdict {
    let counts = Counts::from_view(&prepared.target);
    if counts.none() {
        return Verdict::NotApplicable("the translation has no quotation marks");
    }
    let Some(mark) = counts.unbalanced() else { return Verdict::Pass };
    if Counts::from_view(prepared.source).unbalanced().is_some() || goes_on(prepared) {
        return Verdict::Pass;
    }
    let severity = match place_in_conversation(prepared) {
        Some(true) => return Verdict::Pass,
        Some(false) => Severity::Queue,
        None => Severity::Block,
    };
    Finding::by(
        &QuoteBalance,
        format!("The quotation marks {mark} are not in pairs. Add or remove the missing one."),
        format!("引号{mark}不成对。请补上或删除多余的一个。"),
    )
    .as_severe_as(severity)
    .into()
}

/// A conversation of several paragraphs may stand in one pair of marks, as French prints it: the first opens with `«`, each
/// speaker after that has a dash, and the last closes. Whether the paragraphs beside this one show that it is so; `None` if this
/// paragraph can be no part of such a conversation.
fn place_in_conversation(prepared: &Prepared<'_>) -> Option<bool> {
    let has_dash = |text: &str| text.trim_start().starts_with(['—', '–', '―']);
    let n_open = |text: &str| text.matches('«').count().checked_sub(text.matches('»').count());
    let own = prepared.target.text();
    let (n_left, n_right) = (own.matches('«').count(), own.matches('»').count());
    if n_left == n_right + 1 {
        let next = prepared.paragraph.after.iter().take(2);
        return Some(next.into_iter().any(|next| has_dash(&next.translation.plain())));
    }
    let is_reply = n_right == n_left + 1 && has_dash(own);
    is_reply.then(|| {
        let last = prepared.paragraph.before.iter().rev().take(2).map(|last| last.translation.plain());
        last.into_iter().any(|text| has_dash(&text) || n_open(&text) == Some(1))
    })
}

/// A speech over several paragraphs opens each of them and closes only the last.
fn goes_on(prepared: &Prepared<'_>) -> bool {
    const OPENING: [char; 6] = ['“', '"', '„', '«', '「', '『'];
    let first = |text: &str| text.trim_start().chars().next().filter(|c| OPENING.contains(c));
    let next = prepared.paragraph.after.first();
    next.is_some_and(|next| {
        first(&next.translation.plain()).is_some()
            || first(&next.source.plain()).is_some_and(|_| prepared.target.last_mark().is_some())
    }) && prepared.target.chars().iter().any(|c| OPENING.contains(c))
        && next.is_some_and(|next| first(&next.translation.plain()).is_some())
}

#[derive(Default)]
struct Counts {
    straight: usize,
    low: usize,
    left: usize,
    right: usize,
    corner: [usize; 2],
    white_corner: [usize; 2],
    angle: [usize; 2],
}

impl Counts {
    fn from_view(view: &View<'_>) -> Self {
        let mut counts = Self::default();
        if !view.has_signs(Signs::QUOTE) {
            return counts;
        }
        let odd = !view.chars().iter().filter(|c| **c == '"').count().is_multiple_of(2);
        for (at, c) in view.chars().iter().enumerate() {
            let slot = match c {
                // After a digit it is an inch or a second.
                '"' if !odd || view.char_before(at).is_none_or(|before| !before.is_ascii_digit()) => {
                    &mut counts.straight
                }
                '„' => &mut counts.low,
                '“' => &mut counts.left,
                '”' => &mut counts.right,
                '「' => &mut counts.corner[0],
                '」' => &mut counts.corner[1],
                '『' => &mut counts.white_corner[0],
                '』' => &mut counts.white_corner[1],
                '«' => &mut counts.angle[0],
                '»' => &mut counts.angle[1],
                _ => continue,
            };
            *slot += 1;
        }
        counts
    }

    const fn none(&self) -> bool {
        let curly = self.straight + self.low + self.left + self.right;
        curly
            + self.corner[0]
            + self.corner[1]
            + self.white_corner[0]
            + self.white_corner[1]
            + self.angle[0]
            + self.angle[1]
            == 0
    }

    /// Whether every `„` can be closed by a `“` or a `”` so that every other `“` is closed by a `”`.
    const fn low_ones_close(&self) -> bool {
        let Some(twice) = (self.low + self.left).checked_sub(self.right) else { return false };
        let closed_by_left = twice / 2;
        twice.is_multiple_of(2) && closed_by_left <= self.low && closed_by_left <= self.left
    }

    const fn unbalanced(&self) -> Option<&'static str> {
        if !self.straight.is_multiple_of(2) {
            return Some("\"");
        }
        let curly_fits = if self.low > 0 {
            self.low_ones_close()
        } else {
            self.left == self.right || (self.left == 0 && self.right.is_multiple_of(2))
        };
        if !curly_fits {
            return Some("“”");
        }
        if self.corner[0] != self.corner[1] {
            return Some("「」");
        }
        if self.white_corner[0] != self.white_corner[1] {
            return Some("『』");
        }
        if self.angle[0] != self.angle[1] {
            return Some("«»");
        }
        None
    }
}
