//! Writes a text with the original file as template, for every format that is made of lines.

use crate::certificate::BlockRole;
use crate::decode::{self, Charset, TextFile};
use crate::export::{
    Bilingual, Expected, ExpectedBlock, ExportError, Layout, Manuscript, ManuscriptParagraph, Outcome,
    ReadBack,
};
use crate::import::HowKnown;
use crate::outline::Span;
use book::text::chapter::Chapter;
use book::text::markup::Marked;
use book::text::packed::Packer;
use book::text::paragraph::Paragraph;
use encoding_rs::UTF_8;
use messages::Message;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::ops::Range;

/// How text is written into lines and read out of them.
///
/// An implementer promises that segmenting depends on the text alone, and that a rendered translation, read back
/// line by line, gives the expected text.
pub(crate) trait TextNotation {
    /// A block of lines that is one paragraph.
    type Block;

    /// The blocks of a file, in order, every line in exactly one.
    fn segment(&self, file: &TextFile<'_>) -> Vec<Self::Block>;

    /// The block's lines.
    fn lines(&self, block: &Self::Block) -> Range<usize>;

    /// Whether a paragraph with this source text was read from the block.
    fn is_source(&self, file: &TextFile<'_>, block: &Self::Block, source: &Marked) -> bool;

    /// The translation as a line to stand in the block's place.
    fn render(
        &self,
        file: &TextFile<'_>,
        block: &Self::Block,
        translation: &Marked,
        manuscript: &Manuscript,
    ) -> String;

    /// The plain text of a line; empty for one that has none.
    fn read_line(&self, line: &str) -> String;

    /// The plain text that reading the rendered translation must give.
    fn expected(&self, block: &Self::Block, translation: &Marked, manuscript: &Manuscript) -> String;
}

/// An original file that fits a manuscript.
pub(crate) struct Template<'a, N: TextNotation> {
    notation: &'a N,
    original: &'a [u8],
    manuscript: &'a Manuscript,
    file: TextFile<'a>,
    blocks: Vec<N::Block>,
}

/// What is put into an original before its translations are, by the 0-based number of a paragraph.
#[derive(Debug, Default)]
pub(crate) struct Insertions {
    /// At the end of the paragraph's last line.
    pub(crate) at_end: BTreeMap<usize, String>,
    /// As lines of their own after the paragraph.
    pub(crate) after: BTreeMap<usize, Vec<String>>,
}

/// A line of the output.
#[derive(Clone)]
enum OutLine {
    /// A line of the original.
    Same(usize),
    /// A line of our own.
    New(String),
}

/// What a text becomes that its own encoding cannot hold.
const UTF_8_ALONE: Charset = Charset { encoding: UTF_8, bom: 0, how: HowKnown::Detected };

impl<'a, N: TextNotation> Template<'a, N> {
    /// Reads the original in the encoding that explains the manuscript: usually the one it seems to have, otherwise
    /// the one the person named at import.
    pub(crate) fn open(
        notation: &'a N,
        original: &'a [u8],
        manuscript: &'a Manuscript,
    ) -> Result<Self, ExportError> {
        let mut mismatch = None;
        for charset in decode::candidates(original) {
            let file = decode::read_as(original, charset);
            let blocks = notation.segment(&file);
            match disagreement(notation, &file, &blocks, manuscript) {
                None => return Ok(Self { notation, original, manuscript, file, blocks }),
                Some(error) => mismatch = mismatch.or(Some(error)),
            }
        }
        let nothing = || ExportError::Unreadable { detail: Message::new("original_not_text") };
        Err(mismatch.unwrap_or_else(nothing))
    }

    /// Writes the book with its translations.
    pub(crate) fn write(&self, layout: Layout, to: &mut dyn Write) -> io::Result<()> {
        let bilingual = order(layout);
        if !self.has_translations() {
            return to.write_all(self.original);
        }
        let lines = self.pairs().flat_map(|(block, paragraph)| self.out_lines(block, &paragraph, bilingual));
        if self.file.charset.encoding == UTF_8 && self.file.charset.bom == 0 {
            // There is no other encoding to fall back on, so the lines need not be held.
            return self.assemble(lines, UTF_8_ALONE, to).map(drop);
        }
        self.write_lines(&lines.collect::<Vec<_>>(), to)
    }

    /// The original with more in it; in UTF-8 where its encoding cannot hold that.
    pub(crate) fn with_insertions(&self, insertions: &Insertions) -> io::Result<Vec<u8>> {
        let mut lines: Vec<(OutLine, usize)> = Vec::with_capacity(self.file.lines.len());
        for (number, block) in self.blocks.iter().enumerate() {
            let own = self.notation.lines(block);
            let last = own.end.saturating_sub(1);
            for line in own {
                let extended = insertions.at_end.get(&number).filter(|_| line == last);
                let text = || self.file.lines.text(line);
                let written = extended.map(|more| OutLine::New(format!("{}{more}", text())));
                lines.push((written.unwrap_or(OutLine::Same(line)), line));
            }
            for text in insertions.after.get(&number).into_iter().flatten() {
                lines.push((OutLine::New(text.clone()), last));
            }
        }
        let mut bytes = Vec::new();
        self.write_lines(&lines, &mut bytes)?;
        Ok(bytes)
    }

    /// Writes lines in the encoding of the original, where it holds them and is recognised; in UTF-8 otherwise.
    fn write_lines(&self, lines: &[(OutLine, usize)], to: &mut dyn Write) -> io::Result<()> {
        let mut own = Vec::new();
        let is_whole = self.assemble(lines.iter().cloned(), self.file.charset, &mut own)?;
        if is_whole && self.reads_the_same(&own, lines) {
            return to.write_all(&own);
        }
        drop(own);
        self.assemble(lines.iter().cloned(), UTF_8_ALONE, to).map(drop)
    }

    /// The blocks that reading the written book must give.
    pub(crate) fn expected(&self, layout: Layout) -> Expected {
        let mut blocks = Vec::new();
        self.expect(layout, &mut |block| blocks.push(block));
        Expected { blocks, ..Expected::default() }
    }

    /// Tells the same blocks one by one.
    pub(crate) fn expect(&self, layout: Layout, tell: &mut dyn FnMut(ExpectedBlock)) {
        let bilingual = order(layout);
        // A book without translations is the original, so it reads as the original does to someone who was not told
        // its encoding.
        let untold = (!self.has_translations()).then(|| decode::read_anyway(self.original));
        let file = untold.as_ref().unwrap_or(&self.file);
        for (block, paragraph) in self.pairs() {
            let mut push = |(role, text): (BlockRole, String)| {
                if !text.trim().is_empty() {
                    tell(ExpectedBlock { paragraph: paragraph.id, role, text });
                }
            };
            let source = file.lines.range(self.notation.lines(block));
            let source = source.map(|line| (BlockRole::Source, self.notation.read_line(line.text)));
            let Outcome::Translated(translation) = &paragraph.outcome else {
                source.for_each(&mut push);
                continue;
            };
            let translation =
                (BlockRole::Translation, self.notation.expected(block, translation, self.manuscript));
            match bilingual {
                None => push(translation),
                Some(Order::SourceFirst) => source.chain([translation]).for_each(&mut push),
                Some(Order::TranslationFirst) => {
                    std::iter::once(translation).chain(source).for_each(&mut push);
                }
            }
        }
    }

    fn has_translations(&self) -> bool {
        self.pairs().any(|(_, paragraph)| matches!(paragraph.outcome, Outcome::Translated(_)))
    }

    fn pairs(&self) -> impl Iterator<Item = (&N::Block, Cow<'_, ManuscriptParagraph>)> {
        self.blocks.iter().zip(paragraphs_of(self.manuscript))
    }

    /// The block's lines of output, each with the line of the original whose line break it takes.
    fn out_lines(
        &self,
        block: &N::Block,
        paragraph: &ManuscriptParagraph,
        bilingual: Option<Order>,
    ) -> Vec<(OutLine, usize)> {
        let source = self.notation.lines(block);
        let last = source.end.saturating_sub(1);
        let Outcome::Translated(translation) = &paragraph.outcome else {
            return source.map(|line| (OutLine::Same(line), line)).collect();
        };
        let translated = OutLine::New(self.notation.render(&self.file, block, translation, self.manuscript));
        // A wrapped block and its translation would run into each other without a line between.
        let gap = (source.len() > 1).then(|| (OutLine::New(String::new()), last));
        let same = source.map(|line| (OutLine::Same(line), line));
        match bilingual {
            None => vec![(translated, last)],
            Some(Order::SourceFirst) => same.chain(gap).chain([(translated, last)]).collect(),
            Some(Order::TranslationFirst) => {
                std::iter::once((translated, last)).chain(gap).chain(same).collect()
            }
        }
    }

    /// Writes the lines, and whether the encoding holds all of them; what was written is of no use if it does not.
    fn assemble(
        &self,
        lines: impl Iterator<Item = (OutLine, usize)>,
        charset: Charset,
        to: &mut dyn Write,
    ) -> io::Result<bool> {
        let is_own = charset.encoding == self.file.charset.encoding;
        let usual = self.file.usual_break(self.original);
        let part = |range: Range<usize>| self.original.get(range).unwrap_or_default();
        to.write_all(part(0..charset.bom))?;
        let mut lines = lines.peekable();
        while let Some((line, break_of)) = lines.next() {
            match line {
                OutLine::Same(index) => match self.file.lines.get(index) {
                    Some(line) if is_own => to.write_all(part(line.bytes))?,
                    Some(line) => to.write_all(line.text.as_bytes())?,
                    None => return Ok(false),
                },
                OutLine::New(text) => match charset.encode(&text) {
                    Some(bytes) => to.write_all(&bytes)?,
                    None => return Ok(false),
                },
            }
            let Some(model) = self.file.lines.get(break_of) else { return Ok(false) };
            let own_break = part(model.bytes.end..model.end);
            let is_last = lines.peek().is_none();
            let line_break = if own_break.is_empty() && !is_last { usual.as_slice() } else { own_break };
            if is_own {
                to.write_all(line_break)?;
            } else {
                // The breaks of UTF-16 are those of UTF-8 with bytes 0 between.
                let narrow: Vec<u8> = line_break.iter().copied().filter(|byte| *byte != 0).collect();
                to.write_all(&narrow)?;
            }
        }
        Ok(true)
    }

    /// Whether someone who knows nothing about the bytes reads the lines that were meant.
    fn reads_the_same(&self, bytes: &[u8], lines: &[(OutLine, usize)]) -> bool {
        let Ok(again) = decode::read(bytes, None) else { return false };
        let meant = lines.iter().map(|(line, _)| match line {
            OutLine::Same(index) => self.file.lines.text(*index),
            OutLine::New(text) => text.as_str(),
        });
        // An empty last line without a line break is no line.
        let read = again.lines.iter().map(|line| line.text);
        meant.filter(|text| !text.is_empty()).eq(read.filter(|text| !text.is_empty()))
    }
}

/// The text of every line that has one.
pub(crate) fn read_back(notation: &impl TextNotation, bytes: &[u8]) -> ReadBack {
    let mut blocks = Vec::new();
    read_blocks(notation, bytes, &mut |text| blocks.push(text));
    ReadBack { blocks, ..ReadBack::default() }
}

/// Tells the text of every line that has one.
pub(crate) fn read_blocks(notation: &impl TextNotation, bytes: &[u8], tell: &mut dyn FnMut(String)) {
    decode::each_line_anyway(bytes, |line| {
        let text = notation.read_line(line);
        if !text.trim().is_empty() {
            tell(text);
        }
    });
}

/// Chapters from the stretches of a book and its paragraphs, all in order.
pub(crate) fn chapters(spans: Vec<Span>, mut paragraphs: impl Iterator<Item = Paragraph>) -> Vec<Chapter> {
    let mut packer = Packer::default();
    let chapter = |span: Span| {
        let mut paragraphs = paragraphs.by_ref().take(span.blocks.len()).collect();
        packer.put_away(&mut paragraphs);
        Chapter { title: span.title, volume: span.volume, matter: span.matter, paragraphs }
    };
    spans.into_iter().map(chapter).collect()
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Order {
    SourceFirst,
    TranslationFirst,
}

const fn order(layout: Layout) -> Option<Order> {
    match layout.bilingual {
        Bilingual::No => None,
        Bilingual::Above => Some(Order::SourceFirst),
        Bilingual::Below => Some(Order::TranslationFirst),
    }
}

fn paragraphs_of(manuscript: &Manuscript) -> impl Iterator<Item = Cow<'_, ManuscriptParagraph>> {
    manuscript.chapters.iter().flat_map(|chapter| chapter.paragraphs.each())
}

/// Where the manuscript is not what these blocks give.
fn disagreement<N: TextNotation>(
    notation: &N,
    file: &TextFile<'_>,
    blocks: &[N::Block],
    manuscript: &Manuscript,
) -> Option<ExportError> {
    let n_paragraphs: usize = manuscript.chapters.iter().map(|chapter| chapter.paragraphs.len()).sum();
    for (index, (block, paragraph)) in blocks.iter().zip(paragraphs_of(manuscript)).enumerate() {
        let line = notation.lines(block).start + 1;
        let code = if usize::try_from(paragraph.place.block) != Ok(index) || paragraph.place.part != 0 {
            "mismatch_elsewhere"
        } else if notation.is_source(file, block, &paragraph.source) {
            continue;
        } else {
            "mismatch_other_text"
        };
        let message = Message::new(code).count("line", line).with("paragraph", paragraph.id);
        return Some(ExportError::TemplateMismatch(message));
    }
    (n_paragraphs != blocks.len()).then(|| {
        let message = Message::new("mismatch_in_number").count("n_file", blocks.len());
        ExportError::TemplateMismatch(message.count("n_library", n_paragraphs))
    })
}
