//! What a run will take, told before anything is sent.

use crate::output::grouped;
use runner::plan::Plan;
use serde_json::{Value, json};

pub(crate) fn describe(plan: &Plan, model: &str) -> String {
    let estimate = &plan.estimate;
    let (least, most) = (estimate.least, estimate.most);
    let money = match (estimate.least_money, estimate.most_money) {
        (Some(least), Some(most)) => format!("${:.2} to ${:.2}", least.dollars(), most.dollars()),
        _ => "price unknown".to_owned(),
    };
    format!(
        "{} paragraphs in {} chunks of {} chapters with `{model}`\nabout {} to {} tokens in, {} to {} out, {money}",
        grouped(u64::try_from(estimate.n_paragraphs).unwrap_or_default()),
        estimate.n_chunks,
        plan.chapters.len(),
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
