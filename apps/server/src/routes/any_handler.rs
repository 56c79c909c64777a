//! Handlers of one type: axum builds its routing for each type of handler, and there are some 150 of them to compile.

use crate::allowed::Guarded;
use crate::state::AppState;
use axum::extract::Request;
use axum::handler::Handler;
use axum::response::Response;
use futures::future::BoxFuture;
use std::sync::Arc;

type Call = dyn Fn(Request, Arc<AppState>) -> BoxFuture<'static, Response> + Send + Sync;

/// A handler of the API, whatever its arguments: each begins with an [`Allowed`](crate::allowed::Allowed).
#[derive(Clone)]
pub(super) struct AnyHandler(Arc<Call>);

impl AnyHandler {
    pub(super) fn new<H, T>(handler: H) -> Self
    where
        H: Handler<T, Arc<AppState>, Future = BoxFuture<'static, Response>>,
        T: Guarded,
    {
        Self(Arc::new(move |request: Request, app: Arc<AppState>| handler.clone().call(request, app)))
    }
}

/// Stands where axum has the arguments of a handler.
pub(super) enum AnyArguments {}

impl Handler<AnyArguments, Arc<AppState>> for AnyHandler {
    type Future = BoxFuture<'static, Response>;

    fn call(self, request: Request, app: Arc<AppState>) -> Self::Future {
        (self.0)(request, app)
    }
}
