//! `characters show`: everything that is known about a character, with the lines that show it.

use super::super::KnowledgeCmd;
use super::super::terms::{chapters, quotes, uses_as_json, write_quotes};
use super::{as_json, list};
use crate::exit::Exit;
use crate::output::{Printer, word};
use book::knowledge::character::Character;
use book::knowledge::entry::EntryKey;
use book::knowledge::evidence::EntryState;
use book::knowledge::memory::Subject;
use messages::Message;
use operations::knowledge::uses;
use std::fmt::Write;

pub(super) async fn run(cmd: &KnowledgeCmd<'_>, entries: &[String]) -> anyhow::Result<Exit> {
    let all = uses::of_book(cmd.library(), &cmd.book, &cmd.knowledge).await?;
    let (mut values, mut texts) = (Vec::new(), Vec::new());
    for text in entries {
        let character = cmd.character(text)?;
        let uses = all.get(&EntryKey::from(character.id)).cloned().unwrap_or_default();
        let mut told = describe_character(cmd, character);
        let named = Message::new("named_times").count("uses", uses.n_uses).count("n", uses.n_paragraphs);
        let _ = writeln!(told, "{}", cmd.printer.text_of(&named.with("chapters", chapters(&uses))));
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

fn describe_character(cmd: &KnowledgeCmd<'_>, one: &Character) -> String {
    let printer = cmd.printer;
    let from = |moment| cmd.clock.remark(moment, printer);
    let reading = one.name.reading.as_ref().map(|reading| format!(" ({reading})")).unwrap_or_default();
    let mut text = format!("{}{reading} → {}   {}\n", one.name.source, one.name.translation, one.id);
    let standing = printer.text_of(&word("standing", one.standing.as_str()));
    let gender = Some(list::gender(cmd, one)).filter(|gender| !gender.is_empty());
    let facts: Vec<String> = std::iter::once(standing).chain(gender).collect();
    let _ = writeln!(text, "  {}", facts.join(printer.language().comma()));
    let mut lines = Vec::new();
    for alias in &one.aliases {
        let also = Message::new("also_called").with("source", &alias.source);
        lines.push(also.with("translation", &alias.translation).with("from", from(alias.known_from)));
    }
    let voice = &one.voice;
    if !voice.register.is_empty() {
        lines.push(Message::new("voice").with("voice", &voice.register));
    }
    if !voice.endings.is_empty() {
        lines.push(Message::new("says").with("endings", voice.endings.join(" | ")));
    }
    write_lines(&mut text, lines, printer);
    for sample in &voice.samples {
        let _ = writeln!(text, "  “{sample}”");
    }
    for fact in one.description.iter().filter(|fact| fact.standing.is_usable()) {
        let is_proposed = fact.standing == EntryState::Proposed;
        let unsure = is_proposed.then(|| format!(" {}", printer.text_of(&Message::new("is_proposed"))));
        let _ = writeln!(text, "  {}{}{}", fact.value, from(fact.known_from), unsure.unwrap_or_default());
    }
    let mut lines = Vec::new();
    for form in one.addresses.iter().filter(|form| form.standing.is_usable()) {
        let until =
            form.until.map(|until| Message::new("until_chapter").with("chapter", cmd.clock.write(until)));
        let until = until.map(|until| format!(" {}", printer.text_of(&until))).unwrap_or_default();
        let calls = Message::new("calls").with("other", cmd.name_of(form.to)).with("source", &form.source);
        let calls = calls.with("translation", &form.translation);
        lines.push(calls.with("when", format!("{}{until}", from(form.from))));
    }
    let memories = cmd.knowledge.memories.iter();
    for memory in memories.filter(|memory| memory.subject == (Subject::Character { character: one.id })) {
        if memory.standing.is_usable() {
            let note = Message::new("character_note").with("text", &memory.text);
            lines.push(note.with("from", from(memory.known_from)));
        }
    }
    write_lines(&mut text, lines, printer);
    text
}

fn write_lines(text: &mut String, lines: Vec<Message>, printer: &Printer) {
    for line in lines {
        let _ = writeln!(text, "{}", printer.text_of(&line));
    }
}
