//! Which kinds of signs stand in a text at all: most checks look for some of them and need not look where there are none.

/// Kinds of signs, as a set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Signs(u16);

impl Signs {
    /// No sign that anybody looks for.
    pub const NONE: Self = Self(0);
    /// Brackets of any kind and width, as far as they must be in pairs.
    pub const BRACKET: Self = Self(1);
    /// Quotation marks of any kind.
    pub const QUOTE: Self = Self(2);
    /// Dashes that can begin a speech.
    pub const DASH: Self = Self(4);
    pub const LINE_BREAK: Self = Self(8);
    /// An ordinary or a no-break space.
    pub const SPACE: Self = Self(16);
    /// Signs of markup, code and placeholders: `<`, `[`, `{`, a backtick, an asterisk and the like.
    pub const CODE: Self = Self(32);
    /// Marks that have a half-width twin: what full-width text must not have outside East Asia.
    pub const WIDE: Self = Self(64);
    /// Half-width marks that have a full-width twin.
    pub const NARROW: Self = Self(128);
    /// Control characters and invisible ones.
    pub const INVISIBLE: Self = Self(256);
    /// What broken encodings leave behind.
    pub const BROKEN: Self = Self(512);
    /// Dots and hyphens that stand in rows.
    pub const ROW: Self = Self(1024);
    /// A straight double quotation mark.
    pub const STRAIGHT: Self = Self(2048);

    /// The kinds one character belongs to.
    #[inline]
    pub const fn of_char(c: char) -> Self {
        match c {
            'a'..='z' | 'A'..='Z' | '\u{4e00}'..='\u{9fff}' | '\u{3041}'..='\u{30fa}' => Self::NONE,
            ' ' => Self::SPACE,
            _ => Self::of_any(c),
        }
    }

    const fn of_any(c: char) -> Self {
        match c {
            '\n' => Self::LINE_BREAK,
            '\u{a0}' => Self::SPACE,
            '"' => Self::QUOTE.and(Self::STRAIGHT),
            '\'' | '“' | '”' | '„' | '‟' | '«' | '»' | '‘' | '’' | '‚' | '‹' | '›' | '﹁' | '﹂' | '〝'
            | '〟' => Self::QUOTE,
            '「' | '」' | '『' | '』' | '＂' => Self::QUOTE.and(Self::WIDE),
            '—' | '–' | '―' => Self::DASH,
            '(' | ')' => Self::BRACKET.and(Self::NARROW),
            '[' | '{' => Self::BRACKET.and(Self::CODE),
            ']' | '}' | '〈' | '〉' | '〔' | '〕' => Self::BRACKET,
            '【' | '】' | '《' | '》' | '（' | '）' | '［' | '］' | '｛' | '｝' => {
                Self::BRACKET.and(Self::WIDE)
            }
            '.' => Self::NARROW.and(Self::ROW),
            ',' | '!' | '?' | ';' | ':' => Self::NARROW,
            '<' | '`' | '*' | '%' | '_' | '⟦' => Self::CODE,
            '｜' => Self::CODE.and(Self::WIDE),
            '。' | '．' => Self::WIDE.and(Self::ROW),
            '-' | '・' | '…' | '⋯' => Self::ROW,
            '、' | '\u{ff01}'..='\u{ff5e}' => Self::WIDE,
            '\0'..='\u{8}'
            | '\u{b}'..='\u{1f}'
            | '\u{7f}'..='\u{9f}'
            | '\u{ad}'
            | '\u{200b}'
            | '\u{2060}'
            | '\u{feff}' => Self::INVISIBLE,
            '\u{fffd}' | 'Ã' | 'â' => Self::BROKEN,
            _ => Self::NONE,
        }
    }

    /// Both together.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether a sign of one of these kinds is there.
    pub const fn has_any(self, kinds: Self) -> bool {
        self.0 & kinds.0 != 0
    }
}
