//! Members of a team at the real server, as browsers have them.

use crate::serving::{Serving, request};
use serde_json::{Value, json};

/// A member in a browser.
pub(crate) struct Member<'a> {
    pub(crate) serving: &'a Serving,
    pub(crate) cookie: String,
    language: &'static str,
}

impl<'a> Member<'a> {
    pub(crate) fn join(serving: &'a Serving, secret: &str, name: &str, language: &'static str) -> Self {
        let login = name.to_lowercase();
        let new =
            json!({"secret": secret, "name": name, "login": login, "password": "correct horse battery"});
        let joined = serving.ask("POST", "/api/v1/join", &new.to_string());
        Self { serving, cookie: cookie(&joined), language }
    }

    pub(crate) fn log_in(serving: &'a Serving, name: &str, language: &'static str) -> Self {
        let login = json!({"login": name.to_lowercase(), "password": "correct horse battery"});
        let entered = serving.ask("POST", "/api/v1/login", &login.to_string());
        Self { serving, cookie: cookie(&entered), language }
    }

    pub(crate) fn ask(&self, method: &str, path: &str, body: &Value) -> Value {
        let answer = self.asked(method, path, body);
        assert!(answer.starts_with("HTTP/1.1 2"), "{answer}");
        serde_json::from_str(answer.split_once("\r\n\r\n").unwrap().1).unwrap_or_default()
    }

    /// The whole answer, whatever it is.
    pub(crate) fn asked(&self, method: &str, path: &str, body: &Value) -> String {
        let headers = format!(
            "Cookie: {}\r\nContent-Type: application/json\r\nAccept-Language: {}",
            self.cookie, self.language
        );
        let body = if body.is_null() { String::new() } else { body.to_string() };
        request(&self.serving.address, None, method, &format!("/api/v1{path}"), &headers, &body)
    }

    pub(crate) fn invites(&self, role: &str) -> String {
        let invited = self.ask("POST", "/invitations", &json!({"role": role, "days": 1}));
        invited["link"].as_str().unwrap().rsplit_once('/').unwrap().1.to_owned()
    }
}

fn cookie(answer: &str) -> String {
    answer
        .lines()
        .find_map(|line| line.strip_prefix("set-cookie: "))
        .unwrap_or_else(|| panic!("{answer}"))
        .to_owned()
}
