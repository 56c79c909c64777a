//! The command line: reads what was typed, opens the library, hands over to one command, and leaves with its exit code.

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
use std::process::ExitCode;

/// A run allocates and frees small texts on several threads all the time; the system's allocator took a fifth of it.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let args = match args::read(std::env::args_os().collect()) {
        Ok(args) => args,
        Err(exit) => return exit,
    };
    // Kept until the end: what is left to send is sent when it is dropped.
    let _log = log::begin(&args);
    if args.global.local_only {
        settings::environment::stay_on_this_machine();
    }
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
