//! The records of a Kindle book, and what its headers say.

use super::unpack::{Huffman, palm_doc};
use crate::import::ImportError;
use encoding_rs::{UTF_8, WINDOWS_1252};
use messages::Message;
use std::ops::Range;

/// Text beyond this is no book.
const MAX_TEXT: usize = 200 << 20;
const NONE: u16 = 1;
const PALM_DOC: u16 = 2;
const HUFFMAN: u16 = 17_480;

/// A book whose headers were read.
pub(super) struct Container<'a> {
    bytes: &'a [u8],
    records: Vec<Range<usize>>,
    head: &'a [u8],
}

impl<'a> Container<'a> {
    pub(super) fn open(bytes: &'a [u8]) -> Result<Self, ImportError> {
        let n_records =
            usize::from(number16(bytes, 76).ok_or_else(|| damaged("its list of records is cut off"))?);
        let starts: Vec<usize> = (0..n_records)
            .map(|at| number32(bytes, 78 + at * 8).map(|start| start as usize))
            .collect::<Option<_>>()
            .ok_or_else(|| damaged("its list of records is cut off"))?;
        let ends = starts.iter().skip(1).copied().chain([bytes.len()]);
        let records: Vec<Range<usize>> =
            starts.iter().copied().zip(ends).map(|(start, end)| start..end).collect();
        let head = records.first().and_then(|first| bytes.get(first.clone()));
        let head = head.ok_or_else(|| damaged("it has no header"))?;
        let container = Self { bytes, records, head };
        if number16(head, 12).is_some_and(|scheme| scheme != 0) {
            return Err(ImportError::Protected { scheme: Message::new("kindle_protection") });
        }
        Ok(container)
    }

    pub(super) fn record(&self, at: usize) -> Option<&'a [u8]> {
        self.bytes.get(self.records.get(at)?.clone())
    }

    /// A number of the header.
    pub(super) fn number(&self, at: usize) -> Option<u32> {
        number32(self.head, at).filter(|number| *number != u32::MAX)
    }

    /// Text in the encoding of the book.
    pub(super) fn decoded(&self, bytes: &[u8]) -> String {
        let encoding = if number32(self.head, 28) == Some(1252) { WINDOWS_1252 } else { UTF_8 };
        encoding.decode_without_bom_handling(bytes).0.into_owned()
    }

    /// The bytes of the text with its markup.
    pub(super) fn markup(&self) -> Result<Vec<u8>, ImportError> {
        let compression = number16(self.head, 0).unwrap_or_default();
        let n_texts = usize::from(number16(self.head, 8).unwrap_or_default());
        let huffman = match compression {
            NONE | PALM_DOC => None,
            HUFFMAN => {
                let first = number32(self.head, 112).unwrap_or_default() as usize;
                let n = number32(self.head, 116).unwrap_or_default() as usize;
                let records: Option<Vec<&[u8]>> =
                    (first..first.saturating_add(n.min(1_000))).map(|at| self.record(at)).collect();
                let records = records.ok_or_else(|| damaged("its dictionary is missing"))?;
                Some(Huffman::read(&records).ok_or_else(|| damaged("its dictionary is broken"))?)
            }
            _ => return Err(damaged("its text is packed in an unknown way")),
        };
        let mut text = Vec::new();
        for at in 1..=n_texts {
            let record = self.record(at).ok_or_else(|| damaged("a part of its text is missing"))?;
            let record = self.without_trailer(record);
            match &huffman {
                Some(huffman) => huffman.unpack(record, &mut text, MAX_TEXT),
                None if compression == PALM_DOC => palm_doc(record, &mut text),
                None => text.extend_from_slice(record),
            }
            if text.len() > MAX_TEXT {
                let detail = Message::new("too_large_inside").with("name", "text");
                return Err(ImportError::Hostile { detail: detail.count("megabytes", MAX_TEXT >> 20) });
            }
        }
        if let Some(end) = self.first_flow() {
            text.truncate(end);
        }
        Ok(text)
    }

    /// In newer books styles and drawings follow the text; a record says where it ends.
    fn first_flow(&self) -> Option<usize> {
        if number32(self.head, 36)? != 8 {
            return None;
        }
        let flows = self.record(number32(self.head, 192)? as usize)?;
        if !flows.starts_with(b"FDST") {
            return None;
        }
        number32(flows, 16).map(|end| end as usize)
    }

    /// A record of text without what newer programs put behind it.
    fn without_trailer(&self, record: &'a [u8]) -> &'a [u8] {
        let has_flags = number32(self.head, 20).is_some_and(|len| len >= 228);
        let flags = number16(self.head, 242).filter(|_| has_flags).unwrap_or_default();
        let mut record = record;
        for _ in 0..(flags >> 1).count_ones() {
            let mut size = 0_usize;
            for &byte in record.iter().rev().take(4).collect::<Vec<_>>().into_iter().rev() {
                if byte & 0x80 != 0 {
                    size = 0;
                }
                size = (size << 7) | usize::from(byte & 0x7f);
            }
            record = record.get(..record.len().saturating_sub(size)).unwrap_or_default();
        }
        if flags & 1 == 1 {
            let size = usize::from(record.last().copied().unwrap_or_default() & 3) + 1;
            record = record.get(..record.len().saturating_sub(size)).unwrap_or_default();
        }
        record
    }

    /// A record of the extended header.
    fn extended(&self, kind: u32) -> Option<String> {
        let start = 16 + number32(self.head, 20)? as usize;
        if self.head.get(start..start + 4)? != b"EXTH" {
            return None;
        }
        let n = number32(self.head, start + 8)?;
        let mut at = start + 12;
        for _ in 0..n.min(10_000) {
            let (own, len) = (number32(self.head, at)?, number32(self.head, at + 4)? as usize);
            let end = at.checked_add(len).filter(|end| *end >= at + 8)?;
            if own == kind {
                return Some(String::from_utf8_lossy(self.head.get(at + 8..end)?).trim().to_owned());
            }
            at = end;
        }
        None
    }

    pub(super) fn title(&self) -> String {
        let full = || {
            let (start, len) = (number32(self.head, 84)? as usize, number32(self.head, 88)? as usize);
            let name = self.head.get(start..start.checked_add(len)?)?;
            Some(String::from_utf8_lossy(name).into_owned())
        };
        self.extended(503).or_else(full).unwrap_or_default()
    }

    pub(super) fn author(&self) -> String {
        self.extended(100).unwrap_or_default()
    }

    pub(super) fn language(&self) -> Option<String> {
        self.extended(524)
    }
}

pub(super) fn number16(bytes: &[u8], at: usize) -> Option<u16> {
    let two: [u8; 2] = bytes.get(at..at.checked_add(2)?)?.try_into().ok()?;
    Some(u16::from_be_bytes(two))
}

pub(super) fn number32(bytes: &[u8], at: usize) -> Option<u32> {
    let four: [u8; 4] = bytes.get(at..at.checked_add(4)?)?.try_into().ok()?;
    Some(u32::from_be_bytes(four))
}

fn damaged(detail: &str) -> ImportError {
    ImportError::Damaged { detail: Message::new("technical").with("detail", detail) }
}
