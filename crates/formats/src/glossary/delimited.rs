//! Tables as text: values between commas, tabs, semicolons or bars, quoted where they have to be.

use super::columns::Columns;
use super::table::{self, FirstRow, Row, Table, disarm, is_remark};
use super::{GlossaryError, GlossaryFormat, GlossarySource, Languages, ReadGlossary};
use crate::decode::TextFile;
use book::knowledge::draft::Draft;

/// Reads a table whose separator the file itself tells.
pub(super) fn read(text: &str, source: &GlossarySource<'_>) -> Result<ReadGlossary, GlossaryError> {
    let delimiter = delimiter_of(text, source.file_name);
    let rows = rows(text, delimiter)?;
    let (mut draft, mut findings) = (Draft::default(), Vec::new());
    table::read(rows, FirstRow::NamesOrEntry, source.rows, source.languages, &mut draft, &mut findings)?;
    let format = if delimiter == '\t' { GlossaryFormat::Tsv } else { GlossaryFormat::Csv };
    Ok(ReadGlossary { draft, format, encoding: None, findings })
}

/// Whether the first line that says something names columns.
pub(super) fn has_names(file: &TextFile) -> bool {
    let first = file.lines.iter().map(|line| line.text.as_str());
    let first = first.filter(|line| !line.trim().is_empty() && !is_remark(line)).take(1).collect::<String>();
    ['\t', ',', ';', '|'].into_iter().any(|delimiter| {
        let row = rows(&first, delimiter).ok().and_then(|rows| rows.into_iter().next());
        let columns = row.and_then(|row| {
            Columns::read(&row.place, &row.cells, FirstRow::Names, &Languages::default()).ok()
        });
        columns.is_some_and(|columns| columns.has_head)
    })
}

/// How many lines are looked at to find the separator.
const SAMPLE: usize = 200;

/// The character that splits most lines into the same number of values, at least two. Where two do, the one the
/// file's name promises, then the rarer one in prose.
fn delimiter_of(text: &str, file_name: &str) -> char {
    let promised = match GlossaryFormat::of_name(file_name) {
        Some(GlossaryFormat::Csv) => ',',
        _ => '\t',
    };
    let mut candidates = ['\t', ',', ';', '|'];
    candidates.sort_by_key(|candidate| *candidate != promised);
    let says_something = |line: &&str| !line.trim().is_empty() && !is_remark(line);
    let sample: Vec<&str> = text.lines().filter(says_something).take(SAMPLE).collect();
    let score = |delimiter: char| {
        let counts: Vec<usize> = sample.iter().map(|line| n_values(line, delimiter)).collect();
        let usual = counts.first().copied().unwrap_or(1);
        let n_alike = counts.iter().filter(|count| **count == usual).count();
        let n_split = counts.iter().filter(|count| **count > 1).count();
        (usual > 1, n_split, n_alike)
    };
    candidates.into_iter().rev().max_by_key(|delimiter| score(*delimiter)).unwrap_or(promised)
}

fn n_values(line: &str, delimiter: char) -> usize {
    let mut is_quoted = false;
    let mut n_values = 1;
    for character in line.chars() {
        if character == '"' {
            is_quoted = !is_quoted;
        } else if character == delimiter && !is_quoted {
            n_values += 1;
        }
    }
    n_values
}

/// The rows, each with the line it begins in.
fn rows(text: &str, delimiter: char) -> Result<Vec<Row>, GlossaryError> {
    let mut reader = Cells { rest: text.chars().peekable(), delimiter, line: 1 };
    let mut rows = Vec::new();
    while reader.rest.peek().is_some() {
        let line = reader.line;
        rows.push(Row { place: format!("line {line}"), cells: reader.row()? });
    }
    Ok(rows)
}

struct Cells<'a> {
    rest: std::iter::Peekable<std::str::Chars<'a>>,
    delimiter: char,
    line: usize,
}

/// What ended a value.
#[derive(PartialEq, Eq)]
enum End {
    Value,
    Row,
}

impl Cells<'_> {
    fn row(&mut self) -> Result<Vec<String>, GlossaryError> {
        let mut cells = Vec::new();
        loop {
            let (cell, end) = if self.rest.peek() == Some(&'"') { self.quoted()? } else { self.bare() };
            cells.push(cell);
            if end == End::Row {
                return Ok(cells);
            }
        }
    }

    fn bare(&mut self) -> (String, End) {
        let mut cell = String::new();
        for character in self.rest.by_ref() {
            if character == self.delimiter {
                return (cell, End::Value);
            }
            if character == '\n' {
                self.line += 1;
                return (cell, End::Row);
            }
            cell.push(character);
        }
        (cell, End::Row)
    }

    /// A value in quotes. What follows the closing quote up to the separator belongs to it, as spreadsheets have it.
    fn quoted(&mut self) -> Result<(String, End), GlossaryError> {
        let opened = self.line;
        self.rest.next();
        let mut cell = String::new();
        while let Some(character) = self.rest.next() {
            match character {
                '"' if self.rest.peek() == Some(&'"') => {
                    self.rest.next();
                    cell.push('"');
                }
                '"' => {
                    let (tail, end) = self.bare();
                    cell.push_str(&tail);
                    return Ok((cell, end));
                }
                other => {
                    self.line += usize::from(other == '\n');
                    cell.push(other);
                }
            }
        }
        Err(GlossaryError::broken(
            format!("line {opened}"),
            "a quotation mark is opened and never closed",
            "close it, or write it twice if it belongs to the text",
        ))
    }
}

/// Values between commas, with the byte order mark that spreadsheets need to see UTF-8.
pub(super) fn write_csv(table: &Table) -> Vec<u8> {
    format!("\u{feff}{}", written(table, ',', "\r\n")).into_bytes()
}

/// Values between tabs.
pub(super) fn write_tsv(table: &Table) -> Vec<u8> {
    written(table, '\t', "\n").into_bytes()
}

fn written(table: &Table, delimiter: char, line_break: &str) -> String {
    let mut text = String::new();
    let head = table.head.iter().map(|name| (*name).to_owned()).collect();
    for row in std::iter::once(&head).chain(&table.rows) {
        for (at, cell) in row.iter().enumerate() {
            if at > 0 {
                text.push(delimiter);
            }
            let cell = disarm(cell);
            if cell.contains([delimiter, '"', '\n', '\r', '\t', ',', ';', '|']) || cell != cell.trim() {
                text.push('"');
                text.push_str(&cell.replace('"', "\"\""));
                text.push('"');
            } else {
                text.push_str(&cell);
            }
        }
        text.push_str(line_break);
    }
    text
}
