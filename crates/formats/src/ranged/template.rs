//! An original that fits a manuscript, and the same file with its translations.

use super::file::RangedFile;
use super::{Document, Notation, Page, Stretch, source_first};
use crate::export::{Bilingual, ExportError, Manuscript, ManuscriptParagraph, Outcome};
use crate::patches::Patches;
use book::text::markup::Marked;
use messages::{Explain, Message};

pub(super) struct Template<'a, N: Notation> {
    pub(super) notation: &'a N,
    pub(super) manuscript: &'a Manuscript,
    pub(super) file: RangedFile<'a>,
    pub(super) document: Document<N::Style>,
    original: &'a [u8],
}

impl<'a, N: Notation> Template<'a, N> {
    /// Reads the original in the encoding that explains the manuscript.
    pub(super) fn open(
        notation: &'a N,
        original: &'a [u8],
        manuscript: &'a Manuscript,
    ) -> Result<Self, ExportError> {
        let mut mismatch = None;
        for charset in RangedFile::candidates(notation, original) {
            let file = RangedFile::read_as(original, charset);
            let error = match notation.read(&file.text, manuscript.reading) {
                Err(error) => ExportError::Unreadable { detail: error.message() },
                Ok(mut document) => match disagreement(&document.stretches, manuscript) {
                    None => {
                        notation.arrange(&mut document, manuscript);
                        return Ok(Self { notation, manuscript, file, document, original });
                    }
                    Some(error) => error,
                },
            };
            mismatch = mismatch.or(Some(error));
        }
        let nothing = || ExportError::Unreadable { detail: Message::new("original_not_text") };
        Err(mismatch.unwrap_or_else(nothing))
    }

    /// The file with its translations.
    pub(super) fn write(&self, bilingual: Bilingual) -> Result<Vec<u8>, ExportError> {
        if !self.has_translations() {
            return Ok(self.original.to_vec());
        }
        let mut page = self.page();
        let mut patches = Patches::default();
        for (stretch, paragraph, outer) in self.pairs() {
            if let (Outcome::Translated(translation), Some(outer)) = (&paragraph.outcome, outer) {
                let rendered = self.rendered(&page, stretch, translation);
                let is_within = matches!(outer.outcome, Outcome::Translated(_));
                let list = if is_within { &mut page.inside } else { &mut patches };
                list.replace(stretch.range.clone(), rendered);
            }
        }
        page.inside.sort();
        for (stretch, paragraph, outer) in self.pairs() {
            let (Outcome::Translated(translation), None) = (&paragraph.outcome, outer) else { continue };
            let rendered = self.rendered(&page, stretch, translation);
            let order = source_first(bilingual).filter(|_| self.notation.doubles(stretch));
            let (range, text) = match order {
                None => (stretch.range.clone(), rendered),
                Some(source_first) => self.notation.both(&page, stretch, &rendered, source_first)?,
            };
            patches.replace(range, text);
        }
        self.notation.particulars(&page, &mut patches);
        Ok(self.file.apply(&patches, self.notation))
    }

    /// A translation in the words of the file; one that is the source keeps the bytes of the source.
    fn rendered(&self, page: &Page<'_>, stretch: &Stretch<N::Style>, translation: &Marked) -> String {
        if translation.as_str().trim() == stretch.text.as_str().trim() {
            return page.inside.cut(page.text, stretch.range.clone()).into_owned();
        }
        self.notation.render(page, stretch, translation)
    }

    fn has_translations(&self) -> bool {
        self.pairs().any(|(_, paragraph, _)| matches!(paragraph.outcome, Outcome::Translated(_)))
    }

    /// The original as somebody reads it who was not told its encoding, where it goes out as it is and reads otherwise.
    pub(super) fn untold(&self) -> Option<RangedFile<'a>> {
        if self.has_translations() {
            return None;
        }
        let untold = RangedFile::read_anyway(self.notation, self.original);
        (untold.text != self.file.text).then_some(untold)
    }

    /// The text, before anything in it is changed.
    pub(super) fn page(&self) -> Page<'_> {
        Page { text: &self.file.text, manuscript: self.manuscript, inside: Patches::default() }
    }

    /// Every stretch with its paragraph, and the paragraph in whose markup it stands.
    pub(super) fn pairs(
        &self,
    ) -> impl Iterator<Item = (&Stretch<N::Style>, &ManuscriptParagraph, Option<&ManuscriptParagraph>)> {
        let mut outer: Option<(usize, &ManuscriptParagraph)> = None;
        self.document.stretches.iter().zip(paragraphs_of(self.manuscript)).map(move |(stretch, paragraph)| {
            let within = outer.filter(|(end, _)| stretch.range.start < *end).map(|(_, outer)| outer);
            if within.is_none() {
                outer = Some((stretch.range.end, paragraph));
            }
            (stretch, paragraph, within)
        })
    }
}

fn paragraphs_of(manuscript: &Manuscript) -> impl Iterator<Item = &ManuscriptParagraph> {
    manuscript.chapters.iter().flat_map(|chapter| &chapter.paragraphs)
}

/// Where the manuscript is not what these stretches give.
fn disagreement<S>(stretches: &[Stretch<S>], manuscript: &Manuscript) -> Option<ExportError> {
    for (stretch, paragraph) in stretches.iter().zip(paragraphs_of(manuscript)) {
        if stretch.text != paragraph.source {
            let excerpt = |text: &str| text.chars().take(40).collect::<String>();
            let message = Message::new("mismatch_in_text")
                .count("number", paragraph.place.block + 1)
                .with("page", &manuscript.title)
                .with("file", excerpt(&stretch.text.plain()))
                .with("library", excerpt(&paragraph.source.plain()));
            return Some(ExportError::TemplateMismatch(message));
        }
    }
    let n_paragraphs = paragraphs_of(manuscript).count();
    (n_paragraphs != stretches.len()).then(|| {
        let message = Message::new("mismatch_in_number").count("n_file", stretches.len());
        ExportError::TemplateMismatch(message.count("n_library", n_paragraphs))
    })
}
