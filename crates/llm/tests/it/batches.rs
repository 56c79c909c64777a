//! Batches at the door of the queue: what was handed in is paid for, and is not given up.

use std::io;
use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use bytes::Bytes;
use futures::stream;
use llm::{
    BatchJournal, BatchRecord, BatchesEnded, Budget, BudgetLimit, ChatMessage, ClientConfig, Dialect, Gate,
    Http, HttpConfig, Limits, Model, Request, ResolvedModel, RetryPolicy, Transport, WireRequest,
    WireResponse, connect_in_batches,
};
use serde_json::json;

/// Takes a batch, and refuses the key of whoever asks after it.
#[derive(Debug)]
struct RefusesTheKeyLater;

#[async_trait]
impl Transport for RefusesTheKeyLater {
    async fn send(&self, request: WireRequest) -> io::Result<WireResponse> {
        let (status, body) = if request.body.is_some() {
            (200, json!({"id": "msgbatch_1", "processing_status": "in_progress"}))
        } else {
            let error = json!({"type": "authentication_error", "message": "invalid x-api-key"});
            (401, json!({"type": "error", "error": error}))
        };
        let body = Bytes::from(body.to_string());
        Ok(WireResponse { status, headers: Vec::new(), body: Box::pin(stream::iter([Ok(body)])) })
    }
}

#[derive(Default)]
struct Kept(Mutex<Vec<BatchRecord>>);

#[async_trait]
impl BatchJournal for Kept {
    async fn load(&self) -> Result<Vec<BatchRecord>, String> {
        Ok(self.0.lock().unwrap().clone())
    }

    async fn save(&self, record: &BatchRecord) -> Result<(), String> {
        let mut records = self.0.lock().unwrap();
        records.retain(|kept| kept.name != record.name);
        records.push(record.clone());
        Ok(())
    }

    async fn remove(&self, name: &str) -> Result<(), String> {
        self.0.lock().unwrap().retain(|kept| kept.name != name);
        Ok(())
    }

    fn now_ms(&self) -> i64 {
        7
    }
}

#[tokio::test(start_paused = true)]
async fn a_batch_is_not_given_up_when_the_key_is_refused_to_whoever_asks_after_it() {
    let resolved = ResolvedModel::anywhere("http://model.invalid", Dialect::Anthropic, "m");
    let budget = Budget::new(BudgetLimit::default());
    let config = ClientConfig {
        http: Http::new(Gate::anywhere(), HttpConfig::default())
            .unwrap()
            .carried_by(Arc::new(RefusesTheKeyLater)),
        limits: Limits {
            requests_per_minute: None,
            tokens_per_minute: None,
            start_concurrency: 1,
            max_concurrency: 1,
        },
        budget: Arc::clone(&budget),
        retry: RetryPolicy::default(),
        learner: Arc::default(),
    };
    let (model, queue) = connect_in_batches(&resolved, Vec::new(), &config).unwrap();
    let request = Request {
        messages: vec![ChatMessage::user("hello")],
        key: Some(Arc::from("task.0")),
        ..Request::default()
    };
    let journal = Kept::default();
    let ended = tokio::select! {
        biased;
        ended = queue.serve(&journal, &|_| {}) => ended,
        answered = model.complete(&request) => panic!("the work is given up: {answered:?}"),
    };
    assert!(
        matches!(&ended, BatchesEnded::Denied(failure) if failure.kind() == "authentication"),
        "{ended:?}"
    );
    let records = journal.0.into_inner().unwrap();
    assert_eq!(records.len(), 1);
    assert!(records[0].is_open() && records[0].service_id.is_some(), "it is taken in later: {records:?}");
}
