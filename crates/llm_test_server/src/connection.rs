//! HTTP/1.1 by hand, so that it can be broken at any byte.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};

use crate::fault::{WholeReply, WireFault};
use crate::response::{Frame, Kind, ReplyRenderer, Voice};
use crate::wire::{chunk, framed, write_whole};
use crate::{Part, SeenRequest, ServerState, Turn, is_about_batches, prompt_filter, request, strict, writer};
use llm::{Dialect, Rehearsal, ScriptedReply};

/// Serves connections until the server is dropped.
pub(super) async fn accept(listener: TcpListener, shared: Arc<ServerState>) {
    while let Ok((socket, _)) = listener.accept().await {
        shared.counts.send_modify(|counts| counts.n_connections += 1);
        let shared = Arc::clone(&shared);
        tokio::spawn(async move {
            // A client that goes away ends its own connection and nothing else.
            let _gone = serve(socket, &shared).await;
        });
    }
}

async fn serve(socket: TcpStream, shared: &ServerState) -> std::io::Result<()> {
    socket.set_nodelay(true)?;
    let mut socket = BufReader::new(socket);
    while let Some(arrived) = read_request(&mut socket).await? {
        let seen = match arrived {
            ArrivedRequest::Question(seen) => seen,
            ArrivedRequest::Batch { method, path, body } => {
                let reply = shared.batches.reply(&shared.plan, &method, &path, &body).await;
                let Some(reply) = reply else { return Ok(()) };
                let Some((status, body)) = reply else { return Ok(()) };
                write_whole(&mut socket, status, &[], &body).await?;
                continue;
            }
            ArrivedRequest::Listing => {
                write_whole(&mut socket, 200, &[], &strict::listing(shared.service)).await?;
                continue;
            }
            ArrivedRequest::Description => {
                let (status, page) = strict::description(shared.service);
                write_whole(&mut socket, status, &[], &page).await?;
                continue;
            }
        };
        let (dialect, request) = (seen.dialect, seen.clone());
        let refused_in_words = shared.filter(&seen).and_then(|filter| filter.reply(&seen));
        if let Some((status, body)) = shared.refusal(&seen) {
            write_whole(&mut socket, status, &[], &body).await?;
            continue;
        }
        let Some(Turn { part, fault }) = shared.next_turn(seen) else {
            write_whole(&mut socket, 500, &[], "{\"error\":{\"message\":\"the plan is over\"}}").await?;
            continue;
        };
        let reply = match part {
            _ if refused_in_words.is_some() => refused_in_words.unwrap_or_default(),
            Part::Reply(reply) => *reply,
            Part::Writer(slip) => writer::reply(&request::parse(dialect, &request.body), slip).await,
            Part::Agent => played(&request).await,
            Part::Careless => first_sentences(played(&request).await),
            Part::InBatches(n) => first_paragraphs(played(&request).await, n),
            Part::Runaway => prompt_filter::runaway(&request),
        };
        let (reply, voice) = strict::embellished(shared.service, &request, reply);
        let answer = Answer { dialect, request: &request, reply, fault, voice };
        match answer.give(&mut socket).await {
            Ok(Next::KeepAlive) => {}
            Ok(Next::Close) => return Ok(()),
            Err(error) => {
                shared.counts.send_modify(|counts| counts.n_hung_up += 1);
                return Err(error);
            }
        }
    }
    Ok(())
}

/// What the rehearsing model says.
async fn played(seen: &SeenRequest) -> ScriptedReply {
    let parsed = request::parse(seen.dialect, &seen.body);
    Rehearsal.reply(&parsed).await.unwrap_or_else(|_| ScriptedReply::text("OK"))
}

/// A submission in which every paragraph has lost all but its first sentence.
fn first_sentences(mut reply: ScriptedReply) -> ScriptedReply {
    for call in &mut reply.tool_calls {
        let Ok(mut arguments) = serde_json::from_str::<Value>(&call.arguments) else { continue };
        let items = arguments.get_mut("paragraphs").and_then(Value::as_array_mut);
        for text in items.into_iter().flatten().filter_map(|item| item.get_mut("translated_text")) {
            let first = text.as_str().unwrap_or_default().split_inclusive(". ").next().unwrap_or_default();
            *text = Value::from(first.trim_end());
        }
        call.arguments = arguments.to_string();
    }
    reply
}

/// The first paragraphs of a submission alone; a reply that submits nothing stays as it is.
fn first_paragraphs(mut reply: ScriptedReply, n: usize) -> ScriptedReply {
    for (at, call) in reply.tool_calls.iter_mut().enumerate() {
        let Ok(mut arguments) = serde_json::from_str::<Value>(&call.arguments) else { continue };
        let items = arguments.get_mut("paragraphs").and_then(Value::as_array_mut);
        let Some(items) = items.filter(|items| items.len() > n) else { continue };
        items.truncate(n);
        call.arguments = arguments.to_string();
        reply.tool_calls.truncate(at + 1);
        let calls = reply.tool_calls.iter().map(|call| llm::estimate_tokens(&call.arguments) + 8);
        reply.usage.output = calls.sum();
        break;
    }
    reply
}

async fn read_request(socket: &mut BufReader<TcpStream>) -> std::io::Result<Option<ArrivedRequest>> {
    let mut line = String::new();
    if socket.read_line(&mut line).await? == 0 {
        return Ok(None);
    }
    let method = line.split(' ').next().unwrap_or_default().to_owned();
    let is_listing = method == "GET";
    let path = line.split(' ').nth(1).unwrap_or_default().to_owned();
    let mut headers = BTreeMap::new();
    loop {
        let mut line = String::new();
        socket.read_line(&mut line).await?;
        let Some((name, value)) = line.trim_end().split_once(':') else { break };
        headers.insert(name.to_lowercase(), value.trim().to_owned());
    }
    let length = headers.get("content-length").and_then(|length| length.parse().ok()).unwrap_or(0);
    let mut body = vec![0; length];
    socket.read_exact(&mut body).await?;
    if is_about_batches(&path) {
        return Ok(Some(ArrivedRequest::Batch { method, path, body }));
    }
    let body = serde_json::from_slice(&body).unwrap_or(Value::Null);
    let dialect = dialect_of(&path);
    let is_description = path.ends_with("/api/show");
    let seen = SeenRequest { dialect, path, headers, body };
    Ok(Some(match (is_listing, is_description) {
        (true, _) => ArrivedRequest::Listing,
        (_, true) => ArrivedRequest::Description,
        (false, false) => ArrivedRequest::Question(seen),
    }))
}

enum ArrivedRequest {
    Question(SeenRequest),
    /// Something about batches or the files they are made of.
    Batch {
        method: String,
        path: String,
        body: Vec<u8>,
    },
    /// Which models are there?
    Listing,
    /// What is known of a model?
    Description,
}

pub(super) fn dialect_of(path: &str) -> Dialect {
    let bare = path.split('?').next().unwrap_or_default();
    if bare.ends_with("/responses") {
        Dialect::OpenaiResponses
    } else if bare.ends_with("/messages") {
        Dialect::Anthropic
    } else if bare.ends_with("enerateContent") {
        Dialect::Gemini
    } else if bare.ends_with("/api/chat") {
        Dialect::Ollama
    } else {
        Dialect::OpenaiChat
    }
}

enum Next {
    KeepAlive,
    Close,
}

pub(super) struct Answer<'a> {
    pub(super) dialect: Dialect,
    pub(super) request: &'a SeenRequest,
    pub(super) reply: ScriptedReply,
    pub(super) fault: WireFault,
    pub(super) voice: Voice,
}

impl Answer<'_> {
    async fn give(mut self, socket: &mut BufReader<TcpStream>) -> std::io::Result<Next> {
        if let WireFault::Latency(wait) = self.fault {
            self.wait(socket, wait).await?;
        }
        if let Some(WholeReply { status, retry_after, body }) = self.fault.instead(self.dialect) {
            let seconds = retry_after.map(|seconds| seconds.to_string());
            let headers: Vec<(&str, &str)> =
                seconds.iter().map(|seconds| ("retry-after", seconds.as_str())).collect();
            write_whole(socket, status, &headers, &body).await?;
            return Ok(Next::KeepAlive);
        }
        self.reply = self.fault.spoil(self.reply);
        let tells_usage = self.fault != WireFault::NoUsage;
        let tells_progress = self.request.body.get("return_progress") == Some(&Value::Bool(true));
        let renderer = ReplyRenderer { reply: &self.reply, tells_usage, tells_progress, voice: &self.voice };
        if !self.wants_stream() {
            write_whole(socket, 200, &[], &renderer.whole(self.dialect).to_string()).await?;
            return Ok(Next::KeepAlive);
        }
        let frames = self.fault.bend(self.dialect, renderer.frames(self.dialect));
        self.stream(socket, &frames).await
    }

    async fn stream(&self, socket: &mut BufReader<TcpStream>, frames: &[Frame]) -> std::io::Result<Next> {
        let kind = if self.dialect == Dialect::Ollama { "application/x-ndjson" } else { "text/event-stream" };
        let head = format!("HTTP/1.1 200 OK\r\ncontent-type: {kind}\r\ntransfer-encoding: chunked\r\n\r\n");
        socket.write_all(head.as_bytes()).await?;
        if matches!(self.fault, WireFault::Latency(_)) {
            // What comes late has been ready for a while, and comes all at once.
            let last = frames.len().saturating_sub(1);
            let all = (0..)
                .zip(frames)
                .flat_map(|(at, frame)| framed(self.wire_text(frame, at == last).as_bytes()));
            socket.write_all(&all.collect::<Vec<u8>>()).await?;
            socket.write_all(b"0\r\n\r\n").await?;
            return Ok(Next::KeepAlive);
        }
        let n_sent_whole = frames.len() / 2;
        for (position, frame) in frames.iter().enumerate() {
            let is_last = position + 1 == frames.len();
            let text = self.wire_text(frame, is_last);
            let is_the_place = position == n_sent_whole;
            if self.fault == WireFault::Reset && is_the_place {
                let half = text.len() / 2;
                chunk(socket, text.as_bytes().get(..half).unwrap_or_default()).await?;
                socket.get_ref().set_zero_linger()?;
                return Ok(Next::Close);
            }
            if self.fault == WireFault::Stall && is_the_place {
                // For ever: until the client hangs up.
                self.wait(socket, Duration::from_hours(1)).await?;
            }
            if let WireFault::SlowDrip(wait) = self.fault {
                self.wait(socket, wait).await?;
            }
            if self.fault == WireFault::EveryByte {
                for byte in text.as_bytes() {
                    chunk(socket, std::slice::from_ref(byte)).await?;
                    tokio::task::yield_now().await;
                }
                continue;
            }
            chunk(socket, text.as_bytes()).await?;
        }
        socket.write_all(b"0\r\n\r\n").await?;
        Ok(Next::KeepAlive)
    }

    /// A frame as it stands on the wire.
    pub(super) fn wire_text(&self, frame: &Frame, is_last: bool) -> String {
        let mut text = if self.dialect == Dialect::Ollama {
            format!("{}\n", frame.data)
        } else {
            let event = frame.event.map(|event| format!("event: {event}\n")).unwrap_or_default();
            let ending = if is_last && self.fault == WireFault::NoDone { "" } else { "\n\n" };
            format!("{event}data: {}{ending}", frame.data)
        };
        if self.fault == WireFault::CarriageReturns {
            text = text.replace('\n', "\r\n");
            if self.dialect != Dialect::Ollama && frame.kind != Kind::Done {
                text = format!(": keep-alive\r\n\r\n{text}");
            }
        }
        text
    }

    pub(super) fn wants_stream(&self) -> bool {
        let request = self.request;
        request.path.contains("streamGenerateContent")
            || request.body.get("stream") == Some(&Value::Bool(true))
    }

    /// Waits, unless the client hangs up first.
    async fn wait(&self, socket: &mut BufReader<TcpStream>, wait: Duration) -> std::io::Result<()> {
        tokio::select! {
            () = tokio::time::sleep(wait) => Ok(()),
            read = socket.fill_buf() => match read {
                Ok(bytes) if !bytes.is_empty() => Ok(()),
                Ok(_) => Err(std::io::ErrorKind::ConnectionAborted.into()),
                Err(error) => Err(error),
            },
        }
    }
}
