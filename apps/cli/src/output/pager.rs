//! Long results on a terminal, page by page, through the program the person reads with.

use settings::environment::command_words;
use std::io::{self, IsTerminal, Write};
use std::process::{Command, Stdio};

/// Shows the text in the pager if standard output is a terminal and the text is longer than the screen. Returns whether it
/// did.
pub(super) fn show(text: &str, pager: &str) -> bool {
    let Some((_, height)) = terminal_size::terminal_size().filter(|_| io::stdout().is_terminal()) else {
        return false;
    };
    if text.lines().count() < usize::from(height.0) {
        return false;
    }
    let words = command_words(pager).unwrap_or_default();
    let Some((program, words)) = words.split_first() else { return false };
    let mut command = Command::new(program);
    // What `less` needs to leave the text on the screen and to show colours, unless the person has a wish of their own.
    let started = command.args(words).env("LESSCHARSET", "utf-8").stdin(Stdio::piped()).spawn();
    let Ok(mut child) = started else { return false };
    if let Some(mut stdin) = child.stdin.take() {
        // A user may leave the pager before the end, which closes the pipe.
        let _ = stdin.write_all(text.as_bytes()).and_then(|()| stdin.write_all(b"\n"));
    }
    child.wait().is_ok()
}
