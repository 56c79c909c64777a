//! `tsumugi serve`: the page and the API, until Ctrl-C.

use crate::args::serve::ServeArgs;
use crate::config::host::CliHost;
use crate::exit::{Exit, Interrupted, WrongUsage};
use crate::output::Printer;
use crate::work::process_lock::ProcessLock;
use crate::work::signals::Signals;
use secrecy::{ExposeSecret, SecretString};
use serde_json::json;
use server::serve::{Limits, Server, ServerConfig, new_token};
use std::net::SocketAddr;
use std::sync::Arc;
use store::store::Store;

/// A shorter token could be guessed.
const SHORTEST_TOKEN: usize = 16;

pub(crate) async fn run(args: &ServeArgs, store: &Store, printer: &Printer) -> anyhow::Result<Exit> {
    let address = SocketAddr::new(args.bind, args.port);
    let is_open = !args.bind.is_loopback();
    let given = args.token.clone().filter(|token| !token.is_empty());
    refuse_weak(given.as_deref())?;
    let is_made = given.is_none() && is_open;
    let token = if is_made { Some(new_token()?) } else { given.map(SecretString::from) };
    let process_lock = ProcessLock::begin(store.path());
    let host = Arc::new(CliHost::new(process_lock.holder())?);
    let limits = Limits { max_upload_bytes: args.max_upload * 1024 * 1024, ..Limits::default() };
    let config = ServerConfig { store: store.clone(), host, token: token.clone(), limits };
    let server = Server::bind(address, config).await?;
    let address = server.address()?;
    tell(printer, address, token.as_ref().filter(|_| is_made))?;
    if args.open {
        crate::output::open_in_browser(&url(address));
    }
    let (asked, stop) = tokio::sync::oneshot::channel::<()>();
    let serving = server.run(async {
        let _ = stop.await;
    });
    tokio::select! {
        () = serving => Ok(Exit::Done),
        never = stop_on_signals(asked, printer) => never,
    }
}

/// The first signal lets runs finish their step; the second leaves at once, which loses nothing either.
async fn stop_on_signals(asked: tokio::sync::oneshot::Sender<()>, printer: &Printer) -> anyhow::Result<Exit> {
    let mut signals = Signals::listen()?;
    signals.next().await?;
    printer.say("stopping; runs can be resumed (Ctrl-C again leaves at once)");
    // Whoever does not listen any more has stopped already.
    let _ = asked.send(());
    signals.next().await?;
    Err(anyhow::Error::new(Interrupted))
}

fn tell(printer: &Printer, address: SocketAddr, made: Option<&SecretString>) -> anyhow::Result<()> {
    let url = url(address);
    if printer.is_json() {
        let token = made.map(ExposeSecret::expose_secret);
        printer.json(&json!({"url": url, "address": address.to_string(), "token": token}))?;
    } else {
        printer.result(&url)?;
        if let Some(token) = made {
            printer.result(&format!("token: {}", token.expose_secret()))?;
        }
    }
    if !address.ip().is_loopback() {
        printer.warn(
            "what is sent to this address can be read on the way\n\
             hint: put TLS in front, for example `caddy reverse-proxy --from books.example.org --to 127.0.0.1:7878`, \
             and leave `--bind` as it is",
        );
    }
    printer.say("Ctrl-C stops it");
    Ok(())
}

fn refuse_weak(token: Option<&str>) -> anyhow::Result<()> {
    let Some(token) = token else { return Ok(()) };
    let is_plain = token.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte));
    if token.len() >= SHORTEST_TOKEN && is_plain {
        return Ok(());
    }
    Err(WrongUsage(format!(
        "a token has at least {SHORTEST_TOKEN} letters, digits, `-`, `_`, `.` or `~`\nhint: leave `--token` out and one is made"
    ))
    .into())
}

/// What to open; an address that means every one of this machine is opened by its own name.
fn url(address: SocketAddr) -> String {
    if address.ip().is_unspecified() {
        return format!("http://localhost:{}/", address.port());
    }
    format!("http://{address}/")
}
