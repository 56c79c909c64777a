//! What becomes of a translation before it stands on a line: line breaks, control characters, indentation.

use crate::export::Manuscript;
use book::language::{LanguageTag, Writing};

/// The text on one line, without what no line may contain.
pub(crate) fn one_line(text: &str) -> String {
    without_breaks(text).trim().to_owned()
}

/// The text with its line breaks as spaces and without control characters; white space at its ends stays.
pub(crate) fn without_breaks(text: &str) -> String {
    let text = text.replace("\r\n", "\n");
    let kept =
        text.chars().filter(|c| matches!(c, '\n' | '\r' | '\t') || !(c.is_control() || *c == '\u{feff}'));
    kept.map(|character| if matches!(character, '\n' | '\r') { ' ' } else { character }).collect()
}

/// The indentation a translation gets for a source indented like this.
pub(crate) fn indentation(source: &str, target: Option<&LanguageTag>) -> String {
    if target.is_none_or(|target| target.writing() == Writing::Ideographic) {
        return source.to_owned();
    }
    let n_wide = source.chars().filter(|character| *character == '\u{3000}').count();
    if n_wide == 0 {
        return source.to_owned();
    }
    "  ".repeat(if n_wide == 1 { 0 } else { n_wide })
}

/// Whether the translation is written in ideographs.
pub(crate) fn is_ideographic(manuscript: &Manuscript) -> bool {
    manuscript.target_language.as_ref().is_some_and(|target| target.writing() == Writing::Ideographic)
}
