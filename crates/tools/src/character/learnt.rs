//! What a call says about a character, put beside what is known: facts grow, and a contradiction is kept as one.

use super::find_id;
use crate::context::ToolContext;
use crate::guard::{Guard, Occurrences, clash_of_name};
use crate::knowledge_view::{self, KnowledgeView, bare, folded};
use crate::paragraph::cut;
use crate::text::PromptLanguage;
use crate::tool::{Refusal, ToolError};
use book::id::BookId;
use book::knowledge::character::{Address, Character, Fact, FactState, Gender, Name};
use book::knowledge::evidence::{Evidence, StoryPosition};

/// What a call says.
#[derive(Default)]
pub(super) struct Reply<'a> {
    pub(super) aliases: &'a [String],
    pub(super) gender: Option<&'a str>,
    pub(super) note: Option<&'a str>,
    pub(super) voice: Option<&'a str>,
    pub(super) addresses: &'a [String],
}

const MAX_ALIASES: usize = 20;
const MAX_FACTS: usize = 30;
const MAX_ADDRESSES: usize = 40;
const MAX_FACT_CHARS: usize = 300;
const MAX_VOICE_CHARS: usize = 120;

/// Where and when the call learnt what it says.
pub(super) struct Source {
    pub(super) evidence: Vec<Evidence>,
    pub(super) moment: StoryPosition,
}

impl Source {
    /// The paragraphs of the chunk that name the person, or else those of the book.
    pub(super) async fn find(
        ctx: &ToolContext<'_>,
        view: &KnowledgeView,
        places: &Occurrences,
    ) -> Result<Self, ToolError> {
        let here = places.in_chunk(ctx);
        let evidence = if here.is_empty() { places } else { &here }.evidence(ctx.book_id);
        let moment = match (view.moment, places.first_chapter()) {
            (Some(moment), _) => moment,
            (None, Some(chapter)) => ctx.library.position_of(ctx.book_id, chapter).await?,
            (None, None) => StoryPosition(0),
        };
        Ok(Self { evidence, moment })
    }
}

/// Adds what is said; gives notes on what was left out or contradicts.
pub(super) async fn add(
    ctx: &ToolContext<'_>,
    view: &KnowledgeView,
    guard: &Guard,
    character: &mut Character,
    reply: &Reply<'_>,
    source: &Source,
) -> Result<Vec<String>, ToolError> {
    let mut notes = Vec::new();
    for alias in reply.aliases.iter().take(MAX_ALIASES) {
        if let Err(refusal) = add_alias(ctx, view, guard, character, alias, source).await? {
            let why = refusal.content.get("error").and_then(serde_json::Value::as_str).unwrap_or_default();
            notes.push(format!("{}: {why}", cut(alias, 40)));
        }
    }
    if let Some(gender) = reply.gender {
        notes.extend(add_gender(ctx, character, gender, source)?);
    }
    if let Some(note) = reply.note.map(str::trim).filter(|note| !note.is_empty()) {
        let note = cut(note, MAX_FACT_CHARS);
        let is_known = character.description.iter().any(|fact| folded(&fact.value) == folded(&note));
        if !is_known && character.description.len() < MAX_FACTS {
            character.description.push(fact(ctx, note, source));
        }
    }
    if let Some(voice) = reply.voice.map(str::trim).filter(|voice| !voice.is_empty()) {
        character.voice.register = cut(voice, MAX_VOICE_CHARS);
    }
    for address in reply.addresses.iter().take(MAX_ADDRESSES) {
        notes.extend(add_address(ctx, view, character, address, source).await?);
    }
    Ok(notes)
}

fn fact<T>(ctx: &ToolContext<'_>, value: T, source: &Source) -> Fact<T> {
    Fact {
        value,
        evidence: source.evidence.clone(),
        known_from: source.moment,
        standing: knowledge_view::standing(ctx),
    }
}

async fn add_alias(
    ctx: &ToolContext<'_>,
    view: &KnowledgeView,
    guard: &Guard,
    character: &mut Character,
    alias: &str,
    source: &Source,
) -> Result<Result<(), Refusal>, ToolError> {
    let (word, translation) = alias.split_once(['=', '＝', '→']).unwrap_or((alias, ""));
    let (word, translation) = (bare(word), bare(translation));
    if let Some(known) = std::iter::once(&mut character.name)
        .chain(&mut character.aliases)
        .find(|name| folded(&name.source) == folded(&word))
    {
        if known.translation.is_empty() {
            known.translation = translation;
        }
        return Ok(Ok(()));
    }
    let places = Occurrences::find(ctx, &[&word]).await?;
    let rendering = if translation.is_empty() { &word } else { &translation };
    if let Err(refusal) = guard.name(ctx, &word, rendering, &places) {
        return Ok(Err(refusal));
    }
    let mut name = Name::new(word, translation);
    name.known_from = source.moment.max(character.name.known_from);
    if let Some(clash) = clash_of_name(view, character.id, &name, false) {
        return Ok(Err(clash.refusal(ctx.language)));
    }
    character.aliases.push(name);
    Ok(Ok(()))
}

/// A gender that contradicts what is known is kept beside it, and a person is asked; until then neither is used.
fn add_gender(
    ctx: &ToolContext<'_>,
    character: &mut Character,
    given: &str,
    source: &Source,
) -> Result<Option<String>, Refusal> {
    let gender = gender_of(given).ok_or_else(|| {
        let error = ctx
            .language
            .choose("gender 只能是 female、male 或 neutral。", "gender is female, male or neutral.");
        Refusal::new("INVALID_ARGUMENTS", error)
    })?;
    match character.gender.iter_mut().find(|fact| fact.value == gender && fact.standing.is_usable()) {
        Some(known) => {
            known.known_from = known.known_from.min(source.moment);
            add_evidence(&mut known.evidence, &source.evidence);
        }
        None => character.gender.push(fact(ctx, gender, source)),
    }
    let conflicts = character.gender_at(StoryPosition(u32::MAX)) == FactState::Conflict;
    Ok(conflicts.then(|| {
        ctx.language.choose(
            "与已知性别矛盾，已留待用户判断；在此之前不使用。".to_owned(),
            "This contradicts the known gender; a person will decide, until then neither is used.".to_owned(),
        )
    }))
}

fn gender_of(word: &str) -> Option<Gender> {
    let word = word.trim().to_lowercase();
    Gender::from_word(&word).or(match word.as_str() {
        "f" | "woman" | "she" | "女" | "女性" => Some(Gender::Female),
        "m" | "man" | "he" | "男" | "男性" => Some(Gender::Male),
        "nonbinary" | "they" | "none" | "中性" => Some(Gender::Neutral),
        _ => None,
    })
}

async fn add_address(
    ctx: &ToolContext<'_>,
    view: &KnowledgeView,
    character: &mut Character,
    given: &str,
    source: &Source,
) -> Result<Option<String>, ToolError> {
    let left_out = |zh: &str, en: &str| Some(format!("{}: {}", cut(given, 60), ctx.language.choose(zh, en)));
    let parts: Vec<String> = given.split(['=', '＝', '→']).map(bare).collect();
    let [to, form, translation] = parts.as_slice() else {
        return Ok(left_out("格式应为 对方=称呼=译法。", "write it as other=form=translation."));
    };
    let Some(to) = find_id(view, to).filter(|to| *to != character.id) else {
        return Ok(left_out("没有这个角色。", "there is no such character."));
    };
    let places = Occurrences::find(ctx, &[form]).await?;
    if places.is_empty() && !knowledge_view::is_person(ctx) {
        return Ok(left_out("书中没有该称呼。", "this form does not occur in the book."));
    }
    let same = |known: &Address| known.to == to && known.source == *form && known.translation == *translation;
    if !character.addresses.iter().any(same) {
        let here = places.in_chunk(ctx);
        character.addresses.push(Address {
            to,
            source: form.clone(),
            translation: translation.clone(),
            from: source.moment,
            until: None,
            evidence: if here.is_empty() { &places } else { &here }.evidence(ctx.book_id),
            standing: knowledge_view::standing(ctx),
        });
    }
    Ok(None)
}

fn add_evidence(known: &mut Vec<Evidence>, new: &[Evidence]) {
    const MAX: usize = 8;
    for evidence in new {
        if known.len() < MAX && !known.contains(evidence) {
            known.push(*evidence);
        }
    }
}

/// Puts notes into an answer.
pub(super) fn with_notes(
    mut content: serde_json::Value,
    notes: &[String],
    language: PromptLanguage,
) -> serde_json::Value {
    if let (serde_json::Value::Object(content), false) = (&mut content, notes.is_empty()) {
        content.insert("note".to_owned(), notes.join(language.choose("；", "; ")).into());
    }
    content
}

/// The evidence that a person of these names is in the book.
pub(super) fn note_evidence(character: &mut Character, places: &Occurrences, book: BookId) {
    add_evidence(&mut character.evidence, &places.evidence(book));
}
