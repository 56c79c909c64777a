//! The one printer: results to stdout, messages and errors to stderr, both readable without colour.

use super::progress::Bar;
use super::{pager, words, wrap};
use crate::config;
use crate::exit::{Exit, Interrupted, WrongUsage};
use messages::{Language, Message, Words};
use runner::bus::EVENT_VERSION;
use serde::Serialize;
use serde_json::{Value, json};
use settings::SettingsError;
use std::borrow::Cow;
use std::error::Error;
use std::io::{self, IsTerminal, Write};
use store::error::StoreError;

/// How the person wants to be spoken to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Output {
    /// Machine-readable results.
    pub json: bool,
    /// No messages, no progress.
    pub quiet: bool,
    /// The language of messages.
    pub language: Language,
    /// Whether `--lang` named it.
    pub is_language_asked: bool,
}

/// Prints.
pub struct Printer {
    output: Output,
    /// The event that JSON results are, in a stream of one event a line.
    event: Option<&'static str>,
}

impl Printer {
    pub const fn new(output: Output) -> Self {
        Self { output, event: None }
    }

    /// A printer whose JSON results are one event of this name, on one line, as after the events of a run.
    pub(crate) const fn as_event(&self, name: &'static str) -> Self {
        Self { output: self.output, event: Some(name) }
    }

    /// How the person wants to be spoken to.
    pub(crate) const fn output(&self) -> Output {
        self.output
    }

    /// The language of messages.
    pub(crate) const fn language(&self) -> Language {
        self.output.language
    }

    /// A message in the person's language, without its hint.
    pub(crate) fn text_of(&self, message: &Message) -> String {
        messages::render(message, self.output.language).text
    }

    /// A text that comes in English, from a library or another crate, in the person's language where it is known.
    pub(crate) fn recognised(&self, text: &str) -> String {
        words::recognised(text, self.output.language)
    }

    /// These parts as one list.
    pub(crate) fn list(&self, parts: &[Message]) -> String {
        let parts: Vec<String> = parts.iter().map(|part| self.text_of(part)).collect();
        parts.join(self.output.language.comma())
    }

    /// Whether a person watches the terminal.
    pub(crate) fn is_watched(&self) -> bool {
        !self.output.quiet && io::stderr().is_terminal()
    }

    /// Whether results are JSON.
    pub(crate) const fn is_json(&self) -> bool {
        self.output.json
    }

    /// A result, line by line.
    pub(crate) fn result(&self, text: &str) -> anyhow::Result<()> {
        let text = harmless(text);
        if io::stdout().is_terminal() {
            self.write_stdout(&wrap(&text, self.width(), ""))
        } else {
            self.write_stdout(&text)
        }
    }

    /// A result in words.
    pub(crate) fn print(&self, message: &Message) -> anyhow::Result<()> {
        self.result(&self.text_of(message))
    }

    /// A long result: page by page if a person reads it on a terminal.
    pub(crate) fn long_result(&self, text: &str) -> anyhow::Result<()> {
        let text = harmless(text);
        let shown = !self.output.quiet && pager::show(&text, &config::pager());
        if shown { Ok(()) } else { self.write_stdout(&text) }
    }

    /// Puts text on stdout. A reader that went away (`| head`) is no error.
    #[expect(clippy::unused_self, reason = "what is printed goes through the one printer")]
    fn write_stdout(&self, text: &str) -> anyhow::Result<()> {
        let mut stdout = io::stdout().lock();
        let written = stdout
            .write_all(text.as_bytes())
            .and_then(|()| stdout.write_all(b"\n"))
            .and_then(|()| stdout.flush());
        match written {
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error.into()),
            Ok(()) | Err(_) => Ok(()),
        }
    }

    /// A file as a result. A reader that went away is an error here: it has half a file.
    #[expect(clippy::unused_self, reason = "what is printed goes through the one printer")]
    pub(crate) fn bytes(&self, bytes: &[u8]) -> anyhow::Result<()> {
        let mut stdout = io::stdout().lock();
        stdout.write_all(bytes)?;
        Ok(stdout.flush()?)
    }

    /// A result as JSON.
    pub(crate) fn json<T: Serialize>(&self, value: &T) -> anyhow::Result<()> {
        let Some(event) = self.event else { return self.write_stdout(&serde_json::to_string_pretty(value)?) };
        let mut line = json!({"version": EVENT_VERSION, "event": event});
        if let (Some(line), Value::Object(fields)) = (line.as_object_mut(), serde_json::to_value(value)?) {
            line.extend(fields);
        }
        self.write_stdout(&line.to_string())
    }

    /// A message to the person, with its hint.
    pub(crate) fn notify(&self, message: &Message) {
        self.note(&self.with_hint(message));
    }

    /// A text that is in the person's language already.
    pub(crate) fn note(&self, text: &str) {
        if !self.output.quiet {
            to_stderr(text);
        }
    }

    /// What the person could do next.
    pub(crate) fn hint(&self, message: &Message) {
        self.note(&self.hint_line(&self.text_of(message)));
    }

    pub(crate) fn hint_line(&self, hint: &str) -> String {
        format!("{}{hint}", words::label("hint", self.output.language))
    }

    /// Something the person should know even when quiet.
    pub(crate) fn warn(&self, message: &Message) {
        self.warn_in_words(&self.with_hint(message));
    }

    /// The same for a text that is in the person's language already.
    pub(crate) fn warn_in_words(&self, text: &str) {
        to_stderr(&format!("{}{text}", words::label("warning", self.output.language)));
    }

    /// A message in words, its hint on a line of its own.
    pub(crate) fn with_hint(&self, message: &Message) -> String {
        match messages::render(message, self.output.language) {
            Words { text, hint: Some(hint) } => format!("{text}\n{}", self.hint_line(&hint)),
            Words { text, hint: None } => text,
        }
    }

    /// The last words before leaving: for programs an object with `code`, `message` and `hint`, on one line.
    pub(crate) fn fail(&self, error: &anyhow::Error) -> Exit {
        let told = words::describe_error(error, self.output.language);
        let is_usage = |cause: &(dyn Error + 'static)| {
            cause.is::<WrongUsage>() || cause.downcast_ref().is_some_and(SettingsError::is_refusal)
        };
        let (code, exit) = if error.chain().any(is_usage) {
            ("usage", Exit::WrongUsage)
        } else if error.chain().any(<dyn Error>::is::<Interrupted>) {
            ("interrupted", Exit::Interrupted)
        } else if error.chain().any(is_wrong_name) {
            (words::code(error), Exit::WrongUsage)
        } else {
            (words::code(error), Exit::Failed)
        };
        self.fail_with(code, &told);
        exit
    }

    /// The same for wrong usage, in the words of the parser that refused it.
    pub(crate) fn fail_usage(&self, text: &str, hint: &str) -> Exit {
        self.fail_with("usage", &format!("{text}\n{}", self.hint_line(hint)));
        Exit::WrongUsage
    }

    fn fail_with(&self, code: &str, told: &str) {
        if self.output.json {
            let hint = format!("\n{}", words::label("hint", self.output.language));
            let (message, hint) = told.split_once(&hint).unzip();
            let message = message.unwrap_or(told);
            to_stderr_unwrapped(&json!({"code": code, "message": message, "hint": hint}).to_string());
        } else {
            to_stderr(&format!("{}{told}", words::label("error", self.output.language)));
        }
    }

    /// A bar for long work; invisible unless a person watches.
    pub(crate) fn bar(&self, what: &Message) -> Bar {
        Bar::new(self.text_of(what), self.is_watched())
    }

    /// Whether a person can be asked.
    pub(crate) fn can_ask(&self) -> bool {
        !self.output.quiet && io::stdin().is_terminal() && io::stderr().is_terminal()
    }

    /// Asks for yes or no.
    pub(crate) fn confirm(&self, question: &Message) -> anyhow::Result<bool> {
        let answer = answer_to(&format!("{} [y/N]", self.text_of(question)))?;
        Ok(matches!(answer.to_lowercase().as_str(), "y" | "yes" | "是"))
    }

    /// Asks for a text; nothing where the person only presses enter.
    pub(crate) fn ask(&self, question: &Message) -> anyhow::Result<Option<String>> {
        Ok(Some(answer_to(&self.text_of(question))?).filter(|answer| !answer.is_empty()))
    }

    /// Asks for the number of one of `n` things; gives its place from zero. Asks again for a number that is none of them.
    pub(crate) fn choose(&self, question: &Message, n: usize) -> anyhow::Result<Option<usize>> {
        while let Some(answer) = self.ask(question)? {
            if let Some(number) = answer.parse::<usize>().ok().filter(|number| (1..=n).contains(number)) {
                return Ok(Some(number - 1));
            }
        }
        Ok(None)
    }

    /// How wide results may be, in columns; what goes to a file or another program is never cut.
    #[expect(clippy::unused_self, reason = "the printer knows where it prints")]
    pub(crate) fn width(&self) -> usize {
        if !io::stdout().is_terminal() {
            return UNBOUNDED;
        }
        terminal_size::terminal_size().map_or(80, |(width, _)| usize::from(width.0)).clamp(40, UNBOUNDED)
    }

    /// Whether results are read on a terminal.
    #[expect(clippy::unused_self, reason = "the printer knows where it prints")]
    pub(crate) fn is_read(&self) -> bool {
        io::stdout().is_terminal()
    }
}

/// What a person answers to a question, without the white space around it.
fn answer_to(question: &str) -> anyhow::Result<String> {
    let mut stderr = io::stderr().lock();
    write!(stderr, "{question} ")?;
    stderr.flush()?;
    let mut answer = String::new();
    io::stdin().read_line(&mut answer)?;
    Ok(answer.trim().to_owned())
}

/// Wider than any line.
const UNBOUNDED: usize = 100_000;

fn to_stderr(text: &str) {
    let text = harmless(text);
    let width = terminal_size::terminal_size_of(io::stderr()).map(|(width, _)| usize::from(width.0));
    let text = width.map_or_else(|| text.to_string(), |width| wrap(&text, width, ""));
    to_stderr_unwrapped(&text);
}

fn to_stderr_unwrapped(text: &str) {
    // Without stderr there is no place left to report to.
    let _ = writeln!(io::stderr().lock(), "{text}");
}

/// The text without what a terminal would obey: books and models may say anything.
pub fn harmless(text: &str) -> Cow<'_, str> {
    let obeyed = |character: char| character.is_control() && !matches!(character, '\n' | '\t');
    if text.contains(obeyed) { Cow::Owned(text.replace(obeyed, "�")) } else { Cow::Borrowed(text) }
}

/// Whether something was named that is not there, or not clearly enough.
fn is_wrong_name(cause: &(dyn Error + 'static)) -> bool {
    cause.downcast_ref::<StoreError>().is_some_and(|error| {
        matches!(
            error,
            StoreError::NoSuchBook { .. }
                | StoreError::AmbiguousBook { .. }
                | StoreError::NotFullName { .. }
                | StoreError::NoSuchChapter { .. }
                | StoreError::NoSuchParagraph { .. }
                | StoreError::NoSuchVersion { .. }
                | StoreError::NoSuchChange { .. }
                | StoreError::NoSuchRun { .. }
        )
    })
}
