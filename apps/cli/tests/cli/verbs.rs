//! The verb of a command about knowledge may stand before the book.

use std::ffi::OsString;
use tsumugi::parts::in_order;

fn ordered(line: &str) -> String {
    let words = in_order(line.split(' ').map(OsString::from));
    words.iter().map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
}

#[test]
fn the_verb_may_stand_before_or_after_the_book() {
    assert_eq!(ordered("tsumugi terms list novel"), "tsumugi terms novel list");
    assert_eq!(ordered("tsumugi terms list --help"), "tsumugi terms BOOK list --help");
    assert_eq!(ordered("tsumugi --json characters show novel 凛"), "tsumugi --json characters novel show 凛");
    for same in [
        "tsumugi terms novel list",
        "tsumugi terms novel add list x",
        "tsumugi terms list",
        "tsumugi books",
        "tsumugi terms list show",
    ] {
        assert_eq!(ordered(same), same);
    }
}
