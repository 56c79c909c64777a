//! The agent protocol as the offline models play it: reads the work out of a request and decides the next calls.
//!
//! Only the protocol's text is known here: `[index] [ID: id] text` lines, two tool names, and the shape
//! of their answers. Everything is read tolerantly, since the words around it belong to others.

use std::collections::{HashMap, HashSet};

use serde_json::{Value, json};

use crate::{Message, Request, ToolCall};

const SUBMIT: &str = "add_translation_batch";
const STATUS: &str = "update_task_status";
/// The stages of a task, in order.
const STAGES: &[&str] = &["planning", "preparing", "working", "review", "end"];
/// How often a paragraph that was refused is tried.
const MOST_TRIES: u32 = 2;

/// One paragraph of work.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct WorkItem {
    pub(crate) id: String,
    pub(crate) source: String,
    /// Whether there is a translation already, which polishing and proofreading may keep.
    pub(crate) is_translated: bool,
    /// How often a translation of it was refused in this conversation.
    pub(crate) n_refused: u32,
}

/// What to do next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Turn {
    /// Move to these stages, then submit these paragraphs.
    Submit { stages_first: Vec<&'static str>, items: Vec<WorkItem> },
    /// Move to these stages, in order.
    Move { stages: Vec<&'static str> },
    /// Nothing is left to do here.
    Done,
    /// The request is not this protocol.
    Unknown,
}

/// Reads a request and decides.
pub(crate) fn next_turn(request: &Request) -> Turn {
    let has = |name| request.tools.iter().any(|tool| tool.name == name);
    let items = work_items(request);
    if !has(SUBMIT) || items.is_empty() {
        return Turn::Unknown;
    }
    let history = History::of(request);
    let open: Vec<WorkItem> = items
        .into_iter()
        .filter(|item| !history.settled.contains(&item.id))
        .map(|item| WorkItem { n_refused: history.n_refused.get(&item.id).copied().unwrap_or(0), ..item })
        .filter(|item| item.n_refused < MOST_TRIES)
        .collect();
    if !open.is_empty() && history.n_submissions < 6 {
        let stages_first = if history.submission_was_early { history.path_to("working") } else { Vec::new() };
        return Turn::Submit { stages_first, items: open };
    }
    if has(STATUS) && !history.has_ended && history.n_moves < 6 {
        let stages = history.path_to("end");
        if !stages.is_empty() {
            return Turn::Move { stages };
        }
    }
    Turn::Done
}

/// The call that submits translated paragraphs and keeps the others.
pub(crate) fn submission(translated: &[(String, String)], kept: &[String]) -> (&'static str, Value) {
    let paragraphs = translated.iter().map(|(id, text)| json!({"paragraph_id": id, "translated_text": text}));
    let mut arguments = json!({"paragraphs": paragraphs.collect::<Vec<_>>()});
    if let (false, Value::Object(fields)) = (kept.is_empty(), &mut arguments) {
        fields.insert("keep".into(), json!(kept));
    }
    (SUBMIT, arguments)
}

/// The call that moves the task to a stage.
pub(crate) fn status(stage: &str) -> (&'static str, Value) {
    (STATUS, json!({"status": stage}))
}

/// The language to translate into, if the system text names one on a line of its own.
pub(crate) fn target_language(request: &Request) -> Option<String> {
    const LABELS: &[&str] = &["target language", "目标语言", "目標語言", "译入语言"];
    let first_user = request.messages.iter().find_map(|message| match message {
        Message::User { text } => Some(&**text),
        Message::Assistant { .. } | Message::ToolResults { .. } => None,
    });
    let lines = request.system.lines().chain(first_user.unwrap_or_default().lines());
    lines.map(|line| line.trim_start_matches(['-', '*', '#', ' '])).find_map(|line| {
        let (label, value) = line.split_once([':', '：'])?;
        let label = label.trim().trim_matches('*').to_lowercase();
        let value = value.trim().trim_matches(['*', '`', '"', ' ', '.', '。']);
        (LABELS.contains(&label.as_str()) && !value.is_empty()).then(|| value.to_owned())
    })
}

/// The paragraphs of the first message that has any.
fn work_items(request: &Request) -> Vec<WorkItem> {
    let texts = request.messages.iter().filter_map(|message| match message {
        Message::User { text } => Some(text),
        Message::Assistant { .. } | Message::ToolResults { .. } => None,
    });
    texts.map(|text| items_in(text)).find(|items| !items.is_empty()).unwrap_or_default()
}

fn items_in(text: &str) -> Vec<WorkItem> {
    let mut items: Vec<WorkItem> = Vec::new();
    let mut seen = HashSet::new();
    let mut in_item = false;
    for line in text.lines() {
        if let Some((id, source)) = labelled(line) {
            in_item = seen.insert(id.to_owned());
            if in_item {
                let source = unlabelled(source, SOURCE_LABELS).unwrap_or(source).trim().to_owned();
                items.push(WorkItem { id: id.to_owned(), source, is_translated: false, n_refused: 0 });
            }
        } else if let (true, Some(item)) = (in_item, items.last_mut()) {
            let line = line.trim();
            if unlabelled(line, TRANSLATION_LABELS).is_some() {
                item.is_translated = true;
            } else if let Some(source) = unlabelled(line, SOURCE_LABELS) {
                source.trim().clone_into(&mut item.source);
            }
        }
    }
    items
}

const SOURCE_LABELS: &[&str] = &["source", "original", "原文", "原文本"];
const TRANSLATION_LABELS: &[&str] = &["translation", "current translation", "译文", "当前译文", "现有译文"];

/// Splits `[3] [ID: abc123] text`.
fn labelled(line: &str) -> Option<(&str, &str)> {
    let (index, rest) = line.trim_start().strip_prefix('[')?.split_once(']')?;
    if index.is_empty() || !index.chars().all(|character| character.is_ascii_digit()) {
        return None;
    }
    let (id, text) = rest.trim_start().strip_prefix("[ID:")?.split_once(']')?;
    let id = id.trim();
    (!id.is_empty()).then_some((id, text.strip_prefix(' ').unwrap_or(text)))
}

/// What follows one of the labels and a colon.
fn unlabelled<'a>(line: &'a str, labels: &[&str]) -> Option<&'a str> {
    let (label, value) = line.split_once([':', '：'])?;
    let label = label.trim_matches(['-', '*', ' ', '[', ']', '【', '】']).to_lowercase();
    labels.contains(&label.as_str()).then_some(value)
}

/// What the conversation so far says about the work.
struct History {
    settled: HashSet<String>,
    n_refused: HashMap<String, u32>,
    n_submissions: usize,
    n_moves: usize,
    /// The last submission was refused as a whole because of the stage.
    submission_was_early: bool,
    has_ended: bool,
    stage: String,
    /// The moves the last refusal called legal.
    legal: Vec<&'static str>,
}

impl History {
    fn of(request: &Request) -> Self {
        let mut history = Self {
            settled: HashSet::new(),
            n_refused: HashMap::new(),
            n_submissions: 0,
            n_moves: 0,
            submission_was_early: false,
            has_ended: false,
            stage: String::from("planning"),
            legal: Vec::new(),
        };
        let mut calls: HashMap<&str, &ToolCall> = HashMap::new();
        for message in &request.messages {
            match message {
                Message::User { .. } => {}
                Message::Assistant { tool_calls, .. } => {
                    calls.extend(tool_calls.iter().map(|call| (call.id.as_str(), call)));
                }
                Message::ToolResults { results } => {
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
            _ => {}
        }
        if !legal.is_empty() {
            self.legal = legal;
        }
        let told = ["task_status", "current_status"].iter().find_map(|key| answer.get(*key)?.as_str());
        if let Some(told) = told {
            told.clone_into(&mut self.stage);
        }
    }

    /// The moves from here to a stage. The direct one is tried first; after a refusal, the legal one leads on.
    fn path_to(&self, goal: &'static str) -> Vec<&'static str> {
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

#[cfg(test)]
#[path = "protocol_tests.rs"]
mod tests;
