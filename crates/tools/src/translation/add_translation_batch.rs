//! The only way a task writes text: a batch of translations, each under its paragraph's id.

use super::submission::{self, BatchResult};
use crate::context::ToolContext;
use crate::refusal;
use crate::text::{PromptLanguage, Text};
use crate::tool::{ArgumentValidation, Refusal, Tool, ToolError, ToolOutcome};
use book::work::task_state::{NotWorking, TaskState};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Deserialize;
use serde_json::{Map, Value};
use std::borrow::Cow;

pub(crate) struct AddTranslationBatch;

/// The arguments as a model is shown them.
#[derive(JsonSchema)]
#[expect(
    dead_code,
    reason = "gives the schema; what a model sends is read by hand, so that all its faults can be listed"
)]
struct ShownArgs {
    paragraphs: Vec<ShownItem>,
    keep: Option<Vec<String>>,
}

#[derive(JsonSchema)]
#[expect(
    dead_code,
    reason = "gives the schema; what a model sends is read by hand, so that all its faults can be listed"
)]
struct ShownItem {
    paragraph_id: String,
    translated_text: String,
    original_text_prefix: Option<String>,
}

/// The arguments as they came.
#[derive(Deserialize)]
#[serde(transparent)]
pub(crate) struct Args(Map<String, Value>);

impl JsonSchema for Args {
    fn schema_name() -> Cow<'static, str> {
        ShownArgs::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        ShownArgs::json_schema(generator)
    }
}

impl Tool for AddTranslationBatch {
    const NAME: &'static str = "add_translation_batch";
    const DESCRIPTION: Text = Text {
        zh: "提交译文，是写入结果的唯一方式。以 paragraph_id 标识段落，不用 index。",
        en: "Submit translations; the only way to deliver results. Paragraphs are named by paragraph_id, never by index.",
    };
    const ARGUMENTS: &'static [(&'static str, Text)] = &[
        (
            "paragraphs.original_text_prefix",
            Text {
                zh: "原文开头几个字，用于核对", en: "first few words of the source, as a check"
            },
        ),
        ("keep", Text { zh: "无需修改的段落", en: "paragraphs that stay unchanged" }),
    ];
    const VALIDATION: ArgumentValidation = ArgumentValidation::Tool;
    type Args = Args;

    async fn call(&self, ctx: &ToolContext<'_>, args: Args) -> Result<ToolOutcome, ToolError> {
        let task = ctx.task().ok_or_else(|| refusal::only_in_task(ctx.language))?;
        let implied = task
            .task_state
            .moves_to_submit()
            .map_err(|why| not_working(ctx.language, task.task_state, why))?;
        let work = submission::load_work(ctx, task).await?;
        let batch = submission::sort(submission::read(args.0), task, &work, ctx.language)?;
        let submitted: BatchResult = submission::weigh(ctx, task, &work, batch).await?;
        Ok(submission::answer(ctx.language, task, implied, submitted))
    }
}

fn not_working(language: PromptLanguage, task_state: &TaskState, why: NotWorking) -> Refusal {
    let status = why.status;
    let next: Vec<&str> = status.next_moves(task_state.kind).iter().map(|next| next.as_str()).collect();
    let advice = match next.first() {
        Some(_) if next.contains(&"working") => language.choose(
            "请先调用 update_task_status(\"working\")。".to_owned(),
            "Call update_task_status(\"working\") first.".to_owned(),
        ),
        Some(first) => language.choose(
            format!("请先调用 update_task_status(\"{first}\")，再进入 working。"),
            format!("Call update_task_status(\"{first}\") first, then move on to working."),
        ),
        None => language.choose("任务已结束。".to_owned(), "The task has ended.".to_owned()),
    };
    let error = language.choose(
        format!("只能在 working 状态提交，当前状态是 {status}，没有保存任何内容。{advice}"),
        format!(
            "Submissions are taken in working only; the task is in {status}. Nothing was saved. {advice}"
        ),
    );
    Refusal::new("NOT_WORKING", error).with("status", status.as_str()).with("next_statuses", next)
}
