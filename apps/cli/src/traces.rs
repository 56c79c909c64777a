//! Traces for the operator: requests, runs, tasks and model calls as spans, sent to the operator's collector by OTLP over
//! HTTP. Built in with the feature `opentelemetry` only, and silent unless a variable names the collector. They hold what the
//! log holds: never the text of a book or a key.

use async_trait::async_trait;
use llm::{Http, HttpConfig, WireRequest};
use opentelemetry::trace::TracerProvider;
use opentelemetry_http::{Bytes, HttpClient, HttpError, Request, Response};
use opentelemetry_otlp::{Protocol, SpanExporter, WithExportConfig, WithHttpConfig};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::trace::SdkTracerProvider;
use settings::environment::variable;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tracing_subscriber::Layer;
use tracing_subscriber::registry::LookupSpan;

/// A collector that takes longer loses what was sent.
const PATIENCE: Duration = Duration::from_secs(10);
const LARGEST_ANSWER: usize = 64 * 1024;

/// Traces until it is dropped; what is left is sent then.
pub(crate) struct Traces {
    provider: SdkTracerProvider,
}

impl Traces {
    /// Begins to trace where a collector is named.
    pub(crate) fn begin() -> anyhow::Result<Option<Self>> {
        let is_off = variable("OTEL_SDK_DISABLED").is_some_and(|word| word.eq_ignore_ascii_case("true"));
        let addresses = ["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT"];
        if is_off || addresses.into_iter().all(|name| variable(name).is_none()) {
            return Ok(None);
        }
        Ok(Some(Self { provider: provider()? }))
    }

    /// What takes spans over from the log.
    pub(crate) fn layer<S>(&self) -> impl Layer<S> + use<S>
    where
        S: tracing::Subscriber + for<'span> LookupSpan<'span> + Send + Sync,
    {
        let layer = tracing_opentelemetry::layer().with_tracer(self.provider.tracer("tsumugi"));
        layer.with_location(false).with_threads(false)
    }
}

impl Drop for Traces {
    fn drop(&mut self) {
        // A collector that is away takes nothing; the work is done all the same.
        let _ = self.provider.shutdown();
    }
}

/// Address, headers and time to wait are those of the standard variables.
fn provider() -> anyhow::Result<SdkTracerProvider> {
    let exporter = SpanExporter::builder()
        .with_http()
        .with_http_client(OwnClient::new()?)
        .with_protocol(Protocol::HttpJson)
        .build()?;
    let mut resource = Resource::builder();
    if variable("OTEL_SERVICE_NAME").is_none() {
        resource = resource.with_service_name("tsumugi");
    }
    let builder = SdkTracerProvider::builder().with_resource(resource.build());
    Ok(builder.with_batch_exporter(exporter).build())
}

/// Says why nothing arrives at the collector.
pub(crate) fn complain(why: &str) {
    tracing::warn!(why, "traces cannot be sent");
}

/// The program's own way to speak HTTP, on a thread of its own: spans are sent from a thread that has no runtime, also after the
/// program's own has ended.
#[derive(Debug)]
struct OwnClient {
    http: Http,
    runtime: tokio::runtime::Runtime,
    has_complained: AtomicBool,
}

impl OwnClient {
    fn new() -> anyhow::Result<Self> {
        let config = HttpConfig {
            connect_timeout: PATIENCE,
            first_byte_timeout: PATIENCE,
            idle_timeout: PATIENCE,
            ..HttpConfig::default()
        };
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
        Ok(Self {
            http: Http::new(settings::file::gate(), config)?,
            runtime,
            has_complained: AtomicBool::new(false),
        })
    }

    /// The same, once.
    fn complain(&self, why: &str) {
        if !self.has_complained.swap(true, Ordering::Relaxed) {
            complain(why);
        }
    }
}

#[async_trait]
impl HttpClient for OwnClient {
    async fn send_bytes(&self, request: Request<Bytes>) -> Result<Response<Bytes>, HttpError> {
        let (parts, body) = request.into_parts();
        let header = |(name, value): (&http::HeaderName, &http::HeaderValue)| {
            Some((name.as_str().to_owned(), value.to_str().ok()?.to_owned()))
        };
        let headers = parts.headers.iter().filter_map(header).collect();
        let request = WireRequest { url: parts.uri.to_string(), headers, body: Some(body.to_vec()) };
        let http = self.http.clone();
        let sent = self.runtime.spawn(async move { http.exchange(request, LARGEST_ANSWER).await });
        let (status, bytes) = sent.await?.map_err(|failure| {
            let why = failure.to_string();
            self.complain(&why);
            why
        })?;
        if !(200..300).contains(&status) {
            self.complain(&format!("the collector answered {status}"));
        }
        Ok(Response::builder().status(status).body(Bytes::from(bytes))?)
    }
}
