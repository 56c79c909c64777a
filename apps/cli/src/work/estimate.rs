//! What a run will take, told before anything is sent.

use crate::output::{counted, grouped};
use runner::plan::Plan;
use serde_json::{Value, json};

pub(crate) fn describe(plan: &Plan, model: &str) -> String {
    let estimate = &plan.estimate;
    let (least, most) = (estimate.least, estimate.most);
    let money = match (estimate.least_money, estimate.most_money) {
        (Some(_), Some(llm::Money::ZERO)) => "free".to_owned(),
        (Some(least), Some(most)) => format!("${:.2} to ${:.2}", least.dollars(), most.dollars()),
        _ => "price unknown".to_owned(),
    };
    format!(
        "{} in {} of {} with `{model}`\nabout {} to {} tokens in, {} to {} out, {money}",
        counted(estimate.n_paragraphs, "paragraph"),
        counted(estimate.n_chunks, "chunk"),
        counted(plan.chapters.len(), "chapter"),
        grouped(least.total_input()),
        grouped(most.total_input()),
        grouped(least.output),
        grouped(most.output),
    )
}

pub(crate) fn as_json(plan: &Plan) -> Value {
    let estimate = &plan.estimate;
    json!({
        "paragraphs": estimate.n_paragraphs,
        "chunks": estimate.n_chunks,
        "chapters": plan.chapters.len(),
        "source_tokens": estimate.source_tokens,
        "input_tokens": [estimate.least.total_input(), estimate.most.total_input()],
        "output_tokens": [estimate.least.output, estimate.most.output],
        "usd": [estimate.least_money.map(llm::Money::dollars), estimate.most_money.map(llm::Money::dollars)],
    })
}
