//! `terms add` and `terms edit`: by fields, or in an editor.

use super::super::KnowledgeCmd;
use super::super::choice::folded;
use super::super::sheet::{line, lines, remark};
use super::as_json;
use crate::args::knowledge::{AddArgs, EditTermArgs, TermFields};
use crate::exit::{Exit, WrongUsage};
use crate::output::Printer;
use book::edit::Edit;
use book::knowledge::evidence::EntryState;
use book::knowledge::term::{Strictness, Term, TermKind};
use messages::Message;
use serde::Deserialize;
use serde_json::json;
use std::fmt::Write;

pub(super) async fn add(cmd: &KnowledgeCmd<'_>, args: &AddArgs) -> anyhow::Result<Exit> {
    let known = &cmd.knowledge.terms;
    let id = cmd.mint().term(|id| known.iter().any(|term| term.id == id));
    let mut term = Term::new(id, args.source.trim().to_owned(), args.translation.clone().unwrap_or_default());
    term.standing = EntryState::Confirmed;
    take_fields(&mut term, &args.fields);
    refuse_blank(&term)?;
    // A word that is there already is not added beside itself in silence.
    let word = folded(&term.source);
    let same = known
        .iter()
        .find(|one| folded(&one.source) == word && one.kind == term.kind && one.standing.is_usable());
    if let Some(same) = same {
        let message = Message::new("term_there_already").with("source", &same.source);
        let message = message.with("translation", &same.translation).with("term", same.id);
        return Err(WrongUsage(message.with("book", cmd.book.id)).into());
    }
    let note = format!("added term {} → {}", term.source, term.translation);
    cmd.change(&[Edit::create(term.clone())], &note, json!({"term": as_json(&term)})).await
}

pub(super) async fn edit(cmd: &KnowledgeCmd<'_>, args: &EditTermArgs) -> anyhow::Result<Exit> {
    let before = cmd.term(&args.term)?.clone();
    let has_fields =
        args.source.is_some() || args.translation.is_some() || args.fields != TermFields::default();
    if !has_fields {
        return in_editor(cmd, before).await;
    }
    let mut term = before.clone();
    if let Some(source) = &args.source {
        source.trim().clone_into(&mut term.source);
    }
    if let Some(translation) = &args.translation {
        translation.trim().clone_into(&mut term.translation);
    }
    take_fields(&mut term, &args.fields);
    save(cmd, &before, term).await
}

async fn in_editor(cmd: &KnowledgeCmd<'_>, before: Term) -> anyhow::Result<Exit> {
    let edited = cmd.in_editor::<Sheet>(&format!("term-{}", before.id), &sheet(&before, cmd.printer))?;
    let term = edited.value.term(&before)?;
    let exit = save(cmd, &before, term).await?;
    edited.done()?;
    Ok(exit)
}

async fn save(cmd: &KnowledgeCmd<'_>, before: &Term, term: Term) -> anyhow::Result<Exit> {
    refuse_blank(&term)?;
    let note = if before.translation == term.translation {
        format!("changed term {}", term.source)
    } else {
        format!("changed term {}: {} → {}", term.source, before.translation, term.translation)
    };
    let edits = if *before == term { vec![] } else { vec![Edit::upsert(term.clone())] };
    let exit = cmd.change(&edits, &note, json!({"term": as_json(&term)})).await?;
    if before.translation != term.translation && cmd.book.n_translated > 0 {
        let next = Message::new("rename_term_next").with("book", cmd.book.id).with("entry", term.id);
        let next = next.with("new", format!("\"{}\"", term.translation));
        cmd.printer.hint(&next.with("old", format!("\"{}\"", before.translation)));
    }
    Ok(exit)
}

fn take_fields(term: &mut Term, fields: &TermFields) {
    if let Some(reading) = &fields.reading {
        term.reading = Some(reading.trim().to_owned()).filter(|reading| !reading.is_empty());
    }
    if !fields.forms.is_empty() {
        term.other_forms =
            fields.forms.iter().map(|form| form.trim().to_owned()).filter(|form| !form.is_empty()).collect();
    }
    if let Some(kind) = fields.kind {
        term.kind = kind;
    }
    if let Some(note) = &fields.note {
        note.trim().clone_into(&mut term.note);
    }
    if let Some(strictness) = fields.strictness {
        term.strictness = strictness;
    }
}

fn refuse_blank(term: &Term) -> anyhow::Result<()> {
    if term.source.trim().is_empty() {
        return Err(WrongUsage(Message::new("term_without_source")).into());
    }
    if term.translation.trim().is_empty() && term.strictness != Strictness::KeepSource {
        let message = Message::new("term_without_translation").with("source", &term.source);
        return Err(WrongUsage(message).into());
    }
    Ok(())
}

/// A term as it is written in an editor.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Sheet {
    source: String,
    translation: String,
    #[serde(default)]
    reading: String,
    #[serde(default)]
    other_forms: Vec<String>,
    kind: TermKind,
    strictness: Strictness,
    standing: EntryState,
    #[serde(default)]
    note: String,
}

impl Sheet {
    fn term(&self, before: &Term) -> anyhow::Result<Term> {
        let forms =
            self.other_forms.iter().map(|form| form.trim().to_owned()).filter(|form| !form.is_empty());
        let term = Term {
            id: before.id,
            source: self.source.trim().to_owned(),
            reading: Some(self.reading.trim().to_owned()).filter(|reading| !reading.is_empty()),
            translation: self.translation.trim().to_owned(),
            other_forms: forms.collect(),
            kind: self.kind,
            note: self.note.trim().to_owned(),
            strictness: self.strictness,
            evidence: before.evidence.clone(),
            standing: self.standing,
        };
        refuse_blank(&term)?;
        Ok(term)
    }
}

fn sheet(term: &Term, printer: &Printer) -> String {
    let mut text = String::new();
    remark(&mut text, "term_sheet", printer);
    line(&mut text, "source", &term.source);
    line(&mut text, "translation", &term.translation);
    line(&mut text, "reading", term.reading.as_deref().unwrap_or_default());
    remark(&mut text, "term_sheet_forms", printer);
    lines(&mut text, "other_forms", &term.other_forms);
    let words = |list: &[&str]| list.join(", ");
    let _ = writeln!(text, "# {}", words(&TermKind::ALL.map(TermKind::as_str)));
    line(&mut text, "kind", term.kind.as_str());
    let _ = writeln!(text, "# {}", words(&Strictness::ALL.map(Strictness::as_str)));
    line(&mut text, "strictness", term.strictness.as_str());
    let _ = writeln!(text, "# {}", words(&EntryState::ALL.map(EntryState::as_str)));
    line(&mut text, "standing", term.standing.as_str());
    remark(&mut text, "term_sheet_note", printer);
    line(&mut text, "note", &term.note);
    text
}
