//! Many rows in one statement: a task hands in a whole chunk, and passing each row to the database's thread by itself costs
//! more than writing it.

use super::driver::{Connection, Row, query, query_scalar, sql};
use super::edits::{Editor, SelectionState};
use super::rows::{BookKey, number_in};
use super::teamwork::Rights;
use super::{DbError, search_pages};
use crate::change::{AddedAs, AddedVersion, Effect};
use crate::error::StoreError;
use book::edit::Edit;
use book::id::{ParagraphId, VersionId};
use book::text::version::{Author, Selection};
use std::collections::{HashMap, HashSet};

/// How many edits at the beginning can be written together: versions by one author, no paragraph twice.
pub fn n_together(edits: &[Edit]) -> usize {
    let Some(Edit::AddVersion { author: by, .. }) = edits.first() else { return 0 };
    let mut seen = HashSet::new();
    let fits = |edit: &&Edit| matches!(edit, Edit::AddVersion { paragraph, author, .. } if by == author && seen.insert(*paragraph));
    edits.iter().take_while(fits).count()
}

struct NewVersion<'a> {
    paragraph: ParagraphId,
    key: i64,
    text: &'a str,
    selection_state: &'a SelectionState,
    standing: AddedAs,
}

impl Editor<'_> {
    /// Appends versions by one author, each to another paragraph, as [`n_together`] found them.
    pub(super) async fn add_versions(&mut self, edits: &[Edit]) -> Result<Vec<AddedVersion>, DbError> {
        let selection_states = self.selection_states(edits).await?;
        let mut new = Vec::with_capacity(edits.len());
        let mut by = &Author::Memory;
        for edit in edits {
            let Edit::AddVersion { paragraph, text, author, selection } = edit else { continue };
            by = author;
            let (paragraph, key) = (*paragraph, self.key.paragraph(*paragraph));
            let missing = || StoreError::NoSuchParagraph { book: self.book, paragraph };
            let selection_state = selection_states.get(&key).ok_or_else(missing)?;
            let standing = selection_state.standing(author, *selection, &self.rights);
            new.push(NewVersion { paragraph, key, text, selection_state, standing });
        }
        let versions = self.insert_versions(&new, by).await?;
        let mut added = Vec::with_capacity(new.len());
        for version in &new {
            let missing = || StoreError::NoSuchParagraph { book: self.book, paragraph: version.paragraph };
            let id = versions.get(&version.key).copied().ok_or_else(missing)?;
            added.push(AddedVersion {
                paragraph: version.paragraph,
                version: id,
                standing: version.standing,
            });
        }
        self.show_all(&new, &added).await?;
        for (version, added) in new.iter().zip(&added) {
            let (paragraph, id) = (version.paragraph, added.version);
            self.effects.push(Effect::VersionAdded { paragraph, version: id });
            if version.standing.is_selected() {
                let before = version.selection_state.selected;
                self.effects.push(Effect::Selected { paragraph, before, after: Some(id) });
            }
        }
        Ok(added)
    }

    async fn selection_states(&mut self, edits: &[Edit]) -> Result<HashMap<i64, SelectionState>, DbError> {
        let keys = edits.iter().filter_map(|edit| {
            let Edit::AddVersion { paragraph, .. } = edit else { return None };
            Some(self.key.paragraph(*paragraph))
        });
        let rows = query(sql!(
            "SELECT p.key, p.chapter, p.position, s.version, coalesce(s.locked, 0) AS locked, \
             coalesce(v.by_person, 0) AS by_person, CASE WHEN w.state IN ('reviewed', 'approved') THEN 1 ELSE 0 END AS reviewed, \
             CASE WHEN w.state = 'approved' THEN 1 ELSE 0 END AS approved \
             FROM ",
            { "json_each($1) j CROSS" | "(SELECT unnest($1) AS value) j" },
            " JOIN paragraphs p ON p.key = j.value \
             LEFT JOIN selections s ON s.paragraph = p.key LEFT JOIN versions v ON v.key = s.version \
             LEFT JOIN reviews w ON w.version = s.version \
             WHERE p.position >= 0"
        ))
        .bind(list(keys))
        .fetch_all(&mut *self.connection)
        .await?;
        rows.iter().map(|row| Ok((row.try_get("key")?, SelectionState::read(row)?))).collect()
    }

    /// Each is made from what stands there now, in the language that is wanted now.
    async fn insert_versions(
        &mut self,
        new: &[NewVersion<'_>],
        author: &Author,
    ) -> Result<HashMap<i64, VersionId>, DbError> {
        let rows: Vec<(i64, &str, i64)> = new
            .iter()
            .map(|version| (version.key, version.text, i64::from(version.standing.is_suggested())))
            .collect();
        let inserted = query(sql!(
            "INSERT INTO versions (paragraph, text, author, by_person, created_at, suggested, person, source, target) \
             SELECT p.key, j.value ->> 1, $2, $3, $4, CAST(j.value ->> 2 AS BIGINT), CAST($5 AS BIGINT), p.source, b.target_language FROM ",
            { "json_each($1) j CROSS" | "json_array_elements($1::json) WITH ORDINALITY j(value, key)" },
            " JOIN paragraphs p ON p.key = CAST(j.value ->> 0 AS BIGINT) JOIN books b ON b.key = p.book \
             WHERE true ORDER BY j.key RETURNING key, paragraph"
        ))
        .bind(serde_json::to_string(&rows)?)
        .bind(serde_json::to_string(author)?)
        .bind(*author == Author::Person)
        .bind(self.now_ms)
        .bind(self.person)
        .fetch_all(&mut *self.connection)
        .await?;
        let pair = |row: &Row| -> Result<(i64, VersionId), DbError> {
            Ok((row.try_get("paragraph")?, VersionId::from_number(row.try_get("key")?)))
        };
        inserted.iter().map(pair).collect()
    }

    /// Selections and what is searched, for those that become the translation.
    async fn show_all(&mut self, new: &[NewVersion<'_>], added: &[AddedVersion]) -> Result<(), DbError> {
        let selected: Vec<(&NewVersion<'_>, &AddedVersion)> =
            new.iter().zip(added).filter(|(version, _)| version.standing.is_selected()).collect();
        let rows: Vec<(i64, i64, i64)> = selected
            .iter()
            .map(|(version, added)| (version.key, version.selection_state.chapter, added.version.number()))
            .collect();
        query(sql!(
            "INSERT INTO selections (paragraph, book, chapter, version) \
             SELECT CAST(j.value ->> 0 AS BIGINT), $2, CAST(j.value ->> 1 AS BIGINT), CAST(j.value ->> 2 AS BIGINT) FROM ",
            { "json_each($1) j" | "json_array_elements($1::json) j(value)" },
            " WHERE true ON CONFLICT (paragraph) DO UPDATE SET version = excluded.version"
        ))
        .bind(serde_json::to_string(&rows)?)
        .bind(self.key.0)
        .execute(&mut *self.connection)
        .await?;
        let positions = selected.iter().map(|(version, _)| version.selection_state.position);
        search_pages::forget_translations(self.connection, self.key, positions).await?;
        Ok(())
    }
}

impl SelectionState {
    /// How a version by this author is stored.
    pub(super) fn standing(&self, author: &Author, selection: Selection, rights: &Rights) -> AddedAs {
        let by_person = *author == Author::Person;
        let seen = match selection {
            Selection::Suggest => return AddedAs::Suggested,
            Selection::Beside => return AddedAs::Beside,
            Selection::Select => self.selected,
            Selection::SelectOver(seen) => seen,
        };
        if self.locked && !by_person {
            AddedAs::SuggestedBecauseLocked
        } else if self.by_person && !by_person {
            AddedAs::SuggestedBesidePerson
        } else if self.approved && !rights.approves {
            AddedAs::SuggestedBesideApproved
        } else if self.reviewed && !by_person {
            AddedAs::SuggestedBesideReviewed
        } else if rights.is_given_to_others(self.chapter) {
            AddedAs::SuggestedBesideAssigned
        } else if self.selected > seen {
            // Versions are numbered in the order of writing.
            AddedAs::SuggestedBesideNewer
        } else {
            AddedAs::Selected
        }
    }
}

/// The first of these paragraphs that is not assigned to the task.
pub(super) async fn first_unassigned(
    connection: &mut Connection,
    book: BookKey,
    task: i64,
    paragraphs: impl Iterator<Item = ParagraphId>,
) -> Result<Option<ParagraphId>, DbError> {
    let keys = list(paragraphs.map(|paragraph| book.paragraph(paragraph)));
    let foreign: Option<i64> = query_scalar(sql!(
        "SELECT j.value FROM ",
        { "json_each($1) j" | "(SELECT unnest($1) AS value) j" },
        " WHERE NOT EXISTS \
         (SELECT 1 FROM task_paragraphs t WHERE t.task = $2 AND t.paragraph = j.value) LIMIT 1"
    ))
    .bind(keys)
    .bind(task)
    .fetch_optional(connection)
    .await?;
    Ok(foreign.map(|key| ParagraphId::from_number(number_in(key))))
}

/// Numbers as a list that a statement can read.
pub(super) fn list(numbers: impl IntoIterator<Item = i64>) -> Vec<i64> {
    numbers.into_iter().collect()
}
