//! What a run will take, told before anything is sent.

use crate::output::counted;
use messages::Message;
use runner::plan::RunPlan;
use serde_json::{Value, json};

pub(crate) fn describe(plan: &RunPlan, model: &str) -> Message {
    let estimate = &plan.estimate;
    let (least, most) = (estimate.least, estimate.most);
    Message::new("estimate")
        .part("paragraphs", counted(estimate.n_paragraphs, "n_paragraphs"))
        .part("chunks", counted(estimate.n_chunks, "n_chunks"))
        .part("chapters", counted(plan.chapters.len(), "n_chapters"))
        .with("model", model)
        .amount("least_in", least.total_input())
        .amount("most_in", most.total_input())
        .amount("least_out", least.output)
        .amount("most_out", most.output)
        .part("money", money(estimate.least_money, estimate.most_money))
}

/// What it may cost.
pub(crate) fn money(least: Option<llm::Money>, most: Option<llm::Money>) -> Message {
    match (least, most) {
        (Some(_), Some(llm::Money::ZERO)) => Message::new("money_free"),
        (Some(least), Some(most)) => Message::new("money_range")
            .with("least", format!("{:.2}", least.dollars()))
            .with("most", format!("{:.2}", most.dollars())),
        _ => Message::new("money_unknown"),
    }
}

pub(crate) fn as_json(plan: &RunPlan) -> Value {
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
