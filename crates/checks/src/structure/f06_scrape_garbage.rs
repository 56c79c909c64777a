//! **F6 scrape-garbage.** Lines of the source that belong to a web page, not to the book.
//!
//! *Rule*: the same short line in at least 5 chapters, with an address or a word such as “share” or 收藏本站 in it. *False alarms*: the author's own notes.
//! *Severity*: info, with the offer to exclude them.

use crate::check::{Finding, Severity};
use crate::code::CheckCode;
use crate::sequence::{LocatedFinding, Passage, SequenceCheck};
use crate::text::hash::hash_of;
use book::id::ParagraphId;
use std::collections::HashMap;

/// Check F6.
#[derive(Debug, Default)]
pub struct ScrapeGarbage {
    lines: HashMap<u64, Line>,
    n_seen: usize,
}

#[derive(Debug, Default)]
struct Line {
    text: String,
    last_chapter: Option<usize>,
    n_chapters: usize,
    paragraphs: Vec<ParagraphId>,
}

const LEAST_CHAPTERS: usize = 5;
const LONGEST: usize = 200;

impl ScrapeGarbage {
    fn add(&mut self, later: &Self) {
        self.n_seen += later.n_seen;
        for (hash, later) in &later.lines {
            let line = self.lines.entry(*hash).or_default();
            if line.text.is_empty() {
                line.text.clone_from(&later.text);
            }
            line.last_chapter = later.last_chapter;
            line.n_chapters += later.n_chapters;
            let room = LocatedFinding::MOST_PARAGRAPHS.saturating_sub(line.paragraphs.len());
            line.paragraphs.extend(later.paragraphs.iter().take(room));
        }
    }
}

impl SequenceCheck for ScrapeGarbage {
    sequence_names!(F6, "scrape-garbage", Info);

    fn visit(&mut self, passage: &Passage<'_>) {
        self.n_seen += 1;
        let source = passage.prepared.source;
        if source.length() > LONGEST || source.is_blank() {
            return;
        }
        let Some(words) = &passage.prepared.pair.phrases.scrape_words else { return };
        let text = source.comparable().trim();
        if !words.is_match(text) {
            return;
        }
        let line = self.lines.entry(hash_of(text)).or_default();
        if line.last_chapter != Some(passage.chapter) {
            line.n_chapters += 1;
            line.last_chapter = Some(passage.chapter);
        }
        if line.paragraphs.len() < LocatedFinding::MOST_PARAGRAPHS {
            line.paragraphs.push(passage.id);
        }
        if line.text.is_empty() {
            source.text().trim().clone_into(&mut line.text);
        }
    }

    fn finish(&mut self) -> Result<Vec<LocatedFinding>, &'static str> {
        if self.n_seen == 0 {
            return Err("there is nothing to look at");
        }
        let mut located: Vec<LocatedFinding> = std::mem::take(&mut self.lines)
            .into_values()
            .filter(|line| line.n_chapters >= LEAST_CHAPTERS)
            .map(|line| {
                let (text, n) = (line.text, line.n_chapters);
                let finding = Finding::new(
                    CheckCode::F6,
                    Severity::Info,
                    format!("This line stands in {n} chapters and looks like part of a web page: «{text}». Exclude it?"),
                    format!("此行在{n}章中重复出现，疑似网页残留：「{text}」。是否排除？"),
                );
                LocatedFinding { chapter: None, paragraphs: line.paragraphs, finding }
            })
            .collect();
        located.sort_by(|left, right| left.paragraphs.cmp(&right.paragraphs));
        Ok(located)
    }
}
