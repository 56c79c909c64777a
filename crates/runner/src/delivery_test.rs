//! Three paragraphs handed to a model in each form of delivery, until it hands all three back.

use crate::run_model::RunModel;
use async_recursion::async_recursion as boxed;
use book::id::{ChapterId, ParagraphId};
use book::text::version::TaskKind;
use book::work::bounds::Bounds;
use book::work::chunk::Chunk;
use book::work::status::Effort;
use book::work::task_state::TaskState;
use llm::{Delivery, Failure, Model, Reply, Request, ToolCall, Usage};
use serde_json::Value;
use std::collections::HashSet;
use std::fmt::Write;
use std::sync::Arc;
use task::delivery::{RequestSize, TextItem, TextWork};
use task::machine::{Answer, Machine, MachineStep};
use task::model_prompts::ModelPrompt;
use task::prompts::SystemPrompt;
use tools::text::PromptLanguage;

/// What is to be translated into Chinese.
const PARAGRAPHS: [&str; 3] = [
    "The rain had stopped before dawn.",
    "“Are you coming?” she asked.",
    "He closed the book and looked out of the window.",
];
/// The same for a model with a prompt of its own; those there are translate from Japanese.
const JAPANESE: [&str; 3] =
    ["夜明け前に雨はやんでいた。", "「来るの？」と彼女は尋ねた。", "彼は本を閉じて、窓の外を見た。"];
/// Room for the answer, and for a model that thinks at length before it.
const MAX_OUTPUT: u32 = 4000;

/// The result of testing one form.
#[derive(Debug, Clone)]
pub struct FormResult {
    pub form: Delivery,
    /// How many of the three paragraphs came back whole.
    pub n_paragraphs: usize,
    /// What the request used.
    pub usage: Usage,
}

impl FormResult {
    /// Whether everything came back.
    pub const fn works(&self) -> bool {
        self.n_paragraphs == PARAGRAPHS.len()
    }
}

/// Hands the model three paragraphs in each form until one works, and keeps that; tools only where it calls them at all.
#[boxed]
pub async fn try_model(run_model: &RunModel, calls_tools: bool) -> Result<Vec<FormResult>, Failure> {
    let delivery = run_model.delivery();
    let prompt = delivery.own_prompt();
    let forms: Vec<Delivery> = Delivery::ALL
        .into_iter()
        .filter(|form| match form {
            Delivery::Tools => calls_tools && prompt.is_none(),
            Delivery::Structured => delivery.constrains() && prompt.is_none(),
            Delivery::Lines => true,
        })
        .collect();
    let results = try_forms(run_model.model(), &forms, prompt).await?;
    if let Some(result) = results.iter().find(|result| result.works()) {
        delivery.keep(result.form, "three of three paragraphs in a test");
    }
    Ok(results)
}

/// Tries the forms in this order until one works.
async fn try_forms(
    model: &dyn Model,
    forms: &[Delivery],
    prompt: Option<&Arc<ModelPrompt>>,
) -> Result<Vec<FormResult>, Failure> {
    let mut results = Vec::new();
    for form in forms {
        let result = try_form(model, *form, prompt).await?;
        let works = result.works();
        results.push(result);
        if works {
            break;
        }
    }
    Ok(results)
}

async fn try_form(
    model: &dyn Model,
    form: Delivery,
    prompt: Option<&Arc<ModelPrompt>>,
) -> Result<FormResult, Failure> {
    let Some((ids, mut machine)) = machine(form, prompt) else {
        return Ok(FormResult { form, n_paragraphs: 0, usage: Usage::default() });
    };
    let MachineStep::CallModel(messages) = machine.next_step() else {
        return Ok(FormResult { form, n_paragraphs: 0, usage: Usage::default() });
    };
    let request = Request {
        system: prompt.map_or_else(|| system(form), |prompt| prompt.system.clone()).into(),
        messages: messages.to_vec(),
        tools: match form {
            Delivery::Tools => {
                let all =
                    task::service::tool_specs(TaskKind::Translation, Effort::Quick, PromptLanguage::Chinese);
                all.iter().filter(|tool| tool.name == SUBMIT).cloned().collect::<Vec<_>>().into()
            }
            Delivery::Structured | Delivery::Lines => Arc::from([]),
        },
        response_schema: machine.response_schema().map(Arc::new),
        max_output_tokens: Some(MAX_OUTPUT),
        ..Request::default()
    };
    let reply = model.complete(&request).await?;
    let usage = reply.usage;
    machine.model_answered(Answer::Replied { reply: Reply { usage, ..reply }, limit_was_ours: false }, 0);
    let n_paragraphs = match machine.next_step() {
        MachineStep::CallTool(call) => n_translated(call, &ids),
        MachineStep::CallModel(_) | MachineStep::AskPerson(_) | MachineStep::Done(_) => 0,
    };
    Ok(FormResult { form, n_paragraphs, usage })
}

const SUBMIT: &str = "add_translation_batch";

/// How many of the paragraphs a submission translates.
fn n_translated(call: &ToolCall, ids: &[ParagraphId]) -> usize {
    let arguments = tools::salvage::read_object(&call.arguments).unwrap_or_default();
    let items = arguments.get("paragraphs").and_then(Value::as_array).filter(|_| call.name == SUBMIT);
    let translated: HashSet<ParagraphId> = items
        .into_iter()
        .flatten()
        .filter_map(|item| {
            let id: ParagraphId = item.get("paragraph_id")?.as_str()?.parse().ok()?;
            let text = item.get("translated_text")?.as_str()?.trim();
            (!text.is_empty() && !PARAGRAPHS.contains(&text) && !JAPANESE.contains(&text)).then_some(id)
        })
        .collect();
    ids.iter().filter(|id| translated.contains(*id)).count()
}

fn machine(form: Delivery, prompt: Option<&Arc<ModelPrompt>>) -> Option<(Vec<ParagraphId>, Machine)> {
    let paragraphs = if prompt.is_some() { JAPANESE } else { PARAGRAPHS };
    let ids: Vec<ParagraphId> = (1..=paragraphs.len())
        .map(|n| ParagraphId::from_number(u32::try_from(n).unwrap_or_default()))
        .collect();
    let chunk = Chunk::new(ChapterId::from_number(1), ids.clone()).ok()?;
    let task_state = TaskState::new(TaskKind::Translation, Effort::Quick, &ids);
    let bounds = Bounds::for_requests(ids.len(), 100);
    let language = PromptLanguage::Chinese;
    if form == Delivery::Tools {
        let mut work = String::from("<context>\n</context>\n<work>\n");
        for (index, (id, text)) in ids.iter().zip(paragraphs).enumerate() {
            // Writing to a string cannot fail.
            let _ = writeln!(work, "[{index}] [ID: {id}] {text}");
        }
        work.push_str("</work>");
        return Some((ids, Machine::new(chunk, task_state, bounds, language, work)));
    }
    let items = ids.iter().zip(paragraphs);
    let items =
        items.map(|(id, text)| TextItem { id: *id, source: text.to_owned(), present: None, note: None });
    let work = TextWork {
        context: String::new(),
        previous: String::new(),
        items: items.collect(),
        title: None,
        book_title: None,
        target: "简体中文".to_owned(),
        prompt: prompt.cloned(),
        glossary: Vec::new(),
        readings: Vec::new(),
    };
    let asked = (form, RequestSize::default());
    Some((ids, Machine::in_text(chunk, task_state, bounds, language, asked, work)))
}

fn system(form: Delivery) -> String {
    let (Ok(source), Ok(target)) = ("en".parse(), "zh-Hans".parse()) else { return String::new() };
    SystemPrompt {
        kind: TaskKind::Translation,
        effort: Effort::Quick,
        delivery: form,
        language: PromptLanguage::Chinese,
        title: "Test",
        author: None,
        source: Some(&source),
        target: &target,
        instructions: None,
    }
    .render()
}
