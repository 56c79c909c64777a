//! The notation of the Aozora Bunko library, which web novels use in part: ruby, notes, described characters.
//!
//! Policy of the export, beyond that of plain text:
//! - layout notes and indentation stand where they stood; notes inside a translated text stand where its tags are;
//! - a note that names text (`［＃「…」に傍点］`) names the translated text; where that text has markup or brackets in
//!   it, notes at both ends (`［＃傍点］…［＃傍点終わり］`) say the same;
//! - ruby is always written `｜base《reading》`;
//! - text that would be read as notation is written as the library itself does, by descriptions:
//!   `《` becomes `※［＃始め二重山括弧、1-1-52］`. This is done only where it is needed, for the whole paragraph;
//! - a note that names a word (left ruby, an editor's remark) names the words the translation has for it;
//! - a described character without a known Unicode character is shown as 〓, and told at import.

mod accent;
mod finish;
pub(crate) mod footnotes;
mod gaiji;
mod line;
mod note;
mod resolve;
mod scan;
mod structure;
mod write;

use crate::cut;
use crate::decode::{self, TextFile};
use crate::export::{Expected, ExpectedBlock, ExportError, Layout, Manuscript, ReadBack};
use crate::import::{FileFault, ImportError, Imported, Progress, Source};
use crate::outline::{self, View};
use crate::txt::template::{self, Template, TextNotation};
use crate::txt::{title_of, written};
use crate::{Format, language};
use book::text::book::{Book, FileFormat};
use book::text::markup::Marked;
use book::text::paragraph::{Paragraph, ParagraphKind, Place};
use book::text::reading::Reading;
use line::{Form, Line};
use std::io::Write;
use std::ops::Range;

/// The Aozora format.
pub(crate) struct Aozora;

impl Format for Aozora {
    fn format(&self) -> FileFormat {
        FileFormat::Aozora
    }

    fn recognises(&self, source: &Source<'_>) -> bool {
        decode::read(source.bytes, source.encoding).is_ok_and(|file| {
            structure::has_notation(&file)
                || source.reading.has_aozora_accents() && structure::has_colophon(&file)
        })
    }

    fn import(&self, source: &Source<'_>) -> Result<Imported, ImportError> {
        let file = decode::read(source.bytes, source.encoding)?;
        let lines: Vec<Line> = file.lines.iter().map(|line| line::read(line.text, source.reading)).collect();
        let plain: Vec<String> = lines.iter().map(|line| line.text.plain().trim().to_owned()).collect();
        if plain.iter().all(String::is_empty) {
            return Err(ImportError::NoText);
        }
        let texts: Vec<&str> = plain.iter().map(String::as_str).collect();
        let frame = structure::frame(&texts);
        let view = View { texts: &texts, body: frame.body.clone() };
        let outline = outline::divide(&view, || structure::headings(&lines, &view), source.heading)?;
        let story = texts.get(frame.body.clone()).unwrap_or_default().iter().copied();
        let language = source.language.clone().or_else(|| language::recognise(story));
        let mut findings = file.findings();
        findings.extend(outline.doubts);
        findings.extend(frame.is_cut.then(cut::before_the_colophon));
        findings.extend(unknown_characters(&lines));
        let title = frame.title.unwrap_or_else(|| title_of(source.file_name));
        let paragraphs = paragraphs(lines, &outline.headings);
        (source.progress)(Progress { done: 1, total: 1 });
        let chapters = template::chapters(outline.spans, paragraphs.into_iter());
        let reading = Reading { wrapped: None, ..source.reading };
        let book =
            Book { title, author: frame.author, language, format: FileFormat::Aozora, reading, chapters };
        Ok(Imported { book, encoding: Some(file.charset.detected()), findings })
    }

    fn export(
        &self,
        original: &[u8],
        manuscript: &Manuscript,
        layout: &Layout,
    ) -> Result<Vec<u8>, ExportError> {
        let mut written = Vec::new();
        self.export_to(original, manuscript, layout, &mut written)?;
        Ok(written)
    }

    fn export_to(
        &self,
        original: &[u8],
        manuscript: &Manuscript,
        layout: &Layout,
        to: &mut dyn Write,
    ) -> Result<(), ExportError> {
        let notation = AozoraNotation(manuscript.reading);
        let template = Template::open(&notation, original, manuscript)?;
        template.write(*layout, to).map_err(ExportError::technical)
    }

    fn expected(
        &self,
        original: &[u8],
        manuscript: &Manuscript,
        layout: &Layout,
    ) -> Result<Expected, ExportError> {
        Ok(Template::open(&AozoraNotation(manuscript.reading), original, manuscript)?.expected(*layout))
    }

    fn expect(
        &self,
        original: &[u8],
        manuscript: &Manuscript,
        layout: &Layout,
        tell: &mut dyn FnMut(ExpectedBlock),
    ) -> Result<Expected, ExportError> {
        Template::open(&AozoraNotation(manuscript.reading), original, manuscript)?.expect(*layout, tell);
        Ok(Expected::default())
    }

    fn read_blocks(
        &self,
        bytes: &[u8],
        reading: Reading,
        tell: &mut dyn FnMut(String),
    ) -> Result<ReadBack, ExportError> {
        template::read_blocks(&AozoraNotation(reading), bytes, tell);
        Ok(ReadBack::default())
    }

    fn read_back(&self, bytes: &[u8], reading: Reading) -> Result<ReadBack, ExportError> {
        Ok(template::read_back(&AozoraNotation(reading), bytes))
    }
}

fn paragraphs(lines: Vec<Line>, headings: &[outline::Heading]) -> Vec<Paragraph> {
    let mut heading_blocks = headings.iter().flat_map(|heading| heading.blocks.clone()).peekable();
    let mut paragraphs = Vec::with_capacity(lines.len());
    for (index, line) in lines.into_iter().enumerate() {
        let is_heading = heading_blocks.next_if_eq(&index).is_some();
        let is_notation = line.is_notation();
        let kind = match (is_notation, is_heading && !line.text.as_str().is_empty()) {
            (true, _) => ParagraphKind::Notation,
            (false, true) => ParagraphKind::Heading,
            (false, false) => ParagraphKind::Body,
        };
        paragraphs.push(Paragraph {
            text: line.text,
            tags: line.tags.iter().map(Form::kind).collect(),
            kind,
            place: Place { part: 0, block: u32::try_from(index).unwrap_or(u32::MAX) },
        });
    }
    paragraphs
}

/// Characters the person will see as 〓, each description once.
fn unknown_characters(lines: &[Line]) -> Vec<FileFault> {
    const MOST: usize = 20;
    let mut seen: Vec<&str> = Vec::new();
    let mut findings = Vec::new();
    let mut n_more = 0_usize;
    for (index, line) in lines.iter().enumerate() {
        for description in &line.unknown {
            if seen.contains(&description.as_str()) {
                continue;
            }
            if seen.len() == MOST {
                n_more += 1;
                continue;
            }
            seen.push(description);
            let message = format!(
                "no character is known for `※［＃{description}］`; shown as 〓, kept where untranslated"
            );
            findings.push(FileFault { subject: format!("line {}", index + 1), message });
        }
    }
    if n_more > 0 {
        let message = format!("{n_more} more descriptions of unknown characters; all shown as 〓");
        findings.push(FileFault { subject: String::new(), message });
    }
    findings
}

/// One line, one paragraph.
struct AozoraNotation(Reading);

/// The number of its line.
struct Block(usize);

impl AozoraNotation {
    fn line(&self, file: &TextFile<'_>, block: &Block) -> Line {
        line::read(file.lines.text(block.0), self.0)
    }
}

impl TextNotation for AozoraNotation {
    type Block = Block;

    fn segment(&self, file: &TextFile<'_>) -> Vec<Block> {
        (0..file.lines.len()).map(Block).collect()
    }

    fn lines(&self, block: &Block) -> Range<usize> {
        block.0..block.0 + 1
    }

    fn is_source(&self, file: &TextFile<'_>, block: &Block, source: &Marked) -> bool {
        self.line(file, block).text == *source
    }

    fn render(
        &self,
        file: &TextFile<'_>,
        block: &Block,
        translation: &Marked,
        manuscript: &Manuscript,
    ) -> String {
        write::render(&self.line(file, block), translation, manuscript.target_language.as_ref(), self.0)
    }

    fn read_line(&self, line: &str) -> String {
        line::read(line, self.0).text.plain().trim().to_owned()
    }

    fn expected(&self, _block: &Block, translation: &Marked, _manuscript: &Manuscript) -> String {
        written::one_line(&translation.plain())
    }
}
