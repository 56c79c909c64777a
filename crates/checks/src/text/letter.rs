//! What every check asks of every character, answered without a search for most of them.

/// Whether a character is a letter or a number, as [`char::is_alphanumeric`] says.
#[inline]
pub fn is_alphanumeric(c: char) -> bool {
    match c {
        '\u{4e00}'..='\u{9fff}' | '\u{3041}'..='\u{3096}' | '\u{30a1}'..='\u{30fa}' => true,
        '\0'..='\u{7f}' => c.is_ascii_alphanumeric(),
        '\u{3001}'
        | '\u{3002}'
        | '\u{300a}'..='\u{300f}'
        | '\u{2018}'..='\u{201f}'
        | '…'
        | '！'
        | '，'
        | '？' => false,
        _ => c.is_alphanumeric(),
    }
}
