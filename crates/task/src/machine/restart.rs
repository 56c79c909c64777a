//! A conversation begun anew for what is left of a task, once that is cheaper than sending again what is settled.
//!
//! A model that submits a few paragraphs at a time would otherwise be sent the whole work, and all it submitted, with
//! every request. The new conversation shows as much as the model hands in at once. Its head (chapter and context) is
//! the old one byte for byte, so that a service's cache still knows it.
//!
//! Invariant: the machine decides from what is stored alone, so a task that is resumed begins anew where it would have;
//! whenever a paragraph is open in a conversation that was begun anew, at least one open paragraph is shown in it.

use super::{Machine, Phase, TranscriptEntry, text::submitted};
use crate::context::without_previous;
use crate::prompt_escape::escape_for_prompt;
use crate::prompts;
use book::id::ParagraphId;
use book::work::status::Effort;
use llm::{ChatMessage, estimate_tokens};
use std::collections::{HashMap, HashSet};
use std::fmt::Write;

/// A reply that settles fewer says little about how much the model hands in at once.
const LEAST_SETTLED: usize = 4;
/// What a new conversation must save, in tokens at full price: what the model looked up in the old one is gone.
const LEAST_SAVED: u64 = 1_000;
/// How many settled paragraphs before the first open one are shown with their translations.
const N_BEFORE: usize = 2;
/// … as long as they have no more tokens together, as many for each as what stands before a chunk.
const MAX_TOKENS_BEFORE: u64 = 200;
/// How many paragraphs are shown to a model that announces its stages, until its submission size is known.
const N_FOR_ANNOUNCER: usize = 10;
/// Replies it is likely to need before its first work can be told from the rest: one more stage, and some work.
const N_BEFORE_WORK: usize = 2;
const FULL_PRICE: u64 = 1_000;

impl Machine {
    /// The same for a model whose cached input costs this many thousandths of its other input.
    #[must_use]
    pub const fn with_cached_price(mut self, permille: Option<u16>) -> Self {
        self.cached_permille = permille;
        self
    }

    /// Begins anew if that is cheaper, or if nothing that is shown is left to do. Called wherever the model is asked next.
    pub(super) fn restart_if_due(&mut self) {
        if !self.may_restart() {
            return;
        }
        let pending = self.task_state.ledger.pending();
        let shown = self.shown_paragraphs();
        let is_done_here = self.is_restarted() && !pending.iter().any(|id| shown.contains(id));
        let n_settled = usize::try_from(self.n_pending_before).unwrap_or(0).saturating_sub(pending.len());
        if n_settled == 0 && self.has_only_announced() && !self.is_restarted() {
            return self.show_less_to_announcer(&pending);
        }
        if pending.is_empty() || !is_done_here && (n_settled < LEAST_SETTLED || self.cut.is_some()) {
            return;
        }
        let given = self.given_here();
        // What was refused is corrected where the model can see what it wrote.
        if pending.iter().any(|id| given.contains_key(id)) {
            return;
        }
        let n_next = match self.n_at_once {
            Some(_) if is_done_here => n_settled.max(shown.len()),
            // It has handed in all it was shown, and may well hand in more.
            None if is_done_here => n_settled.max(2 * shown.len()),
            Some(_) | None => n_settled,
        };
        let next = pending.get(..n_next).unwrap_or(&pending);
        let Some(text) = self.opening_for(next, &given) else { return };
        if is_done_here || self.costs_of_going_on(pending.len().div_ceil(n_next), &text).is_dearer() {
            if !is_done_here {
                self.n_at_once = self.n_at_once.max(Some(n_settled));
            }
            self.begin_anew(text);
        }
    }

    /// A model that announces a stage instead of beginning is sent everything once more for nothing, and will be again at
    /// the next stage. Until it is known how much it hands in, it is shown little, if that is cheaper.
    fn show_less_to_announcer(&mut self, pending: &[ParagraphId]) {
        let Some(next) = pending.get(..N_FOR_ANNOUNCER) else { return };
        let Some(text) = self.opening_for(next, &HashMap::new()) else { return };
        if self.costs_of_going_on(N_BEFORE_WORK, &text).is_dearer() {
            self.begin_anew(text);
        }
    }

    fn begin_anew(&mut self, text: String) {
        self.push_line(TranscriptEntry::User { text, afresh: true, moves: Vec::new() });
    }

    /// Whether the model is asked next for work it does by tools, in a task without ceremony.
    pub(super) fn may_restart(&self) -> bool {
        self.text.is_none()
            && matches!(self.phase, Phase::Model)
            && self.review_replies.is_none()
            && !self.is_careful()
    }

    pub(super) fn is_careful(&self) -> bool {
        self.task_state.effort == Effort::Careful
    }

    /// The open paragraphs that stand in this conversation.
    pub(super) fn pending_here(&self) -> Vec<ParagraphId> {
        let mut pending = self.task_state.ledger.pending();
        if self.is_restarted() {
            let shown = self.shown_paragraphs();
            pending.retain(|id| shown.contains(id));
        }
        pending
    }

    fn is_restarted(&self) -> bool {
        matches!(self.messages.first(), Some(ChatMessage::User { text }) if **text != *self.first_message)
    }

    /// The paragraphs this conversation began with.
    fn shown_paragraphs(&self) -> HashSet<ParagraphId> {
        let Some(ChatMessage::User { text }) = self.messages.first() else { return HashSet::new() };
        let work = text.split_once(WORK_BEGINS).and_then(|(_, rest)| rest.split_once(WORK_ENDS));
        work.map(|(work, _)| items_of(work).iter().filter_map(|item| item.id).collect()).unwrap_or_default()
    }

    /// What `n_replies` further replies cost in this conversation, and in new ones that begin with `text`.
    fn costs_of_going_on(&self, n_replies: usize, text: &str) -> Costs {
        let sizes: Vec<u64> = self.messages.iter().map(size_of).collect();
        let so_far: u64 = sizes.iter().sum();
        // The last reply and its results were never sent before, and each further reply brings as much again.
        let growth: u64 = sizes.iter().rev().take(2).sum();
        let cached = match self.cached_permille {
            Some(permille) if self.spent.usage.cached_input > 0 => u64::from(permille),
            Some(_) | None => FULL_PRICE,
        };
        let (mut here, mut anew) = (0_u64, 0_u64);
        for nth in 0..u64::try_from(n_replies).unwrap_or(0) {
            let known = (so_far - growth).saturating_add(nth.saturating_mul(growth));
            here = here.saturating_add(known.saturating_mul(cached) / FULL_PRICE).saturating_add(growth);
            anew = anew.saturating_add(estimate_tokens(text));
        }
        Costs { here, anew }
    }

    /// The first message with these paragraphs as its work. What stands before the chunk is left out once there is something
    /// nearer.
    pub(super) fn opening_for(
        &self,
        shown: &[ParagraphId],
        given: &HashMap<ParagraphId, String>,
    ) -> Option<String> {
        let Some(ChatMessage::User { text: latest }) = self.messages.first() else { return None };
        let (head, _) = latest.split_once(WORK_BEGINS)?;
        let (_, rest) = self.first_message.split_once(WORK_BEGINS)?;
        let (work, _) = rest.split_once(WORK_ENDS)?;
        let work = work_for(work, shown, given);
        let mut head = self.without_settled_titles(head);
        if !given.is_empty() {
            head = self.without_previous(&head);
        }
        let closing = prompts::work_closing(self.language(), self.task_state.kind, shown.len());
        Some(format!("{head}{WORK_BEGINS}{work}{WORK_ENDS}{closing}"))
    }

    /// What the model has submitted in this conversation.
    fn given_here(&self) -> HashMap<ParagraphId, String> {
        let calls = self.messages.iter().filter_map(|message| match message {
            ChatMessage::Assistant { tool_calls, .. } => Some(tool_calls),
            ChatMessage::User { .. } | ChatMessage::ToolResults { .. } => None,
        });
        calls.flatten().flat_map(|call| submitted(&call.arguments)).collect()
    }

    /// The head without the lines that ask for a title this conversation has set.
    fn without_settled_titles(&self, head: &str) -> String {
        let set = |tool: &str| {
            self.messages.iter().any(|message| match message {
                ChatMessage::ToolResults { results } => {
                    results.iter().any(|result| result.name == tool && !result.is_error)
                }
                ChatMessage::User { .. } | ChatMessage::Assistant { .. } => false,
            })
        };
        let (asking, context) = head.split_once(CONTEXT_BEGINS).unwrap_or((head, ""));
        let mut kept = String::new();
        for line in asking.split_inclusive('\n') {
            let asks_for_set_title =
                TITLE_TOOLS.iter().any(|tool| line.contains(&format!("`{tool}`")) && set(tool));
            if !asks_for_set_title {
                kept.push_str(line);
            }
        }
        if kept.len() == asking.len() { head.to_owned() } else { format!("{kept}{CONTEXT_BEGINS}{context}") }
    }
}

impl Machine {
    /// The head without what stands before the chunk.
    fn without_previous(&self, head: &str) -> String {
        let parts = head
            .split_once(CONTEXT_BEGINS)
            .and_then(|(asking, rest)| Some((asking, rest.split_once(CONTEXT_ENDS)?)));
        let Some((asking, (context, rest))) = parts else { return head.to_owned() };
        let context = without_previous(self.language(), context);
        format!("{asking}{CONTEXT_BEGINS}{context}{CONTEXT_ENDS}{rest}")
    }
}

const CONTEXT_ENDS: &str = "\n</context>\n";
const CONTEXT_BEGINS: &str = "<context>\n";
const WORK_BEGINS: &str = "<work>\n";
const WORK_ENDS: &str = "\n</work>\n";
const TITLE_TOOLS: [&str; 2] = ["update_chapter_title", "update_book_title"];

/// The lines of the paragraphs, with the settled ones right before them as context. Paragraphs cannot hold a line of this
/// form: what they say is escaped.
fn work_for(work: &str, shown: &[ParagraphId], given: &HashMap<ParagraphId, String>) -> String {
    let shown: HashSet<ParagraphId> = shown.iter().copied().collect();
    let items = items_of(work);
    let is_shown = |item: &&Item<'_>| item.id.is_some_and(|id| shown.contains(&id));
    let first = items.iter().position(|item| is_shown(&item)).unwrap_or(0);
    let mut lines = Vec::new();
    let mut n_tokens = 0;
    for item in items.iter().take(first).rev().take(N_BEFORE) {
        let Some(line) = item.as_settled(given) else { continue };
        n_tokens += estimate_tokens(&line);
        // The nearest is always there.
        if n_tokens > MAX_TOKENS_BEFORE && !lines.is_empty() {
            break;
        }
        lines.insert(0, line);
    }
    lines.extend(items.iter().skip(first).filter(is_shown).map(|item| item.lines.to_owned()));
    lines.join("\n")
}

struct Costs {
    here: u64,
    anew: u64,
}

impl Costs {
    const fn is_dearer(&self) -> bool {
        self.here > self.anew.saturating_add(LEAST_SAVED)
    }
}

/// A paragraph of the work: its line, and the line of its translation where it has one.
struct Item<'a> {
    id: Option<ParagraphId>,
    lines: &'a str,
}

impl Item<'_> {
    /// The paragraph as context: without its id, with the translation it has by now.
    fn as_settled(&self, given: &HashMap<ParagraphId, String>) -> Option<String> {
        let Some(id) = self.id else { return Some(self.lines.to_owned()) };
        let translation = given.get(&id)?;
        let source = self.lines.lines().next()?.replacen(&format!("[ID: {id}] "), "", 1);
        let mut lines = source;
        // Writing to a string cannot fail.
        let _ = write!(lines, "\n  => {}", escape_for_prompt(translation));
        Some(lines)
    }
}

fn items_of(work: &str) -> Vec<Item<'_>> {
    let starts: Vec<usize> = std::iter::once(0)
        .chain(work.match_indices('\n').map(|(at, _)| at + 1))
        .filter(|at| work.get(*at..).is_some_and(|line| line.starts_with('[')))
        .collect();
    let ends = starts.iter().skip(1).map(|next| next - 1).chain(std::iter::once(work.len()));
    let items = starts.iter().zip(ends).filter_map(|(start, end)| work.get(*start..end));
    items.map(|lines| Item { id: id_of(lines), lines }).collect()
}

/// `[12] [ID: k7m2q9] text`.
fn id_of(line: &str) -> Option<ParagraphId> {
    let (_, rest) = line.split_once("] ")?;
    let (id, _) = rest.strip_prefix("[ID: ")?.split_once(']')?;
    id.parse().ok()
}

fn size_of(message: &ChatMessage) -> u64 {
    match message {
        ChatMessage::User { text } => estimate_tokens(text),
        ChatMessage::Assistant { text, tool_calls, .. } => {
            estimate_tokens(text)
                + tool_calls.iter().map(|call| estimate_tokens(&call.arguments)).sum::<u64>()
        }
        ChatMessage::ToolResults { results } => {
            results.iter().map(|result| estimate_tokens(&result.content)).sum()
        }
    }
}
