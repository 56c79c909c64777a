//! Text folded for comparing, the one way for terms in a source and for forms in a translation.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::{compose, decompose_compatible, is_combining_mark};

/// How far text is folded. Case is always folded; who minds capitals remembers where they stood.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Folding {
    /// Compatibility forms are resolved (NFKC): full and half width, ligatures, circled letters.
    pub compatibility: bool,
    /// Accents are taken off letters. Sound marks of kana stay: they make another syllable.
    pub accents: bool,
    /// Katakana are written as hiragana.
    pub kana: bool,
}

impl Folding {
    /// For names and terms in a source: `Bär` is no `Bar`, `めい` is no `メイ`.
    pub const SOURCE: Self = Self { compatibility: true, accents: false, kana: false };
    /// For readings, which are written in either kana.
    pub const READING: Self = Self { compatibility: true, accents: false, kana: true };
    /// For words of a translation, where accents come and go.
    pub const COMPARABLE: Self = Self { compatibility: true, accents: true, kana: false };

    /// Appends a character folded.
    #[inline]
    pub fn push(self, c: char, folded: &mut String) {
        if c.is_ascii() {
            folded.push(c.to_ascii_lowercase());
        } else {
            self.push_other(c, folded);
        }
    }

    fn push_other(self, c: char, folded: &mut String) {
        match c {
            '’' | 'ʼ' | '＇' => folded.push('\''),
            '\u{30a1}'..='\u{30f6}' | '\u{30fd}' | '\u{30fe}' if self.kana => {
                folded.push(char::from_u32(u32::from(c) - 0x60).unwrap_or(c));
            }
            '\u{3099}' | '\u{309a}' => join_mark(c, folded),
            '\u{ff9e}' if self.compatibility => join_mark('\u{3099}', folded),
            '\u{ff9f}' if self.compatibility => join_mark('\u{309a}', folded),
            // Kana and syllables lose their sound marks or fall apart in decomposition; they stay whole.
            '\u{3001}'..='\u{30ff}' | '\u{ac00}'..='\u{d7af}' | '\u{4e00}'..='\u{9fff}' => folded.push(c),
            '\u{ff01}'..='\u{ff5e}' if self.compatibility => {
                let narrow = char::from_u32(u32::from(c) - 0xfee0).unwrap_or(c);
                folded.push(narrow.to_ascii_lowercase());
            }
            '\u{ff66}'..='\u{ff9d}' if self.compatibility && self.kana => {
                decompose_compatible(c, |part| self.push(part, folded));
            }
            'ł' | 'Ł' if self.accents => folded.push('l'),
            'ø' | 'Ø' if self.accents => folded.push('o'),
            'ß' | 'ẞ' => folded.push_str("ss"),
            _ if self.accents => decompose_compatible(c, |part| {
                if !is_combining_mark(part) {
                    folded.extend(part.to_lowercase());
                }
            }),
            // Letters with no other form than a capital, the most frequent ones of the alphabets.
            '\u{e0}'..='\u{f6}' | '\u{f8}'..='\u{ff}' | '\u{430}'..='\u{45f}' => folded.push(c),
            _ if is_combining_mark(c) => join_mark(c, folded),
            _ if self.compatibility => {
                folded.extend(std::iter::once(c).nfkc().flat_map(char::to_lowercase));
            }
            _ => folded.extend(c.to_lowercase()),
        }
    }

    /// Appends a text in composed form (NFC) folded. Rows of characters that stay as they are, which is nearly all of
    /// most texts, are copied whole.
    pub fn push_composed(self, text: &str, folded: &mut String) {
        let mut copied = 0;
        for (at, c) in text.char_indices() {
            if !self.leaves(c) {
                folded.push_str(text.get(copied..at).unwrap_or_default());
                self.push(c, folded);
                copied = at + c.len_utf8();
            }
        }
        folded.push_str(text.get(copied..).unwrap_or_default());
    }

    /// Whether a character stays as it is and joins nothing; false is no promise.
    #[inline]
    const fn leaves(self, c: char) -> bool {
        match c {
            'A'..='Z' => false,
            '\0'..='\u{7f}' | '\u{4e00}'..='\u{9fff}' | '\u{3001}'..='\u{3096}' | '\u{ac00}'..='\u{d7af}' => {
                true
            }
            '\u{30a1}'..='\u{30ff}' => !self.kana,
            _ => false,
        }
    }

    /// A text folded.
    pub fn fold(self, text: &str) -> String {
        let mut folded = String::with_capacity(text.len());
        if text.is_ascii() {
            self.push_composed(text, &mut folded);
            return folded;
        }
        for c in text.nfc() {
            self.push(c, &mut folded);
        }
        folded
    }

    /// Whether a character melts into the one before it, as a sound mark of half-width kana does.
    pub fn joins_previous(c: char) -> bool {
        match c {
            '\0'..'\u{300}' | '\u{3400}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}' => false,
            '\u{ff9e}' | '\u{ff9f}' => true,
            _ => is_combining_mark(c),
        }
    }
}

/// A text folded for comparing words of a translation: lower case, one width, no accents.
pub fn fold(text: &str) -> String {
    Folding::COMPARABLE.fold(text)
}

/// Appends a character folded for comparing words of a translation.
#[inline]
pub fn push_folded(c: char, folded: &mut String) {
    Folding::COMPARABLE.push(c, folded);
}

/// Puts a mark on the last letter where the two are one character, else behind it.
fn join_mark(mark: char, folded: &mut String) {
    let joined = folded.chars().next_back().and_then(|last| compose(last, mark));
    if joined.is_some() {
        folded.pop();
    }
    folded.push(joined.unwrap_or(mark));
}
