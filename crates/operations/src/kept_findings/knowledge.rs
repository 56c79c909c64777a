//! What a series knows, with signs by which a chapter tells whether anything about it is known otherwise than before.

use book::id::{CharacterId, SeriesId, TermId};
use book::knowledge::character::Character;
use book::knowledge::entry::Revision;
use book::knowledge::term::Term;
use checks::check::{Finding, Verdict};
use checks::terms::c04_glossary_collision;
use std::collections::HashMap;
use std::fmt::Debug;
use std::hash::{DefaultHasher, Hash, Hasher};
use store::error::StoreError;
use store::library::Library;
use tools::series_knowledge::{EntriesInText, SeriesKnowledge};

/// What a series knows at one revision.
pub(super) struct KnownSeries {
    id: SeriesId,
    pub(super) series: SeriesKnowledge,
    /// Terms that collide, whatever the book.
    pub(super) collisions: Vec<Finding>,
    terms: HashMap<TermId, u64>,
    characters: HashMap<CharacterId, u64>,
    /// The digest of all characters: a name may be mistaken for that of a character who is not there.
    cast: u64,
}

impl KnownSeries {
    pub(super) async fn read(library: &Library, id: SeriesId) -> Result<Self, StoreError> {
        let knowledge = library.knowledge(id).await?;
        let collisions = match c04_glossary_collision::examine(&knowledge.terms) {
            Verdict::Found(collisions) => collisions,
            Verdict::Pass | Verdict::NotApplicable(_) => Vec::new(),
        };
        let series = SeriesKnowledge::new(knowledge);
        // Where an entry was met is no matter of the checks, and grows with every chapter of a run.
        let term = |term: &Term| sign_of(&Term { evidence: Vec::new(), ..term.clone() });
        let character = |one: &Character| sign_of(&Character { evidence: Vec::new(), ..one.clone() });
        let terms = series.terms().iter().map(|one| (one.id, term(one))).collect();
        let characters: Vec<(CharacterId, u64)> =
            series.characters().iter().map(|one| (one.id, character(one))).collect();
        let cast = sign_of(&characters);
        Ok(Self { id, series, collisions, terms, characters: characters.into_iter().collect(), cast })
    }

    pub(super) const fn revision(&self) -> Revision {
        self.series.revision()
    }

    /// Whether it is what this series knows at this revision.
    pub(super) fn is_of(&self, id: SeriesId, revision: Revision) -> bool {
        self.id == id && self.revision() == revision
    }

    /// The sign of what is known in these paragraphs: the same as long as the checks are told the same.
    pub(super) fn sign<'a>(&self, paragraphs: impl Iterator<Item = EntriesInText<'a>>) -> u64 {
        let mut hasher = DefaultHasher::new();
        for (place, present) in paragraphs.enumerate() {
            if present.terms.is_empty() && present.characters.is_empty() {
                continue;
            }
            (place, self.cast, present.terms.len()).hash(&mut hasher);
            for term in present.terms {
                self.terms.get(&term.id).hash(&mut hasher);
            }
            for character in present.characters {
                self.characters.get(&character.id).hash(&mut hasher);
            }
        }
        hasher.finish()
    }
}

/// A number for a value, for comparisons within this process.
fn sign_of(value: &impl Debug) -> u64 {
    let mut hasher = DefaultHasher::new();
    format!("{value:?}").hash(&mut hasher);
    hasher.finish()
}
