//! Headings that the plain patterns do not see: after other words, in scripts without capitals, or very long.

use super::arrange::Rank;
use super::pattern::{self, Candidate};

/// Longer than any heading.
const MAX_CHARS: usize = 90;
/// What programs that collect novels write before a heading.
const PREFIXES: [&str; 4] = ["正文卷", "正文", "VIP章节", "最新章节"];

/// Words for chapters in scripts without capitals, with the rank they give. A number follows.
const WORDS: [(&str, u8); 19] = [
    ("الفصل", 2),
    ("الباب", 1),
    ("الجزء", 0),
    ("فصل", 2),
    ("بخش", 1),
    ("פרק", 2),
    ("חלק", 1),
    ("บทที่", 2),
    ("ตอนที่", 3),
    ("ภาคที่", 1),
    ("ภาค", 1),
    ("เล่มที่", 0),
    ("เล่ม", 0),
    ("अध्याय", 2),
    ("परिच्छेद", 3),
    ("भाग", 1),
    ("অধ্যায়", 2),
    ("পর্ব", 3),
    ("თავი", 2),
];

/// Ordinals that stand for a number in such headings, by value from one.
const ORDINALS: [&str; 12] = [
    "الأول الاول اول א אחד एक पहला प्रथम",
    "الثاني دوم ב שני दो दूसरा द्वितीय",
    "الثالث سوم ג שלישי तीन तीसरा तृतीय",
    "الرابع چهارم ד רביעי चार चौथा चतुर्थ",
    "الخامس پنجم ה חמישי पाँच पांच पाँचवाँ पंचम",
    "السادس ششم ו שישי छह छठा षष्ठ",
    "السابع هفتم ז שביעי सात सातवाँ सप्तम",
    "الثامن هشتم ח שמיני आठ आठवाँ अष्टम",
    "التاسع نهم ט תשיעי नौ नौवाँ नवम",
    "العاشر دهم י עשירי दस दसवाँ दशम",
    "یازدهم יא ग्यारह",
    "دوازدهم יב बारह",
];

/// The digits zero of scripts that have digits of their own.
const ZEROS: [char; 6] = ['0', '٠', '۰', '०', '০', '๐'];

/// Whether the line is a heading beyond doubt, in one of these forms or a plain one.
pub(crate) fn is_heading_line(text: &str) -> bool {
    classify(text).is_some_and(|candidate| candidate.is_firm)
}

/// What the line would be if it were a heading.
pub(super) fn classify(text: &str) -> Option<Candidate> {
    let text = text.trim();
    if let Some(candidate) = pattern::classify(text) {
        return Some(candidate);
    }
    if text.is_empty() || text.starts_with(pattern::QUOTES) || text.chars().count() > MAX_CHARS {
        return None;
    }
    after_prefix(text).or_else(|| after_name(text)).or_else(|| caseless(text)).or_else(|| long(text))
}

/// `正文 第一章 …`.
fn after_prefix(text: &str) -> Option<Candidate> {
    let rest = PREFIXES.iter().find_map(|prefix| text.strip_prefix(prefix))?;
    let rest = rest.trim_start_matches([' ', '\u{3000}', ':', '：', '\t']);
    pattern::classify(rest).filter(|candidate| matches!(candidate.rank, Rank::Level(_)))
}

/// `## The name of the book 第01章`.
fn after_name(text: &str) -> Option<Candidate> {
    let is_adorned = text.starts_with('#');
    let (name, heading) = text.match_indices('第').rev().find_map(|(at, _)| {
        let (name, heading) = text.split_at_checked(at)?;
        name.ends_with([' ', '\u{3000}', '\t']).then_some((name, heading))
    })?;
    let is_name =
        name.chars().count() <= 30 && !name.contains(['。', '，', '、', '！', '？', '」', ',', '.']);
    let candidate = pattern::classify(heading).filter(|_| is_name)?;
    matches!(candidate.rank, Rank::Level(_)).then(|| Candidate {
        is_firm: is_adorned,
        title: heading.trim().to_owned(),
        ..candidate
    })
}

/// `الفصل الأول`, `บทที่ ๓`, `अध्याय 1`.
fn caseless(text: &str) -> Option<Candidate> {
    let (rest, level) =
        WORDS.iter().find_map(|(word, level)| text.strip_prefix(word).map(|rest| (rest, *level)))?;
    let rest = rest.trim_start();
    let n_digits = rest.chars().take_while(|character| digit(*character).is_some()).count();
    let (number, after) = if n_digits > 0 {
        let value =
            rest.chars().take(n_digits.min(6)).filter_map(digit).fold(0, |value, digit| value * 10 + digit);
        let len = rest.chars().take(n_digits).map(char::len_utf8).sum();
        (value, rest.get(len..)?)
    } else {
        let word = rest.split([' ', ':', '.', '،', '-', '–', '—']).next()?;
        let position = ORDINALS.iter().position(|row| row.split(' ').any(|known| known == word))?;
        (u32::try_from(position + 1).ok()?, rest.strip_prefix(word)?)
    };
    let title = after.trim_matches(|character: char| !character.is_alphanumeric());
    let is_sentence = after.ends_with(['.', '،', ',', '।', '؛', '؟']);
    (!is_sentence).then(|| Candidate {
        rank: Rank::Level(level),
        is_firm: title.is_empty() || after.trim_start().starts_with([':', '.', '-', '–', '—', '|']),
        is_bare: title.is_empty(),
        key: number.to_string(),
        title: text.to_owned(),
    })
}

fn digit(character: char) -> Option<u32> {
    ZEROS
        .iter()
        .find_map(|zero| u32::from(character).checked_sub(u32::from(*zero)).filter(|value| *value < 10))
}

/// A chapter of the East whose title is longer than titles usually are, and no sentence.
fn long(text: &str) -> Option<Candidate> {
    let head_len: usize = text.chars().take(40).map(char::len_utf8).sum();
    let is_sentence = text.contains(['。', '，', '、', '「']) || text.ends_with(['！', '？', '…']);
    let candidate = text
        .get(..head_len)
        .filter(|_| !is_sentence && text.starts_with('第'))
        .and_then(pattern::classify)?;
    candidate.is_firm.then(|| Candidate { title: text.to_owned(), ..candidate })
}
