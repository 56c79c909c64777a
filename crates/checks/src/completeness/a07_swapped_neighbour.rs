//! **A7 swapped-neighbour.** The translation fits the neighbouring source better than its own.
//!
//! *Rule*: the share of the source's dictionary words covered by its own translation, less a little for an unlikely length, minus
//! the same for the neighbour's translation that fits best; words with many translations count less. *Threshold*: below -0.08, from
//! Japanese below -0.13, whose dictionary words are shorter, with at least 3 dictionary words; chosen on four campaigns of a game and judged on
//! another. A run of two or more is a shifted block, reported by the check over sequences. *False alarms*: about 1 %; finds nine
//! of ten. *Severity*: queue for one paragraph, block for a run. Not applicable without a dictionary or neighbours.
//! *Repair*: do the chunk again, half as large.

use crate::check::{Finding, Verdict};
use crate::dictionary::anchors::{self, Stems};
use crate::prepared::{Neighbour, Prepared};
use crate::text::view::View;

check!(SwappedNeighbour, A7, "swapped-neighbour", Queue, Completeness);

const LEAST_ANCHORS: usize = 3;
/// What a spread of length counts against a share of words.
const BY_LENGTH: f64 = 0.04;
const MOST_SPREADS: f64 = 4.0;

fn run(prepared: &Prepared<'_>) -> Verdict {
    match margin(prepared) {
        Err(why) => Verdict::NotApplicable(why),
        Ok(margin) if margin >= least_margin(prepared) => Verdict::Pass,
        Ok(_) => Finding::by(
            &SwappedNeighbour,
            "This translation fits a neighbouring paragraph better than its own source. Translate this paragraph from its own source.",
            "此译文与相邻段落的原文更吻合，疑似错位。请根据本段原文重新翻译。",
        )
        .into(),
    }
}

/// How much better the translation fits its own source than a neighbour's does.
pub fn margin(prepared: &Prepared<'_>) -> Result<f64, &'static str> {
    let found = prepared.anchors().ok_or("there is no dictionary for this pair")?;
    let neighbours: Vec<&Neighbour<'_>> =
        [prepared.before(), prepared.after()].into_iter().flatten().collect();
    if neighbours.is_empty() {
        return Err("no neighbouring paragraph was handed in");
    }
    if !anchors::can_judge(&prepared.target) {
        return Err("the translation has no words to look for");
    }
    if found.len() < LEAST_ANCHORS {
        return Err("the source has too few dictionary words");
    }
    let fit = |translation: &View<'_>, stems: &Stems| {
        let off = prepared
            .lengths()
            .map_or(0.0, |lengths| lengths.z(prepared.source.length(), translation.length()));
        let covered = anchors::weighted_coverage(found, stems);
        covered - BY_LENGTH * off.abs().min(MOST_SPREADS)
    };
    let fits =
        neighbours.iter().map(|neighbour| fit(neighbour.target(), &anchors::stems_of(neighbour.target())));
    Ok(fit(&prepared.target, prepared.stems()) - fits.fold(f64::NEG_INFINITY, f64::max))
}

/// The margin below which a translation is taken for misplaced.
pub fn least_margin(prepared: &Prepared<'_>) -> f64 {
    if prepared.pair.source.is("ja") { -0.13 } else { -0.08 }
}
