//! What the live view of a run says.

use messages::Language;
use std::time::Duration;
use tsumugi::parts::live::{reading, silence};

#[test]
fn reading_a_prompt_is_told_in_percent() {
    assert_eq!(reading(400, 1000, Language::English), "reading the prompt … 40 %");
    assert_eq!(reading(0, 0, Language::English), "reading the prompt … 0 %");
}

#[test]
fn a_long_silence_is_told_and_a_short_one_is_not() {
    assert_eq!(silence(Duration::from_secs(2), Language::English), "");
    assert_eq!(silence(Duration::from_secs(42), Language::English), " · last token 42 s ago");
}
