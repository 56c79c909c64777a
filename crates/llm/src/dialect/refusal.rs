//! What a service means when it says no: one table from statuses and words to typed failures.

use std::time::Duration;

use serde_json::Value;

use super::text;
use crate::{Failure, Obstacle};

/// A service's "no" as it came off the wire.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Refusal<'a> {
    pub(crate) service: &'a str,
    pub(crate) status: u16,
    pub(crate) retry_after: Option<Duration>,
    pub(crate) body: &'a str,
}

/// The failure a refused request amounts to.
pub(crate) fn failure_of(refusal: Refusal<'_>) -> Failure {
    let value: Value = serde_json::from_str(refusal.body).unwrap_or(Value::Null);
    let value = value.get(0).unwrap_or(&value);
    let words = Words::from_error(value, refusal.body);
    let retry_after = refusal.retry_after.or_else(|| retry_info(value));
    typed(refusal.service, refusal.status, retry_after, &words)
}

/// The failure a message of a reply announces, if it does: errors also come with status 200.
pub(super) fn in_reply(service: &str, value: &Value) -> Option<Failure> {
    let announced = value.get("error").is_some_and(|error| !error.is_null());
    if !announced && text(value, "type") != Some("error") {
        return None;
    }
    let words = Words::from_error(value, "");
    Some(typed(service, words.status(), retry_info(value), &words))
}

/// A web page that came in place of a reply.
pub(super) fn page(service: &str, page: &str) -> Failure {
    Failure::Blocked { service: service.to_owned(), by: Obstacle::Page, detail: page_text(page) }
}

struct Words {
    message: String,
    /// Codes, types and statuses, lower case, separated by blanks.
    codes: String,
    /// Everything, lower case, for what only the wording tells.
    all: String,
}

impl Words {
    fn from_error(value: &Value, body: &str) -> Self {
        let error = match value.get("error") {
            Some(error) if !error.is_null() => error,
            _ => value,
        };
        let spoken = error.as_str().or_else(|| text(error, "message"));
        let spoken = spoken.or_else(|| text(value, "message")).or_else(|| text(value, "detail"));
        let message = spoken.map_or_else(|| page_text(body), str::to_owned);
        let mut codes = String::new();
        for holder in [error, value] {
            for key in ["code", "type", "status"] {
                if let Some(code) = holder.get(key) {
                    codes.push_str(&code.as_str().map_or_else(|| code.to_string(), str::to_lowercase));
                    codes.push(' ');
                }
            }
        }
        if let Some(details) = error.get("details") {
            codes.push_str(&details.to_string().to_lowercase());
        }
        let all = format!("{codes} {}", message.to_lowercase());
        let message = message.chars().take(400).collect();
        Self { message, codes, all }
    }

    fn has(&self, needles: &[&str]) -> bool {
        needles.iter().any(|needle| self.all.contains(needle))
    }

    /// The HTTP status this error would have had, had it come before the reply.
    fn status(&self) -> u16 {
        let numbers = self.codes.split_whitespace().filter_map(|code| code.parse::<u16>().ok());
        if let Some(status) = numbers.into_iter().find(|status| (400..600).contains(status)) {
            return status;
        }
        let table: &[(&str, u16)] = &[
            ("authentication", 401),
            ("permission", 403),
            ("billing", 402),
            ("insufficient_quota", 429),
            ("rate_limit", 429),
            ("resource_exhausted", 429),
            ("not_found", 404),
            ("too_large", 413),
            ("invalid_request", 400),
            ("invalid_prompt", 400),
            ("invalid_argument", 400),
            ("context_length", 400),
            ("overloaded", 529),
            ("unavailable", 503),
        ];
        table.iter().find(|(word, _)| self.codes.contains(word)).map_or(500, |(_, status)| *status)
    }
}

const TOO_LONG: &[&str] = &[
    "context_length_exceeded",
    "maximum context length",
    "context length",
    "context window",
    "context size",
    "exceed_context_size",
    "prompt is too long",
    "input is too long",
    "input length",
    "token count exceeds",
    "exceeds the maximum number of tokens",
    "too many tokens",
    "request_too_large",
    "model_max_prompt_tokens_exceeded",
];

const FILTERED: &[&str] = &[
    "content_filter",
    "content_policy",
    "content management policy",
    "content exists risk",
    "data_inspection_failed",
    "datainspectionfailed",
    "sensitive",
    "敏感内容",
    "不安全",
    "contentfilter",
    "moderation",
    "flagged",
    "safety",
    "usage policy",
];

const OUT_OF_MONEY: &[&str] = &[
    "insufficient_quota",
    "insufficient balance",
    "insufficient_balance",
    "insufficient credits",
    "credit balance is too low",
    "exceeded_current_quota",
    "arrearage",
    "account is not active",
    "余额不足",
    "欠费",
    // Google names the limit that was met; what a day allows comes back with the next day.
    "perday",
];

/// Where a wait is named, this is said of limits by the minute too.
const PERHAPS_OUT_OF_MONEY: &[&str] = &["billing"];

const OTHER_COUNTRY: &[&str] = &[
    "unsupported_country",
    "country, region, or territory",
    "user location is not supported",
    "not available in your country",
    "not available in your region",
    "unsupported region",
];

const OUT_OF_MEMORY: &[&str] =
    &["requires more system memory", "out of memory", "cudamalloc failed", "insufficient memory"];

fn typed(service: &str, status: u16, retry_after: Option<Duration>, words: &Words) -> Failure {
    let service = service.to_owned();
    let detail = words.message.clone();
    let out_of_money = words.has(OUT_OF_MONEY) || (retry_after.is_none() && words.has(PERHAPS_OUT_OF_MONEY));
    match status {
        // No service redirects its answers: a network or a proxy wants something first.
        300..400 => {
            Failure::Blocked { service, by: Obstacle::Page, detail: format!("status {status}: {detail}") }
        }
        407 => Failure::Blocked { service, by: Obstacle::ProxyLogin, detail },
        400 | 403 | 451 if words.has(OTHER_COUNTRY) => {
            Failure::Blocked { service, by: Obstacle::Country, detail }
        }
        402 => Failure::Quota { service, detail },
        403 if words.has(FILTERED) => Failure::Refused { service, detail },
        403 | 429 if out_of_money => Failure::Quota { service, detail },
        401 | 403 => Failure::Authentication { service, detail },
        408 | 504 | 522 | 524 => Failure::Timeout { service, detail: format!("status {status}: {detail}") },
        413 => Failure::ContextTooLong { service, detail },
        429 => Failure::RateLimited { service, detail, retry_after },
        // The model wrote a call that is none: chance, and the next attempt may well succeed.
        400..500 if words.has(&["tool_use_failed", "output_parse_failed"]) => {
            Failure::Malformed { service, detail }
        }
        400..500 => {
            if words.has(&["api key not valid", "api_key_invalid", "invalid_api_key", "incorrect api key"]) {
                Failure::Authentication { service, detail }
            } else if words.has(TOO_LONG) {
                Failure::ContextTooLong { service, detail }
            } else if words.has(FILTERED) {
                Failure::Refused { service, detail }
            } else if out_of_money {
                Failure::Quota { service, detail }
            } else {
                Failure::Rejected { service, status, detail }
            }
        }
        500..600 if words.has(&["exceed_context_size", "context size"]) => {
            Failure::ContextTooLong { service, detail }
        }
        // The server was started without what tools need, or has too little memory: asking again changes nothing.
        500..600 if words.has(&["requires --jinja", "--jinja flag"]) => {
            Failure::Rejected { service, status, detail }
        }
        500..600 if words.has(OUT_OF_MEMORY) => {
            let detail = format!("{detail} (smaller chunks or a smaller model need less memory)");
            Failure::Rejected { service, status, detail }
        }
        500..600 => Failure::Server { service, status, detail, retry_after },
        _ => Failure::Malformed { service, detail: format!("unexpected status {status}: {detail}") },
    }
}

/// Google puts the wait into the body: `{"@type": "…RetryInfo", "retryDelay": "37s"}`.
fn retry_info(value: &Value) -> Option<Duration> {
    let details = value.pointer("/error/details")?.as_array()?;
    let delay = details.iter().find_map(|detail| text(detail, "retryDelay"))?;
    let seconds: f64 = delay.strip_suffix('s')?.parse().ok()?;
    Duration::try_from_secs_f64(seconds).ok()
}

/// What a body that is not JSON says: its title if it is a page, its beginning otherwise.
fn page_text(body: &str) -> String {
    let body = body.trim();
    if body.is_empty() {
        return String::from("no explanation was given");
    }
    if !body.starts_with('<') {
        return body.chars().take(400).collect();
    }
    let title = body.split_once("<title>").and_then(|(_, rest)| rest.split_once("</title>"));
    match title {
        Some((title, _)) => format!("an HTML page titled `{}`", title.trim()),
        None => String::from("an HTML page"),
    }
}
