//! `memories list`.

use super::super::KnowledgeCmd;
use super::{about, as_json};
use crate::args::knowledge::ListMemoriesArgs;
use crate::exit::Exit;
use crate::output::{Align, Table};
use book::knowledge::memory::Memory;

pub(super) async fn run(cmd: &KnowledgeCmd<'_>, args: &ListMemoriesArgs) -> anyhow::Result<Exit> {
    let subject = match &args.about {
        Some(text) => Some(cmd.subject(text).await?),
        None => None,
    };
    let is_wanted = |memory: &&Memory| {
        let standing =
            args.standing.map_or_else(|| memory.standing.is_usable(), |wanted| memory.standing == wanted);
        standing && subject.is_none_or(|subject| memory.subject == subject)
    };
    let memories: Vec<&Memory> = cmd.knowledge.memories.iter().filter(is_wanted).collect();
    if cmd.printer.is_json() {
        let mut list = Vec::new();
        for memory in memories {
            list.push(as_json(cmd, memory).await?);
        }
        cmd.printer.json(&list)?;
        return Ok(Exit::Done);
    }
    if memories.is_empty() {
        cmd.printer.say(&format!(
            "no memories\nhint: `tsumugi memories {} add TEXT --about SUBJECT` adds one",
            cmd.book.id
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
            about(cmd, memory.subject).await?,
            cmd.clock.write(memory.known_from),
            memory.standing.as_str().to_owned(),
            memory.text.clone(),
        ]);
    }
    cmd.printer.long_result(&table.render(cmd.printer.width()))?;
    Ok(Exit::Done)
}
