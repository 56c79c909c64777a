//! A file held against what is known: nothing that stands is changed unbidden, and nothing is lost unsaid.

use book::id::{BookId, ChapterId, CharacterId, MemoryId, Mint, ParagraphId, TermId};
use book::knowledge::character::{Address, Character, Fact, Gender, Name};
use book::knowledge::draft::{Draft, Identity, TermDraft};
use book::knowledge::entry::Entry;
use book::knowledge::evidence::{EntryState, Evidence, StoryPosition};
use book::knowledge::memory::{Memory, Subject};
use book::knowledge::merge::{ExistingEntries, MergePlan, MergePolicy, MergeVerdict, Tally, plan};
use book::knowledge::summary::Summary;
use book::knowledge::term::{Strictness, Term, TermKind};
use std::collections::BTreeSet;

#[derive(Default, Clone)]
struct Known {
    terms: Vec<Term>,
    characters: Vec<Character>,
    memories: Vec<Memory>,
    summaries: Vec<Summary>,
    books: BTreeSet<BookId>,
}

impl Known {
    fn plan(&self, draft: &Draft, policy: MergePolicy) -> MergePlan {
        let present = ExistingEntries {
            terms: &self.terms,
            characters: &self.characters,
            memories: &self.memories,
            summaries: &self.summaries,
            books: &self.books,
        };
        plan(draft, &present, policy, &mut Mint::new(7))
    }

    /// What is known once the plan is carried out.
    fn after(&self, plan: &MergePlan) -> Self {
        let mut known = self.clone();
        for entry in plan.entries() {
            match entry.clone() {
                Entry::Term(term) => put(&mut known.terms, term, |one| one.id),
                Entry::Character(character) => put(&mut known.characters, character, |one| one.id),
                Entry::Memory(memory) => put(&mut known.memories, memory, |one| one.id),
                Entry::Summary(summary) => put(&mut known.summaries, summary, |one| (one.book, one.chapter)),
            }
        }
        known
    }

    /// Everything as our own file has it.
    fn draft(&self) -> Draft {
        Draft {
            identity: Identity::Ids,
            terms: self.terms.iter().map(TermDraft::from).collect(),
            characters: self.characters.clone(),
            memories: self.memories.clone(),
            summaries: self.summaries.clone(),
        }
    }
}

fn put<T, K: PartialEq>(list: &mut Vec<T>, value: T, key: impl Fn(&T) -> K) {
    match list.iter_mut().find(|one| key(one) == key(&value)) {
        Some(place) => *place = value,
        None => list.push(value),
    }
}

fn term(number: u32, source: &str, translation: &str) -> Term {
    let term = Term::new(TermId::from_number(number), source.to_owned(), translation.to_owned());
    Term { standing: EntryState::Confirmed, ..term }
}

fn row(number: u32, source: &str, translation: &str) -> TermDraft {
    let mut draft = TermDraft::new(TermId::from_number(number), source.to_owned());
    draft.translation = Some(translation.to_owned());
    draft
}

fn rows(rows: &[(&str, &str)]) -> Draft {
    let terms = rows.iter().zip(0..).map(|((source, translation), number)| row(number, source, translation));
    Draft { terms: terms.collect(), ..Draft::default() }
}

fn person(number: u32, source: &str, translation: &str) -> Character {
    let name = Name::new(source.to_owned(), translation.to_owned());
    Character { standing: EntryState::Confirmed, ..Character::new(CharacterId::from_number(number), name) }
}

fn gender(value: Gender) -> Vec<Fact<Gender>> {
    vec![Fact { value, evidence: Vec::new(), known_from: StoryPosition(0), standing: EntryState::Confirmed }]
}

#[test]
fn new_words_are_added_same_ones_left_and_contradictions_kept_as_they_were() {
    let known = Known { terms: vec![term(1, "凛", "Rin"), term(2, "剣", "Sword")], ..Known::default() };
    let plan = known.plan(&rows(&[("凛", "Rin"), ("剣", "Blade"), ("都", "Capital")]), MergePolicy::Keep);
    assert_eq!(plan.tally(), Tally { added: 1, same: 1, conflicts: 1, ..Tally::default() });
    let MergeVerdict::Conflict { differences } = &plan.items[1].verdict else { unreachable!() };
    assert_eq!(
        (differences[0].field, &*differences[0].here, &*differences[0].there),
        ("translation", "Sword", "Blade")
    );
    let after = known.after(&plan);
    assert_eq!(after.terms[..2], known.terms);
    assert_eq!((&*after.terms[2].source, after.terms[2].standing), ("都", EntryState::Confirmed));
}

#[test]
fn overwriting_replaces_what_contradicts_and_nothing_else() {
    let mut sword = term(2, "剣", "Sword");
    sword.note = "keep me".to_owned();
    sword.kind = TermKind::Item;
    let known = Known { terms: vec![sword.clone()], ..Known::default() };
    let plan = known.plan(&rows(&[("剣", "Blade")]), MergePolicy::Overwrite);
    assert_eq!(plan.tally(), Tally { overwritten: 1, ..Tally::default() });
    assert_eq!(known.after(&plan).terms, [Term { translation: "Blade".to_owned(), ..sword }]);
}

#[test]
fn what_was_empty_is_filled_and_a_proposal_the_file_agrees_with_is_confirmed() {
    let mut proposed = term(1, "凛", "Rin");
    proposed.standing = EntryState::Proposed;
    let known = Known { terms: vec![proposed], ..Known::default() };
    let mut draft = rows(&[("凛", "Rin")]);
    draft.terms[0].note = Some("heroine".to_owned());
    draft.terms[0].kind = Some(TermKind::Person);
    draft.terms[0].other_forms = vec!["Rin-san".to_owned()];
    let plan = known.plan(&draft, MergePolicy::Keep);
    assert_eq!(plan.tally(), Tally { filled: 1, ..Tally::default() });
    let after = &known.after(&plan).terms[0];
    assert_eq!(
        (&*after.note, after.kind, after.standing),
        ("heroine", TermKind::Person, EntryState::Confirmed)
    );
    assert_eq!(
        known.after(&plan).plan(&draft, MergePolicy::Keep).tally(),
        Tally { same: 1, ..Tally::default() }
    );
}

#[test]
fn a_refused_word_is_not_brought_back_unbidden() {
    let mut refused = term(1, "メイン", "Main");
    refused.standing = EntryState::Rejected;
    let known = Known { terms: vec![refused], ..Known::default() };
    let draft = rows(&[("メイン", "Main")]);
    assert_eq!(known.plan(&draft, MergePolicy::Keep).tally().conflicts, 1);
    let after = known.after(&known.plan(&draft, MergePolicy::Overwrite));
    assert_eq!(after.terms[0].standing, EntryState::Confirmed);
}

#[test]
fn spellings_that_fold_to_the_same_are_one_word_and_homonyms_of_another_kind_are_not() {
    let mut title = term(2, "頭", "Boss");
    title.kind = TermKind::Title;
    let known = Known {
        terms: vec![term(1, "ＮＥＲＶ", "Nerv"), term(3, "頭", "head"), title],
        ..Known::default()
    };
    let mut draft = rows(&[("nerv", "Nerv"), ("頭", "Boss")]);
    draft.terms[1].kind = Some(TermKind::Title);
    assert_eq!(known.plan(&draft, MergePolicy::Keep).tally(), Tally { same: 2, ..Tally::default() });
}

#[test]
fn a_word_that_is_in_the_file_twice_is_one_entry_and_its_contradiction_is_told() {
    let known = Known::default();
    let plan = known.plan(&rows(&[("凛", "Rin"), ("凛", "Rin"), ("凛", "Lin")]), MergePolicy::Keep);
    assert_eq!(plan.tally(), Tally { added: 1, same: 1, conflicts: 1, ..Tally::default() });
    assert_eq!(plan.entries().count(), 1);
}

#[test]
fn genders_that_contradict_are_never_both_taken() {
    let known = Known {
        characters: vec![Character { gender: gender(Gender::Female), ..person(1, "凛", "Rin") }],
        ..Known::default()
    };
    let draft = Draft {
        characters: vec![Character { gender: gender(Gender::Male), ..person(0, "凛", "Rin") }],
        ..Draft::default()
    };
    let kept = known.plan(&draft, MergePolicy::Keep);
    assert_eq!(kept.tally().conflicts, 1);
    assert_eq!(known.after(&kept).characters, known.characters);
    let replaced = known.after(&known.plan(&draft, MergePolicy::Overwrite));
    assert_eq!(replaced.characters[0].gender, gender(Gender::Male));
}

#[test]
fn who_speaks_to_whom_follows_the_people_into_another_library() {
    let book = BookId::from_number(5);
    let place =
        |number| Evidence { book: BookId::from_number(number), paragraph: ParagraphId::from_number(1) };
    let mut jo = person(1, "丈", "Jo");
    jo.addresses = vec![Address {
        to: CharacterId::from_number(2),
        source: "お前".to_owned(),
        translation: "you".to_owned(),
        from: StoryPosition(0),
        until: None,
        evidence: vec![place(5), place(6)],
        standing: EntryState::Confirmed,
    }];
    let memory = Memory {
        id: MemoryId::from_number(1),
        subject: Subject::Character { character: CharacterId::from_number(1) },
        text: "Owes Rin.".to_owned(),
        evidence: Vec::new(),
        known_from: StoryPosition(0),
        standing: EntryState::Confirmed,
    };
    let elsewhere = Memory { subject: Subject::Book { book: BookId::from_number(6) }, ..memory.clone() };
    let draft = Draft {
        characters: vec![jo, person(2, "凛", "Rin")],
        memories: vec![memory, elsewhere],
        ..Draft::default()
    };
    // Here 1 is somebody else, and Rin is 9.
    let known = Known {
        characters: vec![person(1, "明", "Akira"), person(9, "凛", "Rin")],
        books: BTreeSet::from([book]),
        ..Known::default()
    };
    let plan = known.plan(&draft, MergePolicy::Keep);
    assert_eq!(plan.tally(), Tally { added: 2, same: 1, left_out: 1, ..Tally::default() });
    assert_eq!(plan.n_evidence_left_out, 1);
    let after = known.after(&plan);
    let jo = after.characters.iter().find(|one| one.name.translation == "Jo").unwrap();
    assert_ne!(jo.id, CharacterId::from_number(1));
    assert_eq!(
        (jo.addresses[0].to, &*jo.addresses[0].evidence),
        (CharacterId::from_number(9), &[place(5)][..])
    );
    assert_eq!(after.memories[0].subject, Subject::Character { character: jo.id });
}

#[test]
fn our_own_file_gives_everything_back_to_an_empty_library_and_nothing_new_to_its_own() {
    let book = BookId::from_number(5);
    let mut title = term(4, "頭", "Boss");
    title.kind = TermKind::Title;
    title.strictness = Strictness::Exact;
    let known = Known {
        terms: vec![term(3, "頭", "head"), title],
        // Two people of one name.
        characters: vec![person(1, "凛", "Rin"), person(2, "凛", "Lin")],
        memories: vec![Memory {
            id: MemoryId::from_number(8),
            subject: Subject::Term { term: TermId::from_number(4) },
            text: "Only the crew says it.".to_owned(),
            evidence: Vec::new(),
            known_from: StoryPosition(0),
            standing: EntryState::Proposed,
        }],
        summaries: vec![Summary {
            book,
            chapter: ChapterId::from_number(0),
            text: "They meet.".to_owned(),
            made_from: "x".to_owned(),
            standing: EntryState::Confirmed,
        }],
        books: BTreeSet::from([book]),
    };
    let empty = Known { books: known.books.clone(), ..Known::default() };
    let restored = empty.after(&empty.plan(&known.draft(), MergePolicy::Keep));
    assert_eq!(restored.terms, known.terms);
    assert_eq!(restored.characters, known.characters);
    assert_eq!((restored.memories, restored.summaries), (known.memories.clone(), known.summaries.clone()));
    let again = known.plan(&known.draft(), MergePolicy::Overwrite);
    assert_eq!(again.tally(), Tally { same: 6, ..Tally::default() });
}
