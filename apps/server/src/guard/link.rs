//! The link with the token: what `tsumugi serve` prints. Opening it puts the token into a cookie and leaves it out of the
//! address.

use crate::access::proxy::Caller;
use crate::access::token;
use crate::state::AppState;
use axum::extract::Request;
use axum::http::header::{LOCATION, SET_COOKIE};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};

/// The answer to a page's address that carries a token. With a wrong token the page opens too, and asks for the right one.
pub(super) fn opened(app: &AppState, request: &Request, caller: Caller) -> Option<Response> {
    let query = request.uri().query()?;
    let (given, others): (Vec<&str>, Vec<&str>) =
        query.split('&').partition(|pair| pair.split('=').next() == Some("token"));
    let given = given.first()?.split_once('=').map_or("", |(_, token)| token);
    let place = HeaderValue::from_str(&address(request.uri().path(), &others));
    let mut response = (StatusCode::SEE_OTHER, [(LOCATION, place.ok()?)]).into_response();
    let cookie = token::COOKIE.with(given, caller.is_tls).ok()?;
    if app.token.is_required() && app.token.check(caller, given).is_ok() {
        response.headers_mut().insert(SET_COOKIE, cookie);
    }
    Some(response)
}

/// The same address without the token; one that begins with two slashes would lead to another server.
fn address(path: &str, others: &[&str]) -> String {
    let is_elsewhere = path.get(1..).is_some_and(|rest| rest.starts_with(['/', '\\']));
    let path = if is_elsewhere { "/" } else { path };
    if others.is_empty() { path.to_owned() } else { format!("{path}?{}", others.join("&")) }
}
