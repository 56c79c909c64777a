//! A character as a model is shown it: in a task only what a reader knows at that place, outside everything.

use crate::knowledge_view::KnowledgeView;
use crate::paragraph::cut;
use book::id::CharacterId;
use book::knowledge::character::{Character, Fact, FactState};
use book::knowledge::evidence::StoryPosition;
use serde_json::{Map, Value, json};

const MAX_NAMES: usize = 12;
const MAX_FACTS: usize = 8;
const MAX_FACT_CHARS: usize = 300;
const MAX_SAMPLES: usize = 3;
const MAX_ADDRESSES: usize = 12;

pub(super) fn to_json(view: &KnowledgeView, character: &Character) -> Value {
    let now = view.moment.unwrap_or(StoryPosition(u32::MAX));
    let mut json = Map::new();
    let mut put = |name: &str, value: Value| drop(json.insert(name.to_owned(), value));
    put("character_id", character.id.to_string().into());
    let mut names = character.names_at(now);
    if let Some(name) = names.next() {
        put("name", name.source.as_str().into());
        put("translation", name.translation.as_str().into());
    }
    let aliases: Vec<String> =
        names.take(MAX_NAMES).map(|name| format!("{}={}", name.source, name.translation)).collect();
    if !aliases.is_empty() {
        put("aliases", aliases.into());
    }
    match character.gender_at(now) {
        FactState::Settled(gender) => put("gender", gender.as_str().into()),
        FactState::Conflict => put("gender", "conflict".into()),
        FactState::Nothing => {}
    }
    let facts: Vec<String> = visible(view, &character.description)
        .take(MAX_FACTS)
        .map(|fact| cut(&fact.value, MAX_FACT_CHARS))
        .collect();
    if !facts.is_empty() {
        put("notes", facts.into());
    }
    let voice = &character.voice;
    if !voice.register.is_empty() || !voice.endings.is_empty() || !voice.samples.is_empty() {
        let samples: Vec<String> =
            voice.samples.iter().take(MAX_SAMPLES).map(|line| cut(line, MAX_FACT_CHARS)).collect();
        put("voice", json!({ "register": voice.register, "endings": voice.endings, "samples": samples }));
    }
    let addresses: Vec<String> = character
        .addresses
        .iter()
        .filter(|address| address.standing.is_usable())
        .filter(|address| view.moment.is_none_or(|now| address.holds_at(now)))
        .take(MAX_ADDRESSES)
        .map(|address| format!("{}={}={}", named(view, address.to), address.source, address.translation))
        .collect();
    if !addresses.is_empty() {
        put("addresses", addresses.into());
    }
    put("standing", character.standing.as_str().into());
    Value::Object(json)
}

fn visible<'a, T>(view: &'a KnowledgeView, facts: &'a [Fact<T>]) -> impl Iterator<Item = &'a Fact<T>> {
    facts.iter().filter(|fact| fact.standing.is_usable() && view.may_tell(fact.known_from))
}

fn named(view: &KnowledgeView, id: CharacterId) -> String {
    let known = view.known.characters.iter().find(|one| one.id == id);
    let name = known.and_then(|one| one.names().find(|name| view.may_tell(name.known_from)));
    name.map_or_else(|| id.to_string(), |name| name.source.clone())
}
