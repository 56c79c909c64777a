//! Guesses the encoding of a text that nobody has named: declared, proven, or by the habits of languages.

use super::{Charset, read_as};
use crate::foreign::UTF_32;
use crate::import::{HowKnown, ImportError};
use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{
    BIG5, EUC_JP, EUC_KR, Encoding, GB18030, GBK, SHIFT_JIS, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1250,
    WINDOWS_1251, WINDOWS_1252, WINDOWS_1253, WINDOWS_1254, WINDOWS_1255, WINDOWS_1256, WINDOWS_1257,
    WINDOWS_1258,
};
use messages::Message;

/// Every encoding that may have been told at import, for finding it again when the original is written anew.
const TOLD: [&Encoding; 17] = [
    UTF_8,
    SHIFT_JIS,
    EUC_JP,
    GB18030,
    BIG5,
    EUC_KR,
    UTF_16LE,
    UTF_16BE,
    WINDOWS_1252,
    WINDOWS_1250,
    WINDOWS_1251,
    WINDOWS_1253,
    WINDOWS_1254,
    WINDOWS_1255,
    WINDOWS_1256,
    WINDOWS_1257,
    WINDOWS_1258,
];

/// A damaged place makes the detector give up an encoding, so a text that puzzles it is judged in this many parts.
const N_PARTS: usize = 24;

/// The encoding the file declares or seems to have.
pub(super) fn charset_of(bytes: &[u8]) -> Result<Charset, ImportError> {
    if bytes.starts_with(&[0xff, 0xfe, 0, 0]) || bytes.starts_with(&[0, 0, 0xfe, 0xff]) {
        return Err(ImportError::Foreign(&UTF_32));
    }
    if let Some((encoding, bom)) = Encoding::for_bom(bytes) {
        return Ok(Charset { encoding, bom, how: HowKnown::Declared });
    }
    if bytes.contains(&0) {
        if let Some(encoding) = utf16_without_mark(bytes) {
            return Ok(detected(encoding));
        }
        let most = super::MAX_NULS.max(bytes.len() / 1000);
        if bytes.iter().filter(|byte| **byte == 0).nth(most).is_some() {
            return Err(not_text(bytes));
        }
    }
    if std::str::from_utf8(bytes).is_ok() || is_nearly_utf8(bytes) {
        return Ok(detected(UTF_8));
    }
    let guess = guess(bytes);
    let encoding = if fits(bytes, guess) { guess } else { guess_in_parts(bytes).unwrap_or(guess) };
    Ok(detected(encoding))
}

/// The likely encoding first, then every other one the person may have named.
pub(crate) fn candidates(bytes: &[u8]) -> Vec<Charset> {
    let likely = charset_of(bytes).ok();
    let told = TOLD.into_iter().filter(|encoding| likely.is_none_or(|likely| likely.encoding != *encoding));
    likely.into_iter().chain(told.map(detected)).collect()
}

const fn detected(encoding: &'static Encoding) -> Charset {
    Charset { encoding, bom: 0, how: HowKnown::Detected }
}

fn not_text(bytes: &[u8]) -> ImportError {
    let first = bytes.iter().position(|byte| *byte == 0).unwrap_or_default();
    ImportError::Damaged { detail: Message::new("nul_at").count("first", first) }
}

fn guess(bytes: &[u8]) -> &'static Encoding {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(bytes, true);
    let guess = detector.guess(None, Utf8Detection::Deny);
    if guess == GBK { GB18030 } else { guess }
}

/// Whether the guess can stand: an alphabet of single bytes fits anything, so it must not be the refuge of a damaged
/// East Asian text, in which nearly every byte is above ASCII.
fn fits(bytes: &[u8], guess: &'static Encoding) -> bool {
    if guess.is_single_byte() {
        let n_high = bytes.iter().filter(|byte| **byte >= 0x80).count();
        return n_high * 5 < bytes.len() * 2;
    }
    read_as(bytes, detected(guess)).n_faults == 0
}

fn guess_in_parts(bytes: &[u8]) -> Option<&'static Encoding> {
    let mut votes: Vec<(&'static Encoding, usize)> = Vec::new();
    let target = bytes.len() / N_PARTS + 1;
    let mut part: Vec<u8> = Vec::new();
    for line in bytes.split_inclusive(|byte| *byte == b'\n' || *byte == b'\r') {
        part.extend_from_slice(line);
        if part.len() >= target {
            vote(&part, &mut votes);
            part.clear();
        }
    }
    vote(&part, &mut votes);
    votes.into_iter().max_by_key(|(_, n_bytes)| *n_bytes).map(|(encoding, _)| encoding)
}

fn vote(part: &[u8], votes: &mut Vec<(&'static Encoding, usize)>) {
    let n_high = part.iter().filter(|byte| **byte >= 0x80).count();
    if n_high == 0 {
        return;
    }
    let choice = guess(part);
    match votes.iter_mut().find(|(encoding, _)| *encoding == choice) {
        Some((_, n)) => *n += n_high,
        None => votes.push((choice, n_high)),
    }
}

/// UTF-8 with a few spoilt bytes: no other encoding forms valid sequences of several bytes by chance.
fn is_nearly_utf8(bytes: &[u8]) -> bool {
    let (mut n_good, mut n_bad) = (0_usize, 0_usize);
    for chunk in bytes.utf8_chunks() {
        n_good += chunk.valid().chars().filter(|character| !character.is_ascii()).count();
        n_bad += usize::from(!chunk.invalid().is_empty());
    }
    n_good > n_bad * 20
}

/// Bytes 0 are the upper halves of line breaks and spaces in UTF-16. Read in the wrong order, those give characters
/// that no text has.
fn utf16_without_mark(bytes: &[u8]) -> Option<&'static Encoding> {
    let scored = [UTF_16LE, UTF_16BE].map(|encoding| (encoding, plausible_share(bytes, encoding)));
    let best = scored.into_iter().max_by_key(|(_, share)| *share)?;
    (best.1 >= 970).then_some(best.0)
}

/// How many of a thousand code units belong to characters of ordinary text.
fn plausible_share(bytes: &[u8], encoding: &'static Encoding) -> usize {
    let (mut n_plausible, mut n_units) = (0_usize, 0_usize);
    for pair in bytes.chunks(2) {
        n_units += 1;
        let code = match *pair {
            [first, second] if encoding == UTF_16LE => u16::from_le_bytes([first, second]),
            [first, second] => u16::from_be_bytes([first, second]),
            _ => continue,
        };
        let plausible = matches!(code,
            0x09..=0x0d | 0x20..=0x7e | 0xa0..=0x052f | 0x0590..=0x06ff | 0x0900..=0x097f | 0x0e00..=0x0e5b
            | 0x1e00..=0x1fff | 0x2010..=0x203b | 0x20ac | 0x2103..=0x2122 | 0x2150..=0x2199 | 0x2460..=0x266f
            | 0x3000..=0x30ff | 0x3131..=0x318e | 0x4e00..=0x9fff | 0xac00..=0xd7a3 | 0xd800..=0xdfff
            | 0xff01..=0xffe6);
        n_plausible += usize::from(plausible);
    }
    (n_plausible * 1000).checked_div(n_units).unwrap_or_default()
}
