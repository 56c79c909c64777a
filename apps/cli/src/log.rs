//! The log on standard error, for the operator. It never holds the text of a book or a key.

use crate::args::{Args, Command, LibraryCommand, LogLevel};
#[cfg(feature = "opentelemetry")]
use crate::traces::{Traces, complain};
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{Layer, fmt};

/// Only what our own crates say is logged: what others write at low levels is not looked over for secrets.
const OURS: [&str; 9] = ["tsumugi", "server", "runner", "task", "tools", "store", "llm", "formats", "checks"];

/// What is kept while the program logs.
pub(crate) struct Log {
    #[cfg(feature = "opentelemetry")]
    _traces: Option<Traces>,
}

/// Begins to log as the flags say. A server tells its operator what it does; other commands say themselves what goes wrong.
pub(crate) fn begin(args: &Args) -> Log {
    let is_server = matches!(
        args.command,
        Some(Command::InLibrary(LibraryCommand::Serve(_) | LibraryCommand::Worker(_)))
    );
    let usual = if is_server && !args.global.quiet { LogLevel::Info } else { LogLevel::Error };
    let level = filter(args.global.log_level.unwrap_or(usual));
    let targets = OURS.into_iter().fold(Targets::new(), |all, name| all.with_target(name, level));
    let lines = fmt::layer().with_writer(std::io::stderr).with_ansi(false);
    let lines = if args.global.log_json { lines.json().boxed() } else { lines.boxed() };
    let registry = tracing_subscriber::registry().with(lines.with_filter(targets));
    #[cfg(feature = "opentelemetry")]
    let (registry, traces, complaint) = {
        let traces = Traces::begin();
        let complaint = traces.as_ref().err().map(|error| format!("{error:#}"));
        let traces = traces.ok().flatten();
        let all = OURS.into_iter().fold(Targets::new(), |all, name| all.with_target(name, LevelFilter::INFO));
        (registry.with(traces.as_ref().map(|traces| traces.layer().with_filter(all))), traces, complaint)
    };
    // A second log in one process would be an error of ours that nothing is lost by.
    let _ = registry.try_init();
    // A collector that cannot be used is no reason not to work.
    #[cfg(feature = "opentelemetry")]
    if let Some(complaint) = &complaint {
        complain(complaint);
    }
    Log {
        #[cfg(feature = "opentelemetry")]
        _traces: traces,
    }
}

const fn filter(level: LogLevel) -> LevelFilter {
    match level {
        LogLevel::Off => LevelFilter::OFF,
        LogLevel::Error => LevelFilter::ERROR,
        LogLevel::Warn => LevelFilter::WARN,
        LogLevel::Info => LevelFilter::INFO,
        LogLevel::Debug => LevelFilter::DEBUG,
        LogLevel::Trace => LevelFilter::TRACE,
    }
}
