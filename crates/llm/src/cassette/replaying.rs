//! A model that answers as a cassette says it did.

use messages::{Explain, Message};
use std::collections::{HashMap, VecDeque};
use std::io::BufRead;
use std::sync::{Mutex, PoisonError};

use async_trait::async_trait;
use futures::stream;

use super::{Take, VERSION};
use crate::{EventStream, Failure, Model, Request};

/// Why a cassette cannot be replayed.
#[derive(Debug)]
pub enum CassetteError {
    /// It cannot be read.
    Read(std::io::Error),
    /// A line is not a recorded request.
    Line {
        /// Counted from 1.
        line: usize,
        /// What is wrong with it.
        detail: String,
    },
}

impl Explain for CassetteError {
    fn message(&self) -> Message {
        match self {
            Self::Read(error) => Message::new("cassette_unreadable").with("detail", error),
            Self::Line { line, detail } => {
                Message::new("cassette_line").count("line", *line).with("detail", detail)
            }
        }
    }
}

messages::shown_as_message!(CassetteError);

impl From<std::io::Error> for CassetteError {
    fn from(error: std::io::Error) -> Self {
        Self::Read(error)
    }
}

/// Answers recorded requests, the same request in the order of its recordings. A request that was
/// not recorded fails.
pub struct Replaying {
    name: String,
    takes: Mutex<HashMap<String, VecDeque<Take>>>,
}

impl Replaying {
    /// Reads a cassette.
    pub fn new(cassette: impl BufRead) -> Result<Self, CassetteError> {
        let mut name = String::from("cassette");
        let mut takes: HashMap<String, VecDeque<Take>> = HashMap::new();
        for take in read_cassette(cassette)? {
            name.clone_from(&take.model);
            takes.entry(question(&take.request)).or_default().push_back(take);
        }
        Ok(Self { name, takes: Mutex::new(takes) })
    }

    /// How many recorded requests were not asked yet.
    pub fn n_left(&self) -> usize {
        self.takes.lock().unwrap_or_else(PoisonError::into_inner).values().map(VecDeque::len).sum()
    }
}

#[async_trait]
impl Model for Replaying {
    fn name(&self) -> &str {
        &self.name
    }

    async fn stream(&self, request: &Request) -> Result<EventStream, Failure> {
        let take = {
            let mut takes = self.takes.lock().unwrap_or_else(PoisonError::into_inner);
            takes.get_mut(&question(request)).and_then(VecDeque::pop_front)
        };
        let take = take.ok_or_else(|| Failure::Malformed {
            service: self.name.clone(),
            detail: String::from("the cassette holds no (further) answer to this request"),
        })?;
        match take.failure {
            Some(failure) if take.events.is_empty() => Err(failure),
            failure => {
                let events = take.events.into_iter().map(Ok).chain(failure.map(Err));
                Ok(Box::pin(stream::iter(events.collect::<Vec<_>>())))
            }
        }
    }
}

/// Reads everything a cassette holds, in the order of its recording.
pub fn read_cassette(cassette: impl BufRead) -> Result<Vec<Take>, CassetteError> {
    let mut takes = Vec::new();
    for (number, line) in (1..).zip(cassette.lines()) {
        let line = line?;
        if line.trim().is_empty() {
            continue;
        }
        let wrong = |detail| CassetteError::Line { line: number, detail };
        let take: Take = serde_json::from_str(&line).map_err(|error| wrong(error.to_string()))?;
        if take.version != VERSION {
            return Err(wrong(format!("it has version {}, not {VERSION}", take.version)));
        }
        takes.push(take);
    }
    Ok(takes)
}

/// What makes two requests the same question: everything in them but the room for the answer, which depends on what is
/// known of the model that was recorded.
fn question(request: &Request) -> String {
    let request = Request { max_output_tokens: None, ..request.clone() };
    serde_json::to_string(&request).unwrap_or_default()
}
