//! Reads `FreeDict` dictionaries as they are made for `dictd`: a text, and an index that says where each word's entry is.
//!
//! The text alone does not tell a head word from a translation, so both files are needed. The text is read once from
//! front to back, because the largest have a hundred million characters.

use super::edict::inflected_stems;
use super::glossary::{Glossary, GlossaryBuilder, stem};
use std::io::{self, Read};

/// An entry that is longer is no entry.
const LONGEST_ENTRY: u64 = 1 << 16;

/// Reads a dictionary: its index, and its text as it is when unpacked.
pub fn read(index: &str, text: impl Read) -> io::Result<Glossary> {
    let mut entries: Vec<(u64, u64, &str)> = index.lines().filter_map(entry).collect();
    entries.sort_unstable();
    let mut builder = GlossaryBuilder::default();
    let mut text = Text { text, at: 0 };
    for same in entries.chunk_by(|one, other| one.0 == other.0) {
        let Some((offset, length, _)) = same.first().copied() else { continue };
        // What overlaps the entry before is a fault of the index.
        if offset < text.at {
            continue;
        }
        let bytes = text.entry(offset, length)?;
        let entry = String::from_utf8_lossy(&bytes);
        builder.translations(entry.lines().skip(1).filter(|line| !is_remark(line)));
        for (_, _, head) in same {
            builder.head(head);
            for inflected in inflected_stems(head) {
                builder.head(&inflected);
            }
            let short = stem(head);
            if short != *head {
                builder.head(&short);
            }
        }
    }
    Ok(builder.finish())
}

/// Where the entry of a word is. What the index says about itself is no word, and phrases are never looked up.
fn entry(line: &str) -> Option<(u64, u64, &str)> {
    let mut fields = line.split('\t');
    let head = fields.next().filter(|head| !head.starts_with("00") && !head.contains(' '))?;
    let (offset, length) = (number(fields.next()?)?, number(fields.next()?)?);
    (length <= LONGEST_ENTRY).then_some((offset, length, head))
}

/// A number in the digits of `dictd`, which are those of base 64.
fn number(digits: &str) -> Option<u64> {
    const DIGITS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    digits.trim_end().bytes().try_fold(0_u64, |number, digit| {
        let value = DIGITS.bytes().position(|known| known == digit)?;
        number.checked_mul(64)?.checked_add(u64::try_from(value).ok()?)
    })
}

/// Whether a line is about the word and does not translate it.
fn is_remark(line: &str) -> bool {
    let line = line.trim_start();
    ["Note:", "Synonym", "see:", "Antonym"].iter().any(|start| line.starts_with(start))
}

/// A text that is read forwards only.
struct Text<R> {
    text: R,
    at: u64,
}

impl<R: Read> Text<R> {
    fn entry(&mut self, offset: u64, length: u64) -> io::Result<Vec<u8>> {
        let gap = offset - self.at;
        io::copy(&mut self.text.by_ref().take(gap), &mut io::sink())?;
        let mut bytes = Vec::new();
        self.text.by_ref().take(length).read_to_end(&mut bytes)?;
        self.at = offset + length;
        Ok(bytes)
    }
}
