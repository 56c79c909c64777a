//! Says of one line whether it looks like a heading, of which rank, and how sure that is.

use super::arrange::Rank;
use super::{eastern, western};

/// What speech begins with; a line that does is never a heading.
pub(super) const QUOTES: [char; 9] = ['「', '『', '“', '"', '‘', '\'', '«', '„', '”'];

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
    let heading = eastern::numbered(&plain)
        .or_else(|| eastern::volume(&plain))
        .or_else(|| eastern::word(&plain))
        .or_else(|| western::numbered(&plain))
        .or_else(|| western::word(&plain))?;
    let title = text.trim_matches(['#', ' ']).to_owned();
    let is_adorned = plain != text && !matches!(text.chars().next(), Some('-' | '—' | '―' | '*' | '~'));
    let key = heading
        .number
        .map_or_else(|| plain.split_whitespace().collect::<String>().to_lowercase(), |n| n.to_string());
    let is_bare = heading.rest == Rest::None && heading.rank != Rank::Special;
    Some(Candidate { rank: heading.rank, is_firm: heading.is_firm || is_adorned, is_bare, key, title })
}

/// The head of a heading, recognised.
pub(super) struct Match {
    pub(super) rank: Rank,
    pub(super) number: Option<u32>,
    pub(super) is_firm: bool,
    pub(super) rest: Rest,
}

/// What follows the number or word of a heading.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Rest {
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
