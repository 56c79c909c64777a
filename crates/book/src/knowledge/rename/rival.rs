//! Other entries whose translation is, or contains, the form that is to be replaced.

use super::inflection::{Shape, shapes};
use crate::knowledge::character::Character;
use crate::knowledge::entry::EntryKey;
use crate::knowledge::term::Term;
use crate::language::LanguageTag;

/// A form of another entry that the old form can be mistaken for.
#[derive(Debug, Clone)]
pub(super) struct Rival {
    pub(super) entry: EntryKey,
    pub(super) shapes: Vec<Shape>,
    pub(super) kind: Kind,
}

/// How the two forms meet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// They are the same.
    Same,
    /// The other one is longer.
    Longer,
}

/// Everything that gets in the way of replacing these shapes.
pub(super) fn rivals(
    entry: EntryKey,
    own: &[Shape],
    (terms, characters): (&[Term], &[Character]),
    target: &LanguageTag,
) -> Vec<Rival> {
    let of_terms = terms.iter().filter(|term| term.standing.is_usable()).flat_map(|term| {
        let key: EntryKey = term.id.into();
        term.allowed_forms().map(move |form| (key, form))
    });
    let of_people = characters.iter().filter(|one| one.standing.is_usable()).flat_map(|character| {
        let key: EntryKey = character.id.into();
        character.names().flat_map(move |name| {
            let whole = name.translation.as_str();
            // A family shares a name; whose it is only the text knows.
            let parts = whole.split([' ', '·', '・']).filter(move |part| *part != whole && !part.is_empty());
            std::iter::once((key, whole)).chain(parts.map(move |part| (key, part)))
        })
    });
    let mut found = Vec::new();
    for (key, form) in
        of_terms.chain(of_people).filter(|(key, form)| *key != entry && !form.trim().is_empty())
    {
        let is_same = own.iter().any(|shape| shape.old == form);
        let is_longer = own.iter().any(|shape| form.len() > shape.old.len() && form.contains(&shape.old));
        if is_same || is_longer {
            let kind = if is_same { Kind::Same } else { Kind::Longer };
            found.push(Rival { entry: key, shapes: shapes(form, form, target), kind });
        }
    }
    found
}
