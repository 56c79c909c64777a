//! CSV and its kin: every cell with its bytes.

use super::choice::Cell;
use super::{Style, codes};
use crate::import::ImportError;
use crate::ranged::{Document, Stretch};
use book::text::paragraph::ParagraphKind;
use messages::Message;
use std::ops::Range;

const DELIMITERS: [char; 4] = [',', '\t', ';', '|'];

/// Reads a table.
pub(super) fn read(text: &str) -> Result<Document<Style>, ImportError> {
    let delimiter = delimiter(text);
    let mut document = Document::default();
    let (mut at, mut row) = (0, 0);
    while at < text.len() {
        let (cells, next) = cells(text, at, delimiter)?;
        // A line without anything is no row.
        let is_blank = matches!(cells.as_slice(), [(range, ..)] if range.is_empty());
        if !is_blank {
            for (column, (range, is_quoted, characters)) in cells.into_iter().enumerate() {
                let (marked, tags) = codes::marked(&characters);
                let text = characters.iter().map(|(character, _)| *character).collect();
                let place = Cell::Table { sheet: 0, row, column, text };
                let style = Style { place, is_quoted, delimiter };
                document.stretches.push(Stretch {
                    range,
                    text: marked,
                    tags,
                    kind: ParagraphKind::Body,
                    opens: None,
                    style,
                });
            }
            row += 1;
        }
        at = next;
    }
    Ok(document)
}

type FoundCell = (Range<usize>, bool, Vec<(char, Range<usize>)>);

/// The cells of the row that begins here, and where the next one does.
fn cells(text: &str, from: usize, delimiter: char) -> Result<(Vec<FoundCell>, usize), ImportError> {
    let rest = text.get(from..).unwrap_or_default();
    let mut characters = rest.char_indices().map(|(at, c)| (at + from, c)).peekable();
    let (mut cells, mut cell, mut start) = (Vec::new(), Vec::new(), from);
    let (mut is_quoted, mut is_inside) = (false, false);
    while let Some((at, character)) = characters.next() {
        let end = at + character.len_utf8();
        if is_inside {
            match (character, characters.peek()) {
                ('"', Some((again, '"'))) => {
                    let again = *again + 1;
                    characters.next();
                    cell.push(('"', at..again));
                }
                ('"', _) => is_inside = false,
                _ => cell.push((character, at..end)),
            }
            continue;
        }
        match character {
            '"' if cell.is_empty() && !is_quoted => (is_quoted, is_inside) = (true, true),
            '\r' | '\n' => {
                cells.push((start..at, is_quoted, cell));
                let is_pair = character == '\r' && matches!(characters.peek(), Some((_, '\n')));
                return Ok((cells, if is_pair { end + 1 } else { end }));
            }
            own if own == delimiter => {
                cells.push((start..at, is_quoted, std::mem::take(&mut cell)));
                (start, is_quoted) = (end, false);
            }
            _ => cell.push((character, at..end)),
        }
    }
    if is_inside {
        return Err(ImportError::Damaged {
            detail: Message::new("quotation_never_closed").count("at", start),
        });
    }
    cells.push((start..text.len(), is_quoted, cell));
    Ok((cells, text.len()))
}

/// What stands between cells, by the first row.
fn delimiter(text: &str) -> char {
    let mut is_inside = false;
    let mut counts = [0_usize; 4];
    for character in text.chars() {
        match character {
            '"' => is_inside = !is_inside,
            '\r' | '\n' if !is_inside => break,
            _ if !is_inside => {
                if let Some(count) =
                    DELIMITERS.iter().position(|own| *own == character).and_then(|at| counts.get_mut(at))
                {
                    *count += 1;
                }
            }
            _ => {}
        }
    }
    let best = counts.iter().enumerate().max_by_key(|(at, count)| (**count, usize::MAX - at));
    best.and_then(|(at, _)| DELIMITERS.get(at)).copied().unwrap_or(',')
}

/// A cell with these words, in which quotation marks are doubled already.
pub(super) fn cell(words: String, style: &Style) -> String {
    let needs = style.is_quoted
        || words.contains(['"', '\n', '\r', style.delimiter])
        || words.starts_with(char::is_whitespace)
        || words.ends_with(char::is_whitespace);
    if needs { format!("\"{words}\"") } else { words }
}

/// Every cell, read by other code.
pub(super) fn displayed_texts(text: &str) -> Vec<String> {
    let delimiter = u8::try_from(delimiter(text)).unwrap_or(b',');
    let mut reader = ::csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(delimiter)
        .from_reader(text.as_bytes());
    let records = reader.records().filter_map(Result::ok);
    records
        .flat_map(|record| record.iter().map(str::to_owned).collect::<Vec<_>>())
        .map(|cell| without_codes(&cell))
        .collect()
}

/// A text without its placeholders, which are no words.
pub(super) fn without_codes(text: &str) -> String {
    let characters: Vec<(char, Range<usize>)> = text.chars().map(|character| (character, 0..1)).collect();
    codes::marked(&characters).0.plain().into_owned()
}
