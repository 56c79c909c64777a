//! How far a translation is: a person's word, kept with the version it is about.

use super::DbError;
use super::driver::query;
use super::edits::{Editor, SelectionState};
use super::rows::optional_word;
use crate::change::Effect;
use crate::error::StoreError;
use book::id::{ParagraphId, VersionId};
use book::text::review::ReviewState;
use book::text::version::Author;

impl Editor<'_> {
    /// Says how far the translation of a paragraph is.
    pub(super) async fn review(
        &mut self,
        paragraph: ParagraphId,
        selection_state: &SelectionState,
        state: ReviewState,
    ) -> Result<(), DbError> {
        let version = selection_state.selected.ok_or(StoreError::NothingToReview { paragraph })?;
        let before = self.review_of(version).await?;
        if before != state {
            self.put_review(version, state).await?;
            self.effects.push(Effect::Reviewed { paragraph, version, before, after: state });
        }
        Ok(())
    }

    /// Brings an earlier state of a version back, if nobody has said anything else since.
    pub(super) async fn take_back_review(
        &mut self,
        paragraph: ParagraphId,
        version: VersionId,
        (before, after): (ReviewState, ReviewState),
    ) -> Result<bool, DbError> {
        let is_approval = [before, after].contains(&ReviewState::Approved);
        let is_untouched = self.review_of(version).await? == after && (self.rights.approves || !is_approval);
        if is_untouched {
            self.put_review(version, before).await?;
            self.effects.push(Effect::Reviewed { paragraph, version, before: after, after: before });
        }
        Ok(is_untouched)
    }

    async fn review_of(&mut self, version: VersionId) -> Result<ReviewState, DbError> {
        let row = query("SELECT state FROM reviews WHERE version = $1")
            .bind(version.number())
            .fetch_optional(&mut *self.connection)
            .await?;
        let state = row.map(|row| optional_word(&row, "state", ReviewState::from_word)).transpose()?;
        Ok(state.flatten().unwrap_or_default())
    }

    /// A draft has no row.
    async fn put_review(&mut self, version: VersionId, state: ReviewState) -> Result<(), DbError> {
        if state == ReviewState::Draft {
            query("DELETE FROM reviews WHERE version = $1")
                .bind(version.number())
                .execute(&mut *self.connection)
                .await?;
            return Ok(());
        }
        query(
            "INSERT INTO reviews (version, state, who, created_at, person) VALUES ($1, $2, $3, $4, $5) \
             ON CONFLICT (version) DO UPDATE SET state = excluded.state, who = excluded.who, \
             created_at = excluded.created_at, person = excluded.person",
        )
        .bind(version.number())
        .bind(state.as_str())
        // Only a person says so.
        .bind(serde_json::to_string(&Author::Person)?)
        .bind(self.now_ms)
        .bind(self.person)
        .execute(&mut *self.connection)
        .await?;
        Ok(())
    }
}
