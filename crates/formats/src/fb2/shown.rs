//! Every text of a `FictionBook` that a reader meets, by walking from bracket to bracket: no tokens, no ranges.

use crate::epub::unescape_xml;

/// Elements outside the body whose words readers see.
const SHOWN: [&str; 3] = ["body", "annotation", "book-title"];
/// Elements in which nothing is shown.
const UNSEEN: [&str; 6] =
    ["binary", "src-title-info", "document-info", "publish-info", "custom-info", "stylesheet"];

/// The texts.
pub(super) fn displayed_texts(book: &str) -> Vec<String> {
    let mut texts = Vec::new();
    let mut open: Vec<String> = Vec::new();
    let mut rest = book;
    while !rest.is_empty() {
        let is_seen = open.iter().any(|name| SHOWN.contains(&name.as_str()))
            && !open.iter().any(|name| UNSEEN.contains(&name.as_str()));
        let (text, tail) = rest.split_at_checked(rest.find('<').unwrap_or(rest.len())).unwrap_or((rest, ""));
        if is_seen && !text.trim().is_empty() {
            texts.push(unescape_xml(text).into_owned());
        }
        let end = if tail.starts_with("<!--") {
            "-->"
        } else if tail.starts_with("<![CDATA[") {
            "]]>"
        } else {
            ">"
        };
        let len = tail.find(end).map_or(tail.len(), |at| at + end.len());
        let (tag, after) = tail.split_at_checked(len).unwrap_or((tail, ""));
        rest = after;
        if let Some(data) = tag.strip_prefix("<![CDATA[").filter(|_| is_seen) {
            texts.push(data.strip_suffix("]]>").unwrap_or(data).to_owned());
        }
        if tag.starts_with("<!") || tag.starts_with("<?") || tag.is_empty() {
            continue;
        }
        let name: String = tag
            .trim_start_matches(['<', '/'])
            .chars()
            .take_while(|c| !c.is_whitespace() && !matches!(c, '/' | '>'))
            .collect();
        let name = name.rsplit(':').next().unwrap_or_default().to_ascii_lowercase();
        if tag.starts_with("</") {
            if let Some(at) = open.iter().rposition(|own| *own == name) {
                open.truncate(at);
            }
            continue;
        }
        if name == "image" && is_seen {
            texts.extend([" alt=", " title="].iter().filter_map(|attribute| value(tag, attribute)));
        }
        if !tag.ends_with("/>") {
            open.push(name);
        }
    }
    texts
}

fn value(tag: &str, attribute: &str) -> Option<String> {
    let after = tag.split_once(attribute)?.1;
    let quote = after.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let value = after.get(1..)?.split(quote).next()?;
    Some(unescape_xml(value).into_owned())
}
