//! Tables of contents: the navigation document of EPUB 3 and the NCX of EPUB 2, as one list.

use super::elements::has_type;
use super::inline::plain_text;
use super::package::{find, find_all};
use super::paths::{self, Target};
use super::scan::Page;
use std::ops::Range;

/// One line of a table of contents.
#[derive(Debug, Clone)]
pub(super) struct ContentsEntry {
    /// What it says.
    pub label: String,
    /// Where it leads; a heading without a link leads nowhere.
    pub target: Option<Target>,
    /// How deep it is nested, from zero.
    pub depth: usize,
    /// The tokens of the label.
    pub label_tokens: Range<usize>,
}

/// A table of contents and the places it names.
#[derive(Debug, Default)]
pub(super) struct Contents {
    pub entries: Vec<ContentsEntry>,
    /// Kinds of places (`bodymatter`, `cover`) with where they are.
    pub landmarks: Vec<(String, Target)>,
}

/// Reads a navigation document that stands at `path`.
pub(super) fn read_nav(page: &Page, path: &str) -> Contents {
    let navs: Vec<usize> = find_all(page, "nav").collect();
    let toc =
        navs.iter().copied().find(|&nav| has_type(page, nav, &["toc"])).or_else(|| navs.first().copied());
    let mut contents = Contents { entries: Vec::new(), landmarks: Vec::new() };
    if let Some(toc) = toc {
        contents.entries = nav_entries(page, path, toc);
    }
    for &nav in navs.iter().filter(|&&nav| has_type(page, nav, &["landmarks"])) {
        for at in (nav..page.mate(nav)).filter(|&at| page.opens(at) && page.is(at, "a")) {
            let kind = page.attribute(at, "epub:type").unwrap_or_default().to_ascii_lowercase();
            if let Some(target) = page.attribute(at, "href").and_then(|href| paths::resolve(path, &href)) {
                contents.landmarks.push((kind, target));
            }
        }
    }
    contents
}

/// Reads an NCX that stands at `path`.
pub(super) fn read_ncx(page: &Page, path: &str) -> Contents {
    let mut entries = Vec::new();
    let Some(map) = find(page, "navMap") else { return Contents::default() };
    let mut open: Vec<usize> = Vec::new();
    for at in map + 1..page.mate(map) {
        while open.last().is_some_and(|&point| page.mate(point) <= at) {
            open.pop();
        }
        if !page.opens(at) || !page.is(at, "navPoint") {
            continue;
        }
        let inside = at + 1..page.mate(at);
        let own = |name: &str| inside.clone().find(|&inner| page.opens(inner) && page.is(inner, name));
        if let Some(text) = own("text") {
            let label_tokens = text + 1..page.mate(text);
            let target = own("content")
                .and_then(|content| page.attribute(content, "src"))
                .and_then(|src| paths::resolve(path, &src));
            let label = plain_text(page, label_tokens.clone());
            entries.push(ContentsEntry { label, target, depth: open.len(), label_tokens });
        }
        open.push(at);
    }
    Contents { entries, landmarks: Vec::new() }
}

fn nav_entries(page: &Page, path: &str, toc: usize) -> Vec<ContentsEntry> {
    let mut entries = Vec::new();
    let mut lists: Vec<usize> = Vec::new();
    let mut at = toc + 1;
    while at < page.mate(toc) {
        while lists.last().is_some_and(|&list| page.mate(list) <= at) {
            lists.pop();
        }
        if page.opens(at) && (page.is(at, "ol") || page.is(at, "ul")) {
            lists.push(at);
        } else if !lists.is_empty() && page.opens(at) && (page.is(at, "a") || page.is(at, "span")) {
            let label_tokens = at + 1..page.mate(at);
            let target = page.attribute(at, "href").and_then(|href| paths::resolve(path, &href));
            let label = plain_text(page, label_tokens.clone());
            if !label.is_empty() || target.is_some() {
                entries.push(ContentsEntry { label, target, depth: lists.len() - 1, label_tokens });
            }
            at = page.after(at);
            continue;
        }
        at += 1;
    }
    entries
}
