//! From English words back to a message: notes and reasons that a library keeps in English, and what other crates say, are
//! told in the language of whoever reads them.
//!
//! A text is recognised by the fixed words of a message's English; where several fit, the one with the most of them is
//! meant. What nobody recognises stays as it is.

use crate::catalogue::{Language, SOURCES};
use crate::message::{Message, Param};
use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement, VariantKey};
use std::sync::LazyLock;

/// A pattern with fewer fixed letters and a value in it would fit anything.
const FEWEST_LETTERS: usize = 4;
/// The value that is itself looked up, because it is another message's text.
const NESTED: &str = "detail";

type Name = &'static str;

/// One of the ways a message can read in English.
#[derive(Clone, Default)]
struct Reading {
    pieces: Vec<Piece>,
    /// Values that this way of reading has decided.
    decided: Vec<(Name, Param)>,
}

#[derive(Clone)]
enum Piece {
    Text(String),
    /// A value; a number where a plural form depends on it.
    Value {
        name: Name,
        is_number: bool,
    },
}

/// One of the ways a message can read in English, and the ways of its hint.
struct KnownSentence {
    code: Name,
    text: Reading,
    hints: Vec<Reading>,
}

static READINGS: LazyLock<Vec<KnownSentence>> = LazyLock::new(|| {
    let english = SOURCES.into_iter().filter(|(language, _)| *language == Language::English);
    english.flat_map(|(_, source)| readings_of(source)).collect()
});

/// The message that this English text is, if any message is. A hint may stand behind it.
pub fn recognise(text: &str) -> Option<Message> {
    let with_hint = text.split_once("; hint: ").or_else(|| text.split_once("\nhint: "));
    let (text, hint) = with_hint.map_or((text, None), |(text, hint)| (text, Some(hint)));
    let fitting = READINGS.iter().filter_map(|known| Some((known, known.text.read(text)?)));
    let (known, mut values) = fitting.max_by_key(|(known, _)| known.text.n_fixed())?;
    // What stands in the hint alone is a value as well.
    values.extend(
        hint.and_then(|hint| known.hints.iter().find_map(|reading| reading.read(hint))).into_iter().flatten(),
    );
    let code = known.code;
    let nested = |(name, param): (Name, Param)| {
        let inner = if let (NESTED, Param::Text(text)) = (name, &param) { recognise(text) } else { None };
        (name, inner.map_or(param, Param::Message))
    };
    Some(Message { code, params: values.into_iter().map(nested).collect() })
}

impl Reading {
    fn n_fixed(&self) -> usize {
        let letters = |piece: &Piece| match piece {
            Piece::Text(text) => text.chars().filter(|letter| letter.is_alphanumeric()).count(),
            Piece::Value { .. } => 0,
        };
        self.pieces.iter().map(letters).sum()
    }

    fn is_usable(&self) -> bool {
        let has_values = self.pieces.iter().any(|piece| matches!(piece, Piece::Value { .. }));
        self.n_fixed() >= if has_values { FEWEST_LETTERS } else { 1 }
    }

    /// Whether a text begins and ends as one that reads so does. Nearly all texts are told apart by that.
    fn frames(&self, text: &str) -> bool {
        let begins = match self.pieces.first() {
            Some(Piece::Text(fixed)) => text.starts_with(fixed.as_str()),
            Some(Piece::Value { .. }) | None => true,
        };
        begins
            && match self.pieces.last() {
                Some(Piece::Text(fixed)) => text.ends_with(fixed.as_str()),
                Some(Piece::Value { .. }) | None => true,
            }
    }

    /// The values of a text that reads so.
    fn read(&self, text: &str) -> Option<Vec<(Name, Param)>> {
        if !self.frames(text) {
            return None;
        }
        let (mut rest, mut values) = (text, self.decided.clone());
        let mut pieces = self.pieces.iter().peekable();
        while let Some(piece) = pieces.next() {
            match piece {
                Piece::Text(fixed) => rest = rest.strip_prefix(fixed.as_str())?,
                Piece::Value { name, is_number } => {
                    let value = match pieces.next() {
                        None => std::mem::take(&mut rest),
                        Some(Piece::Text(fixed)) if pieces.peek().is_none() => {
                            let value = rest.strip_suffix(fixed.as_str())?;
                            rest = "";
                            value
                        }
                        Some(Piece::Text(fixed)) => {
                            let (value, behind) = rest.split_once(fixed.as_str())?;
                            rest = behind;
                            value
                        }
                        // Nobody could tell where one value ends and the next begins.
                        Some(Piece::Value { .. }) => return None,
                    };
                    values.push((name, param(value, *is_number)?));
                }
            }
        }
        rest.is_empty().then_some(values)
    }
}

fn param(value: &str, is_number: bool) -> Option<Param> {
    if !is_number {
        return Some(Param::Text(value.to_owned()));
    }
    let number = value.replace(',', "").parse().ok()?;
    Some(if value.contains(',') { Param::Amount(number) } else { Param::Number(number) })
}

fn readings_of(source: &'static str) -> Vec<KnownSentence> {
    // What is broken is left out, and the tests of this crate name it.
    let (Ok(resource) | Err((resource, _))) = fluent_syntax::parser::parse(source);
    let mut all = Vec::new();
    for entry in &resource.body {
        let Entry::Message(message) = entry else { continue };
        let Some(value) = &message.value else { continue };
        let hint = message.attributes.iter().find(|attribute| attribute.id.name == "hint");
        let hints = hint.map(|hint| readings_of_pattern(&hint.value, &[])).unwrap_or_default();
        let readings = readings_of_pattern(value, &[]).into_iter().filter(Reading::is_usable);
        all.extend(readings.map(|text| KnownSentence { code: message.id.name, text, hints: hints.clone() }));
    }
    all
}

/// The ways a pattern can read; `numbers` are the values that decide a plural form around it.
fn readings_of_pattern(pattern: &Pattern<Name>, numbers: &[Name]) -> Vec<Reading> {
    let mut readings = vec![Reading::default()];
    for element in &pattern.elements {
        let ways = match element {
            PatternElement::TextElement { value } => vec![fixed(value)],
            PatternElement::Placeable { expression: Expression::Inline(inline) } => {
                vec![readings_of_inline(inline, numbers)]
            }
            PatternElement::Placeable { expression: Expression::Select { selector, variants } } => {
                let InlineExpression::VariableReference { id } = selector else { return Vec::new() };
                let is_plural = variants
                    .iter()
                    .any(|variant| matches!(variant.key, VariantKey::Identifier { name } if name == "one"));
                let inside: Vec<Name> = numbers.iter().copied().chain(is_plural.then_some(id.name)).collect();
                let ways = variants.iter().flat_map(|variant| {
                    let VariantKey::Identifier { name: key } = variant.key else { return Vec::new() };
                    let mut ways = readings_of_pattern(&variant.value, &inside);
                    for way in &mut ways {
                        match (is_plural, key) {
                            (true, "one") => {
                                way.pieces.retain(
                                    |piece| !matches!(piece, Piece::Value { name, .. } if *name == id.name),
                                );
                                way.decided.push((id.name, Param::Number(1)));
                            }
                            (true, _) => {}
                            (false, key) => way.decided.push((id.name, Param::Text(key.to_owned()))),
                        }
                    }
                    ways
                });
                ways.collect()
            }
        };
        readings = readings
            .iter()
            .flat_map(|before| ways.iter().map(move |way| before.clone().followed_by(way.clone())))
            .collect();
    }
    readings
}

impl Reading {
    fn followed_by(mut self, other: Self) -> Self {
        for piece in other.pieces {
            match (self.pieces.last_mut(), piece) {
                (Some(Piece::Text(before)), Piece::Text(text)) => before.push_str(&text),
                (_, piece) => self.pieces.push(piece),
            }
        }
        self.decided.extend(other.decided);
        self
    }
}

fn fixed(text: &str) -> Reading {
    Reading { pieces: vec![Piece::Text(text.to_owned())], decided: Vec::new() }
}

fn readings_of_inline(inline: &InlineExpression<Name>, numbers: &[Name]) -> Reading {
    match inline {
        InlineExpression::VariableReference { id } => {
            let value = Piece::Value { name: id.name, is_number: numbers.contains(&id.name) };
            Reading { pieces: vec![value], decided: Vec::new() }
        }
        InlineExpression::StringLiteral { value } => fixed(value),
        InlineExpression::FunctionReference { arguments, .. } => match arguments.positional.as_slice() {
            [InlineExpression::StringLiteral { value }, values @ ..] => command(value, values),
            _ => Reading::default(),
        },
        // The catalogue has none of these; a test holds it to that.
        InlineExpression::NumberLiteral { .. }
        | InlineExpression::MessageReference { .. }
        | InlineExpression::TermReference { .. }
        | InlineExpression::Placeable { .. } => Reading::default(),
    }
}

/// A command, flag or setting, with its values in the place of its words in capitals.
fn command(name: &str, values: &[InlineExpression<Name>]) -> Reading {
    let mut values = values.iter();
    let mut reading = fixed("`");
    for (at, word) in name.split(' ').enumerate() {
        let is_placeholder = word.chars().all(|letter| letter.is_ascii_uppercase());
        let value = is_placeholder.then(|| values.next()).flatten();
        reading = reading.followed_by(fixed(if at == 0 { "" } else { " " }));
        reading =
            reading.followed_by(value.map_or_else(|| fixed(word), |value| readings_of_inline(value, &[])));
    }
    reading.followed_by(fixed("`"))
}
