//! The bookmarks of a document, which are its table of contents: titles and how deep they stand.

use lopdf::{Document, Object, ObjectId};
use std::collections::HashSet;

const MAX_BOOKMARKS: usize = 20_000;
const MAX_DEPTH: u8 = 12;

/// The titles in order, with their levels from 1.
pub(super) fn read(document: &Document) -> Vec<(String, u8)> {
    let outlines = document.catalog().ok().and_then(|catalog| catalog.get_deref(b"Outlines", document).ok());
    let first =
        outlines.and_then(|o| o.as_dict().ok()).and_then(|o| o.get(b"First").ok()?.as_reference().ok());
    let (mut found, mut seen) = (Vec::new(), HashSet::new());
    // What comes after a bookmark waits below what is inside of it.
    let mut waiting: Vec<(ObjectId, u8)> = first.map(|first| (first, 1)).into_iter().collect();
    while let Some((id, level)) = waiting.pop() {
        if !seen.insert(id) || found.len() >= MAX_BOOKMARKS {
            continue;
        }
        let Ok(bookmark) = document.get_dictionary(id) else { continue };
        let title =
            bookmark.get_deref(b"Title", document).ok().and_then(|t| lopdf::decode_text_string(t).ok());
        found.extend(title.map(|title| (title, level)));
        let link = |key: &[u8]| bookmark.get(key).and_then(Object::as_reference).ok();
        waiting.extend(link(b"Next").map(|next| (next, level)));
        if level < MAX_DEPTH {
            waiting.extend(link(b"First").map(|first| (first, level + 1)));
        }
    }
    found
}

/// A title as it can be compared.
pub(super) fn bare(title: &str) -> String {
    title.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}
