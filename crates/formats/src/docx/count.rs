//! The texts of a part, found with code that knows nothing of how parts are read or written: everything between the
//! tags of `t` elements, and what pictures say of themselves. Deleted text does not count.

use crate::epub::unescape;

const GONE: [&str; 2] = ["del", "moveFrom"];

/// The texts, in order.
pub(super) fn texts(part: &str) -> Vec<String> {
    let mut texts = Vec::new();
    let mut gone: Vec<String> = Vec::new();
    // Word shows nothing outside of paragraphs.
    let mut n_paragraphs = 0_usize;
    let mut rest = part;
    while let Some((_, tail)) = rest.split_once('<') {
        if let Some(after) = tail.strip_prefix("!--") {
            rest = after.split_once("-->").map_or("", |(_, after)| after);
            continue;
        }
        let Some((tag, after)) = split_tag(tail) else { break };
        rest = after;
        let name: String =
            tag.trim_start_matches('/').chars().take_while(|c| !c.is_whitespace() && *c != '/').collect();
        let (prefix, local) = name.split_once(':').unwrap_or(("", &name));
        let is_end = tag.starts_with('/');
        let is_empty = tag.ends_with('/');
        if gone.last() == Some(&name) && is_end {
            gone.pop();
        } else if GONE.contains(&local) && prefix != "m" && !is_end && !is_empty {
            gone.push(name.clone());
        }
        if local == "p" && !is_empty {
            n_paragraphs = if is_end { n_paragraphs.saturating_sub(1) } else { n_paragraphs + 1 };
        }
        if is_end || !gone.is_empty() || n_paragraphs == 0 {
            continue;
        }
        match local {
            "t" if !is_empty => {
                let (text, _) = after.split_once("</").unwrap_or((after, ""));
                texts.push(text_of(text));
            }
            "noBreakHyphen" => texts.push("\u{2011}".to_owned()),
            "softHyphen" => texts.push("\u{ad}".to_owned()),
            "docPr" => texts.extend(["descr", "title"].iter().filter_map(|name| value(tag, name))),
            _ => {}
        }
    }
    texts
}

/// A tag without its brackets, and what follows; quoted brackets do not end it.
fn split_tag(tail: &str) -> Option<(&str, &str)> {
    let mut quote = None;
    for (at, character) in tail.char_indices() {
        match (character, quote) {
            ('"' | '\'', None) => quote = Some(character),
            (character, Some(open)) if character == open => quote = None,
            ('>', None) => return Some((tail.get(..at)?, tail.get(at + 1..)?)),
            _ => {}
        }
    }
    None
}

fn text_of(raw: &str) -> String {
    match raw.split_once("<![CDATA[") {
        Some((before, data)) => {
            let (data, after) = data.split_once("]]>").unwrap_or((data, ""));
            format!("{}{data}{}", unescape(before), text_of(after))
        }
        None => unescape(raw).into_owned(),
    }
}

fn value(tag: &str, name: &str) -> Option<String> {
    let start = tag.find(&format!(" {name}="))? + name.len() + 2;
    let quoted = tag.get(start..)?;
    let quote = quoted.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let (value, _) = quoted.get(1..)?.split_once(quote)?;
    Some(unescape(value).into_owned())
}
