//! Entries of every kind: written, found, changed, taken out and brought back.

use super::{by_model, character, confirmed, memory, term};
use crate::sample::TestLibrary;
use book::edit::Edit;
use book::id::{CharacterId, TermId};
use book::knowledge::entry::{Basis, Entry};
use book::knowledge::evidence::EntryState;
use book::knowledge::memory::Subject;
use book::knowledge::term::{Term, TermKind};
use store::change::{Cause, Effect};
use store::error::StoreError;
use store::knowledge::NotWritten;

#[tokio::test]
async fn every_kind_is_written_in_one_commit_and_read_back_as_it_was() {
    let test_library = TestLibrary::with_cat_book().await;
    let about = Subject::Term { term: TermId::from_number(1) };
    let entries: Vec<Entry> = vec![
        confirmed(1, "吾輩", "I").into(),
        character(2, "珍野苦沙弥", "Chinno Kushami").into(),
        memory(3, about, "Pompous. \0 \"quoted\" ' \u{1f408}").into(),
        memory(4, Subject::Series, "A cat tells it.").into(),
        test_library.summary(0, "A cat is born.").await.into(),
    ];
    let receipt = test_library.taught(entries).await;
    assert_eq!(receipt.not_written, []);
    let (library, series) = (test_library.store.library(), test_library.series().await);
    let kept = library.term(series, TermId::from_number(1)).await.unwrap().unwrap();
    assert_eq!((kept.value, kept.updated_at), (confirmed(1, "吾輩", "I"), 7));
    assert_eq!(kept.revision, library.knowledge_revision(series).await.unwrap());
    let person = library.character(series, CharacterId::from_number(2)).await.unwrap().unwrap();
    assert_eq!(person.value.name.translation, "Chinno Kushami");
    assert_eq!(library.characters_named(series, "珍野苦沙弥").await.unwrap(), [person]);
    let memories = library.memories_about(series, about).await.unwrap();
    assert_eq!(memories.len(), 1);
    assert_eq!(memories[0].value.text, "Pompous. \0 \"quoted\" ' \u{1f408}");
    assert_eq!(library.memories(series).await.unwrap().len(), 2);
    assert_eq!(library.memory(series, memories[0].value.id).await.unwrap().unwrap(), memories[0]);
    let counts = library.knowledge_counts(series).await.unwrap();
    assert_eq!((counts.terms.confirmed, counts.terms.proposed, counts.characters.proposed), (1, 0, 1));
    assert_eq!((counts.memories.total(), counts.summaries.total(), counts.n_lasting()), (2, 1, 4));
    let knowledge = library.knowledge(series).await.unwrap();
    assert_eq!((knowledge.terms.len(), knowledge.memories.len()), (1, 2));
}

#[tokio::test]
async fn a_term_is_found_by_its_source_whatever_its_width_and_case() {
    let test_library = TestLibrary::with_cat_book().await;
    test_library
        .taught([term(1, "Ｔｈｅ Cat", "Die Katze").into(), term(2, "the catalogue", "Katalog").into()])
        .await;
    let (library, series) = (test_library.store.library(), test_library.series().await);
    for text in ["the cat", "THE CAT ", "Ｔｈｅ Cat"] {
        let found = library.terms_of_source(series, text).await.unwrap();
        assert_eq!(found.iter().map(|kept| kept.value.id.number()).collect::<Vec<_>>(), [1], "{text}");
    }
    assert_eq!(library.terms_of_source(series, "cat").await.unwrap(), []);
}

#[tokio::test]
async fn the_revision_grows_with_every_real_change_and_only_then() {
    let test_library = TestLibrary::with_cat_book().await;
    let (library, series) = (test_library.store.library(), test_library.series().await);
    let at = async || library.knowledge_revision(series).await.unwrap();
    let first = at().await;
    test_library.taught([term(1, "猫", "cat").into(), term(2, "犬", "dog").into()]).await;
    let second = at().await;
    assert!(second > first);
    let receipt = test_library.taught([term(1, "猫", "cat").into()]).await;
    assert_eq!((receipt.change, at().await), (None, second));
    let receipt = test_library.taught([term(1, "猫", "feline").into()]).await;
    assert!(at().await > second && test_library.one(1).await.revision > test_library.one(2).await.revision);
    test_library.store.undo(receipt.change.unwrap(), &Cause::person("undo"), 9).await.unwrap();
    assert!(at().await.0 == second.0 + 2, "what was made from the entries must be made again after an undo");
}

#[tokio::test]
async fn undo_and_redo_restore_every_kind_byte_for_byte_and_in_its_place() {
    let test_library = TestLibrary::with_cat_book().await;
    let summary = test_library.summary(0, "A cat is born.").await;
    let who = character(2, "寒月", "Kangetsu");
    let note = memory(3, Subject::Series, "A cat tells it.");
    let first: Vec<Entry> =
        vec![term(1, "猫", "cat").into(), who.clone().into(), note.clone().into(), summary.clone().into()];
    test_library.taught(first).await;
    test_library.taught([term(9, "犬", "dog").into()]).await;
    let before = test_library.everything().await;
    let change = test_library
        .learn(&[
            Edit::upsert(term(1, "猫", "feline")),
            Edit::remove(who.id),
            Edit::remove(note.id),
            Edit::RemoveEntry { key: Entry::from(summary).key(), basis: Basis::Whatever },
            Edit::create(term(5, "鼠", "mouse")),
        ])
        .await
        .unwrap();
    let after = test_library.everything().await;
    assert_ne!(after, before);
    let undone = test_library.store.undo(change.change.unwrap(), &Cause::person("undo"), 9).await.unwrap();
    assert_eq!((test_library.everything().await, undone.n_restored), (before.clone(), 5));
    assert_eq!(undone.left_alone, []);
    let redone = test_library.store.undo(undone.by, &Cause::person("redo"), 10).await.unwrap();
    assert_eq!(test_library.everything().await, after);
    test_library.store.undo(redone.by, &Cause::person("undo"), 11).await.unwrap();
    assert_eq!(test_library.everything().await, before);
}

#[tokio::test]
async fn undo_leaves_an_entry_alone_that_has_changed_again() {
    let test_library = TestLibrary::with_cat_book().await;
    let first = test_library.taught([term(1, "猫", "cat").into(), term(2, "犬", "dog").into()]).await;
    test_library.taught([term(1, "猫", "feline").into()]).await;
    let undone = test_library.store.undo(first.change.unwrap(), &Cause::person("undo"), 9).await.unwrap();
    assert_eq!(test_library.terms().await, [term(1, "猫", "feline")]);
    assert!(
        matches!(&undone.left_alone[..], [Effect::EntryChanged { key, .. }] if *key == TermId::from_number(1).into())
    );
}

#[tokio::test]
async fn undo_brings_no_second_term_with_the_same_words_back() {
    let test_library = TestLibrary::with_cat_book().await;
    test_library.taught([term(1, "猫", "cat").into()]).await;
    let removed = test_library.learn(&[Edit::remove(TermId::from_number(1))]).await.unwrap();
    test_library.taught([term(2, "猫", "kitty").into()]).await;
    let refusal =
        test_library.store.undo(removed.change.unwrap(), &Cause::person("undo"), 9).await.unwrap_err();
    assert!(matches!(refusal, StoreError::Overwritten { .. }), "{refusal}");
    assert_eq!(test_library.terms().await, [term(2, "猫", "kitty")]);
}

#[tokio::test]
async fn the_same_words_of_the_same_kind_are_refused_unless_one_is_rejected() {
    let test_library = TestLibrary::with_cat_book().await;
    test_library.taught([term(1, "猫", "cat").into()]).await;
    let refusal = test_library.learn(&[Edit::create(term(2, "猫", "feline"))]).await.unwrap_err();
    let StoreError::NotWritten(NotWritten::Duplicate { existing, .. }) = &refusal else {
        panic!("{refusal}")
    };
    assert_eq!(existing.number(), 1);
    assert!(refusal.to_string().contains("猫"), "{refusal}");
    let place = Term { kind: TermKind::Place, ..term(2, "猫", "Cat Island") };
    test_library.taught([place.into()]).await;
    let rejected = Term { standing: EntryState::Rejected, ..term(1, "猫", "cat") };
    test_library.taught([rejected.into(), term(3, "猫", "feline").into()]).await;
    assert_eq!(test_library.terms().await.len(), 3);
    let both = [Edit::create(term(4, "犬", "dog")), Edit::create(term(5, "犬", "hound"))];
    assert!(test_library.learn(&both).await.is_err(), "also inside one commit");
    assert_eq!(test_library.terms().await.len(), 3);
    let swap = [Edit::remove(TermId::from_number(3)), Edit::create(term(6, "猫", "puss"))];
    test_library.learn(&swap).await.unwrap();
}

#[tokio::test]
async fn an_update_from_an_older_state_is_refused_and_names_both() {
    let test_library = TestLibrary::with_cat_book().await;
    test_library.taught([term(1, "猫", "cat").into()]).await;
    let read = test_library.one(1).await.revision;
    test_library.learn(&[Edit::update(term(1, "猫", "feline"), read)]).await.unwrap();
    let refusal = test_library.learn(&[Edit::update(term(1, "猫", "kitty"), read)]).await.unwrap_err();
    let StoreError::NotWritten(NotWritten::Changed { based_on, present, entry, .. }) = &refusal else {
        panic!("{refusal}")
    };
    assert_eq!((*based_on, *present), (read, test_library.one(1).await.revision));
    assert_eq!(**entry, Entry::from(term(1, "猫", "feline")));
    let text = refusal.to_string();
    assert!(text.contains(&read.to_string()) && text.contains(&present.to_string()), "{text}");
    let gone = Edit::RemoveEntry { key: TermId::from_number(1).into(), basis: Basis::Revision(read) };
    assert!(test_library.learn(&[gone]).await.is_err());
    for missing in [Edit::update(term(8, "x", "y"), read), Edit::remove(TermId::from_number(8))] {
        let refusal = test_library.learn(&[missing]).await.unwrap_err();
        assert!(matches!(refusal, StoreError::NotWritten(NotWritten::NoSuchEntry { .. })), "{refusal}");
    }
    let taken = test_library.learn(&[Edit::create(term(1, "犬", "dog"))]).await.unwrap_err();
    assert!(matches!(taken, StoreError::NotWritten(NotWritten::IdTaken { .. })), "{taken}");
    assert_eq!(test_library.terms().await, [term(1, "猫", "feline")]);
}

#[tokio::test]
async fn a_model_neither_changes_nor_makes_what_only_a_person_decides_and_the_rest_of_its_commit_counts() {
    let test_library = TestLibrary::with_cat_book().await;
    let rejected = Term { standing: EntryState::Rejected, ..term(2, "犬", "dog") };
    test_library
        .taught([confirmed(1, "猫", "cat").into(), rejected.into(), term(3, "鼠", "rat").into()])
        .await;
    let edits = [
        Edit::upsert(term(1, "猫", "feline")),
        Edit::upsert(term(2, "犬", "hound")),
        Edit::remove(TermId::from_number(1)),
        Edit::create(confirmed(4, "鳥", "bird")),
        Edit::create(term(5, "鼠", "mouse")),
        Edit::create(term(6, "魚", "fish")),
        Edit::upsert(term(3, "鼠", "mouse")),
    ];
    let receipt = test_library.store.commit(test_library.book, &edits, &by_model(), 8).await.unwrap();
    let keys: Vec<_> = receipt.not_written.iter().map(NotWritten::key).collect();
    let expected: Vec<_> = [1, 2, 1, 4, 5].map(|number| TermId::from_number(number).into()).to_vec();
    assert_eq!(keys, expected);
    let translations: Vec<String> =
        test_library.terms().await.into_iter().map(|term| term.translation).collect();
    assert_eq!(translations, ["cat", "dog", "mouse", "fish"]);
}

#[tokio::test]
async fn one_refused_entry_takes_a_persons_whole_commit_back() {
    let test_library = TestLibrary::with_cat_book().await;
    test_library.taught([term(1, "猫", "cat").into()]).await;
    let before = test_library.store.library().knowledge_revision(test_library.series().await).await.unwrap();
    let edits = [Edit::upsert(term(1, "猫", "feline")), Edit::create(term(2, "猫", "kitty"))];
    test_library.learn(&edits).await.unwrap_err();
    assert_eq!(test_library.terms().await, [term(1, "猫", "cat")]);
    assert_eq!(
        test_library.store.library().knowledge_revision(test_library.series().await).await.unwrap(),
        before
    );
    assert_eq!(test_library.store.library().changes(test_library.book, 10).await.unwrap().len(), 1);
}
