//! The changes alone, one after the other, give what the library says now.

use crate::world::World;
use anyhow::Result;
use book::id::{BookId, ChapterId, ParagraphId, VersionId};
use std::collections::BTreeMap;
use store::change::{ChangeRecord, Effect};
use store::library::Library;
use store::record::ParagraphRecord;

/// More changes than any day makes.
const ALL: u32 = 100_000;

/// What the changes so far add up to. Before the first one nothing is there; after a newer edition only what a change has
/// named since is known.
#[derive(Default)]
struct FoldedHistory {
    is_partial: bool,
    selected: BTreeMap<ParagraphId, Option<VersionId>>,
    locked: BTreeMap<ParagraphId, bool>,
    titles: BTreeMap<ChapterId, Option<String>>,
}

impl FoldedHistory {
    /// Whether each change found what the ones before it left.
    fn add(&mut self, change: &ChangeRecord) -> bool {
        let mut follows = true;
        for effect in &change.effects {
            let was = match effect {
                Effect::Selected { paragraph, before, after } => self
                    .selected
                    .insert(*paragraph, *after)
                    .map(|was| was == *before)
                    .or(self.first(before.is_none())),
                Effect::Locked { paragraph, before, after } => {
                    self.locked.insert(*paragraph, *after).map(|was| was == *before).or(self.first(!*before))
                }
                Effect::ChapterTitled { chapter, before, after, .. } => {
                    let was = self.titles.insert(*chapter, after.clone());
                    was.map(|was| was == *before).or(self.first(before.is_none()))
                }
                Effect::SourceRevised { .. } => {
                    *self = Self { is_partial: true, ..Self::default() };
                    None
                }
                _ => None,
            };
            follows &= was.unwrap_or(true);
        }
        follows
    }

    /// Of what nothing is known, nothing was there at first.
    const fn first(&self, was_nothing: bool) -> Option<bool> {
        if self.is_partial { None } else { Some(was_nothing) }
    }
}

pub(crate) async fn check(
    world: &World,
    library: &Library,
    book: BookId,
    paragraphs: &[ParagraphRecord],
) -> Result<()> {
    let mut folded = FoldedHistory::default();
    for change in library.changes(book, ALL).await?.iter().rev() {
        if !folded.add(change) {
            world.violation(format!("the change `{}` replaces what nobody has written", change.note));
        }
    }
    for paragraph in paragraphs {
        let selected = folded.selected.get(&paragraph.id).copied();
        let selected = selected.or_else(|| (!folded.is_partial).then_some(None));
        let locked = folded.locked.get(&paragraph.id).copied();
        let locked = locked.or_else(|| (!folded.is_partial).then_some(false));
        if selected.is_some_and(|version| version != paragraph.version) {
            world.violation("the history says that something else is selected");
        }
        if locked.is_some_and(|locked| locked != paragraph.locked) {
            world.violation("the history says something else of a lock");
        }
    }
    for chapter in library.chapters(book).await? {
        let title = folded.titles.get(&chapter.id).cloned();
        let title = title.or_else(|| (!folded.is_partial).then_some(None));
        if title.is_some_and(|title| title != chapter.title_translation) {
            world.violation("the history says something else of a title");
        }
    }
    Ok(())
}
