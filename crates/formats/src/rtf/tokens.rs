//! The tokens of an RTF file: groups, control words, bytes of text.

/// A token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Token<'a> {
    Open,
    Close,
    /// A control word with its number.
    Word(&'a str, Option<i32>),
    /// A control symbol that is no letter.
    Symbol(u8),
    /// A byte of text in the current code page.
    Byte(u8),
}

/// Walks over a file.
pub(super) struct Tokens<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Tokens<'a> {
    pub(super) const fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0 }
    }

    /// Leaves out bytes that are no text.
    pub(super) fn leave_out(&mut self, n: usize) {
        self.at = self.at.saturating_add(n).min(self.bytes.len());
    }

    fn next_byte(&mut self) -> Option<u8> {
        let byte = self.bytes.get(self.at).copied()?;
        self.at += 1;
        Some(byte)
    }

    fn control(&mut self) -> Option<Token<'a>> {
        let start = self.at;
        while self.bytes.get(self.at).is_some_and(u8::is_ascii_alphabetic) {
            self.at += 1;
        }
        if self.at == start {
            let symbol = self.next_byte()?;
            if symbol != b'\'' {
                return Some(Token::Symbol(symbol));
            }
            let digit = |at: usize| {
                let byte = self.bytes.get(at).copied()?;
                char::from(byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok())
            };
            let byte = digit(self.at).zip(digit(self.at + 1)).map(|(high, low)| high * 16 + low);
            self.leave_out(2);
            return Some(Token::Byte(byte.unwrap_or(b'?')));
        }
        let word = std::str::from_utf8(self.bytes.get(start..self.at)?).ok()?;
        let from = self.at;
        if self.bytes.get(self.at) == Some(&b'-') {
            self.at += 1;
        }
        while self.bytes.get(self.at).is_some_and(u8::is_ascii_digit) {
            self.at += 1;
        }
        let number = std::str::from_utf8(self.bytes.get(from..self.at)?).ok()?;
        if number == "-" {
            self.at = from;
        }
        if self.bytes.get(self.at) == Some(&b' ') {
            self.at += 1;
        }
        Some(Token::Word(word, number.parse().ok()))
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            return match self.next_byte()? {
                b'{' => Some(Token::Open),
                b'}' => Some(Token::Close),
                b'\\' => self.control(),
                // Line ends of the file are nobody's.
                b'\r' | b'\n' | 0 => continue,
                byte => Some(Token::Byte(byte)),
            };
        }
    }
}
