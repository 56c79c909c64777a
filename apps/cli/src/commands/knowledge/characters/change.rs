//! `characters add` and `characters edit`: by fields, or in an editor.

use super::super::KnowledgeCmd;
use super::super::choice::folded;
use super::sheet::Sheet;
use super::{as_json, sheet};
use crate::args::knowledge::{AddPersonArgs, CharacterFields, EditPersonArgs};
use crate::exit::{Exit, WrongUsage};
use book::edit::Edit;
use book::knowledge::character::{Character, Fact, Gender, Name};
use book::knowledge::evidence::{EntryState, StoryPosition};
use messages::Message;
use serde_json::json;

pub(super) async fn add(cmd: &KnowledgeCmd<'_>, args: &AddPersonArgs) -> anyhow::Result<Exit> {
    let known = &cmd.knowledge.characters;
    let id = cmd.mint().character(|id| known.iter().any(|one| one.id == id));
    let name = Name::new(args.name.trim().to_owned(), args.translation.trim().to_owned());
    let mut character = Character { standing: EntryState::Confirmed, ..Character::new(id, name) };
    take_fields(cmd, &mut character, &args.fields)?;
    refuse_blank(&character)?;
    let word = folded(&character.name.source);
    if let Some(same) = known.iter().find(|one| one.standing.is_usable() && folded(&one.name.source) == word)
    {
        let there = Message::new("same_name_there").with("name", &same.name.source);
        let there = there.with("translation", &same.name.translation);
        cmd.printer.warn(&there.with("character", same.id).with("book", cmd.book.id));
    }
    let note = format!("added character {} → {}", character.name.source, character.name.translation);
    let value = json!({"character": as_json(&character)?});
    cmd.change(&[Edit::create(character)], &note, value).await
}

pub(super) async fn edit(cmd: &KnowledgeCmd<'_>, args: &EditPersonArgs) -> anyhow::Result<Exit> {
    let before = cmd.character(&args.character)?.clone();
    let has_fields =
        args.name.is_some() || args.translation.is_some() || args.fields != CharacterFields::default();
    if !has_fields {
        let name = format!("character-{}", before.id);
        let edited = cmd.in_editor::<Sheet>(&name, &sheet::write(cmd, &before))?;
        let character = edited.value.character(cmd, &before)?;
        let exit = save(cmd, &before, character).await?;
        edited.done()?;
        return Ok(exit);
    }
    let mut character = before.clone();
    if let Some(name) = &args.name {
        name.trim().clone_into(&mut character.name.source);
    }
    if let Some(translation) = &args.translation {
        translation.trim().clone_into(&mut character.name.translation);
    }
    take_fields(cmd, &mut character, &args.fields)?;
    save(cmd, &before, character).await
}

async fn save(cmd: &KnowledgeCmd<'_>, before: &Character, character: Character) -> anyhow::Result<Exit> {
    refuse_blank(&character)?;
    let (old, new) = (&before.name.translation, &character.name.translation);
    let note = if old == new {
        format!("changed character {}", character.name.source)
    } else {
        format!("changed character {}: {old} → {new}", character.name.source)
    };
    let hint = (old != new && cmd.book.n_translated > 0).then(|| {
        let next = Message::new("rename_character_next").with("book", cmd.book.id);
        let next = next.with("entry", character.id);
        next.with("new", format!("\"{new}\"")).with("old", format!("\"{old}\""))
    });
    let value = json!({"character": as_json(&character)?});
    let edits = if *before == character { vec![] } else { vec![Edit::upsert(character)] };
    let exit = cmd.change(&edits, &note, value).await?;
    if let Some(hint) = hint {
        cmd.printer.hint(&hint);
    }
    Ok(exit)
}

fn take_fields(
    cmd: &KnowledgeCmd<'_>,
    character: &mut Character,
    fields: &CharacterFields,
) -> anyhow::Result<()> {
    if let Some(reading) = &fields.reading {
        character.name.reading = Some(reading.trim().to_owned()).filter(|reading| !reading.is_empty());
    }
    if !fields.gender.is_empty() {
        character.gender.clear();
    }
    for text in &fields.gender {
        let (word, known_from) = cmd.clock.read_dated(text)?;
        let value = Gender::from_word(word)
            .ok_or_else(|| WrongUsage(Message::new("no_such_gender").with("word", word)))?;
        character.gender.push(fact(value, known_from));
    }
    for text in &fields.alias {
        let (pair, known_from) = cmd.clock.read_dated(text)?;
        let (source, translation) = pair
            .split_once('=')
            .map(|(source, translation)| (source.trim(), translation.trim()))
            .filter(|(source, translation)| !source.is_empty() && !translation.is_empty())
            .ok_or_else(|| WrongUsage(Message::new("no_alias").with("text", text)))?;
        let name = Name { known_from, ..Name::new(source.to_owned(), translation.to_owned()) };
        match character.aliases.iter_mut().find(|known| folded(&known.source) == folded(source)) {
            Some(known) => *known = Name { reading: known.reading.clone(), ..name },
            None => character.aliases.push(name),
        }
    }
    if let Some(voice) = &fields.voice {
        voice.trim().clone_into(&mut character.voice.register);
    }
    add_texts(&mut character.voice.endings, &fields.ending);
    add_texts(&mut character.voice.samples, &fields.sample);
    for text in &fields.description {
        let (value, known_from) = cmd.clock.read_dated(text)?;
        if !value.is_empty() && !character.description.iter().any(|known| known.value == value) {
            character.description.push(fact(value.to_owned(), known_from));
        }
    }
    Ok(())
}

fn add_texts(list: &mut Vec<String>, new: &[String]) {
    for text in new.iter().map(|text| text.trim()) {
        if !text.is_empty() && !list.iter().any(|known| known == text) {
            list.push(text.to_owned());
        }
    }
}

const fn fact<T>(value: T, known_from: StoryPosition) -> Fact<T> {
    Fact { value, evidence: Vec::new(), known_from, standing: EntryState::Confirmed }
}

fn refuse_blank(character: &Character) -> anyhow::Result<()> {
    let is_blank = |name: &Name| name.source.trim().is_empty() || name.translation.trim().is_empty();
    if character.names().any(is_blank) {
        return Err(WrongUsage(Message::new("name_incomplete")).into());
    }
    Ok(())
}
