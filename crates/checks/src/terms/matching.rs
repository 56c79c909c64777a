//! Whether a name stands in a text, exactly in the source and with its inflections in a translation.

use crate::language::LanguageProfile;
use crate::text::nearness::common_prefix;
use crate::text::view::{Token, View};
use book::knowledge::matching;
use book::text::fold::fold;
use book::text::script::Script;

/// A name or term that a source may contain, with what may stand for it in the translation.
pub struct WantedForm<'a> {
    /// The source's spelling.
    pub source: &'a str,
    /// Allowed translations, the agreed one first.
    pub forms: Vec<&'a str>,
}

/// Which of the names really stand in a source: those with an occurrence that is not inside a longer one.
pub fn present(source: &View<'_>, wanted: &[WantedForm<'_>]) -> Vec<usize> {
    let spellings: Vec<&str> = wanted.iter().map(|wanted| wanted.source).collect();
    matching::present(source.text(), &spellings)
}

/// Whether an allowed form stands in a translation; in inflected languages, whether a word starts like it.
pub fn has_form(translation: &View<'_>, language: &LanguageProfile, form: &str) -> bool {
    let folded = fold(form.trim());
    if folded.is_empty() {
        return false;
    }
    let inflected = language.known.as_ref().is_none_or(|known| known.record.inflected);
    let capital =
        form.trim().chars().next().filter(|c| c.is_uppercase() && Script::of_char(*c).is_alphabetic());
    if capital.is_some() && folded.chars().all(|c| Script::of_char(c).is_alphabetic()) {
        return is_name_there(translation, language, &folded);
    }
    if translation.comparable().contains(&folded) {
        return true;
    }
    if !inflected && !folded.contains([' ', '-']) {
        return translation.words().any(|word| is_form_of(word, &folded, false));
    }
    let all: Vec<&str> =
        folded.split(|c: char| !(c.is_alphanumeric() || c == '\'')).filter(|part| !part.is_empty()).collect();
    let long: Vec<&str> = all.iter().copied().filter(|part| part.chars().count() > SHORT).collect();
    let parts = if long.is_empty() { all } else { long };
    if parts.is_empty() {
        return false;
    }
    let words = translation.tokens().iter();
    let bare: Vec<&str> = words.map(|token| without_clitic(translation.word(token), language)).collect();
    // Several words may stand in any order, near to each other.
    let window = if parts.len() == 1 { 1 } else { 8.max(parts.len()) };
    let n_windows = (bare.len() + 1).saturating_sub(window).max(1);
    (0..n_windows).any(|start| {
        let near = bare.iter().skip(start).take(window);
        parts.iter().all(|part| near.clone().any(|word| *word == *part || is_form_of(word, part, inflected)))
    })
}

/// Names up to this length are only found whole or with a short ending.
const SHORT: usize = 2;

/// Whether a name of one word in an alphabet with capitals stands in a translation. With a capital any form of it counts:
/// `Вера` is not in `веранда`. In small letters, as a common noun, only the word itself and its nearest forms do: `a shark`
/// is the `Shark`.
fn is_name_there(translation: &View<'_>, language: &LanguageProfile, folded: &str) -> bool {
    let inflected = language.known.as_ref().is_none_or(|known| known.record.inflected);
    let is_short = folded.chars().nth(SHORT).is_none();
    translation.tokens().iter().any(|token| {
        let word = without_clitic(translation.word(token), language);
        if is_short || !has_capital(translation, token) {
            is_near_form(word, folded, inflected) && (!is_short || has_capital(translation, token))
        } else {
            is_form_of(word, folded, inflected)
        }
    })
}

/// Whether a word is a name with at most its last letter changed and two more.
fn is_near_form(word: &str, name: &str, inflected: bool) -> bool {
    if !inflected {
        return is_form_of(word, name, false);
    }
    let (word_len, name_len) = (word.chars().count(), name.chars().count());
    let stem = if name_len > SHORT + 1 { name_len - 1 } else { name_len };
    word_len <= name_len + 2 && common_prefix(word, name) >= stem
}

/// Whether a word has a capital, be it behind what leans on it: `l'Elfe`.
fn has_capital(view: &View<'_>, token: &Token) -> bool {
    view.chars().get(token.start..token.end).is_some_and(|chars| chars.iter().any(|c| c.is_uppercase()))
}

/// How nouns end in English, in the singular and otherwise: `ladies`, `wolves`, `boatmen`.
const ENDINGS: [(&str, &str); 8] =
    [("", "s"), ("", "'s"), ("", "'"), ("", "es"), ("y", "ies"), ("f", "ves"), ("fe", "ves"), ("man", "men")];

/// Whether a word can be a form of a name: 60 % of the name at its start, and at most four letters more.
pub fn is_form_of(word: &str, name: &str, inflected: bool) -> bool {
    if !inflected {
        return word == name
            || ENDINGS.iter().any(|(one, many)| {
                name.strip_suffix(one).is_some_and(|stem| word.strip_prefix(stem) == Some(*many))
            });
    }
    let (word_len, name_len) = (word.chars().count(), name.chars().count());
    let least = (name_len * 6).div_ceil(10).max(3);
    word_len <= name_len + 4 && common_prefix(word, name) >= least
}

/// A word without what leans on it: `l'elfe` is `elfe`, `konrad's` is `konrad`.
pub fn without_clitic<'w>(word: &'w str, language: &LanguageProfile) -> &'w str {
    let Some((head, tail)) = word.split_once('\'') else { return word };
    let clitics = language.known.as_ref().map_or("", |known| known.record.clitics.as_str());
    if clitics.split_whitespace().any(|clitic| clitic == head) {
        return tail;
    }
    // What leans on the end is short; in `al'thor` and `o'brien` the apostrophe is part of the name.
    word.rsplit_once('\'').map_or(word, |(name, end)| if end.chars().count() <= SHORT { name } else { word })
}
