//! Which strings of a file are text, as a person says it.

use crate::import::{FileFault, ImportError, Imported, Source};
use book::text::chapter::Chapter;
use book::text::paragraph::Paragraph;
use messages::Message;
use std::collections::{BTreeSet, HashMap};

/// What a person says about a file of data.
#[derive(Debug, Clone, Copy)]
pub struct Fields<'a> {
    /// The columns of a table, or the paths in a file of JSON, that are text; several with a comma between.
    pub text: &'a str,
    /// The column, or the name of the value beside it, that translations are written to; their own place if not said.
    pub into: Option<&'a str>,
}

/// Where a string stands.
#[derive(Debug, Clone)]
pub(crate) enum Cell {
    /// In a table: sheet, row and column from zero. The first row of a sheet has the names of the columns.
    Table { sheet: usize, row: usize, column: usize, text: String },
    /// In a file of JSON: the names and positions that lead to it, with `/` between.
    Path(String),
}

/// A string that is text, and the one its translation is written to, where that is another.
pub(super) type Choice = (usize, Option<usize>);

/// The strings that were chosen.
pub(super) fn choose(fields: Option<Fields<'_>>, cells: &[Cell]) -> Result<Vec<Choice>, ImportError> {
    let Some(fields) = fields else { return Err(unsaid(cells)) };
    let is_json = matches!(cells.first(), Some(Cell::Path(_)));
    let chosen = if is_json { by_path(&fields, cells)? } else { by_column(&fields, cells)? };
    if chosen.is_empty() {
        return Err(unknown(fields.text, cells));
    }
    Ok(chosen)
}

fn by_path(fields: &Fields<'_>, cells: &[Cell]) -> Result<Vec<Choice>, ImportError> {
    let patterns: Vec<Vec<&str>> = fields
        .text
        .split(',')
        .map(|pattern| pattern.trim().split('/').filter(|step| !step.is_empty()).collect())
        .collect();
    let paths: HashMap<&str, usize> = cells
        .iter()
        .enumerate()
        .filter_map(|(at, cell)| match cell {
            Cell::Path(path) => Some((path.as_str(), at)),
            Cell::Table { .. } => None,
        })
        .collect();
    let mut chosen = Vec::new();
    for (at, cell) in cells.iter().enumerate() {
        let Cell::Path(path) = cell else { continue };
        let steps: Vec<&str> = path.split('/').collect();
        let is_named = patterns.iter().any(|pattern| match pattern.as_slice() {
            // One name alone is a name anywhere.
            [name] if *name != "*" && *name != "**" => steps.last() == Some(name),
            pattern => leads_to(pattern, &steps),
        });
        if !is_named {
            continue;
        }
        let target = match fields.into {
            None => None,
            Some(name) => {
                let beside = path
                    .rsplit_once('/')
                    .map_or_else(|| name.to_owned(), |(outer, _)| format!("{outer}/{name}"));
                Some(*paths.get(beside.as_str()).ok_or_else(|| {
                    ImportError::Unchosen(
                        Message::new("no_value_beside").with("path", path).with("name", name),
                    )
                })?)
            }
        };
        chosen.push((at, target));
    }
    Ok(chosen)
}

/// Whether a path is one that a pattern means: `*` is any step, `**` any number of them.
fn leads_to(pattern: &[&str], steps: &[&str]) -> bool {
    match (pattern.split_first(), steps.split_first()) {
        (None, None) => true,
        (Some((&"**", rest)), _) if leads_to(rest, steps) => true,
        (Some((&"**", _)), Some((_, tail))) => leads_to(pattern, tail),
        (Some((step, rest)), Some((name, tail))) => (*step == "*" || step == name) && leads_to(rest, tail),
        (None, Some(_)) | (Some(_), None) => false,
    }
}

fn by_column(fields: &Fields<'_>, cells: &[Cell]) -> Result<Vec<Choice>, ImportError> {
    let names: Vec<&str> = fields.text.split(',').map(str::trim).collect();
    let mut at_place: HashMap<(usize, usize, usize), usize> = HashMap::new();
    // The columns of each sheet by the names in its first row.
    let mut columns: HashMap<(usize, String), usize> = HashMap::new();
    for (at, cell) in cells.iter().enumerate() {
        if let Cell::Table { sheet, row, column, text } = cell {
            at_place.insert((*sheet, *row, *column), at);
            if *row == 0 {
                columns.entry((*sheet, text.trim().to_lowercase())).or_insert(*column);
            }
        }
    }
    let sheets: BTreeSet<usize> = at_place.keys().map(|(sheet, ..)| *sheet).collect();
    let mut chosen = Vec::new();
    for sheet in sheets {
        let column =
            |name: &str| columns.get(&(sheet, name.to_lowercase())).copied().or_else(|| lettered(name));
        let own: Vec<usize> = names
            .iter()
            .filter_map(|name| columns.get(&(sheet, name.to_lowercase())).copied().or_else(|| lettered(name)))
            .collect();
        let into = fields.into.map(|name| column(name).ok_or_else(|| unknown(name, cells))).transpose();
        if own.is_empty() {
            continue;
        }
        let into = into?;
        for (at, cell) in cells.iter().enumerate() {
            let Cell::Table { sheet: in_sheet, row, column, text } = cell else { continue };
            if *in_sheet != sheet || *row == 0 || !own.contains(column) || text.trim().is_empty() {
                continue;
            }
            let target = match into {
                None => None,
                Some(into) => Some(*at_place.get(&(sheet, *row, into)).ok_or_else(|| {
                    ImportError::Unchosen(
                        Message::new("no_cell_beside")
                            .count("row", row + 1)
                            .with("name", fields.into.unwrap_or_default()),
                    )
                })?),
            };
            chosen.push((at, target));
        }
    }
    Ok(chosen)
}

/// The column a letter or a number means: `C` and `3` are two, from zero.
fn lettered(name: &str) -> Option<usize> {
    if let Ok(number) = name.parse::<usize>() {
        return number.checked_sub(1);
    }
    let is_letters = (1..=2).contains(&name.len()) && name.bytes().all(|byte| byte.is_ascii_uppercase());
    let number = || name.bytes().fold(0_usize, |number, letter| number * 26 + usize::from(letter - b'A') + 1);
    is_letters.then(|| number() - 1)
}

fn unsaid(cells: &[Cell]) -> ImportError {
    ImportError::Unchosen(Message::new("data_unchosen").with("names", names(cells)))
}

fn unknown(name: &str, cells: &[Cell]) -> ImportError {
    ImportError::Unchosen(Message::new("data_not_found").with("name", name).with("names", names(cells)))
}

/// What there is to choose from, for a person to read.
fn names(cells: &[Cell]) -> String {
    const SHOWN: usize = 12;
    let mut names: Vec<String> = Vec::new();
    for cell in cells {
        let name = match cell {
            Cell::Table { row: 0, text, .. } if !text.trim().is_empty() => text.trim().to_owned(),
            Cell::Table { .. } => continue,
            Cell::Path(path) => {
                let steps = path
                    .split('/')
                    .map(|step| if step.bytes().all(|byte| byte.is_ascii_digit()) { "*" } else { step });
                steps.collect::<Vec<_>>().join("/")
            }
        };
        if !names.contains(&name) {
            names.push(name);
        }
        if names.len() >= SHOWN {
            break;
        }
    }
    names.join(", ")
}

/// The book with nothing but the chosen strings.
pub(super) fn only(
    mut imported: Imported,
    chosen: &[Choice],
    source: &Source<'_>,
) -> Result<Imported, ImportError> {
    let chosen: HashMap<u32, Option<usize>> =
        chosen.iter().filter_map(|(at, into)| Some((u32::try_from(*at).ok()?, *into))).collect();
    let n_strings = imported.book.paragraphs().count();
    for chapter in &mut imported.book.chapters {
        let is_chosen = |paragraph: &Paragraph| chosen.contains_key(&paragraph.place.block);
        chapter.paragraphs.retain(|paragraph| is_chosen(paragraph) && !paragraph.is_empty());
        for paragraph in &mut chapter.paragraphs {
            let into = chosen.get(&paragraph.place.block).copied().flatten();
            paragraph.place.part = into.and_then(|into| u32::try_from(into + 1).ok()).unwrap_or_default();
        }
    }
    imported.book.chapters.retain(|chapter: &Chapter| !chapter.paragraphs.is_empty());
    if imported.book.chapters.is_empty() {
        return Err(ImportError::NoText);
    }
    // The language of everything in the file need not be that of the text.
    if source.language.is_none() {
        let texts: Vec<_> = imported.book.paragraphs().map(|paragraph| paragraph.text.plain()).collect();
        imported.book.language = crate::language::recognise(texts.iter().map(AsRef::as_ref));
    }
    let n_chosen = imported.book.paragraphs().count();
    let message = format!("{n_chosen} of {n_strings} strings are text; the others stay as they are");
    imported.findings.push(FileFault { subject: String::new(), message });
    Ok(imported)
}
