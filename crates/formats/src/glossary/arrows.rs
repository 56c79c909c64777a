//! The dictionaries of Sakura and of programs around it: a line `原文->译文 #注` for each word.

use super::table::{self, FirstRow, Row, as_text, is_remark};
use super::{GlossaryContent, GlossaryError, GlossaryFormat, GlossarySource, ReadGlossary};
use book::knowledge::draft::Draft;
use std::fmt::Write;

/// Between a word and its translation.
const ARROWS: [&str; 3] = ["->", "→", "=>"];

/// Whether the lines that say something are words with arrows, and no table besides.
pub(super) fn looks_like_it(text: &str) -> bool {
    let mut lines = text.lines().filter(|line| !line.trim().is_empty() && !is_remark(line)).peekable();
    lines.peek().is_some() && lines.all(|line| split(line).is_some() && !line.contains('\t'))
}

/// Reads a dictionary.
pub(super) fn read(text: &str, source: &GlossarySource<'_>) -> Result<ReadGlossary, GlossaryError> {
    let head = ["source", "translation", "note"].map(str::to_owned).to_vec();
    let mut rows = vec![Row { place: "line 1".to_owned(), cells: head }];
    for (line, number) in text.lines().zip(1_usize..) {
        let Some((word, translation, note)) = split(line).filter(|_| !is_remark(line)) else { continue };
        let cells = [word, translation, note].map(as_text).to_vec();
        rows.push(Row { place: format!("line {number}"), cells });
    }
    let (mut draft, mut findings) = (Draft::default(), Vec::new());
    table::read(rows, FirstRow::Names, source.rows, source.languages, &mut draft, &mut findings)?;
    Ok(ReadGlossary { draft, format: GlossaryFormat::Sakura, encoding: None, findings })
}

/// Word, translation and note of a line.
fn split(line: &str) -> Option<(&str, &str, &str)> {
    let (word, rest) = ARROWS.iter().find_map(|arrow| line.split_once(arrow))?;
    // A note stands behind a blank, so that a `#` of the word itself stays.
    let note = rest.find(" #").or_else(|| rest.find("\u{3000}#")).and_then(|at| rest.split_at_checked(at));
    let (translation, note) = note.unwrap_or((rest, ""));
    let note = note.trim_start_matches([' ', '\u{3000}']).trim_start_matches('#');
    Some((word.trim(), translation.trim(), note.trim()))
}

/// The lines of terms and of every name of the characters. What would break the line is left out.
pub(super) fn write(knowledge: &GlossaryContent<'_>) -> Vec<u8> {
    let mut text = String::new();
    for pair in super::pairs::usable(knowledge) {
        let fits =
            |text: &str| !text.contains(['\n', '\t']) && !ARROWS.iter().any(|arrow| text.contains(arrow));
        if !fits(pair.source) || !fits(pair.translation) || pair.translation.contains(" #") {
            continue;
        }
        let _ = write!(text, "{}->{}", pair.source, pair.translation);
        if !pair.info.is_empty() {
            let _ = write!(text, " #{}", pair.info.replace(['\n', '\t'], " "));
        }
        text.push('\n');
    }
    text.into_bytes()
}
