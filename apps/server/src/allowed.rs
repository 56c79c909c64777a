//! Whether a request may do what its address does. Every handler of the API begins with an [`Allowed`]; the router accepts no
//! other, so that an address without a rule does not compile.

use crate::problem::Problem;
use crate::state::AppState;
use crate::team::member::Member;
use crate::team::note;
use crate::team::roles::{Act, Action};
use axum::extract::{FromRequestParts, MatchedPath, RawPathParams};
use axum::http::Method;
use axum::http::request::Parts;
use book::id::{BookId, RunId};
use messages::Message;
use serde_json::Value;
use serde_json::json;
use std::marker::PhantomData;
use std::sync::Arc;
use store::error::StoreError;
use store::grant::Right;
use store::store::Store;

/// Proof that a request may do `A`, and the only way of a handler to change the library. What it changes is verified again in
/// the transaction of the change. In a library of one person everything is allowed.
pub(crate) struct Allowed<A> {
    /// Who asks, in a team.
    pub(crate) member: Option<Member>,
    store: Store,
    action: PhantomData<A>,
}

/// The right of a request, for what reads its body: a body may take so long that the right is gone at its end.
#[derive(Clone)]
pub(crate) struct RequestRight(Store);

impl RequestRight {
    /// Refuses a request whose body was read if its sender has lost the right meanwhile.
    pub(crate) async fn verify(right: Option<Self>) -> Result<(), Problem> {
        match right {
            Some(Self(store)) => Ok(store.verify().await?),
            None => Ok(()),
        }
    }
}

impl<A: Act> FromRequestParts<Arc<AppState>> for Allowed<A> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<AppState>) -> Result<Self, Problem> {
        let member = parts.extensions.get::<Member>().cloned();
        let Some(team) = app.team.as_ref().filter(|_| A::ACTION != Action::Enter) else {
            return Ok(Self { member, store: app.process_store().clone(), action: PhantomData });
        };
        let asking = member.as_ref().ok_or_else(Problem::login_required)?;
        let right = Right { least: A::ACTION.least_role(), book: book_named(app, parts).await? };
        let store = asking.grant(app, right).await?;
        if let Some(path) = parts.extensions.get::<MatchedPath>() {
            team.pace.count(asking.person, &parts.method, path.as_str())?;
        }
        if let Some(word) = audited(A::ACTION, &parts.method) {
            let about = json!({"method": parts.method.as_str(), "path": parts.uri.path()});
            note(app, Some(asking.person), word, &about).await?;
        }
        parts.extensions.insert(RequestRight(store.clone()));
        Ok(Self { member, store, action: PhantomData })
    }
}

impl<A> Allowed<A> {
    /// The library, for changes in the name of who asks.
    pub(crate) const fn store(&self) -> &Store {
        &self.store
    }

    /// Logs an action of who asks, in a team.
    pub(crate) async fn note(&self, app: &AppState, action: &str, about: &Value) -> Result<(), Problem> {
        match &self.member {
            Some(member) => note(app, Some(member.person), action, about).await,
            None => Ok(()),
        }
    }

    /// Who asks; only in a team.
    pub(crate) fn member(&self) -> Result<&Member, Problem> {
        self.member.as_ref().ok_or_else(|| Problem::missing("not_a_team", Message::new("not_a_team")))
    }
}

/// The word under which a request is written down for the owners, if it is.
fn audited(action: Action, method: &Method) -> Option<&'static str> {
    match action {
        Action::Export => Some("exported"),
        Action::Remove if *method != Method::GET => Some("book_removed"),
        Action::Configure if *method != Method::GET => Some("configured"),
        Action::Configure
        | Action::Remove
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

/// The book that the address names, itself or by one of its runs.
async fn book_named(app: &AppState, parts: &mut Parts) -> Result<Option<BookId>, Problem> {
    let params = RawPathParams::from_request_parts(parts, &()).await;
    let named = |name: &str| {
        let params = params.as_ref().ok()?;
        params.into_iter().find(|(key, _)| *key == name).map(|(_, value)| value.to_owned())
    };
    Ok(match (named("book"), named("run")) {
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
    })
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
