//! The pages that links in mails lead to. They need no script and no account: a member may read mail anywhere. Opening one
//! changes nothing, because mail programs open links by themselves; only its button does.

use super::html::escaped;
use crate::language::{render, tag};
use axum::http::header::{CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use messages::Message;

const STYLE: &str = "body{font:1rem/1.6 system-ui,sans-serif;max-width:34rem;margin:4rem auto;padding:0 1rem;\
    color-scheme:light dark}button{font:inherit;padding:.5rem 1.25rem}";

/// A page by the names of its messages.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LinkPage {
    pub(crate) status: StatusCode,
    pub(crate) title: &'static str,
    pub(crate) text: &'static str,
    /// What its button says, which sends the same address with `POST`.
    pub(crate) button: Option<&'static str>,
}

impl IntoResponse for LinkPage {
    fn into_response(self) -> Response {
        let say = |code| escaped(&render(&Message::new(code)).text);
        // Without the system's chance the page is shown without its style.
        let nonce = format!("{:016x}", getrandom::u64().unwrap_or_default());
        let button =
            self.button.map(|code| format!("<form method=\"post\"><button>{}</button></form>\n", say(code)));
        let html = format!(
            "<!doctype html>\n<html lang=\"{}\">\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <title>{title} · Tsumugi</title>\n<style nonce=\"{nonce}\">{STYLE}</style>\n\
             <h1>{title}</h1>\n<p>{}</p>\n{}<p><a href=\"/\">{}</a></p>\n</html>\n",
            tag(),
            say(self.text),
            button.unwrap_or_default(),
            say("mail_page_home"),
            title = say(self.title),
        );
        let mut response = (self.status, html).into_response();
        let headers = response.headers_mut();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
        let policy = format!(
            "default-src 'none'; style-src 'nonce-{nonce}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
        );
        if let Ok(policy) = HeaderValue::from_str(&policy) {
            headers.insert(CONTENT_SECURITY_POLICY, policy);
        }
        response
    }
}
