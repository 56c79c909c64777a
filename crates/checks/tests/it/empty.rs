//! Nothing empty passes for a translation, whatever the languages: no letter, no mark, no dots, no stray word.

use book::text::markup::Marked;
use checks::policy::Policy;
use checks::suite::Suite;
use checks::unit::Unit;

/// A language, a sentence in it, and a word that says nothing of any of these sentences.
const SENTENCES: [(&str, &str, &str); 12] = [
    ("ja", "少女は古い手紙を読んでから、ゆっくりと立ち上がった。", "机"),
    ("zh-Hans", "那个女孩读完旧信，慢慢地站了起来。", "桌子"),
    ("zh-Hant", "那個女孩讀完舊信，慢慢地站了起來。", "桌子"),
    ("ko", "소녀는 낡은 편지를 다 읽고 나서 천천히 일어섰다.", "책상"),
    ("en", "The girl finished reading the old letter and slowly got to her feet.", "table"),
    ("de", "Das Mädchen las den alten Brief zu Ende und stand langsam auf.", "Tisch"),
    ("fr", "La jeune fille acheva la vieille lettre et se leva lentement.", "table"),
    ("es", "La muchacha terminó de leer la vieja carta y se levantó despacio.", "mesa"),
    ("ru", "Девочка дочитала старое письмо и медленно поднялась на ноги.", "стол"),
    ("pl", "Dziewczyna doczytała stary list i powoli podniosła się na nogi.", "stół"),
    // Languages of which the checks know nothing.
    ("vi", "Cô gái đọc xong bức thư cũ rồi từ từ đứng dậy.", "bàn"),
    ("th", "เด็กสาวอ่านจดหมายเก่าจบแล้วค่อย ๆ ลุกขึ้นยืน", "โต๊ะ"),
];

fn is_refused(from: &str, to: &str, source: &str, translation: &str) -> bool {
    let suite = Suite::for_pair(&from.parse().unwrap(), &to.parse().unwrap());
    let (source, translation) = (Marked::from_plain(source), Marked::from_plain(translation));
    suite.judge(&Unit::alone(&source, &translation, &Policy::undecided())).is_blocked()
}

#[test]
fn a_letter_a_mark_dots_and_a_stray_word_are_refused_in_every_pair_of_languages() {
    let mut passed = Vec::new();
    for (from, source, _) in SENTENCES {
        for (to, _, word) in SENTENCES.into_iter().filter(|(to, ..)| *to != from) {
            for nothing in ["x", "。", ".", "……", "…", "?", "—", "的", word, &format!("{word}.")] {
                if !is_refused(from, to, source, nothing) {
                    passed.push(format!("{from} to {to}: {nothing}"));
                }
            }
        }
    }
    assert!(passed.is_empty(), "{passed:#?}");
}

#[test]
fn interjections_answers_and_verse_are_not_refused() {
    for (from, to, source, translation) in [
        ("ja", "en", "「ああああああああああああああああああああああああ！」", "“Aaah!”"),
        ("ja", "en", "「はっはっはっはっはっはっは！」", "“Ha!”"),
        ("ja", "en", "「いいえ、違います」", "“No.”"),
        ("ja", "en", "「……」", "“…”"),
        ("ja", "en", "「え？」", "“?”"),
        ("ja", "en", "「申し訳ございませんでした」", "“Sorry.”"),
        ("ja", "en", "「ごめんなさい、ごめんなさい、ごめんなさい、ごめんなさい！」", "“Sorry!”"),
        ("ja", "en", "雨が降っていた。", "Rain."),
        ("ja", "zh-Hans", "「いらっしゃいませ」", "“欢迎。”"),
        ("en", "zh-Hans", "“Get out of here right now!”", "“滚！”"),
        ("en", "zh-Hans", "“What do you want?”", "“何事？”"),
        ("en", "ja", "“I beg your pardon?”", "「え？」"),
        ("en", "de", "“Oh, oh, oh, oh, oh!”", "„Oh!“"),
        ("de", "en", "„Auf Wiedersehen!“", "“Bye!”"),
        ("ru", "en", "— Здравствуйте, здравствуйте!", "“Hello!”"),
        ("zh-Hans", "en", "“是。”", "“I do.”"),
        ("zh-Hans", "en", "“我。”", "“I.”"),
        ("en", "zh-Hans", "Gone!\nGone, all gone!", "逝！\n尽逝！"),
        ("fr", "es", "Ô temps !", "¡Oh, tiempo!"),
    ] {
        assert!(!is_refused(from, to, source, translation), "{from} to {to}: {source} {translation}");
    }
}
