//! Which script a character belongs to, as coarse as matching and checking need it and as fast as a table.

/// The script of a character, or what else it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Script {
    /// Han characters.
    Han,
    /// Hiragana.
    Hiragana,
    /// Katakana without the marks `ー` and `・`, which Chinese uses too.
    Katakana,
    /// Korean letters and syllables.
    Hangul,
    /// Latin letters, full-width ones included.
    Latin,
    /// Cyrillic letters.
    Cyrillic,
    /// Letters of other scripts.
    OtherLetter,
    /// Combining marks.
    Mark,
    /// Digits, full-width ones included.
    Digit,
    /// White space.
    Space,
    /// Everything else.
    Sign,
}

/// How many scripts there are.
pub const N_SCRIPTS: usize = 11;

impl Script {
    /// The script of a character.
    #[inline]
    pub fn of_char(c: char) -> Self {
        // Most of every book, without a search through the table.
        match c {
            'a'..='z' | 'A'..='Z' => Self::Latin,
            ' ' => Self::Space,
            '\u{4e00}'..='\u{9fff}' => Self::Han,
            '\u{3041}'..='\u{3096}' => Self::Hiragana,
            _ => Self::of_any(c),
        }
    }

    fn of_any(c: char) -> Self {
        match c {
            'a'..='z'
            | 'A'..='Z'
            | '\u{ff21}'..='\u{ff3a}'
            | '\u{ff41}'..='\u{ff5a}'
            | 'ª'
            | 'º'
            | '\u{c0}'..='\u{d6}'
            | '\u{d8}'..='\u{f6}'
            | '\u{f8}'..='\u{24f}'
            | '\u{1e00}'..='\u{1eff}' => Self::Latin,
            '0'..='9' | '\u{ff10}'..='\u{ff19}' => Self::Digit,
            ' '
            | '\n'
            | '\t'
            | '\r'
            | '\u{3000}'
            | '\u{a0}'
            | '\u{2000}'..='\u{200a}'
            | '\u{202f}'
            | '\u{205f}' => Self::Space,
            '々'
            | '〆'
            | '〇'
            | '\u{4e00}'..='\u{9fff}'
            | '\u{3400}'..='\u{4dbf}'
            | '\u{f900}'..='\u{faff}'
            | '\u{20000}'..='\u{323af}' => Self::Han,
            '\u{3041}'..='\u{3096}' | '\u{309d}'..='\u{309f}' => Self::Hiragana,
            '\u{30a1}'..='\u{30fa}'
            | '\u{30fd}'..='\u{30ff}'
            | '\u{31f0}'..='\u{31ff}'
            | '\u{ff66}'..='\u{ff6f}'
            | '\u{ff71}'..='\u{ff9d}' => Self::Katakana,
            '\u{ac00}'..='\u{d7af}' | '\u{1100}'..='\u{11ff}' | '\u{3130}'..='\u{318f}' => Self::Hangul,
            '\u{400}'..='\u{52f}' => Self::Cyrillic,
            '\u{300}'..='\u{36f}' => Self::Mark,
            // Marks of all kinds, `ー` and `・` among them.
            '\0'..='\u{bf}'
            | '×'
            | '÷'
            | '\u{2010}'..='\u{2bff}'
            | '\u{3001}'..='\u{30ff}'
            | '\u{fe30}'..='\u{ff70}' => Self::Sign,
            _ if c.is_alphabetic() => Self::OtherLetter,
            _ if c.is_whitespace() => Self::Space,
            _ if unicode_normalization::char::is_combining_mark(c) => Self::Mark,
            _ => Self::Sign,
        }
    }

    /// Whether it is a letter of an alphabet written in words: Latin, Cyrillic and others, not Han or kana.
    pub const fn is_alphabetic(self) -> bool {
        matches!(self, Self::Latin | Self::Cyrillic | Self::OtherLetter | Self::Mark)
    }

    /// Whether words are written together without spaces: Han and kana.
    pub const fn is_ideographic(self) -> bool {
        matches!(self, Self::Han | Self::Hiragana | Self::Katakana)
    }

    /// Whether it belongs to East Asia.
    pub const fn is_east_asian(self) -> bool {
        matches!(self, Self::Han | Self::Hiragana | Self::Katakana | Self::Hangul)
    }

    /// Whether it is a letter of any kind.
    pub const fn is_letter(self) -> bool {
        self.is_alphabetic() || self.is_east_asian()
    }

    /// The script with this name in the language files.
    pub fn named(name: &str) -> Option<Self> {
        Some(match name {
            "han" => Self::Han,
            "hiragana" => Self::Hiragana,
            "katakana" => Self::Katakana,
            "hangul" => Self::Hangul,
            "latin" => Self::Latin,
            "cyrillic" => Self::Cyrillic,
            "other" => Self::OtherLetter,
            _ => return None,
        })
    }
}
