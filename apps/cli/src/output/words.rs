//! What went wrong, in lines a person can act on: first what happened, then what to do about it.

use formats::import::ImportError;
use llm::Failure;
use messages::{Explain, Language, Message, Words};
use operations::file::FileError;
use runner::run::RunError;
use settings::SettingsError;
use std::error::Error;
use store::error::StoreError;

/// What the catalogue has words for.
fn message_of(cause: &(dyn Error + 'static)) -> Option<Message> {
    fn of<E: Explain + Error + 'static>(cause: &(dyn Error + 'static)) -> Option<Message> {
        cause.downcast_ref::<E>().map(Explain::message)
    }
    [of::<StoreError>, of::<RunError>, of::<Failure>, of::<SettingsError>, of::<FileError>]
        .into_iter()
        .find_map(|known| known(cause))
}

/// A cause in words; in the person's language where the catalogue has it.
fn worded(cause: &(dyn Error + 'static), language: Language) -> String {
    let Some(message) = message_of(cause) else { return with_hints_apart(&cause.to_string()) };
    match messages::words(&message, language) {
        Words { text, hint: Some(hint) } => format!("{text}\nhint: {hint}"),
        Words { text, hint: None } => text,
    }
}

/// The failure and its causes as one line, and every hint on a line of its own below.
pub(super) fn told(error: &anyhow::Error, language: Language) -> String {
    let (mut happened, mut hints): (Vec<String>, Vec<String>) = (Vec::new(), Vec::new());
    for cause in error.chain() {
        let cause = worded(cause, language);
        let (what, rest) = cause.split_once('\n').unwrap_or((&cause, ""));
        // A cause that only repeats what was said above says nothing.
        if !happened.iter().any(|said| said.contains(what)) {
            happened.push(without_number(what));
        }
        hints.extend((!rest.is_empty() && !hints.iter().any(|hint| hint == rest)).then(|| rest.to_owned()));
    }
    [happened.join(": ")].into_iter().chain(hints).collect::<Vec<_>>().join("\n")
}

/// A word for programs: what kind of failure it is. The same words as the server's `code`.
pub(super) fn code(error: &anyhow::Error) -> &'static str {
    let by_cause = error.chain().find_map(|cause| {
        if let Some(error) = cause.downcast_ref::<StoreError>() {
            return Some(error.code());
        }
        cause.is::<ImportError>().then_some("file")
    });
    by_cause.unwrap_or("failed")
}

/// Some messages carry their hint on the same line; a person reads it better on its own.
pub(super) fn with_hints_apart(text: &str) -> String {
    text.replace("; hint: ", "\nhint: ")
}

/// The system's number for an error helps nobody who has its words.
fn without_number(text: &str) -> String {
    match text.rsplit_once(" (os error ") {
        Some((words, number)) if number.trim_end_matches(')').bytes().all(|byte| byte.is_ascii_digit()) => {
            words.to_owned()
        }
        Some(_) | None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use anyhow::{Context, anyhow};

    fn check(error: &anyhow::Error, expected: &str) {
        assert_eq!(told(error, Language::English), expected);
    }

    #[test]
    fn a_hint_stands_below_whatever_is_wrapped_around_it() {
        let error = anyhow!("the file is empty\nhint: take another").context("`a.txt` was not imported");
        check(&error, "`a.txt` was not imported: the file is empty\nhint: take another");
        let error =
            anyhow!("No such file or directory (os error 2)").context("no certificate\nhint: keep it");
        check(&error, "no certificate: No such file or directory\nhint: keep it");
    }

    #[test]
    fn a_hint_on_the_same_line_gets_its_own() {
        check(&anyhow!("no key for `x`; hint: set `X`"), "no key for `x`\nhint: set `X`");
    }

    #[test]
    fn nothing_is_said_twice() {
        let twice: anyhow::Result<()> = Err(anyhow!("b")).context("a: b\nhint: c").context("a: b\nhint: c");
        check(&twice.unwrap_err(), "a: b\nhint: c");
    }
}
