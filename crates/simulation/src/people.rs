//! What people did and said is kept as they left it.

use crate::facts::SettledParagraph;
use crate::world::World;
use anyhow::Result;
use book::id::BookId;
use book::text::review::ReviewState;
use store::library::Library;
use store::record::ParagraphRecord;

/// What people said in conversations and of words is kept.
pub(crate) async fn check(world: &World, library: &Library, book: BookId) -> Result<()> {
    let (talked, taught) = world.facts(|facts| (facts.talked.clone(), facts.taught.clone()));
    for (chat, words) in talked {
        let lines = library.chat_lines(chat).await?;
        if !lines.iter().any(|line| line.json.contains(&words)) {
            world.violation("what a person said in a conversation is not kept");
        }
        if lines.len() < 2 {
            world.violation("a conversation has ended and its end is not kept");
        }
    }
    if !taught.is_empty() {
        let series = library.book(book).await?.series.id;
        let known = library.terms(series).await?;
        if !taught.iter().all(|word| known.iter().any(|term| term.value.source == **word)) {
            world.violation("a word that a person taught is not known");
        }
    }
    Ok(())
}

/// What a person settled is as it was, and known to be settled.
pub(crate) fn stands(world: &World, paragraph: &ParagraphRecord, settled: &SettledParagraph) {
    if paragraph.translation.as_ref().map(ToString::to_string) != settled.text {
        world.violation("what a person settled is replaced");
    } else if settled.is_locked && !paragraph.locked {
        world.violation("a person's lock is gone");
    } else if settled.is_reviewed && paragraph.review != ReviewState::Reviewed {
        world.violation("a person's review is gone");
    }
}
