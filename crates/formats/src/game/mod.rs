//! Texts of games and visual novels: RPG Maker MV and MZ, Ren'Py, `KiriKiri`.
//!
//! Policy:
//! - only what players read is text: messages, choices, names, descriptions; scripts, file names, comments and
//!   notes of the makers are copied as they are;
//! - control codes, variables and tags inside a text are tags; the lines of a message stay lines;
//! - a game has no place for two languages at once, so no bilingual files are written.

mod bits;
pub(crate) mod json;
mod kirikiri;
mod renpy;
mod renpy_shown;
mod rpg_maker;

use crate::import::{ImportError, Source};
use crate::ranged::{Document, Notation, Page, Stretch, has_ending, tag, without_ruby};
use crate::txt::written::without_breaks;
use book::text::book::FileFormat;
use book::text::markup::{Marked, MarkedBuilder, Piece};
use book::text::reading::Reading;
use std::borrow::Cow;

/// One of the kinds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Game {
    RpgMaker,
    Renpy,
    Kirikiri,
}

/// How the words of a stretch are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Style {
    /// In a JSON string.
    Json,
    /// In a string of Ren'Py, between these.
    Renpy(char),
    /// In a line of `KiriKiri`.
    Line,
    /// In the value of an attribute of `KiriKiri`.
    Value,
}

impl Game {
    /// Whether a file of this name may hold texts of such a game.
    pub(crate) fn is_part(self, name: &str) -> bool {
        let (folder, last) = name.rsplit_once('/').unwrap_or(("", name));
        if last.starts_with('.') || folder.split('/').any(|part| part.starts_with('.') || part == "__MACOSX")
        {
            return false;
        }
        match self {
            Self::RpgMaker => rpg_maker::is_data(last),
            Self::Renpy => {
                has_ending(last, FileFormat::Renpy.endings()) && !folder.split('/').any(|part| part == "tl")
            }
            Self::Kirikiri => has_ending(last, FileFormat::Kirikiri.endings()),
        }
    }
}

impl Notation for Game {
    type Style = Style;

    fn format(&self) -> FileFormat {
        match self {
            Self::RpgMaker => FileFormat::RpgMaker,
            Self::Renpy => FileFormat::Renpy,
            Self::Kirikiri => FileFormat::Kirikiri,
        }
    }

    fn recognises(&self, source: &Source<'_>) -> bool {
        self.is_part(source.file_name)
    }

    fn read(&self, text: &str, _reading: Reading) -> Result<Document<Style>, ImportError> {
        match self {
            Self::RpgMaker => rpg_maker::read(text),
            Self::Renpy => Ok(renpy::read(text)),
            Self::Kirikiri => Ok(kirikiri::read(text)),
        }
    }

    fn render(&self, page: &Page<'_>, stretch: &Stretch<Style>, translation: &Marked) -> String {
        let flat = writable(without_ruby(translation, page.manuscript), stretch.style);
        let raw = page.cut(stretch.range.clone());
        // Spaces at the ends of a string are layout.
        let edges = (raw.get(..raw.len() - raw.trim_start().len()), raw.get(raw.trim_end().len()..));
        // A string with `%A` in it is a pattern for dates, in which a percent sign is one.
        let is_formatted = raw.replace("%%", "").contains('%');
        let mut written = String::new();
        for piece in flat.pieces() {
            match piece {
                Piece::Text(words) => {
                    written.push_str(&escaped(&without_breaks(&words), stretch.style, is_formatted));
                }
                Piece::Open(number) | Piece::Void(number) => {
                    if let Some(tag) = tag(&stretch.tags, number) {
                        written.push_str(&page.mark(&tag.open));
                    }
                }
                Piece::Close(number) => {
                    if let Some(close) = tag(&stretch.tags, number).and_then(|tag| tag.close.as_ref()) {
                        written.push_str(&page.mark(close));
                    }
                }
                Piece::Ruby { .. } => {}
            }
        }
        match edges {
            _ if matches!(stretch.style, Style::Line | Style::Value) => written,
            (Some(""), Some("")) => written,
            (before, after) => {
                [before.unwrap_or_default(), written.trim(), after.unwrap_or_default()].concat()
            }
        }
    }

    fn reads<'a>(
        &self,
        page: &Page<'_>,
        stretch: &Stretch<Style>,
        translation: &'a Marked,
    ) -> Cow<'a, Marked> {
        writable(without_ruby(translation, page.manuscript), stretch.style)
    }

    fn displayed_texts(&self, text: &str) -> Vec<String> {
        match self {
            Self::RpgMaker => rpg_maker::displayed_texts(text),
            Self::Renpy => renpy_shown::displayed_texts(text),
            Self::Kirikiri => kirikiri::displayed_texts(text),
        }
    }
}

/// A text in characters that can be written: `KiriKiri` has no escapes for quotation marks in an attribute, nor for what makes
/// a line a command, a label or a remark. Their wide forms stand for them.
fn writable(text: Cow<'_, Marked>, style: Style) -> Cow<'_, Marked> {
    let is_fine = match style {
        Style::Line => !text.as_str().starts_with(['@', '*', ';']),
        Style::Value => !text.as_str().contains('"'),
        Style::Json | Style::Renpy(_) => true,
    };
    if is_fine {
        return text;
    }
    let mut builder = MarkedBuilder::default();
    for (at, piece) in text.pieces().enumerate() {
        match (piece, style) {
            (Piece::Text(words), Style::Value) => builder.push_text(&words.replace('"', "”")),
            (Piece::Text(words), _) if at == 0 => {
                let mut characters = words.chars();
                match characters.next() {
                    Some('@') => builder.push_text("＠"),
                    Some('*') => builder.push_text("＊"),
                    Some(';') => builder.push_text("；"),
                    first => builder.push_text(&first.map(String::from).unwrap_or_default()),
                }
                builder.push_text(characters.as_str());
            }
            (piece, _) => builder.push(&piece),
        }
    }
    Cow::Owned(builder.finish())
}

/// Words that mean nothing else in the file.
fn escaped(words: &str, style: Style, is_formatted: bool) -> String {
    let mut written = String::with_capacity(words.len() + 8);
    for character in words.chars() {
        match (style, character) {
            // A space keeps a backslash of the text from making a code of what follows.
            (Style::Json, '\\') => written.push_str("\\\\ "),
            (Style::Json, '"') => written.push_str("\\\""),
            (Style::Json, control) if control < ' ' => {}
            (Style::Renpy(_), '\\') => written.push_str("\\\\"),
            (Style::Renpy(quote), own) if own == quote => written.extend(['\\', own]),
            (Style::Renpy(_) | Style::Line, '[') => written.push_str("[["),
            (Style::Renpy(_), '{') => written.push_str("{{"),
            (Style::Renpy(_), '%') if !is_formatted => written.push_str("%%"),
            _ => written.push(character),
        }
    }
    written
}
