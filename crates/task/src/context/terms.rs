//! The terms of a chunk with their translations, and names whose owner the reader does not know yet.

use super::block::{ContextItem, ContextList, fit, short};
use super::found::{FoundEntry, KnowledgeInText};
use book::id::CharacterId;
use book::knowledge::entry::EntryKey;
use book::knowledge::evidence::EntryState;
use book::knowledge::term::{Strictness, Term, TermKind};
use tools::series_knowledge::KnowledgeAt;
use tools::text::PromptLanguage;

pub(super) const MAX_TOKENS: u64 = 700;
const LONGEST_NAME: usize = 60;
const LONGEST_NOTE: usize = 160;
const MAX_FORMS: usize = 4;

/// Renders the terms that stand in the chunk. The entries that got in are given with the block.
pub(super) fn terms(
    language: PromptLanguage,
    known: &KnowledgeAt<'_>,
    found: &KnowledgeInText,
    cap: u64,
) -> (ContextList, Vec<(EntryKey, Vec<String>)>) {
    let mut items = Vec::new();
    let mut entries = Vec::new();
    for term in known.series.terms() {
        let Some(seen) = found.terms.get(&term.id).filter(|_| !is_a_persons(known, found, term)) else {
            continue;
        };
        items.push(ContextItem { line: line(language, term, seen), rank: rank(term, seen) });
        entries.push((term.id.into(), seen.words.iter().cloned().collect()));
    }
    for ((id, number), seen) in &found.unrevealed {
        let Some(line) = unrevealed(known, *id, *number) else { continue };
        items.push(ContextItem { line, rank: 1_000 });
        entries.push(((*id).into(), seen.words.iter().cloned().collect()));
    }
    let heading = match language {
        PromptLanguage::Chinese => "术语（原文 => 译名；请照此翻译，可按语法变化）：",
        PromptLanguage::English => "Terms (source => translation; use these, inflected as grammar needs):",
    };
    let block = fit(heading, &items, cap.min(MAX_TOKENS), |n| match language {
        PromptLanguage::Chinese => format!("- 另有 {n} 条"),
        PromptLanguage::English => format!("- and {n} more"),
    });
    let used = block.shown.iter().filter_map(|place| entries.get(*place).cloned()).collect();
    (block, used)
}

/// What must be followed gets in first, then what occurs most.
fn rank(term: &Term, seen: &FoundEntry) -> u64 {
    let weight = match (term.is_binding(), term.standing) {
        (true, _) => 0,
        (false, EntryState::Confirmed) => 1_000_000,
        (false, EntryState::Proposed | EntryState::Rejected) => 2_000_000,
    };
    weight + 1_000_000_u64.saturating_sub(1).saturating_sub(seen.n_times)
}

/// Whether a person in the chunk is already given with this name and this translation.
fn is_a_persons(known: &KnowledgeAt<'_>, found: &KnowledgeInText, term: &Term) -> bool {
    found.people.iter().any(|(id, seen)| {
        known.series.character(*id).is_some_and(|character| {
            let mut names = character.names().enumerate().filter(|(number, _)| seen.names.contains(number));
            names.any(|(_, name)| name.source == term.source && name.translation == term.translation)
        })
    }) && !term.is_binding()
}

fn line(language: PromptLanguage, term: &Term, seen: &FoundEntry) -> String {
    let mut forms = term.allowed_forms();
    let agreed = forms.next().unwrap_or_default();
    let mut line = format!("- {} => {}", short(&term.source, LONGEST_NAME), short(agreed, LONGEST_NAME));
    let marks = marks(language, term, seen);
    if !marks.is_empty() {
        let (open, between, close) = language.choose(("（", "，", "）"), (" (", ", ", ")"));
        line.extend([open, &marks.join(between), close]);
    }
    let others: Vec<String> = forms.take(MAX_FORMS).map(|form| short(form, LONGEST_NAME)).collect();
    if !others.is_empty() {
        let (also, between) = language.choose(("；也可译：", "、"), ("; also ", ", "));
        line.extend([also, &others.join(between)]);
    }
    if !term.note.trim().is_empty() {
        line.push_str(language.choose("；", "; "));
        line.push_str(&short(&term.note, LONGEST_NOTE));
    }
    line
}

fn marks(language: PromptLanguage, term: &Term, seen: &FoundEntry) -> Vec<String> {
    let mut marks = Vec::new();
    match term.strictness {
        Strictness::Exact => marks.push(language.choose("必须", "exact").to_owned()),
        Strictness::KeepSource => marks.push(language.choose("保留原文", "keep as in the source").to_owned()),
        Strictness::Preferred => {}
    }
    if seen.is_shared {
        let kind = kind(language, term.kind);
        marks.push(match language {
            PromptLanguage::Chinese => format!("仅指{kind}时，请按上下文判断"),
            PromptLanguage::English => format!("only where it is the {kind}; judge by the context"),
        });
    }
    if let Some(reading) = term.reading.as_deref().filter(|_| seen.by_reading) {
        let reading = short(reading, LONGEST_NAME);
        marks.push(match language {
            PromptLanguage::Chinese => format!("读作{reading}"),
            PromptLanguage::English => format!("read {reading}"),
        });
    }
    if term.standing == EntryState::Proposed {
        marks.push(language.choose("待确认", "proposed").to_owned());
    }
    marks
}

fn kind(language: PromptLanguage, kind: TermKind) -> &'static str {
    match kind {
        TermKind::Person => language.choose("人物", "person"),
        TermKind::Place => language.choose("地点", "place"),
        TermKind::Organisation => language.choose("组织", "organisation"),
        TermKind::Item => language.choose("物品", "thing"),
        TermKind::Skill => language.choose("技能", "skill"),
        TermKind::Title => language.choose("头衔", "title"),
        TermKind::Species => language.choose("种族", "species"),
        TermKind::Other => language.choose("该词", "term"),
    }
}

/// A name with its translation and nothing else: whose it is would give the story away.
fn unrevealed(known: &KnowledgeAt<'_>, id: CharacterId, number: usize) -> Option<String> {
    let name = known.series.character(id)?.names().nth(number)?;
    if name.translation.trim().is_empty() {
        return None;
    }
    Some(format!("- {} => {}", short(&name.source, LONGEST_NAME), short(&name.translation, LONGEST_NAME)))
}
