//! Issues a certificate: what the original and the manuscript together demand of an exported file.

use super::{
    BlockDigest, BlockRole, Certificate, CertifiedBlock, CertifiedBlocks, ParagraphStatus, VERSION, excerpt,
};
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
    let statuses = Statuses::new(manuscript);
    let mut blocks = CertifiedBlocks::default();
    let mut certify = |block: ExpectedBlock| blocks.push(statuses.certify(&block));
    let Expected { extras, kept, unread, parts, frame, .. } =
        format.expect(original, manuscript, layout, &mut certify)?;
    blocks.extend(statuses.emptied());
    let mut resources = frame.resources;
    let sheets = format.style_sheets(exported)?;
    let sheets: HashMap<&str, &str> =
        sheets.iter().map(|sheet| (sheet.name.as_str(), sheet.digest.as_str())).collect();
    for resource in &mut resources {
        if let Some(digest) = sheets.get(resource.name.as_str()) {
            resource.digest = (*digest).to_owned();
        }
    }
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
        blocks,
        extras: extras.iter().map(|extra| statuses.certify(extra)).collect(),
        kept,
        unread,
        parts,
        resources,
        n_contents: frame.contents.len(),
        broken_before: frame.broken_links,
    })
}

/// What became of every paragraph with text.
struct Statuses {
    /// In the order of the ids, so that a book of a million paragraphs needs no table of them.
    by_id: Vec<(ParagraphId, ParagraphStatus, u16)>,
    /// Why paragraphs are not translated, each reason once; they are counted from 1, and 0 is none.
    reasons: Vec<String>,
    /// Paragraphs whose translation is nothing at all.
    emptied: Vec<ParagraphId>,
}

impl Statuses {
    fn new(manuscript: &Manuscript) -> Self {
        let n_paragraphs = manuscript.chapters.iter().map(|chapter| chapter.paragraphs.len()).sum();
        let mut statuses =
            Self { by_id: Vec::with_capacity(n_paragraphs), reasons: Vec::new(), emptied: Vec::new() };
        let mut numbers: HashMap<String, u16> = HashMap::new();
        for paragraph in manuscript.chapters.iter().flat_map(|chapter| chapter.paragraphs.each()) {
            if is_blank(&paragraph.source) {
                continue;
            }
            let (status, reason) = match &paragraph.outcome {
                Outcome::Translated(translation) => {
                    if is_blank(translation) {
                        statuses.emptied.push(paragraph.id);
                    }
                    (ParagraphStatus::Translated, 0)
                }
                Outcome::Kept => (ParagraphStatus::Kept, 0),
                Outcome::Untranslated(reason) => {
                    let next = u16::try_from(numbers.len() + 1).unwrap_or(u16::MAX);
                    let known = numbers.get(&**reason).copied();
                    if known.is_none() {
                        numbers.insert(reason.to_string(), next);
                        if statuses.reasons.len() < usize::from(next) {
                            statuses.reasons.push(reason.to_string());
                        }
                    }
                    (ParagraphStatus::Untranslated, known.unwrap_or(next))
                }
            };
            statuses.by_id.push((paragraph.id, status, reason));
        }
        // One id stands for one paragraph; of several, the last counts.
        statuses.by_id.reverse();
        statuses.by_id.sort_by_key(|(id, ..)| *id);
        statuses.by_id.dedup_by_key(|(id, ..)| *id);
        statuses
    }

    fn count(&self, status: ParagraphStatus) -> usize {
        self.by_id.iter().filter(|(_, own, _)| *own == status).count()
    }

    fn status_of(&self, paragraph: ParagraphId) -> (ParagraphStatus, Option<&str>) {
        let at = self.by_id.binary_search_by_key(&paragraph, |(id, ..)| *id);
        let Some((_, status, reason)) = at.ok().and_then(|at| self.by_id.get(at)) else {
            return (ParagraphStatus::Kept, None);
        };
        let reason = usize::from(*reason).checked_sub(1).and_then(|at| self.reasons.get(at));
        (*status, reason.map(String::as_str))
    }

    fn certify(&self, block: &ExpectedBlock) -> CertifiedBlock {
        let (status, reason) = self.status_of(block.paragraph);
        let role = if status == ParagraphStatus::Translated { block.role } else { BlockRole::Source };
        certified(block.paragraph, role, status, reason, &block.text)
    }

    fn emptied(&self) -> impl Iterator<Item = CertifiedBlock> {
        let emptied = self.emptied.iter();
        emptied.map(|&id| certified(id, BlockRole::Translation, ParagraphStatus::Translated, None, ""))
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
    CertifiedBlock {
        paragraph,
        role,
        status,
        reason,
        digest: BlockDigest::from_text(text),
        excerpt: excerpt(text, 32),
    }
}
