//! Bytes to lines and back: which encoding a text file has, what cannot be read in it, and where each line stands.

mod detect;
mod lines;

use crate::import::{DetectedEncoding, FileFault, HowKnown, ImportError};
use encoding_rs::{
    DecoderResult, Encoding, GB18030, GBK, REPLACEMENT, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252,
    X_USER_DEFINED,
};
use messages::Message;
use std::borrow::Cow;

pub(crate) use detect::candidates;
pub(crate) use lines::Lines;

/// Longer than any honest text: a million paragraphs of a serial novel have 150 MB.
const MAX_BYTES: usize = 200 << 20;

/// More lines than any honest text, forty times those of a book of five hundred chapters.
pub(crate) const MAX_LINES: usize = 2_000_000;

/// So many characters 0 may stray into a text.
const MAX_NULS: usize = 16;

/// Of a thousand characters, this many may be unreadable before the encoding is called wrong.
const FAULTS_PER_THOUSAND: usize = 1;

/// A text file taken apart into lines; the lines' bytes, in order, are the whole file after the byte order mark.
pub(crate) struct TextFile<'a> {
    /// The lines.
    pub(crate) lines: Lines<'a>,
    /// The encoding.
    pub(crate) charset: Charset,
    /// How many places cannot be read.
    pub(crate) n_faults: usize,
    /// Where the first of them is.
    pub(crate) first_fault: usize,
    n_chars: usize,
    /// How many characters 0 were left out.
    pub(crate) n_nuls: usize,
}

/// How the bytes of a file are to be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Charset {
    /// The encoding.
    pub(crate) encoding: &'static Encoding,
    /// The length of the byte order mark at the start of the file.
    pub(crate) bom: usize,
    /// How the encoding became known.
    pub(crate) how: HowKnown,
}

impl Charset {
    /// What to tell the person.
    pub(crate) fn detected(self) -> DetectedEncoding {
        DetectedEncoding { name: self.name(), how: self.how }
    }

    /// The encoding's usual name.
    fn name(self) -> &'static str {
        if self.encoding == GB18030 { "GB18030" } else { self.encoding.name() }
    }

    /// The text in this encoding, if every character of it can be written and is read back the same.
    pub(crate) fn encode(self, text: &str) -> Option<Vec<u8>> {
        if self.encoding == UTF_16LE {
            return Some(text.encode_utf16().flat_map(u16::to_le_bytes).collect());
        }
        if self.encoding == UTF_16BE {
            return Some(text.encode_utf16().flat_map(u16::to_be_bytes).collect());
        }
        let (bytes, _, unmappable) = self.encoding.encode(text);
        if unmappable {
            return None;
        }
        let (again, faulty) = self.encoding.decode_without_bom_handling(&bytes);
        (!faulty && again == text).then(|| bytes.into_owned())
    }
}

/// Reads a file in the encoding it was told to have, declares or seems to have.
pub(crate) fn read<'a>(bytes: &'a [u8], told: Option<&str>) -> Result<TextFile<'a>, ImportError> {
    if bytes.is_empty() {
        return Err(ImportError::Empty);
    }
    if bytes.len() > MAX_BYTES {
        let detail = Message::new("too_large_a_text").count("megabytes", bytes.len() >> 20);
        return Err(ImportError::TooLong { detail });
    }
    if bytes.iter().filter(|byte| matches!(byte, b'\n' | b'\r')).count() > MAX_LINES * 2 {
        return Err(ImportError::TooLong { detail: Message::new("too_many_lines") });
    }
    let charset = match told {
        Some(label) => told_charset(bytes, label)?,
        None => detect::charset_of(bytes)?,
    };
    let file = read_as(bytes, charset);
    if file.n_faults * 1000 > file.n_chars * FAULTS_PER_THOUSAND {
        let encoding = charset.name();
        return Err(ImportError::WrongEncoding {
            encoding,
            n_faults: file.n_faults,
            first: file.first_fault,
        });
    }
    refuse_binary(&file)?;
    Ok(file)
}

/// Reads a file that was written here, refusing nothing: whoever compares will see what does not fit.
pub(crate) fn read_anyway(bytes: &[u8]) -> TextFile<'_> {
    read_as(bytes, charset_anyway(bytes))
}

/// The text of every line of such a file.
pub(crate) fn each_line_anyway(bytes: &[u8], mut take: impl FnMut(&str)) {
    read_lines(bytes, charset_anyway(bytes), |_, text| take(&text));
}

fn charset_anyway(bytes: &[u8]) -> Charset {
    let fallback = Charset { encoding: WINDOWS_1252, bom: 0, how: HowKnown::Detected };
    detect::charset_of(bytes).unwrap_or(fallback)
}

/// Reads a file in a known encoding; what cannot be read becomes U+FFFD and is counted.
pub(crate) fn read_as(bytes: &[u8], charset: Charset) -> TextFile<'_> {
    let mut lines = Lines::new(bytes, charset.encoding);
    let file = read_lines(bytes, charset, |start, text| lines.push(start, text));
    TextFile { lines, ..file }
}

/// The same line by line, each with the place where it begins; the file that is given back has none.
fn read_lines<'a>(
    bytes: &'a [u8],
    charset: Charset,
    mut take: impl FnMut(usize, Cow<'a, str>),
) -> TextFile<'a> {
    let lines = Lines::new(bytes, charset.encoding);
    let mut file = TextFile { lines, charset, n_faults: 0, first_fault: 0, n_chars: 0, n_nuls: 0 };
    let mut start = charset.bom;
    while start < bytes.len() {
        let (len, end) = line_end(bytes, start, charset.encoding);
        let mut text = decode_line(bytes.get(start..len).unwrap_or_default(), start, &mut file);
        if text.contains('\0') {
            let n_before = text.len();
            text.to_mut().retain(|character| character != '\0');
            file.n_nuls += n_before - text.len();
        }
        file.n_chars += text.chars().count();
        take(start, text);
        start = end;
    }
    file
}

impl TextFile<'_> {
    /// The whole text, with one kind of line break.
    pub(crate) fn text(&self) -> String {
        let lines: Vec<&str> = self.lines.iter().map(|line| line.text).collect();
        lines.join("\n")
    }

    /// The encoding, and how it became known.
    pub(crate) fn encoding(&self) -> DetectedEncoding {
        self.charset.detected()
    }

    /// What of the reading the person should hear about.
    pub(crate) fn findings(&self) -> Vec<FileFault> {
        let mut findings = Vec::new();
        if self.n_nuls > 0 {
            let times = if self.n_nuls == 1 { "once".to_owned() } else { format!("{} times", self.n_nuls) };
            let message = format!("the character 0 stands in the text {times}; it was left out");
            findings.push(FileFault { subject: String::new(), message });
        }
        if self.n_faults == 0 {
            return findings;
        }
        let line = self.lines.iter().position(|line| line.end > self.first_fault).unwrap_or_default() + 1;
        let places =
            if self.n_faults == 1 { "1 place".to_owned() } else { format!("{} places", self.n_faults) };
        let message = format!(
            "{places} cannot be read as {}, the first at byte {}; shown as U+FFFD",
            self.charset.name(),
            self.first_fault
        );
        findings.push(FileFault { subject: format!("line {line}"), message });
        findings
    }

    /// The line break most lines end with.
    pub(crate) fn usual_break(&self, bytes: &[u8]) -> Vec<u8> {
        let mut counts: Vec<(&[u8], usize)> = Vec::new();
        for line in self.lines.iter() {
            let ending = bytes.get(line.bytes.end..line.end).unwrap_or_default();
            match counts.iter_mut().find(|(known, _)| *known == ending) {
                Some((_, n)) => *n += 1,
                None => counts.push((ending, 1)),
            }
        }
        let usual = counts.iter().filter(|(ending, _)| !ending.is_empty()).max_by_key(|(_, n)| *n);
        usual.map_or_else(|| self.charset.encode("\n").unwrap_or_default(), |(ending, _)| ending.to_vec())
    }
}

/// The encoding with this label, as a person or the file itself names it.
pub(crate) fn told_charset(bytes: &[u8], label: &str) -> Result<Charset, ImportError> {
    let unknown = || ImportError::UnknownEncoding { label: label.to_owned() };
    let named = Encoding::for_label(label.trim().as_bytes()).ok_or_else(unknown)?;
    if named == REPLACEMENT || named == X_USER_DEFINED {
        return Err(unknown());
    }
    let encoding = if named == GBK { GB18030 } else { named };
    let bom =
        Encoding::for_bom(bytes).filter(|(declared, _)| *declared == encoding).map_or(0, |(_, len)| len);
    Ok(Charset { encoding, bom, how: HowKnown::Told })
}

/// Where the text of the line starting at `start` ends, and where its line break ends. In every encoding that is
/// read here but UTF-16, the bytes of a line break never occur inside a character.
fn line_end(bytes: &[u8], start: usize, encoding: &'static Encoding) -> (usize, usize) {
    let unit = if encoding == UTF_16LE || encoding == UTF_16BE { 2 } else { 1 };
    let at = |position: usize| -> Option<u16> {
        match *bytes.get(position..position + unit)? {
            [byte] => Some(u16::from(byte)),
            [first, second] if encoding == UTF_16LE => Some(u16::from_le_bytes([first, second])),
            [first, second] => Some(u16::from_be_bytes([first, second])),
            _ => None,
        }
    };
    let mut position = start;
    while let Some(code) = at(position) {
        if code == 0x0a {
            return (position, position + unit);
        }
        if code == 0x0d {
            let n_units = if at(position + unit) == Some(0x0a) { 2 } else { 1 };
            return (position, position + unit * n_units);
        }
        position += unit;
    }
    (bytes.len(), bytes.len())
}

fn decode_line<'a>(bytes: &'a [u8], offset: usize, file: &mut TextFile<'_>) -> Cow<'a, str> {
    if file.charset.encoding == UTF_8
        && let Ok(text) = std::str::from_utf8(bytes)
    {
        return Cow::Borrowed(text);
    }
    let mut decoder = file.charset.encoding.new_decoder_without_bom_handling();
    let mut text = String::with_capacity(decoder.max_utf8_buffer_length(bytes.len()).unwrap_or(bytes.len()));
    let mut done = 0;
    loop {
        let rest = bytes.get(done..).unwrap_or_default();
        let (result, n_read) = decoder.decode_to_string_without_replacement(rest, &mut text, true);
        done += n_read;
        match result {
            DecoderResult::InputEmpty => break,
            DecoderResult::OutputFull => text.reserve(rest.len().max(16)),
            DecoderResult::Malformed(n_bad, n_after) => {
                if file.n_faults == 0 {
                    file.first_fault =
                        offset + done.saturating_sub(usize::from(n_bad) + usize::from(n_after));
                }
                file.n_faults += 1;
                text.reserve(3);
                text.push('\u{fffd}');
            }
        }
    }
    text.shrink_to_fit();
    Cow::Owned(text)
}

/// Bytes that happen to decode are not yet text: a book has few characters 0, and few other control characters.
fn refuse_binary(file: &TextFile<'_>) -> Result<(), ImportError> {
    if file.n_nuls > MAX_NULS.max(file.n_chars / 1000) {
        let detail = Message::new("nuls").count("n_nuls", file.n_nuls);
        return Err(ImportError::Damaged { detail });
    }
    let mut n_controls = 0;
    for line in file.lines.iter() {
        for character in line.text.chars().filter(|character| character.is_control()) {
            match character {
                // Tab, form feed, and the end mark of old systems.
                '\t' | '\u{c}' | '\u{b}' | '\u{1a}' | '\u{85}' => {}
                _ => n_controls += 1,
            }
        }
    }
    if n_controls * 100 > file.n_chars { Err(ImportError::UnknownFormat) } else { Ok(()) }
}
