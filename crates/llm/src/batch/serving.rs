//! The one loop that hands batches in, asks after them and gives out what came. Whatever it does is written down before
//! and after, so that a process that dies at any point is followed by one that pays for nothing twice.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::convert::Infallible;

use tokio::time::{Instant, sleep_until};

use super::client::{BatchClient, BatchStatus, is_too_much};
use super::queue::{BatchEvent, BatchQueue, WaitingRequest};
use super::{BatchAnswer, BatchJournal, BatchRecord};
use crate::dialect::{Refusal, failure_of};
use crate::learning::RefusedCall;
use crate::{Call, Dialect, Failure, Model, Target};

type EventSink<'a> = &'a (dyn Fn(BatchEvent) + Send + Sync);

/// Why batches are no longer served. What was handed in stays in the journal, and a later process takes it in.
#[derive(Debug)]
pub enum BatchesEnded {
    /// The journal cannot be written or read.
    Journal(String),
    /// The service has a batch and does not take the key of whoever asks after it.
    Denied(Failure),
}

impl From<String> for BatchesEnded {
    fn from(detail: String) -> Self {
        Self::Journal(detail)
    }
}

impl BatchQueue {
    /// Hands in what is asked and gives out what is answered, for as long as it is polled. Whoever waits for an answer is
    /// not told when this ends: what was handed in is paid for and is not to be given up.
    pub async fn serve(&self, journal: &dyn BatchJournal, told: EventSink<'_>) -> BatchesEnded {
        let mut serving = Serving {
            queue: self,
            journal,
            told,
            records: Vec::new(),
            is_fresh: HashSet::new(),
            unpolled: HashSet::new(),
            stopped_before: HashSet::new(),
            most: None,
        };
        match serving.work().await {
            Ok(never) => match never {},
            Err(ended) => ended,
        }
    }
}

struct Serving<'a> {
    queue: &'a BatchQueue,
    journal: &'a dyn BatchJournal,
    told: EventSink<'a>,
    records: Vec<BatchRecord>,
    /// Batches whose answers came in this process. Of older ones only replies count: what was refused, cancelled or
    /// expired back then is asked for anew.
    is_fresh: HashSet<String>,
    /// Batches of an earlier process that were not asked after yet.
    unpolled: HashSet<String>,
    /// Batches that had been stopped before this process asked after them: who goes on wants what is missing.
    stopped_before: HashSet<String>,
    /// The most requests to hand in at once, where the account may not have more waiting.
    most: Option<usize>,
}

/// What is to be done about a request that waits.
enum Lookup {
    /// It is in no batch, or was answered and is asked again.
    Unsent,
    /// Its batch is not over.
    Open,
    /// This came.
    Answer(String, Dialect, Option<BatchAnswer>),
}

impl Serving<'_> {
    async fn work(&mut self) -> Result<Infallible, BatchesEnded> {
        let name = self.queue.name().to_owned();
        self.records = self.journal.load().await?;
        self.records.retain(|record| record.model == name);
        for record in self.records.iter().filter(|record| record.is_open()) {
            let (n_requests, submitted_ms) = (record.keys.len(), record.submitted_ms);
            (self.told)(BatchEvent::Found { n_requests, submitted_ms });
            self.unpolled.insert(record.name.clone());
        }
        let mut next_poll = Instant::now();
        loop {
            self.hand_out();
            let may_submit = !self.is_any_lost() && (self.most.is_none() || !self.is_any_open());
            if self.queue.is_gathered() && self.has_unsent() && may_submit {
                self.submit().await?;
                continue;
            }
            if !self.is_any_open() {
                self.queue.changed.notified().await;
                continue;
            }
            tokio::select! {
                () = sleep_until(next_poll) => {
                    self.poll().await?;
                    next_poll = Instant::now() + self.queue.poll_every;
                }
                () = self.queue.changed.notified() => {}
            }
        }
    }

    fn is_any_open(&self) -> bool {
        self.records.iter().any(BatchRecord::is_open)
    }

    /// A batch held more than the account may have waiting: from now on half as much is handed in, one after the other. False
    /// if there is no half of it.
    fn hand_in_less(&mut self, n_requests: usize) -> bool {
        self.most = Some((n_requests / 2).max(1));
        n_requests > 1
    }

    /// Whether a batch may be at the service without us knowing; until that is clear nothing is sent.
    fn is_any_lost(&self) -> bool {
        self.records.iter().any(|record| record.is_open() && record.service_id.is_none())
    }

    fn look_up(&self, key: &str, answered: &HashMap<String, String>) -> Lookup {
        let latest = self.records.iter().rev().find_map(|record| Some((record, record.place_of(key)?)));
        let Some((record, place)) = latest else { return Lookup::Unsent };
        if answered.get(key) == Some(&record.name) {
            return Lookup::Unsent;
        }
        let Some(answers) = &record.answers else { return Lookup::Open };
        let answer = answers.get(&place);
        match answer {
            Some(BatchAnswer::Reply(_)) => {}
            Some(BatchAnswer::Cancelled) if self.stopped_before.contains(&record.name) => {
                return Lookup::Unsent;
            }
            Some(BatchAnswer::Refused { .. } | BatchAnswer::Expired | BatchAnswer::Cancelled) | None => {
                if !self.is_fresh.contains(&record.name) {
                    return Lookup::Unsent;
                }
            }
        }
        Lookup::Answer(record.name.clone(), record.dialect, answer.cloned())
    }

    fn has_unsent(&self) -> bool {
        let state = self.queue.lock();
        let is_unsent =
            |waiting: &WaitingRequest| matches!(self.look_up(&waiting.key, &state.answered), Lookup::Unsent);
        state.waiting.iter().any(is_unsent)
    }

    /// Gives every request that waits what came for it. One that was refused for something that is learnt by it stays,
    /// and is sent once more without that.
    fn hand_out(&self) {
        let mut state = self.queue.lock();
        let mut waiting = std::mem::take(&mut state.waiting);
        waiting.retain_mut(|waiting| {
            let Lookup::Answer(batch, dialect, answer) = self.look_up(&waiting.key, &state.answered) else {
                return true;
            };
            state.answered.insert(waiting.key.clone(), batch);
            if let Some(BatchAnswer::Refused { status, body }) = &answer
                && self.teaches(waiting, dialect, *status, body)
            {
                return true;
            }
            if let Some(sender) = waiting.sender.take() {
                // Who does not wait any more has lost nothing: the answer stays in the journal.
                let _gone = sender.send(self.outcome(dialect, answer));
            }
            false
        });
        state.waiting = waiting;
    }

    fn teaches(&self, waiting: &WaitingRequest, dialect: Dialect, status: u16, explanation: &str) -> bool {
        let provider = &self.queue.client.provider;
        let (_, Target { extra_body, .. }, Call { body, .. }) = provider.prepare(&waiting.request);
        let (body, extra_body) = (&body, &extra_body);
        provider.learn_from(&RefusedCall { dialect, status, body, extra_body, explanation })
    }

    fn outcome(
        &self,
        dialect: Dialect,
        answer: Option<BatchAnswer>,
    ) -> Result<(Dialect, serde_json::Value), Failure> {
        let service = self.queue.client.provider.service();
        match answer {
            Some(BatchAnswer::Reply(reply)) => Ok((dialect, reply)),
            Some(BatchAnswer::Refused { status, body }) => {
                Err(failure_of(Refusal { service, status, retry_after: None, body: &body }))
            }
            Some(BatchAnswer::Expired) => Err(Failure::Timeout {
                service: service.to_owned(),
                detail: String::from("the batch expired before this request was answered"),
            }),
            Some(BatchAnswer::Cancelled) => Err(Failure::Cancelled { service: service.to_owned() }),
            None => Err(Failure::Server {
                service: service.to_owned(),
                status: 0,
                detail: String::from("the batch ended without an answer to this request"),
                retry_after: None,
            }),
        }
    }

    /// Hands in everything that waits and is in no batch.
    async fn submit(&mut self) -> Result<(), String> {
        let mut calls: Vec<(String, Dialect, Call)> = Vec::new();
        {
            let state = self.queue.lock();
            for waiting in &state.waiting {
                let is_unsent = matches!(self.look_up(&waiting.key, &state.answered), Lookup::Unsent);
                if is_unsent && !calls.iter().any(|(key, ..)| *key == waiting.key) {
                    let (dialect, _, call) = self.queue.client.provider.prepare(&waiting.request);
                    calls.push((waiting.key.clone(), dialect, call));
                }
            }
        }
        let most = self.most.unwrap_or(usize::MAX);
        let mut rest = calls.into_iter().peekable();
        while let Some((key, dialect, call)) = rest.next() {
            let limit = BatchClient::limit(dialect);
            let mut n_bytes = call.body.to_string().len();
            let (mut keys, mut together) = (vec![key], vec![call]);
            while let Some((key, _, call)) = rest.next_if(|(_, other, call)| {
                n_bytes += call.body.to_string().len();
                *other == dialect && n_bytes <= limit.n_bytes && keys.len() < limit.n_requests.min(most)
            }) {
                keys.push(key);
                together.push(call);
            }
            self.submit_one(dialect, keys, &together).await?;
            if self.most.is_some() {
                break;
            }
        }
        Ok(())
    }

    async fn submit_one(
        &mut self,
        dialect: Dialect,
        keys: Vec<String>,
        calls: &[Call],
    ) -> Result<(), String> {
        let name = format!("tsumugi-{:016x}", fastrand::u64(..));
        let mut record = BatchRecord {
            name: name.clone(),
            model: self.queue.name().to_owned(),
            dialect,
            submitted_ms: self.journal.now_ms(),
            service_id: None,
            keys,
            answers: None,
        };
        self.journal.save(&record).await?;
        match self.queue.client.submit(&name, dialect, calls).await {
            Ok(id) => {
                record.service_id = Some(id);
                self.journal.save(&record).await?;
                (self.told)(BatchEvent::Submitted { n_requests: record.keys.len() });
                self.records.push(record);
            }
            // Nobody knows whether it arrived; it is looked for before anything else is sent.
            Err(Failure::Network { .. } | Failure::Timeout { .. } | Failure::Server { .. }) => {
                self.records.push(record);
            }
            Err(failure) => {
                self.journal.remove(&name).await?;
                if !is_too_much(&failure.to_string()) || !self.hand_in_less(record.keys.len()) {
                    self.fail(&record.keys, &failure);
                }
            }
        }
        Ok(())
    }

    /// Tells those who wait for these keys that it came to nothing.
    fn fail(&self, keys: &[String], failure: &Failure) {
        let mut state = self.queue.lock();
        let mut waiting = std::mem::take(&mut state.waiting);
        waiting.retain_mut(|waiting| {
            let is_meant = keys.contains(&waiting.key);
            if let Some(sender) = waiting.sender.take_if(|_| is_meant) {
                let _gone = sender.send(Err(failure.clone()));
            }
            !is_meant
        });
        state.waiting = waiting;
    }

    /// Asks after every open batch.
    async fn poll(&mut self) -> Result<(), BatchesEnded> {
        let mut kept = Vec::with_capacity(self.records.len());
        for mut record in std::mem::take(&mut self.records) {
            let is_kept = !record.is_open() || self.poll_one(&mut record).await?;
            if is_kept {
                kept.push(record);
            }
        }
        self.records = kept;
        Ok(())
    }

    /// Asks after one batch; false if there is no such batch.
    async fn poll_one(&mut self, record: &mut BatchRecord) -> Result<bool, BatchesEnded> {
        let client = &self.queue.client;
        if record.service_id.is_none() {
            let known: Vec<&str> = self.records.iter().filter_map(|it| it.service_id.as_deref()).collect();
            match client.find(record, &known).await {
                Ok(Some(id)) => {
                    record.service_id = Some(id);
                    self.journal.save(record).await?;
                }
                Ok(None) => {
                    self.journal.remove(&record.name).await?;
                    return Ok(false);
                }
                Err(failure) => return wait_out(record, failure),
            }
        }
        let answers = match client.poll(record).await {
            Ok(BatchStatus::AtWork) => {
                self.unpolled.remove(&record.name);
                return Ok(true);
            }
            Ok(BatchStatus::NotOurs) => {
                self.journal.remove(&record.name).await?;
                return Ok(false);
            }
            Ok(BatchStatus::Over(answers)) => answers,
            Ok(BatchStatus::TooMuch) if self.hand_in_less(record.keys.len()) => {
                self.journal.remove(&record.name).await?;
                return Ok(false);
            }
            Ok(BatchStatus::TooMuch) => {
                let body = serde_json::json!({"error": {"message": "the account may not have even one request waiting"}});
                let refused = BatchAnswer::Refused { status: 400, body: body.to_string() };
                (0..record.keys.len()).map(|at| (at, refused.clone())).collect()
            }
            // A batch that is not there any more answers nothing; what was in it is asked for again.
            Err(Failure::Rejected { status: 404, .. }) => BTreeMap::new(),
            Err(failure) => return wait_out(record, failure),
        };
        let is_reply = |answer: &&BatchAnswer| matches!(answer, BatchAnswer::Reply(_));
        let n_answered = answers.values().filter(is_reply).count();
        record.answers = Some(answers);
        self.journal.save(record).await?;
        if self.unpolled.remove(&record.name) {
            self.stopped_before.insert(record.name.clone());
        }
        self.is_fresh.insert(record.name.clone());
        (self.told)(BatchEvent::Ended { n_requests: record.keys.len(), n_answered });
        Ok(true)
    }
}

/// What is wrong only for now is waited out. Where the key is not taken any more, or the account is empty, a person has to
/// hear of it; the batch is paid for and stays.
fn wait_out(record: &BatchRecord, failure: Failure) -> Result<bool, BatchesEnded> {
    tracing::warn!(batch = record.name, kind = failure.kind(), "a batch could not be asked after");
    if matches!(failure, Failure::Authentication { .. } | Failure::Quota { .. }) {
        return Err(BatchesEnded::Denied(failure));
    }
    Ok(true)
}
