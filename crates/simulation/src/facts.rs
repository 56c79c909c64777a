//! What was counted and what was promised so far.

use crate::fault::CountedEvent;
use crate::replies::Tokens;
use book::id::{ChatId, ParagraphId, RunId};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// How much happened so far.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Counts {
    pub(crate) statements: u64,
    pub(crate) commits: u64,
    pub(crate) requests: u64,
    pub(crate) pieces: u64,
}

impl Counts {
    pub(crate) const fn count_of(self, counted: CountedEvent) -> u64 {
        match counted {
            CountedEvent::Statements => self.statements,
            CountedEvent::Commits => self.commits,
            CountedEvent::Requests => self.requests,
            CountedEvent::Pieces => self.pieces,
        }
    }
}

/// How a person has left a paragraph.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(crate) struct SettledParagraph {
    /// What stood there.
    pub(crate) text: Option<String>,
    pub(crate) is_locked: bool,
    pub(crate) is_reviewed: bool,
}

/// The promises so far, by the actor that made them.
#[derive(Debug, Default, Clone)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub(crate) struct Facts {
    /// What events said is accepted.
    pub(crate) accepted: Vec<(ParagraphId, String)>,
    /// Whether every commit was also confirmed: no process died in between or missed the answer to a commit.
    pub(crate) hears_all: bool,
    /// What people wrote and got confirmed is kept; only a person changes it.
    pub(crate) by_person: BTreeMap<ParagraphId, String>,
    /// What people locked or reviewed.
    pub(crate) settled: BTreeMap<ParagraphId, SettledParagraph>,
    /// Paragraphs for which a suggestion was told to be kept.
    pub(crate) suggested: BTreeSet<ParagraphId>,
    /// Words of which people said how they are to be translated, and were told that it is kept.
    pub(crate) taught: BTreeSet<&'static str>,
    /// What people said in conversations that were answered.
    pub(crate) talked: Vec<(ChatId, String)>,
    /// Bodies of requests that were answered well and whole since the newest run began, and when they were asked.
    pub(crate) answered: HashMap<[u8; 32], u64>,
    /// The runs that were told to have begun.
    pub(crate) begun: BTreeSet<RunId>,
    /// What the service bills.
    pub(crate) billed: Tokens,
    /// The most that may be counted: the bill, and an estimate for what is on its way, broke off, or told no bill.
    pub(crate) at_most: Tokens,
    /// Whether the bill can be compared to the cent.
    pub(crate) is_money_exact: bool,
    /// The first request after the last trouble that may cause a repeated request.
    pub(crate) trouble_until: u64,
    /// What events of the present run said is accepted; a model may hand in a better text for the same paragraph.
    pub(crate) accepted_now: BTreeSet<ParagraphId>,
    pub(crate) n_ended_events: usize,
    /// Whether a person takes something back at this moment.
    pub(crate) is_undoing: bool,
    /// Whether a person took something back.
    pub(crate) has_undone: bool,
    /// The processes that are at work on the book.
    pub(crate) at_work: Vec<String>,
    /// Whether nothing has happened in this life that may cost a process its claim.
    pub(crate) is_claim_sure: bool,
    /// How often a second process came.
    pub(crate) n_second: usize,
    /// How often people began or ended something.
    pub(crate) n_acts: u64,
    /// Where people write at this moment. A write that began earlier may be committed later, and then its words stand there.
    pub(crate) writing: Vec<(Act, Vec<ParagraphId>)>,
}

/// Something that a person does, by its number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Act(u64);

impl Facts {
    /// A person begins to do something. Two people may work on one paragraph: what one of them leaves is known only if no other
    /// person began or ended anything meanwhile.
    pub(crate) const fn begin_act(&mut self) -> Act {
        self.n_acts += 1;
        Act(self.n_acts)
    }

    /// The same, writing in these paragraphs.
    pub(crate) fn begin_writing(&mut self, paragraphs: impl IntoIterator<Item = ParagraphId>) -> Act {
        let paragraphs: Vec<ParagraphId> = paragraphs.into_iter().collect();
        for paragraph in &paragraphs {
            self.by_person.remove(paragraph);
            self.settled.remove(paragraph);
        }
        let act = self.begin_act();
        self.writing.push((act, paragraphs));
        act
    }

    /// A person's write was confirmed or refused.
    pub(crate) fn end_writing(&mut self, act: Act) {
        self.writing.retain(|(other, _)| *other != act);
    }

    /// Whether no other person has begun or ended anything since.
    const fn is_last(&mut self, Act(act): Act) -> bool {
        let is_last = self.n_acts == act && !self.is_undoing;
        self.n_acts += 1;
        is_last
    }

    /// Whether a person's write in this paragraph is still unconfirmed.
    fn is_written(&self, paragraph: ParagraphId) -> bool {
        self.writing.iter().any(|(_, paragraphs)| paragraphs.contains(&paragraph))
    }

    /// A person wrote these words and was told that they are kept.
    pub(crate) fn note_words(&mut self, act: Act, words: impl IntoIterator<Item = (ParagraphId, String)>) {
        self.end_writing(act);
        if self.is_last(act) {
            let words: Vec<_> =
                words.into_iter().filter(|(paragraph, _)| !self.is_written(*paragraph)).collect();
            self.by_person.extend(words);
        }
    }

    /// A person locked or reviewed a paragraph in which these words stand, and was told so.
    pub(crate) fn settle(
        &mut self,
        act: Act,
        paragraph: ParagraphId,
        text: Option<String>,
        how: &SettledParagraph,
    ) {
        let before = self.settled.remove(&paragraph).unwrap_or_default();
        let is_locked = how.is_locked || before.is_locked;
        // What was said of other words is no longer said.
        let is_reviewed = how.is_reviewed || before.is_reviewed && before.text == text;
        if self.is_last(act) && !self.is_written(paragraph) {
            self.settled.insert(paragraph, SettledParagraph { text, is_locked, is_reviewed });
        }
    }

    /// A paragraph that a person has reviewed.
    pub(crate) fn reviewed(&self) -> Option<ParagraphId> {
        self.settled.iter().find(|(_, settled)| settled.is_reviewed).map(|(paragraph, _)| *paragraph)
    }

    /// An undo begins or ends: neither its effect nor that of what comes meanwhile is known.
    pub(crate) fn undo(&mut self, is_undoing: bool) {
        self.forget_people();
        self.n_acts += 1;
        self.is_undoing = is_undoing;
        self.has_undone = true;
    }

    /// A run begins or goes on. One that is new is another order: it may ask for what an earlier one was answered.
    pub(crate) fn begin_run(&mut self, run: RunId) {
        if self.begun.insert(run) {
            self.answered.clear();
        }
    }

    /// Forgets what people have left: it is no longer known.
    pub(crate) fn forget_people(&mut self) {
        self.by_person.clear();
        self.settled.clear();
        self.taught.clear();
    }
}
