//! Any order of edits and undos leaves what is known as a simple model in memory says, also the order of the entries.

use super::term;
use crate::sample::TestLibrary;
use book::edit::Edit;
use book::id::TermId;
use book::knowledge::term::Term;
use proptest::prelude::*;
use store::change::Cause;
use store::error::StoreError;

#[derive(Debug, Clone)]
enum Act {
    Commit(Vec<(u32, Option<u8>)>),
    UndoLast,
    Redo,
}

fn act() -> impl Strategy<Value = Act> {
    let spec = (0..4_u32, prop::option::weighted(0.7, 0..4_u8));
    prop_oneof![
        4 => prop::collection::vec(spec, 1..4).prop_map(Act::Commit),
        2 => Just(Act::UndoLast),
        1 => Just(Act::Redo),
    ]
}

/// The entries in the order of the places they have or once had.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct State(Vec<Option<Term>>, [Option<usize>; 4]);

impl State {
    fn terms(&self) -> Vec<Term> {
        self.0.iter().flatten().cloned().collect()
    }
}

fn wanted(number: u32, translation: u8) -> Term {
    term(number, &format!("word {number}"), &translation.to_string())
}

/// `None` where the store must refuse.
fn applied(mut state: State, wishes: &[(u32, Option<u8>)]) -> Option<State> {
    let before = state.clone();
    for (number, translation) in wishes {
        let at = state.1[*number as usize];
        match (at, translation) {
            (Some(at), Some(translation)) => state.0[at] = Some(wanted(*number, *translation)),
            (None, Some(translation)) => {
                // Taken out and put back in one commit, an entry never left its place.
                let at = before.1[*number as usize].unwrap_or(state.0.len());
                if at == state.0.len() {
                    state.0.push(None);
                }
                state.0[at] = Some(wanted(*number, *translation));
                state.1[*number as usize] = Some(at);
            }
            (Some(at), None) => {
                state.0[at] = None;
                state.1[*number as usize] = None;
            }
            (None, None) => return None,
        }
    }
    Some(state)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(crate::N_CASES))]
    #[test]
    fn random_edits_undos_and_redos_match_a_model(acts in prop::collection::vec(act(), 1..20)) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let test_library = TestLibrary::with_cat_book().await;
            let (mut state, mut past) = (State::default(), Vec::new());
            let mut redo = None;
            for act in &acts {
                match act {
                    Act::Commit(wishes) => {
                        let edits: Vec<Edit> = wishes.iter().map(|(number, translation)| match translation {
                            Some(translation) => Edit::upsert(wanted(*number, *translation)),
                            None => Edit::remove(TermId::from_number(*number)),
                        }).collect();
                        let receipt = test_library.learn(&edits).await;
                        let next = applied(state.clone(), wishes);
                        assert_eq!(receipt.is_ok(), next.is_some(), "{receipt:?}");
                        if let Some(next) = next
                            && next.terms() != state.terms()
                        {
                            past.push(std::mem::replace(&mut state, next));
                            redo = None;
                        }
                    }
                    Act::UndoLast => match test_library.store.undo_last(test_library.book, &Cause::person(""), 1).await {
                        Ok(undone) => {
                            assert_eq!(undone.left_alone, []);
                            let former = past.pop().unwrap();
                            redo = Some((undone.by, std::mem::replace(&mut state, former)));
                        }
                        Err(StoreError::NothingToUndo { .. }) => assert!(past.is_empty()),
                        Err(error) => panic!("{error}"),
                    },
                    Act::Redo => if let Some((by, next)) = redo.take() {
                        test_library.store.undo(by, &Cause::person(""), 1).await.unwrap();
                        past.push(std::mem::replace(&mut state, next));
                    },
                }
                assert_eq!(test_library.terms().await, state.terms());
            }
        });
    }
}
