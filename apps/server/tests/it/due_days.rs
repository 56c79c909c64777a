//! The days by which a chapter can be wanted.

use server::parts::is_day;

#[test]
fn a_day_is_one_of_the_calendar() {
    for day in ["2026-11-17", "2028-02-29", "2000-02-29"] {
        assert!(is_day(day), "{day}");
    }
    for no_day in ["2026-02-29", "2026-13-01", "2026-00-10", "2026-04-31", "26-1-1", "2026/11/17", "", "１"]
    {
        assert!(!is_day(no_day), "{no_day}");
    }
}
