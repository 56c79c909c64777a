//! The shapes a form takes in a translation and what becomes of each when the form is replaced: listed, not guessed.
//!
//! English has plurals and the possessive of names in `s`; German, Dutch and the languages of the north have a genitive
//! in `s`; French, Spanish and Portuguese have plurals; Korean particles follow the sound of the name. Capitals at the start of a
//! sentence and in headings are followed in every alphabet. Whatever else grammar does is left to a model.

use crate::language::LanguageTag;
use crate::text::script::Script;

/// One shape of a form, before and after.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Shape {
    /// As it stands in a translation.
    pub old: String,
    /// What is to stand there.
    pub new: String,
}

/// Every listed shape of a form, the form itself first.
pub fn shapes(old: &str, new: &str, target: &LanguageTag) -> Vec<Shape> {
    let (old, new) = (old.trim(), new.trim());
    let mut pairs = vec![(old.to_owned(), new.to_owned())];
    match target.primary() {
        "en" => english(old, new, &mut pairs),
        "de" | "nl" | "sv" | "da" | "no" | "nb" | "nn" => genitive(old, new, &mut pairs),
        "es" | "pt" => {
            let olds = plural_of(old, &["s", "es"]);
            pairs.extend(olds.into_iter().map(|old| (old, romance_plural(new))));
        }
        "fr" => pairs.push((format!("{old}s"), format!("{new}s"))),
        "ko" => korean(old, new, &mut pairs),
        _ => {}
    }
    let mut shapes: Vec<Shape> = Vec::new();
    for (old, new) in pairs {
        for shape in cases(&old, &new) {
            if !shape.old.is_empty() && !shapes.iter().any(|known| known.old == shape.old) {
                shapes.push(shape);
            }
        }
    }
    shapes
}

fn english(old: &str, new: &str, pairs: &mut Vec<(String, String)>) {
    if !ends_in_letter(old) {
        return;
    }
    let mut olds = vec![english_plural(old)];
    // Elves, and also dwarfs.
    if let Some(stem) = old.strip_suffix('f') {
        olds.push(format!("{stem}ves"));
    }
    pairs.extend(olds.into_iter().map(|old| (old, english_plural(new))));
    if old.ends_with('s') {
        let possessive = if new.ends_with('s') { "'" } else { "'s" };
        pairs.push((format!("{old}'"), format!("{new}{possessive}")));
        pairs.push((format!("{old}’"), format!("{new}{}", possessive.replace('\'', "’"))));
    }
}

fn english_plural(word: &str) -> String {
    let hisses = ["s", "x", "z", "ch", "sh"].iter().any(|end| word.ends_with(end));
    match word.strip_suffix('y') {
        Some(stem) if !stem.ends_with(['a', 'e', 'i', 'o', 'u']) => format!("{stem}ies"),
        _ if hisses => format!("{word}es"),
        _ => format!("{word}s"),
    }
}

fn genitive(old: &str, new: &str, pairs: &mut Vec<(String, String)>) {
    let hisses = |word: &str| word.ends_with(['s', 'x', 'z', 'ß']);
    let of = |word: &str| if hisses(word) { format!("{word}'") } else { format!("{word}s") };
    if ends_in_letter(old) {
        pairs.push((of(old), of(new)));
        if hisses(old) {
            pairs.push((format!("{old}’"), of(new).replace('\'', "’")));
        }
    }
}

fn plural_of(word: &str, endings: &[&str]) -> Vec<String> {
    endings.iter().filter(|_| ends_in_letter(word)).map(|ending| format!("{word}{ending}")).collect()
}

fn romance_plural(word: &str) -> String {
    let is_open = word.chars().next_back().is_some_and(is_vowel);
    if is_open { format!("{word}s") } else { format!("{word}es") }
}

/// Particles that differ after a consonant and after a vowel, the consonant's first.
const PARTICLES: [(&str, &str); 10] = [
    ("은", "는"),
    ("이", "가"),
    ("을", "를"),
    ("과", "와"),
    ("으로", "로"),
    ("아", "야"),
    ("이여", "여"),
    ("이나", "나"),
    ("이랑", "랑"),
    ("이라", "라"),
];

fn korean(old: &str, new: &str, pairs: &mut Vec<(String, String)>) {
    let (Some(old_end), Some(new_end)) = (final_sound(old), final_sound(new)) else { return };
    for (after_consonant, after_vowel) in PARTICLES {
        // `로` follows ㄹ as it follows a vowel.
        let chosen = |sound: FinalSound| match sound {
            FinalSound::Vowel => after_vowel,
            FinalSound::Rieul if after_vowel == "로" => after_vowel,
            FinalSound::Rieul | FinalSound::Consonant => after_consonant,
        };
        let (was, is) = (chosen(old_end), chosen(new_end));
        if was != is {
            pairs.push((format!("{old}{was}"), format!("{new}{is}")));
        }
    }
}

#[derive(Clone, Copy)]
enum FinalSound {
    Vowel,
    Rieul,
    Consonant,
}

fn final_sound(word: &str) -> Option<FinalSound> {
    let last = u32::from(word.chars().next_back()?);
    let place = last.checked_sub(0xac00).filter(|place| *place < 11_172)?;
    Some(match place % 28 {
        0 => FinalSound::Vowel,
        8 => FinalSound::Rieul,
        _ => FinalSound::Consonant,
    })
}

/// The shape as it is, at the start of a sentence, and in capitals.
fn cases(old: &str, new: &str) -> Vec<Shape> {
    let shape = |old: String, new: String| Shape { old, new };
    let mut shapes = vec![shape(old.to_owned(), new.to_owned())];
    if capitalised(old) != old {
        shapes.push(shape(capitalised(old), capitalised(new)));
    }
    let n_letters = old.chars().filter(|c| c.is_alphabetic()).count();
    if n_letters > 1 && old.to_uppercase() != old {
        shapes.push(shape(old.to_uppercase(), new.to_uppercase()));
    }
    shapes
}

fn capitalised(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map(|first| first.to_uppercase().chain(chars).collect()).unwrap_or_default()
}

fn ends_in_letter(word: &str) -> bool {
    word.chars().next_back().is_some_and(|last| Script::of_char(last).is_alphabetic())
}

/// Whether a letter is a vowel, accents aside.
pub(super) fn is_vowel(c: char) -> bool {
    let bare = crate::text::fold::fold(c.encode_utf8(&mut [0; 4]));
    matches!(bare.as_str(), "a" | "e" | "i" | "o" | "u")
}
