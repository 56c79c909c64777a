//! What a conversation so far says about the work: what was accepted, what was refused, and where the task stands.

use std::collections::{HashMap, HashSet};

use serde_json::Value;

use super::protocol::{BOOK_TITLE, STAGES, STATUS, SUBMIT, TITLE};
use crate::{ChatMessage, Request, ToolCall};

/// What the conversation so far says about the work.
pub(super) struct History {
    pub(super) settled: HashSet<String>,
    pub(super) n_refused: HashMap<String, u32>,
    pub(super) n_submissions: usize,
    pub(super) n_moves: usize,
    /// The tools by which a title was given, or at least tried.
    pub(super) titled: HashSet<&'static str>,
    /// The last submission was refused as a whole because of the stage.
    pub(super) submission_was_early: bool,
    pub(super) has_ended: bool,
    stage: String,
    /// The moves the last refusal called legal.
    legal: Vec<&'static str>,
}

impl History {
    pub(super) fn from_request(request: &Request) -> Self {
        let mut history = Self {
            settled: HashSet::new(),
            n_refused: HashMap::new(),
            n_submissions: 0,
            n_moves: 0,
            titled: HashSet::new(),
            submission_was_early: false,
            has_ended: false,
            stage: String::from("planning"),
            legal: Vec::new(),
        };
        let mut calls: HashMap<&str, &ToolCall> = HashMap::new();
        for message in &request.messages {
            match message {
                ChatMessage::User { .. } => {}
                ChatMessage::Assistant { tool_calls, .. } => {
                    calls.extend(tool_calls.iter().map(|call| (call.id.as_str(), call)));
                }
                ChatMessage::ToolResults { results } => {
                    for result in results {
                        let answer: Value = serde_json::from_str(&result.content).unwrap_or(Value::Null);
                        if let Some(call) = calls.get(result.call_id.as_str()) {
                            history.learn(call, &answer);
                        }
                    }
                }
            }
        }
        history
    }

    fn learn(&mut self, call: &ToolCall, answer: &Value) {
        let arguments: Value = serde_json::from_str(&call.arguments).unwrap_or(Value::Null);
        let succeeded = answer.get("success") == Some(&Value::Bool(true));
        let legal = legal_moves(answer);
        match call.name.as_str() {
            SUBMIT => {
                self.n_submissions += 1;
                let failed: HashSet<&str> =
                    ids(answer.get("failed_paragraphs")).chain(ids(answer.get("invalid_items"))).collect();
                let unassigned: HashSet<&str> = ids(answer.get("invalid_paragraph_ids")).collect();
                let submitted = ids(arguments.get("paragraphs")).chain(ids(arguments.get("keep")));
                self.submission_was_early = !succeeded && (!legal.is_empty() || is_about_stage(answer));
                for id in submitted {
                    if failed.contains(id) || unassigned.contains(id) {
                        *self.n_refused.entry(id.to_owned()).or_default() += 1;
                    } else if succeeded || answer.get("accepted_paragraphs").is_some() {
                        self.settled.insert(id.to_owned());
                    } else if !self.submission_was_early {
                        *self.n_refused.entry(id.to_owned()).or_default() += 1;
                    }
                }
                if succeeded && STAGES.iter().take(2).any(|stage| *stage == self.stage) {
                    self.stage = String::from("working");
                }
            }
            STATUS => {
                self.n_moves += 1;
                let wanted = arguments.get("status").and_then(Value::as_str).unwrap_or_default();
                if succeeded {
                    wanted.clone_into(&mut self.stage);
                    self.has_ended = wanted == "end";
                }
            }
            TITLE => {
                self.titled.insert(TITLE);
            }
            BOOK_TITLE => {
                self.titled.insert(BOOK_TITLE);
            }
            _ => {}
        }
        if !legal.is_empty() {
            self.legal = legal;
        }
        let places = ["status", "task_status", "current_status"];
        let told = places.iter().find_map(|key| answer.get(*key)?.as_str());
        if let Some(told) = told.filter(|told| STAGES.contains(told)) {
            told.clone_into(&mut self.stage);
        }
    }

    /// The moves from here to a stage. The direct one is tried first; after a refusal, the legal one leads on.
    pub(super) fn path_to(&self, goal: &'static str) -> Vec<&'static str> {
        let position = |stage: &str| STAGES.iter().position(|known| *known == stage);
        let (Some(here), Some(there)) = (position(&self.stage), position(goal)) else { return vec![goal] };
        if here >= there {
            return Vec::new();
        }
        if self.legal.is_empty() || self.legal.contains(&goal) {
            return vec![goal];
        }
        let next = self.legal.iter().filter_map(|stage| position(stage));
        let next = next.filter(|stage| *stage > here && *stage <= there).min().unwrap_or(here + 1);
        STAGES.get(next..=there).unwrap_or_default().to_vec()
    }
}

/// Paragraph ids in a list of ids, or of objects that name one.
fn ids(list: Option<&Value>) -> impl Iterator<Item = &str> {
    let items = list.and_then(Value::as_array).into_iter().flatten();
    items.filter_map(|item| item.as_str().or_else(|| item.get("paragraph_id")?.as_str()))
}

/// Stages named in a list anywhere at the top of a refusal.
fn legal_moves(answer: &Value) -> Vec<&'static str> {
    let lists = answer.as_object().into_iter().flat_map(|fields| fields.values()).filter_map(Value::as_array);
    let words = lists.flatten().filter_map(Value::as_str);
    words.filter_map(|word| STAGES.iter().find(|stage| **stage == word).copied()).collect()
}

fn is_about_stage(answer: &Value) -> bool {
    let code = answer.get("error_code").and_then(Value::as_str).unwrap_or_default().to_uppercase();
    ["STATUS", "STATE", "STAGE", "PHASE"].iter().any(|word| code.contains(word))
}
