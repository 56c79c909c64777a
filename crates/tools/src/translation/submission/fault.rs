//! Structural faults: each one refuses the whole call, and all offenders are named together.

use crate::refusal;
use crate::text::PromptLanguage;
use crate::tool::Refusal;
use serde_json::{Value, json};

/// At most this many offenders are named.
const MAX_OFFENDERS: usize = 200;

/// What is wrong with one entry of a submission.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum FaultKind {
    NotAnItem,
    IndexGiven,
    MissingId,
    NotAssigned,
    Duplicate,
}

/// One faulty entry.
pub(super) struct Fault {
    pub(super) kind: FaultKind,
    pub(super) list: List,
    pub(super) position: usize,
    /// The id as it was given, where there was one.
    pub(super) id: Option<String>,
}

/// Which list the entry stands in.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum List {
    Paragraphs,
    Keep,
}

impl FaultKind {
    const ALL: [Self; 5] =
        [Self::NotAnItem, Self::IndexGiven, Self::MissingId, Self::NotAssigned, Self::Duplicate];

    const fn code(self) -> &'static str {
        match self {
            Self::NotAnItem => "INVALID_ITEM",
            Self::IndexGiven => "INDEX_NOT_ACCEPTED",
            Self::MissingId => "MISSING_PARAGRAPH_ID",
            Self::NotAssigned => "NOT_ASSIGNED",
            Self::Duplicate => "DUPLICATE_PARAGRAPHS",
        }
    }

    fn reason(self, language: PromptLanguage) -> &'static str {
        match self {
            Self::NotAnItem => language.choose("不是对象", "not an object"),
            Self::IndexGiven => {
                language.choose("给出了 index 而不是 paragraph_id", "index given instead of paragraph_id")
            }
            Self::MissingId => language.choose("缺少 paragraph_id", "paragraph_id is missing"),
            Self::NotAssigned => language.choose("不在当前任务分配范围内", "not assigned to this task"),
            Self::Duplicate => language.choose("重复提交", "submitted more than once"),
        }
    }

    /// The sentence for all entries with this fault.
    fn sentence(self, offenders: &[&Fault], language: PromptLanguage) -> String {
        let ids = named(offenders);
        let positions: Vec<String> =
            offenders.iter().take(refusal::MAX_IDS).map(|fault| fault.place()).collect();
        match self {
            Self::NotAnItem => language.choose(
                format!("{} 不是 {{paragraph_id, translated_text}} 对象", positions.join("、")),
                format!("{} must be {{paragraph_id, translated_text}}", positions.join(", ")),
            ),
            Self::IndexGiven => language.choose(
                format!("{} 使用了 index；index 仅用于定位，提交必须使用 paragraph_id", positions.join("、")),
                format!(
                    "{} used index; index is for location only, submissions need paragraph_id",
                    positions.join(", ")
                ),
            ),
            Self::MissingId => language.choose(
                format!("{} 缺少 paragraph_id", positions.join("、")),
                format!("{} has no paragraph_id", positions.join(", ")),
            ),
            Self::NotAssigned => language.choose(
                format!("段落 {} 不在当前任务分配范围内", ids.join("、")),
                format!(
                    "{} {} not assigned to this task",
                    if ids.len() == 1 { "paragraph" } else { "paragraphs" },
                    if ids.len() == 1 {
                        format!("{} is", ids.concat())
                    } else {
                        format!("{} are", ids.join(", "))
                    },
                ),
            ),
            Self::Duplicate => language.choose(
                format!("段落 {} 在一次提交中重复出现", ids.join("、")),
                format!("submitted more than once in one call: {}", ids.join(", ")),
            ),
        }
    }
}

impl Fault {
    fn place(&self) -> String {
        match self.list {
            List::Paragraphs => format!("paragraphs[{}]", self.position),
            List::Keep => format!("keep[{}]", self.position),
        }
    }

    fn to_json(&self, language: PromptLanguage) -> Value {
        let mut json = json!({
            "position": self.position,
            "error_code": self.kind.code(),
            "reason": self.kind.reason(language),
        });
        if let Value::Object(fields) = &mut json {
            if self.list == List::Keep {
                fields.insert("list".to_owned(), "keep".into());
            }
            if let Some(id) = &self.id {
                fields.insert("paragraph_id".to_owned(), refusal::shortened(id).into());
            }
        }
        json
    }
}

/// The refusal of a whole call.
pub(super) fn refuse(faults: &[Fault], remaining: &[String], language: PromptLanguage) -> Refusal {
    let mut sentences = Vec::new();
    let mut code = "";
    for kind in FaultKind::ALL {
        let offenders: Vec<&Fault> = faults.iter().filter(|fault| fault.kind == kind).collect();
        if !offenders.is_empty() {
            sentences.push(kind.sentence(&offenders, language));
            code = if code.is_empty() { kind.code() } else { "INVALID_SUBMISSION" };
        }
    }
    let with_ids: Vec<&Fault> = faults.iter().filter(|fault| fault.id.is_some()).collect();
    let items: Vec<Value> = faults.iter().take(MAX_OFFENDERS).map(|fault| fault.to_json(language)).collect();
    let refusal =
        Refusal::new(code, sentences.join(language.choose("；", "; "))).with("invalid_items", items);
    let refusal =
        if with_ids.is_empty() { refusal } else { refusal.with("invalid_paragraph_ids", named(&with_ids)) };
    refusal.with("hint", hint(language)).with("remaining", remaining.to_vec())
}

/// The refusal of a call with nothing in it.
pub(super) fn refuse_empty(remaining: &[String], language: PromptLanguage) -> Refusal {
    let error = language.choose("提交列表为空，没有任何段落", "the list of paragraphs is empty");
    Refusal::new("EMPTY_PARAGRAPH_LIST", error)
        .with("hint", hint(language))
        .with("remaining", remaining.to_vec())
}

fn hint(language: PromptLanguage) -> &'static str {
    language.choose(
        "没有保存任何内容。请只用任务中给出的 paragraph_id，改正后重新提交整批。",
        "Nothing was saved. Use only the paragraph_ids of your task, then submit the whole batch again.",
    )
}

/// The offenders' ids, each once.
fn named(offenders: &[&Fault]) -> Vec<String> {
    let mut ids: Vec<String> = Vec::new();
    for id in offenders.iter().filter_map(|fault| fault.id.as_deref()).map(refusal::shortened) {
        if !ids.contains(&id) && ids.len() < MAX_OFFENDERS {
            ids.push(id);
        }
    }
    ids
}
