//! Names, terms, pronouns and honorifics, spoilt and, where nothing may object, only inflected.

use super::ExpectedOutcome::{CaughtBy, SparedBy};
use super::{Operator, Scene};
use crate::{Mutant, stands_in};
use book::knowledge::character::Character;
use book::text::markup::Marked;
use book::text::script::Script;
use checks::policy::{Honorifics, Policy};
use checks::terms::gender::Pronouns;
use checks::terms::matching::has_form;
use checks::text::view::View;
use std::borrow::Cow;

/// The operators.
pub(super) const ALL: &[Operator] = &[
    Operator {
        name: "rename to another character",
        expected: CaughtBy(&["C1"]),
        spoil: |scene, rng| {
            let own = scene.characters.first()?;
            let others: Vec<&Character> = scene
                .corpus
                .characters
                .iter()
                .filter(|other| differs(&other.name.translation, &own.name.translation))
                .filter(|other| !stands_in(scene.translation(), &other.name.translation))
                .collect();
            let other = rng.choice(&others)?;
            let text = replaced(scene, &own.name.translation, &other.name.translation)?;
            scene.spoilt(text)
        },
    },
    Operator {
        name: "typo in a name",
        expected: CaughtBy(&["C3"]),
        spoil: |scene, rng| {
            let name = &scene.characters.first()?.name.translation;
            let letters: Vec<char> = name.chars().collect();
            let script = Script::of_char(*letters.first()?);
            let long = letters.len() >= 6 && (script.is_alphabetic() || script == Script::Katakana);
            let at = 2 + rng.below(letters.len().checked_sub(3)?);
            let typo: String =
                letters.iter().enumerate().map(|(n, c)| if n == at { slip(*c) } else { *c }).collect();
            if long && typo != *name { scene.spoilt(replaced(scene, name, &typo)?) } else { None }
        },
    },
    Operator {
        name: "inflect a name",
        expected: SparedBy(&["C1", "C3"]),
        spoil: |scene, rng| {
            let name = &scene.characters.first()?.name.translation;
            let vowel = name.ends_with(['a', 'а']);
            let endings: &[&str] = match (scene.pair.target.tag.primary(), vowel) {
                ("ru", false) => &["а", "у", "ом", "е"],
                ("ru", true) => &["ы", "у", "ой"],
                ("pl", false) => &["a", "owi", "em"],
                ("pl", true) => &["y", "ę", "ą"],
                ("de" | "en", _) => &["s", "’s"],
                ("ko", _) => &["은", "에게"],
                _ => return None,
            };
            let slavic = matches!(scene.pair.target.tag.primary(), "ru" | "pl");
            let stem = if vowel && slavic { name.trim_end_matches(['a', 'а']) } else { name };
            let text = scene.translation().replace(name.as_str(), &format!("{stem}{}", rng.choice(endings)?));
            if stands_in(scene.translation(), name) { scene.spoilt(text) } else { None }
        },
    },
    Operator {
        name: "other word for a term",
        expected: CaughtBy(&["C1"]),
        spoil: |scene, _| {
            let term = scene.terms.first()?;
            let others = scene.corpus.terms.iter().map(|other| other.translation.as_str());
            let other = others
                .filter(|other| differs(other, &term.translation))
                .find(|other| !scene.translation().contains(other))?;
            scene.spoilt(replaced(scene, &term.translation, other)?)
        },
    },
    Operator {
        name: "flip pronouns",
        expected: CaughtBy(&["C8"]),
        spoil: |scene, _| {
            let pair = scene.pair;
            let natural = ["zh", "ja", "ko", "en"].iter().any(|language| pair.source.is(language));
            let source = View::new(Cow::Borrowed(scene.source()), &pair.source_lexicon);
            let target = View::new(Cow::Borrowed(scene.translation()), &pair.target_lexicon);
            let (s, t) =
                (Pronouns::count_in(&source, &pair.source)?, Pronouns::count_in(&target, &pair.target)?);
            let clear =
                (s.only_feminine() && t.only_feminine()) || (s.only_masculine() && t.only_masculine());
            let plural = ["们", "們", "彼ら", "達"].iter().any(|word| scene.source().contains(word))
                || source.words().any(|word| matches!(word, "they" | "them" | "their"));
            if natural && clear && !plural { scene.spoilt(flipped(scene)?) } else { None }
        },
    },
    Operator {
        name: "honorific lost",
        expected: CaughtBy(&["C6"]),
        spoil: |scene, _| honoured(scene, Honorifics::Keep, None),
    },
    Operator {
        name: "honorific against the choice",
        expected: CaughtBy(&["C6"]),
        spoil: |scene, _| honoured(scene, Honorifics::Drop, Some("-san")),
    },
    Operator {
        name: "honorific as chosen",
        expected: SparedBy(&["C6"]),
        spoil: |scene, _| honoured(scene, Honorifics::Keep, Some("-san")),
    },
];

/// Whether two names are unlike enough that one is not taken for a form of the other.
fn differs(left: &str, right: &str) -> bool {
    left.chars().take(2).ne(right.chars().take(2)) && !left.contains(right) && !right.contains(left)
}

/// The translation with every occurrence of a name replaced; `None` if the name is not there, or still is.
fn replaced(scene: &Scene<'_>, name: &str, with: &str) -> Option<String> {
    if !stands_in(scene.translation(), name) {
        return None;
    }
    let text = scene.translation().replace(name, with);
    let view = View::new(Cow::Borrowed(text.as_str()), &scene.pair.target_lexicon);
    let still_there = has_form(&view, &scene.pair.target, name) && differs(name, with);
    (!still_there).then_some(text)
}

/// Another letter of the same script.
fn slip(c: char) -> char {
    match (Script::of_char(c), c) {
        (Script::Cyrillic, 'о') => 'и',
        (Script::Cyrillic, _) => 'о',
        (Script::Katakana, 'タ') => 'ラ',
        (Script::Katakana, _) => 'タ',
        (_, 'u') => 'o',
        (_, _) => 'u',
    }
}

/// Words that stand for a person of the other gender.
const PAIRS: [(&str, &str); 7] = [
    ("he", "she"),
    ("him", "her"),
    ("his", "her"),
    ("himself", "herself"),
    ("she", "he"),
    ("her", "his"),
    ("herself", "himself"),
];

fn flipped(scene: &Scene<'_>) -> Option<String> {
    let text = scene.translation();
    if scene.pair.target.is_chinese() {
        return Some(
            text.chars()
                .map(|c| {
                    if c == '他' {
                        '她'
                    } else if c == '她' {
                        '他'
                    } else {
                        c
                    }
                })
                .collect(),
        );
    }
    if !scene.pair.target.is("en") {
        return None;
    }
    let flip = |word: &str| -> Option<String> {
        let lower = word.to_lowercase();
        let (_, other) = PAIRS.iter().find(|(known, _)| *known == lower)?;
        let capital = word.starts_with(char::is_uppercase);
        let first = other.chars().next()?;
        Some(if capital {
            other.replacen(first, &first.to_uppercase().to_string(), 1)
        } else {
            (*other).to_owned()
        })
    };
    let mut written = String::new();
    let mut word = String::new();
    for c in text.chars().chain(['\0']) {
        if c.is_alphabetic() {
            word.push(c);
            continue;
        }
        written.push_str(&flip(&word).unwrap_or_else(|| word.clone()));
        word.clear();
        if c != '\0' {
            written.push(c);
        }
    }
    Some(written)
}

/// Puts an honorific after a name of the source and, where one is given, after the name of the translation.
fn honoured(scene: &Scene<'_>, honorifics: Honorifics, suffix: Option<&str>) -> Option<Mutant> {
    let name = &scene.characters.first()?.name;
    let fits = scene.pair.source.is("ja")
        && !scene.pair.target.is_ideographic()
        && stands_in(scene.translation(), &name.translation);
    if !fits {
        return None;
    }
    let source = scene.source().replacen(&name.source, &format!("{}さん", name.source), 1);
    let translation = match suffix {
        Some(suffix) => {
            scene.translation().replace(&name.translation, &format!("{}{suffix}", name.translation))
        }
        None => scene.translation().to_owned(),
    };
    let policy = Policy { honorifics, ..Policy::default() };
    Some(Mutant { policy, translation: Marked::from_plain(&translation), ..scene.mutant(&source, "") })
}
