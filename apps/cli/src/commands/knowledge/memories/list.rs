//! `memories list`.

use super::super::KnowledgeCmd;
use super::{as_json, told_about};
use crate::args::knowledge::ListMemoriesArgs;
use crate::exit::Exit;
use crate::output::{Align, TextTable, word};
use book::knowledge::memory::Memory;
use messages::Message;

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
        cmd.printer.notify(&Message::new("no_memories").with("book", cmd.book.id));
        return Ok(Exit::Done);
    }
    let head = [
        ("col_id", Align::Left),
        ("col_about", Align::Left),
        ("col_from", Align::Right),
        ("col_standing", Align::Left),
        ("col_memory", Align::Left),
    ];
    let mut table = TextTable::new(&head, 4, cmd.printer.language());
    for memory in memories {
        table.row(vec![
            memory.id.to_string(),
            told_about(cmd, memory.subject).await?,
            cmd.clock.write(memory.known_from),
            cmd.printer.text_of(&word("standing", memory.standing.as_str())),
            memory.text.clone(),
        ]);
    }
    cmd.printer.long_result(&table.render(cmd.printer.width()))?;
    Ok(Exit::Done)
}
