//! Numbers, quotation marks, brackets, spaces, broken characters.

use super::ExpectedOutcome::CaughtBy;
use super::{Operator, Scene, insert};
use crate::Mutant;

/// The operators.
pub(super) const ALL: &[Operator] = &[
    Operator {
        name: "change a digit",
        expected: CaughtBy(&["D1", "F3"]),
        spoil: |scene, _| {
            change_number(scene, |number| {
                number
                    .chars()
                    .map(|c| char::from_digit(9 - c.to_digit(10).unwrap_or(0), 10).unwrap_or(c))
                    .collect()
            })
        },
    },
    Operator {
        name: "swap two digits",
        expected: CaughtBy(&["D1", "F3"]),
        spoil: |scene, _| change_number(scene, |number| number.chars().rev().collect()),
    },
    Operator {
        name: "drop a number",
        expected: CaughtBy(&["D1", "F3"]),
        spoil: |scene, _| change_number(scene, |_| String::new()),
    },
    Operator {
        name: "unbalance a quotation",
        expected: CaughtBy(&["D4"]),
        spoil: |scene, _| replace_first(scene, &['”', '“', '」', '»', '„', '«', '「'], ""),
    },
    Operator {
        name: "strip quotation marks",
        expected: CaughtBy(&["D6"]),
        spoil: |scene, _| {
            let has = scene.source().contains(['“', '"', '「', '„', '«']);
            let stripped: String = scene
                .translation()
                .chars()
                .filter(|c| !matches!(c, '“' | '”' | '„' | '「' | '」' | '«' | '»' | '"' | '—' | '–'))
                .collect();
            if has { scene.spoilt(stripped) } else { None }
        },
    },
    Operator {
        name: "unbalance a bracket",
        expected: CaughtBy(&["D10"]),
        spoil: |scene, _| replace_first(scene, &[')', '）'], ""),
    },
    Operator {
        name: "lose a question",
        expected: CaughtBy(&["D8"]),
        spoil: |scene, _| {
            let text = scene.translation().replace(['?', '？'], if scene.is_wide() { "。" } else { "." });
            if scene.source().contains(['?', '？']) { scene.spoilt(text.replace('¿', "")) } else { None }
        },
    },
    Operator {
        name: "half-width punctuation",
        expected: CaughtBy(&["B6"]),
        spoil: |scene, _| {
            let text: String = scene
                .translation()
                .chars()
                .map(|c| match c {
                    '，' | '、' => ',',
                    '。' => '.',
                    other => other,
                })
                .collect();
            if scene.is_wide() { scene.spoilt(text) } else { None }
        },
    },
    Operator {
        name: "double space",
        expected: CaughtBy(&["D12", "B8"]),
        spoil: |scene, rng| insert(scene, rng, "  "),
    },
    Operator {
        name: "mojibake", expected: CaughtBy(&["B9"]), spoil: |scene, rng| insert(scene, rng, "â€™")
    },
    Operator {
        name: "zero-width space",
        expected: CaughtBy(&["B9"]),
        spoil: |scene, rng| insert(scene, rng, "\u{200b}"),
    },
    Operator {
        name: "foreign quotation marks",
        expected: CaughtBy(&["D5", "B6"]),
        spoil: |scene, _| {
            let english = scene.pair.target.is("en") || scene.pair.target.is("pt");
            let (open, close) = if english { ('「', '」') } else { ('\u{ab}', '\u{bb}') };
            let own = scene.translation();
            let (left, right) =
                if own.contains('“') && own.contains('”') { ('“', '”') } else { ('「', '」') };
            let usual = ["en", "pt", "ja", "ko", "zh"].iter().any(|language| scene.pair.target.is(language));
            let paired = own.matches(left).count() == own.matches(right).count() && own.contains(left);
            if usual && paired {
                scene.spoilt(own.replace(left, &open.to_string()).replace(right, &close.to_string()))
            } else {
                None
            }
        },
    },
];

fn replace_first(scene: &Scene<'_>, marks: &[char], with: &str) -> Option<Mutant> {
    let text = scene.translation();
    let at = text.find(marks)?;
    let mark = text.get(at..)?.chars().next()?;
    scene.spoilt(text.replacen(mark, with, 1))
}

fn change_number(scene: &Scene<'_>, change: fn(&str) -> String) -> Option<Mutant> {
    let text = scene.translation();
    let start = text.find(|c: char| c.is_ascii_digit())?;
    let tail = text.get(start..)?;
    let length = tail.find(|c: char| !c.is_ascii_digit()).unwrap_or(tail.len());
    let number = tail.get(..length)?;
    // Only numbers that the source writes in digits, too, can be held against it.
    let comparable = length >= 2 && scene.source().contains(number);
    comparable
        .then(|| scene.spoilt(format!("{}{}{}", text.get(..start)?, change(number), tail.get(length..)?)))?
}
