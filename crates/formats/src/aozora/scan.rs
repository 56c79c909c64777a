//! Cuts a line of Aozora text into text, ruby and notes.

use super::{accent, gaiji};
use book::text::reading::Reading;

/// A piece of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Item {
    /// Text, descriptions of characters already replaced by the characters.
    Text(String),
    /// A base with its reading.
    Ruby { base: String, reading: String },
    /// What stands between `［＃` and `］`.
    Note(String),
    /// `《《…》》`, the stress mark of web novels.
    Stressed(String),
}

/// A line cut into pieces, and the descriptions in it that lead to no character.
pub(super) struct ScannedLine {
    /// The pieces in order.
    pub(super) items: Vec<Item>,
    /// Descriptions shown as 〓.
    pub(super) unknown: Vec<String>,
}

/// Shown for a character that cannot be.
const UNKNOWN: char = '〓';

/// Cuts a line.
pub(super) fn scan(line: &str, reading: Reading) -> ScannedLine {
    let mut scanner =
        Scanner { items: Vec::new(), unknown: Vec::new(), text: String::new(), bar: None, reading };
    let mut rest = line;
    while let Some(first) = rest.chars().next() {
        rest = scanner.step(first, rest);
    }
    scanner.flush();
    ScannedLine { items: scanner.items, unknown: scanner.unknown }
}

struct Scanner {
    items: Vec<Item>,
    unknown: Vec<String>,
    text: String,
    /// Where in the text a `｜` stood that may begin a base.
    bar: Option<usize>,
    reading: Reading,
}

impl Scanner {
    /// Takes one piece off the line and returns the rest.
    fn step<'a>(&mut self, first: char, rest: &'a str) -> &'a str {
        let after = rest.get(first.len_utf8()..).unwrap_or_default();
        match first {
            '※' if let Some((content, after)) = note_at(after) => {
                self.push_gaiji(content);
                after
            }
            '［' if let Some((content, after)) = note_at(rest) => {
                self.flush();
                self.items.push(Item::Note(content.to_owned()));
                after
            }
            '｜' => {
                self.keep_bar();
                self.bar = Some(self.text.len());
                after
            }
            '〔' | '／'
                if let Some((text, after)) =
                    self.reading.has_aozora_accents().then(|| accent::read(rest)).flatten() =>
            {
                self.text.push_str(&text);
                after
            }
            '《' if let Some(after) = self.stressed(after) => after,
            '《' if let Some(after) = self.ruby(after) => after,
            _ => {
                self.text.push(first);
                after
            }
        }
    }

    fn push_gaiji(&mut self, content: &str) {
        if let Some(character) = gaiji::character(content) {
            self.text.push_str(&character);
        } else {
            self.unknown.push(content.to_owned());
            self.text.push(UNKNOWN);
        }
    }

    /// `《《…》》` after its first character.
    fn stressed<'a>(&mut self, after: &'a str) -> Option<&'a str> {
        let (content, rest) = split_near(after.strip_prefix('《')?, "》》")?;
        if content.is_empty() || content.contains(['《', '》', '［', '｜', '※']) {
            return None;
        }
        self.flush();
        self.items.push(Item::Stressed(content.to_owned()));
        Some(rest)
    }

    /// A reading after `《`, if there is a base it can belong to.
    fn ruby<'a>(&mut self, after: &'a str) -> Option<&'a str> {
        let (written, rest) = split_near(after, "》")?;
        if written.is_empty() || written.contains('《') {
            return None;
        }
        let base_at = match self.bar {
            Some(bar) => bar,
            None => base_start(&self.text),
        };
        let base = self.text.get(base_at..)?.to_owned();
        if base.is_empty() {
            return None;
        }
        self.text.truncate(base_at);
        self.bar = None;
        self.flush();
        let reading = self.reading(written);
        self.items.push(Item::Ruby { base, reading });
        Some(rest)
    }

    /// A reading may contain described characters too.
    fn reading(&mut self, written: &str) -> String {
        let mut reading = String::new();
        let mut rest = written;
        while let Some(at) = rest.find('※') {
            let (before, tail) = rest.split_at(at);
            reading.push_str(before);
            let after = tail.get('※'.len_utf8()..).unwrap_or_default();
            if let Some((content, after)) = note_at(after) {
                let character = gaiji::character(content);
                if character.is_none() {
                    self.unknown.push(content.to_owned());
                }
                reading.push_str(&character.unwrap_or_else(|| UNKNOWN.to_string()));
                rest = after;
            } else {
                reading.push('※');
                rest = after;
            }
        }
        reading.push_str(rest);
        reading
    }

    /// A `｜` that began no base is a character like any other.
    fn keep_bar(&mut self) {
        if let Some(bar) = self.bar.take() {
            self.text.insert(bar, '｜');
        }
    }

    fn flush(&mut self) {
        self.keep_bar();
        if !self.text.is_empty() {
            self.items.push(Item::Text(std::mem::take(&mut self.text)));
        }
    }
}

/// Cuts a text at the first mark, if that is near: a bracket that is closed pages later was not meant.
fn split_near<'a>(text: &'a str, mark: &str) -> Option<(&'a str, &'a str)> {
    let end = text.char_indices().nth(MAX_READING).map_or(text.len(), |(at, _)| at);
    let at = text.get(..end)?.find(mark)?;
    let (before, after) = text.split_at_checked(at)?;
    Some((before, after.strip_prefix(mark)?))
}

/// The content of the note a text starts with, and what follows it. Notes may contain notes.
fn note_at(text: &str) -> Option<(&str, &str)> {
    let inner = text.strip_prefix("［＃")?;
    let mut depth = 1_usize;
    for (at, character) in inner.char_indices() {
        match character {
            '［' => depth += 1,
            '］' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            let (content, after) = inner.split_at_checked(at)?;
            return (at > 0).then_some((content, after.strip_prefix('］')?));
        }
        if at > MAX_NOTE {
            return None;
        }
    }
    None
}

/// No reading or stressed text is longer.
const MAX_READING: usize = 200;

/// No note is longer; what is, is text that happens to begin like one.
const MAX_NOTE: usize = 2_000;

/// Where the base of a reading begins that follows this text: the longest run of one kind of character.
fn base_start(text: &str) -> usize {
    let Some(kind) = text.chars().next_back().and_then(Script::of_char) else { return text.len() };
    let run =
        text.char_indices().rev().take_while(|(_, character)| Script::of_char(*character) == Some(kind));
    run.last().map_or(text.len(), |(at, _)| at)
}

/// The kinds of character a base without `｜` consists of one of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Script {
    Kanji,
    Hiragana,
    Katakana,
    WideLetters,
    Letters,
}

impl Script {
    fn of_char(character: char) -> Option<Self> {
        match character {
            '々'
            | '仝'
            | '〆'
            | '〇'
            | 'ヶ'
            | UNKNOWN
            | '\u{3400}'..='\u{9fff}'
            | '\u{f900}'..='\u{faff}'
            | '\u{20000}'..='\u{323af}' => Some(Self::Kanji),
            '\u{3041}'..='\u{309f}' => Some(Self::Hiragana),
            '\u{30a1}'..='\u{30fa}' | '\u{30fc}'..='\u{30ff}' => Some(Self::Katakana),
            'Ａ'..='Ｚ' | 'ａ'..='ｚ' | '０'..='９' => Some(Self::WideLetters),
            '-' | '\'' | '’' | '&' => Some(Self::Letters),
            _ if character < '\u{2000}' && character.is_alphanumeric() => Some(Self::Letters),
            _ => None,
        }
    }
}
