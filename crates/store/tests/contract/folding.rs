//! The form in which texts are compared, and what is found in a page of them.

use store::search::Matching;
use store::testing::{Needles, PageText, fold, is_its_own_fold};
use unicode_normalization::UnicodeNormalization;

fn page(paragraphs: &[(u32, &str)]) -> String {
    let mut page = PageText::default();
    for (place, text) in paragraphs {
        page.insert(*place, text);
    }
    page.into_string()
}

fn places(page: &str, texts: &[&str], matching: Matching) -> Vec<u32> {
    let texts: Vec<String> = texts.iter().map(|text| (*text).to_owned()).collect();
    Needles::new(&texts, matching).places_in(page)
}

#[test]
fn forms_of_the_same_character_are_folded_together() {
    assert_eq!(fold("ＡＢｃ ｶﾞ"), "abc ガ");
    assert_eq!(fold("ΟΔΟΣ"), fold("οδος"));
    assert_eq!(fold("É"), fold("e\u{301}"));
}

#[test]
fn the_short_way_of_folding_agrees_with_the_long_one() {
    for c in ('\0'..='\u{ffff}').filter(|&c| is_its_own_fold(c)) {
        let long: String = c.nfkc().flat_map(char::to_lowercase).collect();
        assert_eq!(long, c.to_ascii_lowercase().to_string(), "{c:?}");
    }
}

#[test]
fn text_is_folded_in_runs_as_it_is_in_one() {
    let parts = [
        "a", "É", "e", "\u{301}", "か", "\u{3099}", "ｶ", "ﾞ", "漢", "，", "Ａ", "Σ", "ς", "ﬁ", "\u{1100}",
        "\u{1161}", "\u{323}", "。", "…",
    ];
    let fold_whole = |text: &str| -> String {
        text.nfkc().flat_map(char::to_lowercase).map(|c| if c == 'ς' { 'σ' } else { c }).collect()
    };
    for one in parts {
        for two in parts {
            for three in parts {
                for four in parts {
                    let text = format!("{one}{two}{three}{four}");
                    assert_eq!(fold(&text), fold_whole(&text), "{text:?}");
                }
            }
        }
    }
}

#[test]
fn a_paragraph_is_found_at_its_place_and_once() {
    let page = page(&[(0, "The cat sat"), (3, "a CAT and a cat"), (5, "ｃａｔ"), (6, "dog")]);
    assert_eq!(places(&page, &["Cat"], Matching::All), [0, 3, 5]);
    assert_eq!(places(&page, &["cat", "sat"], Matching::All), [0]);
    assert_eq!(places(&page, &["dog", "sat"], Matching::Any), [0, 6]);
    assert_eq!(places(&page, &["dog", "sat"], Matching::All), [] as [u32; 0]);
}

#[test]
fn how_often_something_stands_in_a_paragraph_is_counted_in_the_page() {
    let page = page(&[(0, "The cat sat"), (3, "a CAT and a cat"), (5, "ｃａｔ"), (6, "dog")]);
    let counts = |texts: &[&str], matching| {
        let texts: Vec<String> = texts.iter().map(|text| (*text).to_owned()).collect();
        Needles::new(&texts, matching).counts_in(&page)
    };
    assert_eq!(counts(&["Cat"], Matching::All), [(0, 1), (3, 2), (5, 1)]);
    assert_eq!(counts(&["cat", "a"], Matching::All), [(0, 3), (3, 7), (5, 2)]);
    assert_eq!(counts(&["dog", "sat"], Matching::Any), [(0, 1), (6, 1)]);
}

#[test]
fn nothing_is_found_across_two_paragraphs() {
    let page = page(&[(0, "ab"), (1, "cd"), (2, "x\u{1e}y")]);
    for across in ["bc", "b\u{1e}c", "b c"] {
        assert_eq!(places(&page, &[across], Matching::All), [] as [u32; 0], "{across:?}");
    }
    assert_eq!(places(&page, &["x\u{1e}y"], Matching::All), [2]);
}
