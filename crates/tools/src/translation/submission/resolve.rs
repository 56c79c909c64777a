//! Sorts a submission by structure: every entry gets a paragraph of the task, or the whole call is refused.

use super::Work;
use super::edit_distance;
use super::fault::{Fault, FaultKind, List, refuse, refuse_empty};
use super::parse::{GivenItem, GivenSubmission, Shape};
use crate::context::TaskScope;
use crate::paragraph::read_id;
use crate::refusal;
use crate::text::PromptLanguage;
use crate::tool::Refusal;
use crate::translation::content;
use book::id::ParagraphId;
use book::text::markup::Marked;
use std::collections::HashMap;

/// A submission in which every entry belongs to the task, each paragraph once.
pub(in crate::translation) struct Batch {
    pub(super) items: Vec<Item>,
    pub(super) keep: Vec<ParagraphId>,
    /// Ids that were put right: as given, and as meant.
    pub(super) repaired: Vec<(String, ParagraphId)>,
}

/// One submitted text.
pub(super) struct Item {
    pub(super) id: ParagraphId,
    pub(super) text: Option<String>,
    pub(super) prefix: Option<String>,
}

/// How many characters of an id may be wrong.
const MAX_SLIPS: usize = 2;

/// Finds the paragraph of every entry.
pub(in crate::translation) fn sort(
    given: GivenSubmission,
    task: &TaskScope<'_>,
    work: &Work,
    language: PromptLanguage,
) -> Result<Batch, Refusal> {
    let remaining = || refusal::ids(&task.task_state.ledger.pending());
    if given.items.is_empty() && given.keep.is_empty() {
        return Err(refuse_empty(&remaining(), language));
    }
    let mut batch = Batch { items: Vec::new(), keep: Vec::new(), repaired: Vec::new() };
    let mut faults = Vec::new();
    let mut uses: HashMap<ParagraphId, Vec<(List, usize)>> = HashMap::new();
    for (position, item) in given.items.into_iter().enumerate() {
        match find(&item, work, &mut batch.repaired) {
            Ok(id) => {
                uses.entry(id).or_default().push((List::Paragraphs, position));
                batch.items.push(Item { id, text: item.text, prefix: item.prefix });
            }
            Err(kind) => faults.push(Fault { kind, list: List::Paragraphs, position, id: item.paragraph_id }),
        }
    }
    for (position, given) in given.keep.into_iter().enumerate() {
        match read_id(&given).filter(|id| work.get(*id).is_some()) {
            Some(id) => {
                uses.entry(id).or_default().push((List::Keep, position));
                batch.keep.push(id);
            }
            None if given.trim().is_empty() => {
                faults.push(Fault { kind: FaultKind::MissingId, list: List::Keep, position, id: None });
            }
            None => faults.push(Fault {
                kind: FaultKind::NotAssigned,
                list: List::Keep,
                position,
                id: Some(given),
            }),
        }
    }
    // In the order of the work, so that the same call is always refused in the same words.
    for paragraph in work.paragraphs() {
        for (list, position) in uses.get(&paragraph.id).filter(|uses| uses.len() > 1).into_iter().flatten() {
            let id = Some(paragraph.id.to_string());
            faults.push(Fault { kind: FaultKind::Duplicate, list: *list, position: *position, id });
        }
    }
    if faults.is_empty() { Ok(batch) } else { Err(refuse(&faults, &remaining(), language)) }
}

fn find(
    item: &GivenItem,
    work: &Work,
    repaired: &mut Vec<(String, ParagraphId)>,
) -> Result<ParagraphId, FaultKind> {
    let Some(given) = &item.paragraph_id else {
        return Err(match item.shape {
            Shape::Other => FaultKind::NotAnItem,
            Shape::WithIndex => FaultKind::IndexGiven,
            Shape::Item => FaultKind::MissingId,
        });
    };
    if let Some(id) = read_id(given).filter(|id| work.get(*id).is_some()) {
        return Ok(id);
    }
    let id = nearest_paragraph(given, item.prefix.as_deref(), work).ok_or(FaultKind::NotAssigned)?;
    repaired.push((refusal::shortened(given), id));
    Ok(id)
}

/// The paragraph a wrong id was meant for: the only one of the task it is near to, and only if the source says so.
fn nearest_paragraph(given: &str, prefix: Option<&str>, work: &Work) -> Option<ParagraphId> {
    let given = given.trim().to_lowercase();
    let mut near =
        work.paragraphs().filter(|one| edit_distance::within(&given, &one.id.to_string(), MAX_SLIPS));
    let (candidate, None) = (near.next()?, near.next()) else { return None };
    begins_with(&candidate.text, prefix?).then_some(candidate.id)
}

/// Whether the source begins with this text, as written or as read, after trimming.
pub(super) fn begins_with(source: &Marked, prefix: &str) -> bool {
    let prefix = content::with_line_breaks(source, prefix);
    let prefix = prefix.trim();
    let plain = source.plain();
    !prefix.is_empty() && (source.as_str().trim().starts_with(prefix) || plain.trim().starts_with(prefix))
}
