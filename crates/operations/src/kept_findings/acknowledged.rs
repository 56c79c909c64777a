//! What people let stand in a book, as long as the words are the same.

use crate::book_findings::digest;
use book::id::{BookId, ParagraphId};
use book::work::checked::Acknowledgement;
use checks::unit::Aligned;
use std::collections::{HashMap, HashSet};
use store::error::StoreError;
use store::library::Library;

/// What people let stand, by paragraph and check.
#[derive(Default)]
pub(super) struct AcknowledgedFindings {
    pub(super) given: HashMap<ParagraphId, Vec<(String, Acknowledgement)>>,
}

impl AcknowledgedFindings {
    pub(super) async fn read(library: &Library, book: BookId) -> Result<Self, StoreError> {
        let mut given: HashMap<ParagraphId, Vec<(String, Acknowledgement)>> = HashMap::new();
        for one in library.acknowledgements(book).await? {
            given.entry(one.paragraph).or_default().push((one.check, one.given));
        }
        Ok(Self { given })
    }

    /// The checks that are let stand in this paragraph with these words.
    pub(super) fn standing(&self, paragraph: ParagraphId, pair: &Aligned<'_>) -> Vec<(ParagraphId, String)> {
        let Some(given) = self.given.get(&paragraph) else { return Vec::new() };
        let digest = digest(pair.source, pair.translation);
        let holds = given.iter().filter(|(_, given)| given.digest == digest);
        holds.map(|(check, _)| (paragraph, check.clone())).collect()
    }

    /// Why a finding may stand: all paragraphs it is about are acknowledged.
    pub(super) fn reason(
        &self,
        paragraphs: &[ParagraphId],
        check: &str,
        standing: &HashSet<(ParagraphId, String)>,
    ) -> Option<String> {
        let first = paragraphs.first()?;
        let all = paragraphs.iter().all(|paragraph| standing.contains(&(*paragraph, check.to_owned())));
        let given = self.given.get(first).filter(|_| all)?;
        given.iter().find(|(known, _)| known == check).map(|(_, given)| given.reason.clone())
    }
}
