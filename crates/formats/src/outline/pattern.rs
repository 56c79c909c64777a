//! Says of one line whether it looks like a heading, of which rank, and how sure that is.

use super::arrange::Rank;
use super::numeral;
use super::words::{EASTERN, KOREAN_UNITS, NUMBERED, UNITS, WESTERN};

/// What speech begins with; a line that does is never a heading.
pub(super) const QUOTES: [char; 9] = ['「', '『', '“', '"', '‘', '\'', '«', '„', '”'];

/// What may stand between the number of a heading and its title.
const SEPARATORS: [char; 24] = [
    ' ', '\u{3000}', '\t', ':', '：', '.', '．', '。', '・', '-', '–', '—', '―', '─', '~', '〜', '「', '『',
    '（', '(', '【', '〈', '<', '|',
];

/// Marks that adorn headings.
const ORNAMENTS: [char; 26] = [
    '#', '＃', '■', '◆', '◇', '□', '●', '○', '★', '☆', '§', '▼', '▽', '▲', '△', '※', '*', '＊', '=', '＝',
    '~', '～', '－', '―', '—', '-',
];

/// A line that looks like a heading.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Candidate {
    pub(super) rank: Rank,
    /// Whether it can be nothing else, wherever it stands.
    pub(super) is_firm: bool,
    /// Whether it is a number or a word without a title.
    pub(super) is_bare: bool,
    /// What identifies the heading when it is named twice, once in the table of contents.
    pub(super) key: String,
    /// The heading as a title.
    pub(super) title: String,
}

/// Whether the line is a heading beyond doubt.
pub(crate) fn is_firm_heading(text: &str) -> bool {
    classify(text).is_some_and(|candidate| candidate.is_firm)
}

/// The rank the title has by its words.
pub(crate) fn rank_of(title: &str) -> Option<Rank> {
    classify(title).map(|candidate| candidate.rank)
}

/// What the line would be if it were a heading.
pub(super) fn classify(text: &str) -> Option<Candidate> {
    let text = text.trim();
    let limit = if text.chars().any(|character| character >= '\u{2e80}') { 50 } else { 90 };
    if text.is_empty() || text.starts_with(QUOTES) || text.chars().count() > limit || has_page_number(text) {
        return None;
    }
    let plain = undecorated(text);
    let heading = eastern_numbered(&plain)
        .or_else(|| eastern_volume(&plain))
        .or_else(|| eastern_word(&plain))
        .or_else(|| western_numbered(&plain))
        .or_else(|| western_word(&plain))?;
    let title = text.trim_matches(['#', ' ']).to_owned();
    let is_adorned = plain != text && !matches!(text.chars().next(), Some('-' | '—' | '―' | '*' | '~'));
    let key = heading
        .number
        .map_or_else(|| plain.split_whitespace().collect::<String>().to_lowercase(), |n| n.to_string());
    let is_bare = heading.rest == Rest::None && heading.rank != Rank::Special;
    Some(Candidate { rank: heading.rank, is_firm: heading.is_firm || is_adorned, is_bare, key, title })
}

struct Match {
    rank: Rank,
    number: Option<u32>,
    is_firm: bool,
    rest: Rest,
}

/// What follows the number or word of a heading.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Rest {
    None,
    /// A title, set off.
    Title,
    /// A title that follows directly, which might also be the middle of a sentence.
    Attached,
}

/// A line of a table of contents ends with a page: `… 12`.
fn has_page_number(text: &str) -> bool {
    let without = text.trim_end_matches(|character: char| character.is_numeric());
    let without_spaces = without.trim_end();
    without.len() < text.len()
        && (without_spaces.ends_with("..")
            || without_spaces.ends_with("……")
            || without_spaces.ends_with("・・")
            || without_spaces.ends_with(". ."))
}

/// The line without the marks around it: `【第一章】旅立ち` is `第一章 旅立ち`, `# Chapter 1` is `Chapter 1`.
fn undecorated(text: &str) -> String {
    let inner =
        text.trim_matches(|character: char| ORNAMENTS.contains(&character) || character.is_whitespace());
    for (open, close) in [
        ('【', '】'),
        ('［', '］'),
        ('〔', '〕'),
        ('〈', '〉'),
        ('＜', '＞'),
        ('<', '>'),
        ('≪', '≫'),
        ('[', ']'),
    ] {
        if let Some(after) = inner.strip_prefix(open)
            && let Some((head, rest)) = after.split_once(close)
        {
            return format!("{} {}", head.trim(), rest.trim()).trim().to_owned();
        }
    }
    inner.to_owned()
}

fn eastern_numbered(text: &str) -> Option<Match> {
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
    let kind = eastern_rest(rest)?;
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
        && let Some(inner) = eastern_numbered(rest.trim_start_matches(SEPARATORS))
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
fn eastern_rest(rest: &str) -> Option<Rest> {
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
fn eastern_volume(text: &str) -> Option<Match> {
    let volume = |number, rest: &str| {
        let rest = eastern_rest(rest).filter(|rest| *rest != Rest::Attached)?;
        Some(Match { rank: Rank::Level(0), number, is_firm: false, rest })
    };
    for name in [
        "上巻", "中巻", "下巻", "上卷", "中卷", "下卷", "前編", "中編", "後編", "前篇", "後篇", "上編",
        "下編",
    ] {
        if let Some(rest) = text.strip_prefix(name) {
            return volume(None, rest);
        }
    }
    let after = text.strip_prefix(['巻', '卷'])?;
    let after = after.trim_start_matches(['之', 'の', 'ノ', ' ', '\u{3000}']);
    let number_len: usize = after.chars().take_while(|c| is_number_char(*c)).map(char::len_utf8).sum();
    let (digits, rest) = after.split_at_checked(number_len)?;
    let number = numeral::value(digits)?;
    volume(Some(number), rest)
}

fn eastern_word(text: &str) -> Option<Match> {
    let word = EASTERN.iter().filter(|word| text.starts_with(**word)).max_by_key(|word| word.len())?;
    let rest = text.strip_prefix(word)?;
    let after_number = rest.trim_start_matches(is_number_char);
    let rest = eastern_rest(after_number).filter(|rest| *rest != Rest::Attached)?;
    let is_firm = word.chars().count() > 2 && rest == Rest::None;
    Some(Match { rank: Rank::Special, number: None, is_firm, rest })
}

fn western_numbered(text: &str) -> Option<Match> {
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
        return western(level, number, without_article.strip_prefix(core)?);
    }
    // `Erstes Kapitel`, `3. Kapitel`
    let (second, _) = first_word(after_first)?;
    let level = level_of(second)?;
    let number = numeral::value(number_core(first))?;
    western(level, number, after_first.strip_prefix(word_core(second))?)
}

fn first_word(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_start();
    let end = text.find(char::is_whitespace).unwrap_or(text.len());
    let (word, rest) = text.split_at_checked(end)?;
    (!word.is_empty()).then_some((word, rest.trim_start()))
}

/// Judges what follows the number or word of a heading.
fn western(level: u8, number: u32, rest: &str) -> Option<Match> {
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

fn western_word(text: &str) -> Option<Match> {
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
