//! `/metrics`: what is counted, for the operator.

use crate::context::ServerContext;
use crate::metrics::text::MetricsText;
use crate::state::SharedState;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use std::time::Duration;

/// `GET /metrics`.
pub(crate) async fn show(app: SharedState) -> Response {
    let metrics = &app.metrics;
    let mut text = MetricsText::default();
    text.gauge_of("tsumugi_build_info", "The program.", "version", env!("CARGO_PKG_VERSION"));
    let draining = u64::from(app.draining.is_cancelled());
    text.sample("tsumugi_draining", "gauge", "1 while the server comes to rest.", draining);
    let runs = u64::try_from(app.runs.n_at_work()).unwrap_or_default();
    text.sample("tsumugi_runs", "gauge", "Runs at work in this program.", runs);
    let turns = u64::try_from(app.chats.n_at_work()).unwrap_or_default();
    text.sample("tsumugi_chat_turns", "gauge", "Turns of the assistant under way.", turns);
    metrics.write_counters(&mut text);
    if app.process_store().has_queue() {
        write_queue(&app, &mut text).await;
    }
    metrics.write_answers(&mut text);
    let headers = [(CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8"), (CACHE_CONTROL, "no-store")];
    (headers, text.0).into_response()
}

/// What tells whether there are enough workers. A library that does not answer is told by `/readyz`, and says nothing here.
async fn write_queue(context: &ServerContext, text: &mut MetricsText) {
    let read = async {
        let now_ms = context.library().clock_ms(context.now_ms()).await?;
        context.library().queue_stats(now_ms).await
    };
    let stats = match read.await {
        Ok(stats) => stats,
        Err(error) => {
            tracing::warn!(%error, "the queue was not counted");
            return;
        }
    };
    let name = "tsumugi_queue_oldest_waiting_seconds";
    text.head(name, "gauge", "How long the run that came first waits for a worker.");
    text.line(format_args!("{name} {}", Duration::from_millis(stats.oldest_waiting_ms).as_secs_f64()));
    text.sample("tsumugi_queue_waiting_runs", "gauge", "Runs that no living worker has.", stats.n_waiting);
    text.sample("tsumugi_queue_workers", "gauge", "Workers whose lease holds.", stats.n_workers);
}
