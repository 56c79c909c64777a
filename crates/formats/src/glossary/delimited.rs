//! Tables as text: values between commas, tabs, semicolons or bars, quoted where they have to be.

use super::columns::Columns;
use super::table::{self, FirstRow, Row, Table, disarm, is_remark};
use super::{GlossaryError, GlossaryFormat, GlossarySource, Languages, ReadGlossary};
use crate::decode::TextFile;
use book::knowledge::draft::Draft;
use messages::Message;

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
pub(super) fn has_names(file: &TextFile<'_>) -> bool {
    let first = file.lines.iter().map(|line| line.text);
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

/// The rows of a table of any kind, whose separator the file itself tells.
pub(crate) fn read_rows(text: &str) -> Result<Vec<Row>, GlossaryError> {
    rows(text, delimiter_of(text, "table.csv"))
}

/// The rows, each with the line it begins in. Blank lines are no rows.
fn rows(text: &str, delimiter: char) -> Result<Vec<Row>, GlossaryError> {
    // A row of our own after the last one: if it is not read as a row, a quotation mark has swallowed it.
    let guarded = format!("{text}\n{END}");
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(separator(delimiter))
        .from_reader(guarded.as_bytes());
    let mut rows = Vec::new();
    for record in reader.records() {
        let record = record.map_err(|error| {
            let place = error.position().map_or_else(String::new, |at| format!("line {}", at.line()));
            GlossaryError::broken(place, Message::new("not_a_table"))
        })?;
        let (start, line) = record.position().map_or((0, 1), |at| (at.byte(), at.line()));
        let start = usize::try_from(start).unwrap_or(usize::MAX);
        let n_blank = guarded.bytes().skip(start).take_while(|byte| *byte == b'\n').count();
        let place = format!("line {}", usize::try_from(line).unwrap_or(usize::MAX).saturating_add(n_blank));
        rows.push(Row { place, cells: record.iter().map(str::to_owned).collect() });
    }
    match rows.pop() {
        Some(end) if end.cells == [END] => Ok(rows),
        swallowed => Err(GlossaryError::broken(
            swallowed.map_or_else(String::new, |row| row.place),
            Message::new("quotation_not_closed"),
        )),
    }
}

/// What no table says: a row of a single control character.
const END: &str = "\u{1a}";

/// Every separator is an ASCII character.
fn separator(delimiter: char) -> u8 {
    u8::try_from(delimiter).unwrap_or(b',')
}

/// Values between commas, with the byte order mark that spreadsheets need to see UTF-8.
pub(crate) fn write_csv(table: &Table) -> Vec<u8> {
    let mut bytes = "\u{feff}".as_bytes().to_vec();
    bytes.extend(written(table, ',', csv::Terminator::CRLF));
    bytes
}

/// Values between tabs.
pub(super) fn write_tsv(table: &Table) -> Vec<u8> {
    written(table, '\t', csv::Terminator::Any(b'\n'))
}

fn written(table: &Table, delimiter: char, line_break: csv::Terminator) -> Vec<u8> {
    let mut writer = csv::WriterBuilder::new()
        .flexible(true)
        .delimiter(separator(delimiter))
        .terminator(line_break)
        .from_writer(Vec::new());
    let head: Vec<String> = table.head.iter().map(|name| (*name).to_owned()).collect();
    for row in std::iter::once(&head).chain(&table.rows) {
        // Writing into memory does not fail.
        let _ = writer.write_record(row.iter().map(|cell| disarm(cell)));
    }
    writer.into_inner().unwrap_or_default()
}
