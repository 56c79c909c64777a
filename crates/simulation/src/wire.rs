//! The model at the end of the wire: takes a request in the bytes of its dialect and answers in them.

use crate::fault::{FaultKind, Lie};
use crate::lies::bent;
use crate::planted::Mutation;
use crate::polishing::polished;
use crate::replies::{BilledReply, PlannedReply, Tokens};
use crate::texts::WHO;
use crate::world::{FOR_EVER, World};
use async_trait::async_trait;
use bytes::Bytes;
use fastrand::Rng;
use futures::{StreamExt, stream};
use llm::{ChatMessage, Dialect, Request, ScriptedReply, Transport, Usage, WireRequest, WireResponse};
use llm_test_server::{SeenRequest, Slip, WireFault, WirePiece, WireReply, is_about_batches};
use serde_json::{Value, json};
use std::collections::VecDeque;
use std::io;
use std::sync::Arc;
use std::time::Duration;

/// The service.
#[derive(Debug)]
pub struct SimulatedService(pub Arc<World>);

/// Where a dialect's service is.
pub const fn base_url(dialect: Dialect) -> &'static str {
    match dialect {
        Dialect::OpenaiChat | Dialect::OpenaiResponses => "http://model.invalid/v1",
        Dialect::Gemini => "http://model.invalid/v1beta",
        Dialect::Anthropic | Dialect::Ollama => "http://model.invalid",
    }
}

#[async_trait]
impl Transport for SimulatedService {
    async fn send(&self, request: WireRequest) -> io::Result<WireResponse> {
        let world = &self.0;
        let path = request.url.strip_prefix("http://model.invalid").unwrap_or(&request.url);
        if is_about_batches(path) {
            return self.about_batches(path, request.body).await;
        }
        let Some(body) = request.body.filter(|_| !path.ends_with("/api/show")) else {
            // The service does not describe its models.
            return Ok(response(WireReply { status: 404, headers: Vec::new(), pieces: Vec::new() }));
        };
        let Some(PlannedReply { number, fault }) = world.request(&body) else {
            tokio::time::sleep(FOR_EVER).await;
            return Err(io::ErrorKind::ConnectionAborted.into());
        };
        let mut rng = Rng::with_seed(world.scenario.seed ^ number.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let slowness = if world.scenario.is_slow { 20 } else { 1 };
        tokio::time::sleep(Duration::from_millis(slowness * rng.u64(20..4_000))).await;
        let seen = SeenRequest::at(path, &body);
        let mut reply = honest_reply(&seen).await;
        let mut wire = WireFault::Nothing;
        match fault {
            Some(FaultKind::Unreachable) => return Err(io::ErrorKind::ConnectionRefused.into()),
            Some(FaultKind::Lie(lie)) => reply = bent(reply, lie),
            Some(FaultKind::Wire(fault)) => wire = fault,
            Some(FaultKind::Burst { status: 429, .. }) => wire = WireFault::RateLimited { retry_after: None },
            Some(FaultKind::Burst { status, .. }) => wire = WireFault::Status(status),
            _ => {}
        }
        reply.usage = billed(&body, &seen.body, &reply);
        reply.piece = rng.usize(4..60);
        let usage = Tokens { input: reply.usage.input, output: reply.usage.output };
        let estimate = estimate(&body, &reply);
        let is_good = fault.is_none();
        let answer = seen.answered(reply, wire);
        let is_billed = answer.status == 200 && wire != WireFault::EmptyBody;
        // An estimate is rounded up at every piece.
        let guess = Tokens { output: estimate.output + count(answer.pieces.len()), ..estimate };
        let delivery = Delivery {
            world: Arc::clone(world),
            pieces: answer.pieces.into(),
            body,
            number,
            usage: is_billed.then_some(usage),
            at_most: usage.or_more(guess),
            has_begun: false,
            // The guard that cuts off a repetitive reply does not wait for its bill.
            is_told: !matches!(wire, WireFault::NoUsage | WireFault::NoDone)
                && fault != Some(FaultKind::Lie(Lie::Repeats)),
            is_good,
            rng,
        };
        let headers = answer.headers;
        let body = stream::unfold(delivery, Delivery::next).fuse().boxed();
        Ok(WireResponse { status: answer.status, headers, body })
    }
}

/// What an honest model says: it calls tools where it has some, and writes text where it is asked for text.
pub(crate) async fn honest_reply(seen: &SeenRequest) -> ScriptedReply {
    let request = seen.request();
    let has = |name: &str| request.tools.iter().any(|tool| tool.name == name);
    if request.tools.is_empty() {
        polished(&request, seen.written(Slip::WritesObjects).await)
    } else if has("submit_survey") {
        surveyed(&request)
    } else if has("update_translation") {
        talked(&request)
    } else {
        polished(&request, seen.played().await)
    }
}

/// What it says of a piece of the book: who comes in it, with a paragraph that bears it out.
fn surveyed(request: &Request) -> ScriptedReply {
    let Some(ChatMessage::User { text }) = request.messages.last() else { return ScriptedReply::text("?") };
    let lines = text.lines().filter_map(|line| line.strip_prefix("[ID: ")?.split_once("] "));
    let mut terms: Vec<Value> = Vec::new();
    for (id, line) in lines {
        let known = |terms: &[Value], who: &str| terms.iter().any(|term| term["source"] == who);
        let named = WHO.iter().zip(["the boy", "the old man", "the princess", "the captain"]);
        for (who, translation) in named.filter(|(who, _)| line.contains(**who)) {
            if !known(&terms, who) {
                let kind = "person";
                terms
                    .push(json!({"source": who, "translation": translation, "kind": kind, "evidence": [id]}));
            }
        }
    }
    ScriptedReply::call("submit_survey", &json!({"terms": terms, "characters": [], "summaries": []}))
}

/// What it says to a person who wants a paragraph changed: it changes it, and says so.
fn talked(request: &Request) -> ScriptedReply {
    let Some(ChatMessage::User { text }) = request.messages.last() else {
        return ScriptedReply::text("It is changed.");
    };
    let words = text.split_once("paragraph ").map(|(_, words)| words);
    let Some(id) = words.and_then(|words| words.split(['.', ' ', '\n']).next()) else {
        return ScriptedReply::text("Which one?");
    };
    let arguments = json!({"paragraph_id": id, "translated_text": format!("The assistant changed {id}.")});
    ScriptedReply::call("update_translation", &arguments)
}

/// The estimate of a client that is not told the bill: a token is never less than two bytes.
pub(crate) fn estimate(body: &[u8], reply: &ScriptedReply) -> Tokens {
    let words = llm::estimate_tokens(&reply.text)
        + reply.tool_calls.iter().map(|call| llm::estimate_tokens(&call.arguments)).sum::<u64>();
    Tokens { input: count(body.len() / 2), output: words }
}

/// What the service bills: never more than the request allowed.
pub(crate) fn billed(body: &[u8], request: &Value, reply: &ScriptedReply) -> Usage {
    let limits = [
        "/max_tokens",
        "/max_completion_tokens",
        "/max_output_tokens",
        "/generationConfig/maxOutputTokens",
        "/options/num_predict",
    ];
    let most = limits.iter().find_map(|limit| request.pointer(limit)?.as_u64()).unwrap_or(8_000);
    let written = reply.text.len() + reply.tool_calls.iter().map(|call| call.arguments.len()).sum::<usize>();
    Usage {
        input: 1 + count(body.len() / 16),
        output: (1 + count(written / 6)).min(most),
        ..Usage::default()
    }
}

fn count(n_things: usize) -> u64 {
    u64::try_from(n_things).unwrap_or_default()
}

fn response(reply: WireReply) -> WireResponse {
    WireResponse { status: reply.status, headers: reply.headers, body: stream::empty().boxed() }
}

/// Something on its way that is not billed as it arrives.
pub(crate) fn delivery(world: &Arc<World>, reply: WireReply, rng: Rng) -> WireResponse {
    let delivery = Delivery {
        world: Arc::clone(world),
        pieces: reply.pieces.into(),
        body: Vec::new(),
        number: 0,
        usage: None,
        at_most: Tokens::default(),
        has_begun: false,
        is_told: true,
        is_good: false,
        rng,
    };
    let body = stream::unfold(delivery, Delivery::next).fuse().boxed();
    WireResponse { status: reply.status, headers: reply.headers, body }
}

/// A reply on its way.
struct Delivery {
    world: Arc<World>,
    pieces: VecDeque<WirePiece>,
    body: Vec<u8>,
    number: u64,
    /// What is billed once everything has arrived.
    usage: Option<Tokens>,
    /// What may be counted for it at most, where the bill is not told.
    at_most: Tokens,
    has_begun: bool,
    is_told: bool,
    is_good: bool,
    rng: Rng,
}

impl Delivery {
    /// A piece has arrived.
    fn note_arrival(&mut self) {
        let Self { number, at_most, is_told, is_good, .. } = *self;
        let Some(usage) = self.usage else { return };
        if !std::mem::replace(&mut self.has_begun, true) {
            self.world.begins_reply(at_most);
        }
        if !self.pieces.is_empty() {
            return;
        }
        self.usage = None;
        let reply = BilledReply { body: &self.body, number, usage, at_most, is_told, is_good };
        self.world.answered(&reply);
        if self.world.is_planted(Mutation::AsksTwice) {
            self.world.request(&self.body);
        }
    }

    async fn next(mut self) -> Option<(io::Result<Bytes>, Self)> {
        loop {
            match self.pieces.pop_front() {
                Some(WirePiece::Wait(wait)) => tokio::time::sleep(wait).await,
                Some(WirePiece::Bytes(bytes)) => {
                    if self.rng.u8(..6) == 0 {
                        tokio::time::sleep(Duration::from_millis(self.rng.u64(1..90))).await;
                    }
                    if !self.world.piece(bytes.len()) {
                        tokio::time::sleep(FOR_EVER).await;
                    }
                    self.note_arrival();
                    return Some((Ok(Bytes::from(bytes)), self));
                }
                Some(WirePiece::Reset) => {
                    return Some((Err(io::ErrorKind::ConnectionReset.into()), self));
                }
                None => return None,
            }
        }
    }
}
