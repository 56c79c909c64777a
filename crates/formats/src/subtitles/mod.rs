//! Subtitles: `SubRip`, `WebVTT` and (Advanced) `SubStation` Alpha.
//!
//! Policy:
//! - a cue is a paragraph; its lines are joined, except where each begins with a dash because another person speaks;
//! - timing, positions, styles, notes and drawings are copied as they are; italics and the like are tags;
//! - a translation is broken into lines of their own: as few and as even as its length allows;
//! - how fast a cue must be read is found from its timing and told, see [`speed`].

mod cues;
mod lines;
mod speed;
mod words;
mod write;

use crate::export::{ExportError, Manuscript, Outcome};
use crate::import::{FileFault, ImportError, Source};
use crate::ranged::{Document, Notation, Page, Stretch, has_ending, without_ruby};
use book::text::book::FileFormat;
use book::text::markup::Marked;
use book::text::paragraph::ParagraphKind;
use book::text::reading::Reading;
use cues::Cue;
use std::borrow::Cow;
use std::ops::Range;

/// One of the formats.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Subtitles {
    SubRip,
    WebVtt,
    SubStation,
}

/// What a cue needs to be written again.
pub(crate) struct Style {
    /// How long it is seen, in milliseconds.
    duration_ms: u64,
    /// When it is seen, as the file has it.
    when: String,
}

impl Notation for Subtitles {
    type Style = Style;

    fn format(&self) -> FileFormat {
        match self {
            Self::SubRip => FileFormat::Srt,
            Self::WebVtt => FileFormat::Vtt,
            Self::SubStation => FileFormat::Ass,
        }
    }

    fn recognises(&self, source: &Source<'_>) -> bool {
        let head = crate::foreign::head(source.bytes);
        let head = head.trim_start();
        match self {
            Self::SubRip => !head.starts_with("WEBVTT") && cues::is_subrip(head),
            Self::WebVtt => head.starts_with("WEBVTT"),
            Self::SubStation => head.to_ascii_lowercase().starts_with("[script info]"),
        }
        .then_some(())
        .or_else(|| has_ending(source.file_name, self.format().endings()).then_some(()))
        .is_some()
    }

    fn read(&self, text: &str, _reading: Reading) -> Result<Document<Style>, ImportError> {
        let found = cues::find(*self, text);
        let mut document = Document { title: found.title, ..Document::default() };
        for Cue { range, duration_ms, when } in found.cues {
            let Some((marked, tags)) = words::read(*self, text, range.clone()) else { continue };
            let kind = if words::is_drawing(*self, text.get(range.clone()).unwrap_or_default()) {
                ParagraphKind::Code
            } else {
                ParagraphKind::Body
            };
            let style = Style { duration_ms, when };
            document.stretches.push(Stretch { range, text: marked, tags, kind, opens: None, style });
        }
        Ok(document)
    }

    fn render(&self, page: &Page<'_>, stretch: &Stretch<Style>, translation: &Marked) -> String {
        write::render(*self, page, stretch, translation)
    }

    fn reads<'a>(
        &self,
        page: &Page<'_>,
        _stretch: &Stretch<Style>,
        translation: &'a Marked,
    ) -> Cow<'a, Marked> {
        let flat = without_ruby(translation, page.manuscript);
        if *self == Self::SubStation { write::without_braces(flat) } else { flat }
    }

    fn both(
        &self,
        page: &Page<'_>,
        stretch: &Stretch<Style>,
        rendered: &str,
        source_first: bool,
    ) -> Result<(Range<usize>, String), ExportError> {
        let source = page.cut(stretch.range.clone());
        let (first, second) = if source_first { (source, rendered) } else { (rendered, source) };
        Ok((stretch.range.clone(), format!("{first}{}{second}", write::line_break(*self, page.text))))
    }

    fn joins_both(&self) -> bool {
        true
    }

    fn displayed_texts(&self, text: &str) -> Vec<String> {
        words::displayed_texts(*self, text)
    }

    fn remarks(&self, document: &Document<Style>, manuscript: &Manuscript) -> Vec<FileFault> {
        let paragraphs = manuscript.chapters.iter().flat_map(|chapter| &chapter.paragraphs);
        let target = manuscript.target_language.as_ref();
        let too_fast = document.stretches.iter().zip(paragraphs).filter_map(|(stretch, paragraph)| {
            let Outcome::Translated(translation) = &paragraph.outcome else { return None };
            speed::finding(&translation.plain(), stretch.style.duration_ms, &stretch.style.when, target)
        });
        too_fast.collect()
    }
}
