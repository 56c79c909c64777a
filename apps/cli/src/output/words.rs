//! What went wrong, in lines a person can act on: first what happened, then what to do about it.

use crate::exit::{ExplainedError, Interrupted, WrongUsage};
use formats::certificate::CertificateError;
use formats::export::ExportError;
use formats::glossary::GlossaryError;
use formats::import::ImportError;
use llm::Failure;
use mcp::transport::stdio::StdioError;
use messages::{Explain, Language, Message, Words};
use operations::chinese::ConversionError;
use operations::export::ExportFailure;
use operations::file::FileError;
use operations::knowledge::exchange::ExchangeError;
use operations::replace::ReplaceError;
use operations::review::AcknowledgeError;
use runner::run::RunError;
use runner::spec::SpecError;
use runner::survey::review::DecisionError;
use server::mail::MailError;
use server::serve::ServeError;
use settings::SettingsError;
use std::error::Error;
use std::io;
use store::error::StoreError;

/// What the catalogue has words for.
fn message_of(cause: &(dyn Error + 'static)) -> Option<Message> {
    type ReadMessage = fn(&(dyn Error + 'static)) -> Option<Message>;
    fn explain<E: Explain + Error + 'static>(cause: &(dyn Error + 'static)) -> Option<Message> {
        cause.downcast_ref::<E>().map(Explain::message)
    }
    const KNOWN: &[ReadMessage] = &[
        explain::<AcknowledgeError>,
        explain::<CertificateError>,
        explain::<ConversionError>,
        explain::<DecisionError>,
        explain::<ExchangeError>,
        explain::<ExportError>,
        explain::<ExportFailure>,
        explain::<Failure>,
        explain::<FileError>,
        explain::<GlossaryError>,
        explain::<ImportError>,
        explain::<Interrupted>,
        explain::<MailError>,
        explain::<Message>,
        explain::<ReplaceError>,
        explain::<RunError>,
        explain::<ServeError>,
        explain::<SettingsError>,
        explain::<SpecError>,
        explain::<StdioError>,
        explain::<StoreError>,
        explain::<ExplainedError>,
        explain::<WrongUsage>,
        |cause| cause.downcast_ref::<io::Error>().and_then(of_system),
    ];
    KNOWN.iter().find_map(|known| known(cause))
}

/// What the system says most often; the rest stays in its own words.
fn of_system(error: &io::Error) -> Option<Message> {
    let known = [
        (io::ErrorKind::NotFound, Message::new("system_not_found")),
        (io::ErrorKind::PermissionDenied, Message::new("system_forbidden")),
        (io::ErrorKind::IsADirectory, Message::new("system_is_folder")),
        (io::ErrorKind::NotADirectory, Message::new("system_not_a_folder")),
        (io::ErrorKind::StorageFull, Message::new("system_full")),
    ];
    known.into_iter().find_map(|(kind, message)| (kind == error.kind()).then_some(message))
}

/// A cause in words; in the person's language where the catalogue has it.
fn worded(cause: &(dyn Error + 'static), language: Language) -> String {
    let Some(message) = message_of(cause) else { return recognised(&cause.to_string(), language) };
    match messages::render(&message, language) {
        Words { text, hint: Some(hint) } => format!("{text}\n{}{hint}", label("hint", language)),
        Words { text, hint: None } => text,
    }
}

/// What stands in front of an error, a warning or a hint.
pub(super) fn label(kind: &str, language: Language) -> String {
    let word = messages::render(&Message::new("label").with("kind", kind), language).text;
    format!("{word}{}", language.colon())
}

/// A text that comes in English, in the person's language where the catalogue knows it.
pub(crate) fn recognised(text: &str, language: Language) -> String {
    if language == Language::English {
        return text.to_owned();
    }
    let of_line = |line: &str| {
        let message = messages::recognise(line);
        message.map_or_else(|| line.to_owned(), |message| messages::render(&message, language).text)
    };
    match messages::recognise(text) {
        Some(message) => messages::render(&message, language).text,
        None => text.lines().map(of_line).collect::<Vec<_>>().join("\n"),
    }
}

/// The failure and its causes as one line, and every hint on a line of its own below.
pub fn describe_error(error: &anyhow::Error, language: Language) -> String {
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
    [happened.join(language.colon())].into_iter().chain(hints).collect::<Vec<_>>().join("\n")
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

/// The text without the system's error number, which adds nothing to its words.
fn without_number(text: &str) -> String {
    match text.rsplit_once(" (os error ") {
        Some((words, number)) if number.trim_end_matches(')').bytes().all(|byte| byte.is_ascii_digit()) => {
            words.to_owned()
        }
        Some(_) | None => text.to_owned(),
    }
}
