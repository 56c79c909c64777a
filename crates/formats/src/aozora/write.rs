//! Writes a translated paragraph in Aozora notation, and makes sure that it reads as it was meant.

use super::gaiji;
use super::line::{self, Form, Line};
use super::note::Style;
use crate::txt::written::{indentation, one_line, without_breaks};
use book::language::LanguageTag;
use book::text::markup::{Marked, Piece};
use book::text::reading::Reading;

/// The translation as a line in the place of the source line.
pub(super) fn render(
    source: &Line,
    translation: &Marked,
    target: Option<&LanguageTag>,
    reading: Reading,
) -> String {
    let usual = write(source, translation, target, Escape::Nothing(reading));
    if reads_as(&usual, translation, reading) {
        return usual;
    }
    write(source, translation, target, Escape::Everything(reading))
}

/// Whether text that looks like notation is written as it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Escape {
    Nothing(Reading),
    Everything(Reading),
}

impl Escape {
    /// The same reading, everything escaped.
    const fn all(self) -> Self {
        match self {
            Self::Nothing(reading) | Self::Everything(reading) => Self::Everything(reading),
        }
    }
}

fn reads_as(line: &str, translation: &Marked, reading: Reading) -> bool {
    let again = line::read(line, reading);
    let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let n_tags =
        translation.pieces().filter(|piece| matches!(piece, Piece::Open(_) | Piece::Void(_))).count();
    words(&again.text.plain()) == words(&one_line(&translation.plain()))
        && again.text.readings() == translation.readings()
        && again.tags.len() <= n_tags
}

fn write(source: &Line, translation: &Marked, target: Option<&LanguageTag>, escape: Escape) -> String {
    let mut line = prefix(&source.prefix, target);
    line.push_str(body(source, translation, escape).trim());
    let name = one_line(&translation.plain());
    if let Some(after_name) = source.heading.as_ref().and_then(|heading| heading.after_name.as_ref())
        && !name.is_empty()
    {
        line.extend(["［＃「", &escaped(&name, escape.all()), "」", after_name, "］"]);
    }
    line.push_str(source.suffix.trim_end());
    line
}

/// The notes before the text as they are, the white space between them as the target has it.
fn prefix(source: &str, target: Option<&LanguageTag>) -> String {
    let is_space = |character: char| character.is_whitespace();
    if let Some(at) = source.rfind('］').map(|at| at + '］'.len_utf8()) {
        let (notes, space) = source.split_at_checked(at).unwrap_or((source, ""));
        return format!("{notes}{}", indentation(space, target));
    }
    indentation(
        source.get(..source.find(|c| !is_space(c)).unwrap_or(source.len())).unwrap_or_default(),
        target,
    )
}

/// A stretch of text inside a tag that is not closed yet.
struct Pending {
    number: u16,
    written: String,
    plain: String,
    has_markup: bool,
}

fn body(source: &Line, translation: &Marked, escape: Escape) -> String {
    let form = |number: u16| source.tags.get(usize::from(number).checked_sub(1)?);
    let mut stack =
        vec![Pending { number: 0, written: String::new(), plain: String::new(), has_markup: false }];
    for piece in translation.pieces() {
        if let Piece::Open(number) = piece {
            stack.push(Pending { number, written: String::new(), plain: String::new(), has_markup: false });
            continue;
        }
        if let Piece::Close(_) = piece {
            if stack.len() > 1
                && let Some(inner) = stack.pop()
            {
                let written = pair(form(inner.number), &inner, escape);
                if let Some(outer) = stack.last_mut() {
                    outer.written.push_str(&written);
                    outer.plain.push_str(&inner.plain);
                    outer.has_markup = true;
                }
            }
            continue;
        }
        let Some(top) = stack.last_mut() else { continue };
        match piece {
            Piece::Text(text) => {
                let line = without_breaks(&text);
                top.written.push_str(&escaped(&line, escape));
                top.plain.push_str(&line);
            }
            Piece::Ruby { base, reading } => {
                let (base, reading) = (without_breaks(&base), without_breaks(&reading));
                if base.trim().is_empty() || reading.trim().is_empty() {
                    top.written.push_str(&escaped(&base, escape));
                } else {
                    top.written.extend([
                        "｜",
                        &escaped(&base, escape),
                        "《",
                        &escaped(&reading, escape),
                        "》",
                    ]);
                }
                top.plain.push_str(&base);
                top.has_markup = true;
            }
            Piece::Void(number) => {
                if let Some(Form::Void { content, .. }) = form(number) {
                    top.written.extend(["［＃", content, "］"]);
                    top.has_markup = true;
                }
            }
            Piece::Open(_) | Piece::Close(_) => {}
        }
    }
    stack.into_iter().map(|pending| pending.written).collect()
}

/// Text inside a tag, with the notes that mark it.
fn pair(form: Option<&Form>, inner: &Pending, escape: Escape) -> String {
    let is_simple = !inner.has_markup
        && !inner.plain.is_empty()
        && inner.plain == inner.written
        && !inner.plain.contains(['「', '」', '《', '》', '［', '］', '｜', '※']);
    let spanned = |style: &Style| format!("［＃{0}］{1}［＃{0}終わり］", style.name, inner.written);
    match form {
        // A name that is not found again would be worse than none.
        Some(Form::Named(style)) if style.name.is_empty() && inner.plain.trim().is_empty() => {
            inner.written.clone()
        }
        Some(Form::Named(style)) if style.name.is_empty() => {
            let name = escaped(&inner.plain, escape.all());
            format!("{}［＃「{name}」{}］", inner.written, style.after_name)
        }
        Some(Form::Named(style)) if is_simple && matches!(escape, Escape::Nothing(_)) => {
            format!("{0}［＃「{0}」{1}］", inner.plain, style.after_name)
        }
        Some(Form::Named(style) | Form::Span(style)) => spanned(style),
        Some(Form::Stressed) if is_simple => format!("《《{}》》", inner.plain),
        Some(Form::Stressed) => format!("［＃傍点］{}［＃傍点終わり］", inner.written),
        Some(Form::Void { .. }) | None => inner.written.clone(),
    }
}

fn escaped(text: &str, escape: Escape) -> String {
    let Escape::Everything(reading) = escape else { return text.to_owned() };
    let mut written = String::with_capacity(text.len());
    for character in text.chars() {
        match gaiji::escape(character, reading) {
            Some(note) => written.push_str(note),
            None => written.push(character),
        }
    }
    written
}
