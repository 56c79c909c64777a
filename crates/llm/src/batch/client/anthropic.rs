//! Batches of Anthropic: the requests stand in the body, the answers in a file of lines.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::{BatchAnswer, BatchClient, BatchRecord, BatchStatus, place, request_id};
use crate::{Call, Failure};

const PATH: &str = "/v1/messages/batches";

pub(super) async fn submit(client: &BatchClient, name: &str, calls: &[Call]) -> Result<String, Failure> {
    let request =
        |(at, call): (usize, &Call)| json!({"custom_id": request_id(name, at), "params": call.body});
    let requests: Vec<Value> = calls.iter().enumerate().map(request).collect();
    let batch = client.post_json(PATH, &json!({"requests": requests})).await?;
    client.text(&batch, "id")
}

/// A batch has no name here. One with as many requests that nobody knows of is taken for ours; whether it is, its
/// answers tell.
pub(super) async fn find(
    client: &BatchClient,
    record: &BatchRecord,
    known: &[&str],
) -> Result<Option<String>, Failure> {
    let list = client.get_json(&format!("{PATH}?limit=100")).await?;
    for batch in list.get("data").and_then(Value::as_array).into_iter().flatten() {
        let id = client.text(batch, "id")?;
        let counts = batch.get("request_counts").and_then(Value::as_object);
        let n_requests: u64 =
            counts.into_iter().flat_map(serde_json::Map::values).filter_map(Value::as_u64).sum();
        let is_as_large = usize::try_from(n_requests).is_ok_and(|n| n == record.keys.len());
        if !is_as_large || known.contains(&&*id) {
            continue;
        }
        let is_foreign = match poll(client, record, &id).await? {
            BatchStatus::NotOurs => true,
            BatchStatus::AtWork | BatchStatus::Over(_) | BatchStatus::TooMuch => false,
        };
        if !is_foreign {
            return Ok(Some(id));
        }
    }
    Ok(None)
}

pub(super) async fn poll(
    client: &BatchClient,
    record: &BatchRecord,
    id: &str,
) -> Result<BatchStatus, Failure> {
    let batch = client.get_json(&format!("{PATH}/{id}")).await?;
    if client.text(&batch, "processing_status")? != "ended" {
        return Ok(BatchStatus::AtWork);
    }
    let lines = client.get_lines(&format!("{PATH}/{id}/results")).await?;
    let mut answers = BTreeMap::new();
    for line in &lines {
        let id = line.get("custom_id").and_then(Value::as_str).unwrap_or_default();
        if let Some((at, answer)) = place(&record.name, id).zip(line.get("result").and_then(answer)) {
            answers.insert(at, answer);
        }
    }
    if answers.is_empty() && !lines.is_empty() {
        return Ok(BatchStatus::NotOurs);
    }
    Ok(BatchStatus::Over(answers))
}

fn answer(result: &Value) -> Option<BatchAnswer> {
    match result.get("type")?.as_str()? {
        "succeeded" => result.get("message").cloned().map(BatchAnswer::Reply),
        "errored" => {
            let error = result.get("error")?;
            let kind = error.pointer("/error/type").or_else(|| error.get("type")).and_then(Value::as_str);
            let status = match kind {
                Some("invalid_request_error") => 400,
                Some("authentication_error") => 401,
                Some("billing_error") => 402,
                Some("permission_error") => 403,
                Some("not_found_error") => 404,
                Some("rate_limit_error") => 429,
                Some("overloaded_error") => 529,
                Some(_) | None => 500,
            };
            Some(BatchAnswer::Refused { status, body: error.to_string() })
        }
        "expired" => Some(BatchAnswer::Expired),
        "canceled" => Some(BatchAnswer::Cancelled),
        _ => None,
    }
}
