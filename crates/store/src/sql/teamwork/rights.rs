//! What the author of a change may do to approved text and to chapters assigned to others. The rule that protects a person's
//! words from a model also protects approved text from all but editors: their text is kept as a suggestion.

use crate::change::AttributedCause;
use crate::error::StoreError;
use crate::people::Role;
use crate::sql::DbError;
use crate::sql::driver::{Connection, query, query_scalar};
use crate::sql::edits::SelectionState;
use crate::sql::people::role;
use crate::sql::rows::BookKey;
use book::id::ParagraphId;
use book::text::review::ReviewState;
use book::text::version::Author;
use std::collections::HashSet;

/// Read in the transaction that makes the change, so that a role that was taken away counts at once.
pub(in crate::sql) struct Rights {
    /// Whether they may approve, and change what is approved.
    pub(in crate::sql) approves: bool,
    /// Chapters that were given to others and not to them.
    of_others: HashSet<i64>,
}

impl Rights {
    /// Everything, as in a library of one person.
    pub(in crate::sql) fn whole() -> Self {
        Self { approves: true, of_others: HashSet::new() }
    }

    /// The rights of the author of a change. A model never approves, whichever person it works for.
    pub(in crate::sql) async fn of_author(
        connection: &mut Connection,
        book: BookKey,
        cause: AttributedCause<'_>,
    ) -> Result<Self, DbError> {
        if cause.who != Author::Person {
            return Ok(Self { approves: false, of_others: HashSet::new() });
        }
        let Some(person) = cause.key() else { return Ok(Self::whole()) };
        let row = query(
            "SELECT m.role, r.role AS book_role FROM people m LEFT JOIN book_roles r ON r.person = m.key AND r.book = $2 \
             WHERE m.key = $1 AND m.removed_at IS NULL",
        )
        .bind(person)
        .bind(book.0)
        .fetch_optional(&mut *connection)
        .await?;
        let row = row.ok_or(StoreError::NotAllowed)?;
        let role = Role::that_counts(role(&row, "role")?, role(&row, "book_role")?, cause.limit);
        if role.is_some_and(Role::approves) {
            return Ok(Self::whole());
        }
        let of_others: Vec<i64> = query_scalar(
            "SELECT DISTINCT a.chapter FROM assignments a WHERE a.book = $1 AND a.state <> 'done' AND NOT EXISTS \
             (SELECT 1 FROM assignments o WHERE o.chapter = a.chapter AND o.person = $2)",
        )
        .bind(book.0)
        .bind(person)
        .fetch_all(connection)
        .await?;
        Ok(Self { approves: false, of_others: of_others.into_iter().collect() })
    }

    /// Whether a chapter is assigned to other members who are not done.
    pub(in crate::sql) fn is_given_to_others(&self, chapter: i64) -> bool {
        self.of_others.contains(&chapter)
    }

    /// Refuses to select another version than the approved one, or another than that of the member the chapter is assigned to.
    pub(in crate::sql) fn may_select(
        &self,
        paragraph: ParagraphId,
        selection_state: &SelectionState,
    ) -> Result<(), StoreError> {
        if selection_state.approved && !self.approves {
            return Err(StoreError::NotAnApprover { paragraph });
        }
        if self.is_given_to_others(selection_state.chapter) {
            return Err(StoreError::GivenToOthers { paragraph });
        }
        Ok(())
    }

    /// Refuses to approve, and to say anything else of what is approved.
    pub(in crate::sql) fn may_review(
        &self,
        paragraph: ParagraphId,
        selection_state: &SelectionState,
        state: ReviewState,
    ) -> Result<(), StoreError> {
        let is_approval = selection_state.approved || state == ReviewState::Approved;
        if is_approval && !self.approves { Err(StoreError::NotAnApprover { paragraph }) } else { Ok(()) }
    }
}
