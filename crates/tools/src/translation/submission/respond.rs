//! The answer to a submission: what was taken, what was not and why, what remains; and the writing that goes with it.

use super::validate::{AcceptedText, BatchResult, EarlierText};
use crate::context::TaskScope;
use crate::judge::Choice;
use crate::refusal;
use crate::text::PromptLanguage;
use crate::tool::ToolOutcome;
use book::edit::Edit;
use book::id::ParagraphId;
use book::text::version::Selection;
use book::work::status::Effort;
use book::work::task_state::{Concern, TaskUpdate};
use checks::check::Finding;
use serde_json::{Map, Value, json};
use std::collections::HashSet;

/// At most this many concerns are told in one answer.
const MAX_CONCERNS: usize = 20;

/// Answers a weighed submission. If nothing was taken, nothing moves, the implied stages included.
pub(in crate::translation) fn answer(
    language: PromptLanguage,
    task: &TaskScope<'_>,
    implied: Vec<TaskUpdate>,
    submitted: BatchResult,
) -> ToolOutcome {
    let settled: HashSet<ParagraphId> =
        submitted.accepted.iter().map(|one| one.id).chain(submitted.kept.iter().copied()).collect();
    let remaining: Vec<ParagraphId> =
        task.task_state.ledger.pending().into_iter().filter(|id| !settled.contains(id)).collect();
    let content = Value::Object(content(language, task, &submitted, &remaining));
    let refusals = refusals(&submitted);
    if settled.is_empty() {
        return ToolOutcome::Reply { content, edits: Vec::new(), updates: refusals };
    }
    let mut updates = implied;
    updates.extend(refusals);
    updates.extend(submitted.reopened.into_iter().map(|paragraph| TaskUpdate::Reopen { paragraph }));
    let (mut edits, mut notes) = (Vec::new(), Vec::new());
    for accepted in submitted.accepted {
        let paragraph = accepted.id;
        updates.push(TaskUpdate::Accept { paragraph });
        let is_superseded = accepted.earlier == EarlierText::Superseded;
        let becomes_translation = accepted.choice == Choice::Select && !is_superseded;
        let concerns = concerns(&accepted, language);
        let has_news =
            !concerns.is_empty() || task.task_state.concerns.iter().any(|old| old.paragraph == paragraph);
        // What is only suggested changes nothing about what stands there, nor about what is to be said of it.
        if has_news && becomes_translation {
            updates.push(TaskUpdate::Concerns { paragraph, concerns });
        }
        if accepted.earlier == EarlierText::Same {
            continue;
        }
        edits.push(Edit::AddVersion {
            paragraph,
            text: accepted.text.to_string(),
            author: task.author.clone(),
            selection: match (&accepted.choice, accepted.earlier) {
                (Choice::Select, EarlierText::Replaceable(seen)) => Selection::SelectOver(seen),
                (Choice::Select | Choice::Suggest { .. }, _) => Selection::Suggest,
                (Choice::KeepAside, _) => Selection::Beside,
            },
        });
        if !accepted.note.is_empty() {
            notes.push(Edit::NoteChecks { paragraph, note: accepted.note });
        }
    }
    // After all versions, so that those are written together.
    edits.extend(notes);
    updates.extend(submitted.kept.into_iter().map(|paragraph| TaskUpdate::Keep { paragraph }));
    ToolOutcome::Reply { content, edits, updates }
}

/// What checks refused, for the task state to count.
fn refusals(submitted: &BatchResult) -> Vec<TaskUpdate> {
    let refused = submitted.failed.iter().filter_map(|(id, fault)| Some((*id, fault.checks.first()?)));
    refused.map(|(paragraph, check)| TaskUpdate::Refuse { paragraph, check: check.clone() }).collect()
}

fn concerns(accepted: &AcceptedText, language: PromptLanguage) -> Vec<Concern> {
    let to_concern = |finding: &Finding| Concern {
        paragraph: accepted.id,
        check: finding.check.as_str().to_owned(),
        message: language.message_of(finding).to_owned(),
    };
    accepted.concerns.iter().map(to_concern).collect()
}

fn content(
    language: PromptLanguage,
    task: &TaskScope<'_>,
    submitted: &BatchResult,
    remaining: &[ParagraphId],
) -> Map<String, Value> {
    let accepted: Vec<ParagraphId> = submitted.accepted.iter().map(|one| one.id).collect();
    let success = !accepted.is_empty() || !submitted.kept.is_empty();
    let mut content = Map::new();
    let mut add = |field: &str, value: Value| content.insert(field.to_owned(), value);
    add("success", success.into());
    if !success {
        let error = language
            .choose("所有段落都未通过，没有保存任何内容", "no paragraph was accepted; nothing was saved");
        add("error", error.into());
        add("error_code", "ALL_PARAGRAPHS_FAILED".into());
    }
    add("accepted_paragraphs", all(&accepted));
    if !submitted.kept.is_empty() {
        add("kept_paragraphs", all(&submitted.kept));
    }
    if !submitted.failed.is_empty() {
        let failed = submitted.failed.iter().map(|(id, fault)| fault.to_json(&id.to_string()));
        add("failed_paragraphs", failed.collect());
    }
    add("remaining", refusal::ids(remaining).into());
    add("remaining_count", remaining.len().into());
    let warnings = warnings(language, submitted);
    if !warnings.is_empty() {
        add("warnings", warnings.into());
    }
    let concerns: Vec<Value> = submitted
        .accepted
        .iter()
        .flat_map(|one| concerns(one, language))
        .take(MAX_CONCERNS)
        .map(|one| json!({ "paragraph_id": one.paragraph.to_string(), "check": one.check, "message": one.message }))
        .collect();
    if !concerns.is_empty() {
        add("concerns", concerns.into());
    }
    if let (true, true, Some(next)) = (success, remaining.is_empty(), what_next(language, task)) {
        add("next", next.into());
    }
    content
}

fn all(ids: &[ParagraphId]) -> Value {
    ids.iter().map(|id| Value::String(id.to_string())).collect()
}

fn warnings(language: PromptLanguage, submitted: &BatchResult) -> Vec<String> {
    let repaired = submitted.repaired.iter().map(|(old, new)| {
        language.choose(
            format!("paragraph_id `{old}` 已更正为 `{new}`，请以后原样复制。"),
            format!("paragraph_id `{old}` was corrected to `{new}`; copy ids exactly."),
        )
    });
    let beside: Vec<String> =
        submitted.accepted.iter().filter(|one| one.is_protected).map(|one| one.id.to_string()).collect();
    let beside = (!beside.is_empty()).then(|| {
        language.choose(
            format!("段落 {} 已锁定或由人工翻译，译文作为建议保存。", beside.join("、")),
            format!(
                "{}: locked or translated by a person; your text was saved as a suggestion.",
                beside.join(", ")
            ),
        )
    });
    let newer = submitted.accepted.iter().filter(|one| one.earlier == EarlierText::Superseded);
    let newer: Vec<String> = newer.filter(|one| !one.is_protected).map(|one| one.id.to_string()).collect();
    let newer = (!newer.is_empty()).then(|| {
        language.choose(
            format!("段落 {} 在你提交后被他人修改，新译文作为建议保存。", newer.join("、")),
            format!(
                "{}: changed by someone else since you submitted it; your text was saved as a suggestion.",
                newer.join(", ")
            ),
        )
    });
    let is_open = |one: &&AcceptedText| !one.is_protected && one.earlier != EarlierText::Superseded;
    let worse = submitted.accepted.iter().filter(is_open).filter_map(|one| {
        let Choice::Suggest { worse } = &one.choice else { return None };
        let checks: Vec<&str> = worse.iter().map(|check| check.as_str()).collect();
        let (id, checks) = (one.id, checks.join(", "));
        Some(language.choose(
            format!("段落 {id}：检查 {checks} 在新译文中发现的问题比现有译文更多，新译文作为建议保存，现有译文保留。"),
            format!("{id}: check {checks} finds more in your text than in the present one, which stays; yours was saved as a suggestion."),
        ))
    });
    repaired.chain(beside).chain(newer).chain(worse).collect()
}

/// Where every stage is explicit, the model is told the next one, and reminded of what it wanted to do.
fn what_next(language: PromptLanguage, task: &TaskScope<'_>) -> Option<String> {
    let open: Vec<String> = task
        .task_state
        .todos
        .iter()
        .filter(|todo| !todo.done)
        .map(|todo| format!("{}. {}", todo.id, todo.text))
        .collect();
    let todos = (!open.is_empty()).then(|| {
        language.choose(
            format!("未完成的待办：{}。", open.join("；")),
            format!("Open todos: {}.", open.join("; ")),
        )
    });
    let status = book::work::status::Status::Working.next_moves(task.task_state.kind).first();
    let stage = status.filter(|_| task.task_state.effort == Effort::Careful).map(|status| {
        language.choose(
            format!("所有段落已提交，请调用 update_task_status(\"{status}\")。"),
            format!("All paragraphs are submitted; call update_task_status(\"{status}\")."),
        )
    });
    let reply: Vec<String> = stage.into_iter().chain(todos).collect();
    (!reply.is_empty()).then(|| reply.join(language.choose("", " ")))
}
