//! Edits applied to the file, each with a note of what it replaced; the one place where a book changes.

use super::bulk::n_together;
use super::driver::{Connection, Row, query, query_scalar};
use super::history::{Origin, mark_together};
use super::nul::without_nul;
use super::review::ReviewTarget;
use super::rows::{BookKey, book_key, count};
use super::scope::Scope;
use super::teamwork::Rights;
use super::{DbError, rehearsal, search_pages};
use crate::change::{AddedVersion, AttributedCause, ChangeId, Effect, Receipt};
use crate::error::StoreError;
use crate::grant::Grant;
use crate::layer::Layer;
use book::edit::Edit;
use book::id::{BookId, ParagraphId, VersionId};
use book::text::markup::Marked;
use book::text::version::{Author, Selection};

pub(super) async fn commit(
    connection: &mut Connection,
    layer: Layer,
    book: BookId,
    edits: &[Edit],
    cause: AttributedCause<'_>,
    overruling: Overruling,
    now_ms: i64,
) -> Result<Receipt, DbError> {
    let key = book_key(connection, book).await?;
    commit_to(connection, layer, (book, key), edits, cause, overruling, now_ms).await
}

/// Edits of several books, made and taken back together.
pub(super) async fn commit_together(
    connection: &mut Connection,
    of_books: &[(BookId, Vec<Edit>)],
    cause: AttributedCause<'_>,
    now_ms: i64,
) -> Result<Vec<(BookId, Receipt)>, DbError> {
    let mut receipts = Vec::with_capacity(of_books.len());
    for (book, edits) in of_books {
        let key = book_key(connection, *book).await?;
        cause.grant.verify(connection, Scope::Key(key)).await?;
        let overruling = Overruling::by(&cause.who);
        let made = commit(connection, Layer::Translation, *book, edits, cause, overruling, now_ms).await?;
        receipts.push((*book, made));
    }
    let changes: Vec<ChangeId> = receipts.iter().filter_map(|(_, receipt)| receipt.change).collect();
    if changes.len() > 1 {
        mark_together(connection, &changes).await?;
    }
    Ok(receipts)
}

/// The same, where the book's key is known.
pub(super) async fn commit_to(
    connection: &mut Connection,
    layer: Layer,
    (book, key): (BookId, BookKey),
    edits: &[Edit],
    cause: AttributedCause<'_>,
    overruling: Overruling,
    now_ms: i64,
) -> Result<Receipt, DbError> {
    let edits = &*without_nul(edits);
    if layer == Layer::Rehearsal || cause.who.is_rehearsal() {
        return rehearsal::commit(connection, key, edits).await;
    }
    let mut editor = Editor::new(connection, (book, key), cause, overruling, now_ms).await?;
    let mut versions = Vec::new();
    let mut rest = edits;
    while let Some((first, others)) = rest.split_first() {
        let (together, after) = rest.split_at(n_together(rest).min(rest.len()));
        if together.len() > 1 {
            versions.extend(editor.add_versions(together).await?);
            rest = after;
        } else {
            versions.extend(editor.apply(first, &cause.who).await?);
            rest = others;
        }
    }
    if cause.run.is_some() && !versions.is_empty() {
        // Real work has begun: what was rehearsed has served its purpose.
        rehearsal::discard_if_any(editor.connection, key).await?;
    }
    editor.keep_notes(edits, &versions).await?;
    let not_written = editor.learn(edits, &cause.who).await?;
    let change =
        if editor.effects.is_empty() { None } else { Some(editor.record(cause, Origin::Edits).await?) };
    let noticed = editor.notify_authors(&cause).await?;
    Ok(Receipt { change, versions, not_written, noticed })
}

/// Changes one book and remembers what it did.
pub(super) struct Editor<'c> {
    pub(super) connection: &'c mut Connection,
    pub(super) book: BookId,
    pub(super) key: BookKey,
    pub(super) now_ms: i64,
    /// The key of the person it is done by or for.
    pub(super) person: Option<i64>,
    pub(super) overruling: Overruling,
    /// Whether a person makes the change, and what they may do in the book.
    pub(super) rights: Rights,
    /// The right by which it is made.
    pub(super) grant: Grant,
    pub(super) effects: Vec<Effect>,
}

/// What happens to an edit to a title, an entry or instructions that a person has settled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Overruling {
    /// It is made: a person makes it, or has agreed to it.
    Overrule,
    /// The commit is refused: the caller is told and can do something else.
    Refuse,
    /// It is left out and the rest is written: a run could not have known.
    Keep,
}

impl Overruling {
    /// What an author may do without a person's agreement.
    pub(super) const fn by(who: &Author) -> Self {
        match who {
            Author::Person => Self::Overrule,
            Author::Assistant { .. } => Self::Refuse,
            Author::Model { .. } | Author::Memory | Author::Checks => Self::Keep,
        }
    }
}

/// What stands for a paragraph at this moment.
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub(super) struct SelectionState {
    pub(super) chapter: i64,
    pub(super) position: u32,
    pub(super) selected: Option<VersionId>,
    pub(super) by_person: bool,
    pub(super) reviewed: bool,
    pub(super) approved: bool,
    pub(super) locked: bool,
}

impl SelectionState {
    pub(super) const fn is_protected(&self) -> bool {
        self.locked || self.by_person || self.reviewed
    }

    pub(super) fn read(row: &Row) -> Result<Self, DbError> {
        Ok(Self {
            chapter: row.try_get("chapter")?,
            position: count(row, "position")?,
            selected: row.try_get::<Option<i64>, _>("version")?.map(VersionId::from_number),
            by_person: row.try_get("by_person")?,
            reviewed: row.try_get("reviewed")?,
            approved: row.try_get("approved")?,
            locked: row.try_get("locked")?,
        })
    }
}

impl<'c> Editor<'c> {
    /// An editor with the rights of the author of the change.
    pub(super) async fn new(
        connection: &'c mut Connection,
        (book, key): (BookId, BookKey),
        cause: AttributedCause<'_>,
        overruling: Overruling,
        now_ms: i64,
    ) -> Result<Self, DbError> {
        let rights = Rights::of_author(connection, key, cause).await?;
        let person = cause.key();
        let (grant, effects) = (cause.grant, Vec::new());
        Ok(Self { connection, book, key, now_ms, person, overruling, rights, grant, effects })
    }
}

impl Editor<'_> {
    async fn apply(&mut self, edit: &Edit, who: &Author) -> Result<Option<AddedVersion>, DbError> {
        match edit {
            Edit::AddVersion { paragraph, text, author, selection } => {
                self.add_version(*paragraph, text, author, *selection).await.map(Some)
            }
            Edit::Expect { paragraph, version } => {
                self.expect(*paragraph, *version).await?;
                Ok(None)
            }
            Edit::SelectVersion { paragraph, version } => {
                self.select_if_allowed(*paragraph, *version, who).await?;
                Ok(None)
            }
            Edit::SetLock { paragraph, locked } => {
                if *who != Author::Person {
                    return Err(StoreError::Protected { paragraph: *paragraph }.into());
                }
                let selection_state = self.selection_state(*paragraph).await?;
                self.lock(*paragraph, &selection_state, *locked).await?;
                Ok(None)
            }
            Edit::SetReview { paragraph, state } => {
                self.review(*paragraph, *state, ReviewTarget::ByItself, who).await?;
                Ok(None)
            }
            Edit::SetReviewOfMany { paragraph, state } => {
                self.review(*paragraph, *state, ReviewTarget::AmongOthers, who).await?;
                Ok(None)
            }
            Edit::CarryReview { paragraph, from } => {
                self.carry_review(*paragraph, *from).await?;
                Ok(None)
            }
            Edit::SetTargetLanguage { language } => {
                self.retarget(Some(language)).await?;
                Ok(None)
            }
            Edit::RejectVersion { paragraph, version, rejected } => {
                if *who != Author::Person {
                    return Err(StoreError::Protected { paragraph: *paragraph }.into());
                }
                self.reject(*paragraph, *version, *rejected).await?;
                Ok(None)
            }
            // Kept once all versions of the commit are there; entries are written together.
            Edit::NoteChecks { .. } | Edit::PutEntry { .. } | Edit::RemoveEntry { .. } => Ok(None),
            Edit::Acknowledge { paragraph, check, acknowledgement } => {
                if *who != Author::Person {
                    return Err(StoreError::Protected { paragraph: *paragraph }.into());
                }
                self.acknowledge(*paragraph, check, acknowledgement.as_ref()).await?;
                Ok(None)
            }
            Edit::SetChapterTitle { chapter, translation } => {
                let by_person = self.overruling == Overruling::Overrule;
                self.title_chapter(*chapter, translation.as_deref(), by_person).await?;
                Ok(None)
            }
            Edit::SetBookTitle { translation } => {
                let by_person = self.overruling == Overruling::Overrule;
                self.title_book(translation.as_deref(), by_person).await?;
                Ok(None)
            }
            Edit::CorrectBookTitle { title } => {
                if self.overruling != Overruling::Overrule {
                    return Err(StoreError::SettledByPerson { what: "the title of the source" }.into());
                }
                self.correct_title(title).await?;
                Ok(None)
            }
            Edit::SetInstructions { scope, text, was } => {
                if self.overruling != Overruling::Overrule {
                    return Err(StoreError::SettledByPerson { what: "what is asked of translations" }.into());
                }
                self.instruct(*scope, text.as_deref(), was.as_deref()).await?;
                Ok(None)
            }
        }
    }

    async fn expect(&mut self, paragraph: ParagraphId, version: Option<VersionId>) -> Result<(), DbError> {
        let selected = self.selection_state(paragraph).await?.selected;
        if selected == version {
            Ok(())
        } else {
            Err(StoreError::ChangedMeanwhile { paragraph, selected }.into())
        }
    }

    async fn select_if_allowed(
        &mut self,
        paragraph: ParagraphId,
        version: Option<VersionId>,
        who: &Author,
    ) -> Result<(), DbError> {
        let selection_state = self.selection_state(paragraph).await?;
        if selection_state.is_protected() && *who != Author::Person {
            return Err(StoreError::Protected { paragraph }.into());
        }
        self.rights.may_select(paragraph, &selection_state)?;
        self.select(paragraph, &selection_state, version).await
    }

    async fn add_version(
        &mut self,
        paragraph: ParagraphId,
        text: &str,
        author: &Author,
        selection: Selection,
    ) -> Result<AddedVersion, DbError> {
        let selection_state = self.selection_state(paragraph).await?;
        let standing = selection_state.standing(author, selection, &self.rights);
        // What it is made from is what stands there now, in the language that is wanted now.
        let key = query_scalar(
            "INSERT INTO versions (paragraph, text, author, by_person, created_at, suggested, person, source, target) \
             SELECT p.key, $2, $3, $4, $5, $6, $7, p.source, b.target_language \
             FROM paragraphs p JOIN books b ON b.key = p.book WHERE p.key = $1 RETURNING key",
        )
        .bind(self.key.paragraph(paragraph))
        .bind(text)
        .bind(serde_json::to_string(author)?)
        .bind(*author == Author::Person)
        .bind(self.now_ms)
        .bind(standing.is_suggested())
        .bind(self.person)
        .fetch_one(&mut *self.connection)
        .await?;
        let version = VersionId::from_number(key);
        self.effects.push(Effect::VersionAdded { paragraph, version });
        if standing.is_selected() {
            self.show(paragraph, &selection_state, Some((version, text))).await?;
        }
        Ok(AddedVersion { paragraph, version, standing })
    }

    /// Makes one of the paragraph's versions, or none, the translation.
    pub(super) async fn select(
        &mut self,
        paragraph: ParagraphId,
        selection_state: &SelectionState,
        version: Option<VersionId>,
    ) -> Result<(), DbError> {
        if selection_state.selected == version {
            return Ok(());
        }
        let Some(version) = version else {
            return self.show(paragraph, selection_state, None).await;
        };
        let row = query(
            "SELECT v.text, p.text AS source, v.source <> p.source AS other_source \
             FROM versions v JOIN paragraphs p ON p.key = v.paragraph WHERE v.key = $1 AND v.paragraph = $2",
        )
        .bind(version.number())
        .bind(self.key.paragraph(paragraph))
        .fetch_optional(&mut *self.connection)
        .await?
        .ok_or(StoreError::NoSuchVersion { paragraph, version })?;
        let text: String = row.try_get("text")?;
        if row.try_get("other_source")?
            && Marked::from_written(row.try_get("source")?).read_translation(&text).is_err()
        {
            return Err(StoreError::DoesNotFit { paragraph, version }.into());
        }
        self.show(paragraph, selection_state, Some((version, &text))).await
    }

    /// The selection and what is searched always change together.
    async fn show(
        &mut self,
        paragraph: ParagraphId,
        selection_state: &SelectionState,
        shown: Option<(VersionId, &str)>,
    ) -> Result<(), DbError> {
        let after = shown.map(|(version, _)| version);
        query(
            "INSERT INTO selections (paragraph, book, chapter, version) VALUES ($1, $2, $3, $4) \
             ON CONFLICT (paragraph) DO UPDATE SET version = excluded.version",
        )
        .bind(self.key.paragraph(paragraph))
        .bind(self.key.0)
        .bind(selection_state.chapter)
        .bind(after.map(VersionId::number))
        .execute(&mut *self.connection)
        .await?;
        search_pages::forget_translations(self.connection, self.key, [selection_state.position]).await?;
        self.effects.push(Effect::Selected { paragraph, before: selection_state.selected, after });
        Ok(())
    }

    pub(super) async fn lock(
        &mut self,
        paragraph: ParagraphId,
        selection_state: &SelectionState,
        locked: bool,
    ) -> Result<(), DbError> {
        if selection_state.locked == locked {
            return Ok(());
        }
        query(
            "INSERT INTO selections (paragraph, book, chapter, locked) VALUES ($1, $2, $3, $4) \
             ON CONFLICT (paragraph) DO UPDATE SET locked = excluded.locked",
        )
        .bind(self.key.paragraph(paragraph))
        .bind(self.key.0)
        .bind(selection_state.chapter)
        .bind(locked)
        .execute(&mut *self.connection)
        .await?;
        self.effects.push(Effect::Locked { paragraph, before: selection_state.locked, after: locked });
        Ok(())
    }

    pub(super) async fn selection_state(
        &mut self,
        paragraph: ParagraphId,
    ) -> Result<SelectionState, DbError> {
        let found = self.find_standpoint(paragraph).await?;
        found.ok_or_else(|| StoreError::NoSuchParagraph { book: self.book, paragraph }.into())
    }

    /// What stands for a paragraph; `None` if it is not in the book, or no longer.
    pub(super) async fn find_standpoint(
        &mut self,
        paragraph: ParagraphId,
    ) -> Result<Option<SelectionState>, DbError> {
        let row = query(
            "SELECT p.chapter, p.position, s.version, coalesce(s.locked, 0) AS locked, coalesce(v.by_person, 0) AS by_person, \
             CASE WHEN w.state IN ('reviewed', 'approved') THEN 1 ELSE 0 END AS reviewed, \
             CASE WHEN w.state = 'approved' THEN 1 ELSE 0 END AS approved FROM paragraphs p LEFT JOIN selections s ON s.paragraph = p.key \
             LEFT JOIN versions v ON v.key = s.version LEFT JOIN reviews w ON w.version = s.version WHERE p.key = $1 AND p.position >= 0",
        )
        .bind(self.key.paragraph(paragraph))
        .fetch_optional(&mut *self.connection)
        .await?;
        row.as_ref().map(SelectionState::read).transpose()
    }
}
