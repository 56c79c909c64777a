//! The tables of a Kindle book (`INDX`): entries with a name and numbered values.

use super::container::{Container, number16, number32};
use std::collections::HashMap;

/// More entries than any table of a book has.
const MAX_ENTRIES: usize = 100_000;

/// A table.
#[derive(Default)]
pub(super) struct Table<'a> {
    pub(super) entries: Vec<Entry>,
    /// The records with the texts that entries refer to.
    texts: Vec<&'a [u8]>,
}

/// The values of an entry, by tag.
pub(super) struct Entry(HashMap<u8, Vec<u32>>);

impl Entry {
    /// The n-th value of a tag.
    pub(super) fn value(&self, tag: u8, at: usize) -> Option<u32> {
        self.0.get(&tag)?.get(at).copied()
    }
}

/// A tag as the table declares it: number, values for each, mask in the control byte, and whether the byte ends here.
type Declared = [u8; 4];

impl<'a> Table<'a> {
    /// Reads the table whose head is in this record.
    pub(super) fn read(container: &Container<'a>, record: u32) -> Option<Self> {
        let first = usize::try_from(record).ok()?;
        let head = container.record(first).filter(|head| head.starts_with(b"INDX"))?;
        let (n_records, n_texts) = (number32(head, 24)? as usize, number32(head, 52)? as usize);
        let tags = head.get(number32(head, 4)? as usize..).filter(|tags| tags.starts_with(b"TAGX"))?;
        let (end, n_control) = (number32(tags, 4)? as usize, number32(tags, 8)? as usize);
        let (declared, _) = tags.get(12..end)?.as_chunks::<4>();
        let mut entries = Vec::new();
        for at in first + 1..=first.checked_add(n_records)? {
            let record = container.record(at)?;
            let offsets = number32(record, 20)? as usize;
            let n = number32(record, 24)? as usize;
            for entry in 0..n {
                let start = usize::from(number16(record, offsets + 4 + entry * 2)?);
                let next = if entry + 1 < n {
                    number16(record, offsets + 6 + entry * 2).map(usize::from)
                } else {
                    None
                };
                let bytes = record.get(start..next.unwrap_or(offsets))?;
                let values = bytes.get(1 + usize::from(*bytes.first()?)..)?;
                entries.push(Entry(values_of(values, n_control, declared)?));
            }
            if entries.len() > MAX_ENTRIES {
                return None;
            }
        }
        let after = first + n_records + 1;
        let texts =
            (after..after.checked_add(n_texts.min(1_000))?).map_while(|at| container.record(at)).collect();
        Some(Self { entries, texts })
    }

    /// The bytes of the text at this offset.
    pub(super) fn text(&self, offset: u32) -> Option<&'a [u8]> {
        let text = self.texts.get(usize::try_from(offset >> 16).ok()?)?;
        let at = usize::try_from(offset & 0xffff).ok()?;
        let (len, n) = number(text.get(at..)?)?;
        text.get(at + n..at + n + len as usize)
    }
}

/// The values of an entry, of which control bytes say how many there are.
fn values_of(bytes: &[u8], n_control: usize, declared: &[Declared]) -> Option<HashMap<u8, Vec<u32>>> {
    let (control, mut rest) = bytes.split_at_checked(n_control)?;
    let mut control = control.iter();
    let mut byte = *control.next()?;
    let mut wanted = Vec::new();
    for &[tag, n_values, mask, is_end] in declared {
        if is_end == 1 {
            byte = control.next().copied().unwrap_or_default();
            continue;
        }
        let value = byte & mask;
        if value == mask && mask.count_ones() > 1 {
            let (len, n) = number(rest)?;
            rest = rest.get(n..)?;
            wanted.push((tag, None, len as usize));
        } else if value != 0 {
            let n = usize::from(value >> mask.trailing_zeros());
            wanted.push((tag, Some(n * usize::from(n_values)), 0));
        }
    }
    let mut found: HashMap<u8, Vec<u32>> = HashMap::new();
    for (tag, n_values, n_bytes) in wanted {
        let values = found.entry(tag).or_default();
        let before = rest.len();
        while n_values.map_or(before - rest.len() < n_bytes, |n| values.len() < n) {
            let (value, n) = number(rest)?;
            values.push(value);
            rest = rest.get(n..)?;
        }
    }
    Some(found)
}

/// A number of seven bits a byte, the last of which is marked, and how many bytes it takes.
fn number(bytes: &[u8]) -> Option<(u32, usize)> {
    let mut value = 0_u32;
    for (at, byte) in bytes.iter().enumerate().take(5) {
        value = (value << 7) | u32::from(byte & 0x7f);
        if byte & 0x80 != 0 {
            return Some((value, at + 1));
        }
    }
    None
}
