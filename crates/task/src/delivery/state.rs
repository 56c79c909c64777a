//! How far a task in text has come: what the request under way asks for, what was tried, and what is asked next.

use super::ask::{Ask, Label, Manner};
use super::isolation::Isolation;
use super::read::{Answer, TextAnswer};
use super::render::sentences_of;
use super::size::{GOOD, RequestSize};
use super::structured;
use super::work::TextWork;
use book::id::ParagraphId;
use book::work::ledger::{Ledger, LedgerEntry};
use llm::Delivery;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::hash::{DefaultHasher, Hash, Hasher};

/// A paragraph that failed so often is given up: once with others, once alone, once more in another way.
const MAX_TRIES: u32 = 3;
/// From this many tokens on, a paragraph is asked for sentence by sentence before it is given up.
const LONG: u64 = 60;
/// The most paragraphs in a review.
const MAX_REVIEWED: usize = 20;

/// What was wrong with an answer as a whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ReplyFault {
    Empty,
    Cut,
    Unreadable,
    Repeated,
}

/// How far a task has come, without any text of its work.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct TextState {
    form: Delivery,
    ask: Ask,
    size: RequestSize,
    /// Whether the request under way asks for as much as it may.
    is_full: bool,
    /// Whether the request under way was shared with other tasks: then it says nothing about the size of this one's own.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    is_shared: bool,
    /// How long the last answer took.
    #[serde(default, skip_serializing_if = "is_zero")]
    took_ms: u64,
    /// How often each paragraph failed.
    tries: Vec<(ParagraphId, u32)>,
    /// Why each was refused last, in words for the model.
    faults: Vec<(ParagraphId, String)>,
    /// What was wrong with the last answer as a whole.
    reply_fault: Option<ReplyFault>,
    /// Answers in a row that were empty, or the same as the one before.
    n_repeats: u32,
    last_answer: Option<u64>,
    /// Paragraphs something came for in the last answer.
    delivered: Vec<ParagraphId>,
    /// How far refused requests are taken apart.
    #[serde(default, skip_serializing_if = "Isolation::is_idle")]
    isolation: Isolation,
}

impl TextState {
    pub(crate) fn new(form: Delivery, size: RequestSize, work: &TextWork, ledger: &Ledger) -> Self {
        let mut state = Self {
            form,
            ask: Ask { labels: Vec::new(), manner: Manner::Together },
            size,
            is_full: false,
            is_shared: false,
            took_ms: 0,
            tries: Vec::new(),
            faults: Vec::new(),
            reply_fault: None,
            n_repeats: 0,
            last_answer: None,
            delivered: Vec::new(),
            isolation: Isolation::default(),
        };
        state.plan(work, ledger);
        let titles = [(work.title.is_some(), Label::Title), (work.book_title.is_some(), Label::BookTitle)];
        let titles = titles.into_iter().filter(|(is_wanted, _)| *is_wanted).map(|(_, label)| label);
        state.ask.labels.splice(0..0, titles);
        state
    }

    pub(crate) const fn form(&self) -> Delivery {
        self.form
    }

    pub(crate) const fn ask(&self) -> &Ask {
        &self.ask
    }

    pub(crate) const fn size(&self) -> RequestSize {
        self.size
    }

    pub(crate) const fn is_shared(&self) -> bool {
        self.is_shared
    }

    /// The request under way was one for several tasks.
    pub(crate) const fn note_shared(&mut self) {
        self.is_shared = true;
    }

    /// The request under way was one for several tasks, after which requests have this size.
    pub(crate) const fn share(&mut self, size: RequestSize) {
        self.is_shared = true;
        self.size = size;
    }

    pub(crate) const fn reply_fault(&self) -> Option<ReplyFault> {
        self.reply_fault
    }

    /// How often the model has to be asked differently than it is used to: it said nothing new, or the request is the same
    /// as the one before because a paragraph is asked for alone once more and the same is wrong with it.
    pub(crate) fn n_repeats(&self) -> u32 {
        let alone = self.ask.labels.first().filter(|_| self.ask.manner == Manner::Alone);
        let n_alone = match alone {
            Some(Label::Paragraph { id }) => self.tries_of(*id).saturating_sub(1),
            Some(Label::Title | Label::BookTitle | Label::Sentence { .. }) | None => 0,
        };
        self.n_repeats.max(n_alone)
    }

    pub(crate) fn fault_of(&self, id: ParagraphId) -> Option<&str> {
        self.faults.iter().find(|(known, _)| *known == id).map(|(_, error)| error.as_str())
    }

    /// The schema of the answer, where the form has one.
    pub(crate) fn schema(&self) -> Option<Value> {
        (self.form == Delivery::Structured).then(|| structured::schema(&self.ask.keys()))
    }

    /// Reads an answer, and notes whether it said anything new.
    pub(crate) fn read(&mut self, work: &TextWork, text: &str, is_cut: bool) -> TextAnswer {
        let digest = digest(text);
        let is_same = self.last_answer.replace(digest) == Some(digest);
        let answer = Answer { form: self.form, ask: &self.ask, work, text, is_cut, is_same }.read();
        let is_empty = text.trim().is_empty();
        self.n_repeats = if is_same || is_empty { self.n_repeats + 1 } else { 0 };
        // Asked for alone, each has no neighbour to be mistaken for.
        for id in &answer.doubted {
            self.count_try(*id);
        }
        let says_nothing = answer.calls.is_empty() && answer.doubted.is_empty();
        self.reply_fault = match (says_nothing, is_empty, is_cut) {
            (_, true, _) => Some(ReplyFault::Empty),
            (_, false, true) => Some(ReplyFault::Cut),
            (true, false, false) => Some(ReplyFault::Unreadable),
            (false, false, false) => None,
        };
        self.delivered.clone_from(&answer.delivered);
        answer
    }

    /// Notes how long an answer took: the size of the next request follows.
    pub(crate) const fn note_time(&mut self, took_ms: u64) {
        self.took_ms = took_ms;
    }

    /// Whether the request under way asks for something again.
    pub(crate) const fn asks_again(&self) -> bool {
        match self.ask.manner {
            Manner::Together => false,
            Manner::Alone | Manner::Sentences | Manner::Review => true,
        }
    }

    /// Notes an answer that never became one.
    pub(crate) fn note_broken(&mut self, fault: ReplyFault) {
        self.reply_fault = Some(fault);
        self.n_repeats += 1;
        self.delivered.clear();
    }

    /// Notes that the answer was a refusal.
    pub(crate) const fn note_refused(&mut self) {
        self.isolation.note_refused();
        self.reply_fault = None;
        self.n_repeats = 0;
    }

    /// Whether the answer to the request under way was a refusal.
    pub(crate) const fn is_refused(&self) -> bool {
        self.isolation.is_refused()
    }

    /// Whether a request of this task was refused.
    pub(crate) const fn was_refused(&self) -> bool {
        self.isolation.was_refused()
    }

    /// Notes why paragraphs were refused, as the submission's result tells.
    pub(crate) fn note_refusals(&mut self, result: &Value) {
        let failed = result.get("failed_paragraphs").and_then(Value::as_array);
        for failed in failed.into_iter().flatten() {
            let text = |field: &str| failed.get(field).and_then(Value::as_str);
            let (Some(id), Some(error)) =
                (text("paragraph_id").and_then(|id| id.parse().ok()), text("error"))
            else {
                continue;
            };
            self.faults.retain(|(known, _)| *known != id);
            self.faults.push((id, error.to_owned()));
        }
    }

    /// Settles the request under way: notes what failed and sets the size of the next request. Returns the paragraphs without
    /// tries left.
    pub(crate) fn settle(&mut self, ledger: &Ledger) -> Vec<ParagraphId> {
        let asked = self.ask.paragraphs();
        let is_settled = |id: &ParagraphId| ledger.entry(*id) != Some(&LedgerEntry::Pending);
        let n_settled = asked.iter().filter(|id| is_settled(id)).count();
        let is_shared = std::mem::take(&mut self.is_shared);
        let is_together = self.ask.manner == Manner::Together && !is_shared;
        let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        let took_ms = std::mem::take(&mut self.took_ms);
        if self.isolation.take_refusal() {
            let open = asked.iter().copied().filter(|id| !is_settled(id)).collect();
            return self.isolation.take_apart(open, is_shared);
        }
        if is_together && self.size.was_slow(count(asked.len()), took_ms) {
            // Its size is settled: what came in time says nothing about more at once.
        } else if is_together
            && n_settled + 1 < asked.len()
            && count(n_settled * 100) < count(asked.len()) * GOOD
        {
            self.size.was_too_much(count(asked.len()), count(n_settled));
        } else if is_together && self.is_full && n_settled > 0 {
            self.size.went_well(took_ms);
        }
        // An answer without anything in it says that the request was too large, not which paragraph is hard.
        let blames_nobody = self.delivered.is_empty() && asked.len() > 1;
        let last_delivered = asked.iter().rposition(|id| self.delivered.contains(id));
        let mut given_up = Vec::new();
        for (place, id) in asked.iter().enumerate().filter(|(_, id)| !is_settled(id)) {
            // What stands after the last delivered one was not reached.
            let was_reached = last_delivered.is_none_or(|last| place <= last);
            if blames_nobody || (!was_reached && n_settled > 0) {
                continue;
            }
            if self.count_try(*id) >= MAX_TRIES {
                given_up.push(*id);
            }
        }
        given_up
    }

    /// Decides what is asked next; false where nothing is pending.
    pub(crate) fn plan(&mut self, work: &TextWork, ledger: &Ledger) -> bool {
        let pending = ledger.pending();
        let Some(first) = pending.first().copied() else { return false };
        if let Some(suspects) = self.isolation.next(&pending) {
            self.is_full = false;
            let labels = suspects.into_iter().map(|id| Label::Paragraph { id }).collect();
            self.ask = Ask { labels, manner: Manner::Together };
            return true;
        }
        let untried: Vec<ParagraphId> =
            pending.iter().copied().filter(|id| self.tries_of(*id) == 0).collect();
        self.ask = if untried.is_empty() {
            self.hard(work, first)
        } else {
            let batch = self.batch(work, &untried);
            self.is_full = batch.len() < untried.len();
            let labels = batch.into_iter().map(|id| Label::Paragraph { id }).collect();
            Ask { labels, manner: Manner::Together }
        };
        true
    }

    /// Asks once more for paragraphs in which a check found something.
    pub(crate) fn plan_review(&mut self, concerned: impl Iterator<Item = ParagraphId>) {
        let mut labels: Vec<Label> = Vec::new();
        for id in concerned {
            let label = Label::Paragraph { id };
            if labels.len() < MAX_REVIEWED && !labels.contains(&label) {
                labels.push(label);
            }
        }
        self.reply_fault = None;
        self.ask = Ask { labels, manner: Manner::Review };
    }

    /// As many paragraphs as one request may ask for; at least one.
    fn batch(&self, work: &TextWork, untried: &[ParagraphId]) -> Vec<ParagraphId> {
        let (mut ids, mut tokens) = (Vec::new(), 0);
        let most_of_model = work.prompt.as_ref().and_then(|prompt| prompt.request_tokens);
        let most = most_of_model.unwrap_or(u64::MAX).min(self.size.tokens());
        for id in untried {
            tokens += work.item(*id).map_or(0, super::TextItem::tokens);
            let n_ids = u32::try_from(ids.len()).unwrap_or(u32::MAX);
            if n_ids > 0 && (n_ids >= self.size.items() || tokens > most) {
                break;
            }
            ids.push(*id);
        }
        ids
    }

    /// One paragraph that failed before: alone, and a long one sentence by sentence the second time.
    fn hard(&self, work: &TextWork, id: ParagraphId) -> Ask {
        let item = work.item(id);
        let is_long = item.is_some_and(|item| item.present.is_none() && item.tokens() >= LONG);
        let n_sentences = item.filter(|_| is_long).map_or(0, |item| sentences_of(item).len());
        if self.tries_of(id) + 1 < MAX_TRIES || n_sentences < 2 {
            return Ask { labels: vec![Label::Paragraph { id }], manner: Manner::Alone };
        }
        let labels = (0..n_sentences).map(|number| Label::Sentence { id, number }).collect();
        Ask { labels, manner: Manner::Sentences }
    }

    fn tries_of(&self, id: ParagraphId) -> u32 {
        self.tries.iter().find(|(known, _)| *known == id).map_or(0, |(_, tries)| *tries)
    }

    fn count_try(&mut self, id: ParagraphId) -> u32 {
        if let Some((_, tries)) = self.tries.iter_mut().find(|(known, _)| *known == id) {
            *tries += 1;
            return *tries;
        }
        self.tries.push((id, 1));
        1
    }
}

fn digest(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.trim().hash(&mut hasher);
    hasher.finish()
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "as serde calls it")]
const fn is_zero(count: &u64) -> bool {
    *count == 0
}
