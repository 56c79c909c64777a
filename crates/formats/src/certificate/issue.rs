//! Issues a certificate: what the original and the manuscript together demand of an exported file.

use super::{Certificate, CertifiedBlock, Role, Status, VERSION, digest, excerpt};
use crate::Format;
use crate::export::{Bilingual, ExpectedBlock, ExportError, Layout, Manuscript, Outcome, Resource};
use book::id::ParagraphId;
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
    let expected = format.expected_blocks(original, manuscript, layout)?;
    let n_sources = count_sources(format, original, manuscript, *layout)?;
    let before = format.read_back(original)?;
    let after = format.read_back(exported)?;
    let styles: HashMap<&str, &str> = after
        .resources
        .iter()
        .filter(|r| is_style(&r.name))
        .map(|r| (r.name.as_str(), r.digest.as_str()))
        .collect();
    let resources = before
        .resources
        .iter()
        .map(|resource| {
            let digest = styles.get(resource.name.as_str()).copied().unwrap_or(&resource.digest);
            Resource { name: resource.name.clone(), digest: digest.to_owned() }
        })
        .collect();
    let statuses = Statuses::new(manuscript);
    Ok(Certificate {
        version: VERSION,
        format: format.format(),
        n_paragraphs: statuses.by_id.len(),
        n_translated: statuses.count(Status::Translated),
        n_kept: statuses.count(Status::Kept),
        n_untranslated: statuses.count(Status::Untranslated),
        blocks: statuses.certify(&expected, &n_sources, layout.bilingual),
        resources,
        n_contents: before.contents.len(),
        broken_before: before.broken_links,
    })
}

/// What became of every paragraph with text.
struct Statuses {
    by_id: HashMap<ParagraphId, (Status, Option<String>)>,
    /// Paragraphs whose translation is nothing at all.
    emptied: Vec<ParagraphId>,
}

impl Statuses {
    fn new(manuscript: &Manuscript) -> Self {
        let mut statuses = Self { by_id: HashMap::new(), emptied: Vec::new() };
        for paragraph in manuscript.chapters.iter().flat_map(|chapter| &chapter.paragraphs) {
            if paragraph.source.plain().trim().is_empty() {
                continue;
            }
            let status = match &paragraph.outcome {
                Outcome::Translated(translation) => {
                    if translation.plain().trim().is_empty() {
                        statuses.emptied.push(paragraph.id);
                    }
                    (Status::Translated, None)
                }
                Outcome::Kept => (Status::Kept, None),
                Outcome::Untranslated(reason) => (Status::Untranslated, Some(reason.clone())),
            };
            statuses.by_id.insert(paragraph.id, status);
        }
        statuses
    }

    fn count(&self, status: Status) -> usize {
        self.by_id.values().filter(|(own, _)| *own == status).count()
    }

    fn certify(
        &self,
        expected: &[ExpectedBlock],
        n_sources: &HashMap<ParagraphId, usize>,
        bilingual: Bilingual,
    ) -> Vec<CertifiedBlock> {
        let mut blocks = Vec::with_capacity(expected.len());
        for group in expected.chunk_by(|a, b| a.paragraph == b.paragraph) {
            let Some(paragraph) = group.first().map(|block| block.paragraph) else { continue };
            let (status, reason) = self.by_id.get(&paragraph).cloned().unwrap_or((Status::Kept, None));
            let n_source = n_sources.get(&paragraph).copied().unwrap_or(0);
            for (at, block) in group.iter().enumerate() {
                let role = match (status, bilingual) {
                    (Status::Translated, Bilingual::No) => Role::Translation,
                    (Status::Translated, Bilingual::Above | Bilingual::Side) if at >= n_source => {
                        Role::Translation
                    }
                    (Status::Translated, Bilingual::Below) if at + n_source < group.len() => {
                        Role::Translation
                    }
                    (Status::Translated | Status::Kept | Status::Untranslated, _) => Role::Source,
                };
                blocks.push(certified(paragraph, role, status, reason.clone(), &block.text));
            }
        }
        let emptied = self.emptied.iter();
        blocks.extend(emptied.map(|&id| certified(id, Role::Translation, Status::Translated, None, "")));
        blocks
    }
}

fn certified(
    paragraph: ParagraphId,
    role: Role,
    status: Status,
    reason: Option<String>,
    text: &str,
) -> CertifiedBlock {
    CertifiedBlock { paragraph, role, status, reason, digest: digest(text), excerpt: excerpt(text, 32) }
}

/// How many blocks each source is, so that in a bilingual book source and translation can be told apart.
fn count_sources(
    format: &dyn Format,
    original: &[u8],
    manuscript: &Manuscript,
    layout: Layout,
) -> Result<HashMap<ParagraphId, usize>, ExportError> {
    let mut counts = HashMap::new();
    if layout.bilingual == Bilingual::No {
        return Ok(counts);
    }
    let mut untranslated = manuscript.clone();
    for paragraph in untranslated.chapters.iter_mut().flat_map(|chapter| &mut chapter.paragraphs) {
        paragraph.outcome = Outcome::Kept;
    }
    for block in format.expected_blocks(original, &untranslated, &layout)? {
        *counts.entry(block.paragraph).or_insert(0) += 1;
    }
    Ok(counts)
}

fn is_style(name: &str) -> bool {
    name.to_ascii_lowercase().ends_with(".css")
}
