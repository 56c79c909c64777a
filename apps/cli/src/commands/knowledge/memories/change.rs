//! `memories add` and `memories edit`.

use super::super::Desk;
use super::super::sheet::line;
use super::{about, as_json};
use crate::args::knowledge::{AddMemoryArgs, EditMemoryArgs};
use crate::exit::{Exit, WrongUsage};
use crate::output::fit;
use book::edit::Edit;
use book::knowledge::evidence::{EntryState, StoryPosition};
use book::knowledge::memory::Memory;
use serde::Deserialize;
use serde_json::json;

pub(super) async fn add(desk: &Desk<'_>, args: &AddMemoryArgs) -> anyhow::Result<Exit> {
    let known = &desk.knowledge.memories;
    let memory = Memory {
        id: desk.mint().memory(|id| known.iter().any(|one| one.id == id)),
        subject: desk.subject(&args.about).await?,
        text: args.text.trim().to_owned(),
        evidence: Vec::new(),
        known_from: args.known_from.as_deref().map_or(Ok(StoryPosition(0)), |text| desk.clock.read(text))?,
        standing: EntryState::Confirmed,
    };
    refuse_unfit(&memory)?;
    let note = format!("noted “{}”", fit(&memory.text, 40));
    let value = json!({"memory": as_json(desk, &memory).await?});
    desk.change(&[Edit::create(memory)], &note, value).await
}

pub(super) async fn edit(desk: &Desk<'_>, args: &EditMemoryArgs) -> anyhow::Result<Exit> {
    let before = desk.memory(&args.memory)?.clone();
    let mut memory = before.clone();
    let Some(text) = &args.text else {
        let mut sheet = String::from(
            "# A memory. Save and leave the editor to take it.\n# What it is about: series, book, chapter:3, or a term or character.\n",
        );
        line(&mut sheet, "about", &about(desk, before.subject).await?);
        sheet.push_str("# A reader knows it from this chapter on; \"\" is the beginning.\n");
        line(&mut sheet, "known_from", &desk.clock.write(before.known_from));
        line(&mut sheet, "standing", before.standing.as_str());
        line(&mut sheet, "text", &before.text);
        let edited = desk.in_editor::<Sheet>(&format!("memory-{}", before.id), &sheet)?;
        let written = &edited.value;
        written.text.trim().clone_into(&mut memory.text);
        memory.known_from = desk.clock.read(&written.known_from)?;
        memory.standing = written.standing;
        if written.about != about(desk, before.subject).await? {
            memory.subject = desk.subject(&written.about).await?;
        }
        let exit = save(desk, &before, memory).await?;
        edited.done()?;
        return Ok(exit);
    };
    text.trim().clone_into(&mut memory.text);
    save(desk, &before, memory).await
}

async fn save(desk: &Desk<'_>, before: &Memory, memory: Memory) -> anyhow::Result<Exit> {
    refuse_unfit(&memory)?;
    let note = format!("changed memory “{}”", fit(&memory.text, 40));
    let value = json!({"memory": as_json(desk, &memory).await?});
    let edits = if *before == memory { vec![] } else { vec![Edit::put(memory)] };
    desk.change(&edits, &note, value).await
}

fn refuse_unfit(memory: &Memory) -> anyhow::Result<()> {
    if Memory::fits(&memory.text) {
        return Ok(());
    }
    let length = memory.text.chars().count();
    Err(WrongUsage(format!(
        "a memory has 1 to {} characters, this one {length}\nhint: make it shorter, or two of it",
        Memory::MAX_CHARS
    ))
    .into())
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
