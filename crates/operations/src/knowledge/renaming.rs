//! What a person wants renamed, and why a paragraph is left as it is: the same words at every door.

use book::knowledge::character::Character;
use book::knowledge::entry::{Entry, EntryKey, Revision};
use book::knowledge::rename::Why;
use book::knowledge::term::Term;
use book::text::fold::Folding;

/// An entry that is to be translated in another way.
#[derive(Debug, Clone)]
pub struct Renaming {
    /// The entry as it was when the book was translated.
    pub before: Entry,
    /// As it is to be.
    pub after: Entry,
    /// The revision it is changed from; it is refused if someone else changed the entry since. `None` for whatever.
    pub from: Option<Revision>,
}

impl Renaming {
    /// A term with another translation. `was` is an older one that still stands in the text.
    pub fn of_term(term: &Term, translation: &str, was: Option<&str>) -> Self {
        let before =
            Term { translation: was.map_or_else(|| term.translation.clone(), str::to_owned), ..term.clone() };
        let mut after = Term { translation: translation.to_owned(), ..term.clone() };
        after.other_forms.retain(|form| form != translation);
        Self { before: Entry::Term(before), after: Entry::Term(after), from: None }
    }

    /// A character with another translation of the name that is meant: the full one, or an alias by its spelling in the
    /// source.
    pub fn of_character(character: &Character, name: &str, translation: &str, was: Option<&str>) -> Self {
        let word = folded(name);
        let at = character.aliases.iter().position(|alias| folded(&alias.source) == word);
        let is_full_name = folded(&character.name.source) == word;
        let at = at.filter(|_| !is_full_name);
        let with = |translation: &str| {
            let mut changed = character.clone();
            let name = match at.and_then(|at| changed.aliases.get_mut(at)) {
                Some(alias) => alias,
                None => &mut changed.name,
            };
            translation.clone_into(&mut name.translation);
            changed
        };
        let before = was.map_or_else(|| character.clone(), with);
        Self { before: Entry::Character(before), after: Entry::Character(with(translation)), from: None }
    }

    /// Whether it is called so already.
    pub fn is_nothing(&self) -> bool {
        self.before == self.after
    }
}

/// Why a paragraph is left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LeftBecause {
    /// A person locked it.
    Locked,
    /// Exact replacement will not do.
    NeedsModel(Why),
}

impl LeftBecause {
    /// A word for programs.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Locked => "locked",
            Self::NeedsModel(Why::SourceInDoubt) => "source_in_doubt",
            Self::NeedsModel(Why::OldFormMissing) => "old_form_missing",
            Self::NeedsModel(Why::SharedForm { .. }) => "shared_form",
            Self::NeedsModel(Why::MoreThanInSource { .. }) => "more_than_in_source",
            Self::NeedsModel(Why::Article) => "article",
            Self::NeedsModel(Why::AcrossMarkup) => "across_markup",
        }
    }

    /// A sentence for people; `name_of` says what an entry is called.
    pub fn describe(self, name_of: impl Fn(EntryKey) -> String) -> String {
        match self {
            Self::Locked => "it is locked".to_owned(),
            Self::NeedsModel(Why::SourceInDoubt) => "the word in the source may be another's".to_owned(),
            Self::NeedsModel(Why::OldFormMissing) => "the old translation does not stand there".to_owned(),
            Self::NeedsModel(Why::SharedForm { entry }) => {
                format!("the same words may be {}'s", name_of(entry))
            }
            Self::NeedsModel(Why::MoreThanInSource { n_found, n_in_source }) => {
                format!("it stands there {n_found} times, in the source {n_in_source} times")
            }
            Self::NeedsModel(Why::Article) => "the article before it may have to change".to_owned(),
            Self::NeedsModel(Why::AcrossMarkup) => "there is markup inside the words".to_owned(),
        }
    }
}

fn folded(text: &str) -> String {
    Folding::SOURCE.fold(text.trim())
}
