//! Words: oaths and what only looks like one, spelling, kana in Latin letters, and words that are nearly the same.

use checks::language::LanguageProfile;
use checks::language::expletives::Expletives;
use checks::language::lexicon::Lexicon;
use checks::language::spelling::Spelling;
use checks::text::nearness::distance_within;
use checks::text::romaji::{folded, of_kana};
use checks::text::view::View;
use std::borrow::Cow;

fn n_expletives(language: &str, text: &str) -> usize {
    let language = LanguageProfile::look_up(&language.parse().unwrap());
    Expletives::for_language(&language).unwrap().count(&View::new(Cow::Borrowed(text), &Lexicon::default()))
}

#[test]
fn forms_of_expletives_count_and_words_that_only_look_alike_do_not() {
    assert_eq!(n_expletives("en", "Shit! The fucking bastards. Damn it."), 4);
    assert_eq!(n_expletives("en", "She assessed the cockpit; the class passed."), 0);
    assert_eq!(n_expletives("de", "So eine Scheiße, verdammter Mist!"), 2);
    assert_eq!(n_expletives("zh-Hans", "他妈的，混蛋！"), 2);
    assert_eq!(n_expletives("ja", "くそっ、畜生！"), 2);
}

#[test]
fn words_are_more_usual_in_their_own_language() {
    let of = |tag: &str| Spelling::for_language(&LanguageProfile::look_up(&tag.parse().unwrap())).unwrap();
    let (english, spanish) = (of("en"), of("es"));
    for word in ["ledger", "blacksmith", "doorsteps"] {
        assert!(english.usualness(word) > spanish.usualness(word) + 0.5, "{word}");
    }
    for word in ["zarpado", "golondrinas"] {
        assert!(spanish.usualness(word) > english.usualness(word) + 0.5, "{word}");
    }
}

#[test]
fn kana_are_spelled_as_hepburn_does_without_long_vowels() {
    for (kana, latin) in [
        ("てんぐ", "tengu"),
        ("ししょう", "shisho"),
        ("キャット", "kyatto"),
        ("ろうそく", "rosoku"),
        ("ファン", "fan"),
    ] {
        assert_eq!(of_kana(kana).as_deref(), Some(latin));
    }
    assert_eq!(of_kana("天狗"), None);
    assert_eq!(folded("Shishō"), "shisho");
}

fn distance(left: &str, right: &str) -> Option<usize> {
    let chars = |text: &str| text.chars().collect::<Vec<_>>();
    distance_within(&chars(left), &chars(right), 2)
}

#[test]
fn swapped_letters_are_one_step() {
    assert_eq!(distance("konrad", "korand"), Some(2));
    assert_eq!(distance("konrad", "knorad"), Some(1));
    assert_eq!(distance("konrad", "conrads"), Some(2));
    assert_eq!(distance("konrad", "delfador"), None);
}
