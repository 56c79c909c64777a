//! Numbers a person can read at a glance.

use tsumugi::parts::{counted, grouped};

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
