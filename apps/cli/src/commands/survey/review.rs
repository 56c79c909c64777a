//! `tsumugi survey BOOK --review`: proposals one by one, each with the lines that bear it out.

use crate::config;
use crate::exit::Exit;
use crate::output::{Align, Printer, TextTable, fit, word};
use book::knowledge::character::{Character, FactState, Gender};
use book::knowledge::entry::{Entry, EntryKey};
use book::knowledge::evidence::StoryPosition;
use messages::{Explain, Message};
use runner::survey::review::{self, Decision, EntryProposal};
use serde_json::{Value, json};
use std::io::BufRead;
use store::record::BookSummary;
use store::store::Store;

pub(super) async fn run(book: &BookSummary, store: &Store, printer: &Printer) -> anyhow::Result<Exit> {
    let proposals = review::proposals(store.library(), book).await?;
    if printer.is_json() {
        printer.json(&proposals.iter().map(as_json).collect::<Vec<_>>())?;
        return Ok(Exit::Done);
    }
    if proposals.is_empty() {
        printer.notify(&Message::new("no_proposals"));
        return Ok(Exit::Done);
    }
    if !printer.can_ask() {
        printer.long_result(&table(&proposals, printer))?;
        return Ok(Exit::Done);
    }
    go_through(&proposals, book, store, printer, &mut std::io::stdin().lock()).await?;
    Ok(Exit::Done)
}

/// Goes through the proposals as the person answers; what is answered is written at once.
pub async fn go_through(
    proposals: &[EntryProposal],
    book: &BookSummary,
    store: &Store,
    printer: &Printer,
    answers: &mut impl BufRead,
) -> anyhow::Result<()> {
    printer.notify(&Message::new("review_keys"));
    for (number, proposal) in proposals.iter().enumerate() {
        printer.note(&format!("\n{}/{} {}", number + 1, proposals.len(), described(proposal, printer)));
        loop {
            let mut line = String::new();
            if answers.read_line(&mut line)? == 0 {
                return Ok(());
            }
            let decision = match answer(&line) {
                ReviewAnswer::Decide(decision) => decision,
                ReviewAnswer::Merge(word) => {
                    let Some(key) = find(store, book, &word).await? else {
                        printer.notify(&Message::new("no_term_or_character").with("word", word));
                        continue;
                    };
                    Decision::MergeInto(key)
                }
                ReviewAnswer::Skip => break,
                ReviewAnswer::Stop => return Ok(()),
                ReviewAnswer::Help => {
                    printer.notify(&Message::new("review_keys"));
                    continue;
                }
            };
            match review::decide(store, book, &proposal.entry, decision, config::now_ms()).await {
                Ok(()) => break,
                Err(error) => printer.warn(&error.message()),
            }
        }
    }
    Ok(())
}

/// What a line means.
#[derive(Debug, PartialEq, Eq)]
pub enum ReviewAnswer {
    Decide(Decision),
    Merge(String),
    Skip,
    Stop,
    Help,
}

/// Reads a line.
pub fn answer(line: &str) -> ReviewAnswer {
    let line = line.trim();
    let (key, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    match (key.to_lowercase().as_str(), rest.trim()) {
        ("a" | "y" | "accept", "") => ReviewAnswer::Decide(Decision::Accept),
        ("e" | "edit", text) if !text.is_empty() => ReviewAnswer::Decide(Decision::AcceptAs(text.to_owned())),
        ("g" | "gender", "f" | "female") => ReviewAnswer::Decide(Decision::AcceptWithGender(Gender::Female)),
        ("g" | "gender", "m" | "male") => ReviewAnswer::Decide(Decision::AcceptWithGender(Gender::Male)),
        ("g" | "gender", "n" | "neutral") => {
            ReviewAnswer::Decide(Decision::AcceptWithGender(Gender::Neutral))
        }
        ("r" | "reject", "") => ReviewAnswer::Decide(Decision::Reject),
        ("m" | "merge", word) if !word.is_empty() => ReviewAnswer::Merge(word.to_owned()),
        ("s" | "skip" | "", "") => ReviewAnswer::Skip,
        ("q" | "quit" | "stop", "") => ReviewAnswer::Stop,
        _ => ReviewAnswer::Help,
    }
}

async fn find(store: &Store, book: &BookSummary, word: &str) -> anyhow::Result<Option<EntryKey>> {
    let (library, series) = (store.library(), book.series.id);
    if let Some(one) = library.characters_named(series, word).await?.first() {
        return Ok(Some(one.value.id.into()));
    }
    Ok(library.terms_of_source(series, word).await?.first().map(|one| one.value.id.into()))
}

fn described(proposal: &EntryProposal, printer: &Printer) -> String {
    let mut lines = vec![headline(proposal, printer)];
    if let Entry::Character(character) = &proposal.entry {
        lines.extend(facts(character, printer));
    }
    for quote in &proposal.quotes {
        let line = Message::new("proposal_quote").count("chapter", quote.chapter);
        let line = line.with("paragraph", quote.paragraph).with("text", fit(&quote.text, 100));
        lines.push(printer.text_of(&line));
    }
    lines.join("\n")
}

fn headline(proposal: &EntryProposal, printer: &Printer) -> String {
    let uses = proposal.n_uses;
    match &proposal.entry {
        Entry::Term(term) => {
            let note = if term.note.is_empty() { String::new() } else { format!(" · {}", term.note) };
            let head = Message::new("proposal_term").with("source", &term.source);
            let head = head.with("translation", &term.translation).count("n", uses);
            let head = head.part("kind", word("term_kind", term.kind.as_str()));
            format!("{}{note}", printer.text_of(&head))
        }
        Entry::Character(one) => {
            let head = Message::new("proposal_character").with("source", &one.name.source);
            printer.text_of(&head.with("translation", &one.name.translation).count("n", uses))
        }
        Entry::Memory(memory) => memory.text.clone(),
        Entry::Summary(summary) => summary.text.clone(),
    }
}

fn facts(character: &Character, printer: &Printer) -> Vec<String> {
    let mut lines = Vec::new();
    let aliases: Vec<String> =
        character.aliases.iter().map(|name| format!("{} = {}", name.source, name.translation)).collect();
    if !aliases.is_empty() {
        lines.push(Message::new("proposal_also").with("names", aliases.join(printer.language().comma())));
    }
    match character.gender_at(StoryPosition(u32::MAX)) {
        FactState::Settled(gender) => {
            lines.push(Message::new("proposal_gender").part("gender", word("gender", gender.as_str())));
        }
        FactState::Conflict => lines.push(Message::new("proposal_gender_unclear")),
        FactState::Nothing => {}
    }
    if !character.voice.register.is_empty() {
        lines.push(Message::new("proposal_voice").with("voice", &character.voice.register));
    }
    let described = character.description.iter().map(|fact| format!("  {}", fact.value));
    lines.iter().map(|line| printer.text_of(line)).chain(described).collect()
}

fn table(proposals: &[EntryProposal], printer: &Printer) -> String {
    let head = [
        ("col_id", Align::Left),
        ("col_source", Align::Left),
        ("col_translation", Align::Left),
        ("col_uses", Align::Right),
        ("col_line", Align::Left),
    ];
    let mut table = TextTable::new(&head, 4, printer.language());
    for proposal in proposals {
        let (id, source, translation) = columns_of(&proposal.entry);
        let line = proposal.quotes.first().map(|quote| fit(&quote.text, 60)).unwrap_or_default();
        table.row(vec![id, source, translation, proposal.n_uses.to_string(), line]);
    }
    table.render(printer.width())
}

fn columns_of(entry: &Entry) -> (String, String, String) {
    match entry {
        Entry::Term(term) => (term.id.to_string(), term.source.clone(), term.translation.clone()),
        Entry::Character(one) => (one.id.to_string(), one.name.source.clone(), one.name.translation.clone()),
        Entry::Memory(memory) => (memory.id.to_string(), String::new(), memory.text.clone()),
        Entry::Summary(summary) => (summary.chapter.to_string(), String::new(), summary.text.clone()),
    }
}

fn as_json(proposal: &EntryProposal) -> Value {
    let quotes: Vec<Value> = proposal
        .quotes
        .iter()
        .map(|quote| json!({"paragraph_id": quote.paragraph, "chapter": quote.chapter, "text": quote.text}))
        .collect();
    json!({
        "entry": proposal.entry,
        "uses": proposal.n_uses,
        "contradicts": proposal.contradicts,
        "quotes": quotes,
    })
}
