//! A moment as a person reads it.

/// The date and time of a moment in milliseconds since 1970, in UTC, to the minute.
pub fn format_utc(ms: i64) -> String {
    let minutes = ms.div_euclid(60_000);
    let (days, minute) = (minutes.div_euclid(1440), minutes.rem_euclid(1440));
    let (year, month, day) = civil(days);
    format!("{year:04}-{month:02}-{day:02} {:02}:{:02}", minute / 60, minute % 60)
}

/// The date so many days after 1 January 1970. Years are counted from March, so that the leap day comes last.
const fn civil(days: i64) -> (i64, i64, i64) {
    const DAYS_TO_1970: i64 = 719_468;
    const DAYS_OF_400_YEARS: i64 = 146_097;
    let days = days + DAYS_TO_1970;
    let era = days.div_euclid(DAYS_OF_400_YEARS);
    let day_of_era = days.rem_euclid(DAYS_OF_400_YEARS);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = year_of_era + era * 400 + if month <= 2 { 1 } else { 0 };
    (year, month, day)
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
