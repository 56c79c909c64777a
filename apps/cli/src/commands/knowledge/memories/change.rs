//! `memories add` and `memories edit`.

use super::super::KnowledgeCmd;
use super::super::sheet::{line, remark};
use super::{about, as_json};
use crate::args::knowledge::{AddMemoryArgs, EditMemoryArgs};
use crate::exit::{Exit, WrongUsage};
use crate::output::fit;
use book::edit::Edit;
use book::knowledge::evidence::{EntryState, StoryPosition};
use book::knowledge::memory::Memory;
use messages::Message;
use serde::Deserialize;
use serde_json::json;

pub(super) async fn add(cmd: &KnowledgeCmd<'_>, args: &AddMemoryArgs) -> anyhow::Result<Exit> {
    let known = &cmd.knowledge.memories;
    let memory = Memory {
        id: cmd.mint().memory(|id| known.iter().any(|one| one.id == id)),
        subject: cmd.subject(&args.about).await?,
        text: args.text.trim().to_owned(),
        evidence: Vec::new(),
        known_from: args.known_from.as_deref().map_or(Ok(StoryPosition(0)), |text| cmd.clock.read(text))?,
        standing: EntryState::Confirmed,
    };
    refuse_unfit(&memory)?;
    let note = format!("noted “{}”", fit(&memory.text, 40));
    let value = json!({"memory": as_json(cmd, &memory).await?});
    cmd.change(&[Edit::create(memory)], &note, value).await
}

pub(super) async fn edit(cmd: &KnowledgeCmd<'_>, args: &EditMemoryArgs) -> anyhow::Result<Exit> {
    let before = cmd.memory(&args.memory)?.clone();
    let mut memory = before.clone();
    let Some(text) = &args.text else {
        let mut sheet = String::new();
        remark(&mut sheet, "memory_sheet", cmd.printer);
        line(&mut sheet, "about", &about(cmd, before.subject).await?);
        remark(&mut sheet, "memory_sheet_known_from", cmd.printer);
        line(&mut sheet, "known_from", &cmd.clock.write(before.known_from));
        line(&mut sheet, "standing", before.standing.as_str());
        line(&mut sheet, "text", &before.text);
        let edited = cmd.in_editor::<Sheet>(&format!("memory-{}", before.id), &sheet)?;
        let written = &edited.value;
        written.text.trim().clone_into(&mut memory.text);
        memory.known_from = cmd.clock.read(&written.known_from)?;
        memory.standing = written.standing;
        if written.about != about(cmd, before.subject).await? {
            memory.subject = cmd.subject(&written.about).await?;
        }
        let exit = save(cmd, &before, memory).await?;
        edited.done()?;
        return Ok(exit);
    };
    text.trim().clone_into(&mut memory.text);
    save(cmd, &before, memory).await
}

async fn save(cmd: &KnowledgeCmd<'_>, before: &Memory, memory: Memory) -> anyhow::Result<Exit> {
    refuse_unfit(&memory)?;
    let note = format!("changed memory “{}”", fit(&memory.text, 40));
    let value = json!({"memory": as_json(cmd, &memory).await?});
    let edits = if *before == memory { vec![] } else { vec![Edit::upsert(memory)] };
    cmd.change(&edits, &note, value).await
}

fn refuse_unfit(memory: &Memory) -> anyhow::Result<()> {
    if Memory::fits(&memory.text) {
        return Ok(());
    }
    let length = memory.text.chars().count();
    let message = Message::new("memory_length").count("limit", Memory::MAX_CHARS).count("length", length);
    Err(WrongUsage(message).into())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Sheet {
    about: String,
    #[serde(default)]
    known_from: String,
    standing: EntryState,
    text: String,
}
