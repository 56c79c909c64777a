//! The scripts rehearsed text is written in, with the characters it is made of.

/// The scripts rehearsed text can be written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Script {
    Latin,
    /// Another script whose words are made of a few letters each.
    Alphabet(&'static Alphabet),
    Han,
    Kana,
    Hangul,
}

/// What the syllables of an alphabet are made of.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Alphabet {
    /// The tags of the languages written in it.
    tags: &'static [&'static str],
    /// Their names, in small letters.
    names: &'static [&'static str],
    pub(super) consonants: &'static [char],
    pub(super) vowels: &'static [char],
}

const LATIN: Alphabet = Alphabet {
    tags: &[],
    names: &[],
    consonants: &['b', 'd', 'f', 'g', 'k', 'l', 'm', 'n', 'p', 'r', 's', 't', 'v', 'z', 'h', 'w'],
    vowels: &['a', 'e', 'i', 'o', 'u', 'a', 'e', 'o'],
};
const ALPHABETS: &[Alphabet] = &[
    Alphabet {
        tags: &["ru", "uk", "be", "bg", "sr", "mk", "kk", "ky", "mn", "tg"],
        names: &["russian", "ukrainian", "bulgarian", "俄语", "русский"],
        consonants: &['б', 'в', 'г', 'д', 'ж', 'з', 'к', 'л', 'м', 'н', 'п', 'р', 'с', 'т', 'ф', 'х'],
        vowels: &['а', 'о', 'у', 'и', 'а', 'о'],
    },
    Alphabet {
        tags: &["el"],
        names: &["greek", "希腊语"],
        consonants: &['β', 'γ', 'δ', 'ζ', 'θ', 'κ', 'λ', 'μ', 'ν', 'π', 'ρ', 'τ', 'φ', 'χ'],
        vowels: &['α', 'ε', 'ι', 'ο'],
    },
    Alphabet {
        tags: &["ar", "fa", "ur", "ug"],
        names: &["arabic", "persian", "阿拉伯语", "波斯语"],
        consonants: &['ب', 'ت', 'ج', 'د', 'ر', 'س', 'ع', 'ف', 'ق', 'ك', 'ل', 'م', 'ن', 'ه'],
        vowels: &['ا', 'و', 'ي'],
    },
    Alphabet {
        tags: &["he", "yi"],
        names: &["hebrew", "希伯来语"],
        consonants: &['ב', 'ג', 'ד', 'ז', 'ח', 'ט', 'ל', 'מ', 'נ', 'ס', 'ע', 'ר', 'ש', 'ת'],
        vowels: &['א', 'ו', 'י', 'ה'],
    },
    Alphabet {
        tags: &["hi", "mr", "ne", "sa"],
        names: &["hindi", "印地语"],
        consonants: &['क', 'ग', 'च', 'ज', 'ट', 'त', 'द', 'न', 'प', 'ब', 'म', 'र', 'ल', 'स'],
        vowels: &['ा', 'ि', 'ी', 'ु', 'े', 'ो'],
    },
    Alphabet {
        tags: &["th"],
        names: &["thai", "泰语"],
        consonants: &['ก', 'ข', 'ค', 'ง', 'จ', 'ช', 'ด', 'ต', 'ท', 'น', 'บ', 'ป', 'ม', 'ร', 'ล', 'ว', 'ส'],
        vowels: &['า', 'ี', 'ู', 'ะ'],
    },
];

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

impl Script {
    /// The script a language is written in, by its tag or its name.
    pub(super) fn for_language(language: &str) -> Self {
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
            _ => ALPHABETS
                .iter()
                .find(|alphabet| alphabet.tags.contains(&tag) || is(alphabet.names))
                .map_or(Self::Latin, Self::Alphabet),
        }
    }

    /// The letters of its syllables, if it has letters and blanks between its words.
    pub(super) const fn alphabet(self) -> Option<&'static Alphabet> {
        match self {
            Self::Latin => Some(&LATIN),
            Self::Alphabet(alphabet) => Some(alphabet),
            Self::Han | Self::Kana | Self::Hangul => None,
        }
    }

    /// What its words are made of.
    pub(super) const fn pool(self) -> &'static [char] {
        match self {
            Self::Latin => LATIN.consonants,
            Self::Alphabet(alphabet) => alphabet.consonants,
            Self::Han => HAN,
            Self::Kana => KANA,
            Self::Hangul => HANGUL,
        }
    }
}

/// A number in digits with signs of scale behind it, such as `3.5万` or `19억`: how long it is, and its value in digits alone.
///
/// Every language writes digits; the signs are words of one.
pub(super) fn scaled_number(text: &str) -> Option<(usize, String)> {
    let end =
        text.find(|c| !matches!(c, '0'..='9' | '０'..='９' | '.' | '．' | ',' | '，')).unwrap_or(text.len());
    let (digits, rest) = text.split_at(end);
    let narrowed =
        digits.chars().map(|c| narrow_mark(narrow_digit(c))).filter(|c| *c != ',').collect::<String>();
    let (whole, fraction) = narrowed.split_once('.').unwrap_or((&narrowed, ""));
    let factor_of = |c: char| {
        Some(match c {
            '十' => 1,
            '百' | '백' => 2,
            '千' | '천' => 3,
            '万' | '萬' | '만' => 4,
            '亿' | '億' | '억' => 8,
            '兆' | '조' => 12,
            _ => return None,
        })
    };
    let scales: Vec<(char, usize)> = rest.chars().map_while(|c| Some((c, factor_of(c)?))).take(3).collect();
    let n_zeros: usize = scales.iter().map(|(_, n_zeros)| n_zeros).sum();
    if scales.is_empty() || whole.is_empty() || fraction.len() > n_zeros || fraction.contains('.') {
        return None;
    }
    let length = end + scales.iter().map(|(c, _)| c.len_utf8()).sum::<usize>();
    Some((length, format!("{whole}{fraction:0<n_zeros$}")))
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
