//! `characters list`: the known characters, and with `--occurrences` where they are named.

use super::super::KnowledgeCmd;
use super::super::choice::folded;
use super::super::terms::{chapters, uses_as_json};
use super::as_json;
use crate::args::knowledge::ListPeopleArgs;
use crate::exit::Exit;
use crate::output::{Align, TextTable, word};
use book::knowledge::character::Character;
use book::knowledge::entry::EntryKey;
use messages::Message;
use operations::knowledge::uses::{self, Uses};
use std::collections::BTreeMap;

pub(super) async fn run(cmd: &KnowledgeCmd<'_>, args: &ListPeopleArgs) -> anyhow::Result<Exit> {
    let mut people: Vec<&Character> =
        cmd.knowledge.characters.iter().filter(|one| is_wanted(one, args)).collect();
    let uses = if args.occurrences {
        uses::of_book(cmd.library(), &cmd.book, &cmd.knowledge).await?
    } else {
        BTreeMap::new()
    };
    let none = Uses::default();
    let uses_of = |one: &Character| uses.get(&EntryKey::from(one.id)).unwrap_or(&none);
    if args.occurrences {
        people.sort_by_key(|one| std::cmp::Reverse(uses_of(one).n_uses));
    }
    if cmd.printer.is_json() {
        let mut list = Vec::new();
        for one in &people {
            let mut value = as_json(one)?;
            if let (true, Some(fields)) = (args.occurrences, value.as_object_mut()) {
                fields.insert("occurrences".to_owned(), uses_as_json(uses_of(one)));
            }
            list.push(value);
        }
        cmd.printer.json(&list)?;
        return Ok(Exit::Done);
    }
    if people.is_empty() {
        let any = if cmd.knowledge.characters.is_empty() { "no" } else { "yes" };
        cmd.printer.notify(&Message::new("no_characters").with("any", any).with("book", cmd.book.id));
        return Ok(Exit::Done);
    }
    let mut head = vec![
        ("col_id", Align::Left),
        ("col_name", Align::Left),
        ("col_translation", Align::Left),
        ("col_gender", Align::Left),
        ("col_standing", Align::Left),
    ];
    if args.occurrences {
        head.extend([("col_uses", Align::Right), ("col_in_chapters", Align::Left)]);
    } else {
        head.push(("col_also_called", Align::Left));
    }
    let flexible = head.len() - 1;
    let mut table = TextTable::new(&head, flexible, cmd.printer.language());
    for one in &people {
        let mut row = vec![
            one.id.to_string(),
            one.name.source.clone(),
            one.name.translation.clone(),
            gender(cmd, one),
            cmd.printer.text_of(&word("standing", one.standing.as_str())),
        ];
        if args.occurrences {
            row.extend([uses_of(one).n_uses.to_string(), chapters(uses_of(one))]);
        } else {
            let aliases: Vec<String> =
                one.aliases.iter().map(|name| format!("{}={}", name.source, name.translation)).collect();
            row.push(aliases.join(cmd.printer.language().comma()));
        }
        table.row(row);
    }
    cmd.printer.long_result(&table.render(cmd.printer.width()))?;
    Ok(Exit::Done)
}

fn is_wanted(one: &Character, args: &ListPeopleArgs) -> bool {
    let standing = args.standing.map_or_else(|| one.standing.is_usable(), |wanted| one.standing == wanted);
    let found = args.find.as_ref().is_none_or(|text| {
        let text = folded(text);
        one.names()
            .any(|name| folded(&name.source).contains(&text) || folded(&name.translation).contains(&text))
    });
    standing && found
}

/// What is known of the gender, each with when: `male, female (from chapter 12)`.
pub(super) fn gender(cmd: &KnowledgeCmd<'_>, one: &Character) -> String {
    let facts = one.gender.iter().filter(|fact| fact.standing.is_usable());
    let said: Vec<String> = facts.map(|fact| cmd.dated_gender(fact)).collect();
    said.join(cmd.printer.language().comma())
}
