//! Batches of Gemini: requests and answers stand in the batch itself, answers in the order of the requests.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::{BatchAnswer, BatchClient, BatchRecord, BatchStatus, place, request_id};
use crate::{Call, Failure};

pub(super) async fn submit(client: &BatchClient, name: &str, calls: &[Call]) -> Result<String, Failure> {
    let path = calls.first().map(|call| call.path.clone()).unwrap_or_default();
    let path =
        path.split('?').next().unwrap_or_default().replace(":generateContent", ":batchGenerateContent");
    let request =
        |(at, call): (usize, &Call)| json!({"request": call.body, "metadata": {"key": request_id(name, at)}});
    let requests: Vec<Value> = calls.iter().enumerate().map(request).collect();
    let batch = json!({"batch": {"displayName": name, "inputConfig": {"requests": {"requests": requests}}}});
    client.text(&client.post_json(&path, &batch).await?, "name")
}

pub(super) async fn find(client: &BatchClient, name: &str) -> Result<Option<String>, Failure> {
    let list = client.get_json("/batches?pageSize=100").await?;
    let mut batches = list.get("operations").and_then(Value::as_array).into_iter().flatten();
    let ours =
        batches.find(|batch| batch.pointer("/metadata/displayName").and_then(Value::as_str) == Some(name));
    ours.map(|batch| client.text(batch, "name")).transpose()
}

pub(super) async fn poll(
    client: &BatchClient,
    record: &BatchRecord,
    id: &str,
) -> Result<BatchStatus, Failure> {
    let batch = client.get_json(&format!("/{id}")).await?;
    let state = batch.pointer("/metadata/state").and_then(Value::as_str).unwrap_or_default();
    let is_over = |word: &str| state.ends_with(word);
    let unanswered = if is_over("_SUCCEEDED") {
        None
    } else if is_over("_EXPIRED") {
        Some(BatchAnswer::Expired)
    } else if is_over("_CANCELLED") {
        Some(BatchAnswer::Cancelled)
    } else if is_over("_FAILED") {
        let error = batch.get("error").cloned().unwrap_or_else(|| json!({"message": "the batch failed"}));
        Some(BatchAnswer::Refused { status: status_of(&error), body: json!({"error": error}).to_string() })
    } else {
        return Ok(BatchStatus::AtWork);
    };
    let places = ["/response/inlinedResponses", "/metadata/output/inlinedResponses"];
    let list = places.iter().find_map(|place| {
        let list = batch.pointer(place)?;
        list.as_array().or_else(|| list.get("inlinedResponses")?.as_array())
    });
    let mut answers = BTreeMap::new();
    for (position, item) in list.into_iter().flatten().enumerate() {
        let key = item.pointer("/metadata/key").and_then(Value::as_str);
        let at = key.and_then(|key| place(&record.name, key)).unwrap_or(position);
        if let Some(answer) = answer(item) {
            answers.insert(at, answer);
        }
    }
    if let Some(unanswered) = unanswered {
        for at in 0..record.keys.len() {
            answers.entry(at).or_insert_with(|| unanswered.clone());
        }
    }
    Ok(BatchStatus::Over(answers))
}

fn answer(item: &Value) -> Option<BatchAnswer> {
    if let Some(reply) = item.get("response").filter(|reply| !reply.is_null()) {
        return Some(BatchAnswer::Reply(reply.clone()));
    }
    let error = item.get("error")?;
    Some(BatchAnswer::Refused { status: status_of(error), body: json!({"error": error}).to_string() })
}

/// The HTTP status that belongs to a code of the service's own; 13 and 14 are its troubles.
fn status_of(error: &Value) -> u16 {
    match error.get("code").and_then(Value::as_u64) {
        Some(3 | 9 | 11) => 400,
        Some(7) => 403,
        Some(8) => 429,
        Some(16) => 401,
        Some(code @ 400..600) => u16::try_from(code).unwrap_or(500),
        Some(_) | None => 500,
    }
}
