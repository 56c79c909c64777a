//! A text file as one text, and which of its bytes every line of that text stands for.

use super::Notation;
use crate::decode::{self, Charset, TextFile};
use crate::import::{FileFault, HowKnown, ImportError};
use crate::patches::Patches;
use encoding_rs::UTF_8;
use std::ops::Range;

/// A file and its text.
pub(crate) struct RangedFile<'a> {
    bytes: &'a [u8],
    pub(crate) charset: Charset,
    /// The text after the byte order mark, with its own line breaks.
    pub(crate) text: String,
    /// The lines in order: where each starts in the text, and its bytes with the line break.
    lines: Vec<(usize, Range<usize>)>,
    pub(crate) findings: Vec<FileFault>,
}

impl<'a> RangedFile<'a> {
    /// Reads a file in the encoding it was told to have, declares or seems to have.
    pub(crate) fn read(
        notation: &impl Notation,
        bytes: &'a [u8],
        told: Option<&str>,
    ) -> Result<Self, ImportError> {
        let declared = if told.is_none() { notation.declared(bytes) } else { None };
        let mut file = match decode::read(bytes, told.or(declared.as_deref())) {
            // What a file says about itself may be wrong.
            Err(ImportError::WrongEncoding { .. } | ImportError::UnknownEncoding { .. })
                if declared.is_some() =>
            {
                decode::read(bytes, None)?
            }
            read => read?,
        };
        if declared.is_some() && file.charset.how == HowKnown::Told {
            file.charset.how = HowKnown::Declared;
        }
        Ok(Self::from_text_file(bytes, &file))
    }

    /// Every way the bytes can be read, the likeliest first.
    pub(crate) fn candidates(notation: &impl Notation, bytes: &[u8]) -> Vec<Charset> {
        let declared = notation.declared(bytes).and_then(|label| decode::told_charset(bytes, &label).ok());
        declared.into_iter().chain(decode::candidates(bytes)).collect()
    }

    /// Reads a file as somebody does who knows nothing about it, refusing nothing.
    pub(crate) fn read_anyway(notation: &impl Notation, bytes: &'a [u8]) -> Self {
        Self::read(notation, bytes, None)
            .unwrap_or_else(|_| Self::from_text_file(bytes, &decode::read_anyway(bytes)))
    }

    pub(crate) fn read_as(bytes: &'a [u8], charset: Charset) -> Self {
        Self::from_text_file(bytes, &decode::read_as(bytes, charset))
    }

    fn from_text_file(bytes: &'a [u8], file: &TextFile<'_>) -> Self {
        let mut text = String::with_capacity(bytes.len());
        let mut lines = Vec::with_capacity(file.lines.len());
        for line in file.lines.iter() {
            lines.push((text.len(), line.bytes.start..line.end));
            text.push_str(line.text);
            let end = bytes.get(line.bytes.end..line.end).unwrap_or_default();
            // The breaks of UTF-16 are those of UTF-8 with bytes 0 between.
            text.extend(end.iter().filter(|byte| **byte != 0).map(|byte| char::from(*byte)));
        }
        Self { bytes, charset: file.charset, text, lines, findings: file.findings() }
    }

    /// The bytes with these changes; whatever no change touches keeps its bytes. What the encoding cannot hold makes
    /// the whole file UTF-8.
    pub(crate) fn apply(&self, patches: &Patches, notation: &impl Notation) -> Vec<u8> {
        let wanted = patches.clone().apply(&self.text);
        let reads = |bytes: &Vec<u8>| RangedFile::read_anyway(notation, bytes).text == wanted;
        if let Some(own) = self.in_own_encoding(patches).filter(reads) {
            return own;
        }
        let redeclared = notation.redeclare(wanted);
        if self.charset.encoding == UTF_8 && self.charset.bom > 0 {
            return [b"\xef\xbb\xbf", redeclared.as_bytes()].concat();
        }
        redeclared.into_bytes()
    }

    fn in_own_encoding(&self, patches: &Patches) -> Option<Vec<u8>> {
        let mut written = self.bytes.get(..self.charset.bom)?.to_vec();
        let mut from = 0;
        for (range, with) in patches.clone().in_order() {
            self.copy(from..range.start, &mut written)?;
            written.extend(self.charset.encode(&with)?);
            from = range.end;
        }
        self.copy(from..self.text.len(), &mut written)?;
        Some(written)
    }

    /// The bytes of a stretch of the text: whole lines as they are, parts of lines encoded again.
    fn copy(&self, range: Range<usize>, written: &mut Vec<u8>) -> Option<()> {
        let mut from = range.start;
        let mut line = self.lines.partition_point(|(start, _)| *start <= from).saturating_sub(1);
        while from < range.end {
            let (start, bytes) = self.lines.get(line)?;
            let end = self.lines.get(line + 1).map_or(self.text.len(), |(start, _)| *start);
            if from == *start && end <= range.end {
                written.extend_from_slice(self.bytes.get(bytes.clone())?);
            } else {
                written.extend(self.charset.encode(self.text.get(from..end.min(range.end))?)?);
            }
            from = end.min(range.end).max(from);
            line += 1;
        }
        Some(())
    }
}
