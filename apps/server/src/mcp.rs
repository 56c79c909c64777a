//! `/mcp`: the Model Context Protocol over HTTP. The guard has checked token, Host and Origin before a request comes here.

use crate::context::ServerContext;
use crate::team::member::Member;
use ::mcp::door::{Door, prompt_language};
use ::mcp::transport::http::{HttpService, service};
use axum::extract::Request;
use axum::response::{IntoResponse, Response};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use store::people::PersonId;
use tokio_util::sync::CancellationToken;

/// The service of this library, one for each member: the sessions of one do not make room for those of another, and are
/// unknown to the others.
pub(crate) struct McpServices {
    door: Door,
    closing: CancellationToken,
    of: Mutex<HashMap<Option<PersonId>, HttpService>>,
}

impl McpServices {
    /// What a client changes is told to every open page.
    pub(crate) fn new(context: &Arc<ServerContext>, closing: CancellationToken) -> Self {
        let (of_clock, of_changes) = (Arc::clone(context), Arc::clone(context));
        let door = Door {
            store: context.process_store().clone(),
            book: None,
            language: prompt_language(messages::Language::English),
            dictionaries: context.host.dictionaries(),
            holder: context.host.holder(),
            // A client elsewhere has no use for a file on this machine.
            export_folder: None,
            clock: Arc::new(move || of_clock.now_ms()),
            changed: Arc::new(move |book| of_changes.book_changed(book)),
        };
        Self { door, closing, of: Mutex::default() }
    }

    /// Answers a request by the service of its sender.
    pub(crate) async fn answer(&self, request: Request) -> Response {
        let person = request.extensions().get::<Member>().map(|member| member.person);
        let of_sender = {
            let mut of = self.of.lock().unwrap_or_else(PoisonError::into_inner);
            of.entry(person).or_insert_with(|| service(self.door.clone(), self.closing.clone())).clone()
        };
        of_sender.handle(request).await.into_response()
    }
}
