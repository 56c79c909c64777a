//! The scripts rehearsed text is written in, with the characters it is made of.

/// The scripts rehearsed text can be written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Script {
    Latin,
    Han,
    Kana,
    Hangul,
}

/// Written alike in simplified and traditional Chinese, so that neither is broken.
const HAN: &[char] = &[
    '天', '地', '山', '川', '日', '月', '星', '水', '火', '木', '土', '金', '石', '田', '人', '口', '手',
    '足', '目', '耳', '心', '身', '大', '小', '上', '下', '左', '右', '前', '中', '外', '内', '春', '夏',
    '秋', '冬', '花', '草', '竹', '米', '羽', '毛', '牛', '羊', '犬', '王', '玉', '白', '青', '赤', '明',
    '古', '早', '安', '平', '和', '有', '元', '友', '多', '少', '半', '正', '里',
];
const KANA: &[char] = &[
    'あ', 'い', 'う', 'え', 'お', 'か', 'き', 'く', 'け', 'こ', 'さ', 'し', 'す', 'せ', 'そ', 'た', 'ち',
    'つ', 'て', 'と', 'な', 'に', 'ぬ', 'ね', 'の', 'は', 'ひ', 'ふ', 'へ', 'ほ', 'ま', 'み',
];
const HANGUL: &[char] = &[
    '가', '나', '다', '라', '마', '바', '사', '아', '자', '차', '카', '타', '파', '하', '고', '노', '도',
    '로', '모', '보', '소', '오', '조', '초', '코', '토', '포', '호', '구', '누', '두', '루',
];
pub(super) const CONSONANTS: &[char] =
    &['b', 'd', 'f', 'g', 'k', 'l', 'm', 'n', 'p', 'r', 's', 't', 'v', 'z', 'h', 'w'];
pub(super) const VOWELS: &[char] = &['a', 'e', 'i', 'o', 'u', 'a', 'e', 'o'];

impl Script {
    /// The script a language is written in, by its tag or its name.
    pub(super) fn of(language: &str) -> Self {
        let language = language.to_lowercase();
        let tag = language.split(['-', '_', ' ', '(', '（']).next().unwrap_or_default();
        let is = |names: &[&str]| names.iter().any(|name| tag == *name || language.contains(name));
        match tag {
            "zh" | "yue" | "cmn" => Self::Han,
            "ja" => Self::Kana,
            "ko" => Self::Hangul,
            _ if is(&["chinese", "中文", "汉语", "漢語"]) => Self::Han,
            _ if is(&["japanese", "日语", "日本語", "日文"]) => Self::Kana,
            _ if is(&["korean", "韩语", "한국어"]) => Self::Hangul,
            _ => Self::Latin,
        }
    }

    /// What its words are made of.
    pub(super) fn pool(self) -> &'static [char] {
        match self {
            Self::Latin => CONSONANTS,
            Self::Han => HAN,
            Self::Kana => KANA,
            Self::Hangul => HANGUL,
        }
    }
}

/// A full-width digit as an ordinary one.
pub(super) fn narrow_digit(digit: char) -> char {
    let narrowed = u32::from(digit).checked_sub(0xff10).filter(|value| *value < 10);
    narrowed.and_then(|value| char::from_digit(value, 10)).unwrap_or(digit)
}

/// An East Asian mark as its Latin counterpart.
pub(super) fn narrow_mark(mark: char) -> char {
    match mark {
        '。' | '．' => '.',
        '、' | '，' => ',',
        '！' => '!',
        '？' => '?',
        '：' => ':',
        '；' => ';',
        '「' | '【' => '“',
        '」' | '】' => '”',
        '『' | '《' | '〈' => '‘',
        '』' | '》' | '〉' => '’',
        '（' => '(',
        '）' => ')',
        '～' | '〜' => '~',
        '・' | '　' => ' ',
        other => other,
    }
}
