//! Headings of books in alphabets.

use super::arrange::Rank;
use super::numeral;
use super::pattern::{Match, Rest};
use super::words::{NUMBERED, WESTERN};

/// `Chapter IV`, `Erstes Kapitel`.
pub(super) fn numbered(text: &str) -> Option<Match> {
    if !text.chars().next().is_some_and(|first| first.is_uppercase() || first.is_ascii_digit()) {
        return None;
    }
    let (first, after_first) = first_word(text)?;
    let (_, without_article) = first_word(after_first)
        .filter(|(word, _)| word.eq_ignore_ascii_case("the"))
        .unwrap_or(("", after_first));
    // `Chapter IV`, `Chapitre premier`
    if let Some(level) = level_of(first)
        && let Some((second, _)) = first_word(without_article)
    {
        let core = number_core(second);
        let number = numeral::value(core)?;
        return judge(level, number, without_article.strip_prefix(core)?);
    }
    // `Erstes Kapitel`, `3. Kapitel`
    let (second, _) = first_word(after_first)?;
    let level = level_of(second)?;
    let number = numeral::value(number_core(first))?;
    judge(level, number, after_first.strip_prefix(word_core(second))?)
}

fn first_word(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_start();
    let end = text.find(char::is_whitespace).unwrap_or(text.len());
    let (word, rest) = text.split_at_checked(end)?;
    (!word.is_empty()).then_some((word, rest.trim_start()))
}

/// Judges what follows the number or word of a heading.
fn judge(level: u8, number: u32, rest: &str) -> Option<Match> {
    let is_set_off = rest.trim_start().starts_with(['.', ':', '-', '–', '—', '―', '|', ',', '(']);
    let trimmed = rest.trim_matches(|character: char| !character.is_alphanumeric());
    let kind = match (trimmed.is_empty(), is_set_off) {
        (true, _) => Rest::None,
        (false, true) => Rest::Title,
        (false, false) => Rest::Attached,
    };
    let starts_small = trimmed.chars().next().is_some_and(char::is_lowercase);
    let ends_open = rest.ends_with([',', ';']);
    let is_sentence = kind == Rest::Attached && (starts_small || rest.ends_with(['.', '!', '?', ':']));
    if ends_open || is_sentence || (kind == Rest::Title && starts_small && rest.ends_with('.')) {
        return None;
    }
    Some(Match {
        rank: Rank::Level(level),
        number: Some(number),
        is_firm: kind != Rest::Attached,
        rest: kind,
    })
}

fn level_of(word: &str) -> Option<u8> {
    let lower = word_core(word).to_lowercase();
    NUMBERED.iter().find(|(known, _)| *known == lower).map(|(_, level)| *level)
}

fn word_core(word: &str) -> &str {
    word.trim_end_matches(['.', ':', ',', '-', '–', '—'])
}

fn number_core(word: &str) -> &str {
    word.split(['.', ':', ',', '–', '—', '―', '(']).next().unwrap_or(word).trim_end_matches(['-', 'º', 'ª'])
}

/// `PROLOGUE`.
pub(super) fn word(text: &str) -> Option<Match> {
    let first = text.chars().next().filter(|first| first.is_uppercase())?;
    let lower = text.to_lowercase();
    let word = WESTERN.iter().filter(|word| lower.starts_with(**word)).max_by_key(|word| word.len())?;
    let rest = lower.strip_prefix(word)?;
    let is_all = rest.trim_matches(['.', ':', ' ']).is_empty();
    let is_title =
        rest.trim_start().starts_with([':', '.', '-', '–', '—']) && !rest.ends_with(['.', ',', ';']);
    let is_shouted = first.is_uppercase() && !text.chars().any(char::is_lowercase);
    (is_all || is_title).then_some(Match {
        rank: Rank::Special,
        number: None,
        is_firm: is_all && is_shouted && word.len() > 5,
        rest: if is_all { Rest::None } else { Rest::Title },
    })
}
