//! Connections whose request has not arrived. A server that has no place left closes the one of them that came first: whoever
//! sends drop by drop keeps nobody waiting who has something to ask.

use axum::body::{Body, HttpBody};
use axum::extract::Request;
use futures::StreamExt;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use tokio_util::sync::CancellationToken;

/// All of them, in the order in which they began to wait.
#[derive(Debug, Default)]
pub(crate) struct Arrivals(Mutex<Waiting>);

#[derive(Debug, Default)]
struct Waiting {
    next: u64,
    by_order: BTreeMap<u64, CancellationToken>,
}

/// One connection. It waits for a request until [`Arrival::arrived`] is called.
#[derive(Debug, Clone)]
pub(crate) struct Arrival(Arc<ArrivalState>);

#[derive(Debug)]
struct ArrivalState {
    all: Arc<Arrivals>,
    order: u64,
    close: CancellationToken,
}

impl Arrivals {
    pub(crate) fn begin(self: &Arc<Self>) -> Arrival {
        let close = CancellationToken::new();
        let mut waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let order = waiting.next;
        waiting.next += 1;
        waiting.by_order.insert(order, close.clone());
        drop(waiting);
        Arrival(Arc::new(ArrivalState { all: Arc::clone(self), order, close }))
    }

    /// Closes the connection that has waited longest.
    pub(crate) fn close_longest(&self) {
        let mut waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, close)) = waiting.by_order.pop_first() {
            close.cancel();
        }
    }
}

impl Arrival {
    /// Done when the connection is to be closed.
    pub(crate) async fn closed(&self) {
        self.0.close.cancelled().await;
    }

    /// A request has begun to arrive.
    fn waits(&self) {
        let state = &self.0;
        let mut waiting = state.all.0.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.by_order.insert(state.order, state.close.clone());
    }

    /// Nothing is waited for any more: the request is here.
    fn arrived(&self) {
        self.0.all.0.lock().unwrap_or_else(PoisonError::into_inner).by_order.remove(&self.0.order);
    }

    /// The request, which has arrived with the end of its body.
    pub(crate) fn of_request(&self, request: Request) -> Request {
        if request.body().is_end_stream() {
            self.arrived();
            return request;
        }
        self.waits();
        let end = EndOfBody(self.clone());
        request.map(|body| {
            Body::from_stream(body.into_data_stream().inspect(move |_| {
                let _ = &end;
            }))
        })
    }
}

impl Drop for ArrivalState {
    fn drop(&mut self) {
        self.all.0.lock().unwrap_or_else(PoisonError::into_inner).by_order.remove(&self.order);
    }
}

/// A body is dropped when it was read, or when nobody wants the rest of it.
struct EndOfBody(Arrival);

impl Drop for EndOfBody {
    fn drop(&mut self) {
        self.0.arrived();
    }
}
