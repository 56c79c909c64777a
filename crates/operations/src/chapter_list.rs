//! Chapters as a person types them: numbers and ranges.

use std::ops::RangeInclusive;
use std::str::FromStr;
use store::record::ChapterRecord;

/// Chapter numbers, as in `1-3,7`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChapterList(Vec<RangeInclusive<u32>>);

impl ChapterList {
    /// Whether the chapter with this number is meant.
    pub fn contains(&self, number: u32) -> bool {
        self.0.iter().any(|range| range.contains(&number))
    }

    /// The chapters that are meant, of these; `None` where one of the numbers is none of theirs.
    pub fn of(&self, chapters: &[ChapterRecord]) -> Option<Vec<ChapterRecord>> {
        let last = chapters.iter().map(|chapter| chapter.number).max().unwrap_or_default();
        let meant = || chapters.iter().filter(|chapter| self.contains(chapter.number)).cloned().collect();
        (self.largest() <= last).then(meant)
    }

    /// The largest number named.
    pub fn largest(&self) -> u32 {
        self.0.iter().map(|range| *range.end()).max().unwrap_or_default()
    }
}

impl FromStr for ChapterList {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = |text: &str| text.trim().parse::<u32>().ok().filter(|number| *number > 0);
        let ranges = text.split(',').map(|part| {
            let (from, to) = part.split_once('-').unwrap_or((part, part));
            let range = number(from)?..=number(to)?;
            (!range.is_empty()).then_some(range)
        });
        let ranges: Option<Vec<_>> = ranges.collect();
        ranges.map(Self).ok_or_else(|| "write numbers and ranges, as in `1-3,7`".to_owned())
    }
}
