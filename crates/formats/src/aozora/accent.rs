//! Letters with accents and long repeat marks, which `Shift_JIS` lacks and the library writes apart.

/// The letters that a text starts with, and what follows them: `〔cafe'〕` is café, `／＼` is 〳〵. `None` if it starts
/// with an ordinary bracket or stroke.
pub(super) fn read(text: &str) -> Option<(String, &str)> {
    if let Some(after) = text.strip_prefix("／＼") {
        return Some(("〳〵".to_owned(), after));
    }
    if let Some(after) = text.strip_prefix("／″＼") {
        return Some(("〴〵".to_owned(), after));
    }
    let inner = text.strip_prefix('〔')?;
    let end = inner.find(['〔', '〕', '《', '［', '｜', '※']).filter(|end| *end <= LONGEST)?;
    let (inside, after) = inner.split_at_checked(end)?;
    let composed = composed(inside);
    (composed != inside).then_some((composed, after.strip_prefix('〕')?))
}

/// No text in foreign letters is longer.
const LONGEST: usize = 4_000;

/// Puts letters and the signs after them together.
fn composed(text: &str) -> String {
    let mut composed = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        if let Some((letters, signs)) = JOINED.iter().find(|(_, signs)| rest.starts_with(signs)) {
            composed.push_str(letters);
            rest = rest.get(signs.len()..).unwrap_or_default();
            continue;
        }
        rest = rest.get(first.len_utf8()..).unwrap_or_default();
        composed.push(first);
        let mut next = rest.chars();
        let Some(sign) = next.next().filter(|sign| !is_punctuation(first, *sign, next.next(), &composed))
        else {
            continue;
        };
        let letter = mark_of(sign).filter(|_| first.is_ascii_alphabetic());
        if let Some(letter) = letter.and_then(|mark| unicode_normalization::char::compose(first, mark)) {
            composed.pop();
            composed.push(letter);
            rest = rest.get(1..).unwrap_or_default();
        }
    }
    composed
}

/// Whether a sign after a letter is an apostrophe, a comma or a colon: `n'est`, `qu'il`, `amis, et`.
fn is_punctuation(letter: char, sign: char, next: Option<char>, before: &str) -> bool {
    let is_vowel = |character: char| "aeiouyAEIOUY".contains(character);
    match sign {
        '\'' if is_vowel(letter) => before.ends_with("qu") || before.ends_with("Qu"),
        '\'' => !"cnrszCNRSZ".contains(letter) || next.is_some_and(|next| is_vowel(next) || next == 'h'),
        ',' | ':' => !next.is_some_and(char::is_alphabetic),
        _ => false,
    }
}

/// The sign of an accent as the mark that is put on the letter.
const fn mark_of(sign: char) -> Option<char> {
    match sign {
        '`' => Some('\u{300}'),
        '\'' => Some('\u{301}'),
        '^' => Some('\u{302}'),
        '~' => Some('\u{303}'),
        '_' => Some('\u{304}'),
        ':' => Some('\u{308}'),
        '&' => Some('\u{30a}'),
        ',' => Some('\u{327}'),
        _ => None,
    }
}

/// Letters that are no composition of a letter and a mark.
const JOINED: &[(&str, &str)] = &[
    ("Æ", "AE&"),
    ("æ", "ae&"),
    ("Œ", "OE&"),
    ("œ", "oe&"),
    ("ß", "s&"),
    ("¡", "!@"),
    ("¿", "?@"),
    ("Đ", "D/"),
    ("đ", "d/"),
    ("ħ", "h/"),
    ("ɨ", "i/"),
    ("Ł", "L/"),
    ("ł", "l/"),
    ("Ø", "O/"),
    ("ø", "o/"),
];
