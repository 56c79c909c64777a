//! Shows an address in the person's browser, by the program the system has for that.

use std::process::{Command, Stdio};

/// Opens the address; where that does not work, the address was printed anyway.
pub(crate) fn open_in_browser(url: &str) {
    let program: &[&str] = if cfg!(windows) {
        &["cmd", "/C", "start", ""]
    } else if cfg!(target_os = "macos") {
        &["open"]
    } else {
        &["xdg-open"]
    };
    if let Some((name, arguments)) = program.split_first() {
        let mut command = Command::new(name);
        command.args(arguments).arg(url).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let _ = command.spawn();
    }
}
