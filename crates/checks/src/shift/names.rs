//! Names that can be recognised in another language without a dictionary: words both write alike, Han characters both
//! have, and words in katakana, Hangul or Cyrillic that sound like one in Latin letters.

use book::text::script::Script;
use std::collections::BTreeSet;

/// A word with fewer letters is like too many others.
const LEAST_LETTERS: usize = 4;
/// So many first letters are compared: endings change.
const COMPARED: usize = 5;
/// A name with fewer consonants sounds like too many others.
const LEAST_CONSONANTS: usize = 2;
/// More names of a text are not compared: each is held against each of the other text.
const MOST_NAMES: usize = 64;
/// What a shared Han character counts: most are in no name.
const HAN: f64 = 0.35;

/// What of a text may stand in its translation as it is.
pub(super) struct Names {
    /// The beginnings of words, without accents.
    words: BTreeSet<String>,
    han: BTreeSet<char>,
    /// The consonants of words in Latin letters with a capital.
    spelled: BTreeSet<String>,
    /// The consonants of words in katakana and Hangul, and in Cyrillic with a capital.
    sounded: BTreeSet<String>,
}

impl Names {
    pub(super) fn from_text(text: &str) -> Self {
        let mut names = Self {
            words: BTreeSet::new(),
            han: text.chars().filter(|c| Script::of_char(*c) == Script::Han).collect(),
            spelled: BTreeSet::new(),
            sounded: BTreeSet::new(),
        };
        for word in text.split(|c: char| !Script::of_char(c).is_alphabetic()) {
            let folded: String = word.chars().flat_map(char::to_lowercase).map(without_accent).collect();
            if folded.chars().count() >= LEAST_LETTERS {
                names.words.insert(folded.chars().take(COMPARED).collect());
            }
            if !word.starts_with(char::is_uppercase) {
                continue;
            }
            let is_cyrillic = word.chars().next().is_some_and(|c| Script::of_char(c) == Script::Cyrillic);
            let (consonants, names) = if is_cyrillic {
                (folded.chars().filter_map(cyrillic_consonant).collect(), &mut names.sounded)
            } else {
                (latin_consonants(&folded), &mut names.spelled)
            };
            insert(names, &consonants);
        }
        for word in text.split(|c: char| Script::of_char(c) != Script::Katakana && c != 'ー') {
            insert(&mut names.sounded, &word.chars().filter_map(kana_consonant).collect::<String>());
        }
        for word in text.split(|c: char| Script::of_char(c) != Script::Hangul) {
            let consonants: String = word.chars().flat_map(hangul_consonants).flatten().collect();
            if consonants.len() > LEAST_CONSONANTS {
                insert(&mut names.sounded, &consonants);
            }
        }
        names
    }
}

/// Keeps the consonants of a name, none doubled, where they are enough to tell it from others.
fn insert(names: &mut BTreeSet<String>, consonants: &str) {
    let mut single = String::new();
    for c in consonants.chars() {
        if !single.ends_with(c) {
            single.push(c);
        }
    }
    if single.len() >= LEAST_CONSONANTS && names.len() < MOST_NAMES {
        names.insert(single);
    }
}

/// How much two texts share.
pub(super) fn shared(source: &Names, text: &Names) -> f64 {
    let words = source.words.intersection(&text.words).count();
    let han = source.han.intersection(&text.han).count();
    let sound = |kana: &BTreeSet<String>, latin: &BTreeSet<String>| {
        kana.iter().filter(|one| latin.iter().any(|other| sound_alike(one, other))).count()
    };
    let sounds = sound(&source.sounded, &text.spelled) + sound(&text.sounded, &source.spelled);
    crate::float(words + sounds) + HAN * crate::float(han)
}

/// Whether one is the other, or its beginning.
fn sound_alike(left: &str, right: &str) -> bool {
    left == right
        || (left.len().min(right.len()) > LEAST_CONSONANTS
            && (left.starts_with(right) || right.starts_with(left)))
}

fn without_accent(c: char) -> char {
    match c {
        'à'..='å' | 'ā' | 'ą' => 'a',
        'ç' | 'ć' | 'č' => 'c',
        'è'..='ë' | 'ē' | 'ę' => 'e',
        'ì'..='ï' => 'i',
        'ñ' | 'ń' => 'n',
        'ò'..='ö' | 'ō' => 'o',
        'ù'..='ü' | 'ū' => 'u',
        'ł' => 'l',
        'ś' => 's',
        'ź' | 'ż' => 'z',
        other => other,
    }
}

/// The consonants of a word as Japanese hears them: no difference of l and r, b and v, c and k.
fn latin_consonants(folded: &str) -> String {
    let mut consonants = String::new();
    let mut letters = folded.chars().peekable();
    while let Some(c) = letters.next() {
        let next = letters.peek().copied();
        let sound = match c {
            'l' | 'r' => 'r',
            'b' | 'v' => 'b',
            'p' if next == Some('h') => 'h',
            'c' if matches!(next, Some('e' | 'i' | 'y')) => 's',
            'c' if next == Some('h') => 't',
            'c' | 'k' | 'q' | 'x' => 'k',
            'f' => 'h',
            'j' | 'z' => 's',
            'g' | 'm' | 'n' | 's' | 't' | 'd' | 'p' => c,
            _ => continue,
        };
        consonants.push(sound);
    }
    consonants
}

/// The consonant of a katakana, as [`latin_consonants`] spells it; vowels, marks and the small ones have none.
const fn kana_consonant(c: char) -> Option<char> {
    Some(match c {
        'カ' | 'キ' | 'ク' | 'ケ' | 'コ' => 'k',
        'ガ' | 'ギ' | 'グ' | 'ゲ' | 'ゴ' => 'g',
        'サ' | 'シ' | 'ス' | 'セ' | 'ソ' | 'ザ' | 'ジ' | 'ズ' | 'ゼ' | 'ゾ' => 's',
        'タ' | 'チ' | 'ツ' | 'テ' | 'ト' => 't',
        'ダ' | 'ヂ' | 'ヅ' | 'デ' | 'ド' => 'd',
        'ナ' | 'ニ' | 'ヌ' | 'ネ' | 'ノ' | 'ン' => 'n',
        'ハ' | 'ヒ' | 'フ' | 'ヘ' | 'ホ' => 'h',
        'バ' | 'ビ' | 'ブ' | 'ベ' | 'ボ' | 'ヴ' => 'b',
        'パ' | 'ピ' | 'プ' | 'ペ' | 'ポ' => 'p',
        'マ' | 'ミ' | 'ム' | 'メ' | 'モ' => 'm',
        'ラ' | 'リ' | 'ル' | 'レ' | 'ロ' => 'r',
        _ => return None,
    })
}

/// The consonant of a small Cyrillic letter, as [`latin_consonants`] spells it.
const fn cyrillic_consonant(c: char) -> Option<char> {
    Some(match c {
        'к' => 'k',
        'г' => 'g',
        'с' | 'з' | 'ж' => 's',
        'т' | 'ц' | 'ч' => 't',
        'д' => 'd',
        'н' => 'n',
        'ф' | 'х' => 'h',
        'б' | 'в' => 'b',
        'п' => 'p',
        'м' => 'm',
        'р' | 'л' => 'r',
        _ => return None,
    })
}

/// The first and the last consonant of a Korean syllable.
fn hangul_consonants(c: char) -> [Option<char>; 2] {
    const FIRST: &str = "gknddrmbbss.sstktph";
    const LAST: &str = ".kkknnndrrrrrrrrmbbssnstktph";
    let Some(number) = u32::from(c).checked_sub(0xac00).filter(|number| *number < 11_172) else {
        return [None, None];
    };
    let letter = |letters: &str, place: u32| {
        let place = usize::try_from(place).ok()?;
        letters.chars().nth(place).filter(char::is_ascii_lowercase)
    };
    [letter(FIRST, number / 588), letter(LAST, number % 28)]
}
