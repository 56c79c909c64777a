//! The command line: reads what was typed, opens the library, hands over to one command, and leaves with its exit code. The
//! program beside it is the process.

mod args;
mod commands;
mod config;
mod exit;
mod log;
mod output;
#[cfg(feature = "opentelemetry")]
mod traces;
mod work;

use output::Printer;
use std::ffi::OsString;
use std::process::ExitCode;

/// What the tests look at beside the program as a whole.
#[doc(hidden)]
pub mod parts {
    pub use crate::args::Args;
    pub use crate::args::knowledge::in_order;
    pub use crate::args::wording::{CHINESE, hanging_indent, remark};
    pub use crate::commands::edit::sheet;
    pub use crate::commands::knowledge::moments::Clock;
    pub use crate::commands::survey::review;
    pub use crate::output::{
        Align, Output, Printer, TextTable, counted, describe_error, grouped, harmless, marked_changes, wrap,
    };
    pub use crate::work::process_lock::ProcessLock;
    pub use crate::work::{live, unresolved};
}

/// Does what was typed.
pub fn run(typed: Vec<OsString>) -> ExitCode {
    let args = match args::read(typed) {
        Ok(args) => args,
        Err(exit) => return exit,
    };
    // First: what the log is sent by is a connection, too.
    if args.global.local_only {
        settings::environment::stay_on_this_machine();
    }
    // Kept until the end: what is left to send is sent when it is dropped.
    let _log = log::begin(&args);
    let printer = Printer::new(args.global.output());
    let result = runtime().and_then(|runtime| runtime.block_on(commands::run(args, &printer)));
    let exit = match result {
        Ok(exit) => exit,
        Err(error) => printer.fail(&error),
    };
    exit.code()
}

fn runtime() -> anyhow::Result<tokio::runtime::Runtime> {
    Ok(tokio::runtime::Builder::new_multi_thread().enable_all().build()?)
}
