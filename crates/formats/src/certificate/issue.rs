//! Issues a certificate: what the original and the manuscript together demand of an exported file.

use super::{BlockRole, Certificate, CertifiedBlock, ParagraphStatus, VERSION, digest, excerpt};
use crate::Format;
use crate::export::{Expected, ExpectedBlock, ExportError, Layout, Manuscript, Outcome};
use book::id::ParagraphId;
use book::text::markup::Marked;
use std::collections::HashMap;

/// Writes down what the exported file must hold, from the original and the manuscript.
///
/// Of `exported` only the style sheets are taken as they are, because the direction of writing may have been changed
/// in them. Everything else is demanded of the file by [`super::check`].
pub fn issue(
    format: &dyn Format,
    original: &[u8],
    manuscript: &Manuscript,
    layout: &Layout,
    exported: &[u8],
) -> Result<Certificate, ExportError> {
    let Expected { blocks, extras, kept, unread, parts, frame } =
        format.expected(original, manuscript, layout)?;
    let mut resources = frame.resources;
    let sheets = format.style_sheets(exported)?;
    let sheets: HashMap<&str, &str> =
        sheets.iter().map(|sheet| (sheet.name.as_str(), sheet.digest.as_str())).collect();
    for resource in &mut resources {
        if let Some(digest) = sheets.get(resource.name.as_str()) {
            resource.digest = (*digest).to_owned();
        }
    }
    let statuses = Statuses::new(manuscript);
    Ok(Certificate {
        // A program from before versions of the reader were counted can check a file that was read in the first way.
        version: if manuscript.reading.is_complete() { VERSION } else { 1 },
        format: format.format(),
        n_paragraphs: statuses.by_id.len(),
        n_translated: statuses.count(ParagraphStatus::Translated),
        n_kept: statuses.count(ParagraphStatus::Kept),
        n_untranslated: statuses.count(ParagraphStatus::Untranslated),
        rehearsal: false,
        reading: manuscript.reading.version,
        blocks: statuses.certify(&blocks),
        extras: statuses.certify_extras(&extras),
        kept,
        unread,
        parts,
        resources,
        n_contents: frame.contents.len(),
        broken_before: frame.broken_links,
    })
}

/// What became of every paragraph with text.
struct Statuses<'a> {
    by_id: HashMap<ParagraphId, (ParagraphStatus, Option<&'a str>)>,
    /// Paragraphs whose translation is nothing at all.
    emptied: Vec<ParagraphId>,
}

impl<'a> Statuses<'a> {
    fn new(manuscript: &'a Manuscript) -> Self {
        let n_paragraphs = manuscript.chapters.iter().map(|chapter| chapter.paragraphs.len()).sum();
        let mut statuses = Self { by_id: HashMap::with_capacity(n_paragraphs), emptied: Vec::new() };
        for paragraph in manuscript.chapters.iter().flat_map(|chapter| &chapter.paragraphs) {
            if is_blank(&paragraph.source) {
                continue;
            }
            let status = match &paragraph.outcome {
                Outcome::Translated(translation) => {
                    if is_blank(translation) {
                        statuses.emptied.push(paragraph.id);
                    }
                    (ParagraphStatus::Translated, None)
                }
                Outcome::Kept => (ParagraphStatus::Kept, None),
                Outcome::Untranslated(reason) => (ParagraphStatus::Untranslated, Some(reason.as_str())),
            };
            statuses.by_id.insert(paragraph.id, status);
        }
        statuses
    }

    fn count(&self, status: ParagraphStatus) -> usize {
        self.by_id.values().filter(|(own, _)| *own == status).count()
    }

    fn certify_extras(&self, expected: &[ExpectedBlock]) -> Vec<CertifiedBlock> {
        let one = |block: &ExpectedBlock| {
            let (status, reason) =
                self.by_id.get(&block.paragraph).copied().unwrap_or((ParagraphStatus::Kept, None));
            let role = if status == ParagraphStatus::Translated { block.role } else { BlockRole::Source };
            certified(block.paragraph, role, status, reason, &block.text)
        };
        expected.iter().map(one).collect()
    }

    fn certify(&self, expected: &[ExpectedBlock]) -> Vec<CertifiedBlock> {
        let mut blocks = self.certify_extras(expected);
        let emptied = self.emptied.iter();
        blocks.extend(
            emptied.map(|&id| certified(id, BlockRole::Translation, ParagraphStatus::Translated, None, "")),
        );
        blocks
    }
}

fn is_blank(text: &Marked) -> bool {
    // What starts with a letter need not be looked at any further.
    !text.as_str().starts_with(char::is_alphanumeric) && text.plain().trim().is_empty()
}

fn certified(
    paragraph: ParagraphId,
    role: BlockRole,
    status: ParagraphStatus,
    reason: Option<&str>,
    text: &str,
) -> CertifiedBlock {
    let reason = reason.map(str::to_owned);
    CertifiedBlock { paragraph, role, status, reason, digest: digest(text), excerpt: excerpt(text, 32) }
}
