//! A dictionary that may be gone the next time somebody looks for it.

use crate::world::World;
use book::language::LanguageTag;

use checks::dictionary::{Consulted, Dictionaries, Dictionary, FoundDictionary, StemMark};
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
    fn look_up(&self, _source: &LanguageTag, _target: &LanguageTag) -> Consulted {
        let found = self.0.has_dictionary().then(|| FoundDictionary {
            dictionary: Arc::new(Empty),
            name: "simulated".to_owned(),
            n_heads: 0,
        });
        Consulted { found, complaint: None }
    }
}
