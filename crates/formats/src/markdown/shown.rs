//! Every text of a Markdown file, counted from the parser's plain events: no ranges, no tags, no knowledge of writing.

use super::{OPTIONS, front};
use pulldown_cmark::{Event, LinkType, Parser, Tag, TagEnd};

/// The texts, in no particular order.
#[expect(clippy::wildcard_enum_match_arm, reason = "the parser has many events, and few of them matter here")]
pub(super) fn displayed_texts(text: &str) -> Vec<String> {
    let parser = Parser::new_ext(text, OPTIONS);
    let mut texts: Vec<String> = Vec::new();
    for (_, definition) in parser.reference_definitions().iter() {
        texts.extend(definition.title.as_ref().map(ToString::to_string));
    }
    let mut html: Option<String> = None;
    let (mut is_front, mut in_fallback) = (false, false);
    for event in parser {
        match event {
            Event::Start(Tag::HtmlBlock) => html = Some(String::new()),
            Event::End(TagEnd::HtmlBlock) => {
                texts.extend(crate::epub::shown_texts(&html.take().unwrap_or_default()));
            }
            Event::Start(Tag::MetadataBlock(_)) => is_front = true,
            Event::End(TagEnd::MetadataBlock(_)) => is_front = false,
            Event::Start(
                Tag::Link { link_type: LinkType::Inline, title, .. }
                | Tag::Image { link_type: LinkType::Inline, title, .. },
            ) => texts.push(title.to_string()),
            Event::InlineHtml(tag) => {
                if tag.to_ascii_lowercase().starts_with("<rp") {
                    in_fallback = true;
                } else if tag.to_ascii_lowercase().starts_with("</rp") {
                    in_fallback = false;
                }
                texts.extend(crate::epub::shown_texts(&tag));
            }
            Event::Html(piece) | Event::Text(piece) if html.is_some() => {
                if let Some(html) = &mut html {
                    html.push_str(&piece);
                }
            }
            Event::Text(lines) if is_front => texts.extend(front_texts(&lines)),
            Event::Text(_) if in_fallback => {}
            Event::Text(text) | Event::Code(text) | Event::Html(text) => texts.push(text.to_string()),
            _ => {}
        }
    }
    texts
}

/// Words of the front matter that readers see.
fn front_texts(lines: &str) -> Vec<String> {
    let shown = |line: &str| {
        let name = front::SHOWN.iter().find(|name| line.starts_with(**name))?;
        let rest = line.get(name.len()..)?.trim_start();
        let value = rest.strip_prefix([':', '='])?.trim();
        let quote = value.chars().next()?;
        if "[{|>&*!%@`#".contains(quote) {
            return None;
        }
        if matches!(quote, '"' | '\'') {
            let inner = value.get(1..)?.replace("\\\\", "\u{1}").replace("\\\"", "\u{2}");
            let inner = inner.split(quote).next()?.replace('\u{1}', "\\").replace('\u{2}', "\"");
            return Some(inner);
        }
        Some(value.split(" #").next().unwrap_or(value).to_owned())
    };
    lines.lines().filter_map(shown).collect()
}
