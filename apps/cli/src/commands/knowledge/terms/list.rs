//! `terms list`: what is known, and with `--occurrences` where it is used.

use super::super::KnowledgeCmd;
use super::super::choice::folded;
use super::as_json;
use crate::args::knowledge::ListArgs;
use crate::exit::Exit;
use crate::output::{Align, Printer, TextTable, fit, word};
use book::knowledge::entry::EntryKey;
use book::knowledge::term::Term;
use messages::Message;
use operations::knowledge::uses::{self, Uses};
use serde_json::{Value, json};
use std::collections::BTreeMap;

pub(super) async fn run(cmd: &KnowledgeCmd<'_>, args: &ListArgs) -> anyhow::Result<Exit> {
    let mut terms: Vec<&Term> = cmd.knowledge.terms.iter().filter(|term| is_wanted(term, args)).collect();
    let uses = if args.occurrences {
        uses::of_book(cmd.library(), &cmd.book, &cmd.knowledge).await?
    } else {
        BTreeMap::new()
    };
    let none = Uses::default();
    let uses_of = |term: &Term| uses.get(&EntryKey::from(term.id)).unwrap_or(&none);
    if args.occurrences {
        terms.sort_by_key(|term| std::cmp::Reverse(uses_of(term).n_uses));
    }
    if cmd.printer.is_json() {
        let list: Vec<Value> = terms
            .iter()
            .map(|term| {
                let mut value = as_json(term);
                if let (true, Some(fields)) = (args.occurrences, value.as_object_mut()) {
                    fields.insert("occurrences".to_owned(), uses_as_json(uses_of(term)));
                }
                value
            })
            .collect();
        cmd.printer.json(&list)?;
        return Ok(Exit::Done);
    }
    if terms.is_empty() {
        let any = if cmd.knowledge.terms.is_empty() { "no" } else { "yes" };
        cmd.printer.notify(&Message::new("no_terms").with("any", any).with("book", cmd.book.id));
        return Ok(Exit::Done);
    }
    cmd.printer.long_result(&table(&terms, args.occurrences, cmd.printer, uses_of))?;
    Ok(Exit::Done)
}

/// Below this many columns, a table shows less of each term; `show` has the rest.
const WIDE: usize = 100;

fn table<'a>(
    terms: &[&Term],
    with_uses: bool,
    printer: &Printer,
    uses_of: impl Fn(&Term) -> &'a Uses,
) -> String {
    let width = printer.width();
    let is_wide = width >= WIDE;
    let mut head =
        vec![("col_id", Align::Left), ("col_source", Align::Left), ("col_translation", Align::Left)];
    if is_wide || !with_uses {
        head.push(("col_kind", Align::Left));
    }
    if is_wide {
        head.push(("col_strictness", Align::Left));
    }
    head.push(("col_standing", Align::Left));
    if with_uses {
        head.extend([("col_uses", Align::Right), ("col_in_chapters", Align::Left)]);
    } else {
        head.push(("col_note", Align::Left));
    }
    let mut table = TextTable::new(&head, head.len() - 1, printer.language());
    // The words take at most half of the line together.
    let longest = width / 4;
    for term in terms {
        let row = head.iter().map(|(name, _)| match *name {
            "col_id" => term.id.to_string(),
            "col_source" => fit(&term.source, longest),
            "col_translation" => fit(&term.translation, longest),
            "col_kind" => printer.text_of(&word("term_kind", term.kind.as_str())),
            "col_strictness" => printer.text_of(&word("strictness", term.strictness.as_str())),
            "col_standing" => printer.text_of(&word("standing", term.standing.as_str())),
            "col_uses" => uses_of(term).n_uses.to_string(),
            "col_in_chapters" => chapters(uses_of(term)),
            _ => term.note.clone(),
        });
        table.row(row.collect());
    }
    table.render(width)
}

fn is_wanted(term: &Term, args: &ListArgs) -> bool {
    let standing = args.standing.map_or_else(|| term.standing.is_usable(), |wanted| term.standing == wanted);
    let found = args.find.as_ref().is_none_or(|text| {
        let text = folded(text);
        let texts = [Some(&term.source), Some(&term.translation), Some(&term.note), term.reading.as_ref()];
        texts.into_iter().flatten().chain(&term.other_forms).any(|one| folded(one).contains(&text))
    });
    standing && found && args.kind.is_none_or(|kind| term.kind == kind)
}

/// Uses by chapter, as `1×3 2×12`.
pub(in super::super) fn chapters(uses: &Uses) -> String {
    let list: Vec<String> = uses.chapters.iter().map(|(chapter, n)| format!("{chapter}×{n}")).collect();
    list.join(" ")
}

pub(in super::super) fn uses_as_json(uses: &Uses) -> Value {
    let chapters: BTreeMap<String, usize> =
        uses.chapters.iter().map(|(chapter, n)| (chapter.to_string(), *n)).collect();
    json!({"uses": uses.n_uses, "paragraphs": uses.n_paragraphs, "chapters": chapters, "first": uses.first})
}
