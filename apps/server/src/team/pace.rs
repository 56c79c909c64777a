//! How often a member may do what fills the library or keeps others waiting: so many times a minute, each kind by itself.

use crate::problem::Problem;
use axum::http::{Method, StatusCode};
use messages::Message;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use store::people::PersonId;

const WINDOW: Duration = Duration::from_mins(1);

/// What is limited.
struct Limit {
    kind: &'static str,
    /// How often a minute.
    most: u32,
    method: Method,
    /// The addresses that are counted together.
    paths: &'static [&'static str],
}

const TABLE: &[Limit] = &[
    Limit { kind: "token", most: 10, method: Method::POST, paths: &["/api/v1/me/tokens"] },
    Limit {
        kind: "comment",
        most: 60,
        method: Method::POST,
        paths: &["/api/v1/books/{book}/paragraphs/{paragraph}/comments"],
    },
    Limit { kind: "chat", most: 20, method: Method::POST, paths: &["/api/v1/books/{book}/chat"] },
    Limit {
        kind: "upload",
        most: 30,
        method: Method::POST,
        paths: &[
            "/api/v1/books",
            "/api/v1/unbundle",
            "/api/v1/books/{book}/exchange",
            "/api/v1/books/{book}/terms/import",
        ],
    },
    Limit { kind: "notice", most: 120, method: Method::PUT, paths: &["/api/v1/me/notices"] },
];

/// What members did within their last minute.
#[derive(Default)]
pub(crate) struct Pace {
    counts: Mutex<HashMap<(PersonId, &'static str), Count>>,
}

/// How often since a moment.
struct Count {
    n: u32,
    since: Instant,
}

impl Pace {
    /// Counts a request, or refuses it until the minute is over.
    pub(crate) fn count(&self, person: PersonId, method: &Method, path: &str) -> Result<(), Problem> {
        let limit = TABLE.iter().find(|limit| limit.method == *method && limit.paths.contains(&path));
        let Some(Limit { kind, most, .. }) = limit else { return Ok(()) };
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        counts.retain(|_, count| count.since.elapsed() < WINDOW);
        let count = counts.entry((person, *kind)).or_insert_with(|| Count { n: 0, since: Instant::now() });
        if count.n >= *most {
            let left = WINDOW.saturating_sub(count.since.elapsed()).as_secs().saturating_add(1);
            let seconds = u32::try_from(left).unwrap_or(u32::MAX);
            let message = Message::new("too_often").count("most", *most).count("seconds", seconds);
            let problem = Problem::new(StatusCode::TOO_MANY_REQUESTS, "too_often", message);
            return Err(problem.retry_after(seconds));
        }
        count.n += 1;
        Ok(())
    }
}
