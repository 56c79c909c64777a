//! The agent protocol as the offline models play it: reads the work out of a request and decides the next calls.
//!
//! Only the protocol's text is known here: `[index] [ID: id] text` lines, two tool names, and the shape
//! of their answers. Everything is read tolerantly, since the words around it belong to others.

use std::collections::HashSet;

use serde_json::{Value, json};

use super::history::History;
use crate::{ChatMessage, Request};

pub(super) const SUBMIT: &str = "add_translation_batch";
pub(super) const STATUS: &str = "update_task_status";
pub(super) const TITLE: &str = "update_chapter_title";
pub(super) const BOOK_TITLE: &str = "update_book_title";
/// The stages of a task, in order.
pub(super) const STAGES: &[&str] = &["planning", "preparing", "working", "review", "end"];
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

impl WorkItem {
    /// A text that is nobody's paragraph.
    pub(crate) fn plain(source: String) -> Self {
        Self { id: String::new(), source, is_translated: false, n_refused: 0 }
    }
}

/// What to do next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Turn {
    /// Move to these stages, then submit these paragraphs, and the titles that are wanted, each with its tool.
    Submit { stages_first: Vec<&'static str>, items: Vec<WorkItem>, titles: Vec<(&'static str, String)> },
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
    let history = History::from_request(request);
    let open: Vec<WorkItem> = items
        .into_iter()
        .filter(|item| !history.settled.contains(&item.id))
        .map(|item| WorkItem { n_refused: history.n_refused.get(&item.id).copied().unwrap_or(0), ..item })
        .filter(|item| item.n_refused < MOST_TRIES)
        .collect();
    if !open.is_empty() && history.n_submissions < 6 {
        let stages_first = if history.submission_was_early { history.path_to("working") } else { Vec::new() };
        let titles = wanted_titles(request);
        let titles = titles.filter(|(tool, _)| has(tool) && !history.titled.contains(tool)).collect();
        return Turn::Submit { stages_first, items: open, titles };
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

/// The call that gives the chapter or the book its title.
pub(crate) fn title(tool: &'static str, title: &str) -> (&'static str, Value) {
    (tool, json!({"title_translation": title}))
}

/// The call that moves the task to a stage.
pub(crate) fn status(stage: &str) -> (&'static str, Value) {
    (STATUS, json!({"status": stage}))
}

/// The language to translate into, if the system text names one on a line of its own.
pub(crate) fn target_language(request: &Request) -> Option<String> {
    const LABELS: &[&str] = &["target language", "目标语言", "目標語言", "译入语言"];
    let lines = request.system.lines().chain(user_texts(request).next().unwrap_or_default().lines());
    lines.map(|line| line.trim_start_matches(['-', '*', '#', ' '])).find_map(|line| {
        let (label, value) = line.split_once([':', '：'])?;
        let label = label.trim().trim_matches('*').to_lowercase();
        let value = value.trim().trim_matches(['*', '`', '"', ' ', '.', '。']);
        (LABELS.contains(&label.as_str()) && !value.is_empty()).then(|| value.to_owned())
    })
}

/// The titles whose translation the words before the context ask for, each with its tool.
fn wanted_titles(request: &Request) -> impl Iterator<Item = (&'static str, String)> {
    let text = user_texts(request).next().unwrap_or_default();
    let head = text.split_once("<context>").map_or("", |(head, _)| head);
    let titles = [(TITLE, chapter_title(head)), (BOOK_TITLE, book_title(head))];
    titles
        .into_iter()
        .filter_map(|(tool, title)| Some((tool, title.filter(|title| !title.is_empty())?.to_owned())))
}

/// `Chapter 3: The Snow [chapter id: …]`, with the tool named under it.
fn chapter_title(head: &str) -> Option<&str> {
    let (line, _) = head.split_once('\n').filter(|(_, rest)| rest.contains(TITLE))?;
    let (line, _) = line.rsplit_once("[chapter id:")?;
    let (_, title) = line.split_once([':', '：'])?;
    Some(title.trim())
}

/// The first words between backticks on the line that names the tool.
fn book_title(head: &str) -> Option<&str> {
    let line = head.lines().find(|line| line.contains(BOOK_TITLE))?;
    line.split('`').nth(1).map(str::trim).filter(|title| *title != BOOK_TITLE)
}

/// The paragraphs of the first message that has any.
fn work_items(request: &Request) -> Vec<WorkItem> {
    user_texts(request).map(items_in).find(|items| !items.is_empty()).unwrap_or_default()
}

fn user_texts(request: &Request) -> impl Iterator<Item = &str> {
    request.messages.iter().filter_map(|message| match message {
        ChatMessage::User { text } => Some(&**text),
        ChatMessage::Assistant { .. } | ChatMessage::ToolResults { .. } => None,
    })
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
            if is_numbered(line) {
                // A paragraph without an id is there for orientation; what follows belongs to it.
                in_item = false;
            } else if line.starts_with("=>") || unlabelled(line, TRANSLATION_LABELS).is_some() {
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
    let (_, rest) = line.trim_start().split_once(']').filter(|_| is_numbered(line))?;
    let (id, text) = rest.trim_start().strip_prefix("[ID:")?.split_once(']')?;
    let id = id.trim();
    (!id.is_empty()).then_some((id, text.strip_prefix(' ').unwrap_or(text)))
}

/// Whether a line begins with `[3]`.
fn is_numbered(line: &str) -> bool {
    let index = line.trim_start().strip_prefix('[').and_then(|rest| rest.split_once(']'));
    index.is_some_and(|(index, _)| !index.is_empty() && index.bytes().all(|byte| byte.is_ascii_digit()))
}

/// What follows one of the labels and a colon.
fn unlabelled<'a>(line: &'a str, labels: &[&str]) -> Option<&'a str> {
    let (label, value) = line.split_once([':', '：'])?;
    let label = label.trim_matches(['-', '*', ' ', '[', ']', '【', '】']).to_lowercase();
    labels.contains(&label.as_str()).then_some(value)
}
