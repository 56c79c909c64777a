//! A story as its author types it: a header, `#` headings, one paragraph a line, `:::verse` and `:::letter` blocks.

use super::inline::{Inline, read_line};
use anyhow::{Context as _, Result, bail};
use std::collections::BTreeMap;

/// A story in parts.
pub(crate) struct Story {
    pub(crate) title: String,
    pub(crate) author: String,
    pub(crate) language: Language,
    pub(crate) identifier: String,
    pub(crate) modified: String,
    pub(crate) rights: String,
    pub(crate) chapters: Vec<Chapter>,
}

/// The languages the samples are written in.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Language {
    Japanese,
    English,
}

impl Language {
    /// The tag of the language.
    pub(crate) const fn tag(self) -> &'static str {
        match self {
            Self::Japanese => "ja",
            Self::English => "en",
        }
    }
}

/// A chapter: its heading and what follows.
pub(crate) struct Chapter {
    pub(crate) heading: String,
    pub(crate) blocks: Vec<Block>,
}

/// One block of a chapter.
pub(crate) enum Block {
    /// An empty line that a reader of the Japanese text sees.
    Gap,
    /// A line of signs between two scenes.
    Break(String),
    /// A paragraph.
    Paragraph(Vec<Inline>),
    /// Lines whose ends matter.
    Verse(Vec<Vec<Inline>>),
    /// A letter or an inscription, line by line; an empty line parts its paragraphs.
    Letter(Vec<Vec<Inline>>),
    /// A note, and the number of its mark.
    Note(u32, Vec<Inline>),
}

impl Story {
    /// Reads a story.
    pub(crate) fn read(text: &str) -> Result<Self> {
        let (header, body) = text.split_once("\n---\n").context("no line `---` after the header")?;
        let mut fields: BTreeMap<_, _> = header.lines().filter_map(|line| line.split_once(": ")).collect();
        let mut field = |name: &str| {
            fields.remove(name).map(str::to_owned).with_context(|| format!("the header lacks `{name}`"))
        };
        let language = match field("language")?.as_str() {
            "ja" => Language::Japanese,
            "en" => Language::English,
            other => bail!("no story is written in `{other}` yet"),
        };
        Ok(Self {
            title: field("title")?,
            author: field("author")?,
            language,
            identifier: field("identifier")?,
            modified: field("modified")?,
            rights: field("rights")?,
            chapters: read_chapters(body, language)?,
        })
    }
}

fn read_chapters(body: &str, language: Language) -> Result<Vec<Chapter>> {
    let mut chapters: Vec<Chapter> = Vec::new();
    let mut lines = body.lines();
    while let Some(line) = lines.next() {
        if let Some(heading) = line.strip_prefix("# ") {
            chapters.push(Chapter { heading: heading.to_owned(), blocks: Vec::new() });
            continue;
        }
        let Some(chapter) = chapters.last_mut() else {
            if line.is_empty() {
                continue;
            }
            bail!("text before the first heading: `{line}`");
        };
        let block = if let Some(kind) = line.strip_prefix(":::") {
            let inner = lines.by_ref().take_while(|line| *line != ":::").map(read_line).collect();
            match kind {
                "verse" => Block::Verse(inner),
                "letter" => Block::Letter(inner),
                other => bail!("no block is called `{other}`"),
            }
        } else if let Some((number, note)) = line.strip_prefix("[^").and_then(|rest| rest.split_once("]: ")) {
            Block::Note(
                number.parse().with_context(|| format!("`{number}` is not a number"))?,
                read_line(note),
            )
        } else if line.is_empty() && language == Language::English {
            continue;
        } else if line.is_empty() {
            Block::Gap
        } else if line.chars().all(|sign| "◇* ".contains(sign)) {
            Block::Break(line.to_owned())
        } else {
            Block::Paragraph(read_line(line))
        };
        chapter.blocks.push(block);
    }
    for chapter in &mut chapters {
        trim_gaps(&mut chapter.blocks);
    }
    Ok(chapters)
}

/// The empty lines after a heading and before the next one belong to the source's layout, not to the story.
fn trim_gaps(blocks: &mut Vec<Block>) {
    let n_leading = blocks.iter().take_while(|block| matches!(block, Block::Gap)).count();
    blocks.drain(..n_leading);
    while matches!(blocks.last(), Some(Block::Gap)) {
        blocks.pop();
    }
}
