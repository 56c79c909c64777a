//! Reads `FreeDict` dictionaries in the text form of `dictfmt`: a head word line, then indented translations.

use super::glossary::Glossary;

/// Reads the unpacked text of a `FreeDict` dictionary.
pub fn read(text: &str) -> Glossary {
    let mut glossary = Glossary::default();
    let mut head = String::new();
    for line in text.lines() {
        let indented = line.starts_with(' ') || line.starts_with('\t');
        let bare = line.trim();
        if bare.is_empty() || bare.starts_with("00-database") {
            continue;
        }
        if indented || bare.starts_with(|c: char| c.is_ascii_digit()) {
            glossary
                .add(&head, bare.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.' || c == ' '));
        } else {
            // The head word stands before its pronunciation `/…/` and its grammar `<…>`.
            let end = bare.find(" /").or_else(|| bare.find(" <")).unwrap_or(bare.len());
            bare.get(..end).unwrap_or(bare).clone_into(&mut head);
        }
    }
    glossary
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dictionary::Dictionary;

    #[test]
    fn indented_lines_translate_the_line_above() {
        let glossary = read("Haus /haʊs/ <neut>\n  house, building\nSchwert\n1. sword\n");
        assert_eq!(glossary.stems("haus").len(), 2);
        assert_eq!(glossary.stems("schwert").first().map(AsRef::as_ref), Some("sword"));
    }
}
