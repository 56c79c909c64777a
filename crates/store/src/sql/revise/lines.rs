//! The lines of a newer edition, each put where it stands now, with everything that belongs to it.

use super::rows::{OldRow, former_sources};
use super::{Reviser, too_large};
use crate::change::Effect;
use crate::error::StoreError;
use crate::revision::{BookRevision, Lineage};
use crate::sql::add::{NewRow, insert_paragraphs, tags};
use crate::sql::driver::{query, sql};
use crate::sql::{DbError, search_pages};
use book::id::{ParagraphId, VersionId};
use book::text::align::same_words;
use std::collections::{HashMap, HashSet};

/// A paragraph of the newer edition with its place in the library.
pub(super) struct PlacedParagraph<'a> {
    row: NewRow<'a>,
    lineage: Lineage,
}

impl PlacedParagraph<'_> {
    const fn is_new(&self) -> bool {
        matches!(self.lineage, Lineage::New)
    }

    /// Whether it stands elsewhere than before.
    fn has_moved(&self, old: &OldRow) -> bool {
        (old.chapter, old.position, old.index)
            != (self.row.chapter, i64::from(self.row.position), i64::from(self.row.index))
    }

    fn says_otherwise(&self, old: &OldRow) -> bool {
        old.text != self.row.paragraph.text || old.tags != tags(self.row.paragraph)
    }
}

impl Reviser<'_> {
    /// Gives every paragraph of the newer edition its number and place.
    pub(super) fn place<'a>(
        &self,
        revision: &BookRevision<'a>,
        chapters: &[i64],
    ) -> Result<Vec<PlacedParagraph<'a>>, DbError> {
        let mut next = self.old.keys().max().map_or(Some(0), |last| last.checked_add(1));
        let mut placed = Vec::with_capacity(revision.lineage.len());
        let mut taken = HashSet::new();
        let mut lineage = revision.lineage.iter().copied();
        for (chapter, key) in revision.newer.chapters.iter().zip(chapters) {
            for (index, paragraph) in (0_u32..).zip(&chapter.paragraphs) {
                let lineage = match lineage.next() {
                    // Two lines cannot both be the same paragraph.
                    Some(Lineage::Line(id) | Lineage::Part(id)) if !taken.insert(id) => Lineage::New,
                    Some(lineage) => lineage,
                    None => Lineage::New,
                };
                let number = match lineage {
                    Lineage::Line(id) | Lineage::Part(id) => self.known(id)?,
                    Lineage::New => {
                        let number = next.ok_or_else(|| too_large("more paragraphs than ids"))?;
                        next = number.checked_add(1);
                        number
                    }
                };
                let position =
                    u32::try_from(placed.len()).map_err(|_| too_large("more paragraphs than ids"))?;
                placed.push(PlacedParagraph {
                    row: NewRow { number, chapter: *key, position, index, paragraph },
                    lineage,
                });
            }
        }
        Ok(placed)
    }

    fn known(&self, id: ParagraphId) -> Result<u32, DbError> {
        let number = id.number();
        if self.old.contains_key(&number) {
            return Ok(number);
        }
        Err(StoreError::NoSuchParagraph { book: self.editor.book, paragraph: id }.into())
    }

    /// Takes what moves or leaves out of everyone's way, and everything out of the search.
    pub(super) async fn clear(&mut self, placed: &[PlacedParagraph<'_>]) -> Result<(), DbError> {
        let mut left: HashMap<u32, &OldRow> = self
            .old
            .iter()
            .filter(|(_, old)| old.position >= 0)
            .map(|(number, old)| (*number, old))
            .collect();
        let mut moving = Vec::new();
        for one in placed.iter().filter(|one| !one.is_new()) {
            let Some(old) = left.remove(&one.row.number) else { continue };
            if one.has_moved(old) {
                moving.push(self.editor.key.paragraph(ParagraphId::from_number(one.row.number)));
            }
        }
        let leaving: Vec<i64> =
            left.keys().map(|number| self.editor.key.paragraph(ParagraphId::from_number(*number))).collect();
        moving.extend(&leaving);
        let statements = [
            (
                sql!(
                    "UPDATE paragraphs SET position = -1 - (key & 4294967295), idx = -1 - (key & 4294967295) \
                     WHERE key IN (",
                    { "SELECT value FROM json_each($1)" | "SELECT unnest($1)" },
                    ")"
                ),
                moving,
            ),
            (
                sql!(
                    "UPDATE selections SET book = -book WHERE paragraph IN (",
                    { "SELECT value FROM json_each($1)" | "SELECT unnest($1)" },
                    ")"
                ),
                leaving,
            ),
        ];
        for (statement, keys) in statements {
            query(statement).bind(keys).execute(&mut *self.editor.connection).await?;
        }
        search_pages::forget_book(self.editor.connection, self.editor.key).await
    }

    /// Writes a batch of the newer edition.
    pub(super) async fn settle(&mut self, batch: &[PlacedParagraph<'_>]) -> Result<(), DbError> {
        let key = self.editor.key;
        let new: Vec<NewRow<'_>> = batch.iter().filter(|one| one.is_new()).map(|one| one.row).collect();
        insert_paragraphs(self.editor.connection, key, i64::from(self.number), &new).await?;
        let mut put = Vec::new();
        for one in batch {
            let Some(mut old) = self.old.remove(&one.row.number) else { continue };
            let has_moved = one.has_moved(&old);
            let says_otherwise = one.says_otherwise(&old);
            let is_part = matches!(one.lineage, Lineage::Part(_));
            if has_moved
                || old.kind != one.row.paragraph.kind.as_str()
                || old.place != one.row.paragraph.place
            {
                put.push(one.row);
            }
            if says_otherwise {
                self.replace_text(one, &mut old).await?;
            }
            if is_part || says_otherwise {
                self.set_aside_unfitting(one, &mut old, is_part).await?;
            }
        }
        self.editor.place_rows(&put).await
    }

    /// Keeps what a paragraph said, and lets it say what it says now.
    async fn replace_text(&mut self, one: &PlacedParagraph<'_>, old: &mut OldRow) -> Result<(), DbError> {
        let row = self.editor.key.paragraph(ParagraphId::from_number(one.row.number));
        let former = former_sources(self.editor.connection, row).await?;
        self.editor.keep_former(row, self.number, old).await?;
        let text = &one.row.paragraph.text;
        let source = if same_words(&old.text, text) {
            old.source
        } else {
            former
                .iter()
                .find(|former| same_words(&former.text, text))
                .map_or(i64::from(self.number), |it| it.source)
        };
        query("UPDATE paragraphs SET text = $1, tags = $2, source = $3, is_empty = $4 WHERE key = $5")
            .bind(text.as_str())
            .bind(tags(one.row.paragraph))
            .bind(source)
            .bind(one.row.paragraph.is_empty())
            .bind(row)
            .execute(&mut *self.editor.connection)
            .await?;
        Ok(())
    }

    /// A translation that says more or less than its line, or whose tags are not the line's, stays in the history only.
    async fn set_aside_unfitting(
        &mut self,
        one: &PlacedParagraph<'_>,
        old: &mut OldRow,
        is_part: bool,
    ) -> Result<(), DbError> {
        let Some(translation) = &old.translation else { return Ok(()) };
        if !is_part && one.row.paragraph.text.read_translation(translation.as_str()).is_ok() {
            return Ok(());
        }
        let paragraph = ParagraphId::from_number(one.row.number);
        query("UPDATE selections SET version = NULL WHERE paragraph = $1")
            .bind(self.editor.key.paragraph(paragraph))
            .execute(&mut *self.editor.connection)
            .await?;
        let before = old.version.map(VersionId::from_number);
        self.editor.effects.push(Effect::Selected { paragraph, before, after: None });
        self.n_set_aside += 1;
        old.translation = None;
        Ok(())
    }
}
