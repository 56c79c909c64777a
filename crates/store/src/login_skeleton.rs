//! What a login looks like: two logins with one skeleton cannot be told apart on a screen, so only one of them is given.

use unicode_normalization::UnicodeNormalization;

/// Letters of other scripts, and digits, that look like these letters: the lower-case part of Unicode's confusables
/// (UTS 39) that touches Latin.
const LOOK_ALIKES: &[(&str, &str)] = &[
    ("a", "аαɑ"),
    ("b", "ƅь"),
    ("c", "сϲᴄⲥ"),
    ("d", "ԁɗ"),
    ("e", "еҽ℮"),
    ("f", "ẝϝք"),
    ("g", "ɡցƍ"),
    ("h", "һհ"),
    ("i", "іιıɩɪⲓ"),
    ("j", "јϳյ"),
    ("k", "кκĸ"),
    ("l", "ӏ1|ǀ"),
    ("n", "ոռ"),
    ("o", "оοօσᴏⲟ"),
    ("p", "рρϱⲣ"),
    ("q", "ԛգզ"),
    ("r", "гᴦⲅ"),
    ("s", "ѕƽꜱ"),
    ("t", "тτᴛ"),
    ("u", "υսʋᴜ"),
    ("v", "νѵᴠ"),
    ("x", "хχ×"),
    ("y", "уγүყʏ"),
    ("z", "ᴢ"),
    ("rn", "m"),
    ("vv", "wԝѡω"),
];

/// Its skeleton: compatible forms are one, what is not seen is gone, and letters that look alike are the same.
pub(crate) fn skeleton(login: &str) -> String {
    let mut skeleton = String::with_capacity(login.len());
    for c in login.nfkc().flat_map(char::to_lowercase).nfkc().filter(|c| !is_unseen(*c)) {
        match LOOK_ALIKES.iter().find(|(_, alike)| alike.contains(c)) {
            Some((letter, _)) => skeleton.push_str(letter),
            None => skeleton.push(c),
        }
    }
    skeleton
}

/// Whether a login is written as it is kept: in lower case, without forms of letters that have a plain one, and without what
/// is not seen.
pub fn is_plain(login: &str) -> bool {
    login.nfkc().flat_map(char::to_lowercase).eq(login.chars()) && !login.chars().any(is_unseen)
}

/// Characters without a shape of their own: joiners, marks of direction, selectors, fillers, tags.
fn is_unseen(c: char) -> bool {
    matches!(
        c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{3164}' | '\u{feff}'
            | '\u{ffa0}' | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}' | '\u{fff0}'..='\u{fff8}' | '\u{e0000}'..='\u{e0fff}'
    ) || (c.is_whitespace() && c != ' ')
}
