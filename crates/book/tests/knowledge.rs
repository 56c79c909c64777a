//! What a series knows: revelations stay in their chapter, contradictions are never both true, forms are found.

use book::id::{CharacterId, TermId};
use book::knowledge::character::{Address, Character, Fact, Gender, Known, Name};
use book::knowledge::evidence::{Moment, Standing};
use book::knowledge::memory::Memory;
use book::knowledge::term::{Strictness, Term, TermKind};

fn fact(value: Gender, known_from: u32, standing: Standing) -> Fact<Gender> {
    Fact { value, evidence: Vec::new(), known_from: Moment(known_from), standing }
}

fn character(gender: Vec<Fact<Gender>>) -> Character {
    let name = Name::new("玲".to_owned(), "Rei".to_owned());
    Character { gender, ..Character::new(CharacterId::from_number(1), name) }
}

#[test]
fn a_revelation_does_not_leak_into_earlier_chapters() {
    let rei = character(vec![
        fact(Gender::Male, 0, Standing::Confirmed),
        fact(Gender::Female, 40, Standing::Confirmed),
    ]);
    assert_eq!(rei.gender_at(Moment(39)), Known::Settled(&Gender::Male));
    assert_eq!(rei.gender_at(Moment(40)), Known::Settled(&Gender::Female));
}

#[test]
fn contradicting_proposals_are_a_conflict_and_none_is_used() {
    let proposed =
        vec![fact(Gender::Male, 0, Standing::Proposed), fact(Gender::Female, 3, Standing::Confirmed)];
    assert_eq!(character(proposed).gender_at(Moment(9)), Known::Conflict);
    let same_time =
        vec![fact(Gender::Male, 3, Standing::Confirmed), fact(Gender::Female, 3, Standing::Confirmed)];
    assert_eq!(character(same_time).gender_at(Moment(9)), Known::Conflict);
}

#[test]
fn a_rejected_fact_is_as_if_never_said() {
    let rei = character(vec![
        fact(Gender::Male, 0, Standing::Rejected),
        fact(Gender::Female, 0, Standing::Proposed),
    ]);
    assert_eq!(rei.gender_at(Moment(0)), Known::Settled(&Gender::Female));
    assert_eq!(character(Vec::new()).gender_at(Moment(0)), Known::Nothing);
}

#[test]
fn the_form_of_address_follows_the_story() {
    let to = CharacterId::from_number(2);
    let form = |source: &str, from, until: Option<u32>| Address {
        to,
        source: source.to_owned(),
        translation: source.to_owned(),
        from: Moment(from),
        until: until.map(Moment),
        evidence: Vec::new(),
        standing: Standing::Proposed,
    };
    let mut rei = character(Vec::new());
    rei.addresses = vec![form("-san", 0, Some(9)), form("-chan", 10, None)];
    assert_eq!(rei.address_at(to, Moment(9)).map(|address| address.source.as_str()), Some("-san"));
    assert_eq!(rei.address_at(to, Moment(10)).map(|address| address.source.as_str()), Some("-chan"));
}

#[test]
fn a_term_to_keep_is_allowed_in_its_own_spelling_only() {
    let mut term = Term {
        id: TermId::from_number(1),
        source: "龍魂".to_owned(),
        reading: None,
        translation: "Dragon Soul".to_owned(),
        other_forms: vec!["Soul".to_owned(), " ".to_owned()],
        kind: TermKind::Other,
        note: String::new(),
        strictness: Strictness::Exact,
        evidence: Vec::new(),
        standing: Standing::Proposed,
    };
    assert_eq!(term.allowed_forms().collect::<Vec<_>>(), ["Dragon Soul", "Soul"]);
    assert!(!term.is_binding());
    term.standing = Standing::Confirmed;
    assert!(term.is_binding());
    term.strictness = Strictness::KeepSource;
    assert_eq!(term.allowed_forms().collect::<Vec<_>>(), ["龍魂", "Soul"]);
}

#[test]
fn a_memory_is_short_and_says_something() {
    assert!(Memory::fits("She hides the letter."));
    assert!(!Memory::fits("  "));
    assert!(!Memory::fits(&"x".repeat(Memory::MAX_CHARS + 1)));
}
