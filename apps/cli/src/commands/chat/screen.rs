//! A conversation as a terminal shows it: words as they come, a line for each look into the book, a diff for each change.

use crate::output::{Printer, marked_changes};
use async_trait::async_trait;
use book::id::BookId;
use messages::Message;
use runner::assistant::{Approver, AssistantEvent, Proposal, ShownChange, to_json};
use std::io::{self, Write};
use std::sync::{Mutex, PoisonError};

/// The most changes shown one by one.
const MAX_SHOWN: usize = 10;

pub(super) struct Screen {
    printer: Printer,
    book: BookId,
    agrees: bool,
    /// Whether the cursor stands behind words.
    in_line: Mutex<bool>,
}

/// Says that it is the person's turn.
pub(super) fn prompt(hint: &str) -> anyhow::Result<()> {
    let mut stderr = io::stderr().lock();
    write!(stderr, "{hint}> ")?;
    stderr.flush()?;
    Ok(())
}

impl Screen {
    pub(super) fn new(printer: &Printer, book: BookId, agrees: bool) -> Self {
        Self { printer: Printer::new(printer.output()), book, agrees, in_line: Mutex::new(false) }
    }

    pub(super) fn on_event(&self, event: &AssistantEvent) {
        if self.printer.is_json() {
            let (name, fields) = to_json(event);
            // The reader of standard output is gone; the conversation is kept all the same.
            let _ = self.printer.as_event(name).json(&fields);
            return;
        }
        match event {
            AssistantEvent::Saying(text) => self.print_text(text),
            AssistantEvent::Retrying { reason } => {
                self.end_line();
                let why = self.printer.recognised(reason);
                self.printer.notify(&Message::new("chat_again").with("why", why));
            }
            AssistantEvent::Called { name, .. } => {
                self.end_line();
                self.printer.note(&format!("· {name}"));
            }
            AssistantEvent::Changed { changes, waits: true, .. } => {
                self.end_line();
                self.show(changes, changes.len());
                self.printer.notify(&Message::new("chat_suggested").with("book", self.book));
            }
            AssistantEvent::Changed { change, changes, waits: false } => {
                self.end_line();
                self.show(changes, changes.len());
                let changed = Message::new("chat_changed").with("book", self.book);
                self.printer.notify(&changed.with("change", change));
            }
            AssistantEvent::Compacted => {
                self.end_line();
                self.printer.notify(&Message::new("chat_compacted"));
            }
            AssistantEvent::Ended(_) => self.end_line(),
            AssistantEvent::Proposed(_) | AssistantEvent::Thinking(_) | AssistantEvent::Replied { .. } => {}
        }
    }

    fn print_text(&self, text: &str) {
        // A book cannot give orders to a terminal, and neither can a model.
        let safe: String = text
            .chars()
            .map(|c| if c.is_control() && c != '\n' && c != '\t' { '\u{fffd}' } else { c })
            .collect();
        let mut stdout = io::stdout().lock();
        let _ = stdout.write_all(safe.as_bytes()).and_then(|()| stdout.flush());
        *self.in_line.lock().unwrap_or_else(PoisonError::into_inner) = !safe.ends_with('\n');
    }

    fn end_line(&self) {
        let mut in_line = self.in_line.lock().unwrap_or_else(PoisonError::into_inner);
        if std::mem::take(&mut *in_line) {
            let _ = writeln!(io::stdout());
        }
    }

    fn show(&self, changes: &[ShownChange], n_changes: usize) {
        for change in changes.iter().take(MAX_SHOWN) {
            let (before, after) = (change.before.as_deref(), change.after.as_deref());
            let diff = marked_changes(before.unwrap_or_default(), after.unwrap_or_default());
            self.printer.note(&format!("{}{}{diff}", change.about, self.printer.language().colon()));
        }
        let n_more = n_changes.saturating_sub(MAX_SHOWN);
        if n_more > 0 {
            self.printer.notify(&Message::new("and_more").count("n", n_more));
        }
    }
}

#[async_trait]
impl Approver for Screen {
    async fn approve(&self, proposal: &Proposal) -> bool {
        if self.agrees {
            return true;
        }
        self.end_line();
        self.show(&proposal.changes, proposal.n_changes);
        if !self.printer.can_ask() {
            self.printer.warn(&Message::new("nobody_agrees"));
            return false;
        }
        let printer = Printer::new(self.printer.output());
        let question = Message::new("change_places").with("tool", &proposal.tool);
        let question = question.count("n", proposal.n_changes);
        let asked = tokio::task::spawn_blocking(move || printer.confirm(&question));
        matches!(asked.await, Ok(Ok(true)))
    }
}
