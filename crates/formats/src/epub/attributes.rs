//! The attributes of one start tag, found in its bytes so that one of them can be changed and the rest left alone.

use super::entities;
use std::borrow::Cow;
use std::ops::Range;

/// An attribute: its name, and where it and its value stand in the tag.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attribute<'a> {
    /// The name with its prefix.
    pub name: &'a str,
    /// The value as written.
    pub value: &'a str,
    /// From the white space before the name to the end of the value.
    pub whole: Range<usize>,
    /// The value without its quotes.
    pub value_range: Range<usize>,
}

/// The attributes of a start tag, in order.
pub fn attributes(tag: &str) -> impl Iterator<Item = Attribute<'_>> {
    let mut at = tag.find(|c: char| c.is_ascii_whitespace()).unwrap_or(tag.len());
    std::iter::from_fn(move || {
        let (attribute, next) = attribute_at(tag, at)?;
        at = next;
        Some(attribute)
    })
}

/// Names and values of a start tag, each value as its place without quotes.
pub(crate) fn places(tag: &str) -> impl Iterator<Item = (&str, Range<usize>)> {
    attributes(tag).map(|attribute| (attribute.name, attribute.value_range))
}

/// The value of the attribute with this name; a name without prefix also finds it under a prefix.
pub(super) fn attribute<'a>(tag: &'a str, name: &str) -> Option<Cow<'a, str>> {
    find(tag, name).map(|attribute| entities::unescape(attribute.value))
}

/// The attribute with this name.
pub(super) fn find<'a>(tag: &'a str, name: &str) -> Option<Attribute<'a>> {
    attributes(tag).find(|attribute| attribute.name.eq_ignore_ascii_case(name))
}

/// The tag without any attribute of these names.
pub fn without(tag: &str, names: &[&str]) -> String {
    let mut kept = String::with_capacity(tag.len());
    let mut from = 0;
    for attribute in attributes(tag) {
        if names.iter().any(|name| attribute.name.eq_ignore_ascii_case(name)) {
            kept.push_str(tag.get(from..attribute.whole.start).unwrap_or_default());
            from = attribute.whole.end;
        }
    }
    kept.push_str(tag.get(from..).unwrap_or_default());
    kept
}

/// The tag with the attribute set: its value replaced where it stands, or added at the end.
pub fn with(tag: &str, name: &str, value: &str) -> String {
    let value = entities::escape_attribute(value);
    if let Some(attribute) = find(tag, name) {
        let (before, after) = (tag.get(..attribute.value_range.start), tag.get(attribute.value_range.end..));
        return format!("{}{value}{}", before.unwrap_or_default(), after.unwrap_or_default());
    }
    let end = if tag.ends_with("/>") { tag.len().saturating_sub(2) } else { tag.len().saturating_sub(1) };
    let (head, tail) = tag.split_at_checked(end).unwrap_or((tag, ""));
    format!(
        "{} {name}=\"{value}\"{}{tail}",
        head.trim_end(),
        if tail == "/>" && head.ends_with(' ') { " " } else { "" }
    )
}

fn attribute_at(tag: &str, at: usize) -> Option<(Attribute<'_>, usize)> {
    let rest = tag.get(at..)?;
    let name_start = at + rest.find(|c: char| !c.is_ascii_whitespace() && c != '/')?;
    let rest = tag.get(name_start..)?;
    if rest.starts_with('>') {
        return None;
    }
    let name_len = rest
        .char_indices()
        .skip(1)
        .find(|(_, c)| c.is_ascii_whitespace() || matches!(c, '=' | '>' | '/'))
        .map_or(rest.len(), |(at, _)| at);
    let name = rest.get(..name_len)?;
    let name_end = name_start + name_len;
    let after_name = tag.get(name_end..)?;
    let blank = after_name.len() - after_name.trim_ascii_start().len();
    let whole = |end| at..end;
    let Some(value_part) = after_name.trim_ascii_start().strip_prefix('=') else {
        let empty = Attribute { name, value: "", whole: whole(name_end), value_range: name_end..name_end };
        return Some((empty, name_end));
    };
    let gap = value_part.len() - value_part.trim_ascii_start().len();
    let mut start = name_end + blank + 1 + gap;
    let value_part = tag.get(start..)?;
    let (len, closing) = match value_part.chars().next() {
        Some(quote @ ('"' | '\'')) => {
            start += 1;
            let inside = tag.get(start..)?;
            inside.find(quote).map_or((inside.len(), 0), |len| (len, 1))
        }
        _ => (value_part.find(|c: char| c.is_ascii_whitespace() || c == '>').unwrap_or(value_part.len()), 0),
    };
    let value = tag.get(start..start + len)?;
    let end = start + len + closing;
    Some((Attribute { name, value, whole: whole(end), value_range: start..start + len }, end))
}
