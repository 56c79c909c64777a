//! The two ways in which Kindle books pack their text.

use super::container::{number16, number32};

/// Unpacks PalmDOC: bytes as they are, spaces joined to letters, and references to what came before.
pub(super) fn palm_doc(record: &[u8], text: &mut Vec<u8>) {
    let mut at = 0;
    while let Some(&byte) = record.get(at) {
        at += 1;
        match byte {
            1..=8 => {
                let end = (at + usize::from(byte)).min(record.len());
                text.extend_from_slice(record.get(at..end).unwrap_or_default());
                at = end;
            }
            0x80..=0xbf => {
                let low = record.get(at).copied().unwrap_or_default();
                at += 1;
                let pair = (usize::from(byte) << 8 | usize::from(low)) & 0x3fff;
                let (distance, len) = (pair >> 3, (pair & 7) + 3);
                for _ in 0..len {
                    let from = text.len().checked_sub(distance).filter(|_| distance > 0);
                    let Some(copied) = from.and_then(|from| text.get(from).copied()) else { break };
                    text.push(copied);
                }
            }
            0xc0.. => text.extend([b' ', byte ^ 0x80]),
            _ => text.push(byte),
        }
    }
}

/// A dictionary of phrases with a code for each.
pub(super) struct Huffman<'a> {
    /// By the first eight bits: the length of the code, whether that is all, and its largest value.
    quick: Vec<(u32, bool, u32)>,
    /// By length: the smallest and the largest code.
    bounds: Vec<(u32, u32)>,
    /// Phrases, and whether they are packed themselves.
    phrases: Vec<(&'a [u8], bool)>,
}

/// Phrases of phrases beyond this are no dictionary.
const MAX_DEPTH: usize = 20;

impl<'a> Huffman<'a> {
    /// Reads the records of the dictionary; the first holds the codes, the others the phrases.
    pub(super) fn read(records: &[&'a [u8]]) -> Option<Self> {
        let (codes, dictionaries) = records.split_first()?;
        if !codes.starts_with(b"HUFF") {
            return None;
        }
        let (first, second) = (number32(codes, 8)? as usize, number32(codes, 12)? as usize);
        let shifted = |value: u32, len: u32| {
            u32::try_from((u64::from(value) << (32 - len.min(32))) & 0xffff_ffff).unwrap_or_default()
        };
        let last = |value: u32, len: u32| {
            let next = (u64::from(value) + 1) << (32 - len.min(32));
            u32::try_from(next.saturating_sub(1).min(0xffff_ffff)).unwrap_or(u32::MAX)
        };
        let mut quick = Vec::with_capacity(256);
        for at in 0..256 {
            let value = number32(codes, first.checked_add(at * 4)?)?;
            let len = value & 0x1f;
            if len == 0 {
                return None;
            }
            quick.push((len, value & 0x80 != 0, last(value >> 8, len)));
        }
        let mut bounds = vec![(0, 0)];
        for at in 0..32_u32 {
            let place = second.checked_add(at as usize * 8)?;
            let (low, high) = (number32(codes, place)?, number32(codes, place + 4)?);
            bounds.push((shifted(low, at + 1), last(high, at + 1)));
        }
        let mut phrases = Vec::new();
        for dictionary in dictionaries {
            if !dictionary.starts_with(b"CDIC") {
                return None;
            }
            let (n, bits) = (number32(dictionary, 8)? as usize, number32(dictionary, 12)?);
            let n = n.saturating_sub(phrases.len()).min(1 << bits.min(16));
            for at in 0..n {
                let place = 16 + usize::from(number16(dictionary, 16 + at * 2)?);
                let len = number16(dictionary, place)?;
                let phrase = dictionary.get(place + 2..place + 2 + usize::from(len & 0x7fff))?;
                phrases.push((phrase, len & 0x8000 == 0));
            }
        }
        Some(Self { quick, bounds, phrases })
    }

    /// Unpacks a record, up to a limit.
    pub(super) fn unpack(&self, record: &[u8], text: &mut Vec<u8>, limit: usize) {
        self.unpack_phrase(record, text, limit, 0);
    }

    fn unpack_phrase(&self, packed: &[u8], text: &mut Vec<u8>, limit: usize, depth: usize) {
        let n_bits = packed.len() * 8;
        let mut at = 0;
        while at < n_bits && text.len() <= limit {
            let window = window(packed, at);
            let Some(&(mut len, is_whole, mut largest)) = self.quick.get((window >> 24) as usize) else {
                return;
            };
            if !is_whole {
                while self.bounds.get(len as usize).is_some_and(|(low, _)| window < *low) {
                    len += 1;
                }
                let Some((_, high)) = self.bounds.get(len as usize) else { return };
                largest = *high;
            }
            at += len as usize;
            if at > n_bits {
                return;
            }
            let code = largest.saturating_sub(window) >> (32 - len.min(31));
            let Some(&(phrase, is_packed)) = self.phrases.get(code as usize) else { return };
            if !is_packed {
                text.extend_from_slice(phrase);
            } else if depth < MAX_DEPTH {
                self.unpack_phrase(phrase, text, limit, depth + 1);
            }
        }
    }
}

/// The 32 bits from a place on.
fn window(packed: &[u8], at: usize) -> u32 {
    let mut bits = 0_u64;
    for byte in 0..5 {
        bits = bits << 8 | u64::from(packed.get(at / 8 + byte).copied().unwrap_or_default());
    }
    u32::try_from((bits >> (8 - at % 8)) & 0xffff_ffff).unwrap_or_default()
}
