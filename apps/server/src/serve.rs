//! The socket: who may connect, for how long a client may keep us waiting, and how the server leaves.

pub use crate::access::proxy::{Caller, Peer, Proxies, PublicUrl, trusted_proxy};
pub use crate::access::secret::new_token;
use crate::access::token::TokenGuard;
use crate::arrivals::{Arrival, Arrivals};
use crate::chats::Chats;
use crate::context::ServerContext;
use crate::host::Host;
use crate::mail::Mailer;
use crate::mail::digests::{Mailing, send_digests};
use crate::mcp::McpServices;
use crate::places::Places;
use crate::runs::Runs;
pub use crate::server_limits::ServerLimits;
use crate::state::AppState;
use crate::team::Team;
use crate::team::limits::network;
use crate::team::oidc::Oidc;
pub use crate::team::oidc::{CALLBACK, OidcConfig};
use crate::{assets, guard, routes};
use axum::Router;
use axum::middleware::from_fn_with_state;
use axum::routing::{any, get};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use messages::{Explain, Message};
use runner::bus::Bus;
use secrecy::{ExposeSecret, SecretString};
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;
use store::error::StoreError;
use store::people::{NewInvitation, Role};
use store::store::Store;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tower::ServiceExt;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{DefaultPredicate, NotForContentType, Predicate};
use tower_http::timeout::RequestBodyTimeoutLayer;

/// What a server is made of.
pub struct ServerConfig {
    /// The library.
    pub store: Store,
    /// Where models and settings come from.
    pub host: Arc<dyn Host>,
    /// What every request must carry; required for a server without members that listens beyond this machine.
    pub token: Option<SecretString>,
    /// Whether people log in with accounts of their own.
    pub is_team: bool,
    /// The service through which members of a team can log in.
    pub oidc: Option<OidcConfig>,
    /// What hands notices of members to a mail server.
    pub mail: Option<Mailer>,
    /// What is in front of the server.
    pub proxies: Proxies,
    /// What clients may take.
    pub limits: ServerLimits,
    /// Whether runs are queued for workers instead of being executed here.
    pub has_workers: bool,
}

/// A server that listens.
pub struct Server {
    listener: TcpListener,
    app: Arc<AppState>,
    service: Router,
    limits: ServerLimits,
}

/// Why a server cannot listen.
#[derive(Debug)]
pub enum ServeError {
    /// Anyone could reach it.
    TokenNeeded {
        /// Where it was to listen.
        address: SocketAddr,
    },
    /// The login service cannot be used as it is set up.
    LoginService(Message),
    /// Mails lead to the page, whose address outside is not known.
    MailWithoutPublicUrl,
    /// The address cannot be had.
    Listen {
        /// Where.
        address: SocketAddr,
        /// What the system says.
        source: std::io::Error,
    },
}

impl Explain for ServeError {
    fn message(&self) -> Message {
        match self {
            Self::TokenNeeded { address } => Message::new("token_needed").with("address", address),
            Self::LoginService(message) => message.clone(),
            Self::MailWithoutPublicUrl => Message::new("mail_needs_public_url"),
            Self::Listen { address, source } => {
                Message::new("cannot_listen").with("address", address).with("detail", source)
            }
        }
    }
}

messages::shown_as_message!(ServeError);

impl Server {
    /// Listens. Beyond this machine only with a token.
    pub async fn bind(address: SocketAddr, config: ServerConfig) -> Result<Self, ServeError> {
        if !address.ip().is_loopback() && config.token.is_none() && !config.is_team {
            return Err(ServeError::TokenNeeded { address });
        }
        let listen = |source| ServeError::Listen { address, source };
        let listener = TcpListener::bind(address).await.map_err(listen)?;
        let limits = config.limits;
        let app = app_state(config).await?;
        let service = service(&app);
        Ok(Self { listener, app, service, limits })
    }

    /// Where it listens.
    pub fn address(&self) -> std::io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Answers until `stop` is done. Then nothing new begins and replies of models in flight are let finish, because they are
    /// paid for; requests are still answered meanwhile, and `/readyz` says that the server stops. What has not come by the
    /// time that `ServerLimits::drain` gives is broken off. At last live streams tell that runs rest, and end.
    pub async fn run(self, stop: impl Future<Output = ()> + Send) {
        let Self { listener, app, service, limits } = self;
        let watching = tokio::spawn(crate::events::watch_library(Arc::clone(&app.context)));
        let reminding = tokio::spawn(crate::reminders::remind(Arc::clone(&app)));
        let revoking = tokio::spawn(crate::team::revoked::watch(Arc::clone(&app)));
        let mailing = tokio::spawn(mail_notices(Arc::clone(&app)));
        let (of_address, arrivals) = (Places::new(limits.connections_per_address), Arc::default());
        let door =
            Door { listener, service, limits, of_address, arrivals, graceful: GracefulShutdown::new() };
        let places = Arc::new(Semaphore::new(limits.max_connections));
        door.admit_until(&app, &places, stop).await;
        app.draining.cancel();
        tracing::info!(runs = app.runs.n_at_work(), "the server comes to rest");
        door.admit_until(&app, &places, come_to_rest(&app, limits.drain)).await;
        let Door { listener, graceful, .. } = door;
        drop(listener);
        // Streams end when everything was told: that of a run with `ended`, that of the library with `run_ended`.
        app.events.close();
        app.closing.cancel();
        // Connections whose client has not read the answer by then are dropped.
        let _ = tokio::time::timeout(limits.patience, graceful.shutdown()).await;
        watching.abort();
        reminding.abort();
        revoking.abort();
        // A mail under way is let finish: broken off, it would come twice.
        let _ = mailing.await;
    }
}

/// The server's router without its socket, for programs that call it in their own process. It publishes no changes of other
/// programs and sends no mail.
pub async fn router(config: ServerConfig) -> Result<Router, ServeError> {
    Ok(service(&app_state(config).await?))
}

/// Everything that requests share.
async fn app_state(config: ServerConfig) -> Result<Arc<AppState>, ServeError> {
    let ServerConfig { store, host, token, is_team, oidc, mail, proxies, limits, has_workers } = config;
    let oidc = oidc.map(|config| login_service(config, &proxies)).transpose();
    let oidc = oidc.map_err(ServeError::LoginService)?;
    let mail = mail.map(|mailer| mailing(mailer, &proxies)).transpose()?;
    let session = serving_session(&store, &*host).await;
    let events = Arc::new(Bus::of_session(session));
    Ok(Arc::new(AppState {
        context: Arc::new(ServerContext::new(store, host, events, has_workers)),
        runs: Runs::default(),
        chats: Chats::default(),
        stale: crate::stale_cache::StaleCache::default(),
        reports: crate::reports_cache::ReportsCache::default(),
        lists: crate::lists::Lists::default(),
        refusals: guard::RefusalLog::default(),
        streams: Places::new(limits.streams_per_member),
        large_bodies: Places::new(limits.large_bodies_per_sender),
        limits,
        token: TokenGuard::new(token),
        proxies,
        team: is_team.then(|| Team { oidc, mail, ..Team::default() }),
        draining: tokio_util::sync::CancellationToken::new(),
        closing: tokio_util::sync::CancellationToken::new(),
    }))
}

/// Mails notices until the server stops, where there is a mail server.
async fn mail_notices(app: Arc<AppState>) {
    if let Some(mailing) = app.team.as_ref().and_then(|team| team.mail.clone()) {
        send_digests(Arc::clone(&app.context), mailing, app.draining.clone()).await;
    }
}

/// A mail leads to the page's address outside, and never to what a request calls itself.
fn mailing(mailer: Mailer, proxies: &Proxies) -> Result<Arc<Mailing>, ServeError> {
    let public_url = proxies.public_url.as_ref().ok_or(ServeError::MailWithoutPublicUrl)?;
    Ok(Arc::new(Mailing::new(mailer, public_url.origin())))
}

/// The service sends browsers back to the page's address outside, and never to what a request calls itself.
fn login_service(config: OidcConfig, proxies: &Proxies) -> Result<Oidc, Message> {
    let public_url = proxies.public_url.as_ref().ok_or_else(|| Message::new("oidc_needs_public_url"))?;
    Oidc::new(config, public_url)
}

/// Waits until runs and conversations rest; breaks off what is under way after `patience`.
async fn come_to_rest(app: &AppState, patience: Duration) {
    let drained = async {
        tokio::join!(app.chats.drain(), app.runs.drain());
    };
    if tokio::time::timeout(patience, drained).await.is_err() {
        tracing::warn!(runs = app.runs.n_at_work(), "replies in flight are broken off");
        tokio::join!(app.chats.stop_all(), app.runs.stop_all());
    }
}

/// Where connections come in.
struct Door {
    listener: TcpListener,
    service: Router,
    limits: ServerLimits,
    of_address: Places<IpAddr>,
    arrivals: Arc<Arrivals>,
    graceful: GracefulShutdown,
}

impl Door {
    /// Lets connections in until `over` is done.
    async fn admit_until(
        &self,
        app: &AppState,
        places: &Arc<Semaphore>,
        over: impl Future<Output = ()> + Send,
    ) {
        tokio::pin!(over);
        loop {
            let connected = async {
                let accepted = self.listener.accept().await;
                if places.available_permits() == 0 {
                    self.arrivals.close_longest();
                }
                (accepted, Arc::clone(places).acquire_owned().await)
            };
            let (accepted, place) = tokio::select! {
                connected = connected => connected,
                () = &mut over => return,
            };
            match accepted {
                Ok((stream, from)) => {
                    let address = from.ip().to_canonical();
                    // A proxy brings everybody.
                    let is_one = !app.proxies.is_trusted(address);
                    let own = is_one.then(|| self.of_address.take(network(address)));
                    if own.as_ref().is_some_and(Option::is_none) {
                        continue;
                    }
                    let arrival = self.arrivals.begin();
                    let service = self.service.clone();
                    let connection = connection(stream, from, service, self.limits, arrival.clone());
                    let connection = self.graceful.watch(connection);
                    let counted = app.metrics.connected();
                    tokio::spawn(async move {
                        tokio::select! {
                            // A client that breaks off is its own business.
                            _ = connection => {}
                            () = arrival.closed() => {}
                        }
                        drop((place, own, counted));
                    });
                }
                // Out of file handles, as a rule: connections that close give some back.
                Err(_) => tokio::time::sleep(Duration::from_millis(50)).await,
            }
        }
    }
}

/// The number of this server among those of the library, for its events. Where none can be kept, as in a library that is
/// only read, one is made of the time: readers of an earlier server are then told that they missed something.
async fn serving_session(store: &Store, host: &dyn Host) -> u64 {
    match store.begin_serving().await {
        Ok(session) => session,
        Err(error) => {
            tracing::warn!(%error, "the numbers of events are made of the time");
            (host.now_ms().unsigned_abs() / 1_000) % UNKEPT_SESSIONS + UNKEPT_SESSIONS
        }
    }
}

/// The first session number where sessions are not counted in the library; it is above those that are.
const UNKEPT_SESSIONS: u64 = 1 << 20;

type Connection = http1::Connection<
    TokioIo<TcpStream>,
    TowerToHyperService<
        tower::util::BoxCloneService<
            hyper::Request<Incoming>,
            axum::response::Response,
            std::convert::Infallible,
        >,
    >,
>;

fn connection(
    stream: TcpStream,
    from: SocketAddr,
    service: Router,
    limits: ServerLimits,
    arrival: Arrival,
) -> Connection {
    let service = service.map_request(move |request: hyper::Request<Incoming>| {
        let mut request = arrival.of_request(request.map(axum::body::Body::new));
        request.extensions_mut().insert(Peer(from));
        request
    });
    // Small pieces of a live stream are not to wait for larger ones.
    let _ = stream.set_nodelay(true);
    http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.patience)
        .max_buf_size(64 * 1024)
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(service.boxed_clone()))
}

fn service(app: &Arc<AppState>) -> Router {
    let (api, _) = routes::all();
    let mcp = Arc::new(McpServices::new(&app.context, app.closing.clone()));
    let compressed = DefaultPredicate::new().and(NotForContentType::const_new("application/epub+zip"));
    Router::new()
        .merge(api)
        .route("/api/{*rest}", any(routes::nothing_here))
        .route(guard::MCP, any(move |request| async move { mcp.answer(request).await }))
        .route("/healthz", get(crate::health::alive))
        .route("/readyz", get(crate::health::ready))
        .route(guard::METRICS, get(crate::metrics_page::show))
        // Programs that were refused look here for another way to sign in.
        .route("/.well-known/{*rest}", any(routes::nothing_here))
        .fallback(assets::serve)
        .method_not_allowed_fallback(routes::not_this_way)
        .layer(CompressionLayer::new().compress_when(compressed))
        .layer(from_fn_with_state(Arc::clone(&app.context), crate::events::say_included))
        .layer(from_fn_with_state(Arc::clone(app), guard::guard))
        .layer(axum::middleware::from_fn(crate::language::answer_in_language))
        .layer(from_fn_with_state(Arc::clone(&app.context), crate::request_id::follow))
        .layer(RequestBodyTimeoutLayer::new(app.limits.patience))
        .layer(CatchPanicLayer::custom(|_| {
            use axum::response::IntoResponse;
            crate::problem::Problem::broken(&messages::Message::new("program_broke_off")).into_response()
        }))
        .with_state(Arc::clone(app))
}

/// So long the link for the first owner is good.
const FIRST_LINK_MS: i64 = 24 * 60 * 60 * 1_000;

/// What follows the page's address in a link that makes the first owner of a team; nothing where there are people already.
/// Links that were made for it before are no longer good.
pub async fn first_owner_link(store: &Store, now_ms: i64) -> Result<Option<String>, FirstOwnerError> {
    if store.library().has_people().await? {
        return Ok(None);
    }
    for earlier in store.library().invitations(now_ms).await? {
        store.take_back_invitation(earlier.id).await?;
    }
    let secret = new_token()?;
    let digest = crate::access::secret::digest(secret.expose_secret());
    let ends_at = now_ms.saturating_add(FIRST_LINK_MS);
    store.invite(&NewInvitation { digest: &digest, role: Role::Owner, book: None, now_ms, ends_at }).await?;
    Ok(Some(crate::team::link(&secret)))
}

/// Why there is no link for the first owner.
#[derive(Debug, thiserror::Error)]
pub enum FirstOwnerError {
    /// The library says why.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The system has no chance to give.
    #[error(transparent)]
    Chance(#[from] std::io::Error),
}
