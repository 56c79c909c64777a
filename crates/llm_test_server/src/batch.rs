//! The batch APIs of OpenAI, Anthropic and Gemini as a test needs them: batches are over at once or after some asking,
//! and fail in the ways the real ones do.

use std::collections::BTreeMap;
use std::pin::Pin;
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde_json::{Value, json};

use crate::response::{ReplyRenderer, Voice};
use crate::{Part, Plan, errors, request};
use llm::{Dialect, Rehearsal, ScriptedReply};

/// What becomes of the batches, in the order of their handing in; after the last one they are answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum BatchFate {
    /// Every request is answered.
    #[default]
    Answered,
    /// Every second request fails with this status, the others are answered.
    PartlyFailed(u16),
    /// Every second request expires, the others are answered.
    PartlyExpired,
    /// Somebody cancels it: every second request was answered before.
    Cancelled,
    /// It never gets done.
    Stuck,
    /// It is taken, but the connection breaks before its name is told.
    LostOnTheWay,
    /// It holds more than the account may have waiting, and fails before any request is looked at. `OpenAI` says so.
    TooMuch,
}

/// Whether a path is about batches or the files they are made of.
pub fn is_about_batches(path: &str) -> bool {
    ["/batches", "/files", ":batchGenerateContent"].iter().any(|part| path.contains(part))
}

/// What says something to each request of a batch.
pub trait BatchAnswers: Sync {
    /// A whole reply, as the dialect has it.
    fn answer<'a>(
        &'a self,
        dialect: Dialect,
        body: &'a Value,
    ) -> Pin<Box<dyn Future<Output = Value> + Send + 'a>>;
}

impl BatchAnswers for Plan {
    fn answer<'a>(
        &'a self,
        dialect: Dialect,
        body: &'a Value,
    ) -> Pin<Box<dyn Future<Output = Value> + Send + 'a>> {
        Box::pin(played(self, dialect, body))
    }
}

/// What the server was asked about batches, and what it has.
#[derive(Debug, Default)]
pub struct Batches {
    inside: Mutex<Inside>,
}

#[derive(Debug, Default)]
struct Inside {
    fates: Vec<BatchFate>,
    files: BTreeMap<String, Vec<Value>>,
    batches: Vec<Batch>,
}

#[derive(Debug, Clone)]
struct Batch {
    dialect: Dialect,
    name: String,
    fate: BatchFate,
    /// Name and body of each request.
    requests: Vec<(String, Value)>,
    answers: Vec<Result<Value, (u16, String)>>,
}

/// What is answered: a status and a body; nothing where the connection breaks.
pub(crate) type BatchReply = Option<(u16, String)>;

impl Batches {
    pub(crate) fn set_fates(&self, fates: &[BatchFate]) {
        self.lock().fates = fates.to_vec();
    }

    /// How many requests each batch had, in the order of their handing in.
    pub fn sizes(&self) -> Vec<usize> {
        self.lock().batches.iter().map(|batch| batch.requests.len()).collect()
    }

    /// Lets everything that is stuck be answered from now on.
    pub fn release(&self) {
        for batch in self.lock().batches.iter_mut().filter(|batch| batch.fate == BatchFate::Stuck) {
            batch.fate = BatchFate::Answered;
        }
    }

    fn lock(&self) -> MutexGuard<'_, Inside> {
        self.inside.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// This becomes of the next batch that is handed in.
    pub fn set_next_fate(&self, fate: BatchFate) {
        let mut inside = self.lock();
        let n_batches = inside.batches.len();
        inside.fates.resize(n_batches, BatchFate::default());
        inside.fates.push(fate);
    }

    /// The reply to a request about batches; `None` if it is about something else.
    pub async fn reply(
        &self,
        answers: &dyn BatchAnswers,
        method: &str,
        path: &str,
        body: &[u8],
    ) -> Option<BatchReply> {
        let bare = path.split('?').next().unwrap_or_default();
        let segments: Vec<&str> = bare.split('/').filter(|part| !part.is_empty()).collect();
        let json = || serde_json::from_slice::<Value>(body).unwrap_or(Value::Null);
        Some(match (method, segments.as_slice()) {
            ("POST", ["v1", "files"]) => {
                let text = String::from_utf8_lossy(body);
                let lines = text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
                let mut inside = self.lock();
                let id = format!("file-{}", inside.files.len() + 1);
                inside.files.insert(id.clone(), lines.filter(Value::is_object).collect());
                ok(&json!({"id": id, "object": "file", "purpose": "batch"}))
            }
            ("POST", ["v1", "batches"]) => self.openai(answers, &json()).await,
            ("POST", ["v1", "messages", "batches"]) => self.anthropic(answers, &json()).await,
            ("POST", ["v1beta", "models", model]) if model.ends_with(":batchGenerateContent") => {
                self.gemini(answers, &json()).await
            }
            ("POST", ["v1", "batches", id, "cancel"] | ["v1", "messages", "batches", id, "cancel"]) => {
                self.cancel(id)
            }
            ("POST", ["v1beta", "batches", id]) if id.ends_with(":cancel") => {
                self.cancel(id.trim_end_matches(":cancel"))
            }
            ("GET", ["v1", "batches"]) => ok(&json!({"data": self.list(Dialect::OpenaiChat)})),
            ("GET", ["v1", "messages", "batches"]) => ok(&json!({"data": self.list(Dialect::Anthropic)})),
            ("GET", ["v1beta", "batches"]) => ok(&json!({"operations": self.list(Dialect::Gemini)})),
            ("GET", ["v1" | "v1beta", "batches", id] | ["v1", "messages", "batches", id]) => {
                self.describe(id)
            }
            ("GET", ["v1", "files", file, "content"]) => {
                let (half, id) = file.split_once('-').unwrap_or((file, ""));
                self.lines(id, |answer| answer.is_ok() == (half == "out"))
            }
            ("GET", ["v1", "messages", "batches", id, "results"]) => self.lines(id, |_| true),
            _ => return None,
        })
    }

    async fn openai(&self, answers: &dyn BatchAnswers, body: &Value) -> BatchReply {
        let file = at(body, "/input_file_id").as_str().unwrap_or_default();
        let lines = self.lock().files.get(file).cloned().unwrap_or_default();
        let endpoint = at(body, "/endpoint").as_str().unwrap_or_default();
        let dialect =
            if endpoint.ends_with("/responses") { Dialect::OpenaiResponses } else { Dialect::OpenaiChat };
        let is_wrong = lines.iter().any(|line| at(line, "/url") != at(body, "/endpoint"));
        if lines.is_empty() || is_wrong || at(body, "/completion_window").as_str() != Some("24h") {
            return Some((400, errors::explained(dialect, 400, "the batch is not as documented")));
        }
        let requests = lines.iter().map(|line| (text(at(line, "/custom_id")), at(line, "/body").clone()));
        self.add(answers, dialect, text(at(body, "/metadata/tsumugi")), requests.collect()).await
    }

    async fn anthropic(&self, answers: &dyn BatchAnswers, body: &Value) -> BatchReply {
        let requests = at(body, "/requests").as_array().into_iter().flatten();
        let requests = requests.map(|one| (text(at(one, "/custom_id")), at(one, "/params").clone()));
        self.add(answers, Dialect::Anthropic, String::new(), requests.collect()).await
    }

    async fn gemini(&self, answers: &dyn BatchAnswers, body: &Value) -> BatchReply {
        let requests = body.pointer("/batch/inputConfig/requests/requests").and_then(Value::as_array);
        let requests = requests.into_iter().flatten();
        let requests = requests.map(|one| (text(at(one, "/metadata/key")), at(one, "/request").clone()));
        self.add(answers, Dialect::Gemini, text(at(body, "/batch/displayName")), requests.collect()).await
    }

    async fn add(
        &self,
        player: &dyn BatchAnswers,
        dialect: Dialect,
        name: String,
        requests: Vec<(String, Value)>,
    ) -> BatchReply {
        let fate = {
            let inside = self.lock();
            inside.fates.get(inside.batches.len()).copied().unwrap_or_default()
        };
        let is_streamed = requests.iter().any(|(_, body)| at(body, "/stream") == &Value::Bool(true));
        if requests.is_empty() || is_streamed || requests.iter().any(|(id, _)| id.len() > 64) {
            return Some((400, errors::explained(dialect, 400, "a request of the batch is not allowed")));
        }
        let mut answers = Vec::with_capacity(requests.len());
        for (at, (_, body)) in requests.iter().enumerate() {
            let is_spared = at % 2 == 0;
            answers.push(match fate {
                BatchFate::PartlyFailed(status) if !is_spared => {
                    Err((status, errors::status(dialect, status)))
                }
                BatchFate::PartlyExpired if !is_spared => Err((0, "expired".to_owned())),
                BatchFate::Cancelled if !is_spared => Err((0, "canceled".to_owned())),
                BatchFate::Answered
                | BatchFate::PartlyFailed(_)
                | BatchFate::PartlyExpired
                | BatchFate::Cancelled
                | BatchFate::Stuck
                | BatchFate::TooMuch
                | BatchFate::LostOnTheWay => Ok(player.answer(dialect, body).await),
            });
        }
        let mut inside = self.lock();
        inside.batches.push(Batch { dialect, name, fate, requests, answers });
        let number = inside.batches.len();
        let description = inside.batches.last().map(|batch| batch.describe(number)).unwrap_or_default();
        (fate != BatchFate::LostOnTheWay).then(|| (200, description.to_string()))
    }

    fn list(&self, dialect: Dialect) -> Vec<Value> {
        let is_openai = |dialect| matches!(dialect, Dialect::OpenaiChat | Dialect::OpenaiResponses);
        let inside = self.lock();
        let all = (1..).zip(&inside.batches);
        let same =
            |batch: &Batch| batch.dialect == dialect || (is_openai(batch.dialect) && is_openai(dialect));
        all.filter(|(_, batch)| same(batch)).map(|(number, batch)| batch.describe(number)).collect()
    }

    /// Stops a batch that is not over: every second request was answered before.
    fn cancel(&self, id: &str) -> BatchReply {
        let number = id.rsplit('_').next().and_then(|number| number.parse::<usize>().ok()).unwrap_or(0);
        let mut inside = self.lock();
        let batch = number.checked_sub(1).and_then(|at| inside.batches.get_mut(at))?;
        if batch.fate != BatchFate::Stuck {
            return Some((400, errors::explained(batch.dialect, 400, "the batch is over")));
        }
        batch.fate = BatchFate::Cancelled;
        for answer in batch.answers.iter_mut().skip(1).step_by(2) {
            *answer = Err((0, "canceled".to_owned()));
        }
        ok(&batch.describe(number))
    }

    fn describe(&self, id: &str) -> BatchReply {
        let number = id.rsplit('_').next().and_then(|number| number.parse::<usize>().ok()).unwrap_or(0);
        let inside = self.lock();
        match number.checked_sub(1).and_then(|at| inside.batches.get(at)) {
            Some(batch) => ok(&batch.describe(number)),
            None => Some((404, errors::explained(Dialect::OpenaiChat, 404, "no such batch"))),
        }
    }

    fn lines(&self, id: &str, wanted: impl Fn(&Result<Value, (u16, String)>) -> bool) -> BatchReply {
        let number = id.rsplit('_').next().and_then(|number| number.parse::<usize>().ok()).unwrap_or(0);
        let inside = self.lock();
        let batch = number.checked_sub(1).and_then(|at| inside.batches.get(at))?;
        let pairs = batch.requests.iter().zip(&batch.answers).filter(|(_, answer)| wanted(answer));
        // The order of answers is nobody's promise.
        let lines: Vec<String> = pairs.rev().map(|((id, _), answer)| batch.line(id, answer)).collect();
        Some((200, lines.join("\n")))
    }
}

impl Batch {
    fn describe(&self, number: usize) -> Value {
        let is_over = self.fate != BatchFate::Stuck;
        match self.dialect {
            Dialect::Anthropic => {
                let n_ok = self.answers.iter().filter(|answer| answer.is_ok()).count();
                let n = self.requests.len();
                let counts = if is_over {
                    json!({"processing": 0, "succeeded": n_ok, "errored": n - n_ok, "canceled": 0, "expired": 0})
                } else {
                    json!({"processing": n, "succeeded": 0, "errored": 0, "canceled": 0, "expired": 0})
                };
                json!({"id": format!("msgbatch_{number}"), "type": "message_batch", "request_counts": counts,
                    "processing_status": if is_over { "ended" } else { "in_progress" }})
            }
            Dialect::Gemini => {
                let state = match self.fate {
                    BatchFate::Stuck => "BATCH_STATE_RUNNING",
                    BatchFate::Cancelled => "BATCH_STATE_CANCELLED",
                    BatchFate::PartlyExpired => "BATCH_STATE_EXPIRED",
                    BatchFate::Answered
                    | BatchFate::PartlyFailed(_)
                    | BatchFate::LostOnTheWay
                    | BatchFate::TooMuch => "BATCH_STATE_SUCCEEDED",
                };
                let each =
                    self.requests.iter().zip(&self.answers).filter_map(|((id, _), answer)| match answer {
                        Ok(reply) => Some(json!({"response": reply, "metadata": {"key": id}})),
                        Err((0, _)) => None,
                        Err((status, _)) => {
                            let error = json!({"code": status, "message": "it failed"});
                            Some(json!({"error": error, "metadata": {"key": id}}))
                        }
                    });
                let responses: Vec<Value> = if is_over { each.collect() } else { Vec::new() };
                json!({"name": format!("batches/gemini_{number}"), "done": is_over,
                    "metadata": {"displayName": self.name, "state": state},
                    "response": {"inlinedResponses": {"inlinedResponses": responses}}})
            }
            Dialect::OpenaiChat | Dialect::OpenaiResponses | Dialect::Ollama => {
                let status = match self.fate {
                    BatchFate::Stuck => "in_progress",
                    BatchFate::Cancelled => "cancelled",
                    BatchFate::PartlyExpired => "expired",
                    BatchFate::Answered | BatchFate::PartlyFailed(_) | BatchFate::LostOnTheWay => "completed",
                    BatchFate::TooMuch => {
                        let message = "Enqueued token limit reached for m in organization o. Limit: 90,000 enqueued tokens.";
                        let errors = json!({"data": [{"code": "token_limit_exceeded", "message": message}]});
                        return json!({"id": format!("batch_{number}"), "object": "batch", "status": "failed",
                            "metadata": {"tsumugi": self.name}, "errors": errors});
                    }
                };
                let file = |half: &str| is_over.then(|| format!("{half}-batch_{number}"));
                json!({"id": format!("batch_{number}"), "object": "batch", "status": status,
                    "metadata": {"tsumugi": self.name}, "output_file_id": file("out"), "error_file_id": file("err")})
            }
        }
    }

    fn line(&self, id: &str, answer: &Result<Value, (u16, String)>) -> String {
        let value = if self.dialect == Dialect::Anthropic {
            let result = match answer {
                Ok(message) => json!({"type": "succeeded", "message": message}),
                Err((0, word)) => json!({"type": word}),
                Err((_, body)) => {
                    let error: Value = serde_json::from_str(body).unwrap_or_default();
                    json!({"type": "errored", "error": error})
                }
            };
            json!({"custom_id": id, "result": result})
        } else {
            match answer {
                Ok(reply) => {
                    json!({"custom_id": id, "response": {"status_code": 200, "body": reply}, "error": null})
                }
                Err((0, word)) => {
                    let code = if word == "expired" { "batch_expired" } else { "batch_cancelled" };
                    json!({"custom_id": id, "response": null, "error": {"code": code, "message": word}})
                }
                Err((status, body)) => {
                    let body: Value = serde_json::from_str(body).unwrap_or_default();
                    json!({"custom_id": id, "response": {"status_code": status, "body": body}, "error": null})
                }
            }
        };
        value.to_string()
    }
}

/// What the plan says after its turns, as a whole reply; the rehearsing model speaks where it says nothing.
async fn played(plan: &Plan, dialect: Dialect, body: &Value) -> Value {
    let reply = match plan.then.as_ref().map(|turn| &turn.part) {
        Some(Part::Reply(reply)) => (**reply).clone(),
        Some(Part::Writer(slip)) => crate::writer::reply(&request::parse(dialect, body), *slip).await,
        Some(Part::Agent | Part::Careless | Part::InBatches(_) | Part::Runaway) | None => {
            let parsed = request::parse(dialect, body);
            Rehearsal.reply(&parsed).await.unwrap_or_else(|_| ScriptedReply::text("OK"))
        }
    };
    let voice = Voice::default();
    ReplyRenderer { reply: &reply, tells_usage: true, tells_progress: false, voice: &voice }.whole(dialect)
}

fn at<'a>(value: &'a Value, pointer: &str) -> &'a Value {
    value.pointer(pointer).unwrap_or(&Value::Null)
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

#[expect(clippy::unnecessary_wraps, reason = "what every handler gives")]
fn ok(value: &Value) -> BatchReply {
    Some((200, value.to_string()))
}
