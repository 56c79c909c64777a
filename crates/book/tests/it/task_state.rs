//! The task's stages and ledger as the specification gives them: every legal move works, every other one does not.

use book::id::ParagraphId;
use book::text::version::TaskKind;
use book::work::failure::TaskFailure;
use book::work::ledger::{Ledger, LedgerEntry};
use book::work::status::{Effort, Status};
use book::work::task_state::{Concern, StatusRefusal, TaskState, TaskUpdate};
use proptest::prelude::*;

fn ids(n: u32) -> Vec<ParagraphId> {
    (0..n).map(ParagraphId::from_number).collect()
}

fn task_state(kind: TaskKind, effort: Effort) -> TaskState {
    TaskState::new(kind, effort, &ids(2))
}

fn finish(task_state: &mut TaskState) {
    for id in task_state.ledger.pending() {
        task_state.apply(TaskUpdate::Accept { paragraph: id });
    }
}

fn go(task_state: &mut TaskState, to: Status) -> Result<(), StatusRefusal> {
    for desk_move in task_state.moves_to(to)? {
        task_state.apply(desk_move);
    }
    assert_eq!(task_state.status, to, "moves that were granted must arrive");
    Ok(())
}

#[test]
fn translation_goes_through_review_and_back_to_working() {
    let mut task_state = task_state(TaskKind::Translation, Effort::Careful);
    go(&mut task_state, Status::Preparing).unwrap();
    go(&mut task_state, Status::Working).unwrap();
    finish(&mut task_state);
    go(&mut task_state, Status::Review).unwrap();
    go(&mut task_state, Status::Working).unwrap();
    go(&mut task_state, Status::Review).unwrap();
    go(&mut task_state, Status::End).unwrap();
}

#[test]
fn polish_and_proofreading_have_no_review() {
    for kind in [TaskKind::Polish, TaskKind::Proofreading] {
        let mut task_state = task_state(kind, Effort::Careful);
        go(&mut task_state, Status::Preparing).unwrap();
        go(&mut task_state, Status::Working).unwrap();
        finish(&mut task_state);
        let refusal = go(&mut task_state, Status::Review).unwrap_err();
        assert_eq!(refusal, StatusRefusal::NotInTable { from: Status::Working, allowed: vec![Status::End] });
        go(&mut task_state, Status::End).unwrap();
    }
}

#[test]
fn the_table_has_exactly_the_moves_of_the_specification() {
    use Status::{End, Planning, Preparing, Review, Working};
    let translation =
        [(Planning, Preparing), (Preparing, Working), (Working, Review), (Review, Working), (Review, End)];
    let revision = [(Planning, Preparing), (Preparing, Working), (Working, End)];
    for kind in TaskKind::ALL {
        let legal: &[_] = if kind == TaskKind::Translation { &translation } else { &revision };
        for from in Status::ALL {
            for to in Status::ALL {
                assert_eq!(
                    from.may_move_to(to, kind),
                    legal.contains(&(from, to)),
                    "{kind:?} {from} to {to}"
                );
            }
        }
    }
}

#[test]
fn end_and_review_are_refused_while_paragraphs_are_pending_and_list_them() {
    for effort in [Effort::Quick, Effort::Standard, Effort::Careful] {
        for kind in TaskKind::ALL {
            let mut task_state = task_state(kind, effort);
            task_state.status = Status::Working;
            task_state.apply(TaskUpdate::Accept { paragraph: ids(2)[0] });
            let to = if kind == TaskKind::Translation { Status::Review } else { Status::End };
            assert_eq!(task_state.moves_to(to), Err(StatusRefusal::Pending(vec![ids(2)[1]])));
        }
    }
}

#[test]
fn an_early_submission_implies_the_moves_to_working_unless_the_effort_is_careful() {
    for effort in [Effort::Quick, Effort::Standard] {
        let moves = task_state(TaskKind::Translation, effort).moves_to_submit().unwrap();
        assert_eq!(moves, [Status::Preparing, Status::Working].map(|to| TaskUpdate::Status { to }));
    }
    assert_eq!(
        task_state(TaskKind::Polish, Effort::Careful).moves_to_submit().unwrap_err().status,
        Status::Planning
    );
}

#[test]
fn a_standard_translation_may_skip_the_review_only_when_no_check_objects() {
    let mut task_state = task_state(TaskKind::Translation, Effort::Standard);
    task_state.status = Status::Working;
    finish(&mut task_state);
    assert!(task_state.moves_to(Status::End).is_ok());
    let concern = Concern { paragraph: ids(1)[0], check: "D8".to_owned(), message: String::new() };
    task_state.apply(TaskUpdate::Concerns { paragraph: ids(1)[0], concerns: vec![concern] });
    assert!(matches!(task_state.moves_to(Status::End), Err(StatusRefusal::NotInTable { .. })));
    task_state.apply(TaskUpdate::Concerns { paragraph: ids(1)[0], concerns: Vec::new() });
    assert!(task_state.moves_to(Status::End).is_ok());
}

#[test]
fn a_kept_paragraph_that_was_accepted_stays_accepted() {
    let mut ledger = Ledger::new(&ids(1));
    assert!(ledger.accept(ids(1)[0]));
    assert!(!ledger.keep(ids(1)[0]));
    assert_eq!(ledger.entry(ids(1)[0]), Some(&LedgerEntry::Accepted));
}

#[test]
fn a_paragraph_a_check_keeps_refusing_is_given_up_with_the_check_named() {
    let mut task_state = task_state(TaskKind::Translation, Effort::Standard);
    let id = ids(1)[0];
    let refuse = || TaskUpdate::Refuse { paragraph: id, check: "B1".to_owned() };
    assert!(!task_state.apply(refuse()));
    assert!(!task_state.apply(refuse()));
    assert!(task_state.apply(refuse()), "the third refusal moves the ledger");
    assert_eq!(
        task_state.ledger.entry(id),
        Some(&LedgerEntry::Failed(TaskFailure::Check { check: "B1".to_owned() }))
    );
    assert!(
        task_state.apply(TaskUpdate::Accept { paragraph: id }),
        "a text that passes after all is welcome"
    );
    assert!(!task_state.apply(refuse()), "what is accepted stays accepted");
    assert_eq!(task_state.ledger.entry(id), Some(&LedgerEntry::Accepted));
}

fn any_move() -> impl Strategy<Value = TaskUpdate> {
    let paragraph = (0_u32..4).prop_map(ParagraphId::from_number);
    prop_oneof![
        paragraph.clone().prop_map(|paragraph| TaskUpdate::Accept { paragraph }),
        paragraph.prop_map(|paragraph| TaskUpdate::Keep { paragraph }),
        proptest::sample::select(Status::ALL.to_vec()).prop_map(|to| TaskUpdate::Status { to }),
    ]
}

proptest! {
    #[test]
    fn no_sequence_of_moves_ends_a_task_with_a_pending_paragraph(
        moves in proptest::collection::vec(any_move(), 0..30),
        kind in 0_usize..3,
    ) {
        let mut task_state = TaskState::new(TaskKind::ALL[kind], Effort::Standard, &ids(3));
        for desk_move in moves {
            task_state.apply(desk_move);
            if task_state.status == Status::End {
                prop_assert!(task_state.ledger.is_complete());
            }
        }
        let stored = serde_json::to_string(&task_state).unwrap();
        prop_assert_eq!(serde_json::from_str::<TaskState>(&stored).unwrap(), task_state);
    }
}

#[test]
fn a_task_stuck_on_a_check_blames_the_check_and_not_the_limit() {
    let limit = TaskFailure::Limit { bound: book::work::bounds::Bound::IdleReplies };
    let mut task_state = task_state(TaskKind::Translation, Effort::Standard);
    assert_eq!(task_state.blame(limit.clone()), limit);
    for paragraph in ids(2) {
        task_state.apply(TaskUpdate::Refuse { paragraph, check: "A3".to_owned() });
    }
    assert_eq!(task_state.blame(limit), TaskFailure::Check { check: "A3".to_owned() });
    assert_eq!(task_state.blame(TaskFailure::Cancelled), TaskFailure::Cancelled);
}
