//! The language a request is answered in, as far as messages go.

use axum::extract::Request;
use axum::http::header;
use axum::middleware::Next;
use axum::response::Response;
use messages::Language;

tokio::task_local! {
    static LANGUAGE: Language;
}

/// Answers the request in the language it asks for with `Accept-Language`.
pub(crate) async fn answer_in_language(request: Request, next: Next) -> Response {
    let asked = request.headers().get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
    let language = asked.map_or(Language::English, Language::accepted);
    LANGUAGE.scope(language, next.run(request)).await
}

/// The language of the request under way; English outside of one.
pub(crate) fn current() -> Language {
    LANGUAGE.try_with(|language| *language).unwrap_or_default()
}
