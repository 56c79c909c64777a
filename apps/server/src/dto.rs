//! From the library's records to what travels: one function for each noun, the same wherever it is shown.

use crate::api::book::{BookCard, ChapterCard};
use crate::api::change::Change;
use crate::api::chat::Chat;
use crate::api::paragraph::{Paragraph, Piece};
use crate::api::people::Person;
use crate::api::review::ReviewState;
use crate::api::run::{Run, RunState};
use crate::api::version::Version;
use crate::history_words::{self, NoteWords};
use crate::problem;
use book::text::markup::{Marked, Piece as MarkedPiece};
use book::text::paragraph::TagKind;
use book::text::version::Author;
use store::change::{ChangeRecord, Effect};
use store::chat::ChatRecord;
use store::record::{BookSummary, ChapterRecord, ParagraphRecord, StaleReason, VersionKind, VersionRecord};
use store::stats::{BookActivity, VersionCounts};
use store::work::RunRecord;

/// The most paragraphs of a change that are named.
const MAX_NAMED: usize = 50;

pub(crate) fn book(
    book: &BookSummary,
    activity: Option<&BookActivity>,
    n_stale: u32,
    running_run: Option<String>,
    has_cover: bool,
) -> BookCard {
    let text = |tag: &Option<book::language::LanguageTag>| tag.as_ref().map(ToString::to_string);
    BookCard {
        id: book.id.to_string(),
        title: book.title.clone(),
        title_translation: book.title_translation.clone(),
        author: book.author.clone(),
        series: book.series.name.clone(),
        source_language: text(&book.source_language),
        target_language: text(&book.target_language),
        format: book.format.as_str().to_owned(),
        file_name: book.file_name.clone(),
        n_chapters: book.n_chapters,
        n_paragraphs: book.n_paragraphs,
        n_work: book.n_paragraphs,
        n_translated: book.n_translated,
        n_reviewed: book.n_reviewed,
        n_approved: book.n_approved,
        n_needs_work: book.n_needs_work,
        n_rehearsed: book.n_rehearsed,
        rehearsed_title: book.rehearsed_title.clone(),
        n_stale,
        cost_micros: activity.map_or(0, |activity| activity.cost_micros),
        created_at_ms: book.created_at,
        last_activity_ms: activity.map_or(book.created_at, |activity| activity.last_ms),
        running_run,
        has_cover,
    }
}

pub(crate) fn chapter(chapter: &ChapterRecord, cost_micros: i64, n_findings: Option<u32>) -> ChapterCard {
    ChapterCard {
        id: chapter.id.to_string(),
        number: chapter.number,
        title: chapter.title.clone(),
        title_translation: chapter.title_translation.clone(),
        volume: chapter.volume.clone(),
        matter: chapter.matter.as_str().to_owned(),
        n_paragraphs: chapter.n_paragraphs,
        n_work: chapter.n_work,
        n_translated: chapter.n_translated,
        n_reviewed: chapter.n_reviewed,
        n_approved: chapter.n_approved,
        n_needs_work: chapter.n_needs_work,
        n_rehearsed: chapter.n_rehearsed,
        rehearsed_title: chapter.rehearsed_title.clone(),
        n_findings,
        cost_micros,
    }
}

pub(crate) fn paragraph(record: &ParagraphRecord, counts: Option<&VersionCounts>) -> Paragraph {
    Paragraph {
        paragraph_id: record.id.to_string(),
        chapter_id: record.chapter.to_string(),
        paragraph_index: record.index,
        kind: record.kind.as_str().to_owned(),
        text: record.text.to_string(),
        pieces: pieces(&record.text, &record.tags),
        translation: record.translation.as_ref().map(ToString::to_string),
        translation_pieces: record.translation.as_ref().map(|text| pieces(text, &record.tags)),
        rehearsal: record.rehearsal.as_ref().map(ToString::to_string),
        rehearsal_pieces: record.rehearsal.as_ref().map(|text| pieces(text, &record.tags)),
        is_empty: record.is_empty,
        version: record.version.map(|version| version.to_string()),
        author: counts.and_then(|counts| counts.author.as_ref()).map(author),
        review: record.translation.as_ref().map(|_| record.review.into()),
        locked: record.locked,
        stale: record.freshness.reason().map(StaleReason::as_str).map(ToOwned::to_owned),
        n_versions: counts.map_or(0, |counts| counts.n_versions),
        n_suggestions: counts.map_or(0, |counts| counts.n_suggestions),
        n_comments: counts.map_or(0, |counts| counts.n_comments),
        findings: Vec::new(),
    }
}

/// Marked text in pieces.
pub(crate) fn pieces(text: &Marked, tags: &[TagKind]) -> Vec<Piece> {
    let tag = |number: u16| {
        let kind = tags.get(usize::from(number).saturating_sub(1)).copied().unwrap_or(TagKind::Other);
        tag_word(kind).to_owned()
    };
    text.pieces()
        .map(|piece| match piece {
            MarkedPiece::Text(text) => Piece::Text { text: text.into_owned() },
            MarkedPiece::Ruby { base, reading } => {
                Piece::Ruby { base: base.into_owned(), reading: reading.into_owned() }
            }
            MarkedPiece::Open(number) => Piece::Open { number, tag: tag(number) },
            MarkedPiece::Close(number) => Piece::Close { number },
            MarkedPiece::Void(number) => Piece::Void { number, tag: tag(number) },
        })
        .collect()
}

const fn tag_word(kind: TagKind) -> &'static str {
    match kind {
        TagKind::Emphasis => "emphasis",
        TagKind::Link => "link",
        TagKind::NoteMark => "note_mark",
        TagKind::Break => "break",
        TagKind::Image => "image",
        TagKind::Other => "other",
    }
}

pub(crate) fn version(record: &VersionRecord, tags: &[TagKind]) -> Version {
    let (task_kind, run) = match &record.author {
        Author::Person | Author::Memory | Author::Checks | Author::Assistant { .. } => (None, None),
        Author::Model { task_kind, run, .. } => (Some(task_kind.as_str().to_owned()), *run),
    };
    let standing = match record.standing {
        VersionKind::Ordinary => "ordinary",
        VersionKind::Suggestion => "suggestion",
        VersionKind::Rejected => "rejected",
    };
    Version {
        id: record.id.to_string(),
        translation: record.text.to_string(),
        pieces: pieces(&record.text, tags),
        author: author(&record.author),
        person: record.person.as_ref().map(Person::from),
        task_kind,
        run: run.map(|run| run.to_string()),
        selected: record.selected,
        standing: standing.to_owned(),
        stale: !record.is_of_present_source,
        created_at_ms: record.created_at,
        review: record.review.as_ref().map_or(ReviewState::Draft, |review| review.state.into()),
        reviewed_at_ms: record.review.as_ref().map(|review| review.created_at),
        reviewed_by: record.review.as_ref().map(|review| author(&review.who)),
    }
}

pub(crate) fn author(author: &Author) -> String {
    match author {
        Author::Person => "person".to_owned(),
        Author::Memory => "memory".to_owned(),
        Author::Checks => "checks".to_owned(),
        Author::Model { model, .. } | Author::Assistant { model } => model.clone(),
    }
}

pub(crate) fn change(record: &ChangeRecord) -> Change {
    let mut paragraphs: Vec<String> = Vec::new();
    for id in record.effects.iter().filter_map(paragraph_of) {
        let id = id.to_string();
        if paragraphs.len() < MAX_NAMED && !paragraphs.contains(&id) {
            paragraphs.push(id);
        }
    }
    let NoteWords { words, message } = history_words::of_note(&record.note);
    Change {
        id: record.id.to_string(),
        who: author(&record.who),
        person: record.person.as_ref().map(Person::from),
        note: record.note.clone(),
        words,
        message: message.as_ref().map(|message| message.code),
        params: message.map(problem::params).unwrap_or_default(),
        run: record.run.map(|run| run.to_string()),
        is_undo: record.is_undo,
        undone_by: record.undone_by.map(|by| by.to_string()),
        n_effects: u64::try_from(record.effects.len()).unwrap_or(u64::MAX),
        paragraphs,
        place: None,
        last_chapter: None,
        created_at_ms: record.created_at,
    }
}

#[expect(clippy::wildcard_enum_match_arm, reason = "whatever else a change does is not about one paragraph")]
fn paragraph_of(effect: &Effect) -> Option<book::id::ParagraphId> {
    match effect {
        Effect::VersionAdded { paragraph, .. }
        | Effect::Selected { paragraph, .. }
        | Effect::Locked { paragraph, .. }
        | Effect::Reviewed { paragraph, .. }
        | Effect::Rejected { paragraph, .. } => Some(*paragraph),
        _ => None,
    }
}

pub(crate) fn chat(record: &ChatRecord, at_work: bool) -> Chat {
    Chat {
        id: record.id.to_string(),
        title: record.title.clone(),
        n_lines: record.n_lines,
        at_work,
        usage: record.usage.into(),
        created_at_ms: record.created_at,
        updated_at_ms: record.updated_at,
    }
}

/// `limit` is what the run works with now, where that is known; it goes before the one it began with.
pub(crate) fn run(record: &RunRecord, state: RunState) -> Run {
    let spec = runner::run::wish_of(record).ok();
    Run {
        id: record.id.to_string(),
        book: record.book.to_string(),
        kind: spec.as_ref().map_or(record.kind.as_str(), runner::spec::RunSpec::kind_word).to_owned(),
        model: spec.as_ref().map_or_else(|| "?".to_owned(), |spec| spec.model.clone()),
        person: record.person.as_ref().map(Person::from),
        state,
        ending: record.outcome.map(|outcome| outcome.as_str().to_owned()),
        n_tasks: record.n_tasks,
        n_tasks_ended: record.n_ended,
        n_chunks: record.n_chunks.max(record.n_tasks),
        usage: record.usage.into(),
        max_cost_micros: spec.as_ref().and_then(|spec| spec.limit.micros),
        max_tokens: spec.and_then(|spec| spec.limit.tokens),
        created_at_ms: record.created_at,
        updated_at_ms: record.updated_at,
    }
}
