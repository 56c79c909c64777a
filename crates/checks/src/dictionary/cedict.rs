//! Reads CC-CEDICT: `繁體 简体 [pin1 yin1] /gloss/gloss/`, UTF-8.

use super::glossary::{Glossary, GlossaryBuilder};

/// Reads the bytes of a CC-CEDICT file; lines that are no entry are passed over.
pub fn read(bytes: &[u8]) -> Glossary {
    let mut builder = GlossaryBuilder::default();
    for line in bytes.split(|byte| *byte == b'\n').filter(|line| !line.starts_with(b"#")) {
        let line = String::from_utf8_lossy(line);
        let Some((heads, glosses)) = line.split_once(" /") else { continue };
        let heads = heads.split(" [").next().unwrap_or(heads);
        builder.translations(glosses.split('/'));
        heads.split(' ').take(2).for_each(|head| builder.head(head));
    }
    builder.finish()
}
