//! A moment as a person reads it.

use chrono::DateTime;

/// The date and time of a moment in milliseconds since 1970, in UTC, to the minute.
pub fn format_utc(ms: i64) -> String {
    // Only moments a quarter of a million years away have no date.
    DateTime::from_timestamp_millis(ms).unwrap_or_default().format("%Y-%m-%d %H:%M").to_string()
}

#[cfg(test)]
mod tests {
    use super::format_utc;

    #[test]
    fn dates_are_right_around_leap_days_and_before_the_beginning() {
        for (ms, text) in [
            (0, "1970-01-01 00:00"),
            (951_782_400_000, "2000-02-29 00:00"),
            (1_709_251_199_000, "2024-02-29 23:59"),
            (1_800_000_000_000, "2027-01-15 08:00"),
            (-60_000, "1969-12-31 23:59"),
        ] {
            assert_eq!(format_utc(ms), text);
        }
    }
}
