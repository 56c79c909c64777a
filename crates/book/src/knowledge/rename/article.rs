//! Words before a form that may have to change with it: articles, and words that lose their vowel.

use super::inflection::is_vowel;
use super::rewriting::Hit;
use crate::language::LanguageTag;

/// Whether the word before a place may be wrong for the new form.
pub(super) fn may_change(plain: &str, hit: &Hit<'_>, is_person: bool, target: &LanguageTag) -> bool {
    let before = plain.get(..hit.place.start).unwrap_or_default();
    let word: String = {
        let letters =
            before.trim_end().chars().rev().take_while(|c| c.is_alphabetic() || matches!(c, '\'' | '’'));
        let mut letters: Vec<char> = letters.take(12).flat_map(char::to_lowercase).collect();
        letters.reverse();
        letters.into_iter().map(|c| if c == '’' { '\'' } else { c }).collect()
    };
    let begins_open = |form: &str| form.chars().next().is_some_and(is_vowel);
    let opening_differs = begins_open(&hit.shape.old) != begins_open(&hit.shape.new);
    let listed = |words: &[&str]| words.contains(&word.as_str());
    match target.primary() {
        "en" => opening_differs && listed(&["a", "an"]),
        "fr" | "it" | "ca" => {
            let elides = listed(FRENCH_ELIDING) || word.ends_with('\'');
            (opening_differs && elides) || (!is_person && (listed(ROMANCE) || word.ends_with('\'')))
        }
        "es" | "pt" => !is_person && listed(ROMANCE),
        "de" | "nl" => !is_person && listed(GERMANIC),
        _ => false,
    }
}

const FRENCH_ELIDING: &[&str] =
    &["le", "la", "de", "que", "ne", "se", "je", "me", "te", "ce", "di", "lo", "una", "del"];
const ROMANCE: &[&str] = &[
    "el", "la", "los", "las", "un", "una", "unos", "unas", "al", "del", "o", "a", "os", "as", "um", "uma",
    "do", "da", "dos", "das", "no", "na", "ao", "le", "les", "une", "des", "du", "au", "aux", "il", "lo",
    "i", "gli", "uno", "dello", "della", "nel", "nella", "cette", "ce", "cet", "ces", "este", "esta", "ese",
    "esa", "questo", "questa",
];
const GERMANIC: &[&str] = &[
    "der", "die", "das", "den", "dem", "des", "ein", "eine", "einen", "einem", "einer", "eines", "dieser",
    "diese", "dieses", "diesen", "diesem", "kein", "keine", "keinen", "im", "am", "zum", "zur", "vom",
    "beim", "de", "het", "een", "deze", "dit",
];
