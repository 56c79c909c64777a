//! The one printer: results to stdout, messages and errors to stderr, both readable without colour.

use super::progress::Bar;
use crate::exit::{Exit, Interrupted, WrongUsage};
use serde::Serialize;
use std::io::{self, IsTerminal, Write};

/// How the person wants to be spoken to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Output {
    /// Machine-readable results.
    pub(crate) json: bool,
    /// No messages, no progress.
    pub(crate) quiet: bool,
}

/// Prints.
pub(crate) struct Printer {
    output: Output,
}

impl Printer {
    pub(crate) const fn new(output: Output) -> Self {
        Self { output }
    }

    /// How the person wants to be spoken to.
    pub(crate) const fn output(&self) -> Output {
        self.output
    }

    /// Whether a person watches the terminal.
    pub(crate) fn is_watched(&self) -> bool {
        !self.output.quiet && io::stderr().is_terminal()
    }

    /// Whether results are JSON.
    pub(crate) const fn is_json(&self) -> bool {
        self.output.json
    }

    /// A result, line by line. A reader that went away (`| head`) is no error.
    #[expect(clippy::unused_self, reason = "what is printed goes through the one printer")]
    pub(crate) fn result(&self, text: &str) -> anyhow::Result<()> {
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

    /// A result as JSON.
    pub(crate) fn json<T: Serialize>(&self, value: &T) -> anyhow::Result<()> {
        self.result(&serde_json::to_string_pretty(value)?)
    }

    /// A message to the person.
    pub(crate) fn say(&self, text: &str) {
        if !self.output.quiet {
            to_stderr(text);
        }
    }

    /// Something the person should know even when quiet.
    #[expect(clippy::unused_self, reason = "what is printed goes through the one printer")]
    pub(crate) fn warn(&self, text: &str) {
        to_stderr(&format!("warning: {text}"));
    }

    /// The last words before leaving.
    #[expect(clippy::unused_self, reason = "what is printed goes through the one printer")]
    pub(crate) fn fail(&self, error: &anyhow::Error) -> Exit {
        let causes: Vec<String> = error.chain().map(ToString::to_string).collect();
        to_stderr(&format!("error: {}", causes.join(": ")));
        if error.downcast_ref::<WrongUsage>().is_some() {
            Exit::WrongUsage
        } else if error.downcast_ref::<Interrupted>().is_some() {
            Exit::Interrupted
        } else {
            Exit::Failed
        }
    }

    /// A bar for long work; invisible unless a person watches.
    pub(crate) fn bar(&self, what: &'static str) -> Bar {
        Bar::new(what, self.is_watched())
    }

    /// Whether a person can be asked.
    pub(crate) fn can_ask(&self) -> bool {
        !self.output.quiet && io::stdin().is_terminal() && io::stderr().is_terminal()
    }

    /// Asks for yes or no.
    #[expect(clippy::unused_self, reason = "what is asked goes through the one printer")]
    pub(crate) fn confirm(&self, question: &str) -> anyhow::Result<bool> {
        let mut stderr = io::stderr().lock();
        write!(stderr, "{question} [y/N] ")?;
        stderr.flush()?;
        let mut answer = String::new();
        io::stdin().read_line(&mut answer)?;
        Ok(matches!(answer.trim().to_lowercase().as_str(), "y" | "yes"))
    }

    /// How wide the terminal is, in columns.
    #[expect(clippy::unused_self, reason = "the printer knows where it prints")]
    pub(crate) fn width(&self) -> usize {
        terminal_size::terminal_size().map_or(100, |(width, _)| usize::from(width.0)).clamp(40, 200)
    }
}

fn to_stderr(text: &str) {
    // If even stderr is gone there is nobody left to tell.
    let _ = writeln!(io::stderr().lock(), "{text}");
}
