//! Moves the task to another stage, by the same table and ledger as the loop.

use crate::context::ToolContext;
use crate::refusal;
use crate::text::{PromptLanguage, Text};
use crate::tool::{ReadSet, Refusal, Tool, ToolError, ToolOutcome};
use book::id::ParagraphId;
use book::work::status::Status;
use book::work::task_state::{StatusRefusal, TaskState};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

pub(crate) struct UpdateTaskStatus;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Args {
    status: Stage,
}

/// The words of [`Status`], for the schema.
#[derive(Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Stage {
    Planning,
    Preparing,
    Working,
    Review,
    End,
}

impl From<Stage> for Status {
    fn from(stage: Stage) -> Self {
        match stage {
            Stage::Planning => Self::Planning,
            Stage::Preparing => Self::Preparing,
            Stage::Working => Self::Working,
            Stage::Review => Self::Review,
            Stage::End => Self::End,
        }
    }
}

impl Tool for UpdateTaskStatus {
    const NAME: &'static str = "update_task_status";
    const DESCRIPTION: Text = Text {
        zh: "更新任务状态。全部段落提交后才能 review 或 end。",
        en: "Move the task to its next stage. review and end need every paragraph submitted.",
    };
    const READS: ReadSet = ReadSet::TaskState;
    type Args = Args;

    async fn call(&self, ctx: &ToolContext<'_>, args: Args) -> Result<ToolOutcome, ToolError> {
        let task_state = ctx.task_state().ok_or_else(|| refusal::only_in_task(ctx.language))?;
        let to = Status::from(args.status);
        let updates = task_state.moves_to(to).map_err(|why| match why {
            StatusRefusal::NotInTable { from, allowed } => {
                not_in_table(ctx.language, task_state, from, to, &allowed)
            }
            StatusRefusal::Pending(pending) => still_pending(ctx.language, task_state, to, &pending),
        })?;
        let content = json!({
            "success": true,
            "status": to.as_str(),
            "previous_status": task_state.status.as_str(),
            "next_statuses": status_names(to.next_moves(task_state.kind)),
        });
        Ok(ToolOutcome::Reply { content, edits: Vec::new(), updates })
    }
}

fn status_names(statuses: &[Status]) -> Vec<&'static str> {
    statuses.iter().map(|status| status.as_str()).collect()
}

fn not_in_table(
    language: PromptLanguage,
    task_state: &TaskState,
    from: Status,
    to: Status,
    allowed: &[Status],
) -> Refusal {
    let kind = task_state.kind.as_str();
    let legal = status_names(allowed);
    let reason = if from == to {
        language.choose(format!("任务已处于 {to} 状态。"), format!("The task is already in {to}. "))
    } else {
        language.choose(
            format!("{kind} 任务不能从 {from} 变为 {to}。"),
            format!("A {kind} task cannot move from {from} to {to}. "),
        )
    };
    let advice = if legal.is_empty() {
        language.choose(
            "任务已结束，没有后续状态。".to_owned(),
            "The task has ended; no move is left.".to_owned(),
        )
    } else {
        language.choose(
            format!("允许的下一状态：{}。", legal.join("、")),
            format!("Legal next moves: {}.", legal.join(", ")),
        )
    };
    Refusal::new("ILLEGAL_STATUS_MOVE", format!("{reason}{advice}"))
        .with("status", from.as_str())
        .with("next_statuses", legal)
}

fn still_pending(
    language: PromptLanguage,
    task_state: &TaskState,
    to: Status,
    pending: &[ParagraphId],
) -> Refusal {
    let count = pending.len();
    let ids = refusal::ids(pending);
    let error = language.choose(
        format!(
            "还有 {count} 个段落未提交，不能进入 {to}：{}。请先用 add_translation_batch 提交这些段落。",
            ids.join("、")
        ),
        format!(
            "{count} paragraphs are still pending, so the task cannot move to {to}: {}. Submit them with \
             add_translation_batch first.",
            ids.join(", ")
        ),
    );
    // While work is open, the legal moves are those that need no complete ledger.
    let next = task_state
        .status
        .next_moves(task_state.kind)
        .iter()
        .filter(|next| !matches!(next, Status::Review | Status::End));
    Refusal::new("PENDING_PARAGRAPHS", error)
        .with("status", task_state.status.as_str())
        .with("pending_paragraphs", ids)
        .with("pending_count", count)
        .with("next_statuses", next.map(|next| next.as_str()).collect::<Vec<_>>())
}
