//! Every address of the API: one file for each resource. The router and the `OpenAPI` document come from the same list.

mod about;
mod activity;
mod any_handler;
mod assignments;
mod books;
mod budgets;
mod bundle;
mod changes;
mod chapters;
mod chat;
mod comments;
mod cost;
mod editions;
mod exchange;
mod export;
mod findings;
mod fix;
pub(crate) mod form;
mod glossary;
mod import;
mod instructions;
mod keys;
mod knowledge;
mod model_settings;
mod models;
mod notes;
mod outline;
mod paragraphs;
mod people;
mod presence;
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
mod trash;
mod versions;

use self::any_handler::AnyHandler;
use crate::problem::Problem;
use crate::problem::body::{ParamValue, ProblemBody};
use crate::state::AppState;
use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::routing::MethodRouter;
use messages::Message;
use std::sync::Arc;
use utoipa::OpenApi;
use utoipa::openapi::path::{HttpMethod, Operation, Paths};
use utoipa::openapi::{RefOr, Schema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::{PathItemExt, routes};

/// A request that is not an upload has no reason to be larger.
const MAX_BODY: usize = 2 * 1024 * 1024;

#[derive(OpenApi)]
#[openapi(
    info(title = "Tsumugi", description = "Translates whole books with language models.", license(name = "Apache-2.0", identifier = "Apache-2.0")),
    components(schemas(ProblemBody, ParamValue)),
    servers((url = "/", description = "This program."))
)]
struct Document;

/// The routes of one address, as `routes!` makes them, with handlers of one type.
macro_rules! guarded {
    ($($handler:path),+) => {{
        let mut address = Address::default();
        $(
            let mut schemas = Vec::new();
            let described = routes!(@resolve_types $handler : schemas);
            address.add(schemas, described, &AnyHandler::new($handler));
        )+
        (address.schemas, address.paths, address.router)
    }};
}

/// What is served at one address, and what the document says of it.
#[derive(Default)]
struct Address {
    schemas: Vec<(String, RefOr<Schema>)>,
    paths: Paths,
    router: MethodRouter<Arc<AppState>>,
}

impl Address {
    fn add(
        &mut self,
        schemas: Vec<(String, RefOr<Schema>)>,
        (path, operation, methods): (String, Operation, Vec<HttpMethod>),
        handler: &AnyHandler,
    ) {
        let mut router = std::mem::take(&mut self.router);
        for method in &methods {
            router = router.on(method.to_method_filter(), handler.clone());
        }
        self.router = router;
        self.schemas.extend(schemas);
        self.paths.add_path_operation(path, methods, operation);
    }
}

/// The router of everything under `/api`, and the document that describes it.
#[expect(clippy::too_many_lines, reason = "one line for each address")]
pub(crate) fn all() -> (Router<Arc<AppState>>, utoipa::openapi::OpenApi) {
    let (router, document) = OpenApiRouter::with_openapi(Document::openapi())
        .routes(guarded!(about::about))
        .routes(guarded!(about::open_session, about::close_session))
        .routes(guarded!(about::document))
        .routes(guarded!(books::list, import::import))
        .routes(guarded!(books::show, books::change, books::remove))
        .routes(guarded!(books::cover))
        .routes(guarded!(editions::make))
        .routes(guarded!(trash::list))
        .routes(guarded!(trash::restore))
        .routes(guarded!(trash::delete))
        .routes(guarded!(chapters::change))
        .routes(guarded!(paragraphs::of_chapter))
        .routes(guarded!(outline::of_chapter))
        .routes(guarded!(paragraphs::show))
        .routes(guarded!(versions::list, versions::add))
        .routes(guarded!(versions::select))
        .routes(guarded!(versions::lock))
        .routes(guarded!(review::filter))
        .routes(guarded!(review::set))
        .routes(guarded!(review::set_many))
        .routes(guarded!(versions::judge))
        .routes(guarded!(versions::suggestions))
        .routes(guarded!(search::search))
        .routes(guarded!(stale::list))
        .routes(guarded!(replace::replace))
        .routes(guarded!(changes::list))
        .routes(guarded!(changes::texts))
        .routes(guarded!(changes::undo))
        .routes(guarded!(runs::plan))
        .routes(guarded!(runs::begin))
        .routes(guarded!(runs::list))
        .routes(guarded!(runs::show))
        .routes(guarded!(runs::stop))
        .routes(guarded!(runs::cancel_batch))
        .routes(guarded!(runs::resume))
        .routes(guarded!(runs::questions))
        .routes(guarded!(runs::answer))
        .routes(guarded!(runs::tasks))
        .routes(guarded!(runs::transcript))
        .routes(guarded!(run_events::of_run))
        .routes(guarded!(run_events::of_library))
        .routes(guarded!(chat::list, chat::post_turn))
        .routes(guarded!(chat::show, chat::remove))
        .routes(guarded!(chat::stop))
        .routes(guarded!(chat::answer))
        .routes(guarded!(cost::of_book))
        .routes(guarded!(budgets::list, budgets::set))
        .routes(guarded!(models::list, models::add, models::change, models::remove))
        .routes(guarded!(models::test))
        .routes(guarded!(model_settings::show, model_settings::change))
        .routes(guarded!(model_settings::offered))
        .routes(guarded!(keys::list))
        .routes(guarded!(keys::set, keys::remove))
        .routes(guarded!(models::settings, models::change_settings))
        .routes(guarded!(models::prompt))
        .routes(guarded!(rehearsal::discard))
        .routes(guarded!(export::export, export::download))
        .routes(guarded!(exchange::hand_out, exchange::take_back))
        .routes(guarded!(bundle::download))
        .routes(guarded!(bundle::take))
        .routes(guarded!(export::certificate))
        .routes(guarded!(export::certificate_file))
        .routes(guarded!(knowledge::terms::list, knowledge::terms::add))
        .routes(guarded!(glossary::import))
        .routes(guarded!(glossary::export))
        .routes(guarded!(knowledge::terms::change, knowledge::terms::remove))
        .routes(guarded!(knowledge::characters::list, knowledge::characters::add))
        .routes(guarded!(knowledge::characters::change, knowledge::characters::remove))
        .routes(guarded!(knowledge::memories::list, knowledge::memories::add))
        .routes(guarded!(knowledge::memories::change, knowledge::memories::remove))
        .routes(guarded!(knowledge::summaries::list))
        .routes(guarded!(knowledge::summaries::change))
        .routes(guarded!(knowledge::summaries::uses))
        .routes(guarded!(knowledge::rename::term))
        .routes(guarded!(knowledge::rename::character))
        .routes(guarded!(knowledge::drift::drift))
        .routes(guarded!(knowledge::drift::conflicts))
        .routes(guarded!(findings::list))
        .routes(guarded!(findings::check))
        .routes(guarded!(findings::acknowledge, findings::withdraw))
        .routes(guarded!(fix::plan))
        .routes(guarded!(fix::begin))
        .routes(guarded!(quality::show))
        .routes(guarded!(quality::report))
        .routes(guarded!(instructions::show, instructions::change))
        .routes(guarded!(notes::show, notes::change))
        .routes(guarded!(instructions::change_chapter))
        .routes(guarded!(instructions::change_series))
        .routes(guarded!(series::list))
        .routes(guarded!(series::put_book))
        .routes(guarded!(survey::candidates))
        .routes(guarded!(survey::plan))
        .routes(guarded!(survey::begin))
        .routes(guarded!(survey::pieces))
        .routes(guarded!(proposals::list, proposals::decide))
        .routes(guarded!(activity::list))
        .routes(guarded!(assignments::list, assignments::assign))
        .routes(guarded!(assignments::change, assignments::remove))
        .routes(guarded!(assignments::members))
        .routes(guarded!(assignments::mine))
        .routes(guarded!(comments::list))
        .routes(guarded!(comments::of_paragraph, comments::add))
        .routes(guarded!(comments::resolve))
        .routes(guarded!(presence::list, presence::put))
        .routes(guarded!(people::notices::list, people::notices::read))
        .routes(guarded!(people::mail::show, people::mail::change))
        .routes(guarded!(people::mail::send_confirmation))
        .routes(guarded!(people::mail_links::show_confirm, people::mail_links::confirm))
        .routes(guarded!(people::mail_links::show_unsubscribe, people::mail_links::unsubscribe))
        .routes(guarded!(people::login::log_in))
        .routes(guarded!(people::oidc::begin))
        .routes(guarded!(people::oidc::finish))
        .routes(guarded!(people::me::show))
        .routes(guarded!(people::me::change_password))
        .routes(guarded!(people::identity::begin, people::identity::link, people::identity::unlink))
        .routes(guarded!(people::me::credentials))
        .routes(guarded!(people::me::end))
        .routes(guarded!(people::me::make_token))
        .routes(guarded!(people::members::list))
        .routes(guarded!(people::members::change_role))
        .routes(guarded!(people::members::remove))
        .routes(guarded!(people::members::audit))
        .routes(guarded!(people::invitations::list, people::invitations::invite))
        .routes(guarded!(people::invitations::take_back))
        .routes(guarded!(people::invitations::join))
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
