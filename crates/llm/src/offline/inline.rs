//! Inline tags in a paragraph, told apart from its words so that the words alone are changed.

/// A part of a paragraph.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part<'a> {
    /// `<1>`, `</1>`, `<2/>`, and the marks of ruby `｜…《…》`: to be kept as it is.
    Tag(&'a str),
    /// Words.
    Words(&'a str),
}

/// The longest a tag may be; anything longer is a less-than sign in prose.
const LONGEST_TAG: usize = 12;

/// Splits a paragraph into tags and words; joined again they give the paragraph.
pub(super) fn parts(text: &str) -> Vec<Part<'_>> {
    let mut parts = Vec::new();
    let mut words_from = 0;
    let mut at = 0;
    while let Some(found) = text.get(at..).and_then(|rest| rest.find(['<', '｜', '《', '》'])) {
        let start = at + found;
        let length = text.get(start..).and_then(|rest| tag_length(rest).or_else(|| ruby_mark_length(rest)));
        let Some(end) = length.map(|length| start + length) else {
            at = start + 1;
            continue;
        };
        push_words(&mut parts, text.get(words_from..start));
        parts.extend(text.get(start..end).map(Part::Tag));
        words_from = end;
        at = end;
    }
    push_words(&mut parts, text.get(words_from..));
    parts
}

fn push_words<'a>(parts: &mut Vec<Part<'a>>, words: Option<&'a str>) {
    parts.extend(words.filter(|words| !words.is_empty()).map(Part::Words));
}

/// The marks of ruby are characters of their own; they are kept wherever they stand.
fn ruby_mark_length(text: &str) -> Option<usize> {
    let first = text.chars().next()?;
    matches!(first, '｜' | '《' | '》').then(|| first.len_utf8())
}

fn tag_length(text: &str) -> Option<usize> {
    let end = text.strip_prefix('<')?.find('>')? + 1;
    let inside = text.get(1..end)?;
    let name = inside.strip_prefix('/').unwrap_or(inside);
    let name = name.strip_suffix('/').unwrap_or(name);
    let is_tag = !name.is_empty()
        && inside.len() <= LONGEST_TAG
        && name.chars().all(|character| character.is_ascii_digit());
    is_tag.then_some(end + 1)
}
