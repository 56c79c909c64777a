//! `tsumugi worker`: executes runs of a library that several machines share, until Ctrl-C.

use crate::args::worker::WorkerArgs;
use crate::config;
use crate::config::host::CliHost;
use crate::exit::{Exit, Interrupted, WrongUsage};
use crate::output::Printer;
use crate::work::process_lock::ProcessLock;
use crate::work::signals::Signals;
use messages::{Explain, Message};
use runner::queued::{self, WorkerConfig, WorkerEvent};
use serde_json::json;
use server::host::Host;
use std::sync::Arc;
use std::time::Duration;
use store::store::Store;
use tokio_util::sync::CancellationToken;

pub(crate) async fn run(args: &WorkerArgs, store: &Store, printer: &Printer) -> anyhow::Result<Exit> {
    if !store.has_queue() {
        return Err(WrongUsage(Message::new("worker_needs_database").with("path", store.place())).into());
    }
    let process_lock = Arc::new(ProcessLock::begin(store));
    let Some(lock) = process_lock.shown_mark() else {
        // Others would take its runs at once.
        return Err(WrongUsage(Message::new("worker_not_shown").with("path", store.place())).into());
    };
    let host =
        Arc::new(CliHost::new(process_lock.holder(), config::library_keys::open(store, printer).await?)?);
    let lease = Duration::from_secs(args.lease);
    let (telling, sessions, models) =
        (Printer::new(printer.output()), Arc::clone(&process_lock), Arc::clone(&host));
    let worker_config = WorkerConfig {
        store: store.clone(),
        name: process_lock.holder().name,
        lock: lock.to_owned(),
        holder: Arc::new(move |epoch| sessions.session_holder(epoch, lease)),
        lease,
        n_at_once: usize::from(args.runs),
        drain_for: Duration::from_secs(args.drain),
        models: Arc::new(move |spec, budget| {
            models.open_models(spec, budget).map_err(|error| error.message())
        }),
        dictionaries: host.dictionaries(),
        clock: Arc::new(config::now_ms),
        events: Arc::new(move |event| print_event(&event, &telling)),
    };
    let stop = CancellationToken::new();
    // Before it says that it is ready: a signal that comes right after must not be lost.
    let signals = Signals::listen()?;
    tokio::select! {
        worked = queued::work(worker_config, &stop) => {
            worked?;
            tracing::info!("the worker has left");
            Ok(Exit::Done)
        }
        never = stop_on_signals(signals, &stop) => never,
    }
}

/// The first signal drains, the second leaves at once, which loses only what was in flight.
async fn stop_on_signals(mut signals: Signals, stop: &CancellationToken) -> anyhow::Result<Exit> {
    signals.next().await?;
    stop.cancel();
    signals.next().await?;
    Err(anyhow::Error::new(Interrupted))
}

fn print_event(event: &WorkerEvent, printer: &Printer) {
    let (name, message, mut told) = match event {
        WorkerEvent::Ready => ("ready", Message::new("worker_ready"), json!({})),
        WorkerEvent::Taken { run, epoch } => {
            ("taken", Message::new("worker_took").with("run", run), json!({"run": run, "epoch": epoch}))
        }
        WorkerEvent::Ended { run, ending } => {
            let message = Message::new("worker_ended").with("run", run).with("ending", ending);
            ("ended", message, json!({"run": run, "ending": ending}))
        }
        WorkerEvent::PutBack { run } => {
            ("put_back", Message::new("worker_put_back").with("run", run), json!({"run": run}))
        }
        WorkerEvent::Lost { run } => {
            ("lost", Message::new("worker_lost_run").with("run", run), json!({"run": run}))
        }
        WorkerEvent::Failed { run, reason } => {
            let message = Message::new("worker_failed").with("run", run).part("why", reason.clone());
            ("failed", message, json!({"run": run, "reason": reason.to_string()}))
        }
        WorkerEvent::Draining => ("draining", Message::new("worker_draining"), json!({})),
    };
    tracing::info!(event = name, %message, "worker");
    if printer.is_json() {
        if let Some(told) = told.as_object_mut() {
            told.insert("worker".to_owned(), json!(std::process::id()));
        }
        // A reader that left is no reason to stop working.
        let _ = printer.as_event(name).json(&told);
    } else {
        printer.notify(&message);
    }
}
