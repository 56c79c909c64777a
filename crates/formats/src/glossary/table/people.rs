//! Characters as rows of a table: names, gender, voice and who they are. Addresses and evidence have no place here.

use super::cell::{join_list, split_list};
use super::{Column, Entry, Table, words};
use crate::import::FileFault;
use book::id::CharacterId;
use book::knowledge::character::{Character, Fact, Gender, Name, Voice};
use book::knowledge::evidence::{EntryState, StoryPosition};
use book::knowledge::term::TermKind;

/// Whether a row is about a person whose gender it tells. A word of another kind is none, whatever is said about it.
pub(super) fn has_gender(entry: &Entry<'_>) -> bool {
    let kind = entry.get(Column::Kind);
    let is_person = kind.as_ref().is_none_or(|word| words::kind(word) == Some(TermKind::Person));
    let in_column = || entry.get(Column::Gender).is_some_and(|said| words::gender(&said).is_some());
    // Where kinds are told, a remark is a remark.
    let in_note = || kind.is_none() && gender_in_note(entry).0.is_some();
    is_person && entry.get(Column::Translation).is_some() && (in_column() || in_note())
}

/// The gender that a remark begins with, as other translators of novels write it (`女性，主角`), and the rest of the remark.
fn gender_in_note(entry: &Entry<'_>) -> (Option<String>, Option<String>) {
    let Some(note) = entry.get(Column::Note) else { return (None, None) };
    let end = note.find(['，', ',', '、', '；', ';', '。', '\n', ' ', '|']).unwrap_or(note.len());
    let (first, rest) = note.split_at_checked(end).unwrap_or((note.as_str(), ""));
    // One letter is a gender in a column of genders only.
    let is_word = first.chars().count() > 1 || matches!(first, "男" | "女");
    if !is_word
        || words::gender(first).is_none()
        || matches!(first.to_lowercase().as_str(), "none" | "he" | "she" | "they")
    {
        return (None, Some(note));
    }
    let rest = rest.trim_start_matches(['，', ',', '、', '；', ';', '。', '\n', ' ', '|']).trim();
    (Some(first.to_owned()), Some(rest.to_owned()).filter(|rest| !rest.is_empty()))
}

/// The character of a row; `None` if the row is about something else.
pub(super) fn character(entry: &Entry<'_>, at: usize, findings: &mut Vec<FileFault>) -> Option<Character> {
    let source = entry.source(findings)?;
    let kind = entry.get(Column::Kind).and_then(|word| words::kind(&word));
    if kind.is_some_and(|kind| kind != TermKind::Person) {
        entry.finding(findings, format!("`{source}` is not a person; the row was passed over"));
        return None;
    }
    let Some(translation) = entry.get(Column::Translation) else {
        entry.finding(findings, "the translation is empty; the row was passed over".to_owned());
        return None;
    };
    let said = entry.get(Column::Gender);
    let (in_note, note) = gender_in_note(entry);
    let said = said.or(in_note).unwrap_or_default();
    let mut gender: Vec<Fact<Gender>> = Vec::new();
    for (word, known_from) in facts(&said) {
        match words::gender(&word) {
            Some(value) => gender.push(fact(value, known_from)),
            None => entry.finding(findings, format!("the gender `{word}` is not known and was not taken")),
        }
    }
    let mut description = entry.get(Column::Description).unwrap_or_default();
    if let Some(note) = note {
        description = if description.is_empty() { note } else { format!("{description}\n{note}") };
    }
    Some(Character {
        id: CharacterId::from_number(u32::try_from(at).unwrap_or(u32::MAX)),
        name: Name { source, reading: entry.get(Column::Reading), translation, known_from: StoryPosition(0) },
        aliases: aliases(entry, findings),
        gender,
        voice: Voice { register: entry.get(Column::Voice).unwrap_or_default(), ..Voice::default() },
        description: facts(&description).into_iter().map(|(text, from)| fact(text, from)).collect(),
        addresses: Vec::new(),
        evidence: Vec::new(),
        standing: entry.word(Column::EntryState, words::standing, findings).unwrap_or(EntryState::Confirmed),
    })
}

/// Aliases as `source=translation`.
fn aliases(entry: &Entry<'_>, findings: &mut Vec<FileFault>) -> Vec<Name> {
    let mut names = Vec::new();
    for (alias, known_from) in facts(&entry.get(Column::Aliases).unwrap_or_default()) {
        match alias.split_once(['=', '＝']) {
            Some((source, translation)) if !source.trim().is_empty() && !translation.trim().is_empty() => {
                names.push(Name {
                    source: source.trim().to_owned(),
                    reading: None,
                    translation: translation.trim().to_owned(),
                    known_from,
                });
            }
            Some(_) | None => entry.finding(
                findings,
                format!(
                    "the alias `{alias}` has no translation and was not taken; write `alias=translation`"
                ),
            ),
        }
    }
    names
}

const fn fact<T>(value: T, known_from: StoryPosition) -> Fact<T> {
    Fact { value, evidence: Vec::new(), known_from, standing: EntryState::Confirmed }
}

/// The items of a list, each with the chapter from which it is known: `the heir @12`, and in the second book `@2.5`.
fn facts(text: &str) -> Vec<(String, StoryPosition)> {
    split_list(text).into_iter().map(|item| read_date(&item).unwrap_or((item, StoryPosition(0)))).collect()
}

fn read_date(item: &str) -> Option<(String, StoryPosition)> {
    let (text, date) = item.rsplit_once(" @")?;
    let (book, chapter) = date.split_once('.').unwrap_or(("1", date));
    let (book, chapter) =
        (book.parse::<u32>().ok()?.checked_sub(1)?, chapter.parse::<u32>().ok()?.checked_sub(1)?);
    Some((text.trim().to_owned(), StoryPosition::new(book, chapter)))
}

fn dated(text: &str, from: StoryPosition) -> String {
    if from == StoryPosition(0) && read_date(text).is_none() {
        return text.to_owned();
    }
    let chapter = from.chapter() + 1;
    match from.book() {
        0 => format!("{text} @{chapter}"),
        book => format!("{text} @{}.{chapter}", book + 1),
    }
}

/// The table of characters.
pub(super) fn from_characters(characters: &[Character]) -> Table {
    let columns = [
        Column::Source,
        Column::Translation,
        Column::Reading,
        Column::Aliases,
        Column::Gender,
        Column::Voice,
        Column::Description,
        Column::EntryState,
    ];
    let rows = characters.iter().map(row).collect();
    Table { head: columns.iter().map(|column| column.name()).collect(), rows }
}

fn row(character: &Character) -> Vec<String> {
    let list = |items: Vec<String>| join_list(items.iter().map(String::as_str));
    let aliases = character.aliases.iter();
    let aliases = aliases
        .map(|alias| dated(&format!("{}={}", alias.source, alias.translation), alias.known_from))
        .collect();
    let usable = |standing: EntryState| standing.is_usable();
    let gender = character.gender.iter().filter(|fact| usable(fact.standing));
    let gender = gender.map(|fact| dated(fact.value.as_str(), fact.known_from)).collect();
    let description = character.description.iter().filter(|fact| usable(fact.standing));
    let description = description.map(|fact| dated(&fact.value, fact.known_from)).collect();
    vec![
        character.name.source.clone(),
        character.name.translation.clone(),
        character.name.reading.clone().unwrap_or_default(),
        list(aliases),
        list(gender),
        character.voice.register.clone(),
        list(description),
        character.standing.as_str().to_owned(),
    ]
}
