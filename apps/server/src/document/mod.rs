//! What every operation of the API has in common, added to the `OpenAPI` document in one place.

mod closed_sets;

use crate::access::token::COOKIE;
use axum::http::StatusCode;
use utoipa::openapi::header::Header;
use utoipa::openapi::path::{Operation, Parameter, ParameterBuilder, ParameterIn, PathItem};
use utoipa::openapi::schema::{ArrayItems, KnownFormat, Object, ObjectBuilder, Schema, SchemaFormat, Type};
use utoipa::openapi::security::{
    ApiKey, ApiKeyValue, HttpAuthScheme, HttpBuilder, SecurityRequirement, SecurityScheme,
};
use utoipa::openapi::{Components, ContentBuilder, OpenApi, Ref, RefOr, Required, Response, ResponseBuilder};

/// The scheme of a token in the `Authorization` header.
const BEARER: &str = "token";
/// The scheme of a browser's session.
const SESSION: &str = "session";
/// Where every operation's refusals are described.
const PROBLEM: &str = "Problem";

/// The refusals any operation may answer with.
const REFUSALS: [StatusCode; 8] = [
    StatusCode::BAD_REQUEST,
    StatusCode::UNAUTHORIZED,
    StatusCode::FORBIDDEN,
    StatusCode::NOT_FOUND,
    StatusCode::CONFLICT,
    StatusCode::PAYLOAD_TOO_LARGE,
    StatusCode::UNPROCESSABLE_ENTITY,
    StatusCode::TOO_MANY_REQUESTS,
];

/// The whole document: security, the header of changes, refusals, and a description of every response.
pub(crate) fn complete(mut document: OpenApi) -> OpenApi {
    let components = document.components.get_or_insert_with(Components::new);
    name_items(components);
    closed_sets::close(components);
    components.responses.insert(PROBLEM.to_owned(), RefOr::T(problem()));
    let token = HttpBuilder::new()
        .scheme(HttpAuthScheme::Bearer)
        .description(Some("The token that `tsumugi serve` prints when it starts."));
    let cookie =
        ApiKeyValue::with_description(COOKIE.name, "What `POST /api/v1/session` sets for a browser.");
    components.add_security_scheme(BEARER, SecurityScheme::Http(token.build()));
    components.add_security_scheme(SESSION, SecurityScheme::ApiKey(ApiKey::Cookie(cookie)));
    let none: [String; 0] = [];
    document.security = Some(vec![
        SecurityRequirement::new(BEARER, none.clone()),
        SecurityRequirement::new(SESSION, none),
        // A server that was started without a token asks for none.
        SecurityRequirement::default(),
    ]);
    for item in document.paths.paths.values_mut() {
        complete_item(item);
    }
    document
}

/// Pages refer to the schema of their items instead of repeating it.
fn name_items(components: &mut Components) {
    let names: Vec<String> = components.schemas.keys().cloned().collect();
    for (name, schema) in &mut components.schemas {
        let Some(of) = name.strip_prefix("Page_").filter(|of| names.iter().any(|name| name == of)) else {
            continue;
        };
        let RefOr::T(Schema::Object(page)) = schema else { continue };
        if let Some(RefOr::T(Schema::Array(items))) = page.properties.get_mut("items") {
            items.items = ArrayItems::RefOrSchema(Box::new(RefOr::Ref(Ref::from_schema_name(of))));
        }
    }
}

fn complete_item(item: &mut PathItem) {
    let changing = [&mut item.post, &mut item.put, &mut item.patch, &mut item.delete];
    for operation in changing.into_iter().flatten() {
        operation.parameters.get_or_insert_default().push(RefOr::T(marker()));
        complete_operation(operation);
    }
    if let Some(operation) = &mut item.get {
        complete_operation(operation);
    }
}

fn complete_operation(operation: &mut Operation) {
    let responses = &mut operation.responses.responses;
    for status in REFUSALS {
        let refused = || RefOr::Ref(Ref::from_response_name(PROBLEM));
        responses.entry(status.as_str().to_owned()).or_insert_with(refused);
    }
    for (status, response) in responses {
        let RefOr::T(response) = response else { continue };
        let is_refusal = status.starts_with('4') || status.starts_with('5');
        if is_refusal && response.content.is_empty() {
            response.content = problem().content;
        }
        for (media_type, content) in &mut response.content {
            if let (true, RefOr::T(content)) = (is_file(media_type), content) {
                content.schema = Some(RefOr::T(bytes().into()));
            }
        }
        if response.description.is_empty() {
            let known = status.parse().ok().and_then(|status: StatusCode| status.canonical_reason());
            known.unwrap_or("What was asked for").clone_into(&mut response.description);
        }
    }
}

/// Whether an answer of this type is a file to keep as it is.
fn is_file(media_type: &str) -> bool {
    media_type.starts_with("image/")
        || ["application/octet-stream", "application/epub+zip", "text/plain"].contains(&media_type)
}

fn bytes() -> Object {
    let format = SchemaFormat::KnownFormat(KnownFormat::Binary);
    ObjectBuilder::new().schema_type(Type::String).format(Some(format)).build()
}

/// The header by which a program says that a change is meant.
fn marker() -> Parameter {
    ParameterBuilder::new()
        .name("X-Tsumugi")
        .parameter_in(ParameterIn::Header)
        .required(Required::False)
        .description(Some(
            "`1` says that the change is meant. Needed from programs that send neither an `Authorization` header nor an `Origin`.",
        ))
        .schema(Some(Object::with_type(Type::String)))
        .build()
}

fn problem() -> Response {
    let content = ContentBuilder::new().schema(Some(Ref::from_schema_name("ProblemBody"))).build();
    let mut response = ResponseBuilder::new()
        .description("What went wrong, to what, and what to do.")
        .content("application/problem+json", content)
        .build();
    let seconds = Header::new(Object::with_type(Type::Integer));
    response.headers.insert("Retry-After".to_owned(), RefOr::T(seconds));
    response
}
