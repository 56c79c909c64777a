//! A moment as a person reads it.

use chrono::DateTime;

/// The date and time of a moment in milliseconds since 1970, in UTC, to the minute.
pub fn format_utc(ms: i64) -> String {
    // Only moments a quarter of a million years away have no date.
    DateTime::from_timestamp_millis(ms).unwrap_or_default().format("%Y-%m-%d %H:%M").to_string()
}
