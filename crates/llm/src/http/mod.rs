//! The only room that opens sockets, and the only file in it that does.

mod address;
mod config;
mod gate;
mod service_url;
mod transport;

use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::sync::{Arc, Once, OnceLock};
use std::time::Duration;

use bytes::Bytes;
use reqwest::header::HeaderValue;
use secrecy::SecretString;
use tokio::time::timeout;

use crate::dialect::{Refusal, failure_of};
use crate::retry_after::retry_after;
use crate::{Failure, LocalProgram, ModelSettings, TimeSpan};

pub(crate) use address::Address;
pub use config::{HttpConfig, SetupError};
pub use gate::{Gate, GateRefusal, GateRule};
pub use service_url::{ServiceUrl, is_on_this_machine};
pub use transport::{Transport, WireRequest, WireResponse};

/// Connections to any number of services, kept alive and shared. Clones share them.
#[derive(Debug, Clone)]
pub struct Http {
    gate: Gate,
    clients: Arc<Clients>,
    config: HttpConfig,
    /// In the place of sockets.
    transport: Option<Arc<dyn Transport>>,
}

/// Made when first needed: reading the system's certificates takes time that local models need not spend.
#[derive(Debug)]
struct Clients {
    certificates: Vec<reqwest::Certificate>,
    usual: OnceLock<Result<reqwest::Client, SetupError>>,
    /// Without a proxy: for loopback addresses, for a gate that has to see the address, and for keys that a proxy could read.
    direct: OnceLock<Result<reqwest::Client, SetupError>>,
}

impl Http {
    /// Prepares connections that pass this gate; opens none.
    pub fn new(gate: Gate, config: HttpConfig) -> Result<Self, SetupError> {
        install_crypto();
        let certificates = match &config.extra_certificates {
            Some(pem) => reqwest::Certificate::from_pem_bundle(pem)
                .map_err(|error| SetupError::Client { detail: chain(&error) })?,
            None => Vec::new(),
        };
        let clients = Clients { certificates, usual: OnceLock::new(), direct: OnceLock::new() };
        Ok(Self { gate, clients: Arc::new(clients), config, transport: None })
    }

    /// What its connections pass.
    pub(crate) const fn gate(&self) -> &Gate {
        &self.gate
    }

    /// The same without sockets: whatever is sent or fetched goes through this.
    #[must_use]
    pub fn carried_by(self, transport: Arc<dyn Transport>) -> Self {
        Self { transport: Some(transport), ..self }
    }

    /// The same connections, or others where a person set timeouts, a proxy or certificates for the model.
    pub(crate) fn adapted(&self, settings: &ModelSettings) -> Result<Self, SetupError> {
        let mut config = self.config.clone();
        if let Some(TimeSpan(timeout)) = settings.timeout {
            config.idle_timeout = timeout;
        }
        if let Some(TimeSpan(timeout)) = settings.first_token_timeout.or(settings.timeout) {
            config.first_byte_timeout = timeout;
        }
        config.proxy = settings.proxy.clone().or(config.proxy);
        if let Some(file) = &settings.ca {
            config.extra_certificates = Some(certificates_in(file)?);
        }
        if config.proxy == self.config.proxy && config.extra_certificates == self.config.extra_certificates {
            return Ok(Self { config, ..self.clone() });
        }
        Ok(Self { transport: self.transport.clone(), ..Self::new(self.gate.clone(), config)? })
    }

    /// Sends one request; the reply's body is still to come.
    pub(crate) async fn post(&self, address: &Address, body: Vec<u8>) -> Result<Response, Failure> {
        self.send(address, Some(body)).await
    }

    /// Asks for a page of any size; its body is still to come.
    pub(crate) async fn fetch(&self, address: &Address) -> Result<Response, Failure> {
        self.send(address, None).await
    }

    /// Sends a request to another service than a model, and reads the whole answer, of at most so many bytes.
    pub async fn exchange(&self, request: WireRequest, most: usize) -> Result<(u16, Vec<u8>), Failure> {
        let network =
            |error: SetupError| Failure::Network { service: "login".to_owned(), detail: error.to_string() };
        let mut address = Address::new("login", &request.url).map_err(network)?;
        for (name, value) in request.headers {
            address.header(&name, &SecretString::from(value)).map_err(network)?;
        }
        let response = self.send(&address, request.body).await?;
        Ok((response.status, response.body.whole(most).await?))
    }

    async fn send(&self, address: &Address, body: Option<Vec<u8>>) -> Result<Response, Failure> {
        let limit = self.config.first_byte_timeout;
        let sending = async {
            if let Some(transport) = &self.transport {
                return carried(&**transport, address, body).await;
            }
            let client = self.client(address)?;
            let request = match body {
                Some(body) => client.post(address.url.url().clone()).body(body),
                None => client.get(address.url.url().clone()),
            };
            let sending = request.headers(address.headers.clone()).send();
            sending.await.map_err(|error| unsent(address, error, limit))
        };
        let response = timeout(limit, sending)
            .await
            .map_err(|_| too_slow(&address.service, "the reply to begin", limit))??;
        let headers = response.headers();
        let wait = retry_after(|name| headers.get(name).and_then(|value| value.to_str().ok()));
        Ok(Response {
            status: response.status().as_u16(),
            retry_after: wait,
            body: Body {
                service: address.service.clone(),
                response,
                first_byte_timeout: limit,
                idle_timeout: self.config.idle_timeout,
                n_left: self.config.max_reply_bytes,
                begun: false,
            },
        })
    }
}

impl Http {
    /// Fetches a small page, for finding out who is there; patience is short.
    pub(crate) async fn get(&self, address: &Address, patience: Duration) -> Result<Vec<u8>, Failure> {
        const ENOUGH: usize = 4 * 1024 * 1024;
        let fetching = async {
            let sending =
                self.client(address)?.get(address.url.url().clone()).headers(address.headers.clone());
            let mut response = sending.send().await.map_err(|error| unsent(address, error, patience))?;
            let mut page = Vec::new();
            while let Some(piece) =
                response.chunk().await.map_err(|error| failure(&address.service, error, patience))?
            {
                page.extend_from_slice(&piece);
                if page.len() > ENOUGH {
                    break;
                }
            }
            Ok((response.status().as_u16(), page))
        };
        let (status, page) = timeout(patience, fetching)
            .await
            .map_err(|_| too_slow(&address.service, "an answer", patience))??;
        if (200..300).contains(&status) {
            return Ok(page);
        }
        let body = String::from_utf8_lossy(&page);
        Err(failure_of(Refusal { service: &address.service, status, retry_after: None, body: &body }))
    }

    fn client(&self, address: &Address) -> Result<&reqwest::Client, Failure> {
        let refused = |refusal| Failure::AddressRefused { service: address.service.clone(), refusal };
        self.gate.check(&address.url).map_err(refused)?;
        let clients = &self.clients;
        let is_seen_by_no_proxy = self.config.proxy.is_none() && address.shows_a_secret();
        let is_direct = address.url.is_on_this_machine() || self.gate.is_direct() || is_seen_by_no_proxy;
        let client = if is_direct {
            let config = HttpConfig { proxy: None, ..self.config.clone() };
            let builder = || reqwest::Client::builder().no_proxy();
            let certificates = &clients.certificates;
            // A system without certificates, as a bare container is, still reaches the models on it over plain HTTP.
            let alone = || builder().tls_certs_only(certificates.iter().cloned());
            clients.direct.get_or_init(|| {
                build(&self.gate, &config, certificates, builder())
                    .or_else(|_| build(&self.gate, &config, &[], alone()))
            })
        } else {
            let builder = reqwest::Client::builder;
            clients.usual.get_or_init(|| build(&self.gate, &self.config, &clients.certificates, builder()))
        };
        client
            .as_ref()
            .map_err(|error| Failure::Network { service: address.service.clone(), detail: error.to_string() })
    }
}

/// Sends without a socket.
async fn carried(
    transport: &dyn Transport,
    address: &Address,
    body: Option<Vec<u8>>,
) -> Result<reqwest::Response, Failure> {
    let network = |detail: String| Failure::Network { service: address.service.clone(), detail };
    let shown = |value: &HeaderValue| String::from_utf8_lossy(value.as_bytes()).into_owned();
    let headers = address.headers.iter().map(|(name, value)| (name.to_string(), shown(value))).collect();
    let request = WireRequest { url: address.url.url().to_string(), headers, body };
    let answer = transport.send(request).await.map_err(|error| network(error.to_string()))?;
    let mut response = http::Response::builder().status(answer.status);
    for (name, value) in answer.headers {
        response = response.header(name, value);
    }
    let body = reqwest::Body::wrap_stream(answer.body);
    response.body(body).map(reqwest::Response::from).map_err(|error| network(error.to_string()))
}

/// A reply whose body is still arriving.
pub(crate) struct Response {
    pub(crate) status: u16,
    pub(crate) retry_after: Option<Duration>,
    pub(crate) body: Body,
}

/// The rest of a reply. Dropping it closes the connection (or resets the stream, with HTTP/2).
pub(crate) struct Body {
    service: String,
    response: reqwest::Response,
    first_byte_timeout: Duration,
    idle_timeout: Duration,
    n_left: usize,
    begun: bool,
}

impl Body {
    /// The next piece, or nothing at the end.
    pub(crate) async fn next(&mut self) -> Result<Option<Bytes>, Failure> {
        let (limit, what) = if self.begun {
            (self.idle_timeout, "the next piece of the reply")
        } else {
            (self.first_byte_timeout, "the first piece of the reply")
        };
        let piece = timeout(limit, self.response.chunk())
            .await
            .map_err(|_| too_slow(&self.service, what, limit))?
            .map_err(|error| failure(&self.service, error, limit))?;
        let Some(piece) = piece else { return Ok(None) };
        self.begun = true;
        self.n_left = self.n_left.checked_sub(piece.len()).ok_or_else(|| Failure::Degenerate {
            service: self.service.clone(),
            detail: String::from("the reply is longer than any reply should be"),
        })?;
        Ok(Some(piece))
    }

    /// The whole body, however it is cut; never more than this many bytes.
    pub(crate) async fn whole(mut self, most: usize) -> Result<Vec<u8>, Failure> {
        self.n_left = most;
        let mut bytes = Vec::new();
        while let Some(piece) = self.next().await? {
            bytes.extend_from_slice(&piece);
        }
        Ok(bytes)
    }

    /// The beginning of an explanation, as text; what cannot be read is left out.
    pub(crate) async fn explanation(mut self) -> String {
        const ENOUGH: usize = 64 * 1024;
        let mut bytes = Vec::new();
        while let Ok(Some(piece)) = self.next().await {
            bytes.extend_from_slice(&piece);
            if bytes.len() > ENOUGH {
                break;
            }
        }
        String::from_utf8_lossy(&bytes).into_owned()
    }

    /// Reads what little is left, so that the connection can serve again; gives up at once if it takes time.
    pub(crate) async fn drain(mut self) {
        const PATIENCE: Duration = Duration::from_millis(50);
        while let Ok(Ok(Some(_))) = timeout(PATIENCE, self.next()).await {}
    }
}

/// The one cryptography of the process; a second installation is refused and harmless.
fn install_crypto() {
    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(|| {
        if rustls::crypto::ring::default_provider().install_default().is_err() {
            tracing::debug!("another cryptography provider was installed before");
        }
    });
}

/// No file of certificates is larger.
const LARGEST_CERTIFICATES: u64 = 1024 * 1024;

fn certificates_in(file: &Path) -> Result<Vec<u8>, SetupError> {
    let failed = |detail: String| SetupError::Client { detail: format!("`{}`: {detail}", file.display()) };
    let mut pem = Vec::new();
    let opened = File::open(file).map_err(|error| failed(error.to_string()))?;
    opened.take(LARGEST_CERTIFICATES + 1).read_to_end(&mut pem).map_err(|error| failed(error.to_string()))?;
    if u64::try_from(pem.len()).unwrap_or(u64::MAX) > LARGEST_CERTIFICATES {
        return Err(failed(String::from("it is larger than 1 MB")));
    }
    Ok(pem)
}

fn build(
    gate: &Gate,
    config: &HttpConfig,
    certificates: &[reqwest::Certificate],
    builder: reqwest::ClientBuilder,
) -> Result<reqwest::Client, SetupError> {
    let mut builder = builder;
    if let Some(proxy) = &config.proxy {
        builder = builder.proxy(read_proxy(proxy)?);
    }
    builder = builder
        .user_agent(concat!("tsumugi/", env!("CARGO_PKG_VERSION")))
        .connect_timeout(config.connect_timeout)
        // A redirect turns the request into another one, and could carry the key elsewhere.
        .redirect(reqwest::redirect::Policy::none())
        .retry(reqwest::retry::never())
        .dns_resolver(Arc::new(gate.clone()))
        .tcp_nodelay(true);
    if !certificates.is_empty() {
        builder = builder.tls_certs_merge(certificates.iter().cloned());
    }
    builder.build().map_err(|error| SetupError::Client { detail: chain(&error) })
}

fn read_proxy(proxy: &str) -> Result<reqwest::Proxy, SetupError> {
    reqwest::Proxy::all(proxy).map_err(|error| {
        // A name and password before the host are not shown.
        let shown = proxy.rsplit_once('@').map_or(proxy, |(_, host)| host).to_owned();
        SetupError::Proxy { proxy: shown, detail: chain(&error.without_url()) }
    })
}

fn too_slow(service: &str, what: &str, limit: Duration) -> Failure {
    let detail = format!("waited {} s for {what}", limit.as_secs_f32());
    Failure::Timeout { service: service.to_owned(), detail }
}

/// A request that never got through. Where nobody listens on this machine, a program is not running.
fn unsent(address: &Address, error: reqwest::Error, limit: Duration) -> Failure {
    if let Some(refusal) = gate::refusal_in(&error) {
        return Failure::AddressRefused { service: address.service.clone(), refusal: refusal.clone() };
    }
    if !(error.is_connect() && address.url.is_on_this_machine()) {
        return failure(&address.service, error, limit);
    }
    let (name, hint) = if let Some(LocalProgram { name, start }) = &address.local {
        (name.clone(), format!("start it with {start}"))
    } else {
        let hint = "start the program that serves the model there, or check the address";
        (format!("the server of `{}`", address.service), hint.to_owned())
    };
    Failure::NotRunning { name, address: address.url.origin(), hint }
}

fn failure(service: &str, error: reqwest::Error, limit: Duration) -> Failure {
    if error.is_timeout() && !error.is_connect() {
        return too_slow(service, "the reply", limit);
    }
    Failure::Network { service: service.to_owned(), detail: chain(&error.without_url()) }
}

/// An error with its causes, each said once.
fn chain(error: &dyn std::error::Error) -> String {
    let mut words = error.to_string();
    let mut cause = error.source();
    while let Some(inner) = cause {
        let said = inner.to_string();
        if !words.contains(&said) {
            words = format!("{words}: {said}");
        }
        cause = inner.source();
    }
    words
}
