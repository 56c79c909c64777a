//! Moments as people read them.

use operations::timestamp::format_utc;

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
