//! The page's files, embedded in the program. They are made of `apps/ui` by `cargo xtask page` and kept in the repository.

use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use rust_embed::{EmbeddedFile, RustEmbed};

#[derive(RustEmbed)]
#[folder = "page"]
struct Files;

const INDEX: &str = "index.html";

/// A file of the page; for every other path the page itself, which knows its own places.
pub(crate) async fn serve(uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path().trim_start_matches('/');
    if let Some(file) = Files::get(path) {
        return answer(path, &file, &headers);
    }
    let is_file = path.rsplit('/').next().is_some_and(|last| last.contains('.'));
    if is_file && path != INDEX {
        return (StatusCode::NOT_FOUND, "there is no such file").into_response();
    }
    match Files::get(INDEX) {
        Some(file) => answer(INDEX, &file, &headers),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

fn answer(path: &str, file: &EmbeddedFile, headers: &HeaderMap) -> Response {
    let etag = format!("\"{}\"", hex(&file.metadata.sha256_hash()));
    // The builder puts a digest into the names of these.
    let is_dated = path.starts_with("assets/");
    let cache = if is_dated { "public, max-age=31536000, immutable" } else { "no-cache" };
    let known = headers.get(IF_NONE_MATCH).and_then(|value| value.to_str().ok());
    let mut response = if known == Some(etag.as_str()) {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        ([(CONTENT_TYPE, media_type(path))], file.data.clone().into_owned()).into_response()
    };
    let out = response.headers_mut();
    out.insert(CACHE_CONTROL, HeaderValue::from_static(cache));
    if let Ok(etag) = HeaderValue::from_str(&etag) {
        out.insert(ETAG, etag);
    }
    response
}

fn media_type(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

/// Bytes as the digits of base sixteen.
pub(crate) fn hex(bytes: &[u8]) -> String {
    let digit = |half: u8| char::from_digit(u32::from(half), 16).unwrap_or_default();
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}
