//! Headings of Japanese, Chinese and Korean books.

use super::arrange::Rank;
use super::numeral;
use super::pattern::{Match, Rest};
use super::words::{EASTERN, KOREAN_UNITS, UNITS};

/// What may stand between the number of a heading and its title.
const SEPARATORS: [char; 24] = [
    ' ', '\u{3000}', '\t', ':', '：', '.', '．', '。', '・', '-', '–', '—', '―', '─', '~', '〜', '「', '『',
    '（', '(', '【', '〈', '<', '|',
];

/// `第三章`, `제3화`, `三章`.
pub(super) fn numbered(text: &str) -> Option<Match> {
    let marked = text.strip_prefix('第').or_else(|| text.strip_prefix('제'));
    let after = marked.unwrap_or(text).trim_start();
    let number_len: usize = after.chars().take_while(|c| is_number_char(*c)).map(char::len_utf8).sum();
    let (digits, after) = after.split_at_checked(number_len)?;
    let (unit, level) =
        UNITS.iter().chain(KOREAN_UNITS).rev().find(|(unit, _)| after.trim_start().starts_with(unit))?;
    let rest = after.trim_start().strip_prefix(unit)?;
    let number = numeral::value(digits);
    let is_named = matches!(digits, "上" | "中" | "下" | "前" | "後" | "终" | "終" | "最終" | "最终" | "末");
    if number.is_none() && !(is_named && marked.is_some()) {
        return None;
    }
    let kind = judge(rest)?;
    if marked.is_none() {
        // `二回` and `三部` are also quantities; a title must be set off and the line must stand alone.
        let is_usual = matches!(*unit, "章" | "話" | "话" | "화" | "장" | "巻" | "卷" | "회");
        if kind == Rest::Attached || !is_usual {
            return None;
        }
        return Some(Match { rank: Rank::Level(*level), number, is_firm: false, rest: kind });
    }
    let mut rank = Rank::Level(*level);
    // `第一部　第三章　…` is the chapter, not the part.
    if kind == Rest::Title
        && let Some(inner) = numbered(rest.trim_start_matches(SEPARATORS))
        && inner.rank > rank
    {
        rank = inner.rank;
        return Some(Match { rank, number: inner.number, is_firm: true, rest: inner.rest });
    }
    Some(Match { rank, number, is_firm: kind != Rest::Attached, rest: kind })
}

fn is_number_char(character: char) -> bool {
    character.is_ascii_digit()
        || "０１２３４５６７８９一二三四五六七八九十百千〇零○壱壹弐贰貳两兩両参叁參四肆伍陆陸柒捌玖拾佰仟廿卅上中下前後終终最末".contains(character)
        || "일이삼사오육칠팔구십백".contains(character)
        || ('Ⅰ'..='ⅿ').contains(&character)
        || "IVXLCＩＶＸ".contains(character)
}

/// What follows the unit, or `None` if it makes the line a sentence.
fn judge(rest: &str) -> Option<Rest> {
    let Some(first) = rest.chars().next() else { return Some(Rest::None) };
    let trimmed = rest.trim_start_matches(SEPARATORS);
    if trimmed.trim().is_empty() {
        return Some(Rest::None);
    }
    let is_speech = rest.trim_start().starts_with(['「', '『', '（', '(', '【', '〈']);
    let ends_as_sentence =
        rest.ends_with(['。', '，', '、', ',', ';', '；']) || (rest.ends_with(['」', '』']) && !is_speech);
    let has_sentence_inside =
        rest.trim_start_matches('。').contains(['。', '、']) && rest.chars().count() > 24;
    if ends_as_sentence || has_sentence_inside || is_korean_sentence(rest) {
        return None;
    }
    if SEPARATORS.contains(&first) {
        return Some(Rest::Title);
    }
    let is_particle = ('\u{3041}'..='\u{309f}').contains(&first)
        || ('\u{ac00}'..='\u{d7a3}').contains(&first)
        || "目的里是了就在和与與到讲講说說中以也都被把之及、，,!！?？".contains(first);
    let is_too_long = rest.chars().count() > 30;
    (!is_particle && !is_too_long).then_some(Rest::Attached)
}

fn is_korean_sentence(rest: &str) -> bool {
    rest.ends_with('.') && rest.chars().any(|character| ('\u{ac00}'..='\u{d7a3}').contains(&character))
}

/// `上巻`, `巻之三`, `卷一`.
pub(super) fn volume(text: &str) -> Option<Match> {
    let matched = |number, rest: &str| {
        let rest = judge(rest).filter(|rest| *rest != Rest::Attached)?;
        Some(Match { rank: Rank::Level(0), number, is_firm: false, rest })
    };
    for name in [
        "上巻", "中巻", "下巻", "上卷", "中卷", "下卷", "前編", "中編", "後編", "前篇", "後篇", "上編",
        "下編",
    ] {
        if let Some(rest) = text.strip_prefix(name) {
            return matched(None, rest);
        }
    }
    let after = text.strip_prefix(['巻', '卷'])?;
    let after = after.trim_start_matches(['之', 'の', 'ノ', ' ', '\u{3000}']);
    let number_len: usize = after.chars().take_while(|c| is_number_char(*c)).map(char::len_utf8).sum();
    let (digits, rest) = after.split_at_checked(number_len)?;
    let number = numeral::value(digits)?;
    matched(Some(number), rest)
}

/// `プロローグ`, `楔子`.
pub(super) fn word(text: &str) -> Option<Match> {
    let word = EASTERN.iter().filter(|word| text.starts_with(**word)).max_by_key(|word| word.len())?;
    let rest = text.strip_prefix(word)?;
    let after_number = rest.trim_start_matches(is_number_char);
    let rest = judge(after_number).filter(|rest| *rest != Rest::Attached)?;
    let is_firm = word.chars().count() > 2 && rest == Rest::None;
    Some(Match { rank: Rank::Special, number: None, is_firm, rest })
}
