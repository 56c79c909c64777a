//! Months, by which budgets are counted.

use store::budget::{first_month, month_of};

#[test]
fn months_are_counted_back_over_the_new_year() {
    assert_eq!(first_month(202_611, 1), 202_611);
    assert_eq!(first_month(202_611, 11), 202_601);
    assert_eq!(first_month(202_611, 12), 202_512);
    assert_eq!(first_month(202_601, 2), 202_512);
}

#[test]
fn a_month_begins_at_midnight_of_its_first_day_in_utc() {
    let day = 24 * 60 * 60 * 1000;
    assert_eq!(month_of(0), 197_001);
    assert_eq!(month_of(31 * day - 1), 197_001);
    assert_eq!(month_of(31 * day), 197_002);
    assert_eq!(month_of(11_016 * day - 1), 200_002, "the 29th of February 2000");
    assert_eq!(month_of(11_017 * day), 200_003);
    assert_eq!(month_of(1_795_000_000_000), 202_611);
}
