//! `tsumugi serve`: the page and the API, until Ctrl-C.

use crate::args::serve::ServeArgs;
use crate::config::host::CliHost;
use crate::config::login_service::login_service;
use crate::config::mail::mailer;
use crate::config::{library_keys, now_ms, server_token};
use crate::exit::{Exit, Interrupted, WithMessage, WrongUsage};
use crate::output::Printer;
use crate::work::process_lock::ProcessLock;
use crate::work::signals::Signals;
use messages::Message;
use secrecy::{ExposeSecret, SecretString};
use serde_json::json;
use server::serve::{
    Proxies, Server, ServerConfig, ServerLimits, first_owner_link, new_token, trusted_proxy,
};
use settings::file::Settings;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use store::store::Store;

/// A shorter token could be guessed.
const SHORTEST_TOKEN: usize = 16;

pub(crate) async fn run(args: &ServeArgs, store: &Store, printer: &Printer) -> anyhow::Result<Exit> {
    if args.workers && !store.has_queue() {
        return Err(WrongUsage(Message::new("worker_needs_database").with("path", store.place())).into());
    }
    let address = SocketAddr::new(args.bind, args.port);
    let folder = settings::environment::settings_folder()?;
    let settings = settings::file::read(&folder)?;
    let proxies = proxies(args, &settings)?;
    let oidc = settings.oidc.as_ref().filter(|_| args.team).map(login_service).transpose()?;
    let mail = settings.mail.as_ref().filter(|_| args.team);
    let mail = mail.map(|server| mailer(server, &folder)).transpose()?;
    let token = token(args, &folder, printer)?;
    let process_lock = ProcessLock::begin(store);
    let host = Arc::new(CliHost::new(process_lock.holder(), library_keys::open(store, printer).await?)?);
    let limits = ServerLimits {
        max_upload_bytes: args.max_upload * 1024 * 1024,
        drain: Duration::from_secs(args.drain),
        ..ServerLimits::default()
    }
    .within_file_limit(file_limit());
    let public_url = proxies.public_url.clone();
    let secret = token.secret.clone();
    let server_config = ServerConfig {
        store: store.clone(),
        host,
        token: secret,
        is_team: args.team,
        oidc,
        mail,
        proxies,
        limits,
        has_workers: args.workers,
    };
    let server = Server::bind(address, server_config).await?;
    let address = server.address()?;
    let url = public_url.map_or_else(|| url(address), |url| format!("{}/", url.origin()));
    // Before it says that it is there: a signal that comes right after must not be lost.
    let signals = Signals::listen()?;
    tracing::info!(%address, has_token = token.secret.is_some(), library = %store.place(), "the server listens");
    let first_owner = if args.team { first_owner_link(store, now_ms()).await? } else { None };
    print_address(printer, address, &url, &token, first_owner.as_deref())?;
    if args.open {
        open(&folder, &url, &token)?;
    }
    let (asked, stop) = tokio::sync::oneshot::channel::<()>();
    let serving = server.run(async {
        let _ = stop.await;
    });
    tokio::select! {
        () = serving => {
            tracing::info!("the server has stopped");
            Ok(Exit::Done)
        }
        never = stop_on_signals(signals, asked, printer) => never,
    }
}

/// The first signal lets replies in flight finish; the second leaves at once, which loses those replies and nothing else.
async fn stop_on_signals(
    mut signals: Signals,
    asked: tokio::sync::oneshot::Sender<()>,
    printer: &Printer,
) -> anyhow::Result<Exit> {
    signals.next().await?;
    printer.notify(&Message::new("stopping_server"));
    // The receiver is gone if the server has stopped already.
    let _ = asked.send(());
    signals.next().await?;
    Err(anyhow::Error::new(Interrupted))
}

/// What requests must carry.
struct Token {
    secret: Option<SecretString>,
    /// Whether it is printed: one the person gave is known to them.
    is_printed: bool,
}

impl Token {
    /// The address to open, with the token in it.
    fn link(&self, url: &str) -> String {
        match &self.secret {
            Some(secret) => format!("{url}?token={}", secret.expose_secret()),
            None => url.to_owned(),
        }
    }
}

/// The token: the one given, none where that was asked for, or the one that is kept.
fn token(args: &ServeArgs, folder: &Path, printer: &Printer) -> anyhow::Result<Token> {
    let given = args.token.clone().filter(|token| !token.is_empty());
    refuse_weak(given.as_deref())?;
    if args.team {
        return Ok(Token { secret: None, is_printed: false });
    }
    if let Some(given) = given {
        return Ok(Token { secret: Some(SecretString::from(given)), is_printed: false });
    }
    if args.no_token {
        if args.bind.is_loopback() {
            return Ok(Token { secret: None, is_printed: false });
        }
        return Err(WrongUsage(Message::new("token_needed").with("address", args.bind)).into());
    }
    let secret = match server_token::read_or_create(folder, args.new_token) {
        Ok(secret) => secret,
        // A folder that cannot be written is no reason not to serve, unless a new token was asked for.
        Err(error) if error.chain().any(<dyn std::error::Error>::is::<std::io::Error>) && !args.new_token => {
            let why = printer.recognised(&format!("{error:#}"));
            printer.warn(&Message::new("token_not_kept").with("why", why));
            new_token()?
        }
        Err(error) => return Err(error),
    };
    Ok(Token { secret: Some(secret), is_printed: true })
}

/// Proxies from the settings and from the command line.
fn proxies(args: &ServeArgs, settings: &Settings) -> anyhow::Result<Proxies> {
    let in_settings = || Message::new("in_the_settings");
    let kept = settings.trusted_proxies.iter();
    let kept = kept.map(|text| trusted_proxy(text).map_err(WrongUsage).with_message(in_settings));
    let mut trusted: Vec<ipnet::IpNet> = kept.collect::<Result<_, _>>()?;
    trusted.extend(&args.trusted_proxy);
    let kept = settings.public_url.as_deref();
    let kept = kept.map(|text| text.parse().map_err(WrongUsage).with_message(in_settings)).transpose()?;
    Ok(Proxies { trusted, public_url: args.public_url.clone().or(kept) })
}

fn print_address(
    printer: &Printer,
    address: SocketAddr,
    url: &str,
    token: &Token,
    first_owner: Option<&str>,
) -> anyhow::Result<()> {
    let link = match first_owner {
        Some(path) => format!("{url}{path}"),
        None if token.is_printed => token.link(url),
        None => url.to_owned(),
    };
    if first_owner.is_some() {
        printer.notify(&Message::new("first_owner_link"));
    }
    if printer.is_json() {
        let secret = token.secret.as_ref().filter(|_| token.is_printed).map(ExposeSecret::expose_secret);
        printer.json(&json!({"url": link, "address": address.to_string(), "token": secret}))?;
    } else {
        printer.result(&link)?;
    }
    if !address.ip().is_loopback() {
        printer.warn(&Message::new("readable_on_the_way"));
    }
    printer.notify(&Message::new("ctrl_c_stops"));
    Ok(())
}

/// Opens the page in the browser, with the token.
fn open(folder: &Path, url: &str, token: &Token) -> anyhow::Result<()> {
    match token.secret {
        Some(_) => {
            let page = server_token::page_to(folder, &token.link(url))?;
            crate::output::open_in_browser(&page.display().to_string());
        }
        None => crate::output::open_in_browser(url),
    }
    Ok(())
}

/// How many files this process may have open, where the system says so.
fn file_limit() -> Option<usize> {
    let limits = std::fs::read_to_string("/proc/self/limits").ok()?;
    let line = limits.lines().find_map(|line| line.strip_prefix("Max open files"))?;
    line.split_whitespace().next()?.parse().ok()
}

fn refuse_weak(token: Option<&str>) -> anyhow::Result<()> {
    let Some(token) = token else { return Ok(()) };
    let is_plain = token.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte));
    if token.len() >= SHORTEST_TOKEN && is_plain {
        return Ok(());
    }
    Err(WrongUsage(Message::new("weak_token").count("shortest", SHORTEST_TOKEN)).into())
}

/// What to open; an address that means every one of this machine is opened by its own name.
fn url(address: SocketAddr) -> String {
    if address.ip().is_unspecified() {
        return format!("http://localhost:{}/", address.port());
    }
    format!("http://{address}/")
}
