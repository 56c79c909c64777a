//! The wait a service asks for, read from `Retry-After` and the rate-limit headers, without a clock.

use std::time::Duration;

/// The wait the headers of a refused request ask for. Dates are measured against the reply's own
/// `Date`, so that neither a clock nor its being right is needed.
pub(crate) fn retry_after<'a>(header: impl Fn(&str) -> Option<&'a str>) -> Option<Duration> {
    if let Some(milliseconds) = header("retry-after-ms").and_then(|value| value.trim().parse().ok()) {
        return Some(Duration::from_millis(milliseconds));
    }
    if let Some(value) = header("retry-after").map(str::trim) {
        if let Ok(seconds) = value.parse::<f64>() {
            return Duration::try_from_secs_f64(seconds).ok();
        }
        let until = httpdate::parse_http_date(value).ok()?;
        let now = httpdate::parse_http_date(header("date")?.trim()).ok()?;
        return Some(until.duration_since(now).unwrap_or_default());
    }
    let kinds = ["requests", "tokens"].into_iter().filter(|kind| {
        header(&format!("x-ratelimit-remaining-{kind}")).is_some_and(|left| left.trim() == "0")
    });
    let resets = kinds.filter_map(|kind| duration(header(&format!("x-ratelimit-reset-{kind}"))?.trim()));
    resets.max()
}

/// Reads `6m0s`, `1.5s`, `20ms`, and seconds as `7`.
pub(crate) fn duration(text: &str) -> Option<Duration> {
    if let Ok(seconds) = text.parse::<f64>() {
        return Duration::try_from_secs_f64(seconds).ok();
    }
    let mut total = Duration::ZERO;
    let mut rest = text;
    while !rest.is_empty() {
        let end = rest.find(|character: char| character.is_ascii_alphabetic())?;
        let (number, tail) = rest.split_at_checked(end)?;
        let number: f64 = number.parse().ok()?;
        let end = tail.find(|character: char| !character.is_ascii_alphabetic()).unwrap_or(tail.len());
        let (unit, tail) = tail.split_at_checked(end)?;
        let seconds = match unit {
            "ms" => number / 1000.0,
            "s" => number,
            "m" => number * 60.0,
            "h" => number * 3600.0,
            "d" => number * 86400.0,
            _ => return None,
        };
        total = total.checked_add(Duration::try_from_secs_f64(seconds).ok()?)?;
        rest = tail;
    }
    Some(total)
}
