//! How each dialect says no.

use serde_json::{Value, json};

use crate::fault::RefusalKind;
use llm::Dialect;

/// The status and the body of a refusal.
pub(super) fn refusal(dialect: Dialect, refused: RefusalKind) -> (u16, String) {
    let (status, code, message) = match (refused, dialect) {
        (RefusalKind::Quota, Dialect::Anthropic) => {
            (400, "invalid_request_error", "Your credit balance is too low to access the API.")
        }
        (RefusalKind::Quota, _) => (402, "insufficient_quota", "Insufficient Balance"),
        (RefusalKind::ContextTooLong, Dialect::Anthropic) => {
            (400, "invalid_request_error", "prompt is too long: 208310 tokens > 200000 maximum")
        }
        (RefusalKind::ContextTooLong, Dialect::Gemini) => (
            400,
            "INVALID_ARGUMENT",
            "The input token count exceeds the maximum number of tokens allowed (1048576).",
        ),
        (RefusalKind::ContextTooLong, _) => (
            400,
            "context_length_exceeded",
            "This model's maximum context length is 8192 tokens. However, your messages resulted in 9001 tokens.",
        ),
        (RefusalKind::ContentFilter, _) => {
            (400, "content_filter", "The response was filtered due to the prompt triggering our policy.")
        }
    };
    (status, explanation(dialect, status, code, message).to_string())
}

/// The body of a refusal in a service's own words.
pub(super) fn explained(dialect: Dialect, status: u16, message: &str) -> String {
    explanation(dialect, status, "invalid_request_error", message).to_string()
}

/// The body of a plain error status.
pub(super) fn status(dialect: Dialect, status: u16) -> String {
    let code = match (status, dialect) {
        (401, _) => "authentication_error",
        (429, Dialect::Gemini) => "RESOURCE_EXHAUSTED",
        (429, _) => "rate_limit_error",
        (404, _) => "not_found_error",
        (400, _) => "invalid_request_error",
        _ => "api_error",
    };
    explanation(dialect, status, code, "injected by the test server").to_string()
}

fn explanation(dialect: Dialect, status: u16, code: &str, message: &str) -> Value {
    match dialect {
        Dialect::OpenaiChat | Dialect::OpenaiResponses => {
            json!({"error": {"message": message, "type": code, "param": null, "code": code}})
        }
        Dialect::Anthropic => json!({"type": "error", "error": {"type": code, "message": message}}),
        Dialect::Gemini => json!({"error": {"code": status, "message": message, "status": code}}),
        Dialect::Ollama => json!({"error": format!("{message} ({code})")}),
    }
}
