//! A story as plain text the way English books are typed: a blank line between paragraphs, `_` around stress.

use super::inline::Inline;
use super::story::{Block, Chapter, Story};

/// Writes the story.
pub(crate) fn write(story: &Story) -> String {
    let chapters: String = story.chapters.iter().map(chapter).collect();
    format!(
        "{}\n\nby {}\n\n{chapters}\nTHE END\n\nWritten as a sample for Tsumugi and free to use under the {} licence.\n",
        story.title, story.author, story.rights
    )
}

fn chapter(chapter: &Chapter) -> String {
    let blocks: String = chapter.blocks.iter().map(block).collect();
    format!("\n{}\n\n{blocks}", chapter.heading)
}

fn block(block: &Block) -> String {
    match block {
        Block::Gap => String::new(),
        Block::Break(signs) => format!("{signs}\n\n"),
        Block::Paragraph(line) => format!("{}\n\n", plain(line)),
        Block::Verse(lines) | Block::Letter(lines) => {
            let lines = lines.iter().map(|line| format!("    {}", plain(line)).trim_end().to_owned());
            lines.chain([String::new(), String::new()]).collect::<Vec<_>>().join("\n")
        }
        Block::Note(number, line) => format!("[{number}] {}\n\n", plain(line)),
    }
}

fn plain(line: &[Inline]) -> String {
    line.iter()
        .map(|piece| match piece {
            Inline::Text(text) => text.clone(),
            Inline::Emphasis(text) => format!("_{text}_"),
            Inline::Ruby { base, reading } => format!("{base} ({reading})"),
            Inline::NoteMark(number) => format!("[{number}]"),
        })
        .collect()
}
