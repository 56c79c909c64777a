//! A translation as the words of a cue.

use super::{Style, Subtitles, lines};
use crate::epub::escape_xml;
use crate::ranged::{Page, Stretch, tag, without_ruby};
use crate::txt::written::without_breaks;
use book::text::markup::{Marked, MarkedBuilder, Piece};
use book::text::paragraph::TagKind;
use std::borrow::Cow;

/// What breaks a line of a cue.
pub(super) fn line_break(format: Subtitles, text: &str) -> &'static str {
    match format {
        Subtitles::SubStation => "\\N",
        Subtitles::SubRip | Subtitles::WebVtt if text.contains("\r\n") => "\r\n",
        Subtitles::SubRip | Subtitles::WebVtt => "\n",
    }
}

/// The translation in its lines.
pub(super) fn render(
    format: Subtitles,
    page: &Page<'_>,
    stretch: &Stretch<Style>,
    translation: &Marked,
) -> String {
    let flat = without_ruby(translation, page.manuscript);
    let flat = if format == Subtitles::SubStation { without_braces(flat) } else { flat };
    let is_break = |number: u16| tag(&stretch.tags, number).is_some_and(|tag| tag.kind == TagKind::Break);
    // Every stretch between two lines that stay apart is broken for itself.
    let mut written = String::new();
    let mut part: Vec<Piece<'_>> = Vec::new();
    for piece in flat.pieces() {
        if matches!(&piece, Piece::Void(number) if is_break(*number)) {
            written.push_str(&part_lines(format, page, stretch, &part));
            written.push_str(line_break(format, page.text));
            part.clear();
        } else {
            part.push(piece);
        }
    }
    written.push_str(&part_lines(format, page, stretch, &part));
    written
}

fn part_lines(format: Subtitles, page: &Page<'_>, stretch: &Stretch<Style>, pieces: &[Piece<'_>]) -> String {
    let words = |piece: &Piece<'_>| match piece {
        Piece::Text(words) => without_breaks(words),
        Piece::Ruby { .. } | Piece::Open(_) | Piece::Close(_) | Piece::Void(_) => String::new(),
    };
    let line: String = pieces.iter().map(words).collect();
    let n_lead = line.chars().take_while(|c| *c == ' ').count();
    let n_chars = line.trim_end_matches(' ').chars().count();
    let breaks: Vec<usize> =
        lines::breaks(line.trim_matches(' ')).into_iter().map(|at| at + n_lead).collect();
    let mut written = String::new();
    let mut at = 0;
    for piece in pieces {
        match piece {
            Piece::Text(_) => {
                let mut run = String::new();
                for character in words(piece).chars() {
                    if breaks.contains(&at) {
                        written.push_str(escaped(format, &run).trim_end_matches(' '));
                        run.clear();
                        written.push_str(line_break(format, page.text));
                    }
                    if (n_lead..n_chars).contains(&at) {
                        run.push(character);
                    }
                    at += 1;
                }
                written.push_str(&escaped(format, &run));
            }
            Piece::Open(number) | Piece::Void(number) => {
                if let Some(tag) = tag(&stretch.tags, *number) {
                    written.push_str(&page.mark(&tag.open));
                }
            }
            Piece::Close(number) => {
                if let Some(close) = tag(&stretch.tags, *number).and_then(|tag| tag.close.as_ref()) {
                    written.push_str(&page.mark(close));
                }
            }
            Piece::Ruby { .. } => {}
        }
    }
    written
}

/// Words that mean nothing else in the file. A space keeps apart what would be markup; white space is layout here.
fn escaped(format: Subtitles, words: &str) -> String {
    let words = words.replace("-->", "-- >");
    match format {
        Subtitles::WebVtt => escape_xml(&words),
        Subtitles::SubRip => words.replace('<', "< ").replace("{\\", "{ \\"),
        Subtitles::SubStation => words
            .replace("\\N", "\\ N")
            .replace("\\n", "\\ n")
            .replace("\\h", "\\ h")
            .replace('\u{a0}', "\\h"),
    }
}

/// Braces hide what is between them, and nothing can be written for them but their wide forms.
pub(super) fn without_braces(text: Cow<'_, Marked>) -> Cow<'_, Marked> {
    if !text.as_str().contains(['{', '}']) {
        return text;
    }
    let mut builder = MarkedBuilder::default();
    for piece in text.pieces() {
        match piece {
            Piece::Text(words) => builder.push_text(&words.replace('{', "｛").replace('}', "｝")),
            Piece::Ruby { .. } | Piece::Open(_) | Piece::Close(_) | Piece::Void(_) => builder.push(&piece),
        }
    }
    Cow::Owned(builder.finish())
}
