//! The characters of a web page: which encoding it is in, and how it says so.

use crate::decode;
use crate::import::{HowKnown, ImportError};
use encoding_rs::{Encoding, UTF_8};

/// A page declares its encoding this near its beginning.
const HEAD: usize = 4096;

/// How the bytes of a page were read.
#[derive(Debug, Clone, Copy)]
pub(super) struct Charset {
    encoding: &'static Encoding,
    has_mark: bool,
    how: HowKnown,
}

impl Charset {
    pub(super) fn name(self) -> &'static str {
        self.encoding.name()
    }

    pub(super) const fn how(self) -> HowKnown {
        self.how
    }

    /// The bytes of a changed page: UTF-8, whatever it was in before, and saying so.
    pub(super) fn encode(self, text: &str) -> Vec<u8> {
        if self.has_mark {
            return [b"\xef\xbb\xbf", redeclared(text).unwrap_or_else(|| text.to_owned()).as_bytes()]
                .concat();
        }
        let is_said = self.encoding == UTF_8 && self.how == HowKnown::Declared;
        if is_said || text.is_ascii() {
            return text.as_bytes().to_vec();
        }
        match redeclared(text) {
            Some(text) => text.into_bytes(),
            // Nowhere to say it but the very beginning.
            None => [b"\xef\xbb\xbf", text.as_bytes()].concat(),
        }
    }
}

/// Reads a page in the encoding it was told to have, or as [`decode`].
pub(super) fn decode_told(bytes: &[u8], told: Option<&str>) -> Result<(String, Charset), ImportError> {
    if bytes.is_empty() {
        return Err(ImportError::Empty);
    }
    if let Some(label) = told {
        let charset = decode::told_charset(bytes, label)?;
        return Ok(decoded(bytes, charset.encoding, HowKnown::Told));
    }
    Ok(decode(bytes, None))
}

/// Reads a page in the encoding it declares or seems to have.
pub(super) fn decode(bytes: &[u8], label: Option<&str>) -> (String, Charset) {
    if let Some(encoding) = label.and_then(|label| Encoding::for_label(label.as_bytes())) {
        return decoded(bytes, encoding, HowKnown::Told);
    }
    if let Some((encoding, _)) = Encoding::for_bom(bytes) {
        return decoded(bytes, encoding, HowKnown::Declared);
    }
    let head = String::from_utf8_lossy(bytes.get(..HEAD).unwrap_or(bytes));
    let declared = label_place(&head).and_then(|place| Encoding::for_label(head.get(place)?.as_bytes()));
    if let Some(encoding) = declared.filter(|encoding| encoding.is_ascii_compatible()) {
        decoded(bytes, encoding, HowKnown::Declared)
    } else {
        let guess = decode::candidates(bytes).first().map_or(UTF_8, |charset| charset.encoding);
        decoded(bytes, guess, HowKnown::Detected)
    }
}

fn decoded(bytes: &[u8], encoding: &'static Encoding, how: HowKnown) -> (String, Charset) {
    let mark = Encoding::for_bom(bytes).filter(|(own, _)| *own == encoding).map_or(0, |(_, len)| len);
    let (text, _) = encoding.decode_without_bom_handling(bytes.get(mark..).unwrap_or_default());
    (text.into_owned(), Charset { encoding, has_mark: mark > 0, how })
}

/// The encoding a page must have been told, because its manuscript says other words than it seems to have.
pub(super) fn encoding_of_manuscript(
    bytes: &[u8],
    manuscript: &crate::export::Manuscript,
    part: u32,
) -> Option<String> {
    let paragraphs = manuscript.chapters.iter().flat_map(|chapter| &chapter.paragraphs);
    let of_page = || paragraphs.clone().filter(|paragraph| paragraph.place.part == part);
    let longest = of_page().max_by_key(|paragraph| paragraph.source.as_str().len())?;
    let words: String = longest.source.plain().split_whitespace().take(3).collect::<Vec<_>>().join(" ");
    let word = words.split(|c: char| c.is_ascii()).max_by_key(|word| word.len())?.to_owned();
    if word.is_empty() || decode(bytes, None).0.contains(&word) {
        return None;
    }
    let fits =
        |charset: &decode::Charset| charset.encoding.decode_without_bom_handling(bytes).0.contains(&word);
    decode::candidates(bytes)
        .iter()
        .find(|charset| fits(charset))
        .map(|charset| charset.encoding.name().to_owned())
}

/// Where a page names its encoding: `charset=…` in a `meta`, or `encoding="…"` in an XML declaration.
fn label_place(head: &str) -> Option<std::ops::Range<usize>> {
    let lower = head.to_ascii_lowercase();
    let mut from = 0;
    while let Some(start) = lower.get(from..).and_then(|tail| tail.find("<meta")).map(|at| from + at) {
        let end = lower.get(start..)?.find('>').map_or(lower.len(), |at| start + at);
        let tag = lower.get(start..end)?;
        if let Some(at) = tag.find("charset=") {
            return label_at(&lower, start + at + "charset=".len());
        }
        from = end;
    }
    let declaration = lower.starts_with("<?xml").then(|| lower.find("?>"))??;
    let at = lower.get(..declaration)?.find("encoding=")?;
    label_at(&lower, at + "encoding=".len())
}

fn label_at(text: &str, at: usize) -> Option<std::ops::Range<usize>> {
    let tail = text.get(at..)?;
    let label = tail.trim_start_matches(['"', '\'', ' ']);
    let start = at + (tail.len() - label.len());
    let len = label
        .find(|c: char| !c.is_ascii_alphanumeric() && !matches!(c, '-' | '_' | ':'))
        .unwrap_or(label.len());
    (len > 0).then_some(start..start + len)
}

/// The text saying that it is UTF-8, where it has a place for that.
fn redeclared(text: &str) -> Option<String> {
    let mut near = HEAD.min(text.len());
    while !text.is_char_boundary(near) {
        near -= 1;
    }
    let head = text.get(..near)?;
    if let Some(place) = label_place(head) {
        let (before, after) = (text.get(..place.start)?, text.get(place.end..)?);
        return Some(format!("{before}utf-8{after}"));
    }
    let lower = head.to_ascii_lowercase();
    let at = lower.find("<head")?;
    let end = at + lower.get(at..)?.find('>')? + 1;
    Some(format!("{}<meta charset=\"utf-8\">{}", text.get(..end)?, text.get(end..)?))
}
