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
