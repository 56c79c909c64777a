//! Finds the refused paragraphs of a refused request: it is taken apart, half by half, until what was refused stands alone.

use book::id::ParagraphId;
use serde::{Deserialize, Serialize};

/// How far the refused requests of a task are taken apart.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Isolation {
    /// Whether the answer to the request under way was a refusal.
    is_refused: bool,
    /// Whether a request of this task was refused: from then on none shows what was not yet taken beside its work.
    was_refused: bool,
    /// Parts of refused requests, the next one last.
    suspects: Vec<Vec<ParagraphId>>,
}

impl Isolation {
    pub(super) fn is_idle(&self) -> bool {
        *self == Self::default()
    }

    pub(super) const fn note_refused(&mut self) {
        self.is_refused = true;
    }

    pub(super) const fn is_refused(&self) -> bool {
        self.is_refused
    }

    pub(super) const fn was_refused(&self) -> bool {
        self.was_refused
    }

    /// Whether the answer was a refusal that is to be taken apart.
    pub(super) const fn take_refusal(&mut self) -> bool {
        std::mem::replace(&mut self.is_refused, false)
    }

    /// Takes the open paragraphs of a refused request apart. Gives back a paragraph that was asked for with nothing beside it:
    /// it is what was refused.
    pub(super) fn take_apart(&mut self, mut open: Vec<ParagraphId>, is_shared: bool) -> Vec<ParagraphId> {
        let is_first = !std::mem::replace(&mut self.was_refused, true);
        match open.len() {
            0 => {}
            // What was refused may have been another task's.
            _ if is_shared => self.suspects.push(open),
            1 if is_first => self.suspects.push(open),
            1 => {
                // One refused paragraph is the usual case: the rest is asked for at once.
                let rest: Vec<ParagraphId> = self.suspects.drain(..).rev().flatten().collect();
                self.suspects.push(rest);
                return open;
            }
            n_open => {
                let later = open.split_off(n_open.div_ceil(2));
                self.suspects.extend([later, open]);
            }
        }
        Vec::new()
    }

    /// The open paragraphs of the next part, if there is one.
    pub(super) fn next(&mut self, pending: &[ParagraphId]) -> Option<Vec<ParagraphId>> {
        loop {
            let mut suspects = self.suspects.pop()?;
            suspects.retain(|id| pending.contains(id));
            if !suspects.is_empty() {
                return Some(suspects);
            }
        }
    }
}
