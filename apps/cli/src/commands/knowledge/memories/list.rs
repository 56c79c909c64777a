//! `memories list`.

use super::super::Desk;
use super::{about, as_json};
use crate::args::knowledge::ListMemoriesArgs;
use crate::exit::Exit;
use crate::output::{Align, Table};
use book::knowledge::memory::Memory;

pub(super) async fn run(desk: &Desk<'_>, args: &ListMemoriesArgs) -> anyhow::Result<Exit> {
    let subject = match &args.about {
        Some(text) => Some(desk.subject(text).await?),
        None => None,
    };
    let is_wanted = |memory: &&Memory| {
        let standing =
            args.standing.map_or_else(|| memory.standing.is_usable(), |wanted| memory.standing == wanted);
        standing && subject.is_none_or(|subject| memory.subject == subject)
    };
    let memories: Vec<&Memory> = desk.knowledge.memories.iter().filter(is_wanted).collect();
    if desk.printer.is_json() {
        let mut list = Vec::new();
        for memory in memories {
            list.push(as_json(desk, memory).await?);
        }
        desk.printer.json(&list)?;
        return Ok(Exit::Done);
    }
    if memories.is_empty() {
        desk.printer.say(&format!(
            "no memories\nhint: `tsumugi memories {} add TEXT --about SUBJECT` adds one",
            desk.book.id
        ));
        return Ok(Exit::Done);
    }
    let head = [
        ("id", Align::Left),
        ("about", Align::Left),
        ("from", Align::Right),
        ("standing", Align::Left),
        ("memory", Align::Left),
    ];
    let mut table = Table::new(&head, 4);
    for memory in memories {
        table.row(vec![
            memory.id.to_string(),
            about(desk, memory.subject).await?,
            desk.clock.write(memory.known_from),
            memory.standing.as_str().to_owned(),
            memory.text.clone(),
        ]);
    }
    desk.printer.long_result(&table.render(desk.printer.width()))?;
    Ok(Exit::Done)
}
