//! Numbers a person can read at a glance.

use messages::{Language, Message, render};
use std::time::Duration;

/// A number with its thousands set apart.
pub(crate) fn grouped(number: u64) -> String {
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
pub(crate) fn counted(n: usize, noun: &'static str) -> Message {
    Message::new(noun).amount("n", n)
}

#[cfg(test)]
mod tests {
    use super::{counted, grouped};

    #[test]
    fn nouns_follow_their_number() {
        assert_eq!(counted(1, "n_paragraphs").to_string(), "1 paragraph");
        assert_eq!(counted(0, "n_chunks").to_string(), "0 chunks");
        assert_eq!(counted(1200, "n_entries").to_string(), "1,200 entries");
    }

    #[test]
    fn thousands_are_set_apart() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(4812), "4,812");
        assert_eq!(grouped(1_234_567), "1,234,567");
    }
}
