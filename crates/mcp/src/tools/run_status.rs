//! How far the runs of a book are: what works, what rests and why, what it cost, what waits for a person.

use super::schema::{answer, flag, list, number, object, one_of, text, text_or_null};
use super::{Effect, OwnTool, Reply, read};
use crate::door::{Caller, Door};
use crate::refusal::Refusal;
use ::tools::text::{PromptLanguage, Text};
use book::id::RunId;
use book::work::outcome::RunOutcome;
use rmcp::model::JsonObject;
use runner::progress::UnfinishedParagraph;
use runner::questions::OpenQuestion;
use serde::Deserialize;
use serde_json::{Value, json};
use store::error::StoreError;
use store::record::BookSummary;
use store::work::RunRecord;

pub(super) static TOOL: OwnTool = OwnTool {
    name: "run_status",
    title: Text { zh: "查看运行状态", en: "Show run status" },
    description: Text {
        zh: "本书翻译运行的进度、花费、未完成的段落和等待用户回答的问题；最新的在前。",
        en: "The book's runs, newest first: progress, cost, paragraphs that remain, and questions that wait for a person.",
    },
    input,
    output,
    effect: |_| Effect::Reads,
    is_of_book: true,
};

/// How many runs are listed without a `run`.
const MAX_RUNS: usize = 5;
/// The most paragraphs and questions of a run listed one by one.
const MAX_LISTED: usize = 50;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Args {
    run: Option<String>,
}

fn input(language: PromptLanguage) -> Value {
    let run = language.choose("只看这次运行，默认最近 5 次", "only this run; the last 5 by default");
    json!({
        "type": "object",
        "properties": {"run": {"type": "string", "description": run}},
        "additionalProperties": false,
    })
}

fn output() -> Value {
    let ledger = object(
        &[("pending", number()), ("accepted", number()), ("kept", number()), ("failed", number())],
        &[],
    );
    let left = object(&[("paragraph_id", text()), ("chapter", number()), ("reason", text())], &[]);
    let question = object(
        &[("chapter", number()), ("text", text()), ("choices", list(&text())), ("free_text", flag())],
        &[],
    );
    let run = object(
        &[
            ("run", text()),
            ("kind", text()),
            ("model", text()),
            ("state", one_of(&["running", "resting", "over"])),
            ("ending", text_or_null()),
            ("n_chunks", number()),
            ("n_tasks_ended", number()),
            ("paragraphs", ledger),
            ("n_unresolved", number()),
            ("unresolved", list(&left)),
            ("questions", list(&question)),
            ("input_tokens", number()),
            ("output_tokens", number()),
            ("cost_micros", number()),
            ("created_at_ms", number()),
            ("updated_at_ms", number()),
        ],
        &[],
    );
    answer(&[("count", number()), ("runs", list(&run))], &[])
}

pub(super) async fn call(
    door: &Door,
    caller: &Caller,
    book: &BookSummary,
    arguments: JsonObject,
) -> Result<Reply, Refusal> {
    let args: Args = read(arguments)?;
    let language = caller.language;
    let failed = |error| Refusal::of_store(&error, language);
    let mut records = door.library().runs(Some(book.id)).await.map_err(failed)?;
    // A run that was turned away never began.
    records.retain(|record| record.outcome != Some(RunOutcome::TurnedAway));
    if let Some(text) = &args.run {
        let wanted = text.parse::<RunId>().ok();
        records.retain(|record| Some(record.id) == wanted);
        if records.is_empty() {
            let error = language.choose("本书没有这次运行。", "This book has no such run.");
            return Err(Refusal::new("UNKNOWN_RUN", error));
        }
    }
    let n_more = records.len().saturating_sub(MAX_RUNS);
    let mut runs = Vec::new();
    for record in records.iter().take(MAX_RUNS) {
        runs.push(to_json(door, record).await.map_err(failed)?);
    }
    let mut content = json!({"success": true, "count": runs.len(), "runs": runs});
    if let (Value::Object(content), true) = (&mut content, n_more > 0) {
        let note = language
            .choose(format!("另有 {n_more} 次更早的运行。"), format!("{n_more} older runs are not shown."));
        content.insert("note".to_owned(), note.into());
    }
    Ok(Reply::new(content))
}

async fn to_json(door: &Door, record: &RunRecord) -> Result<Value, StoreError> {
    let spec = runner::run::wish_of(record).ok();
    let progress = runner::progress::of_run(door.library(), record).await?;
    let questions = runner::questions::open(door.library(), record).await?;
    let left = progress.unresolved.iter().take(MAX_LISTED);
    Ok(json!({
        "run": record.id,
        "kind": spec.as_ref().map_or(record.kind.as_str(), runner::spec::RunSpec::kind_word),
        "model": spec.as_ref().map_or("?", |spec| spec.model.as_str()),
        "state": state(door, record).await?,
        "ending": record.outcome.map(RunOutcome::as_str),
        "n_chunks": record.n_chunks.max(record.n_tasks),
        "n_tasks_ended": record.n_ended,
        "paragraphs": {
            "pending": progress.n_pending,
            "accepted": progress.n_accepted,
            "kept": progress.n_kept,
            "failed": progress.n_failed,
        },
        "n_unresolved": progress.unresolved.len(),
        "unresolved": left.map(unresolved).collect::<Vec<_>>(),
        "questions": questions.iter().take(MAX_LISTED).map(question).collect::<Vec<_>>(),
        "input_tokens": record.usage.input,
        "output_tokens": record.usage.output,
        "cost_micros": record.usage.cost_micros,
        "created_at_ms": record.created_at,
        "updated_at_ms": record.updated_at,
    }))
}

/// Whether a run is at work in any process, can go on, or is over.
async fn state(door: &Door, record: &RunRecord) -> Result<&'static str, StoreError> {
    if record.outcome.is_some_and(RunOutcome::is_over) {
        return Ok("over");
    }
    let is_at_work = record.outcome.is_none()
        && runner::run::is_at_work(door.library(), record, &door.holder, door.now_ms()).await?;
    Ok(if is_at_work { "running" } else { "resting" })
}

fn unresolved(left: &UnfinishedParagraph) -> Value {
    json!({"paragraph_id": left.paragraph, "chapter": left.chapter, "reason": left.reason})
}

pub(crate) fn question(open: &OpenQuestion) -> Value {
    let question = &open.question;
    json!({
        "chapter": open.chapter,
        "text": question.text,
        "choices": question.choices,
        "free_text": question.free_text,
    })
}
