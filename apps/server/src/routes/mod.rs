//! Every address of the API: one file for each resource. The router and the `OpenAPI` document come from the same list.

mod about;
mod books;
mod bundle;
mod changes;
mod chapters;
mod chat;
mod cost;
mod exchange;
mod export;
mod findings;
mod fix;
mod form;
mod glossary;
mod import;
mod instructions;
mod knowledge;
mod model_settings;
mod models;
mod notes;
mod outline;
mod paragraphs;
mod proposals;
mod quality;
mod rehearsal;
mod replace;
mod review;
mod run_events;
mod runs;
mod search;
mod series;
mod stale;
mod survey;
mod versions;

use crate::problem::{ParamValue, Problem, ProblemBody};
use crate::state::AppState;
use axum::Router;
use axum::extract::DefaultBodyLimit;
use messages::Message;
use std::sync::Arc;
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// A request that is not an upload has no reason to be larger.
const MAX_BODY: usize = 2 * 1024 * 1024;

#[derive(OpenApi)]
#[openapi(
    info(title = "Tsumugi", description = "Translates whole books with language models.", license(name = "Apache-2.0", identifier = "Apache-2.0")),
    components(schemas(ProblemBody, ParamValue)),
    servers((url = "/", description = "This program."))
)]
struct Document;

/// The router of everything under `/api`, and the document that describes it.
#[expect(clippy::too_many_lines, reason = "one line for each address")]
pub(crate) fn all() -> (Router<Arc<AppState>>, utoipa::openapi::OpenApi) {
    let (router, document) = OpenApiRouter::with_openapi(Document::openapi())
        .routes(routes!(about::about))
        .routes(routes!(about::open_session, about::close_session))
        .routes(routes!(about::document))
        .routes(routes!(books::list, import::import))
        .routes(routes!(books::show, books::change, books::remove))
        .routes(routes!(books::cover))
        .routes(routes!(chapters::change))
        .routes(routes!(paragraphs::of_chapter))
        .routes(routes!(outline::of_chapter))
        .routes(routes!(paragraphs::show))
        .routes(routes!(versions::list, versions::add))
        .routes(routes!(versions::select))
        .routes(routes!(versions::lock))
        .routes(routes!(review::filter))
        .routes(routes!(review::set))
        .routes(routes!(review::set_many))
        .routes(routes!(versions::judge))
        .routes(routes!(versions::suggestions))
        .routes(routes!(search::search))
        .routes(routes!(stale::list))
        .routes(routes!(replace::replace))
        .routes(routes!(changes::list))
        .routes(routes!(changes::texts))
        .routes(routes!(changes::undo))
        .routes(routes!(runs::plan))
        .routes(routes!(runs::begin))
        .routes(routes!(runs::list))
        .routes(routes!(runs::show))
        .routes(routes!(runs::stop))
        .routes(routes!(runs::cancel_batch))
        .routes(routes!(runs::resume))
        .routes(routes!(runs::questions))
        .routes(routes!(runs::answer))
        .routes(routes!(runs::tasks))
        .routes(routes!(runs::transcript))
        .routes(routes!(run_events::of_run))
        .routes(routes!(run_events::of_library))
        .routes(routes!(chat::list, chat::say))
        .routes(routes!(chat::show, chat::remove))
        .routes(routes!(chat::stop))
        .routes(routes!(chat::answer))
        .routes(routes!(cost::of_book))
        .routes(routes!(models::list, models::add, models::change, models::remove))
        .routes(routes!(models::test))
        .routes(routes!(model_settings::show, model_settings::change))
        .routes(routes!(model_settings::offered))
        .routes(routes!(models::settings, models::change_settings))
        .routes(routes!(models::prompt))
        .routes(routes!(rehearsal::discard))
        .routes(routes!(export::export, export::download))
        .routes(routes!(exchange::hand_out, exchange::take_back))
        .routes(routes!(bundle::download))
        .routes(routes!(bundle::take))
        .routes(routes!(export::certificate))
        .routes(routes!(export::certificate_file))
        .routes(routes!(knowledge::terms::list, knowledge::terms::add))
        .routes(routes!(glossary::import))
        .routes(routes!(glossary::export))
        .routes(routes!(knowledge::terms::change, knowledge::terms::remove))
        .routes(routes!(knowledge::characters::list, knowledge::characters::add))
        .routes(routes!(knowledge::characters::change, knowledge::characters::remove))
        .routes(routes!(knowledge::memories::list, knowledge::memories::add))
        .routes(routes!(knowledge::memories::change, knowledge::memories::remove))
        .routes(routes!(knowledge::summaries::list))
        .routes(routes!(knowledge::summaries::change))
        .routes(routes!(knowledge::summaries::uses))
        .routes(routes!(knowledge::rename::term))
        .routes(routes!(knowledge::rename::character))
        .routes(routes!(knowledge::drift::drift))
        .routes(routes!(knowledge::drift::conflicts))
        .routes(routes!(findings::list))
        .routes(routes!(findings::check))
        .routes(routes!(findings::acknowledge, findings::withdraw))
        .routes(routes!(fix::plan))
        .routes(routes!(fix::begin))
        .routes(routes!(quality::show))
        .routes(routes!(quality::report))
        .routes(routes!(instructions::show, instructions::change))
        .routes(routes!(notes::show, notes::change))
        .routes(routes!(instructions::change_chapter))
        .routes(routes!(instructions::change_series))
        .routes(routes!(series::list))
        .routes(routes!(series::put_book))
        .routes(routes!(survey::candidates))
        .routes(routes!(survey::plan))
        .routes(routes!(survey::begin))
        .routes(routes!(survey::pieces))
        .routes(routes!(proposals::list, proposals::decide))
        .split_for_parts();
    (router.layer(DefaultBodyLimit::max(MAX_BODY)), crate::document::complete(document))
}

/// What is answered where there is nothing.
pub(crate) async fn nothing_here() -> Problem {
    Problem::missing("no_such_address", Message::new("nothing_at_address"))
}

/// What is answered to a method an address does not know.
pub(crate) async fn not_this_way() -> Problem {
    Problem::new(axum::http::StatusCode::METHOD_NOT_ALLOWED, "method", Message::new("method_unknown"))
}
