//! What went wrong, in lines a person can act on.

use anyhow::{Context, anyhow};
use messages::Language;
use tsumugi::parts::describe_error;

fn check(error: &anyhow::Error, expected: &str) {
    assert_eq!(describe_error(error, Language::English), expected);
}

#[test]
fn a_hint_stands_below_whatever_is_wrapped_around_it() {
    let error = anyhow!("the file is empty\nhint: take another").context("`a.txt` was not imported");
    check(&error, "`a.txt` was not imported: the file is empty\nhint: take another");
    let error = anyhow!("No such file or directory (os error 2)").context("no certificate\nhint: keep it");
    check(&error, "no certificate: No such file or directory\nhint: keep it");
}

#[test]
fn nothing_is_said_twice() {
    let twice: anyhow::Result<()> = Err(anyhow!("b")).context("a: b\nhint: c").context("a: b\nhint: c");
    check(&twice.unwrap_err(), "a: b\nhint: c");
}
