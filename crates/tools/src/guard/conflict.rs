//! Where a proposal gets in the way of what is known: the same word twice, two translations of one word, two words with
//! one translation, or something a person has refused before.

use crate::knowledge_view::{KnowledgeView, folded};
use crate::text::PromptLanguage;
use crate::tool::Refusal;
use book::id::CharacterId;
use book::knowledge::character::{Character, Name};
use book::knowledge::evidence::EntryState;
use book::knowledge::term::Term;
use book::text::fold::Folding;

/// What stands in the way.
pub(crate) struct EntryConflict {
    code: &'static str,
    id: String,
    zh: String,
    en: String,
}

impl EntryConflict {
    pub(crate) fn refusal(self, language: PromptLanguage) -> Refusal {
        Refusal::new(self.code, language.choose(self.zh, self.en)).with("existing_id", self.id)
    }
}

/// What stands in the way of a term.
pub(crate) fn of_term(view: &KnowledgeView, term: &Term) -> Option<EntryConflict> {
    let source = folded(&term.source);
    let others = || view.known.terms.iter().filter(|other| other.id != term.id);
    let same_word = others().filter(|other| folded(&other.source) == source);
    if let Some(conflict) = same_word.map(|other| same_source(term, other)).next() {
        return Some(conflict);
    }
    let people = view.known.characters.iter().filter(|other| other.standing.is_usable());
    for character in people {
        if let Some(name) = character.names().find(|name| folded(&name.source) == source) {
            return Some(is_a_person(term, character, name));
        }
    }
    let same = |other: &&Term| {
        other.standing.is_usable()
            && folded(&other.translation) == folded(&term.translation)
            && !is_spelling_of(other, term)
    };
    others().find(same).map(|other| same_translation(term, other))
}

/// What stands in the way of a name of a character, which may be a new one.
pub(crate) fn of_name(
    view: &KnowledgeView,
    id: CharacterId,
    name: &Name,
    is_main: bool,
) -> Option<EntryConflict> {
    let source = folded(&name.source);
    let others = || view.known.characters.iter().filter(|other| other.id != id);
    let named_so = |other: &&Character| other.names().any(|known| folded(&known.source) == source);
    if let Some(other) = others().find(named_so) {
        let id = other.id.to_string();
        return Some(match other.standing {
            EntryState::Rejected => rejected(&name.source, id),
            EntryState::Proposed | EntryState::Confirmed => EntryConflict {
                code: "DUPLICATE",
                zh: format!(
                    "角色“{}”（{id}）已使用该名字。如有新信息，请用 update_character。",
                    other.name.source
                ),
                en: format!(
                    "The character `{}` ({id}) already has this name. Use update_character for what is new.",
                    other.name.source
                ),
                id,
            },
        });
    }
    // People may share a short form, but two full names that look alike in translation would be one person to a reader.
    let looks_alike = |other: &&Character| {
        is_main
            && other.standing.is_usable()
            && folded(&other.name.translation) == folded(&name.translation)
            && Folding::READING.fold(&other.name.source) != Folding::READING.fold(&name.source)
    };
    others().find(looks_alike).map(|other| {
        let id = other.id.to_string();
        EntryConflict {
            code: "COLLISION",
            zh: format!(
                "“{}”的译名也是“{}”（{id}）。如为同一人，请用 update_character 添加别名；否则请换一个译名。",
                other.name.source, name.translation
            ),
            en: format!(
                "`{}` is already rendered `{}` ({id}). If it is the same person, add an alias with update_character; \
                 otherwise choose another rendering.",
                other.name.source, name.translation
            ),
            id,
        }
    })
}

fn same_source(term: &Term, other: &Term) -> EntryConflict {
    let id = other.id.to_string();
    if other.standing == EntryState::Rejected {
        return rejected(&other.source, id);
    }
    let agrees = other.allowed_forms().any(|form| folded(form) == folded(&term.translation));
    let (source, known) = (&other.source, &other.translation);
    if agrees {
        return EntryConflict {
            code: "DUPLICATE",
            zh: format!("术语“{source}”已有相同译法（{id}），无需重复添加。"),
            en: format!("The term `{source}` is already known with this translation ({id})."),
            id,
        };
    }
    let (zh, en) = match other.standing {
        EntryState::Confirmed => ("该译法已由用户确认，请沿用。", "A person confirmed it; keep to it."),
        EntryState::Proposed | EntryState::Rejected => {
            ("如确有更好的译法，请用 update_term 修改。", "If another one is really better, use update_term.")
        }
    };
    EntryConflict {
        code: "COLLISION",
        zh: format!("术语“{source}”已有译法“{known}”（{id}）。{zh}"),
        en: format!("The term `{source}` already has the translation `{known}` ({id}). {en}"),
        id,
    }
}

fn rejected(source: &str, id: String) -> EntryConflict {
    EntryConflict {
        code: "REJECTED_BEFORE",
        zh: format!("用户已否决“{source}”，请勿再次提出。"),
        en: format!("A person has turned `{source}` down; do not propose it again."),
        id,
    }
}

fn is_a_person(term: &Term, character: &Character, name: &Name) -> EntryConflict {
    let id = character.id.to_string();
    let agrees = folded(&name.translation) == folded(&term.translation);
    EntryConflict {
        code: if agrees { "DUPLICATE" } else { "COLLISION" },
        zh: format!(
            "“{}”是角色的名字，译作“{}”（{id}）。请用 get_character 查看。",
            term.source, name.translation
        ),
        en: format!(
            "`{}` is a character's name, rendered `{}` ({id}). See get_character.",
            term.source, name.translation
        ),
        id,
    }
}

fn same_translation(term: &Term, other: &Term) -> EntryConflict {
    let id = other.id.to_string();
    EntryConflict {
        code: "COLLISION",
        zh: format!(
            "“{}”已译作“{}”（{id}）。请为“{}”另选译法。",
            other.source, other.translation, term.source
        ),
        en: format!(
            "`{}` is already translated `{}` ({id}). Choose another translation for `{}`.",
            other.source, other.translation, term.source
        ),
        id,
    }
}

/// Whether two sources are one word in two spellings: in either kana, or a word and its reading.
fn is_spelling_of(one: &Term, other: &Term) -> bool {
    let sound = |text: &str| Folding::READING.fold(text.trim());
    let sounds = |term: &Term| [Some(sound(&term.source)), term.reading.as_deref().map(sound)];
    let others = sounds(other);
    sounds(one).iter().flatten().any(|sound| others.iter().flatten().any(|other| other == sound))
}
