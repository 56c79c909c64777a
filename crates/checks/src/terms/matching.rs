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
    // A name in an alphabet with capitals is a word by itself and keeps its capital: `Вера` is not in `веранда`.
    let name = form.trim().chars().next().filter(|c| c.is_uppercase() && Script::of_char(*c).is_alphabetic());
    let is_one_word = name.is_some() && folded.chars().all(|c| Script::of_char(c).is_alphabetic());
    if !is_one_word && translation.comparable().contains(&folded) {
        return true;
    }
    let inflected = language.known.as_ref().is_none_or(|known| known.record.inflected);
    if !inflected && !is_one_word && !folded.contains(' ') {
        return false;
    }
    let parts: Vec<&str> = folded
        .split(|c: char| !(c.is_alphanumeric() || c == '\''))
        .filter(|part| part.chars().count() > 2)
        .collect();
    if parts.is_empty() {
        return false;
    }
    let words = translation.tokens().iter().filter(|token| !is_one_word || has_capital(translation, token));
    let bare: Vec<&str> = words.map(|token| without_clitic(translation.word(token), language)).collect();
    // Several words may stand in any order, near to each other.
    let window = if parts.len() == 1 { 1 } else { 8.max(parts.len()) };
    let n_windows = (bare.len() + 1).saturating_sub(window).max(1);
    (0..n_windows).any(|start| {
        let near = bare.iter().skip(start).take(window);
        parts.iter().all(|part| near.clone().any(|word| is_form_of(word, part, inflected)))
    })
}

/// Whether a word has a capital, be it behind what leans on it: `l'Elfe`.
fn has_capital(view: &View<'_>, token: &Token) -> bool {
    view.chars().get(token.start..token.end).is_some_and(|chars| chars.iter().any(|c| c.is_uppercase()))
}

/// Whether a word can be a form of a name: 60 % of the name at its start, and at most four letters more.
pub fn is_form_of(word: &str, name: &str, inflected: bool) -> bool {
    if !inflected {
        return word == name
            || word.strip_prefix(name).is_some_and(|rest| matches!(rest, "s" | "'s" | "'" | "es"));
    }
    let (word_len, name_len) = (word.chars().count(), name.chars().count());
    let least = (name_len * 6).div_ceil(10).max(3);
    word_len <= name_len + 4 && common_prefix(word, name) >= least
}

/// A word without what leans on it: `l'elfe` is `elfe`, `konrad's` is `konrad`.
pub fn without_clitic<'w>(word: &'w str, language: &LanguageProfile) -> &'w str {
    let Some((head, tail)) = word.split_once('\'') else { return word };
    let clitics = language.known.as_ref().map_or("", |known| known.record.clitics.as_str());
    if clitics.split_whitespace().any(|clitic| clitic == head) { tail } else { head }
}
