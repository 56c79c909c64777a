//! A story as EPUB: Japanese in vertical lines with ruby, English in horizontal ones.

use super::inline::Inline;
use super::story::{Block, Chapter, Language, Story};
use anyhow::Result;
use xtask::publication::{LineDirection, Page, Publication, escape};

const STYLE: &str = "\
p { margin: 0; }
p.break, p.gap { margin: 1em 0; text-align: center; }
blockquote.letter, blockquote.verse { margin: 1em 2em; }
aside { margin: 2em 0 0 0; font-size: 0.85em; }
div.title { text-align: center; }
";
const VERTICAL: &str = "\
html { -epub-writing-mode: vertical-rl; writing-mode: vertical-rl; }
em { font-style: normal; -epub-text-emphasis-style: filled sesame; text-emphasis-style: filled sesame; }
rt { font-size: 0.5em; }
";
const HORIZONTAL: &str = "\
p { text-indent: 1.2em; }
h2 + p, p.break + p { text-indent: 0; }
";

/// A spool of thread, a lamp post: one drawing per story, so that the samples have something that is not text.
const SPOOL: &str = r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 120" width="120" height="120">
  <title>糸玉</title>
  <g fill="none" stroke="#7a7f86" stroke-width="3">
    <circle cx="60" cy="60" r="42"/>
    <path d="M22 46c24-22 52-22 76 0M18 62c26-24 58-24 84 0M24 80c22-20 50-20 72 0M40 97c12-10 28-10 40 0"/>
    <path d="M96 86c14 6 10 20-8 22"/>
  </g>
</svg>
"##;
const LAMP: &str = r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 160" width="120" height="160">
  <title>A street lamp</title>
  <circle cx="60" cy="42" r="34" fill="#f6d98a"/>
  <path d="M48 24h24l6 36H42zM60 60v84M44 144h32M50 18l10-10 10 10" fill="none" stroke="#3c4048" stroke-width="4"/>
</svg>
"##;

/// Writes the story.
pub(crate) fn write(story: &Story) -> Result<Vec<u8>> {
    let (direction, style, drawing, picture) = match story.language {
        Language::Japanese => (LineDirection::Vertical, VERTICAL, SPOOL, "灰の糸を巻いた糸玉"),
        Language::English => (LineDirection::Horizontal, HORIZONTAL, LAMP, "A lit street lamp"),
    };
    let title_page = Page {
        name: "title".to_owned(),
        title: story.title.clone(),
        role: "titlepage",
        body: format!(
            "      <div class=\"title\">\n        <h1>{}</h1>\n        <p>{}</p>\n        \
             <p><img src=\"../drawing.svg\" alt=\"{picture}\"/></p>\n      </div>\n",
            escape(&story.title),
            escape(&story.author)
        ),
    };
    let chapters = (1_usize..).zip(&story.chapters).map(|(number, chapter)| Page {
        name: format!("chapter-{number}"),
        title: chapter.heading.clone(),
        role: "chapter",
        body: body(chapter, story.language),
    });
    let publication = Publication {
        title: story.title.clone(),
        author: story.author.clone(),
        language: story.language.tag(),
        identifier: story.identifier.clone(),
        modified: story.modified.clone(),
        rights: story.rights.clone(),
        direction,
        style: format!("{STYLE}{style}"),
        drawing: Some(drawing.to_owned()),
        pages: std::iter::once(title_page).chain(chapters).collect(),
    };
    publication.write()
}

fn body(chapter: &Chapter, language: Language) -> String {
    let blocks: String = chapter.blocks.iter().map(|block| block_markup(block, language)).collect();
    format!("      <h2>{}</h2>\n{blocks}", escape(&chapter.heading))
}

fn block_markup(block: &Block, language: Language) -> String {
    let markup = |line: &Vec<Inline>| line_markup(line, language);
    match block {
        Block::Gap => "      <p class=\"gap\"><br/></p>\n".to_owned(),
        Block::Break(signs) => format!("      <p class=\"break\">{signs}</p>\n"),
        Block::Paragraph(line) => format!("      <p>{}</p>\n", markup(line)),
        Block::Verse(lines) => {
            let verse = lines.iter().map(markup).collect::<Vec<_>>().join("<br/>");
            format!("      <blockquote class=\"verse\"><p>{verse}</p></blockquote>\n")
        }
        Block::Letter(lines) => {
            let lines = lines.iter().filter(|line| !line.is_empty());
            let lines = lines.map(markup).collect::<Vec<_>>().join("</p>\n        <p>");
            format!("      <blockquote class=\"letter\">\n        <p>{lines}</p>\n      </blockquote>\n")
        }
        Block::Note(number, line) => format!(
            "      <aside epub:type=\"footnote\" role=\"doc-footnote\" id=\"note-{number}\">\n        \
             <p>{}</p>\n      </aside>\n",
            markup(line)
        ),
    }
}

fn line_markup(line: &[Inline], language: Language) -> String {
    line.iter()
        .map(|piece| match piece {
            Inline::Text(text) => escape(text),
            Inline::Emphasis(text) => format!("<em>{}</em>", escape(text)),
            Inline::Ruby { base, reading } => {
                format!("<ruby>{}<rt>{}</rt></ruby>", escape(base), escape(reading))
            }
            Inline::NoteMark(number) => {
                let mark = match language {
                    Language::Japanese => format!("＊{number}"),
                    Language::English => format!("[{number}]"),
                };
                format!("<a epub:type=\"noteref\" role=\"doc-noteref\" href=\"#note-{number}\">{mark}</a>")
            }
        })
        .collect()
}
