//! Numbers a person can read at a glance.

use messages::{Language, Message, render};
use std::time::Duration;

/// A number with its thousands set apart.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (position, digit) in digits.chars().enumerate() {
        if position > 0 && (digits.len() - position).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// Millionths of a dollar as dollars: `0.0123`.
pub(crate) fn dollars(micros: i64) -> String {
    format!("{}.{:04}", micros / 1_000_000, micros % 1_000_000 / 100)
}

/// A span of time at a glance: `3 minutes`, `2 hours`.
pub(crate) fn waited_for(time: Duration, language: Language) -> String {
    let seconds = time.as_secs();
    let (code, n) = match seconds {
        0..120 => ("n_seconds", seconds),
        120..7200 => ("n_minutes", seconds / 60),
        _ => ("n_hours", seconds / 3600),
    };
    render(&Message::new(code).amount("n", n), language).text
}

/// A number with its noun, by a message such as `n_paragraphs`: `1 paragraph`, `2 paragraphs`.
pub fn counted(n: usize, noun: &'static str) -> Message {
    Message::new(noun).amount("n", n)
}
