//! In whose name the request under way is answered.

use store::people::{PersonId, Role};

/// In whose name a request is answered, and no more than which role its credential gives.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Acting {
    pub(crate) person: Option<PersonId>,
    pub(crate) limit: Option<Role>,
}

impl From<Option<PersonId>> for Acting {
    fn from(person: Option<PersonId>) -> Self {
        Self { person, limit: None }
    }
}

tokio::task_local! {
    static ACTING: Acting;
}

/// Answers a request in a member's name.
pub(crate) async fn acting<T>(member: impl Into<Acting>, answer: impl Future<Output = T>) -> T {
    ACTING.scope(member.into(), answer).await
}

/// In whose name the request under way is answered.
pub(crate) fn acting_now() -> Acting {
    ACTING.try_with(|acting| *acting).unwrap_or_default()
}
