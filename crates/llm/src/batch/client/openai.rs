//! Batches of OpenAI: a file of requests goes up, a file of answers and one of errors come down.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::{BatchAnswer, BatchClient, BatchRecord, BatchStatus, is_too_much, place, request_id};
use crate::{Call, Failure};

/// What separates the parts of the upload; no request contains it, because control characters are escaped in JSON.
const BOUNDARY: &str = "tsumugi-batch-6b1f0e7c2d9a4853";

pub(super) async fn submit(client: &BatchClient, name: &str, calls: &[Call]) -> Result<String, Failure> {
    let endpoint = calls.first().map(|call| format!("/v1{}", call.path)).unwrap_or_default();
    let lines = calls.iter().enumerate().map(|(at, call)| {
        let id = request_id(name, at);
        json!({"custom_id": id, "method": "POST", "url": endpoint, "body": call.body}).to_string()
    });
    let file = lines.collect::<Vec<_>>().join("\n");
    let body = format!(
        "--{BOUNDARY}\r\ncontent-disposition: form-data; name=\"purpose\"\r\n\r\nbatch\r\n--{BOUNDARY}\r\ncontent-disposition: form-data; name=\"file\"; filename=\"{name}.jsonl\"\r\ncontent-type: application/jsonl\r\n\r\n{file}\r\n--{BOUNDARY}--\r\n"
    );
    let mut address = client.address("/files")?;
    address
        .content_type(&format!("multipart/form-data; boundary={BOUNDARY}"))
        .map_err(|error| client.rejected(&error))?;
    let uploaded = client.post(&address, body.into_bytes()).await?;
    let batch = json!({
        "input_file_id": client.text(&uploaded, "id")?,
        "endpoint": endpoint,
        "completion_window": "24h",
        "metadata": {"tsumugi": name},
    });
    client.text(&client.post_json("/batches", &batch).await?, "id")
}

pub(super) async fn find(client: &BatchClient, name: &str) -> Result<Option<String>, Failure> {
    let list = client.get_json("/batches?limit=100").await?;
    let mut batches = list.get("data").and_then(Value::as_array).into_iter().flatten();
    let ours = batches.find(|batch| batch.pointer("/metadata/tsumugi").and_then(Value::as_str) == Some(name));
    ours.map(|batch| client.text(batch, "id")).transpose()
}

pub(super) async fn poll(
    client: &BatchClient,
    record: &BatchRecord,
    id: &str,
) -> Result<BatchStatus, Failure> {
    let batch = client.get_json(&format!("/batches/{id}")).await?;
    let status = client.text(&batch, "status")?;
    let unanswered = match status.as_str() {
        "completed" => None,
        "expired" => Some(BatchAnswer::Expired),
        "cancelled" => Some(BatchAnswer::Cancelled),
        "failed" => {
            let first = batch.pointer("/errors/data/0").map(ToString::to_string).unwrap_or_default();
            if is_too_much(&first) {
                return Ok(BatchStatus::TooMuch);
            }
            let words = batch.pointer("/errors/data/0/message").and_then(Value::as_str);
            let words = words.unwrap_or("the service did not accept the batch");
            let body = json!({"error": {"message": words}}).to_string();
            Some(BatchAnswer::Refused { status: 400, body })
        }
        _ => return Ok(BatchStatus::AtWork),
    };
    let mut answers = BTreeMap::new();
    for key in ["output_file_id", "error_file_id"] {
        let Some(file) = batch.get(key).and_then(Value::as_str) else { continue };
        for line in client.get_lines(&format!("/files/{file}/content")).await? {
            let id = line.get("custom_id").and_then(Value::as_str).unwrap_or_default();
            if let Some((at, answer)) = place(&record.name, id).zip(answer(&line)) {
                answers.insert(at, answer);
            }
        }
    }
    if let Some(unanswered) = unanswered {
        for at in 0..record.keys.len() {
            answers.entry(at).or_insert_with(|| unanswered.clone());
        }
    }
    Ok(BatchStatus::Over(answers))
}

fn answer(line: &Value) -> Option<BatchAnswer> {
    let code = line.pointer("/error/code").and_then(Value::as_str);
    if code == Some("batch_expired") {
        return Some(BatchAnswer::Expired);
    }
    if code == Some("batch_cancelled") {
        return Some(BatchAnswer::Cancelled);
    }
    let response = line.get("response").filter(|response| !response.is_null());
    let Some(response) = response else {
        let error = line.get("error").filter(|error| !error.is_null())?;
        return Some(BatchAnswer::Refused { status: 500, body: json!({"error": error}).to_string() });
    };
    let status =
        response.get("status_code").and_then(Value::as_u64).and_then(|code| u16::try_from(code).ok());
    let body = response.get("body")?;
    Some(match status.unwrap_or(200) {
        200..300 => BatchAnswer::Reply(body.clone()),
        status => BatchAnswer::Refused { status, body: body.to_string() },
    })
}
