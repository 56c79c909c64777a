//! The paragraphs of a chunk as requests in text are written from them.

use super::task_service::TaskService;
use crate::delivery::TextItem;
use book::text::version::TaskKind;
use book::work::chunk::ChunkBoundaries;
use std::collections::HashSet;
use store::record::ParagraphRecord;

impl TaskService<'_> {
    /// The paragraphs of a chunk as requests in text are written from them.
    pub(super) fn text_items(
        &self,
        boundaries: &ChunkBoundaries,
        stretch: &[ParagraphRecord],
    ) -> Vec<TextItem> {
        let language = self.context.run.task_options.language;
        let own = stretch.iter().filter(|paragraph| boundaries.contains(paragraph.id));
        own.map(|paragraph| {
            let present = paragraph.translation.as_ref().filter(|_| self.kind != TaskKind::Translation);
            let repair = self.context.repairs.and_then(|repairs| repairs.get(paragraph.id));
            let found = repair.map(|repair| {
                let found: Vec<&str> =
                    repair.findings.iter().map(|finding| language.message_of(finding)).collect();
                found.join(language.choose("；", "; "))
            });
            TextItem {
                id: paragraph.id,
                source: paragraph.text.without_readings().to_string(),
                present: present.map(ToString::to_string),
                note: found.filter(|found| !found.is_empty()),
            }
        })
        .collect()
    }

    /// How words of the chunk are read. Chinese keeps the characters, so there readings only get in the way.
    pub(super) fn readings(
        &self,
        boundaries: &ChunkBoundaries,
        stretch: &[ParagraphRecord],
    ) -> Vec<(String, String)> {
        if self.context.run.target.is_chinese() {
            return Vec::new();
        }
        let own = stretch.iter().filter(|paragraph| boundaries.contains(paragraph.id));
        let mut readings: Vec<(String, String)> =
            own.flat_map(|paragraph| paragraph.text.readings()).collect();
        let mut seen = HashSet::new();
        readings.retain(|reading| seen.insert(reading.clone()));
        readings
    }
}

/// The same paragraphs with ruby as its base alone: weak models copy the notation, or take it for tags.
pub(super) fn without_readings(paragraphs: &[ParagraphRecord]) -> Vec<ParagraphRecord> {
    let without = |paragraph: &ParagraphRecord| ParagraphRecord {
        text: paragraph.text.without_readings(),
        ..paragraph.clone()
    };
    paragraphs.iter().map(without).collect()
}
