//! What people are told of a finding, in both of their languages.

use checks::check::{Finding, Severity};
use checks::code::CheckCode;
use checks::reader::{ReaderLanguage, advice, name, places, sentence};

#[test]
fn every_check_has_a_name_a_sentence_and_advice_in_both_languages() {
    for code in CheckCode::ALL {
        for language in [ReaderLanguage::English, ReaderLanguage::Chinese] {
            let finding = Finding::new(*code, Severity::Queue, "", "");
            assert!(!name(*code, language).is_empty(), "{code}");
            assert!(!advice(*code, language).is_empty(), "{code}");
            assert!(!sentence(&finding, language).is_empty(), "{code}");
        }
    }
    let words: toml::Table = toml::from_str(include_str!("../../data/reader.toml")).unwrap();
    assert_eq!(words.len(), CheckCode::ALL.len(), "no words without a check");
}

#[test]
fn the_words_of_a_finding_are_named_and_found_on_both_sides() {
    let finding = Finding::new(CheckCode::D1, Severity::Block, "Put «17» in: «seven».", "");
    assert_eq!(
        sentence(&finding, ReaderLanguage::English),
        "A number of the source is missing from the translation: «17», «seven»."
    );
    assert_eq!(
        sentence(&finding, ReaderLanguage::Chinese),
        "原文的数字没有出现在译文里：「17」、「seven」。"
    );
    let found = places(&finding, "1173 und 17", "Es waren seven");
    assert_eq!((found.source.first(), found.translation.first()), (Some(&(9..11)), Some(&(9..14))));
}
