//! Reads EDICT: `語 [よみ] /(n) gloss/gloss/`. The file is EUC-JP as distributed; hand in its text as UTF-8.

use super::glossary::Glossary;

/// Reads the text of an EDICT file; the head word and, where it is kana of three or more, the reading lead to the glosses.
pub fn read(text: &str) -> Glossary {
    let mut glossary = Glossary::default();
    for line in text.lines() {
        let Some((heads, glosses)) = line.split_once(" /") else { continue };
        let (head, reading) = heads.split_once(" [").unwrap_or((heads, ""));
        let reading = reading.trim_end_matches(']');
        for gloss in glosses.split('/') {
            if gloss.trim().is_empty() || gloss.starts_with("EntL") || gloss == "(P)" {
                continue;
            }
            glossary.add(head.trim(), gloss);
            if reading.chars().count() >= 3 {
                glossary.add(reading, gloss);
            }
        }
    }
    glossary
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dictionary::Dictionary;

    #[test]
    fn word_and_reading_lead_to_the_translation() {
        let glossary = read("物語 [ものがたり] /(n) tale/story/legend/(P)/EntL1502830X/");
        for head in ["物語", "ものがたり"] {
            let stems: Vec<&str> = glossary.stems(head).iter().map(AsRef::as_ref).collect();
            assert_eq!(stems, ["tale", "stor", "legend"], "{head}");
        }
    }
}
