//! Whether a request may do what its address does. Every handler of the API begins with an [`Allowed`]; the router accepts no
//! other, so that an address without a rule does not compile.

use crate::problem::Problem;
use crate::state::AppState;
use crate::team::member::Member;
use crate::team::note;
use crate::team::roles::{Act, Action, allows};
use axum::extract::{FromRequestParts, RawPathParams};
use axum::http::Method;
use axum::http::request::Parts;
use book::id::{BookId, RunId};
use messages::Message;
use serde_json::json;
use std::marker::PhantomData;
use std::sync::Arc;
use store::error::StoreError;
use store::people::Role;

/// Proof that a request may do `A`. In a library of one person everything is allowed.
pub(crate) struct Allowed<A> {
    /// Who asks, in a team.
    pub(crate) member: Option<Member>,
    action: PhantomData<A>,
}

impl<A: Act> FromRequestParts<Arc<AppState>> for Allowed<A> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<AppState>) -> Result<Self, Problem> {
        let member = parts.extensions.get::<Member>().cloned();
        if app.team.is_some() && A::ACTION != Action::Enter {
            let member = member.as_ref().ok_or_else(Problem::login_required)?;
            let role = role_here(app, member, parts).await?;
            if !allows(role, A::ACTION) {
                return Err(Problem::forbidden());
            }
            if let Some(word) = audited(A::ACTION, &parts.method) {
                let about = json!({"method": parts.method.as_str(), "path": parts.uri.path()});
                note(app, word, &about).await?;
            }
        }
        Ok(Self { member, action: PhantomData })
    }
}

impl<A> Allowed<A> {
    /// Who asks; only in a team.
    pub(crate) fn member(&self) -> Result<&Member, Problem> {
        self.member.as_ref().ok_or_else(|| Problem::missing("not_a_team", Message::new("not_a_team")))
    }
}

/// The word under which a request is written down for the owners, if it is.
fn audited(action: Action, method: &Method) -> Option<&'static str> {
    match action {
        Action::Export => Some("exported"),
        Action::Remove => Some("book_removed"),
        Action::Configure if *method != Method::GET => Some("configured"),
        Action::Configure
        | Action::Enter
        | Action::Own
        | Action::Read
        | Action::Comment
        | Action::Translate
        | Action::Edit
        | Action::Spend
        | Action::Import
        | Action::Govern => None,
    }
}

/// What a member may do where the address leads: in the book it names, or in the library.
async fn role_here(app: &AppState, member: &Member, parts: &mut Parts) -> Result<Option<Role>, Problem> {
    let params = RawPathParams::from_request_parts(parts, &()).await;
    let named = |name: &str| {
        let params = params.as_ref().ok()?;
        params.into_iter().find(|(key, _)| *key == name).map(|(_, value)| value.to_owned())
    };
    let book: Option<BookId> = match (named("book"), named("run")) {
        (Some(book), _) => book.parse().ok(),
        (None, Some(run)) => match run.parse::<RunId>() {
            Ok(run) => match app.library().run(run).await {
                Ok(record) => Some(record.book),
                Err(StoreError::NoSuchRun { .. }) => None,
                Err(error) => return Err(error.into()),
            },
            Err(_) => None,
        },
        (None, None) => None,
    };
    member.role_in(app, book).await
}

/// The arguments of a handler that begins with an [`Allowed`]; the router takes no others.
pub(crate) trait Guarded {}

macro_rules! guarded_arguments {
    ($($argument:ident),*) => {
        impl<Via, A, $($argument),*> Guarded for (Via, Allowed<A>, $($argument,)*) {}
    };
}

guarded_arguments!();
guarded_arguments!(B);
guarded_arguments!(B, C);
guarded_arguments!(B, C, D);
guarded_arguments!(B, C, D, E);
guarded_arguments!(B, C, D, E, F);
guarded_arguments!(B, C, D, E, F, G);
