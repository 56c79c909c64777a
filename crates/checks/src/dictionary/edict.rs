//! Reads EDICT: `語 [よみ] /(n) gloss/gloss/`, EUC-JP as it is distributed or UTF-8.

use super::glossary::{Glossary, GlossaryBuilder};
use book::text::script::Script;

/// Reads the bytes of an EDICT file in either encoding, line by line so that the text is never held twice.
///
/// The head word and, where it is kana of three or more, the reading lead to the glosses.
pub fn read(bytes: &[u8]) -> Glossary {
    let is_unicode = std::str::from_utf8(bytes).is_ok();
    let mut builder = GlossaryBuilder::default();
    for line in bytes.split(|byte| *byte == b'\n') {
        let line = if is_unicode {
            String::from_utf8_lossy(line)
        } else {
            // No half of a character is a line break in this encoding.
            encoding_rs::EUC_JP.decode_without_bom_handling(line).0
        };
        let Some((heads, glosses)) = line.split_once(" /") else { continue };
        let (head, reading) = heads.split_once(" [").unwrap_or((heads, ""));
        let (head, reading) = (head.trim(), reading.trim_end_matches(']'));
        builder.translations(glosses.split('/').filter(|gloss| !gloss.starts_with("EntL")));
        builder.head(head);
        for stem in inflected_stems(head) {
            builder.head(&stem);
        }
        if reading.chars().count() >= 3 {
            builder.head(reading);
        }
    }
    builder.finish()
}

/// What verbs and adjectives start with once they are inflected: `読む` is also `読ん`, `読み`; `古い` is also `古く`.
pub(super) fn inflected_stems(head: &str) -> Vec<String> {
    let mut chars = head.chars();
    let Some(last) = chars.next_back() else { return Vec::new() };
    let stem = chars.as_str();
    if !stem.chars().any(|c| Script::of_char(c) == Script::Han) {
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
    use crate::dictionary::glossary::mark_of;

    #[test]
    fn word_and_reading_lead_to_the_translation() {
        let text = "物語 [ものがたり] /(n) tale/story/legend/(P)/EntL1502830X/";
        let (in_euc_jp, _, _) = encoding_rs::EUC_JP.encode(text);
        for glossary in [read(text.as_bytes()), read(&in_euc_jp)] {
            for head in ["物語", "ものがたり"] {
                assert_eq!(glossary.stems(head), ["tale", "stor", "legend"].map(mark_of), "{head}");
            }
        }
    }

    #[test]
    fn inflected_verbs_are_found_by_their_stem() {
        let text = "読む [よむ] /(v5m) to read/\n食べる [たべる] /(v1) to eat/\n古い [ふるい] /(adj-i) old/";
        let glossary = read(text.as_bytes());
        for head in ["読ん", "読み", "食べ", "古く"] {
            assert_eq!(glossary.stems(head).len(), 1, "{head}");
        }
    }
}
