//! Counters for the operator. Numbers only, nothing of a book.

pub(crate) mod text;

use self::text::MetricsText;
use axum::http::{Method, StatusCode};
use runner::event::{RunEvent, TaskEvent};
use runner::survey::SurveyEvent;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The upper bounds of the classes that times of answers are sorted into, in seconds.
const BOUNDS: [f64; 8] = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0];
/// What is answered without an address of its own: the page's files, and what does not exist.
const ELSEWHERE: &str = "page";

/// What has been counted since the server began.
#[derive(Debug, Default)]
pub(crate) struct Metrics {
    answers: Mutex<Answers>,
    n_connections: Arc<AtomicU64>,
    n_replies: AtomicU64,
    n_retries: AtomicU64,
    n_failures: AtomicU64,
    n_accepted: AtomicU64,
    n_claims_lost: AtomicU64,
    input_tokens: AtomicU64,
    output_tokens: AtomicU64,
    cost_micros: AtomicU64,
}

#[derive(Debug, Default)]
struct Answers {
    by_status: BTreeMap<(&'static str, String, u16), u64>,
    times: BTreeMap<(&'static str, String), Times>,
}

#[derive(Debug, Default)]
struct Times {
    n: u64,
    seconds: f64,
    /// How many took no longer than each of the bounds.
    within: [u64; BOUNDS.len()],
}

/// A connection that is open; it is counted off when dropped.
pub(crate) struct ConnectionGuard(Arc<AtomicU64>);

impl Drop for ConnectionGuard {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Metrics {
    /// Counts a connection while the result is kept.
    pub(crate) fn connected(&self) -> ConnectionGuard {
        self.n_connections.fetch_add(1, Ordering::Relaxed);
        ConnectionGuard(Arc::clone(&self.n_connections))
    }

    /// Counts an answer. A stream of events is answered when it begins.
    pub(crate) fn answered(&self, method: &Method, route: Option<&str>, status: StatusCode, took: Duration) {
        let (method, route) = (known(method), route.unwrap_or(ELSEWHERE).to_owned());
        let mut answers = self.answers();
        *answers.by_status.entry((method, route.clone(), status.as_u16())).or_default() += 1;
        let times = answers.times.entry((method, route)).or_default();
        times.n += 1;
        times.seconds += took.as_secs_f64();
        for (within, bound) in times.within.iter_mut().zip(BOUNDS) {
            *within += u64::from(took.as_secs_f64() <= bound);
        }
    }

    /// Counts what happens in a run.
    pub(crate) fn on_event(&self, event: &RunEvent) {
        match event {
            RunEvent::Task { event: TaskEvent::Replied { usage, cost_micros, .. }, .. } => {
                self.replied(usage.input, usage.output, *cost_micros);
            }
            RunEvent::Task { event: TaskEvent::Retrying { .. }, .. } => add(&self.n_retries, 1),
            RunEvent::Task { event: TaskEvent::Accepted { .. }, .. } => add(&self.n_accepted, 1),
            RunEvent::Policy { .. } => add(&self.n_failures, 1),
            RunEvent::Task { .. }
            | RunEvent::Reused { .. }
            | RunEvent::Mended { .. }
            | RunEvent::Started { .. }
            | RunEvent::ChunkStarted { .. }
            | RunEvent::DeliveryChanged { .. }
            | RunEvent::Batch(_)
            | RunEvent::Ended(_) => {}
        }
    }

    /// Counts what happens in a survey.
    pub(crate) fn on_survey_event(&self, event: &SurveyEvent) {
        if let SurveyEvent::Replied { usage, cost_micros, .. } = event {
            self.replied(usage.total_input(), usage.output, *cost_micros);
        }
    }

    /// Counts a run that found its book claimed by another program.
    pub(crate) fn claim_lost(&self) {
        add(&self.n_claims_lost, 1);
    }

    /// Adds the counters that concern models and connections.
    pub(crate) fn write_counters(&self, text: &mut MetricsText) {
        for (name, kind, help, counter) in [
            ("tsumugi_connections", "gauge", "Open connections.", &*self.n_connections),
            ("tsumugi_model_replies_total", "counter", "Replies of models in runs.", &self.n_replies),
            ("tsumugi_model_retries_total", "counter", "Requests sent again.", &self.n_retries),
            ("tsumugi_model_input_tokens_total", "counter", "Tokens sent.", &self.input_tokens),
            ("tsumugi_model_output_tokens_total", "counter", "Tokens received.", &self.output_tokens),
            (
                "tsumugi_model_cost_micros_total",
                "counter",
                "Millionths of a dollar spent.",
                &self.cost_micros,
            ),
            ("tsumugi_paragraphs_accepted_total", "counter", "Translations accepted.", &self.n_accepted),
            ("tsumugi_task_failures_total", "counter", "Tasks that failed.", &self.n_failures),
            ("tsumugi_claims_lost_total", "counter", "Commits refused by the claim.", &self.n_claims_lost),
        ] {
            text.sample(name, kind, help, counter.load(Ordering::Relaxed));
        }
    }

    /// Adds how many requests were answered, and how long that took.
    pub(crate) fn write_answers(&self, text: &mut MetricsText) {
        let answers = self.answers();
        let name = "tsumugi_http_requests_total";
        text.head(name, "counter", "Answers by address and status.");
        for ((method, route, status), n) in &answers.by_status {
            text.line(format_args!(
                "{name}{{method=\"{method}\",route=\"{route}\",status=\"{status}\"}} {n}"
            ));
        }
        let name = "tsumugi_http_request_seconds";
        text.head(name, "histogram", "Seconds until the answer began.");
        for ((method, route), times) in &answers.times {
            let labels = format!("method=\"{method}\",route=\"{route}\"");
            for (within, bound) in times.within.iter().zip(BOUNDS) {
                text.line(format_args!("{name}_bucket{{{labels},le=\"{bound}\"}} {within}"));
            }
            text.line(format_args!("{name}_bucket{{{labels},le=\"+Inf\"}} {}", times.n));
            text.line(format_args!("{name}_sum{{{labels}}} {}", times.seconds));
            text.line(format_args!("{name}_count{{{labels}}} {}", times.n));
        }
    }

    fn replied(&self, input: u64, output: u64, cost_micros: i64) {
        add(&self.n_replies, 1);
        add(&self.input_tokens, input);
        add(&self.output_tokens, output);
        add(&self.cost_micros, u64::try_from(cost_micros).unwrap_or_default());
    }

    fn answers(&self) -> MutexGuard<'_, Answers> {
        self.answers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn add(counter: &AtomicU64, n: u64) {
    counter.fetch_add(n, Ordering::Relaxed);
}

/// Methods that do not exist share one name, so that made-up methods do not fill the memory.
fn known(method: &Method) -> &'static str {
    match method.as_str() {
        "GET" => "GET",
        "HEAD" => "HEAD",
        "POST" => "POST",
        "PUT" => "PUT",
        "PATCH" => "PATCH",
        "DELETE" => "DELETE",
        _ => "other",
    }
}
