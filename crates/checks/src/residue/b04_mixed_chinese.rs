//! **B4 mixed-chinese.** Simplified and traditional characters are mixed.
//!
//! *Rule*: characters that exist in one of the two scripts only are counted per chapter; characters used in both (后, 干, 里) are
//! left out. *Threshold*: the wrong script has at least 3 characters and more than 2 % of the telling ones. *False alarms*: quoted
//! inscriptions. *Severity*: queue. *Repair*: convert the characters named.

use crate::check::{Finding, Severity};
use crate::code::CheckCode;
use crate::sequence::{LocatedFinding, Passage, SequenceCheck};
use book::id::ParagraphId;

/// Check B4.
#[derive(Debug, Default)]
pub struct MixedChinese {
    chapter: usize,
    applies: bool,
    n_right: usize,
    wrong: Vec<char>,
    n_wrong: usize,
    paragraphs: Vec<ParagraphId>,
    found: Vec<LocatedFinding>,
}

impl MixedChinese {
    fn add(&mut self, later: &Self) {
        if !later.applies {
            return;
        }
        self.close();
        self.applies = true;
        self.found.extend_from_slice(&later.found);
        (self.chapter, self.n_right, self.n_wrong) = (later.chapter, later.n_right, later.n_wrong);
        self.wrong.clone_from(&later.wrong);
        self.paragraphs.clone_from(&later.paragraphs);
    }

    fn close(&mut self) {
        let (right, wrong) = (std::mem::take(&mut self.n_right), std::mem::take(&mut self.n_wrong));
        let chars: String = std::mem::take(&mut self.wrong).into_iter().collect();
        let paragraphs = std::mem::take(&mut self.paragraphs);
        if wrong < 3 || wrong * 50 <= right + wrong {
            return;
        }
        let finding = Finding::new(
            CheckCode::B4,
            Severity::Queue,
            format!(
                "{wrong} characters are of the other Chinese script ({chars}). Write the whole text in one script."
            ),
            format!("有{wrong}个字属于另一种字体（{chars}）。请统一使用简体或繁体。"),
        );
        self.found.push(LocatedFinding { chapter: Some(self.chapter), paragraphs, finding });
    }
}

impl SequenceCheck for MixedChinese {
    sequence_names!(B4, "mixed-chinese", Queue);

    fn visit(&mut self, passage: &Passage<'_>) {
        let pair = passage.prepared.pair;
        if !pair.target.is_chinese() {
            return;
        }
        self.applies = true;
        if passage.chapter != self.chapter {
            self.close();
            self.chapter = passage.chapter;
        }
        let traditional = pair.target.tag.is_traditional_chinese();
        let (right, wrong) = if traditional {
            (&pair.han.traditional, &pair.han.simplified)
        } else {
            (&pair.han.simplified, &pair.han.traditional)
        };
        let before = self.n_wrong;
        for c in passage.prepared.target.chars() {
            if right.contains(c) {
                self.n_right += 1;
            } else if wrong.contains(c) {
                self.n_wrong += 1;
                if self.wrong.len() < 12 && !self.wrong.contains(c) {
                    self.wrong.push(*c);
                }
            }
        }
        if self.n_wrong > before && self.paragraphs.len() < LocatedFinding::MOST_PARAGRAPHS {
            self.paragraphs.push(passage.id);
        }
    }

    fn finish(&mut self) -> Result<Vec<LocatedFinding>, &'static str> {
        self.close();
        if self.applies {
            Ok(std::mem::take(&mut self.found))
        } else {
            Err("the target language is not Chinese")
        }
    }
}
