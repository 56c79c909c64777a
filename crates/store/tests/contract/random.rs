//! Any order of edits and undos leaves the library as a simple model in memory says.

use crate::sample::{TestLibrary, model};
use book::edit::Edit;
use book::id::VersionId;
use book::text::version::{Author, Selection};
use proptest::prelude::*;
use std::collections::BTreeMap;
use store::change::Cause;
use store::error::StoreError;

const POSITIONS: [usize; 3] = [2, 3, 5];

#[derive(Debug, Clone)]
enum Act {
    Commit(Vec<Wish>, Author),
    UndoLast,
}

#[derive(Debug, Clone)]
enum Wish {
    Add(usize, Author, Selection),
    /// Selects the nth version of a paragraph, or none.
    Select(usize, Option<usize>),
    Lock(usize, bool),
    Title(usize, Option<u8>),
}

fn author() -> impl Strategy<Value = Author> {
    prop_oneof![2 => Just(Author::Person), 3 => Just(model()), 1 => Just(Author::Memory)]
}

fn wish() -> impl Strategy<Value = Wish> {
    let selection = prop_oneof![4 => Just(Selection::Select), 1 => Just(Selection::Suggest)];
    prop_oneof![
        4 => (0..3_usize, author(), selection).prop_map(|(at, author, how)| Wish::Add(at, author, how)),
        2 => (0..3_usize, prop::option::of(0..3_usize)).prop_map(|(at, nth)| Wish::Select(at, nth)),
        1 => (0..3_usize, any::<bool>()).prop_map(|(at, locked)| Wish::Lock(at, locked)),
        1 => (0..3_usize, prop::option::of(0..3_u8)).prop_map(|(at, title)| Wish::Title(at, title)),
    ]
}

fn act() -> impl Strategy<Value = Act> {
    prop_oneof![
        4 => (prop::collection::vec(wish(), 1..4), author()).prop_map(|(wishes, who)| Act::Commit(wishes, who)),
        1 => Just(Act::UndoLast),
    ]
}

/// What can be changed and taken back.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct State {
    selected: BTreeMap<usize, VersionId>,
    locked: BTreeMap<usize, bool>,
    /// The first two are chapters, the third is the book; with whether a person gave it.
    titles: BTreeMap<usize, (String, bool)>,
}

#[derive(Debug, Clone, Default)]
struct Model {
    state: State,
    versions: BTreeMap<usize, Vec<(VersionId, Author)>>,
    undo: Vec<State>,
}

impl Model {
    fn is_persons(&self, at: usize) -> bool {
        let selected = self.state.selected.get(&at);
        let mut versions = self.versions.get(&at).into_iter().flatten();
        versions.any(|(id, author)| Some(id) == selected && *author == Author::Person)
    }

    fn is_locked(&self, at: usize) -> bool {
        self.state.locked.get(&at).copied().unwrap_or_default()
    }

    /// Does what the store must do; `Err` where it must refuse. `touched` becomes true with the first real change.
    fn apply(&mut self, wish: &Wish, who: &Author, new: VersionId, touched: &mut bool) -> Result<(), ()> {
        let before = self.state.clone();
        let may = *who == Author::Person;
        match wish {
            Wish::Add(at, author, how) => {
                let free = *author == Author::Person || !(self.is_locked(*at) || self.is_persons(*at));
                if *how == Selection::Select && free {
                    self.state.selected.insert(*at, new);
                }
                self.versions.entry(*at).or_default().push((new, author.clone()));
            }
            Wish::Select(at, nth) => {
                if !may && (self.is_locked(*at) || self.is_persons(*at)) {
                    return Err(());
                }
                match nth {
                    Some(nth) => {
                        let id = self
                            .versions
                            .get(at)
                            .and_then(|all| all.get(*nth))
                            .map(|(id, _)| *id)
                            .ok_or(())?;
                        self.state.selected.insert(*at, id);
                    }
                    None => {
                        self.state.selected.remove(at);
                    }
                }
            }
            Wish::Lock(at, locked) => {
                if !may {
                    return Err(());
                }
                if *locked {
                    self.state.locked.insert(*at, true)
                } else {
                    self.state.locked.remove(at)
                };
            }
            // A run could not have known that a person has given a title since.
            Wish::Title(at, _)
                if !may && self.state.titles.get(at).is_some_and(|(_, by_person)| *by_person) => {}
            Wish::Title(at, title) => {
                match title {
                    Some(title) => self.state.titles.insert(*at, (title.to_string(), may)),
                    None => self.state.titles.remove(at),
                };
            }
        }
        *touched |= before != self.state;
        Ok(())
    }
}

/// The edits of one commit. A version that is not there yet is asked for by a number no version has.
async fn edits(test_library: &TestLibrary, model: &Model, wishes: &[Wish]) -> Vec<Edit> {
    let mut edits = Vec::new();
    for wish in wishes {
        edits.push(match wish {
            Wish::Add(at, author, selection) => Edit::AddVersion {
                paragraph: test_library.paragraph(POSITIONS[*at]).await,
                text: format!("{at} by {author:?}"),
                author: author.clone(),
                selection: *selection,
            },
            Wish::Select(at, nth) => Edit::SelectVersion {
                paragraph: test_library.paragraph(POSITIONS[*at]).await,
                version: nth.map(|nth| {
                    let known = model.versions.get(at).and_then(|all| all.get(nth));
                    known.map_or(VersionId::from_number(1_000_000), |(id, _)| *id)
                }),
            },
            Wish::Lock(at, locked) => {
                Edit::SetLock { paragraph: test_library.paragraph(POSITIONS[*at]).await, locked: *locked }
            }
            Wish::Title(2, title) => Edit::SetBookTitle { translation: title.map(|it| it.to_string()) },
            Wish::Title(at, title) => Edit::SetChapterTitle {
                chapter: test_library.chapter(*at).await,
                translation: title.map(|it| it.to_string()),
            },
        });
    }
    edits
}

async fn perform(test_library: &TestLibrary, model: &mut Model, act: &Act) {
    match act {
        Act::UndoLast => {
            match test_library.store.undo_last(test_library.book, &Cause::person("undo"), 1).await {
                Ok(undone) => {
                    assert!(undone.left_alone.is_empty());
                    model.state = model.undo.pop().unwrap();
                }
                Err(StoreError::NothingToUndo { .. }) => assert!(model.undo.is_empty()),
                Err(error) => panic!("{error}"),
            }
        }
        Act::Commit(wishes, who) => {
            let cause = Cause { who: who.clone(), run: None, task: None, note: String::new() };
            let edits = edits(test_library, model, wishes).await;
            let receipt = test_library.store.commit(test_library.book, &edits, &cause, 1).await;
            let mut next = model.clone();
            let mut touched = false;
            let mut new = receipt
                .iter()
                .flat_map(|receipt| &receipt.versions)
                .map(|added| added.version)
                .collect::<Vec<_>>()
                .into_iter();
            let before = model.state.clone();
            let expected = wishes.iter().try_for_each(|wish| {
                // `edits` asked for a version that did not exist before this commit.
                if let Wish::Select(at, Some(nth)) = wish
                    && model.versions.get(at).is_none_or(|all| all.len() <= *nth)
                {
                    return Err(());
                }
                let id = if matches!(wish, Wish::Add(..)) { new.next() } else { None };
                next.apply(wish, who, id.unwrap_or(VersionId::from_number(0)), &mut touched)
            });
            assert_eq!(receipt.is_ok(), expected.is_ok(), "{receipt:?}");
            if receipt.is_ok() {
                *model = next;
                if touched {
                    model.undo.push(before);
                }
            }
        }
    }
}

async fn compare(test_library: &TestLibrary, model: &Model) {
    let library = test_library.store.library();
    let paragraphs = test_library.paragraphs().await;
    for (at, position) in POSITIONS.into_iter().enumerate() {
        let record = &paragraphs[position];
        assert_eq!(record.version, model.state.selected.get(&at).copied());
        assert_eq!(record.locked, model.is_locked(at));
        let versions = library.versions(test_library.book, record.id).await.unwrap();
        let known: Vec<_> = versions.iter().map(|it| (it.id, it.author.clone())).collect();
        assert_eq!(known, model.versions.get(&at).cloned().unwrap_or_default());
    }
    let book = library.book(test_library.book).await.unwrap();
    assert_eq!(book.n_translated as usize, model.state.selected.len());
    let chapters = library.chapters(test_library.book).await.unwrap();
    let titles = [&chapters[0].title_translation, &chapters[1].title_translation, &book.title_translation];
    for (at, title) in titles.into_iter().enumerate() {
        assert_eq!(title.as_ref(), model.state.titles.get(&at).map(|(title, _)| title));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(crate::N_CASES))]
    #[test]
    fn random_interleavings_of_edits_and_undos_match_a_model(acts in prop::collection::vec(act(), 1..25)) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let test_library = TestLibrary::with_cat_book().await;
            let mut model = Model::default();
            for act in &acts {
                perform(&test_library, &mut model, act).await;
                compare(&test_library, &model).await;
            }
        });
    }
}
