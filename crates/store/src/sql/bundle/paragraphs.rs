//! The paragraphs of a bundle with what stands for them, read from its rows without a library.

use super::tables::TABLES;
use crate::bundle::{BookRows, BundledParagraph, BundledTranslation, RestoreError};
use book::id::ParagraphId;
use book::text::markup::Marked;
use serde_json::Value;
use std::collections::HashMap;

/// The paragraphs in reading order; those that a newer edition took out are left out.
pub(crate) fn bundled_paragraphs(rows: &BookRows) -> Result<Vec<BundledParagraph>, RestoreError> {
    let [versions, selections, paragraphs] =
        ["versions", "selections", "paragraphs"].map(|name| read(rows, name));
    let (versions, selections) = (versions?, selections?);
    let versions: HashMap<i64, &Row> =
        versions.iter().filter_map(|row| Some((row.number("key")?, row))).collect();
    let mut selected: HashMap<i64, BundledTranslation> = HashMap::new();
    for row in &selections {
        let Some(version) = row.number("version") else { continue };
        let version = versions.get(&version).ok_or_else(|| row.unfit("version"))?;
        let author = version.text("author").and_then(|author| serde_json::from_str(author).ok());
        let translation = BundledTranslation {
            text: marked(version)?,
            author: author.ok_or_else(|| version.unfit("author"))?,
            locked: row.number("locked") == Some(1),
        };
        selected.insert(row.number("paragraph").ok_or_else(|| row.unfit("paragraph"))?, translation);
    }
    let mut found: Vec<(i64, BundledParagraph)> = Vec::new();
    for row in &paragraphs? {
        let (number, position) = (row.number("key"), row.number("position").unwrap_or(-1));
        let id = number.and_then(|number| u32::try_from(number).ok()).ok_or_else(|| row.unfit("key"))?;
        if position >= 0 {
            let paragraph = BundledParagraph {
                id: ParagraphId::from_number(id),
                chapter: row.number("chapter").and_then(|number| usize::try_from(number).ok()).unwrap_or(0),
                text: marked(row)?,
                translation: selected.remove(&i64::from(id)),
            };
            found.push((position, paragraph));
        }
    }
    found.sort_by_key(|(position, _)| *position);
    Ok(found.into_iter().map(|(_, paragraph)| paragraph).collect())
}

/// A row with the names of its columns.
struct Row {
    table: &'static str,
    values: HashMap<&'static str, Value>,
}

impl Row {
    fn number(&self, column: &str) -> Option<i64> {
        self.values.get(column).and_then(Value::as_i64)
    }

    fn text(&self, column: &str) -> Option<&str> {
        self.values.get(column).and_then(Value::as_str)
    }

    fn unfit(&self, column: &str) -> RestoreError {
        RestoreError::Unfit(format!("`{column}` of a row of `{}`", self.table))
    }
}

fn read(rows: &BookRows, name: &str) -> Result<Vec<Row>, RestoreError> {
    let table = TABLES.iter().find(|table| table.name == name);
    let (Some(table), Some(lines)) = (table, rows.tables.get(name)) else {
        return Err(RestoreError::Unfit(format!("`{name}` is missing")));
    };
    let row = |line: &str| -> Result<Row, RestoreError> {
        let values: Vec<Value> =
            serde_json::from_str(line).map_err(|error| RestoreError::Unfit(error.to_string()))?;
        let values = table.columns.iter().map(|column| column.name).zip(values).collect();
        Ok(Row { table: table.name, values })
    };
    lines.lines().map(row).collect()
}

fn marked(row: &Row) -> Result<Marked, RestoreError> {
    row.text("text").and_then(|text| Marked::parse(text).ok()).ok_or_else(|| row.unfit("text"))
}
