//! Composed form (NFC), in which nearly every text is already and which is cheap to see for most of them.

use std::borrow::Cow;
use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick};

/// A text in composed form, and whether it was so before.
pub fn composed(text: Cow<'_, str>) -> (Cow<'_, str>, bool) {
    if text.is_ascii()
        || text.chars().all(is_surely_composed)
        || is_nfc_quick(text.chars()) == IsNormalized::Yes
    {
        return (text, true);
    }
    let composed: String = text.nfc().collect();
    let same = composed == text;
    (Cow::Owned(composed), same)
}

/// Whether a character is in composed form whatever stands before it, and joins nothing; false is no promise.
pub const fn is_surely_composed(c: char) -> bool {
    matches!(
        c,
        '\0'..='\u{2ff}'
            | '\u{4e00}'..='\u{9fff}'
            | '\u{3000}'..='\u{3029}'
            | '\u{3030}'..='\u{3096}'
            | '\u{309b}'..='\u{30ff}'
            | '\u{ff01}'..='\u{ff5e}'
            | '\u{2010}'..='\u{2027}'
            | '\u{400}'..='\u{482}'
            | '\u{ac00}'..='\u{d7a3}'
    )
}
