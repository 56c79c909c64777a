//! The live view on a terminal: a bar for the book, one for each of the last chapters begun, and under them speed, time
//! left, tokens, money and what is being worked on.

use super::lines::{batch_words, delivery_changed, remedied, review_failed, waiting};
use super::progress::ProgressSink;
use crate::config;
use crate::output::{fit, waited_for};
use book::id::ParagraphId;
use indicatif::{MultiProgress, ProgressBar, ProgressState, ProgressStyle};
use messages::{Language, Message, render};
use runner::event::{Remedy, RunEvent, TaskEvent};
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use store::record::BookSummary;

/// The most chapters with a bar of their own at once.
const MAX_CHAPTER_BARS: usize = 3;
/// Times stand still between events; the view does not.
const REDRAW_EVERY: Duration = Duration::from_millis(500);

/// The view.
pub(crate) struct LiveProgress {
    all: MultiProgress,
    book: ProgressBar,
    detail: ProgressBar,
    /// When anything of a reply last came.
    last_token: Arc<Mutex<Instant>>,
    counts: Mutex<Counts>,
    language: Language,
}

#[derive(Default)]
struct Counts {
    input: u64,
    cached: u64,
    output: u64,
    cost_micros: i64,
    n_retries: u32,
    current: String,
    /// Why a request waits, until something comes again.
    waiting: Option<String>,
    done: HashSet<ParagraphId>,
    /// The title and the number of paragraphs of each chapter in the plan.
    planned: HashMap<u32, (String, u64)>,
    /// The bars on the screen, the one begun first in front.
    chapters: Vec<(u32, ProgressBar)>,
}

impl LiveProgress {
    pub(crate) fn new(book: &BookSummary, language: Language) -> Self {
        let all = MultiProgress::new();
        let bar = all.add(ProgressBar::new(0));
        bar.set_style(style("{msg} {bar:30} {pos}/{len} {percent}% · {elapsed}"));
        bar.set_message(padded(&book.title));
        let detail = all.add(ProgressBar::new_spinner());
        let last_token = Arc::new(Mutex::new(Instant::now()));
        let seen = Arc::clone(&last_token);
        let silence = move |_: &ProgressState, text: &mut dyn std::fmt::Write| {
            let since = seen.lock().unwrap_or_else(PoisonError::into_inner).elapsed();
            // The view is only an ornament.
            let _ = text.write_str(&silence(since, language));
        };
        detail.set_style(style("{msg}{silence}").with_key("silence", silence));
        bar.enable_steady_tick(REDRAW_EVERY);
        detail.enable_steady_tick(REDRAW_EVERY);
        Self { all, book: bar, detail, last_token, counts: Mutex::new(Counts::default()), language }
    }

    fn see_task(&self, chapter: u32, event: &TaskEvent) {
        let mut counts = self.counts();
        if is_token(event) {
            *self.last_token.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
            if counts.waiting.take().is_none() {
                return;
            }
        }
        match event {
            TaskEvent::Accepted { paragraph, .. } | TaskEvent::Suggested { paragraph } => {
                self.count_done(&mut counts, chapter, [*paragraph]);
            }
            TaskEvent::Replied { usage, cost_micros, .. } => {
                counts.input += usage.input;
                counts.cached += usage.cached_input;
                counts.output += usage.output;
                counts.cost_micros += cost_micros;
            }
            TaskEvent::ReviewFailed { reason } => self.note(&review_failed(chapter, reason, self.language)),
            TaskEvent::Retrying { reason, wait_ms } => {
                counts.n_retries += 1;
                counts.waiting = Some(render(&waiting(reason, *wait_ms, self.language), self.language).text);
            }
            TaskEvent::Reading { done, total } => {
                *self.last_token.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
                counts.waiting = Some(reading(*done, *total, self.language));
            }
            TaskEvent::Thinking(_) | TaskEvent::Saying(_) | TaskEvent::Arriving => {}
            TaskEvent::Ended { task_state, .. } => {
                let settled: Vec<ParagraphId> = task_state
                    .ledger
                    .entries()
                    .filter(|(_, entry)| ["accepted", "kept"].contains(&entry.as_str()))
                    .map(|(id, _)| id)
                    .collect();
                self.count_done(&mut counts, chapter, settled);
            }
            TaskEvent::Asked { .. }
            | TaskEvent::Called { .. }
            | TaskEvent::Moved { .. }
            | TaskEvent::Question(_) => return,
        }
        self.draw(&counts);
    }

    fn count_done(
        &self,
        counts: &mut Counts,
        chapter: u32,
        paragraphs: impl IntoIterator<Item = ParagraphId>,
    ) {
        let before = counts.done.len();
        counts.done.extend(paragraphs);
        let n_new = u64::try_from(counts.done.len() - before).unwrap_or_default();
        self.book.inc(n_new);
        if let Some((_, bar)) = counts.chapters.iter().find(|(number, _)| *number == chapter) {
            bar.inc(n_new);
        }
        counts.chapters.retain(|(_, bar)| {
            let is_under_way = bar.position() < bar.length().unwrap_or_default();
            if !is_under_way {
                self.all.remove(bar);
            }
            is_under_way
        });
    }

    /// A bar for a chapter that is begun; the oldest makes room.
    fn begin_chapter(&self, counts: &mut Counts, chapter: u32) {
        if counts.chapters.iter().any(|(number, _)| *number == chapter) {
            return;
        }
        let Some((title, length)) = counts.planned.get(&chapter).cloned() else { return };
        if counts.chapters.len() >= MAX_CHAPTER_BARS {
            let (_, oldest) = counts.chapters.remove(0);
            self.all.remove(&oldest);
        }
        let bar = self.all.insert_before(&self.detail, ProgressBar::new(length));
        bar.set_style(style("{msg} {bar:30} {pos}/{len}"));
        bar.set_message(padded(&format!("  {chapter} {title}")));
        counts.chapters.push((chapter, bar));
    }

    fn draw(&self, counts: &Counts) {
        let per_minute = self.book.per_sec() * 60.0;
        let mut parts = vec![self.text_of(&Message::new("speed").with("n", format!("{per_minute:.0}")))];
        if !counts.done.is_empty() && self.book.eta() > Duration::ZERO {
            let left = waited_for(self.book.eta(), self.language);
            parts.push(self.text_of(&Message::new("time_left").with("time", left)));
        }
        let tokens = Message::new("tokens_so_far").amount("in", counts.input).amount("cached", counts.cached);
        parts.push(self.text_of(&tokens.amount("out", counts.output)));
        if counts.cost_micros > 0 {
            let micros = counts.cost_micros;
            parts.push(format!("${}.{:04}", micros / 1_000_000, micros % 1_000_000 / 100));
        }
        if counts.n_retries > 0 {
            parts.push(self.text_of(&Message::new("retries").count("n", counts.n_retries)));
        }
        let now = counts.waiting.as_ref().unwrap_or(&counts.current);
        self.detail.set_message(format!("{}\n{now}", parts.join(" · ")));
    }

    fn text_of(&self, message: &Message) -> String {
        render(message, self.language).text
    }

    fn counts(&self) -> MutexGuard<'_, Counts> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl ProgressSink for LiveProgress {
    fn on_event(&self, event: &RunEvent) {
        match event {
            RunEvent::Reused { n_paragraphs } => {
                self.note(&Message::new("reused").amount("n", *n_paragraphs));
            }
            RunEvent::Mended { n_paragraphs } => {
                self.note(&Message::new("mended").amount("n", *n_paragraphs));
            }
            RunEvent::Started { plan, n_open, .. } => {
                self.book.set_length(u64::try_from(plan.n_paragraphs() + n_open).unwrap_or_default());
                self.book.reset_eta();
                let planned = plan.chapters.iter().map(|chapter| {
                    let n_paragraphs: usize =
                        chapter.chunks.iter().map(|chunk| chunk.paragraph_ids().len()).sum();
                    (chapter.number, (chapter.title.clone(), u64::try_from(n_paragraphs).unwrap_or_default()))
                });
                self.counts().planned = planned.collect();
            }
            RunEvent::ChunkStarted { chapter, n_paragraphs, model } => {
                let mut counts = self.counts();
                self.begin_chapter(&mut counts, *chapter);
                let now = Message::new("now_chunk").count("chapter", *chapter).amount("n", *n_paragraphs);
                counts.current = self.text_of(&now.with("model", model));
                self.draw(&counts);
            }
            RunEvent::Task { chapter, event, .. } => self.see_task(*chapter, event),
            RunEvent::DeliveryChanged { model, from, to, failure } => {
                self.note(&delivery_changed(model, *from, *to, failure, self.language));
            }
            // The change of form was told.
            RunEvent::Policy { remedy: Remedy::OtherForm { .. }, .. } | RunEvent::Ended(_) => {}
            RunEvent::Policy { chapter, failure, remedy, n_paragraphs } => {
                self.note(&remedied(*chapter, *n_paragraphs, failure, remedy, self.language));
            }
            RunEvent::Batch(event) => self.note(&batch_words(event, config::now_ms())),
        }
    }

    fn note(&self, message: &Message) {
        // The view is only an ornament: if it cannot be drawn, the work goes on.
        let _ = self.all.println(self.text_of(message));
    }

    fn rest(&self) {
        for (_, bar) in std::mem::take(&mut self.counts().chapters) {
            bar.finish_and_clear();
        }
        self.detail.finish_and_clear();
        self.book.finish_and_clear();
    }
}

impl Drop for LiveProgress {
    fn drop(&mut self) {
        self.rest();
    }
}

/// Whether the event shows that a reply is arriving.
const fn is_token(event: &TaskEvent) -> bool {
    matches!(event, TaskEvent::Thinking(_) | TaskEvent::Saying(_) | TaskEvent::Arriving)
}

/// How much of the prompt is read.
pub fn reading(done: u64, total: u64, language: Language) -> String {
    let percent = done.saturating_mul(100) / total.max(1);
    render(&Message::new("reading_prompt").with("percent", percent), language).text
}

/// How long nothing has come, where that is worth saying.
pub fn silence(since: Duration, language: Language) -> String {
    /// Models think; a shorter silence says nothing.
    const WORTH_SAYING: Duration = Duration::from_secs(5);
    if since < WORTH_SAYING {
        return String::new();
    }
    let told = Message::new("silence").count("seconds", since.as_secs());
    format!(" · {}", render(&told, language).text)
}

/// A title in the width all bars share.
fn padded(title: &str) -> String {
    const WIDTH: usize = 24;
    let title = fit(title, WIDTH);
    let missing = WIDTH.saturating_sub(unicode_width::UnicodeWidthStr::width(title.as_str()));
    format!("{title}{}", " ".repeat(missing))
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}
