//! One row for each paragraph: id, base, chapter, source, translation, comment, state. CSV and workbooks share it.

use super::{ExchangeFormat, ExchangeSource, Handout, MAX_CELL, ReadExchange, ReadUnit, UnitState};
use crate::glossary::table::{Row, Table, rearm};
use crate::glossary::{GlossaryError, Languages, delimited, xlsx};
use crate::import::{FileFault, ImportError};
use book::text::markup::Marked;
use messages::Message;

/// The names above the columns.
pub(super) const HEAD: [&str; 7] = ["id", "base", "chapter", "source", "translation", "comment", "state"];
/// How wide they are in a workbook, in characters.
const WIDTHS: [u16; 7] = [10, 10, 16, 60, 60, 30, 14];

/// Every paragraph as a row of texts.
pub(super) fn rows(handout: &Handout<'_>) -> Vec<Vec<String>> {
    let chapters = handout.chapters.iter();
    chapters
        .flat_map(|chapter| {
            chapter.units.iter().map(|unit| {
                vec![
                    unit.id.clone(),
                    unit.base(),
                    chapter.title.clone(),
                    unit.source.as_str().to_owned(),
                    unit.translation.as_ref().map(|text| text.as_str().to_owned()).unwrap_or_default(),
                    unit.comment.clone(),
                    unit.state.word().to_owned(),
                ]
            })
        })
        .collect()
}

fn table(handout: &Handout<'_>) -> Table {
    Table { head: HEAD.to_vec(), rows: rows(handout) }
}

pub(super) fn write_csv(handout: &Handout<'_>) -> Vec<u8> {
    delimited::write_csv(&table(handout))
}

pub(super) fn write_xlsx(handout: &Handout<'_>) -> Result<Vec<u8>, GlossaryError> {
    let table = table(handout);
    for row in &table.rows {
        if row.iter().any(|cell| cell.len() > MAX_CELL && cell.chars().nth(MAX_CELL).is_some()) {
            let id = row.first().map(String::as_str).unwrap_or_default();
            let what = Message::new("too_long_for_a_cell").count("limit", MAX_CELL);
            return Err(GlossaryError::broken(id, what));
        }
    }
    xlsx::write_sheet(&table, "Translation", &WIDTHS)
}

pub(super) fn read_csv(source: &ExchangeSource<'_>) -> Result<ReadExchange, GlossaryError> {
    let file = crate::decode::read(source.bytes, source.encoding).map_err(|error| {
        if matches!(error, ImportError::UnknownFormat) {
            return GlossaryError::broken("line 1", Message::new("not_an_exchange_file"));
        }
        error.into()
    })?;
    if file.n_nuls > 0 {
        return Err(ImportError::Damaged { detail: Message::new("nul_in_table") }.into());
    }
    let text = file.text();
    from_rows(delimited::read_rows(&text)?, ExchangeFormat::Csv)
}

pub(super) fn read_xlsx(bytes: &[u8]) -> Result<ReadExchange, GlossaryError> {
    // Sheets that people added for themselves are no translations.
    let mut refused = None;
    for sheet in xlsx::read_sheets(bytes)? {
        match from_rows(sheet, ExchangeFormat::Xlsx) {
            Ok(read) => return Ok(read),
            Err(error) => {
                refused.get_or_insert(error);
            }
        }
    }
    Err(refused.unwrap_or_else(|| GlossaryError::broken("line 1", Message::new("nothing_to_take_back"))))
}

/// The meaning of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Column {
    Id,
    Base,
    Source,
    Translation,
    Comment,
    State,
}

impl Column {
    fn from_name(name: &str) -> Option<Self> {
        let name: String = name.to_lowercase().chars().filter(|c| !c.is_whitespace()).collect();
        Some(match name.as_str() {
            "id" | "段落id" | "编号" | "編號" => Self::Id,
            "base" | "基准" | "基準" => Self::Base,
            "source" | "原文" => Self::Source,
            "translation" | "target" | "译文" | "譯文" | "訳文" => Self::Translation,
            "comment" | "comments" | "note" | "notes" | "备注" | "備註" | "批注" | "コメント" => {
                Self::Comment
            }
            "state" | "status" | "状态" | "狀態" | "状態" => Self::State,
            _ => return None,
        })
    }
}

/// Reads the rows under a row of names. Order and further columns are free; ids and translations must be there.
pub(super) fn from_rows(rows: Vec<Row>, format: ExchangeFormat) -> Result<ReadExchange, GlossaryError> {
    let mut rows = rows.into_iter().skip_while(|row| row.cells.iter().all(|cell| cell.trim().is_empty()));
    let Some(head) = rows.next() else {
        return Err(GlossaryError::broken("line 1", Message::new("nothing_to_take_back")));
    };
    let meanings: Vec<Option<Column>> =
        head.cells.iter().map(|name| Column::from_name(name.trim_start_matches('\u{feff}').trim())).collect();
    for column in [Column::Id, Column::Translation] {
        let n_such = meanings.iter().filter(|meaning| **meaning == Some(column)).count();
        if n_such != 1 {
            return Err(GlossaryError::broken(&head.place, Message::new("exchange_columns")));
        }
    }
    let mut read = ReadExchange { format, languages: Languages::default(), units: vec![], findings: vec![] };
    for row in rows {
        let get = |column: Column| {
            let at = meanings.iter().position(|meaning| *meaning == Some(column))?;
            let text = row.cells.get(at)?.replace("\r\n", "\n").replace('\r', "\n");
            Some(rearm(&text).to_owned()).filter(|text| !text.trim().is_empty())
        };
        if row.cells.iter().all(|cell| cell.trim().is_empty()) {
            continue;
        }
        if row.cells.iter().skip(head.cells.len()).any(|cell| !cell.trim().is_empty()) {
            return Err(GlossaryError::broken(&row.place, Message::new("exchange_row_too_long")));
        }
        let Some(id) = get(Column::Id) else {
            return Err(GlossaryError::broken(&row.place, Message::new("exchange_row_without_id")));
        };
        let state = get(Column::State);
        let known = state.as_deref().and_then(UnitState::from_word);
        if let Some(word) = state.filter(|_| known.is_none()) {
            let word: String = word.chars().take(40).collect();
            let message = format!("the state `{word}` is not known and was not taken");
            read.findings.push(FileFault { subject: row.place.clone(), message });
        }
        read.units.push(ReadUnit {
            id: Some(id.trim().to_owned()),
            base: get(Column::Base).map(|text| text.trim().to_owned()),
            source: get(Column::Source).map(|text| plain(&text)),
            translation: get(Column::Translation).unwrap_or_default(),
            comment: get(Column::Comment).unwrap_or_default(),
            state: known,
            place: row.place,
        });
    }
    Ok(read)
}

/// The words of a source in its written form.
fn plain(written: &str) -> String {
    Marked::parse(written).map_or_else(|_| written.to_owned(), |marked| marked.plain().into_owned())
}
