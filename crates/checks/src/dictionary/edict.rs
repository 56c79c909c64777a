//! Reads EDICT: `語 [よみ] /(n) gloss/gloss/`, EUC-JP as it is distributed or UTF-8.

use super::glossary::Glossary;
use book::text::script::Script;

/// Reads the bytes of an EDICT file in either encoding.
pub fn read_bytes(bytes: &[u8]) -> Glossary {
    match std::str::from_utf8(bytes) {
        Ok(text) => read(text),
        Err(_) => read(&encoding_rs::EUC_JP.decode_without_bom_handling(bytes).0),
    }
}

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
            for stem in inflected_stems(head.trim()) {
                glossary.add(&stem, gloss);
            }
            if reading.chars().count() >= 3 {
                glossary.add(reading, gloss);
            }
        }
    }
    glossary
}

/// What verbs and adjectives start with once they are inflected: `読む` is also `読ん`, `読み`; `古い` is also `古く`.
fn inflected_stems(head: &str) -> Vec<String> {
    let mut chars = head.chars();
    let Some(last) = chars.next_back() else { return Vec::new() };
    let stem = chars.as_str();
    if !stem.chars().any(|c| Script::of(c) == Script::Han) {
        return Vec::new();
    }
    let endings = match last {
        'う' => "わいえおっ",
        'く' => "かきけこい",
        'ぐ' => "がぎげごい",
        'す' => "さしせそ",
        'つ' => "たちてとっ",
        'ぬ' => "なにねのん",
        'ぶ' => "ばびべぼん",
        'む' => "まみめもん",
        'る' => "らりれろったて",
        'い' => "くかけさ",
        _ => return Vec::new(),
    };
    let own = (last == 'る').then(|| stem.to_owned());
    own.into_iter().chain(endings.chars().map(|ending| format!("{stem}{ending}"))).collect()
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

    #[test]
    fn inflected_verbs_are_found_by_their_stem() {
        let glossary =
            read("読む [よむ] /(v5m) to read/\n食べる [たべる] /(v1) to eat/\n古い [ふるい] /(adj-i) old/");
        for head in ["読ん", "読み", "食べ", "古く"] {
            assert_eq!(glossary.stems(head).len(), 1, "{head}");
        }
    }
}
