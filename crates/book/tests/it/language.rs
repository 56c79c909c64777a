//! Languages as people name them.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use book::language::LanguageTag;

fn tag(text: &str) -> LanguageTag {
    text.parse().unwrap()
}

#[test]
fn tags_are_spelled_in_one_way() {
    assert_eq!(tag("ZH_hans").as_str(), "zh-Hans");
    assert_eq!(tag("pt-br").as_str(), "pt-BR");
    assert_eq!(tag("EN").as_str(), "en");
}

#[test]
fn names_are_understood_where_a_tag_is_asked_for() {
    assert_eq!(tag("Japanese").as_str(), "ja");
    assert_eq!(tag("简体中文").as_str(), "zh-Hans");
}

#[test]
fn codes_people_type_mean_what_they_mean() {
    let meant =
        [("jp", "ja"), ("CN", "zh-Hans"), ("kr", "ko"), ("tw", "zh-TW"), ("hk", "zh-HK"), ("cht", "zh-Hant")];
    for (typed, meant) in
        meant.into_iter().chain([("jp-JP", "ja-JP"), ("jpn", "ja"), ("zho", "zh"), ("GER", "de")])
    {
        assert_eq!(tag(typed).as_str(), meant, "{typed}");
    }
    assert_eq!(tag("twi").as_str(), "twi", "Twi itself can still be named");
}

#[test]
fn names_are_read_without_case_accents_and_brackets() {
    let called =
        [("日本語", "ja"), ("Français", "fr"), ("FRANCAIS", "fr"), ("한국어", "ko"), ("中文", "zh-Hans")];
    for (name, meant) in
        called.into_iter().chain([("Chinese (Traditional)", "zh-Hant"), ("tiếng việt", "vi")])
    {
        assert_eq!(tag(name).as_str(), meant, "{name}");
    }
}

#[test]
fn a_language_is_the_same_unless_script_or_region_differ() {
    for (one, other) in [("ja", "ja-JP"), ("zh", "zh-Hans"), ("zh-TW", "zh-Hant")] {
        assert!(tag(one).is_same_as(&tag(other)), "{one} {other}");
    }
    for (one, other) in
        [("ja", "en"), ("zh-Hans", "zh-Hant"), ("en-GB", "en-US"), ("zh-HK", "zh-TW"), ("sr-Latn", "sr-Cyrl")]
    {
        assert!(!tag(one).is_same_as(&tag(other)), "{one} {other}");
    }
}

#[test]
fn what_is_no_language_is_refused_with_examples() {
    for text in ["", "e", "日本", "en--US", "toolonglanguage", "1a"] {
        let error = text.parse::<LanguageTag>().unwrap_err().to_string();
        assert!(error.contains("use a tag such as"), "{error}");
    }
}

#[test]
fn chinese_is_known_by_script_and_region() {
    assert!(tag("zh-TW").is_traditional_chinese());
    assert!(!tag("zh-CN").is_traditional_chinese());
    assert_eq!(tag("zh").english_name(), "Simplified Chinese");
    assert_eq!(tag("zh-HK").chinese_name(), "繁体中文");
    assert_eq!(tag("tlh").english_name(), "tlh");
}
