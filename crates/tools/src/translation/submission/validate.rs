//! Weighs a submission by content, text by text: what is taken, what is not, and what checks have to say.

use super::Work;
use super::resolve::{Batch, Item, begins_with};
use super::shift::{misplaced_before, refuse_shifted};
use crate::context::{TaskScope, ToolContext};
use crate::judge::{AdjacentParagraph, Choice, Submission};
use crate::text::PromptLanguage;
use crate::translation::content::{self, ContentFault};
use crate::translation::is_protected;
use book::id::{ParagraphId, VersionId};
use book::text::markup::Marked;
use book::text::version::{Author, TaskKind};
use book::work::checked::CheckNote;
use book::work::ledger::LedgerEntry;
use checks::check::Finding;
use std::collections::HashMap;
use store::error::StoreError;
use store::record::{Freshness, ParagraphRecord, VersionKind, VersionRecord};

/// A weighed submission.
#[derive(Default)]
pub(in crate::translation) struct BatchResult {
    pub(super) accepted: Vec<AcceptedText>,
    pub(super) kept: Vec<ParagraphId>,
    pub(super) failed: Vec<(ParagraphId, ContentFault)>,
    pub(super) repaired: Vec<(String, ParagraphId)>,
    /// Accepted before, with a text that belongs to one accepted now.
    pub(super) reopened: Vec<ParagraphId>,
}

/// A text that is taken.
pub(super) struct AcceptedText {
    pub(super) id: ParagraphId,
    pub(super) text: Marked,
    pub(super) concerns: Vec<Finding>,
    /// A person's words or a lock stand there, so it is kept as a suggestion.
    pub(super) is_protected: bool,
    /// What becomes of it where a translation already stands.
    pub(super) choice: Choice,
    /// What is to be kept about it.
    pub(super) note: CheckNote,
    /// What it may do to what stands there.
    pub(super) earlier: EarlierText,
}

/// What a text may do to what stands in its paragraph.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum EarlierText {
    /// It may take the place of this version, or of nothing, as long as that stands there.
    Replaceable(Option<VersionId>),
    /// The task has handed in the same text before, and it is kept.
    Same,
    /// Another has written there since. That was not before the model, so the text is kept as a suggestion.
    Superseded,
}

/// Weighs every entry of the batch.
pub(in crate::translation) async fn weigh(
    ctx: &ToolContext<'_>,
    task: &TaskScope<'_>,
    work: &Work,
    batch: Batch,
) -> Result<BatchResult, StoreError> {
    let mut submitted = BatchResult { repaired: batch.repaired, ..BatchResult::default() };
    let texts: HashMap<ParagraphId, &str> =
        batch.items.iter().filter_map(|item| Some((item.id, item.text.as_deref()?))).collect();
    for item in &batch.items {
        let Some(source) = work.get(item.id) else { continue };
        let misplaced = item
            .text
            .as_deref()
            .map(|text| misplaced_before(task, work, &texts, (source, text)))
            .unwrap_or_default();
        match weigh_text(ctx.language, task, work, (&texts, &misplaced), source, item) {
            Err(fault) => submitted.failed.push((item.id, fault)),
            // The same text again is a way to say that nothing needs changing.
            Ok(weighed) if is_revision(task) && source.translation.as_ref() == Some(&weighed.text) => {
                submitted.kept.push(item.id);
            }
            Ok(ValidatedText { text, concerns, choice, note }) => {
                let is_protected = is_protected(ctx, source).await?;
                let earlier = earlier_text(ctx, task, source, &text).await?;
                submitted.reopened.extend(misplaced);
                submitted.accepted.push(AcceptedText {
                    id: item.id,
                    text,
                    concerns,
                    is_protected,
                    choice,
                    note,
                    earlier,
                });
            }
        }
    }
    if task.guards_alignment {
        refuse_shifted(ctx.language, work, &mut submitted);
    }
    for id in batch.keep {
        match work.get(id).map(|source| may_keep(ctx.language, task, source)) {
            Some(Ok(())) => submitted.kept.push(id),
            Some(Err(fault)) => submitted.failed.push((id, fault)),
            None => {}
        }
    }
    Ok(submitted)
}

fn is_revision(task: &TaskScope<'_>) -> bool {
    match task.task_state.kind {
        TaskKind::Translation => false,
        TaskKind::Polish | TaskKind::Proofreading => true,
    }
}

/// What this text may do to what stands there. A model whose reply was cut off is told what was taken of it, and may still hand
/// in everything once more. And what it says is about what it was shown, or in a review about its own text, not about what a
/// person had the assistant or another program write since.
async fn earlier_text(
    ctx: &ToolContext<'_>,
    task: &TaskScope<'_>,
    source: &ParagraphRecord,
    text: &Marked,
) -> Result<EarlierText, StoreError> {
    let has_written = task.task_state.ledger.entry(source.id) == Some(&LedgerEntry::Accepted);
    let is_unseen = task.task_state.newest_seen.is_some_and(|seen| source.version > Some(seen));
    if !has_written && !is_unseen {
        return Ok(EarlierText::Replaceable(source.version));
    }
    let versions = ctx.library.versions(ctx.book_id, source.id).await?;
    let is_own = |version: &&VersionRecord| version.author == *task.author;
    let selected = versions.iter().find(|version| Some(version.id) == source.version);
    let is_superseded = selected.is_some_and(|selected| {
        let is_later = versions.iter().filter(is_own).any(|own| own.id < selected.id);
        matches!(selected.author, Author::Assistant { .. } | Author::Person) && (is_unseen || is_later)
    });
    let is_kept = |version: &VersionRecord| {
        let is_waiting = version.standing == VersionKind::Suggestion;
        version.selected || is_waiting || is_superseded
    };
    let is_same = |version: &VersionRecord| version.text == *text && version.is_of_present_source;
    let is_again = has_written && versions.iter().filter(is_own).any(|one| is_same(one) && is_kept(one));
    Ok(if is_again {
        EarlierText::Same
    } else if is_superseded {
        EarlierText::Superseded
    } else {
        EarlierText::Replaceable(source.version)
    })
}

fn may_keep(
    language: PromptLanguage,
    task: &TaskScope<'_>,
    source: &ParagraphRecord,
) -> Result<(), ContentFault> {
    if is_revision(task) && source.translation.is_some() {
        return Ok(());
    }
    let message = language.choose(
        "keep 只用于润色和校对中已有译文的段落。请为该段落提交译文。",
        "keep is for paragraphs that already have a translation, in polish and proofreading. Submit a translation.",
    );
    Err(ContentFault::new("KEEP_NOT_ALLOWED", message.to_owned()))
}

/// A text that may be taken.
struct ValidatedText {
    text: Marked,
    concerns: Vec<Finding>,
    choice: Choice,
    note: CheckNote,
}

fn weigh_text(
    language: PromptLanguage,
    task: &TaskScope<'_>,
    work: &Work,
    (texts, misplaced): (&HashMap<ParagraphId, &str>, &[ParagraphId]),
    source: &ParagraphRecord,
    item: &Item,
) -> Result<ValidatedText, ContentFault> {
    if item.prefix.as_ref().is_some_and(|prefix| !begins_with(&source.text, prefix)) {
        return Err(prefix_mismatch(language, source));
    }
    let given = item.text.as_deref().ok_or_else(|| content::empty(language))?;
    let text = content::read(&source.text, given, language)?;
    let (before, after) = work.around(source.id);
    let neighbour = |source| neighbour(source, texts, misplaced);
    let submission = Submission {
        source,
        translation: &text,
        before: before.map(neighbour),
        after: after.map(neighbour),
        known: task.known,
    };
    let judgement = task.judge.judge(&submission);
    if !judgement.blocking.is_empty() {
        return Err(blocked(language, &judgement.blocking));
    }
    // What was made from another source is no measure for a translation of this one.
    let present = source.translation.as_ref().filter(|_| source.freshness == Freshness::Fresh);
    let drift = present.filter(|_| is_revision(task)).and_then(|it| task.judge.drift(&submission, it));
    if let Some(finding) = drift {
        return Err(blocked(language, &[finding]));
    }
    // A judge that repairs a text must not break its tags; if it does, the text stays as it was sent.
    let fixed = judgement.fixed.and_then(|fixed| content::read(&source.text, fixed.as_str(), language).ok());
    let choice = present.map_or(Choice::Select, |present| task.judge.choose(&submission, present));
    let mut note = judgement.note;
    let concerns = judgement.concerns;
    if let Some(fixed) = fixed {
        note.submitted = Some(text.to_string());
        return Ok(ValidatedText { text: fixed, concerns, choice, note });
    }
    note.mends.clear();
    Ok(ValidatedText { text, concerns, choice, note })
}

/// A neighbour whose text belongs to another paragraph counts as one without a translation.
fn neighbour<'a>(
    source: &'a ParagraphRecord,
    texts: &HashMap<ParagraphId, &'a str>,
    misplaced: &[ParagraphId],
) -> AdjacentParagraph<'a> {
    let present = source.translation.as_ref().map(Marked::as_str);
    let translation = texts.get(&source.id).copied().or(present);
    AdjacentParagraph { source, translation: translation.filter(|_| !misplaced.contains(&source.id)) }
}

fn prefix_mismatch(language: PromptLanguage, source: &ParagraphRecord) -> ContentFault {
    const SHOWN: usize = 20;
    let start: String = source.text.plain().trim().chars().take(SHOWN).collect();
    let message = language.choose(
        format!("original_text_prefix 与原文不符，该段原文开头是“{start}”。请确认译文与段落对应。"),
        format!(
            "original_text_prefix does not match; the source begins `{start}`. Make sure the text belongs to this \
             paragraph."
        ),
    );
    ContentFault::new("PREFIX_MISMATCH", message)
}

fn blocked(language: PromptLanguage, findings: &[Finding]) -> ContentFault {
    const MAX_MESSAGES: usize = 5;
    let messages: Vec<&str> =
        findings.iter().take(MAX_MESSAGES).map(|finding| language.message_of(finding)).collect();
    ContentFault {
        code: "CHECK_FAILED",
        message: messages.join(language.choose("；", "; ")),
        checks: findings.iter().map(|finding| finding.check.as_str().to_owned()).collect(),
    }
}
