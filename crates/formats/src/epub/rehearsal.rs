//! The mark of a rehearsal in the metadata of an EPUB, so that nobody takes its placeholders for a translation.

use super::epub_package::EpubPackage;
use super::package::{find, find_all};
use super::scan::tag_name;
use super::write::add_file;
use crate::export::ExportError;
use crate::patches::Patches;
use book::text::reading::Reading;
use messages::Message;

/// The name the mark has in the metadata, in EPUB 2 and 3 alike.
pub const NAME: &str = "tsumugi-rehearsal";

/// The original with the mark in it.
pub fn mark(original: &[u8], reading: Reading) -> Result<Vec<u8>, ExportError> {
    let epub = EpubPackage::reopen(original, reading)?;
    let package = &epub.package;
    let page = &package.document.page;
    let raw = find_all(page, "manifest").next().map_or("", |at| tag_name(page.raw(at)));
    let opf = raw.rsplit_once(':').map_or_else(String::new, |(prefix, _)| format!("{prefix}:"));
    let mut patches = Patches::default();
    let end = find(page, "metadata").and_then(|at| page.end_tag(at)).map(|end| page.range(end).start);
    if let Some(end) = end {
        patches.replace(end..end, format!("<{opf}meta name=\"{NAME}\" content=\"true\"/>\n"));
    }
    let document = package.document.encode(&patches.apply(&page.text));
    let broken = || ExportError::Unreadable { detail: Message::new("credits_not_added") };
    add_file(original, &package.path, &document).ok_or_else(broken)
}
