//! The rehearsed text has the target's script and keeps what must survive.

use super::*;

fn is_cjk(character: char) -> bool {
    Kind::of_char(character) == Kind::Wide
}

#[test]
fn japanese_becomes_latin_with_tags_numbers_and_names_kept() {
    let source = "「<1>吾輩</1>は｜猫《ねこ》である。」Johnは１２匹、3.5円を<2/>見た！";
    let rehearsed = rehearse(source, Some("en"), 0);
    assert!(!rehearsed.chars().any(is_cjk), "{rehearsed}");
    for kept in ["<1>", "</1>", "｜", "《", "》", "<2/>", "John", "12", "3.5", "“", "”", "!"] {
        assert!(rehearsed.contains(kept), "{kept} in {rehearsed}");
    }
    assert_eq!(rehearsed, rehearse(source, Some("en-GB"), 0), "the same words every time");
}

#[test]
fn english_becomes_han_without_leftovers() {
    let rehearsed = rehearse("He said, \"the <1>train</1> to London left at 10:45.\"", Some("zh-Hans"), 0);
    assert_eq!(rehearsed.chars().filter(char::is_ascii_lowercase).collect::<String>(), "ondon");
    for kept in ["London", "10:45", "<1>", "</1>", "“", "”", "，"] {
        assert!(rehearsed.contains(kept), "{kept} in {rehearsed}");
    }
}

#[test]
fn japanese_becomes_chinese_without_kana_and_unlike_the_source() {
    let source = "国境の長いトンネルを抜けると雪国であった。";
    let rehearsed = rehearse(source, Some("中文"), 0);
    assert!(!rehearsed.chars().any(|character| ('\u{3041}'..='\u{30ff}').contains(&character)));
    assert_eq!(rehearsed.chars().count(), source.chars().count());
    assert!(rehearsed.ends_with('。') && rehearsed != source);
}

#[test]
fn without_a_target_the_text_is_put_in_brackets_and_a_bare_name_stays() {
    assert_eq!(rehearse("雪国 <1>x</1>", None, 0), "⟦雪国 <1>x</1>⟧");
    assert_eq!(rehearse("Alice", Some("es"), 0), "Alice");
    assert_eq!(rehearse("1984", Some("es"), 0), "1984");
    assert_eq!(rehearse("Alice was tired.", Some("es"), 0), "Alice poto lekave.");
}

#[test]
fn what_was_refused_is_made_again_without_names_and_with_the_marks_of_the_source() {
    let source = "‘Debian’ IS (c) 1790, 162,686 <qual> <1>Free Project</1> :-)";
    for language in ["ja", "zh-Hans", "fr"] {
        let plain = rehearse(source, Some(language), 1);
        for kept in ["‘", "’", "1790, 162,686", "<1>", "</1>", ":-)"] {
            assert!(plain.contains(kept), "{kept} in {plain}");
        }
        for gone in ["Debian", "IS", "qual", "Free"] {
            assert!(!plain.contains(gone), "{gone} in {plain}");
        }
        assert_ne!(plain, rehearse(source, Some(language), 2), "not the same again");
    }
}

#[test]
fn numbers_with_signs_of_scale_keep_their_value_in_digits() {
    for (source, kept) in
        [("100万語以上", "1000000"), ("3.5万人", "35000"), ("１９億円", "1900000000"), ("3백 명", "300")]
    {
        for language in ["zh-Hans", "en", "ru", "ko", "ja"] {
            let rehearsed = rehearse(source, Some(language), 0);
            assert!(rehearsed.starts_with(kept), "{source} in {language}: {rehearsed}");
        }
    }
    assert!(rehearse("1億2千万円", Some("en"), 0).starts_with("100000000 20000000"));
    assert!(rehearse("2.25百", Some("en"), 0).starts_with("225"));
}

#[test]
fn each_alphabet_gets_letters_of_its_own() {
    let scripts = [
        ("Russian", 'а'..='я'),
        ("el", 'α'..='ω'),
        ("ar", 'ا'..='ي'),
        ("he", 'א'..='ת'),
        ("hi", 'क'..='ौ'),
        ("th", 'ก'..='ู'),
    ];
    for (language, letters) in scripts {
        for source in ["Alice saw Tobias at the gate.", "澪は糸を見た。"] {
            let rehearsed = rehearse(source, Some(language), 0).to_lowercase();
            let strays: String =
                rehearsed.chars().filter(|c| c.is_alphabetic() && !letters.contains(c)).collect();
            assert_eq!(strays, "", "{language}: {rehearsed}");
            assert!(rehearsed.chars().any(|c| letters.contains(&c)), "{language}: {rehearsed}");
        }
    }
}
