//! What stands out in a book without a model, as a table.

use crate::exit::Exit;
use crate::output::{Align, Printer, TextTable, word};
use messages::Message;
use runner::survey::Candidate;
use serde_json::json;

/// The most candidates in the table; JSON has all.
const SHOWN: usize = 100;

pub(super) fn show(candidates: &[Candidate], printer: &Printer) -> anyhow::Result<Exit> {
    let signs = |candidate: &Candidate| candidate.signs.iter().map(|sign| sign.as_str()).collect::<Vec<_>>();
    if printer.is_json() {
        let rows: Vec<_> = candidates
            .iter()
            .map(|one| json!({"word": one.word, "reading": one.reading, "uses": one.n_uses, "signs": signs(one)}))
            .collect();
        printer.json(&rows)?;
        return Ok(Exit::Done);
    }
    if candidates.is_empty() {
        printer.notify(&Message::new("nothing_stands_out"));
        return Ok(Exit::Done);
    }
    let head = [
        ("col_word", Align::Left),
        ("col_reading", Align::Left),
        ("col_uses", Align::Right),
        ("col_why", Align::Left),
    ];
    let mut table = TextTable::new(&head, 0, printer.language());
    for one in candidates.iter().take(SHOWN) {
        let reading = one.reading.clone().unwrap_or_default();
        let why: Vec<_> = signs(one).into_iter().map(|sign| word("sign", sign)).collect();
        table.row(vec![one.word.clone(), reading, one.n_uses.to_string(), printer.list(&why)]);
    }
    printer.long_result(&table.render(printer.width()))?;
    if candidates.len() > SHOWN {
        printer.notify(&Message::new("and_more_in_json").count("n", candidates.len() - SHOWN));
    }
    Ok(Exit::Done)
}
