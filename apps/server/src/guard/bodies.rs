//! How much a sender may have the server read at once, decided before any of it is read.

use crate::access::proxy::Caller;
use crate::places::Place;
use crate::problem::Problem;
use crate::server_limits::{LARGE_BODY, STRANGERS_BODY};
use crate::state::{AppState, Sender};
use crate::team::limits::network;
use crate::team::member::Member;
use axum::extract::Request;
use axum::http::StatusCode;
use axum::http::header::{CONTENT_LENGTH, TRANSFER_ENCODING};
use messages::Message;

/// Where a token becomes a session: whoever asks has shown nothing yet.
const SESSION: &str = "/api/v1/session";

/// A place for a large body, or why it is not read. A small one needs none.
pub(super) fn place(
    app: &AppState,
    caller: Caller,
    member: Option<&Member>,
    request: &Request,
) -> Result<Option<Place<Sender>>, Problem> {
    let headers = request.headers();
    let length = headers.get(CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse::<u64>().ok());
    // A body that does not say how long it is may be of any length.
    let is_larger =
        |than| length.map_or_else(|| headers.contains_key(TRANSFER_ENCODING), |length| length > than);
    let is_stranger = member.is_none() && (app.team.is_some() || request.uri().path() == SESSION);
    if is_stranger && is_larger(STRANGERS_BODY) {
        let message = Message::new("strangers_body");
        return Err(Problem::new(StatusCode::PAYLOAD_TOO_LARGE, "too_large", message));
    }
    if !is_larger(LARGE_BODY) {
        return Ok(None);
    }
    let sender =
        member.map_or(Sender::Address(network(caller.address)), |member| Sender::Person(member.person));
    app.large_bodies.take(sender).map(Some).ok_or_else(|| Problem::too_many("too_many_bodies"))
}
