//! The model server of the bench: delivers well in the form it is asked for, at a latency of our choosing, and remembers what it was
//! sent.

use anyhow::Result;
use llm::{Delivery, Dialect};
use llm_test_server::{Plan, Slip, TestServer, Turn, WireFault};
use serde_json::Value;
use std::collections::{HashMap, VecDeque};
use std::time::Duration;
use tokio::runtime::Runtime;

/// Requests of eight workers: among so many the one before of the same conversation is found.
const N_RECENT: usize = 32;

/// A server that is running until it is dropped.
pub(crate) struct ModelServer {
    server: TestServer,
    _runtime: Runtime,
}

/// What the requests of a run were like.
#[derive(Debug, Default)]
pub(crate) struct Traffic {
    pub(crate) n_requests: usize,
    /// How many requests each chapter took, in the order the chapters were begun.
    pub(crate) per_chapter: Vec<usize>,
    /// Of the fixed prompt (tools and system message), the share that is the same in every request.
    pub(crate) stable_of_fixed: f64,
    /// Of all bytes sent, the share at the beginning of a request that was the same in one of the last few: what a service could
    /// take from its cache.
    pub(crate) stable_of_all: f64,
}

impl ModelServer {
    /// A model that calls tools where they are offered, and writes an object or lines where it is asked for those.
    pub(crate) fn start(latency: Duration, delivery: Delivery) -> Result<Self> {
        Self::play(
            match delivery {
                Delivery::Tools => Turn::agent(),
                Delivery::Structured | Delivery::Lines => Turn::writer(Slip::WritesObjects),
            },
            latency,
        )
    }

    /// A model that submits at most so many paragraphs a call.
    pub(crate) fn in_batches(latency: Duration, n: usize) -> Result<Self> {
        Self::play(Turn::in_batches(n), latency)
    }

    fn play(turn: Turn, latency: Duration) -> Result<Self> {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
        let fault = if latency.is_zero() { WireFault::Nothing } else { WireFault::Latency(latency) };
        let plan = Plan { turns: Vec::new(), then: Some(turn.with(fault)) };
        let server = runtime.block_on(TestServer::start(plan))?;
        Ok(Self { server, _runtime: runtime })
    }

    pub(crate) fn base_url(&self) -> String {
        self.server.base_url(Dialect::OpenaiChat)
    }

    /// What the requests so far were like.
    pub(crate) fn traffic(&self) -> Traffic {
        let mut traffic = Traffic::default();
        let mut chapters: HashMap<String, usize> = HashMap::new();
        let mut recent: VecDeque<String> = VecDeque::new();
        let mut first_fixed: Option<String> = None;
        let (mut n_bytes, mut n_same, mut least_stable) = (0_usize, 0_usize, 1.0_f64);
        for request in self.server.requests() {
            let fixed = fixed_part(&request.body);
            let all = format!("{fixed}{}", varying_part(&request.body));
            n_bytes += all.len();
            n_same += recent.iter().map(|before| common_prefix(before, &all)).max().unwrap_or_default();
            let first = first_fixed.get_or_insert_with(|| fixed.clone());
            least_stable = least_stable.min(ratio(common_prefix(first, &fixed), fixed.len()));
            let next = traffic.per_chapter.len();
            let place = *chapters.entry(chapter_of(&request.body)).or_insert(next);
            if place == next {
                traffic.per_chapter.push(0);
            }
            if let Some(count) = traffic.per_chapter.get_mut(place) {
                *count += 1;
            }
            traffic.n_requests += 1;
            recent.truncate(N_RECENT - 1);
            recent.push_front(all);
        }
        traffic.stable_of_fixed = least_stable;
        traffic.stable_of_all = ratio(n_same, n_bytes);
        traffic
    }
}

/// The time a run needs at least, when each chapter's requests follow one another and `n_workers` chapters run at once.
pub(crate) fn ideal(per_chapter: &[usize], latency: Duration, n_workers: usize) -> Duration {
    let mut free_at = vec![Duration::ZERO; n_workers.max(1)];
    for n_requests in per_chapter {
        let soonest = free_at.iter_mut().min();
        if let Some(worker) = soonest {
            *worker += latency * u32::try_from(*n_requests).unwrap_or(u32::MAX);
        }
    }
    free_at.into_iter().max().unwrap_or_default()
}

fn fixed_part(body: &Value) -> String {
    let tools = body.get("tools").map(Value::to_string).unwrap_or_default();
    let system = messages(body).first().map(Value::to_string).unwrap_or_default();
    format!("{tools}{system}")
}

fn varying_part(body: &Value) -> String {
    messages(body).iter().skip(1).map(Value::to_string).collect()
}

/// What tells a chapter: the line of the first message that names it.
fn chapter_of(body: &Value) -> String {
    let text = messages(body).get(1).and_then(|message| message.get("content")).and_then(Value::as_str);
    text.and_then(|text| text.lines().find(|line| line.chars().any(|c| c.is_ascii_digit())))
        .unwrap_or_default()
        .to_owned()
}

fn messages(body: &Value) -> &[Value] {
    body.get("messages").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default()
}

fn common_prefix(one: &str, other: &str) -> usize {
    one.bytes().zip(other.bytes()).take_while(|(a, b)| a == b).count()
}

pub(crate) fn ratio(part: usize, whole: usize) -> f64 {
    let float = |count: usize| u32::try_from(count).map_or(f64::MAX, f64::from);
    float(part) / float(whole.max(1))
}

#[cfg(test)]
mod tests {
    use super::ideal;
    use std::time::Duration;

    #[test]
    fn the_ideal_follows_the_order_of_the_chapters() {
        let second = Duration::from_secs(1);
        assert_eq!(ideal(&[2, 2, 2], second, 2), Duration::from_secs(4));
        assert_eq!(ideal(&[1, 1, 1, 1], second, 8), second);
    }
}
