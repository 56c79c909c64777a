//! What stands around a text and is not part of it: white space, anchors, wrappers, and the breaks between lines.

use super::elements::{self, Role};
use super::inline::{self, Space};
use super::scan::{Page, TokenKind};
use std::ops::Range;

/// The run without white space, anchors and breaks at its edges and without elements that wrap all of it.
pub(super) fn strip(page: &Page, run: Range<usize>, space: Space) -> Range<usize> {
    let (mut start, mut end) = (run.start, run.end);
    loop {
        let nodes = nodes(page, start..end);
        let is_blank = |node: &Range<usize>| is_blank(page, node.clone(), space);
        let Some(first) = nodes.iter().position(|node| !is_blank(node)) else { return start..start };
        let last = nodes.iter().rposition(|node| !is_blank(node)).unwrap_or(first);
        let (Some(first_node), Some(last_node)) = (nodes.get(first), nodes.get(last)) else {
            return start..start;
        };
        (start, end) = (first_node.start, last_node.end);
        let wraps = first == last
            && page.kind(start) == Some(TokenKind::Start)
            && page.end_tag(start) == Some(end - 1)
            && page.role(start) == Role::Inline;
        if !wraps {
            return start..end;
        }
        (start, end) = (start + 1, end - 1);
    }
}

/// Tokens and whole elements, side by side.
fn nodes(page: &Page, run: Range<usize>) -> Vec<Range<usize>> {
    let mut nodes = Vec::new();
    let mut at = run.start;
    while at < run.end {
        let after = page.after(at).clamp(at + 1, run.end);
        nodes.push(at..after);
        at = after;
    }
    nodes
}

/// Whether a node shows neither text nor a picture.
fn is_blank(page: &Page, node: Range<usize>, space: Space) -> bool {
    let mut at = node.start;
    while at < node.end {
        match page.kind(at) {
            Some(TokenKind::Text | TokenKind::CData) => {
                let text = inline::token_text(page, at);
                let shows = if space == Space::Verbatim {
                    text.trim_matches(['\r', '\n'])
                } else {
                    text.trim_ascii()
                };
                if !shows.is_empty() {
                    return false;
                }
            }
            Some(TokenKind::Reference) => return false,
            Some(TokenKind::Start | TokenKind::Empty) => {
                if elements::is_picture(page, at) {
                    return false;
                }
                if page.role(at) == Role::Opaque {
                    at = page.after(at);
                    continue;
                }
            }
            Some(TokenKind::End | TokenKind::Hidden | TokenKind::DocType) | None => {}
        }
        at += 1;
    }
    true
}

/// More breaks than this, or two in a row, or long text with breaks, and each line is a block of its own.
const BREAKS_OF_ONE_BLOCK: usize = 3;
const LENGTH_OF_ONE_BLOCK: usize = 600;

pub(super) fn lines(page: &Page, content: Range<usize>, space: Space) -> Vec<Range<usize>> {
    let nodes = nodes(page, content.clone());
    let breaks: Vec<usize> = (0..nodes.len())
        .filter(|&at| nodes.get(at).is_some_and(|node| elements::is_break(page, node.start)))
        .collect();
    let in_a_row = breaks.windows(2).any(|pair| {
        let between =
            pair.first().zip(pair.last()).and_then(|(&a, &b)| nodes.get(a + 1..b)).unwrap_or_default();
        between.iter().all(|node| is_blank(page, node.clone(), space))
    });
    let bytes = page.range(content.start).start..page.range(content.end.saturating_sub(1)).end;
    let is_long = !breaks.is_empty() && page.cut(bytes).chars().count() > LENGTH_OF_ONE_BLOCK;
    if breaks.len() <= BREAKS_OF_ONE_BLOCK && !in_a_row && !is_long {
        return vec![content];
    }
    let mut lines = Vec::with_capacity(breaks.len() + 1);
    let mut start = content.start;
    for node in breaks.iter().filter_map(|&at| nodes.get(at)) {
        lines.push(start..node.start);
        start = node.end;
    }
    lines.push(start..content.end);
    lines
}

/// The bytes without white space that a browser would not show.
pub(super) fn trim(page: &Page, bytes: Range<usize>, space: Space) -> Range<usize> {
    if space == Space::Verbatim {
        return bytes;
    }
    let text = page.cut(bytes.clone());
    let start = bytes.start + (text.len() - text.trim_ascii_start().len());
    let end = bytes.end - (text.len() - text.trim_ascii_end().len());
    start..end.max(start)
}
