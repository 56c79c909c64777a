//! **A13 chapter-totals.** A chapter as a whole is shorter, or has fewer questions, quotations or digits, than the book leads to expect.
//!
//! *Rule*: per chapter, target over source for length, quotations, question and exclamation marks and digits, held
//! against the median of the book's chapters. *Threshold*: ±12 % for length, ±30 % for counts of at least 20.
//! *False alarms*: chapters of letters or verse. *Severity*: info. *Repair*: read the chapter's worst paragraphs first.

use crate::check::{Finding, Severity};
use crate::code::CheckCode;
use crate::sequence::{LocatedFinding, Passage, SequenceCheck};
use crate::text::quotation;

/// Check A13.
#[derive(Debug, Default)]
pub struct ChapterTotals {
    chapters: Vec<(usize, [Count; N_KINDS])>,
}

#[derive(Debug, Clone, Copy, Default)]
struct Count {
    source: usize,
    translation: usize,
}

const N_KINDS: usize = 5;
const KINDS: [(&str, &str, f64, usize); N_KINDS] = [
    ("characters", "字数", 0.12, 400),
    ("quotations", "引语", 0.30, 20),
    ("question marks", "问号", 0.30, 20),
    ("exclamation marks", "感叹号", 0.30, 20),
    ("numbers in digits", "数字", 0.30, 20),
];
const LEAST_CHAPTERS: usize = 3;

impl ChapterTotals {
    fn add(&mut self, later: &Self) {
        self.chapters.extend_from_slice(&later.chapters);
    }
}

impl SequenceCheck for ChapterTotals {
    sequence_names!(A13, "chapter-totals", Info);

    fn visit(&mut self, passage: &Passage<'_>) {
        if self.chapters.last().is_none_or(|(chapter, _)| *chapter != passage.chapter) {
            self.chapters.push((passage.chapter, [Count::default(); N_KINDS]));
        }
        let prepared = passage.prepared;
        let marks = |chars: &[char], wanted: [char; 2]| chars.iter().filter(|c| wanted.contains(c)).count();
        let (s, t) = (prepared.source, &prepared.target);
        let now = [
            (s.length(), t.length()),
            (quotation::count(prepared.source_quotations()), quotation::count(prepared.target_quotations())),
            (marks(s.chars(), ['?', '？']), marks(t.chars(), ['?', '？'])),
            (marks(s.chars(), ['!', '！']), marks(t.chars(), ['!', '！'])),
            (prepared.source_digits().len(), prepared.target_digits().len()),
        ];
        if let Some((_, counts)) = self.chapters.last_mut() {
            for (count, (source, translation)) in counts.iter_mut().zip(now) {
                count.source += source;
                count.translation += translation;
            }
        }
    }

    fn finish(&mut self) -> Result<Vec<LocatedFinding>, &'static str> {
        if self.chapters.len() < LEAST_CHAPTERS {
            return Err("there are fewer than three chapters to compare");
        }
        let mut located = Vec::new();
        for (kind, (en, zh, tolerance, least)) in KINDS.iter().enumerate() {
            let of_kind = |counts: &[Count; N_KINDS]| counts.get(kind).copied().unwrap_or_default();
            let mut ratios: Vec<f64> = self
                .chapters
                .iter()
                .map(|(_, counts)| of_kind(counts))
                .filter(|count| count.source >= *least)
                .map(|count| crate::ratio(count.translation, count.source))
                .collect();
            if ratios.len() < LEAST_CHAPTERS {
                continue;
            }
            ratios.sort_unstable_by(f64::total_cmp);
            let Some(median) = ratios.get(ratios.len() / 2).copied().filter(|median| *median > 0.0) else {
                continue;
            };
            for (chapter, counts) in &self.chapters {
                let count = of_kind(counts);
                let share = crate::ratio(count.translation, count.source) / median - 1.0;
                if count.source >= *least && share.abs() > *tolerance {
                    let percent = (share * 100.0).round();
                    let finding = Finding::new(
                        CheckCode::A13,
                        Severity::Info,
                        format!(
                            "{percent:+}% {en} against the book's median; look for missing or added text in this chapter."
                        ),
                        format!("本章{zh}与全书中位数相差{percent:+}%，请检查是否有遗漏或增添。"),
                    );
                    located.push(LocatedFinding { chapter: Some(*chapter), paragraphs: Vec::new(), finding });
                }
            }
        }
        Ok(located)
    }
}
