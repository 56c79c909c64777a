//! `rename`: how a word is translated changes everywhere, after a look at every place, and one undo takes it back.

use super::KnowledgeCmd;
use super::choice::NamedEntry;
use crate::args::knowledge::RenameArgs;
use crate::config;
use crate::exit::{Exit, WrongUsage};
use crate::output::{marked_changes, with_change, wrap};
use messages::Message;
use operations::knowledge::rename::{self, RenamePlan, Renaming};
use serde_json::{Value, json};
use std::fmt::Write;

impl KnowledgeCmd<'_> {
    pub(super) async fn rename(&self, args: &RenameArgs) -> anyhow::Result<Exit> {
        let new = args.translation.trim();
        if new.is_empty() {
            return Err(WrongUsage(Message::new("new_name_empty")).into());
        }
        let renaming = match self.named(&args.entry)? {
            NamedEntry::Term(term) => Renaming::of_term(term, new, args.was.as_deref()),
            NamedEntry::Character(character) => {
                Renaming::of_character(character, &args.entry, new, args.was.as_deref())
            }
        };
        if renaming.is_nothing() {
            return Err(WrongUsage(Message::new("translated_so_already").with("new", new)).into());
        }
        let plan = rename::plan(self.library(), &self.book, &renaming).await?;
        if args.dry_run {
            self.preview(&plan)?;
            return Ok(Exit::Done);
        }
        if !args.yes {
            if self.printer.is_json() || !self.printer.can_ask() {
                let message = Message::new("paragraphs_would_change");
                return Err(WrongUsage(message.count("n_paragraphs", plan.changed.len())).into());
            }
            self.preview(&plan)?;
            let question = Message::new("rename_question").amount("n", plan.changed.len());
            let question = question.with("what", self.printer.recognised(plan.note()));
            if !self.printer.confirm(&question)? {
                self.printer.notify(&Message::new("nothing_changed"));
                return Ok(Exit::Done);
            }
        }
        let changes = rename::carry_out(self.store, &self.book, &plan, config::now_ms()).await?;
        let first = changes.first().map(|(_, change)| *change);
        let changes: Vec<String> = changes.iter().map(|(_, change)| change.to_string()).collect();
        if self.printer.is_json() {
            self.printer.json(&as_json(&plan, &changes))?;
            return Ok(Exit::Done);
        }
        let done = Message::new("rename_done").amount("n", plan.changed.len());
        let done = done.with("what", self.printer.recognised(plan.note()));
        self.printer.print(&with_change(done, first))?;
        if !plan.left.is_empty() {
            let left = Message::new("rename_left").amount("n", plan.left.len());
            self.printer.notify(&left.with("book", self.book.id));
        }
        if changes.len() > 1 {
            let others = changes.get(1..).unwrap_or_default().join(self.printer.language().comma());
            self.printer.notify(&Message::new("rename_other_books").with("changes", others));
        }
        self.printer.hint(&Message::new("takes_it_back").with("book", self.book.id));
        Ok(Exit::Done)
    }

    fn preview(&self, plan: &RenamePlan) -> anyhow::Result<()> {
        if self.printer.is_json() {
            return self.printer.json(&as_json(plan, &[]));
        }
        let width = self.printer.width();
        let shapes: Vec<String> =
            plan.shapes.iter().map(|shape| format!("{} → {}", shape.old, shape.new)).collect();
        let comma = self.printer.language().comma();
        let replaced = Message::new("rename_replaced").with("shapes", shapes.join(comma));
        let mut text = format!("{}\n", wrap(&self.printer.text_of(&replaced), width, ""));
        if !plan.along.is_empty() {
            let along: Vec<String> = plan.along.iter().map(ToString::to_string).collect();
            let along = Message::new("rename_along").with("forms", along.join(comma));
            let _ = writeln!(text, "{}", self.printer.text_of(&along));
        }
        for one in &plan.changed {
            let diff = marked_changes(one.before.as_str(), one.after.as_str());
            let place = Message::new("rename_place").with("paragraph", one.paragraph);
            let place = self.printer.text_of(&place.count("chapter", one.chapter));
            let _ = write!(text, "\n{place}\n{}\n", wrap(&diff, width, "  "));
        }
        if !plan.left.is_empty() {
            let _ = write!(text, "\n{}\n", self.printer.text_of(&Message::new("rename_left_head")));
        }
        for one in &plan.left {
            let why = self.printer.recognised(&one.why.describe(|key| self.entry_name(key)));
            let place = Message::new("rename_place_left").with("paragraph", one.paragraph);
            let place = self.printer.text_of(&place.count("chapter", one.chapter).with("why", why));
            let _ = write!(text, "\n{place}\n{}\n", wrap(one.translation.as_str(), width, "  "));
        }
        let counts = Message::new("rename_counts").amount("n", plan.changed.len());
        let _ = write!(text, "\n{}", self.printer.text_of(&counts.count("left", plan.left.len())));
        self.printer.long_result(&text)
    }

    fn entry_name(&self, key: book::knowledge::entry::EntryKey) -> String {
        let term =
            self.knowledge.terms.iter().find(|term| book::knowledge::entry::EntryKey::from(term.id) == key);
        let character = self
            .knowledge
            .characters
            .iter()
            .find(|one| book::knowledge::entry::EntryKey::from(one.id) == key);
        match (term, character) {
            (Some(term), _) => term.source.clone(),
            (None, Some(character)) => character.name.source.clone(),
            (None, None) => key.to_string(),
        }
    }
}

fn as_json(plan: &RenamePlan, changes: &[String]) -> Value {
    let changed: Vec<Value> = plan
        .changed
        .iter()
        .map(|one| {
            json!({
                "book": one.book,
                "chapter": one.chapter,
                "paragraph_id": one.paragraph,
                "before": one.before.as_str(),
                "after": one.after.as_str(),
                "places": one.n_places,
            })
        })
        .collect();
    let left: Vec<Value> = plan
        .left
        .iter()
        .map(|one| {
            json!({
                "book": one.book,
                "chapter": one.chapter,
                "paragraph_id": one.paragraph,
                "translation": one.translation.as_str(),
                "why": one.why.as_str(),
            })
        })
        .collect();
    let shapes: Vec<Value> =
        plan.shapes.iter().map(|shape| json!({"before": shape.old, "after": shape.new})).collect();
    json!({"note": plan.note(), "replacements": shapes, "changed": changed, "left": left, "changes": changes})
}
