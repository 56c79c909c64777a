//! `terms show`: everything about a term, where it stands and how it was translated there.

use super::super::KnowledgeCmd;
use super::as_json;
use super::list::{chapters, uses_as_json};
use crate::exit::Exit;
use crate::output::{Printer, fit, word, wrap};
use book::id::ParagraphId;
use book::knowledge::entry::EntryKey;
use book::knowledge::memory::Subject;
use book::knowledge::term::Term;
use messages::Message;
use operations::knowledge::uses::{self, Uses};
use serde_json::{Value, json};
use std::fmt::Write;

pub(super) async fn run(cmd: &KnowledgeCmd<'_>, entries: &[String]) -> anyhow::Result<Exit> {
    let mut values = Vec::new();
    let mut texts = Vec::new();
    let all = uses::of_book(cmd.library(), &cmd.book, &cmd.knowledge).await?;
    for text in entries {
        let term = cmd.term(text)?;
        let uses = all.get(&EntryKey::from(term.id)).cloned().unwrap_or_default();
        let quotes = quotes(cmd, &uses.first).await?;
        let memories: Vec<&str> = cmd
            .knowledge
            .memories
            .iter()
            .filter(|memory| memory.subject == Subject::Term { term: term.id } && memory.standing.is_usable())
            .map(|memory| memory.text.as_str())
            .collect();
        let mut text = describe_term(term, &uses, &memories, cmd.printer);
        write_quotes(&mut text, &quotes, cmd.printer.width());
        texts.push(text.trim_end().to_owned());
        let mut value = as_json(term);
        if let Some(fields) = value.as_object_mut() {
            fields.insert("occurrences".to_owned(), uses_as_json(&uses));
            let quotes: Vec<Value> = quotes
                .iter()
                .map(|one| json!({"paragraph_id": one.0, "text": one.1, "translation": one.2}))
                .collect();
            fields.insert("quotes".to_owned(), quotes.into());
            fields.insert("memories".to_owned(), memories.into());
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

/// Lines stand under their paragraph's words, not under its id.
const INDENT: &str = "          ";
/// The most columns quoted of a line.
const LONGEST_QUOTE: usize = 140;

type Quote = (ParagraphId, String, Option<String>);

/// The lines of these paragraphs.
pub(in super::super) async fn quotes(
    cmd: &KnowledgeCmd<'_>,
    paragraphs: &[ParagraphId],
) -> anyhow::Result<Vec<Quote>> {
    let mut quotes = Vec::new();
    for id in paragraphs {
        let paragraph = cmd.library().paragraph(cmd.book.id, *id).await?;
        let translation = paragraph.translation.map(|text| text.plain().into_owned());
        quotes.push((*id, paragraph.text.plain().into_owned(), translation));
    }
    Ok(quotes)
}

fn describe_term(term: &Term, uses: &Uses, memories: &[&str], printer: &Printer) -> String {
    let reading = term.reading.as_ref().map(|reading| format!(" ({reading})")).unwrap_or_default();
    let mut text = format!("{}{reading} → {}   {}\n", term.source, term.translation, term.id);
    let facts = [
        word("term_kind", term.kind.as_str()),
        word("strictness", term.strictness.as_str()),
        word("standing", term.standing.as_str()),
    ];
    let _ = writeln!(text, "  {}", printer.list(&facts));
    if !term.other_forms.is_empty() {
        let also = Message::new("also_right").with("forms", term.other_forms.join(" | "));
        let _ = writeln!(text, "{}", printer.text_of(&also));
    }
    for note in term.note.lines().chain(memories.iter().copied()) {
        let _ = writeln!(text, "  {note}");
    }
    let used = Message::new("used_times").count("uses", uses.n_uses).count("n", uses.n_paragraphs);
    let _ = writeln!(text, "{}", printer.text_of(&used.with("chapters", chapters(uses))));
    text
}

/// The lines below what they are about.
pub(in super::super) fn write_quotes(text: &mut String, quotes: &[Quote], width: usize) {
    for (id, source, translation) in quotes {
        let source = wrap(&fit(source, LONGEST_QUOTE), width, INDENT);
        let _ = write!(text, "\n  {id}  {}\n", source.trim_start());
        if let Some(translation) = translation {
            let _ =
                writeln!(text, "{}", wrap(&format!("→ {}", fit(translation, LONGEST_QUOTE)), width, INDENT));
        }
    }
}
