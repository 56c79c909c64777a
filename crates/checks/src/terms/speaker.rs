//! Who speaks in a paragraph and to whom, where the paragraph says so: the one known name beside the speech, and the one in it.

use super::matching::{WantedForm, present};
use crate::prepared::Prepared;
use crate::text::quotation;
use crate::text::view::View;
use book::knowledge::character::{Character, Name};
use std::borrow::Cow;

/// Who speaks: exactly one known name of the source stands outside its quotations.
pub fn speaker<'a>(prepared: &Prepared<'a>) -> Option<&'a Character> {
    if prepared.paragraph.knowledge.characters.is_empty() || prepared.source_quotations().is_empty() {
        return None;
    }
    only(&named(prepared, Part::Beside))
}

/// Who is spoken to: exactly one known name other than the speaker's stands inside the quotations.
pub fn addressee<'a>(prepared: &Prepared<'a>, speaker: &Character) -> Option<&'a Character> {
    let mut named = named(prepared, Part::Inside);
    named.retain(|character| character.id != speaker.id);
    only(&named)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Beside,
    Inside,
}

fn only<'a>(named: &[&'a Character]) -> Option<&'a Character> {
    match named {
        [one] => Some(one),
        _ => None,
    }
}

/// The known characters whose names stand in one part of the source.
fn named<'a>(prepared: &Prepared<'a>, part: Part) -> Vec<&'a Character> {
    let mask = quotation::mask(prepared.source_quotations(), prepared.source.chars().len());
    let chars = prepared.source.chars().iter().zip(mask);
    let text: String =
        chars.map(|(c, quoted)| if quoted == (part == Part::Inside) { *c } else { ' ' }).collect();
    let view = View::new(Cow::Owned(text), &prepared.pair.source_lexicon);
    let characters = prepared.paragraph.knowledge.characters.iter().copied();
    characters.filter(|character| stands_in(&view, character)).collect()
}

fn stands_in(view: &View<'_>, character: &Character) -> bool {
    let wanted: Vec<WantedForm<'_>> =
        character.names().map(|name: &Name| WantedForm { source: &name.source, forms: Vec::new() }).collect();
    !present(view, &wanted).is_empty()
}
