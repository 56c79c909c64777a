//! A dictionary that may be gone at the next lookup.

use crate::world::World;
use book::language::LanguageTag;

use checks::dictionary::{Dictionaries, Dictionary, DictionaryLookup, FoundDictionary, StemMark};
use std::sync::Arc;

/// Where the dictionary comes from.
#[derive(Debug)]
pub(crate) struct SimulatedDictionaries(pub(crate) Arc<World>);

/// A dictionary without words: being there is all it does.
struct Empty;

impl Dictionary for Empty {
    fn stems(&self, _head: &str) -> &[StemMark] {
        &[]
    }

    fn longest_head(&self) -> usize {
        0
    }
}

impl Dictionaries for SimulatedDictionaries {
    fn look_up(&self, _source: &LanguageTag, _target: &LanguageTag) -> DictionaryLookup {
        let found = self.0.has_dictionary().then(|| FoundDictionary {
            dictionary: Arc::new(Empty),
            name: "simulated".to_owned(),
            n_heads: 0,
        });
        DictionaryLookup { found, complaint: None }
    }
}
