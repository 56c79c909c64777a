//! `/mcp`: the Model Context Protocol over HTTP. The guard has checked token, Host and Origin before a request comes here.

use crate::context::ServerContext;
use ::mcp::door::{Door, prompt_language};
use ::mcp::transport::http::{HttpService, service};
use std::sync::Arc;
use tokio_util::sync::CancellationToken;

/// The service of this library. What a client changes is told to every open page.
pub(crate) fn at(context: &Arc<ServerContext>, closing: CancellationToken) -> HttpService {
    let (of_clock, of_changes) = (Arc::clone(context), Arc::clone(context));
    let door = Door {
        store: context.store(),
        book: None,
        language: prompt_language(messages::Language::English),
        dictionaries: context.host.dictionaries(),
        holder: context.host.holder(),
        // A client elsewhere has no use for a file on this machine.
        export_folder: None,
        clock: Arc::new(move || of_clock.now_ms()),
        changed: Arc::new(move |book| of_changes.book_changed(book)),
    };
    service(door, closing)
}
