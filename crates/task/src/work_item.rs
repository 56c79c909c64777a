//! The work block: every paragraph of a chunk on its own line, `[index] [ID: paragraph_id] text`, and what stands
//! between them without an id.

use crate::prompt_escape::escape_for_prompt;
use book::text::version::TaskKind;
use book::work::chunk::ChunkBoundaries;
use std::fmt::Write;
use store::record::ParagraphRecord;

/// Renders the stretch from the chunk's first paragraph to its last. `stretch` holds all paragraphs of it.
pub(crate) fn render_work(
    kind: TaskKind,
    boundaries: &ChunkBoundaries,
    stretch: &[ParagraphRecord],
) -> String {
    let mut block = String::new();
    for paragraph in stretch.iter().filter(|paragraph| !paragraph.is_empty) {
        if !block.is_empty() {
            block.push('\n');
        }
        let (index, text) = (paragraph.index, escape_for_prompt(paragraph.text.as_str()));
        // Writing to a string cannot fail.
        let _ = if boundaries.contains(paragraph.id) {
            write!(block, "[{index}] [ID: {}] {text}", paragraph.id)
        } else {
            write!(block, "[{index}] {text}")
        };
        let shows_translation = kind != TaskKind::Translation || !boundaries.contains(paragraph.id);
        if let Some(translation) = paragraph.translation.as_ref().filter(|_| shows_translation) {
            let _ = write!(block, "\n  => {}", escape_for_prompt(translation.as_str()));
        }
    }
    block
}
