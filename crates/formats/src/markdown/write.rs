//! A translation as Markdown: what would be markup is escaped, and emphasis is seen as such wherever it stands.

use super::Style;
use crate::epub::escape_xml;
use crate::ranged::{Page, Stretch, tag};
use crate::txt::written::{one_line, without_breaks};
use book::text::markup::{Marked, Piece};
use book::text::paragraph::TagKind;

/// The translation in the place of its stretch.
pub(super) fn render(page: &Page<'_>, stretch: &Stretch<Style>, translation: &Marked) -> String {
    let plain = || one_line(&translation.plain());
    match &stretch.style {
        Style::Line { .. } | Style::Cell => inline(page, stretch, translation).join(""),
        Style::Heading => {
            heading(&inline(page, stretch, translation).join("")) + &anchor(page, stretch, translation)
        }
        Style::Verbatim { prefix } => {
            let end = if page.text.contains("\r\n") { "\r\n" } else { "\n" };
            translation.plain().lines().collect::<Vec<_>>().join(&format!("{end}{prefix}"))
        }
        Style::Title(close) => title(&plain(), *close),
        Style::Value => format!("\"{}\"", plain().replace('\\', "\\\\").replace('"', "\\\"")),
        Style::Html => escape_xml(&plain()),
        Style::Attribute => escape_xml(&plain()).replace('"', "&quot;").replace('\'', "&#39;"),
    }
}

/// An anchor with the name that the words of the source gave a heading, where the file links to it.
fn anchor(page: &Page<'_>, stretch: &Stretch<Style>, translation: &Marked) -> String {
    let name = slug(&stretch.text.plain());
    let is_linked =
        [format!("](#{name})"), format!("](#{name} "), format!("]: #{name}"), format!("\"#{name}\"")]
            .iter()
            .any(|link| page.text.contains(link));
    if name.is_empty() || !is_linked || slug(&translation.plain()) == name {
        return String::new();
    }
    format!("<a id=\"{name}\"></a>")
}

/// The name that programs give a heading by its words.
fn slug(words: &str) -> String {
    let kept = words.trim().chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.flat_map(char::to_lowercase).map(|c| if c == ' ' { '-' } else { c }).collect()
}

/// A piece of the written text.
struct WrittenPiece {
    text: String,
    /// For a mark of emphasis: the same as an HTML tag.
    html: Option<String>,
    number: u16,
}

/// The pieces of a line.
fn inline(page: &Page<'_>, stretch: &Stretch<Style>, translation: &Marked) -> Vec<String> {
    let is_cell = stretch.style == Style::Cell;
    let pieces: Vec<Piece<'_>> = translation.pieces().collect();
    let mut written: Vec<WrittenPiece> = Vec::with_capacity(pieces.len());
    let mut is_start = true;
    for (at, piece) in pieces.iter().enumerate() {
        let (mut html, mut number) = (None, 0);
        let text;
        match piece {
            Piece::Text(words) => {
                let is_last = at + 1 == pieces.len();
                let place = Place { is_start, is_cell, is_last };
                text = escape(words, place, written.last().and_then(|last| last.text.chars().last()));
                is_start &= text.is_empty();
            }
            Piece::Ruby { base, reading } => {
                let words =
                    |words: &str| escape(words, Place { is_start: false, is_cell, is_last: false }, None);
                text = format!("<ruby>{}<rt>{}</rt></ruby>", words(base), words(reading));
                is_start = false;
            }
            Piece::Open(own) | Piece::Void(own) => {
                let Some(tag) = tag(&stretch.tags, *own) else { continue };
                text = page.mark(&tag.open).into_owned();
                number = *own;
                if matches!(piece, Piece::Open(_)) {
                    html = of_delimiter(&text).map(|name| format!("<{name}>"));
                }
                is_start = tag.kind == TagKind::Break && text.contains(['\n', '\r']);
            }
            Piece::Close(own) => {
                let Some(close) = tag(&stretch.tags, *own).and_then(|tag| tag.close.as_ref()) else {
                    continue;
                };
                text = page.mark(close).into_owned();
                number = *own;
                html = of_delimiter(&text).map(|name| format!("</{name}>"));
            }
        }
        written.push(WrittenPiece { text, html, number });
    }
    choose_html(&mut written);
    written.into_iter().map(|piece| piece.text).collect()
}

/// The element that a mark of emphasis stands for.
fn of_delimiter(mark: &str) -> Option<&'static str> {
    match mark {
        "*" | "_" => Some("em"),
        "**" | "__" => Some("strong"),
        "~" | "~~" => Some("del"),
        _ => None,
    }
}

/// Marks of emphasis that would be read as characters become tags, both of the pair.
fn choose_html(written: &mut [WrittenPiece]) {
    let mut open: Vec<usize> = Vec::new();
    for at in 0..written.len() {
        let Some(piece) = written.get(at).filter(|piece| piece.html.is_some()) else { continue };
        let is_close = piece.html.as_ref().is_some_and(|html| html.starts_with("</"));
        if !is_close {
            open.push(at);
            continue;
        }
        let Some(start) =
            open.iter().rposition(|start| written.get(*start).is_some_and(|own| own.number == piece.number))
        else {
            continue;
        };
        let start = open.remove(start);
        if holds(written, start, true) && holds(written, at, false) {
            continue;
        }
        for place in [start, at] {
            if let Some(piece) = written.get_mut(place)
                && let Some(html) = piece.html.take()
            {
                piece.text = html;
            }
        }
    }
}

/// Whether a mark between these characters opens or closes, by the rules of `CommonMark`.
fn holds(written: &[WrittenPiece], at: usize, opens: bool) -> bool {
    let Some(mark) = written.get(at).and_then(|piece| piece.text.chars().next()) else { return false };
    let before =
        written.get(..at).unwrap_or_default().iter().rev().find_map(|piece| piece.text.chars().last());
    let after = written.get(at + 1..).unwrap_or_default().iter().find_map(|piece| piece.text.chars().next());
    let (before, after) = (before.unwrap_or(' '), after.unwrap_or(' '));
    if before == mark || after == mark {
        return false;
    }
    let is_mark = |c: char| !c.is_alphanumeric() && !c.is_whitespace();
    let left = !after.is_whitespace() && (!is_mark(after) || before.is_whitespace() || is_mark(before));
    let right = !before.is_whitespace() && (!is_mark(before) || after.is_whitespace() || is_mark(after));
    match (opens, mark) {
        (true, '_') => left && (!right || is_mark(before)),
        (false, '_') => right && (!left || is_mark(after)),
        (true, _) => left,
        (false, _) => right,
    }
}

/// Where a piece of text stands.
#[derive(Clone, Copy)]
struct Place {
    /// At the start of a line, where other characters mean something.
    is_start: bool,
    is_cell: bool,
    /// At the end of the block.
    is_last: bool,
}

fn escape(words: &str, place: Place, before: Option<char>) -> String {
    let mut line = without_breaks(words).replace('\t', " ");
    if place.is_start {
        line = line.trim_start_matches(' ').to_owned();
    }
    if place.is_last {
        line = line.trim_end_matches(' ').to_owned();
    }
    let characters: Vec<char> = line.chars().collect();
    let n_digits = characters.iter().take_while(|c| c.is_ascii_digit()).count();
    let mut written = String::with_capacity(line.len() + 8);
    for (at, &character) in characters.iter().enumerate() {
        let next = characters.get(at + 1).copied();
        let previous = if at == 0 { before } else { characters.get(at - 1).copied() };
        let is_first = place.is_start && at == 0;
        let must = match character {
            '`' | '*' | '[' | ']' | '<' | '~' => true,
            '_' => !(previous.is_some_and(char::is_alphanumeric) && next.is_some_and(char::is_alphanumeric)),
            '\\' => next.is_none_or(|next| next.is_ascii_punctuation()),
            '&' => is_reference(characters.get(at + 1..).unwrap_or_default()),
            '!' => next.is_none() && !place.is_last,
            '|' => place.is_cell || is_first,
            '#' | '>' | '+' | '-' | '=' | ':' => is_first,
            '.' | ')' => place.is_start && n_digits > 0 && at == n_digits,
            _ => false,
        };
        if must {
            written.push('\\');
        }
        written.push(character);
    }
    written
}

/// Whether these characters after `&` make a reference of it.
fn is_reference(after: &[char]) -> bool {
    let n = after.iter().take_while(|c| c.is_ascii_alphanumeric() || **c == '#').count();
    n > 0 && after.get(n) == Some(&';')
}

/// Signs at the end of a heading that would belong to the heading's own marks.
fn heading(line: &str) -> String {
    let trimmed = line.trim_end();
    if trimmed.ends_with('}')
        && let Some((before, after)) = trimmed.rsplit_once('{')
    {
        return format!("{before}&#123;{after}");
    }
    trimmed.strip_suffix('#').map_or_else(|| trimmed.to_owned(), |rest| format!("{rest}\\#"))
}

fn title(line: &str, close: char) -> String {
    let mut written = String::with_capacity(line.len());
    for character in line.chars() {
        if character == '\\' || character == close || (close == ')' && character == '(') || character == '&' {
            written.push('\\');
        }
        written.push(character);
    }
    written
}
