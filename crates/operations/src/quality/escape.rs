//! Text of books and models on its way into a page: nothing unseen goes along. What means something in HTML is written
//! out by the page's own templates.

use maud::{Markup, html};
use std::borrow::Cow;
use std::ops::Range;

/// The text with control characters made visible.
pub fn visible(text: &str) -> Cow<'_, str> {
    if text.chars().any(is_unseen) {
        Cow::Owned(text.chars().map(|c| if is_unseen(c) { '\u{fffd}' } else { c }).collect())
    } else {
        Cow::Borrowed(text)
    }
}

/// The same, with these places marked; places are in characters, may overlap and may lie beyond the end.
pub fn marked(text: &str, places: &[Range<usize>]) -> Markup {
    let mut parts: Vec<(bool, String)> = Vec::new();
    for (at, c) in text.chars().enumerate() {
        let is_place = places.iter().any(|place| place.contains(&at));
        match parts.last_mut().filter(|(is_marked, _)| *is_marked == is_place) {
            Some((_, part)) => part.push(c),
            None => parts.push((is_place, c.to_string())),
        }
    }
    html! {
        @for (is_marked, part) in &parts {
            @if *is_marked { mark { (visible(part)) } } @else { (visible(part)) }
        }
    }
}

fn is_unseen(c: char) -> bool {
    // Marks that turn the direction of what follows could rearrange our own words.
    let turns = matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    turns || c.is_control() && c != '\n' && c != '\t'
}
