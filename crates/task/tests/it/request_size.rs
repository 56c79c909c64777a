//! How much a request asks for after good, slow and late answers.

use task::delivery::RequestSize;

#[test]
fn a_request_grows_while_answers_are_quick_and_shrinks_to_what_fits_in_a_few_minutes() {
    let mut size = RequestSize::default();
    assert_eq!(size.items(), 10);
    size.went_well(5_000);
    assert_eq!(size.items(), 20);
    size.went_well(100_000);
    assert_eq!(size.items(), 20, "a minute and a half is long enough");
    assert!(size.was_slow(20, 600_000), "ten minutes for twenty");
    assert_eq!(size.items(), 3);
    assert!(!size.was_slow(3, 90_000));
    for _ in 0..4 {
        size.went_well(60_000);
    }
    assert_eq!(size.items(), 4, "carefully from there");
}
