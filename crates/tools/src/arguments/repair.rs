//! Reads JSON as models write it: slightly broken text is read where it can mean only one thing, and refused where a
//! guess could lose words of a translation.
//!
//! Mended: code fences and chatter around the object, trailing and doubled commas, single or curly quotes, keys and
//! plain words without quotes, Python's `True`, `False` and `None`, raw line breaks in strings, unescaped quotes inside
//! a string where no structure follows them, unknown escapes, and closing brackets missing at the end. A string cut
//! off at the end is never completed: the item it belongs to is dropped, and the caller learns of it.

use super::quotes::{Inside, closing_quote, ends_string};
use serde_json::{Map, Value};

/// What could be read.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct RepairedJson {
    pub(crate) value: Value,
    /// Whether the text ended in the middle of something, which was dropped.
    pub(crate) cut_off: bool,
}

/// Text that cannot be read in one way only.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Unreadable;

/// Nothing a tool takes is nested deeper than this.
const MAX_DEPTH: usize = 32;

/// Reads the first object or array in the text.
pub(crate) fn read(text: &str) -> Result<RepairedJson, Unreadable> {
    let start = text.find(['{', '[']).ok_or(Unreadable)?;
    let mut reader = Reader { rest: text.get(start..).unwrap_or_default(), depth: 0 };
    let parsed = reader.value(Inside::Array)?;
    // Whatever follows may be a fence or a marker of the model's dialect, but no second value.
    if reader.rest.contains(['{', '"']) {
        return Err(Unreadable);
    }
    Ok(RepairedJson { value: parsed.value, cut_off: !parsed.whole })
}

struct Reader<'a> {
    rest: &'a str,
    depth: usize,
}

struct ParsedValue {
    value: Value,
    whole: bool,
}

impl Reader<'_> {
    fn value(&mut self, inside: Inside) -> Result<ParsedValue, Unreadable> {
        self.skip_space();
        match self.peek() {
            Some('{') => self.nested(Self::object),
            Some('[') => self.nested(Self::array),
            Some(quote) if closing_quote(quote).is_some() => {
                let text = self.string(inside)?;
                Ok(text.map_or(ParsedValue { value: Value::Null, whole: false }, |text| ParsedValue {
                    value: Value::String(text),
                    whole: true,
                }))
            }
            Some(_) => self.word(),
            None => Ok(ParsedValue { value: Value::Null, whole: false }),
        }
    }

    fn nested(
        &mut self,
        read: fn(&mut Self) -> Result<ParsedValue, Unreadable>,
    ) -> Result<ParsedValue, Unreadable> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(Unreadable);
        }
        self.bump();
        let parsed = read(self)?;
        self.depth -= 1;
        Ok(parsed)
    }

    fn object(&mut self) -> Result<ParsedValue, Unreadable> {
        let mut fields = Map::new();
        loop {
            let after_comma = self.skip_commas();
            match self.peek() {
                Some('}') => {
                    self.bump();
                    return Ok(ParsedValue { value: Value::Object(fields), whole: true });
                }
                // The closing brace was forgotten; the bracket belongs to the list around it.
                Some(']') => return Ok(ParsedValue { value: Value::Object(fields), whole: true }),
                // The outermost object may lack its brace. An inner one was still being written: where quotes are not
                // escaped, its last text may have ended with any of them.
                None => {
                    let whole = self.depth == 1 && !after_comma;
                    return Ok(ParsedValue { value: Value::Object(fields), whole });
                }
                Some(_) => {}
            }
            let Some(key) = self.key()? else {
                return Ok(ParsedValue { value: Value::Object(fields), whole: false });
            };
            let parsed = self.value(Inside::Object)?;
            if parsed.whole {
                fields.insert(key, parsed.value);
            } else {
                if parsed.value.is_object() || parsed.value.is_array() {
                    fields.insert(key, parsed.value);
                }
                return Ok(ParsedValue { value: Value::Object(fields), whole: false });
            }
        }
    }

    /// A key and its colon; `None` when the text ends before the value.
    fn key(&mut self) -> Result<Option<String>, Unreadable> {
        let quoted = self.peek().and_then(closing_quote).is_some();
        let key = if quoted { self.string(Inside::Key)? } else { Some(self.take_word()) };
        self.skip_space();
        match (key, self.peek()) {
            (None, _) | (Some(_), None) => Ok(None),
            (Some(key), Some(':')) if !key.is_empty() || quoted => {
                self.bump();
                Ok(Some(key))
            }
            (Some(_), Some(_)) => Err(Unreadable),
        }
    }

    fn array(&mut self) -> Result<ParsedValue, Unreadable> {
        let mut items = Vec::new();
        loop {
            self.skip_commas();
            match self.peek() {
                Some(']') => {
                    self.bump();
                    return Ok(ParsedValue { value: Value::Array(items), whole: true });
                }
                // A brace belongs to the object around a list whose bracket was forgotten.
                Some('}') | None => return Ok(ParsedValue { value: Value::Array(items), whole: true }),
                Some(_) => {}
            }
            let parsed = self.value(Inside::Array)?;
            if !parsed.whole {
                return Ok(ParsedValue { value: Value::Array(items), whole: false });
            }
            items.push(parsed.value);
        }
    }

    /// A number, a literal, or a word that should have had quotes.
    fn word(&mut self) -> Result<ParsedValue, Unreadable> {
        let word = self.take_word();
        let value = match word.as_str() {
            "" => return Err(Unreadable),
            "true" | "True" => Value::Bool(true),
            "false" | "False" => Value::Bool(false),
            "null" | "None" | "undefined" => Value::Null,
            word => serde_json::from_str(word).unwrap_or_else(|_| Value::String(word.to_owned())),
        };
        self.skip_space();
        let ended = self.peek().is_none_or(|next| matches!(next, ',' | '}' | ']'));
        if ended { Ok(ParsedValue { value, whole: true }) } else { Err(Unreadable) }
    }

    fn take_word(&mut self) -> String {
        let belongs = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '+' | '.');
        let end = self.rest.find(|c| !belongs(c)).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        word.to_owned()
    }

    /// A string without its quotes; `None` when the text ends inside it.
    fn string(&mut self, inside: Inside) -> Result<Option<String>, Unreadable> {
        let Some(closing) = self.peek().and_then(closing_quote) else { return Err(Unreadable) };
        self.bump();
        let mut text = String::new();
        let mut has_inner_quotes = false;
        while let Some(character) = self.peek() {
            self.bump();
            if character == '\\' {
                if self.escape(&mut text).is_none() {
                    return Ok(None);
                }
            } else if character == closing && ends_string(self.rest, inside) {
                // Where quotes are not escaped, the last one before the text breaks off may be one of them.
                let breaks_off = self.rest.trim_matches(|c: char| c == ',' || c.is_whitespace()).is_empty();
                return Ok((!has_inner_quotes || !breaks_off).then_some(text));
            } else if character == closing && inside == Inside::Key {
                // No key has quotes in it, so this one lacks its colon.
                return Err(Unreadable);
            } else {
                has_inner_quotes |= character == closing;
                text.push(character);
            }
        }
        Ok(None)
    }

    fn escape(&mut self, text: &mut String) -> Option<()> {
        let character = self.peek()?;
        self.bump();
        match character {
            'n' => text.push('\n'),
            't' => text.push('\t'),
            'r' => text.push('\r'),
            'b' => text.push('\u{8}'),
            'f' => text.push('\u{c}'),
            '"' | '\\' | '/' | '\'' | '\n' => text.push(character),
            'u' => match self.unicode() {
                Some(decoded) => text.push(decoded),
                None => text.push_str("\\u"),
            },
            other => text.extend(['\\', other]),
        }
        Some(())
    }

    /// The character after `\u`, a surrogate pair taken together.
    fn unicode(&mut self) -> Option<char> {
        let high = self.hex()?;
        let low = self.rest.strip_prefix("\\u").filter(|_| (0xd800..0xdc00).contains(&high));
        if let Some(low) = low {
            let before = std::mem::replace(&mut self.rest, low);
            match self.hex() {
                Some(low) if (0xdc00..0xe000).contains(&low) => {
                    return char::from_u32(0x1_0000 + ((high - 0xd800) << 10) + (low - 0xdc00));
                }
                _ => self.rest = before,
            }
        }
        Some(char::from_u32(high).unwrap_or(char::REPLACEMENT_CHARACTER))
    }

    fn hex(&mut self) -> Option<u32> {
        let (digits, rest) = self.rest.split_at_checked(4)?;
        let number = u32::from_str_radix(digits, 16).ok()?;
        self.rest = rest;
        Some(number)
    }

    fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    fn bump(&mut self) {
        let mut chars = self.rest.chars();
        chars.next();
        self.rest = chars.as_str();
    }

    fn skip_space(&mut self) {
        self.rest = self.rest.trim_start();
    }

    /// Skips spaces and commas; whether there was a comma.
    fn skip_commas(&mut self) -> bool {
        let before = self.rest;
        self.rest = self.rest.trim_start_matches(|c: char| c == ',' || c.is_whitespace());
        before.len() != self.rest.len() && before.trim_start().starts_with(',')
    }
}
