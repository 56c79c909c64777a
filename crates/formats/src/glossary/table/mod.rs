//! A glossary as a table, whatever file the table is in: rows to drafts, and what is known to rows.

mod cell;
mod people;

pub(crate) use cell::{as_text, disarm, join_list, rearm};

use super::columns::{Column, Columns};
use super::pairs::CASE_SENSITIVE;
use super::{GlossaryContent, GlossaryError, Languages, Rows, words};
use crate::import::FileFault;
use book::id::TermId;
use book::knowledge::draft::{Draft, TermDraft};
use book::knowledge::term::{Term, TermKind};
use cell::split_list;
use messages::Message;

/// Longer than any honest cell; what spreadsheets allow.
const MAX_CELL: usize = 32_767;
/// More rows than any honest glossary.
const MAX_ROWS: usize = 200_000;
/// More columns than any honest glossary.
const MAX_COLUMNS: usize = 512;

/// A row as it stands in a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Row {
    /// Where it is: `line 3`, `sheet `Terms`, row 3`.
    pub(crate) place: String,
    /// Its cells.
    pub(crate) cells: Vec<String>,
}

impl Row {
    /// Whether the row is a remark to people, as some tools allow.
    fn is_remark(&self) -> bool {
        let first = self.cells.first().map_or("", |cell| cell.trim());
        is_remark(first) && self.cells.iter().skip(1).all(|cell| cell.trim().is_empty())
    }
}

/// Whether a line is a remark.
pub(super) fn is_remark(line: &str) -> bool {
    line.starts_with("//") || line.starts_with('#')
}

/// A table to be written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Table {
    /// The names of the columns.
    pub(crate) head: Vec<&'static str>,
    /// The rows.
    pub(crate) rows: Vec<Vec<String>>,
}

/// What the first row of a table is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FirstRow {
    /// Names, or already an entry.
    NamesOrEntry,
    /// Names.
    Names,
}

/// Adds what the rows of one table say to a draft.
pub(super) fn read(
    rows: Vec<Row>,
    first_row: FirstRow,
    as_rows: Rows,
    languages: &Languages,
    draft: &mut Draft,
    findings: &mut Vec<FileFault>,
) -> Result<(), GlossaryError> {
    let mut rows = rows;
    refuse_hostile(&rows)?;
    rows.retain(|row| row.cells.iter().any(|cell| !cell.trim().is_empty()));
    // Remarks at the top are neither names nor entries.
    let n_remarks = rows.iter().take_while(|row| row.is_remark()).count();
    rows.drain(..n_remarks);
    let Some(first) = rows.first() else { return Ok(()) };
    let columns = Columns::read(&first.place, &first.cells, first_row, languages)?;
    for (number, name) in &columns.unknown {
        let message = format!("the column {number} (`{name}`) means nothing here and was not read");
        findings.push(FileFault { subject: first.place.clone(), message });
    }
    for row in rows.iter().skip(usize::from(columns.has_head)) {
        let entry = Entry { row, columns: &columns };
        match as_rows {
            // Whoever has a gender is somebody, and the gender is worth more than a remark.
            Rows::Terms if people::has_gender(&entry) => {
                draft.characters.extend(people::character(&entry, draft.characters.len(), findings));
            }
            Rows::Terms => draft.terms.extend(term(&entry, draft.terms.len(), findings)),
            Rows::Characters => {
                draft.characters.extend(people::character(&entry, draft.characters.len(), findings));
            }
        }
    }
    Ok(())
}

/// One row with the meaning of its cells.
pub(super) struct Entry<'a> {
    row: &'a Row,
    columns: &'a Columns,
}

impl Entry<'_> {
    /// What stands under a column, if anything does.
    fn get(&self, column: Column) -> Option<String> {
        let at = self.columns.meanings.iter().position(|meaning| *meaning == Some(column))?;
        let text = self.row.cells.get(at)?.replace("\r\n", "\n").replace('\r', "\n");
        let text = rearm(text.trim());
        (!text.trim().is_empty()).then(|| text.trim().to_owned())
    }

    /// The value a word stands for, and a finding if it stands for none.
    fn word<T>(
        &self,
        column: Column,
        meaning: fn(&str) -> Option<T>,
        findings: &mut Vec<FileFault>,
    ) -> Option<T> {
        let text = self.get(column)?;
        let value = meaning(&text);
        if value.is_none() {
            self.finding(findings, format!("the {} `{text}` is not known and was not taken", column.name()));
        }
        value
    }

    fn finding(&self, findings: &mut Vec<FileFault>, message: String) {
        findings.push(FileFault { subject: self.row.place.clone(), message });
    }

    /// The word of the source, unless the row has none, is a comment or a pattern.
    fn source(&self, findings: &mut Vec<FileFault>) -> Option<String> {
        if !self.columns.has_head && self.row.cells.first().is_some_and(|cell| is_remark(cell.trim())) {
            return None;
        }
        let is_pattern = self.get(Column::Pattern).is_some_and(|text| is_yes(&text));
        if is_pattern {
            self.finding(findings, "a pattern is no word of a book; the row was passed over".to_owned());
            return None;
        }
        let source = self.get(Column::Source);
        if source.is_none() {
            self.finding(findings, "the source is empty; the row was passed over".to_owned());
        }
        source
    }
}

fn is_yes(text: &str) -> bool {
    matches!(text.to_lowercase().as_str(), "true" | "1" | "yes" | "是")
}

fn term(entry: &Entry<'_>, at: usize, findings: &mut Vec<FileFault>) -> Option<TermDraft> {
    let source = entry.source(findings)?;
    let mut term = TermDraft::new(TermId::from_number(u32::try_from(at).unwrap_or(u32::MAX)), source);
    term.translation = entry.get(Column::Translation);
    term.strictness = entry.word(Column::Strictness, words::strictness, findings);
    let keeps_source = term.strictness == Some(book::knowledge::term::Strictness::KeepSource);
    if term.translation.is_none() && !keeps_source {
        entry.finding(findings, "the translation is empty; the row was passed over".to_owned());
        return None;
    }
    term.reading = entry.get(Column::Reading);
    term.other_forms = entry.get(Column::OtherForms).map(|text| split_list(&text)).unwrap_or_default();
    term.standing = entry.word(Column::EntryState, words::standing, findings);
    let mut notes: Vec<String> = Vec::new();
    notes.extend(entry.get(Column::Note));
    notes.extend(entry.get(Column::Description));
    if let Some(word) = entry.get(Column::Kind) {
        term.kind = words::kind(&word);
        // A kind of somebody else's making still tells a translator something.
        if term.kind.is_none() {
            notes.push(word);
        }
    }
    if let Some(gender) = entry.get(Column::Gender) {
        term.kind = term.kind.or_else(|| words::gender(&gender).map(|_| TermKind::Person));
        notes.push(gender);
    }
    if entry.get(Column::Case).is_some_and(|text| is_yes(&text)) {
        notes.push(CASE_SENSITIVE.to_owned());
    }
    term.note = (!notes.is_empty()).then(|| notes.join("\n"));
    Some(term)
}

/// The table of what is known.
pub(super) fn from_knowledge(knowledge: &GlossaryContent<'_>, rows: Rows) -> Table {
    match rows {
        Rows::Terms => Table {
            head: TERM_COLUMNS.iter().map(|column| column.name()).collect(),
            rows: knowledge.terms.iter().map(term_row).collect(),
        },
        Rows::Characters => people::from_characters(knowledge.characters),
    }
}

const TERM_COLUMNS: [Column; 8] = [
    Column::Source,
    Column::Translation,
    Column::Note,
    Column::Kind,
    Column::Reading,
    Column::OtherForms,
    Column::Strictness,
    Column::EntryState,
];

fn term_row(term: &Term) -> Vec<String> {
    vec![
        term.source.clone(),
        term.translation.clone(),
        term.note.clone(),
        term.kind.as_str().to_owned(),
        term.reading.clone().unwrap_or_default(),
        join_list(term.other_forms.iter().map(String::as_str)),
        term.strictness.as_str().to_owned(),
        term.standing.as_str().to_owned(),
    ]
}

fn refuse_hostile(rows: &[Row]) -> Result<(), GlossaryError> {
    if let Some(row) = rows.get(MAX_ROWS) {
        return Err(GlossaryError::hostile(
            &row.place,
            Message::new("too_many_rows").count("limit", MAX_ROWS),
        ));
    }
    for row in rows {
        if row.cells.len() > MAX_COLUMNS {
            let what = Message::new("too_many_columns").count("limit", MAX_COLUMNS);
            return Err(GlossaryError::hostile(&row.place, what));
        }
        for (cell, column) in row.cells.iter().zip(1..) {
            refuse_cell(cell, &format!("{}, column {column}", row.place))?;
        }
    }
    Ok(())
}

/// Refuses a value that no glossary has: endless, or with characters that are no text.
pub(super) fn refuse_cell(cell: &str, place: &str) -> Result<(), GlossaryError> {
    if cell.len() > MAX_CELL && cell.chars().nth(MAX_CELL).is_some() {
        return Err(GlossaryError::hostile(place, Message::new("too_long_a_value").count("limit", MAX_CELL)));
    }
    let forbidden = cell.chars().find(|c| c.is_control() && !matches!(c, '\n' | '\r' | '\t'));
    match forbidden {
        Some(character) => Err(GlossaryError::broken(
            place,
            Message::new("control_character").with("character", format!("U+{:04X}", u32::from(character))),
        )),
        None => Ok(()),
    }
}
