//! How far a translation is: a person's word, kept with the version it is about.

use super::DbError;
use super::driver::query;
use super::edits::Editor;
use super::rows::optional_word;
use crate::change::Effect;
use crate::error::StoreError;
use book::id::{ParagraphId, VersionId};
use book::text::review::ReviewState;
use book::text::version::Author;

/// How a paragraph came to be reviewed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ReviewTarget {
    /// A person means this one.
    ByItself,
    /// With many others, of which some are passed over.
    AmongOthers,
}

impl Editor<'_> {
    /// Says how far the translation of a paragraph is. Among others, one that has no translation or is further already is
    /// passed over: the caller may have read it earlier, and the lock of the series is held here.
    pub(super) async fn review(
        &mut self,
        paragraph: ParagraphId,
        state: ReviewState,
        named: ReviewTarget,
        who: &Author,
    ) -> Result<(), DbError> {
        if *who != Author::Person {
            return Err(StoreError::Protected { paragraph }.into());
        }
        let selection_state = self.selection_state(paragraph).await?;
        let is_above = selection_state.approved && ReviewState::Approved.is_above(state);
        if named == ReviewTarget::AmongOthers && (selection_state.selected.is_none() || is_above) {
            return Ok(());
        }
        self.rights.may_review(paragraph, &selection_state, state)?;
        let version = selection_state.selected.ok_or(StoreError::NothingToReview { paragraph })?;
        let before = self.review_of(version).await?;
        if before != state {
            self.put_review(version, state).await?;
            self.effects.push(Effect::Reviewed { paragraph, version, before, after: state });
        }
        Ok(())
    }

    /// Restores an earlier review state of a version, if it has not changed since.
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

    /// Gives the selected version the review state of the one it came from.
    pub(super) async fn carry_review(
        &mut self,
        paragraph: ParagraphId,
        from: VersionId,
    ) -> Result<(), DbError> {
        let selected = self.selection_state(paragraph).await?.selected;
        let Some(version) = selected.filter(|version| *version != from) else { return Ok(()) };
        let (before, state) = (self.review_of(version).await?, self.review_of(from).await?);
        if before != state {
            self.put_review(version, state).await?;
            self.effects.push(Effect::Reviewed { paragraph, version, before, after: state });
        }
        Ok(())
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
