//! What gets lost, doubled or misplaced.

use super::ExpectedOutcome::CaughtBy;
use super::{Operator, Scene, sentences, view};
use crate::Mutant;
use book::text::markup::Marked;
use book::text::paragraph::ParagraphKind;

/// The operators.
pub(super) const ALL: &[Operator] = &[
    Operator { name: "empty", expected: CaughtBy(&["A2"]), spoil: |scene, _| scene.spoilt("") },
    Operator {
        name: "copy source",
        expected: CaughtBy(&["A3", "B1", "A12", "B3"]),
        // A line of names only may rightly stay as it is.
        spoil: |scene, _| {
            let words = view(scene.source());
            let only_names = !words.tokens().is_empty() && words.tokens().iter().all(|token| token.capital);
            if scene.long_enough(12) && !only_names { scene.spoilt(scene.source()) } else { None }
        },
    },
    Operator {
        name: "leave a sentence in source",
        expected: CaughtBy(&["B1", "B2", "B3", "A12"]),
        spoil: |scene, rng| {
            let (s, mut t) = (sentences(scene.source()), sentences(scene.translation()));
            let at = rng.below(s.len().min(t.len()));
            let left = s.get(at).filter(|sentence| s.len() > 1 && sentence.chars().count() >= 20)?;
            t.get_mut(at)?.clone_from(left);
            scene.spoilt(t.join(" "))
        },
    },
    Operator {
        name: "source after translation",
        expected: CaughtBy(&["A12", "B1"]),
        spoil: |scene, _| {
            let text = format!("{}\n{}", scene.translation(), scene.source());
            if scene.long_enough(20) { scene.spoilt(text) } else { None }
        },
    },
    Operator {
        name: "drop first sentence",
        expected: CaughtBy(&["A4", "A5", "A6", "A8", "D1", "D6", "D8"]),
        spoil: |scene, _| drop_sentence(scene, |_| 0),
    },
    Operator {
        name: "drop middle sentence",
        expected: CaughtBy(&["A4", "A5", "A6", "A8", "D1", "D6", "D8"]),
        spoil: |scene, _| drop_sentence(scene, |n| n / 2),
    },
    Operator {
        name: "drop last sentence",
        expected: CaughtBy(&["A4", "A5", "A6", "A8", "D1", "D6", "D8"]),
        spoil: |scene, _| drop_sentence(scene, |n| n - 1),
    },
    Operator {
        name: "drop most of a paragraph",
        expected: CaughtBy(&["A4"]),
        spoil: |scene, _| {
            let chars: Vec<char> = scene.translation().chars().collect();
            let kept = chars.get(..chars.len() * 35 / 100)?;
            if scene.long_enough(60) { scene.spoilt(kept.iter().collect::<String>() + ".") } else { None }
        },
    },
    Operator {
        name: "truncate at 60 %",
        expected: CaughtBy(&["A11", "A4"]),
        spoil: |scene, _| {
            let chars: Vec<char> = scene.translation().chars().collect();
            let kept: String = chars.get(..chars.len() * 6 / 10)?.iter().collect();
            let inside = kept.chars().next_back()?.is_alphabetic() && scene.kind() == ParagraphKind::Body;
            let ends = scene.source().trim_end().ends_with(['.', '。', '！', '!', '?', '？']);
            if inside && ends && scene.long_enough(20) { scene.spoilt(kept) } else { None }
        },
    },
    Operator {
        name: "duplicate neighbour",
        expected: CaughtBy(&["A9", "E9"]),
        spoil: |scene, _| {
            let (next_source, next) = scene.at(scene.index + 1)?;
            let least = if scene.is_wide() { 12 } else { 24 };
            // The same source twice is rightly translated alike.
            let is_defect = scene.source() != next_source;
            if is_defect && next.chars().count() >= least { scene.spoilt(next) } else { None }
        },
    },
    Operator {
        name: "context bleed",
        expected: CaughtBy(&["E9"]),
        spoil: |scene, _| {
            let (_, before) = scene.at(scene.index.checked_sub(1)?)?;
            let long = before.chars().count() >= if scene.is_wide() { 40 } else { 140 };
            if long { scene.spoilt(format!("{before} {}", scene.translation())) } else { None }
        },
    },
    Operator {
        name: "copy half of the source",
        expected: CaughtBy(&["B1", "B2", "B3", "A12", "A3"]),
        spoil: |scene, _| {
            let half = |text: &str| text.chars().count() / 2;
            let (s, t) = (scene.source(), scene.translation());
            let head: String = s.chars().take(half(s)).collect();
            let tail: String = t.chars().skip(half(t)).collect();
            if scene.long_enough(60) { scene.spoilt(head + " " + &tail) } else { None }
        },
    },
    Operator {
        name: "swap neighbours",
        expected: CaughtBy(&["A7"]),
        spoil: |scene, _| {
            let (next_source, next) = scene.at(scene.index + 1)?;
            let both =
                scene.long_enough(20) && next_source.chars().count() >= 20 && next != scene.translation();
            let fits = scene.pair.dictionary.is_some() && both;
            let own = Some(Marked::from_plain(scene.translation()));
            fits.then(|| Mutant { next: own, ..scene.mutant(scene.source(), next) })
        },
    },
    Operator {
        name: "move a sentence to the next",
        expected: CaughtBy(&["A4", "A5", "A6", "A8"]),
        spoil: |scene, _| {
            let (next_source, next) = scene.at(scene.index + 1)?;
            let mut all = sentences(scene.translation());
            let moved = all.pop()?;
            let fits =
                all.len() >= 2 && sentences(scene.source()).len() >= 3 && next_source.chars().count() >= 40;
            let next = Some(Marked::from_plain(&format!("{} {next}", moved.trim())));
            fits.then(|| Mutant { next, ..scene.mutant(scene.source(), all.concat().trim()) })
        },
    },
    Operator {
        name: "merge two",
        expected: CaughtBy(&["A4", "A8", "A9", "E7", "E9", "D1", "D6", "D8"]),
        spoil: |scene, _| {
            let (next_source, next) = scene.at(scene.index + 1)?;
            let fits = scene.long_enough(40) && next_source.chars().count() >= 40;
            let text = format!("{} {next}", scene.translation());
            let next = Some(Marked::from_plain("…"));
            fits.then(|| Mutant { next, ..scene.mutant(scene.source(), &text) })
        },
    },
    Operator {
        name: "append from elsewhere",
        expected: CaughtBy(&["A4", "E7", "D6"]),
        spoil: |scene, rng| {
            let n = scene.corpus.lines.len();
            let far = (scene.index + n / 3 + rng.below(n / 3 + 1)) % n.max(1);
            let more =
                sentences(scene.at(far)?.1).into_iter().max_by_key(|sentence| sentence.chars().count())?;
            let fits =
                scene.long_enough(60) && more.chars().count() * 4 >= scene.translation().chars().count();
            if fits { scene.spoilt(format!("{} {}", scene.translation(), more.trim())) } else { None }
        },
    },
];

fn drop_sentence(scene: &Scene<'_>, which: fn(usize) -> usize) -> Option<Mutant> {
    let mut all = sentences(scene.translation());
    if all.len() < 4 || sentences(scene.source()).len() < 4 {
        return None;
    }
    all.remove(which(all.len()));
    scene.spoilt(all.concat().trim())
}
