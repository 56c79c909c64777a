//! What a series knows: revelations stay in their chapter, contradictions are never both true, forms are found.

use book::edit::Edit;
use book::id::{BookId, CharacterId, Mint, ParagraphId, TermId};
use book::knowledge::character::{Address, Character, Fact, FactState, Gender, Name};
use book::knowledge::conflict::{Conflict, conflicts};
use book::knowledge::entry::{Entry, Revision};
use book::knowledge::evidence::{EntryState, Evidence, StoryPosition};
use book::knowledge::memory::Memory;
use book::knowledge::term::{Strictness, Term, TermKind};
use std::collections::BTreeSet;

fn fact(value: Gender, known_from: u32, standing: EntryState) -> Fact<Gender> {
    Fact { value, evidence: Vec::new(), known_from: StoryPosition(known_from), standing }
}

fn character(gender: Vec<Fact<Gender>>) -> Character {
    let name = Name::new("玲".to_owned(), "Rei".to_owned());
    Character { gender, ..Character::new(CharacterId::from_number(1), name) }
}

#[test]
fn a_revelation_does_not_leak_into_earlier_chapters() {
    let rei = character(vec![
        fact(Gender::Male, 0, EntryState::Confirmed),
        fact(Gender::Female, 40, EntryState::Confirmed),
    ]);
    assert_eq!(rei.gender_at(StoryPosition(39)), FactState::Settled(&Gender::Male));
    assert_eq!(rei.gender_at(StoryPosition(40)), FactState::Settled(&Gender::Female));
}

#[test]
fn contradicting_proposals_are_a_conflict_and_none_is_used() {
    let proposed =
        vec![fact(Gender::Male, 0, EntryState::Proposed), fact(Gender::Female, 3, EntryState::Confirmed)];
    assert_eq!(character(proposed).gender_at(StoryPosition(9)), FactState::Conflict);
    let same_time =
        vec![fact(Gender::Male, 3, EntryState::Confirmed), fact(Gender::Female, 3, EntryState::Confirmed)];
    assert_eq!(character(same_time).gender_at(StoryPosition(9)), FactState::Conflict);
}

#[test]
fn a_rejected_fact_is_as_if_never_said() {
    let rei = character(vec![
        fact(Gender::Male, 0, EntryState::Rejected),
        fact(Gender::Female, 0, EntryState::Proposed),
    ]);
    assert_eq!(rei.gender_at(StoryPosition(0)), FactState::Settled(&Gender::Female));
    assert_eq!(character(Vec::new()).gender_at(StoryPosition(0)), FactState::Nothing);
}

#[test]
fn the_form_of_address_follows_the_story() {
    let form = |from, until: Option<u32>| Address {
        to: CharacterId::from_number(2),
        source: "-san".to_owned(),
        translation: "-san".to_owned(),
        from: StoryPosition(from),
        until: until.map(StoryPosition),
        evidence: Vec::new(),
        standing: EntryState::Proposed,
    };
    let (first, then) = (form(0, Some(9)), form(10, None));
    assert!(first.holds_at(StoryPosition(9)) && !then.holds_at(StoryPosition(9)));
    assert!(!first.holds_at(StoryPosition(10)) && then.holds_at(StoryPosition(10)));
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
        standing: EntryState::Proposed,
    };
    assert_eq!(term.allowed_forms().collect::<Vec<_>>(), ["Dragon Soul", "Soul"]);
    assert!(!term.is_binding());
    term.standing = EntryState::Confirmed;
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

#[test]
fn the_same_seed_gives_the_same_ids_and_none_that_is_taken() {
    let (mut one, mut other) = (Mint::new(7), Mint::new(7));
    let ids: Vec<TermId> = (0..2_000).map(|_| one.term(|_| false)).collect();
    assert!(ids.iter().all(|id| *id == other.term(|_| false)));
    assert_ne!(Mint::new(8).term(|_| false), ids[0]);
    let again = Mint::new(7).term(|id| id == ids[0]);
    assert_eq!(again, ids[1]);
    for id in ids {
        assert_eq!(id.to_string().len(), 8);
        assert_eq!(id.to_string().parse(), Ok(id));
    }
}

#[test]
fn a_moment_knows_its_volume_and_its_chapter() {
    let moment = StoryPosition::new(2, 41);
    assert_eq!((moment.book(), moment.chapter()), (2, 41));
    assert!(
        StoryPosition::new(1, 900_000) < StoryPosition::new(2, 0),
        "a book without end stays before the next"
    );
    assert_eq!(StoryPosition::new(0, 3), StoryPosition(3));
}

#[test]
fn an_alias_is_not_a_persons_name_before_readers_know_it() {
    let mut rei = character(Vec::new());
    let mask =
        Name { known_from: StoryPosition(40), ..Name::new("仮面".to_owned(), "the Mask".to_owned()) };
    rei.aliases.push(mask);
    assert_eq!(rei.names_at(StoryPosition(39)).count(), 1);
    assert_eq!(rei.names_at(StoryPosition(40)).count(), 2);
}

#[test]
fn a_mark_changes_with_what_is_told_and_not_with_where_it_was_learnt() {
    let evidence = vec![Evidence { book: BookId::from_number(1), paragraph: ParagraphId::from_number(1) }];
    let plain = Term::new(TermId::from_number(1), "龍魂".to_owned(), "Dragon Soul".to_owned());
    let mark = |term: &Term| Entry::from(term.clone()).mark();
    assert_eq!(mark(&plain), mark(&Term { evidence: evidence.clone(), ..plain.clone() }));
    let others = [
        Term { translation: "Soul".to_owned(), ..plain.clone() },
        Term { note: "x".to_owned(), ..plain.clone() },
        Term { standing: EntryState::Confirmed, ..plain.clone() },
        Term { strictness: Strictness::Exact, ..plain.clone() },
        Term { other_forms: vec!["Soul".to_owned()], ..plain.clone() },
        Term { reading: Some("りゅう".to_owned()), ..plain.clone() },
    ];
    let marks: BTreeSet<i64> = others.iter().chain([&plain]).map(|term| mark(term).0).collect();
    assert_eq!(marks.len(), others.len() + 1);
    let rei = character(vec![fact(Gender::Female, 0, EntryState::Proposed)]);
    let known = Character { evidence, ..rei.clone() };
    assert_eq!(Entry::from(rei.clone()).mark(), Entry::from(known).mark());
    let other = character(vec![fact(Gender::Male, 0, EntryState::Proposed)]);
    assert_ne!(Entry::from(rei).mark(), Entry::from(other).mark());
}

#[test]
fn an_entry_and_its_edit_read_back_as_they_were_written() {
    let entry = Entry::from(character(vec![fact(Gender::Female, 3, EntryState::Confirmed)]));
    for edit in [
        Edit::create(entry.clone()),
        Edit::update(entry.clone(), Revision(4)),
        Edit::remove(TermId::from_number(3)),
    ] {
        let text = serde_json::to_string(&edit).unwrap();
        assert_eq!(serde_json::from_str::<Edit>(&text).unwrap(), edit, "{text}");
    }
}

#[test]
fn contradictions_are_listed_and_what_a_person_has_decided_is_none() {
    let term = |number, source: &str, translation: &str, standing| Term {
        standing,
        ..Term::new(TermId::from_number(number), source.to_owned(), translation.to_owned())
    };
    let terms = [
        term(1, "剣", "Sword", EntryState::Confirmed),
        term(2, "剣", "Blade", EntryState::Confirmed),
        term(3, "盾", "Shield", EntryState::Confirmed),
        term(4, "盾", "Buckler", EntryState::Proposed),
        term(5, "槍", "Spear", EntryState::Proposed),
        term(6, "槍", "Lance", EntryState::Proposed),
        term(7, "弓", "Bow", EntryState::Confirmed),
        term(8, "弓", "Arch", EntryState::Rejected),
        term(9, "玲", "Rei", EntryState::Confirmed),
    ];
    let both =
        vec![fact(Gender::Male, 2, EntryState::Proposed), fact(Gender::Female, 5, EntryState::Proposed)];
    let mut rei = character(both);
    let to = CharacterId::from_number(2);
    let form = |translation: &str, from, until: Option<u32>| Address {
        to,
        source: "先輩".to_owned(),
        translation: translation.to_owned(),
        from: StoryPosition(from),
        until: until.map(StoryPosition),
        evidence: Vec::new(),
        standing: EntryState::Proposed,
    };
    rei.addresses = vec![form("senpai", 0, Some(3)), form("sir", 4, None)];
    let rendering = |found: &Conflict| match found {
        Conflict::Rendering { source, sides } => Some((source.clone(), sides.len())),
        Conflict::Gender { .. } | Conflict::Address { .. } => None,
    };
    let found = conflicts(&terms, std::slice::from_ref(&rei));
    assert_eq!(found[0], Conflict::Gender { character: rei.id, from: StoryPosition(5) });
    let sources: Vec<_> = found.iter().filter_map(rendering).collect();
    assert_eq!(sources, [("剣".to_owned(), 2), ("槍".to_owned(), 2)]);
    assert_eq!(found.len(), 3);
    rei.addresses.push(form("boss", 6, Some(7)));
    let translations = vec!["sir".to_owned(), "boss".to_owned()];
    let source = "先輩".to_owned();
    let conflict = Conflict::Address { character: rei.id, to, source, translations };
    assert!(conflicts(&[], &[rei]).contains(&conflict));
}
