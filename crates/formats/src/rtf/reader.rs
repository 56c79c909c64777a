//! From tokens to paragraphs.

use super::codepage;
use super::tokens::{Token, Tokens};
use crate::import::{FileFault, ImportError};
use crate::template::{Draft, DraftParagraph};
use book::text::markup::{MarkedBuilder, Piece};
use book::text::paragraph::ParagraphKind;
use encoding_rs::{Encoding, WINDOWS_1252};
use messages::Message;
use std::collections::HashMap;

/// Groups inside groups beyond this are no document.
const MAX_DEPTH: usize = 500;

/// Longer than the instruction of any field that is read.
const MAX_INSTRUCTION: usize = 4_096;

/// Where the text of a group goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Destination {
    Body,
    Note,
    Fonts,
    Styles,
    /// What is known about the document.
    Info,
    Title,
    Author,
    /// What a field is to show, in a language of its own.
    Instruction,
    Nowhere,
}

/// What a group inherits and may change.
#[derive(Debug, Clone, Copy)]
struct State {
    destination: Destination,
    is_stressed: bool,
    is_hidden: bool,
    font: i32,
    /// How many characters follow `\u` for readers that do not know it.
    n_replaced: usize,
    style: i32,
    level: Option<u8>,
    is_cell: bool,
}

/// Text on its way to a paragraph.
#[derive(Default)]
struct Pending {
    builder: MarkedBuilder,
    n_tags: u16,
    stressed: Option<u16>,
    has_text: bool,
}

struct Reader {
    state: State,
    groups: Vec<State>,
    /// Bytes that wait to be decoded together.
    bytes: Vec<u8>,
    encoding: &'static Encoding,
    fonts: HashMap<i32, &'static Encoding>,
    levels: HashMap<i32, u8>,
    style_name: String,
    instruction: String,
    n_to_skip: usize,
    pending: Pending,
    note: Pending,
    /// Notes of the paragraph under way.
    notes: Vec<DraftParagraph>,
    draft: Draft,
    has_changes: bool,
    /// The first half of a character that is written as two.
    surrogate: u16,
}

/// Reads a document.
pub(super) fn read(bytes: &[u8]) -> Result<Draft, ImportError> {
    let state = State {
        destination: Destination::Body,
        is_stressed: false,
        is_hidden: false,
        font: -1,
        n_replaced: 1,
        style: 0,
        level: None,
        is_cell: false,
    };
    let mut reader = Reader {
        state,
        groups: Vec::new(),
        bytes: Vec::new(),
        encoding: WINDOWS_1252,
        fonts: HashMap::new(),
        levels: HashMap::new(),
        style_name: String::new(),
        instruction: String::new(),
        n_to_skip: 0,
        pending: Pending::default(),
        note: Pending::default(),
        notes: Vec::new(),
        draft: Draft::default(),
        has_changes: false,
        surrogate: 0,
    };
    let mut tokens = Tokens::new(bytes);
    while let Some(token) = tokens.next() {
        if let Token::Word("bin", Some(n)) = token {
            tokens.leave_out(usize::try_from(n).unwrap_or_default());
            continue;
        }
        reader.token(token)?;
    }
    if !reader.groups.is_empty() {
        return Err(ImportError::Damaged { detail: Message::new("ends_early") });
    }
    reader.flush();
    reader.paragraph();
    if reader.has_changes {
        let message = "has tracked changes; the text was read as if all of them were accepted";
        reader.draft.findings.push(FileFault { subject: String::new(), message: message.to_owned() });
    }
    Ok(reader.draft)
}

impl Reader {
    fn token(&mut self, token: Token<'_>) -> Result<(), ImportError> {
        if let Token::Byte(byte) = token {
            if self.n_to_skip > 0 {
                self.n_to_skip -= 1;
            } else {
                self.bytes.push(byte);
            }
            return Ok(());
        }
        self.flush();
        match token {
            Token::Open => {
                if self.groups.len() >= MAX_DEPTH {
                    let detail = Message::new("markup_too_deep").count("limit", MAX_DEPTH);
                    return Err(ImportError::Hostile { detail });
                }
                self.groups.push(self.state);
                self.n_to_skip = 0;
            }
            Token::Close => {
                let inner = self.state.destination;
                if let Some(outer) = self.groups.pop() {
                    self.state = outer;
                }
                if inner == Destination::Note && self.state.destination != Destination::Note {
                    let note = std::mem::take(&mut self.note).finish(ParagraphKind::Note, None);
                    self.notes.extend(note);
                }
                if inner == Destination::Instruction && self.state.destination != Destination::Instruction {
                    self.field();
                }
                self.n_to_skip = 0;
            }
            Token::Symbol(symbol) => self.symbol(symbol),
            Token::Word(word, number) => self.word(word, number),
            Token::Byte(_) => {}
        }
        Ok(())
    }

    fn symbol(&mut self, symbol: u8) {
        match symbol {
            b'~' => self.text("\u{a0}"),
            b'_' => self.text("\u{2011}"),
            b'-' => self.text("\u{ad}"),
            b'{' | b'}' | b'\\' => self.text(char::from(symbol).encode_utf8(&mut [0; 4])),
            b'\n' | b'\r' => self.paragraph(),
            // What follows is only for programs that know it.
            b'*' => self.state.destination = Destination::Nowhere,
            _ => {}
        }
    }

    fn word(&mut self, word: &str, number: Option<i32>) {
        let is_on = number != Some(0);
        match word {
            "par" | "sect" | "page" | "row" => self.paragraph(),
            "cell" | "nestcell" => {
                self.state.is_cell = true;
                self.paragraph();
            }
            "line" => self.line_break(),
            "tab" => self.text(" "),
            "u" => self.unicode(number.unwrap_or_default()),
            "uc" => self.state.n_replaced = number.and_then(|n| usize::try_from(n).ok()).unwrap_or(1),
            "b" | "i" | "ul" => self.state.is_stressed = is_on,
            "ulnone" => self.state.is_stressed = false,
            "v" => self.state.is_hidden = is_on,
            "deleted" => {
                self.has_changes = true;
                self.state.is_hidden = is_on;
            }
            "revised" => self.has_changes = true,
            "plain" => (self.state.is_stressed, self.state.is_hidden) = (false, false),
            "pard" => (self.state.style, self.state.level, self.state.is_cell) = (0, None, false),
            "intbl" => self.state.is_cell = true,
            "outlinelevel" => {
                self.state.level = number.and_then(|n| u8::try_from(n + 1).ok()).filter(|n| *n < 10);
            }
            "s" => self.state.style = number.unwrap_or_default(),
            "f" => self.state.font = number.unwrap_or_default(),
            "fcharset" => {
                if let Some(encoding) = number.and_then(codepage::of_charset) {
                    self.fonts.insert(self.state.font, encoding);
                }
            }
            "ansicpg" => {
                self.encoding = number.and_then(codepage::of_number).unwrap_or(self.encoding);
            }
            "mac" => self.encoding = encoding_rs::MACINTOSH,
            _ => self.named(word),
        }
    }

    /// Destinations, and characters with names.
    fn named(&mut self, word: &str) {
        let is_info = self.state.destination == Destination::Info;
        self.state.destination = match word {
            "fonttbl" => Destination::Fonts,
            "stylesheet" => Destination::Styles,
            "info" => Destination::Info,
            // The same again in Unicode takes the place of what older programs read.
            "ud" if self.groups.last().is_some_and(|outer| outer.destination == Destination::Info) => {
                Destination::Info
            }
            "title" if is_info => {
                self.draft.title.clear();
                Destination::Title
            }
            "author" if is_info => {
                self.draft.author.clear();
                Destination::Author
            }
            "footnote" => Destination::Note,
            // The text of a box stands in a group that only newer programs know.
            "shptxt" => Destination::Body,
            "fldinst" => Destination::Instruction,
            "colortbl" | "pict" | "object" | "header" | "headerl" | "headerr" | "headerf" | "footer"
            | "footerl" | "footerr" | "footerf" | "bkmkstart" | "bkmkend" | "listtext" | "pntext"
            | "nonshppict" | "themedata" | "colorschememapping" | "listtable" | "listoverridetable"
            | "rsidtbl" | "generator" | "datastore" | "latentstyles" | "xmlnstbl" | "annotation"
            | "atnid" | "atnauthor" | "filetbl" | "revtbl" | "ftnsep" | "ftnsepc" | "template" | "sp"
            | "sv" | "company" | "operator" | "doccomm" | "keywords" | "subject" | "category" | "manager" => {
                Destination::Nowhere
            }
            _ => {
                let character = match word {
                    "emdash" => "—",
                    "endash" => "–",
                    "lquote" => "‘",
                    "rquote" => "’",
                    "ldblquote" => "“",
                    "rdblquote" => "”",
                    "bullet" => "•",
                    "emspace" => "\u{2003}",
                    "enspace" => "\u{2002}",
                    "zwj" => "\u{200d}",
                    "zwnj" => "\u{200c}",
                    _ => return,
                };
                return self.text(character);
            }
        };
    }

    fn unicode(&mut self, number: i32) {
        // Numbers beyond 32,767 are written as negative ones, and pairs of surrogates one after the other.
        let unit = u16::try_from(number.rem_euclid(0x1_0000)).unwrap_or_default();
        self.n_to_skip = self.state.n_replaced;
        let high = std::mem::take(&mut self.surrogate);
        match (high, char::from_u32(u32::from(unit))) {
            (_, Some(character)) => self.text(character.encode_utf8(&mut [0; 4])),
            (0, None) => self.surrogate = unit,
            (high, None) => {
                let pair = char::decode_utf16([high, unit]).find_map(Result::ok);
                if let Some(character) = pair {
                    self.text(character.encode_utf8(&mut [0; 4]));
                }
            }
        }
    }

    /// Decodes the bytes that have come together.
    fn flush(&mut self) {
        if self.bytes.is_empty() {
            return;
        }
        let bytes = std::mem::take(&mut self.bytes);
        let encoding = self.fonts.get(&self.state.font).copied().unwrap_or(self.encoding);
        let (text, _) = encoding.decode_without_bom_handling(&bytes);
        self.text(&text);
    }

    fn text(&mut self, text: &str) {
        if self.state.is_hidden {
            return;
        }
        let is_stressed = self.state.is_stressed;
        match self.state.destination {
            Destination::Body => self.pending.text(text, is_stressed),
            Destination::Note => self.note.text(text, is_stressed),
            Destination::Title => self.draft.title.push_str(text),
            Destination::Author => self.draft.author.push_str(text),
            Destination::Styles => self.style(text),
            Destination::Instruction if self.instruction.len() < MAX_INSTRUCTION => {
                self.instruction.push_str(text);
            }
            Destination::Instruction | Destination::Fonts | Destination::Info | Destination::Nowhere => {}
        }
    }

    /// Ruby is a formula of its own: `EQ \\o\\ad(\\s\\up 9(reading),base)`. A placeholder shows the words behind its name:
    /// `MACROBUTTON None <Title>`.
    fn field(&mut self) {
        let instruction = std::mem::take(&mut self.instruction);
        let mut words = instruction.trim_start().splitn(3, ' ');
        if words.next().is_some_and(|name| name.eq_ignore_ascii_case("MACROBUTTON")) {
            return self.text(words.nth(1).unwrap_or_default());
        }
        let Some((base, reading)) = ruby(&instruction) else { return };
        match self.state.destination {
            Destination::Body => self.pending.ruby(base, reading),
            Destination::Note => self.note.ruby(base, reading),
            Destination::Fonts
            | Destination::Styles
            | Destination::Info
            | Destination::Title
            | Destination::Author
            | Destination::Instruction
            | Destination::Nowhere => {}
        }
    }

    /// The names of styles; those of headings give their numbers a level.
    fn style(&mut self, text: &str) {
        self.style_name.push_str(text);
        if self.style_name.contains(';') {
            let name = std::mem::take(&mut self.style_name).to_lowercase();
            let level =
                name.trim_end_matches(';').trim().strip_prefix("heading ").and_then(|n| n.parse().ok());
            if let Some(level) = level.filter(|level| (1..10).contains(level)) {
                self.levels.insert(self.state.style, level);
            }
        }
    }

    fn line_break(&mut self) {
        match self.state.destination {
            Destination::Body => self.pending.line_break(),
            Destination::Note => self.note.line_break(),
            Destination::Fonts
            | Destination::Styles
            | Destination::Info
            | Destination::Title
            | Destination::Author
            | Destination::Instruction
            | Destination::Nowhere => {}
        }
    }

    fn paragraph(&mut self) {
        match self.state.destination {
            Destination::Body => {
                let level = self.state.level.or_else(|| self.levels.get(&self.state.style).copied());
                let kind = match (level, self.state.is_cell) {
                    (Some(_), _) => ParagraphKind::Heading,
                    (None, true) => ParagraphKind::Cell,
                    (None, false) => ParagraphKind::Body,
                };
                let paragraph = std::mem::take(&mut self.pending).finish(kind, level);
                self.draft.paragraphs.push(paragraph.unwrap_or_default());
                self.draft.paragraphs.append(&mut self.notes);
            }
            Destination::Note => self.note.line_break(),
            Destination::Fonts
            | Destination::Styles
            | Destination::Info
            | Destination::Title
            | Destination::Author
            | Destination::Instruction
            | Destination::Nowhere => {}
        }
    }
}

/// The base and the reading that a formula sets above it.
fn ruby(instruction: &str) -> Option<(&str, &str)> {
    let formula = instruction.trim().strip_prefix("EQ")?;
    let (_, raised) = formula.split_once("\\up")?;
    let (reading, base) = raised.split_once('(')?.1.split_once(')')?;
    let base = base.trim_start().strip_prefix([',', ';'])?.trim().strip_suffix(')')?;
    Some((base, reading))
}

impl Pending {
    fn text(&mut self, text: &str, is_stressed: bool) {
        match (self.stressed, is_stressed) {
            (None, true) if !text.trim().is_empty() => {
                self.n_tags += 1;
                self.builder.push(&Piece::Open(self.n_tags));
                self.stressed = Some(self.n_tags);
            }
            (Some(number), false) => {
                self.builder.push(&Piece::Close(number));
                self.stressed = None;
            }
            _ => {}
        }
        self.has_text |= !text.trim().is_empty();
        self.builder.push_text(text);
    }

    fn ruby(&mut self, base: &str, reading: &str) {
        self.has_text = true;
        self.builder.push(&Piece::Ruby { base: base.into(), reading: reading.into() });
    }

    fn line_break(&mut self) {
        if self.has_text {
            self.n_tags += 1;
            self.builder.push(&Piece::Void(self.n_tags));
        }
    }

    fn finish(mut self, kind: ParagraphKind, level: Option<u8>) -> Option<DraftParagraph> {
        if let Some(number) = self.stressed {
            self.builder.push(&Piece::Close(number));
        }
        self.has_text.then(|| DraftParagraph { text: self.builder.finish(), kind, level })
    }
}
