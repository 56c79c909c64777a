//! The two layers of a library: translations, and rehearsals beside them. A handle reads and writes one of them.

use crate::record::{BookSummary, ChapterRecord, Freshness, ParagraphRecord};

/// Which layer a handle reads and writes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Layer {
    /// Versions, titles, and what the series knows.
    #[default]
    Translation,
    /// What a rehearsal wrote, seen where there is no translation. Nothing else is written.
    Rehearsal,
}

/// A record that shows rehearsed text as translated in the layer of rehearsals.
pub(crate) trait Layered: Sized {
    /// The record as a rehearsal sees it.
    fn rehearsed(self) -> Self;

    /// The record as a layer sees it.
    fn in_layer(self, layer: Layer) -> Self {
        match layer {
            Layer::Translation => self,
            Layer::Rehearsal => self.rehearsed(),
        }
    }
}

impl Layered for ParagraphRecord {
    fn rehearsed(self) -> Self {
        match self.rehearsal.clone() {
            Some(text) => {
                Self { translation: Some(text), version: None, freshness: Freshness::Fresh, ..self }
            }
            None => self,
        }
    }
}

impl Layered for ChapterRecord {
    fn rehearsed(self) -> Self {
        let title_translation = self.title_translation.or_else(|| self.rehearsed_title.clone());
        Self { title_translation, n_translated: self.n_translated + self.n_rehearsed, ..self }
    }
}

impl Layered for BookSummary {
    fn rehearsed(self) -> Self {
        let title_translation = self.title_translation.or_else(|| self.rehearsed_title.clone());
        Self { title_translation, n_translated: self.n_translated + self.n_rehearsed, ..self }
    }
}

impl<T: Layered> Layered for Vec<T> {
    fn rehearsed(self) -> Self {
        self.into_iter().map(Layered::rehearsed).collect()
    }
}
