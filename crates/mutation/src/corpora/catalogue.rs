//! Reads a gettext catalogue (`.mo`): the form in which Debian packages carry thousands of aligned human translations.

/// Pairs of source and translation, in the catalogue's order. Anything that is not a catalogue gives none.
pub fn read(bytes: &[u8]) -> Vec<(String, String)> {
    let word = |at: usize| -> Option<usize> {
        let bytes: [u8; 4] = bytes.get(at..at + 4)?.try_into().ok()?;
        usize::try_from(u32::from_le_bytes(bytes)).ok()
    };
    let text = |table: usize, index: usize| -> Option<String> {
        let length = word(table + index * 8)?;
        let start = word(table + index * 8 + 4)?;
        String::from_utf8(bytes.get(start..start.checked_add(length)?)?.to_vec()).ok()
    };
    if word(0) != Some(0x9504_12de) {
        return Vec::new();
    }
    let (Some(n), Some(sources), Some(translations)) = (word(8), word(12), word(16)) else {
        return Vec::new();
    };
    (0..n.min(200_000))
        .filter_map(|index| {
            let source = text(sources, index)?;
            // A context stands before the text, plural forms behind it.
            let source = source.rsplit('\u{4}').next()?.split('\0').next()?.to_owned();
            let translation = text(translations, index)?.split('\0').next()?.to_owned();
            let is_prose = !source.contains(['<', '$', '|', '%', '_', '{']) && source.chars().count() >= 2;
            (is_prose && !translation.trim().is_empty())
                .then(|| (unwrapped(&source), unwrapped(&translation)))
        })
        .collect()
}

fn unwrapped(text: &str) -> String {
    text.trim().to_owned()
}
