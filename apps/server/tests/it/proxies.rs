//! Whose word about the client is believed, and what a public address is.

use axum::body::Body;
use axum::extract::Request;
use server::serve::{Caller, Peer, Proxies, PublicUrl, trusted_proxy};

fn caller(trusted: &[&str], peer: &str, headers: &[(&str, &str)]) -> Caller {
    let trusted = trusted.iter().map(|text| trusted_proxy(text).unwrap()).collect();
    let proxies = Proxies { trusted, public_url: None };
    let request = headers.iter().fold(Request::builder(), |all, (name, value)| all.header(*name, *value));
    let mut request = request.body(Body::empty()).unwrap();
    request.extensions_mut().insert(Peer(format!("{peer}:1").parse().unwrap()));
    proxies.caller(&request)
}

#[test]
fn only_a_trusted_proxy_says_for_whom_it_asks() {
    let forwarded = [("x-forwarded-for", "6.6.6.6, 203.0.113.7"), ("x-forwarded-proto", "https")];
    let told = |trusted: &[&str], peer: &str| {
        let caller = caller(trusted, peer, &forwarded);
        (caller.address.to_string(), caller.is_tls)
    };
    assert_eq!(told(&[], "127.0.0.1"), ("127.0.0.1".to_owned(), false));
    assert_eq!(told(&["10.0.0.0/8"], "127.0.0.1"), ("127.0.0.1".to_owned(), false));
    assert_eq!(told(&["127.0.0.1"], "127.0.0.1"), ("203.0.113.7".to_owned(), true));
    assert_eq!(told(&["127.0.0.1", "203.0.113.0/24"], "127.0.0.1"), ("6.6.6.6".to_owned(), true));
    assert_eq!(told(&["127.0.0.1"], "[::ffff:127.0.0.1]"), ("203.0.113.7".to_owned(), true));
    let nonsense = caller(&["127.0.0.1"], "127.0.0.1", &[("x-forwarded-for", "nobody")]);
    assert_eq!(nonsense.address.to_string(), "127.0.0.1");
}

#[test]
fn a_public_address_is_scheme_and_host() {
    for (text, origin) in [
        ("https://books.example.org", "https://books.example.org"),
        ("https://Books.example.org/", "https://books.example.org"),
        ("http://lan:8080", "http://lan:8080"),
    ] {
        assert_eq!(text.parse::<PublicUrl>().unwrap().origin(), origin);
    }
    for text in ["books.example.org", "ftp://x", "https://x/books", "https://me@x", "https://x/?a", ""] {
        assert!(text.parse::<PublicUrl>().is_err(), "{text}");
    }
}
