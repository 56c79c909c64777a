//! Text of books and models on its way into a page: nothing in it can become markup, and nothing unseen goes along.

use std::ops::Range;

/// The text with everything that means something in HTML written out, and control characters made visible.
pub(super) fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        push(&mut safe, c);
    }
    safe
}

/// The same, with these places marked; places are in characters, may overlap and may lie beyond the end.
pub(super) fn marked(text: &str, places: &[Range<usize>]) -> String {
    let mut safe = String::with_capacity(text.len());
    let mut is_marked = false;
    for (at, c) in text.chars().enumerate() {
        let is_place = places.iter().any(|place| place.contains(&at));
        if is_place != is_marked {
            safe.push_str(if is_place { "<mark>" } else { "</mark>" });
            is_marked = is_place;
        }
        push(&mut safe, c);
    }
    if is_marked {
        safe.push_str("</mark>");
    }
    safe
}

fn push(safe: &mut String, c: char) {
    match c {
        '&' => safe.push_str("&amp;"),
        '<' => safe.push_str("&lt;"),
        '>' => safe.push_str("&gt;"),
        '"' => safe.push_str("&quot;"),
        '\'' => safe.push_str("&#39;"),
        '\n' | '\t' => safe.push(c),
        // Marks that turn the direction of what follows could rearrange our own words.
        '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => safe.push('\u{fffd}'),
        c if c.is_control() => safe.push('\u{fffd}'),
        c => safe.push(c),
    }
}

#[cfg(test)]
mod tests {
    use super::{escaped, marked};

    #[test]
    fn nothing_becomes_markup() {
        assert_eq!(escaped("<script>\"&'\u{0}\u{202e}"), "&lt;script&gt;&quot;&amp;&#39;\u{fffd}\u{fffd}");
    }

    #[test]
    fn places_are_marked_whatever_they_are() {
        assert_eq!(marked("a<b>c", std::slice::from_ref(&(1..2))), "a<mark>&lt;</mark>b&gt;c");
        assert_eq!(marked("雨と風", &[0..1, 2..9]), "<mark>雨</mark>と<mark>風</mark>");
        assert_eq!(marked("ab", std::slice::from_ref(&(5..6))), "ab");
    }
}
