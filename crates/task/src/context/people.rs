//! The people of a chunk: their names, gender and voice, limited to what a reader knows at this moment of the story.

use super::block::{ContextItem, ContextList, fit, short};
use super::found::KnowledgeInText;
use book::id::CharacterId;
use book::knowledge::character::{Character, FactState as Settled, Gender, Name};
use book::knowledge::entry::EntryKey;
use book::knowledge::evidence::{EntryState, StoryPosition};
use std::collections::BTreeSet;
use tools::series_knowledge::{KnowledgeAt, is_reliable};
use tools::text::PromptLanguage;

pub(super) const MAX_TOKENS: u64 = 700;
const LONGEST_NAME: usize = 60;
const LONGEST_VOICE: usize = 60;
const LONGEST_SAMPLE: usize = 80;
const LONGEST_DESCRIPTION: usize = 160;
const MAX_ENDINGS: usize = 4;
const MAX_SAMPLES: usize = 2;
const MAX_ALIASES: usize = 5;

/// Renders the people named in the chunk, and in short those named just before it: a chunk may continue about a person
/// without a name. Returns the rendered entries with the block.
pub(super) fn people(
    language: PromptLanguage,
    known: &KnowledgeAt<'_>,
    found: &KnowledgeInText,
    cap: u64,
) -> (ContextList, Vec<(EntryKey, Vec<String>)>) {
    let mut items = Vec::new();
    let mut entries: Vec<(EntryKey, Vec<String>)> = Vec::new();
    for character in known.series.characters() {
        if let Some(seen) = found.people.get(&character.id) {
            let line = full(language, character, &seen.names, seen.is_shared, known.moment);
            items.push(ContextItem { line, rank: 1_000_000_u64.saturating_sub(seen.n_times) });
            entries.push((character.id.into(), seen.words.iter().cloned().collect()));
        } else if found.before.contains(&character.id)
            && let Some(gender) = gender(language, character, known.moment)
        {
            let names = names(language, character, &BTreeSet::new(), known.moment);
            items.push(ContextItem {
                line: format!("- {names}{}{gender}", language.choose("；", "; ")),
                rank: 2_000_000,
            });
            entries.push((character.id.into(), Vec::new()));
        }
    }
    let heading = match language {
        PromptLanguage::Chinese => "人物（截至本章读者所知）：",
        PromptLanguage::English => "People (as a reader knows them at this point):",
    };
    let block = fit(heading, &items, cap.min(MAX_TOKENS), |n| match language {
        PromptLanguage::Chinese => format!("- 另有 {n} 人"),
        PromptLanguage::English => format!("- and {n} more"),
    });
    let used = block.shown.iter().filter_map(|place| entries.get(*place).cloned()).collect();
    (block, used)
}

/// The name a person is called by in the context block: the first one a reader knows.
pub(super) fn called(known: &KnowledgeAt<'_>, id: CharacterId) -> Option<String> {
    let character = known.series.character(id)?;
    let name = character.names_at(known.moment).next()?;
    Some(short(&name.source, LONGEST_NAME))
}

fn full(
    language: PromptLanguage,
    character: &Character,
    found: &BTreeSet<usize>,
    is_shared: bool,
    moment: StoryPosition,
) -> String {
    let mut said = vec![names(language, character, found, moment)];
    if is_shared {
        said.push(language.choose("同名者不止一人", "not the only one of this name").to_owned());
    }
    said.extend(gender(language, character, moment).map(ToOwned::to_owned));
    said.extend(voice(language, character));
    let description: Vec<String> = character
        .description
        .iter()
        .filter(|fact| fact.known_from <= moment && is_reliable(fact.standing, &fact.evidence))
        .map(|fact| fact.value.trim().to_owned())
        .collect();
    if !description.is_empty() {
        said.push(short(&description.join(" "), LONGEST_DESCRIPTION));
    }
    if character.standing == EntryState::Proposed {
        said.push(language.choose("待确认", "proposed").to_owned());
    }
    format!("- {}", said.join(language.choose("；", "; ")))
}

/// The full name, and those of the others that stand in the chunk.
fn names(
    language: PromptLanguage,
    character: &Character,
    found: &BTreeSet<usize>,
    moment: StoryPosition,
) -> String {
    let is_known = |name: &Name| name.known_from <= moment;
    let shown = character
        .names()
        .enumerate()
        .filter(|(number, name)| is_known(name) && (*number == 0 || found.contains(number)));
    let mut shown: Vec<String> = shown.map(|(_, name)| pair(name)).take(MAX_ALIASES + 1).collect();
    if shown.is_empty() {
        shown.extend(character.names_at(moment).next().map(pair));
    }
    shown.join(language.choose("，", ", "))
}

fn pair(name: &Name) -> String {
    let source = short(&name.source, LONGEST_NAME);
    let translation = short(&name.translation, LONGEST_NAME);
    if translation.is_empty() { source } else { format!("{source} => {translation}") }
}

/// What is settled and borne out; a contradiction is nothing to go by.
pub(super) fn gender(
    language: PromptLanguage,
    character: &Character,
    moment: StoryPosition,
) -> Option<&'static str> {
    let Settled::Settled(gender) = character.gender_at(moment) else { return None };
    let bears_out = |fact: &book::knowledge::character::Fact<Gender>| {
        fact.value == *gender && fact.known_from <= moment && is_reliable(fact.standing, &fact.evidence)
    };
    character.gender.iter().any(bears_out).then(|| match gender {
        Gender::Female => language.choose("女", "she"),
        Gender::Male => language.choose("男", "he"),
        Gender::Neutral => language.choose("中性", "neither he nor she"),
    })
}

fn voice(language: PromptLanguage, character: &Character) -> Vec<String> {
    let voice = &character.voice;
    let mut said = Vec::new();
    if !voice.register.trim().is_empty() {
        let register = short(&voice.register, LONGEST_VOICE);
        said.push(match language {
            PromptLanguage::Chinese => format!("口吻：{register}"),
            PromptLanguage::English => format!("voice: {register}"),
        });
    }
    let endings: Vec<String> =
        voice.endings.iter().take(MAX_ENDINGS).map(|ending| short(ending, LONGEST_VOICE)).collect();
    if !endings.is_empty() {
        said.push(match language {
            PromptLanguage::Chinese => format!("口头语：{}", endings.join("、")),
            PromptLanguage::English => format!("marks: {}", endings.join(", ")),
        });
    }
    let samples: Vec<String> =
        voice.samples.iter().take(MAX_SAMPLES).map(|sample| short(sample, LONGEST_SAMPLE)).collect();
    if !samples.is_empty() {
        said.push(match language {
            PromptLanguage::Chinese => format!("例：{}", samples.join(" / ")),
            PromptLanguage::English => format!("e.g. {}", samples.join(" / ")),
        });
    }
    said
}
