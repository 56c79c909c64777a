//! `characters show`: everything that is known about someone, with the lines that show it.

use super::super::KnowledgeCmd;
use super::super::terms::{chapters, quotes, uses_as_json, write_quotes};
use super::{as_json, list};
use crate::exit::Exit;
use book::knowledge::character::Character;
use book::knowledge::entry::EntryKey;
use book::knowledge::evidence::EntryState;
use book::knowledge::memory::Subject;
use operations::knowledge::uses;
use std::fmt::Write;

pub(super) async fn run(cmd: &KnowledgeCmd<'_>, entries: &[String]) -> anyhow::Result<Exit> {
    let all = uses::of_book(cmd.library(), &cmd.book, &cmd.knowledge).await?;
    let (mut values, mut texts) = (Vec::new(), Vec::new());
    for text in entries {
        let character = cmd.character(text)?;
        let uses = all.get(&EntryKey::from(character.id)).cloned().unwrap_or_default();
        let mut told = told(cmd, character);
        let _ = writeln!(
            told,
            "  named {} times in {} paragraphs: {}",
            uses.n_uses,
            uses.n_paragraphs,
            chapters(&uses)
        );
        write_quotes(&mut told, &quotes(cmd, &uses.first).await?, cmd.printer.width());
        texts.push(told.trim_end().to_owned());
        let mut value = as_json(character)?;
        if let Some(fields) = value.as_object_mut() {
            fields.insert("occurrences".to_owned(), uses_as_json(&uses));
        }
        values.push(value);
    }
    if cmd.printer.is_json() {
        cmd.printer.json(&values)?;
    } else {
        cmd.printer.long_result(&texts.join("\n\n"))?;
    }
    Ok(Exit::Done)
}

fn told(cmd: &KnowledgeCmd<'_>, one: &Character) -> String {
    let reading = one.name.reading.as_ref().map(|reading| format!(" ({reading})")).unwrap_or_default();
    let mut text = format!("{}{reading} → {}   {}\n", one.name.source, one.name.translation, one.id);
    let gender = list::gender(cmd, one);
    let gender = if gender.is_empty() { String::new() } else { format!(", {gender}") };
    let _ = writeln!(text, "  {}{gender}", one.standing.as_str());
    for alias in &one.aliases {
        let _ = writeln!(
            text,
            "  also {} → {}{}",
            alias.source,
            alias.translation,
            cmd.clock.remark(alias.known_from)
        );
    }
    let voice = &one.voice;
    if !voice.register.is_empty() {
        let _ = writeln!(text, "  voice: {}", voice.register);
    }
    if !voice.endings.is_empty() {
        let _ = writeln!(text, "  says: {}", voice.endings.join(" | "));
    }
    for sample in &voice.samples {
        let _ = writeln!(text, "  “{sample}”");
    }
    for fact in one.description.iter().filter(|fact| fact.standing.is_usable()) {
        let unsure = if fact.standing == EntryState::Proposed { " (proposed)" } else { "" };
        let _ = writeln!(text, "  {}{}{unsure}", fact.value, cmd.clock.remark(fact.known_from));
    }
    for form in one.addresses.iter().filter(|form| form.standing.is_usable()) {
        let until = form
            .until
            .map(|until| format!(" (until chapter {})", cmd.clock.write(until)))
            .unwrap_or_default();
        let _ = writeln!(
            text,
            "  to {}: {} → {}{}{until}",
            cmd.name_of(form.to),
            form.source,
            form.translation,
            cmd.clock.remark(form.from)
        );
    }
    let memories = cmd.knowledge.memories.iter();
    for memory in memories.filter(|memory| memory.subject == (Subject::Character { character: one.id })) {
        if memory.standing.is_usable() {
            let _ = writeln!(text, "  note: {}{}", memory.text, cmd.clock.remark(memory.known_from));
        }
    }
    text
}
