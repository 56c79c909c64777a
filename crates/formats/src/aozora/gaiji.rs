//! Characters that a file could not write and describes instead: from their place in the JIS X 0213 tables, or their
//! number in Unicode, to the character.

use book::text::reading::Reading;
use std::collections::HashMap;
use std::sync::LazyLock;

/// Every cell of both planes of JIS X 0213, a row of 94 a line: `plane-row`, then the characters, tab-separated.
const TABLE: &str = include_str!("gaiji.txt");

static ROWS: LazyLock<HashMap<&'static str, Vec<&'static str>>> = LazyLock::new(|| {
    let rows = TABLE.lines().filter_map(|line| line.split_once('\t'));
    rows.map(|(row, cells)| (row, cells.split('\t').collect())).collect()
});

/// The character a note describes: `「てへん＋丑」、第4水準2-12-93` is 扭. `None` if the note names no place in a
/// table or there is no such character.
pub(super) fn character(note: &str) -> Option<String> {
    let parts = || {
        note.split(['、', ',', ' ']).skip(1).chain(note.split('「').take(1)).chain(note.rsplit('」').take(1))
    };
    parts().find_map(unicode).or_else(|| parts().find_map(cell))
}

/// The note for a character that would be read as notation.
pub(super) const fn escape(character: char, reading: Reading) -> Option<&'static str> {
    match character {
        '《' => Some("※［＃始め二重山括弧、1-1-52］"),
        '》' => Some("※［＃終わり二重山括弧、1-1-53］"),
        '［' => Some("※［＃始め角括弧、1-1-46］"),
        '］' => Some("※［＃終わり角括弧、1-1-47］"),
        '｜' => Some("※［＃縦線、1-1-35］"),
        '※' => Some("※［＃米印、1-2-8］"),
        '〔' if reading.has_aozora_accents() => Some("※［＃始めきっこう（亀甲）括弧、1-1-44］"),
        '〕' if reading.has_aozora_accents() => Some("※［＃終わりきっこう（亀甲）括弧、1-1-45］"),
        '／' if reading.has_aozora_accents() => Some("※［＃斜線、1-1-31］"),
        _ => None,
    }
}

fn unicode(part: &str) -> Option<String> {
    let digits = part.trim().strip_prefix("U+").or_else(|| part.trim().strip_prefix("u+"))?;
    let len = digits.bytes().take_while(u8::is_ascii_hexdigit).count();
    let number = u32::from_str_radix(digits.get(..len)?, 16).ok()?;
    let character = char::from_u32(number).filter(|character| !character.is_control())?;
    Some(character.to_string())
}

fn cell(part: &str) -> Option<String> {
    let part = part.trim();
    let place = ["第1水準", "第2水準", "第3水準", "第4水準", "第１水準", "第２水準", "第３水準", "第４水準"]
        .iter()
        .find_map(|level| part.strip_prefix(level))
        .unwrap_or(part);
    let mut numbers = place.splitn(3, '-').map(|number| number.trim().parse::<usize>().ok());
    let (plane, row, column) = (numbers.next()??, numbers.next()??, numbers.next()??);
    let cells = ROWS.get(format!("{plane}-{row}").as_str())?;
    let cell = cells.get(column.checked_sub(1)?)?;
    (!cell.is_empty()).then(|| (*cell).to_owned())
}
