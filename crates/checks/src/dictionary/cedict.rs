//! Reads CC-CEDICT: `繁體 简体 [pin1 yin1] /gloss/gloss/`, UTF-8.

use super::glossary::Glossary;

/// Reads the bytes of a CC-CEDICT file; lines that are no entry are passed over.
pub fn read(bytes: &[u8]) -> Glossary {
    let mut glossary = Glossary::default();
    for line in String::from_utf8_lossy(bytes).lines().filter(|line| !line.starts_with('#')) {
        let Some((heads, glosses)) = line.split_once(" /") else { continue };
        let heads = heads.split(" [").next().unwrap_or(heads);
        for head in heads.split(' ').take(2) {
            for gloss in glosses.split('/').filter(|gloss| !gloss.trim().is_empty()) {
                glossary.add(head, gloss);
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
    fn both_scripts_lead_to_the_translation() {
        let glossary =
            read("# comment\n龍魂 龙魂 [long2 hun2] /dragon soul/spirit (of a dragon)/\nbroken".as_bytes());
        assert_eq!(glossary.len(), 2);
        let stems: Vec<&str> = glossary.stems("龙魂").iter().map(AsRef::as_ref).collect();
        assert_eq!(stems, ["dragon", "soul", "spirit"]);
    }
}
