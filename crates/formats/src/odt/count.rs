//! The texts of a part, found with code that knows nothing of how parts are read or written: the character data of
//! paragraphs and of what pictures say of themselves. Comments, deleted text and the marks of notes do not count.

use crate::epub::unescape;

/// Elements whose character data counts.
const SHOWN: [&str; 4] = ["text:p", "text:h", "svg:title", "svg:desc"];
/// Elements in which nothing counts.
const UNSEEN: [&str; 3] = ["office:annotation", "text:tracked-changes", "text:note-citation"];

/// The texts, in order.
pub(super) fn texts(part: &str) -> Vec<String> {
    let mut texts = Vec::new();
    let (mut n_shown, mut n_unseen) = (0_usize, 0_usize);
    let mut rest = part;
    while !rest.is_empty() {
        let (text, tail) = rest.split_once('<').unwrap_or((rest, ""));
        if n_shown > 0 && n_unseen == 0 && !text.trim().is_empty() {
            texts.push(unescape(text).into_owned());
        }
        if let Some(data) = tail.strip_prefix("![CDATA[") {
            let (data, after) = data.split_once("]]>").unwrap_or((data, ""));
            if n_shown > 0 && n_unseen == 0 {
                texts.push(data.to_owned());
            }
            rest = after;
            continue;
        }
        if let Some(comment) = tail.strip_prefix("!--") {
            rest = comment.split_once("-->").map_or("", |(_, after)| after);
            continue;
        }
        let end = end_of_tag(tail);
        let (tag, after) = tail.split_at_checked(end).unwrap_or((tail, ""));
        rest = after.strip_prefix('>').unwrap_or(after);
        let is_end = tag.starts_with('/');
        let name: String =
            tag.trim_start_matches('/').chars().take_while(|c| !c.is_whitespace() && *c != '/').collect();
        if tag.ends_with('/') && !is_end {
            continue;
        }
        let count = |n: &mut usize| *n = if is_end { n.saturating_sub(1) } else { *n + 1 };
        if SHOWN.contains(&name.as_str()) {
            count(&mut n_shown);
        } else if UNSEEN.contains(&name.as_str()) {
            count(&mut n_unseen);
        }
    }
    texts
}

/// Where a tag ends; quoted brackets do not end it.
fn end_of_tag(tail: &str) -> usize {
    let mut quote = None;
    for (at, character) in tail.char_indices() {
        match (character, quote) {
            ('"' | '\'', None) => quote = Some(character),
            (character, Some(open)) if character == open => quote = None,
            ('>', None) => return at,
            _ => {}
        }
    }
    tail.len()
}
