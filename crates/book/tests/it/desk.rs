//! The task's stages and ledger as the specification gives them: every legal move works, every other one does not.

use book::id::ParagraphId;
use book::text::version::TaskKind;
use book::work::desk::{Concern, Desk, DeskMove, StatusRefusal};
use book::work::failure::Failure;
use book::work::ledger::{Entry, Ledger};
use book::work::status::{Effort, Status};
use proptest::prelude::*;

fn ids(n: u32) -> Vec<ParagraphId> {
    (0..n).map(ParagraphId::from_number).collect()
}

fn desk(kind: TaskKind, effort: Effort) -> Desk {
    Desk::new(kind, effort, &ids(2))
}

fn finish(desk: &mut Desk) {
    for id in desk.ledger.pending() {
        desk.apply(DeskMove::Accept { paragraph: id });
    }
}

fn go(desk: &mut Desk, to: Status) -> Result<(), StatusRefusal> {
    for desk_move in desk.moves_to(to)? {
        desk.apply(desk_move);
    }
    assert_eq!(desk.status, to, "moves that were granted must arrive");
    Ok(())
}

#[test]
fn translation_goes_through_review_and_back_to_working() {
    let mut desk = desk(TaskKind::Translation, Effort::Careful);
    go(&mut desk, Status::Preparing).unwrap();
    go(&mut desk, Status::Working).unwrap();
    finish(&mut desk);
    go(&mut desk, Status::Review).unwrap();
    go(&mut desk, Status::Working).unwrap();
    go(&mut desk, Status::Review).unwrap();
    go(&mut desk, Status::End).unwrap();
}

#[test]
fn polish_and_proofreading_have_no_review() {
    for kind in [TaskKind::Polish, TaskKind::Proofreading] {
        let mut desk = desk(kind, Effort::Careful);
        go(&mut desk, Status::Preparing).unwrap();
        go(&mut desk, Status::Working).unwrap();
        finish(&mut desk);
        let refusal = go(&mut desk, Status::Review).unwrap_err();
        assert_eq!(refusal, StatusRefusal::NotInTable { from: Status::Working, allowed: vec![Status::End] });
        go(&mut desk, Status::End).unwrap();
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
            let mut desk = desk(kind, effort);
            desk.status = Status::Working;
            desk.apply(DeskMove::Accept { paragraph: ids(2)[0] });
            let to = if kind == TaskKind::Translation { Status::Review } else { Status::End };
            assert_eq!(desk.moves_to(to), Err(StatusRefusal::Pending(vec![ids(2)[1]])));
        }
    }
}

#[test]
fn an_early_submission_implies_the_moves_to_working_unless_the_effort_is_careful() {
    for effort in [Effort::Quick, Effort::Standard] {
        let moves = desk(TaskKind::Translation, effort).moves_to_submit().unwrap();
        assert_eq!(moves, [Status::Preparing, Status::Working].map(|to| DeskMove::Status { to }));
    }
    assert_eq!(
        desk(TaskKind::Polish, Effort::Careful).moves_to_submit().unwrap_err().status,
        Status::Planning
    );
}

#[test]
fn a_standard_translation_may_skip_the_review_only_when_no_check_objects() {
    let mut desk = desk(TaskKind::Translation, Effort::Standard);
    desk.status = Status::Working;
    finish(&mut desk);
    assert!(desk.moves_to(Status::End).is_ok());
    let concern = Concern { paragraph: ids(1)[0], check: "D8".to_owned(), message: String::new() };
    desk.apply(DeskMove::Concerns { paragraph: ids(1)[0], concerns: vec![concern] });
    assert!(matches!(desk.moves_to(Status::End), Err(StatusRefusal::NotInTable { .. })));
    desk.apply(DeskMove::Concerns { paragraph: ids(1)[0], concerns: Vec::new() });
    assert!(desk.moves_to(Status::End).is_ok());
}

#[test]
fn a_kept_paragraph_that_was_accepted_stays_accepted() {
    let mut ledger = Ledger::new(&ids(1));
    assert!(ledger.accept(ids(1)[0]));
    assert!(!ledger.keep(ids(1)[0]));
    assert_eq!(ledger.entry(ids(1)[0]), Some(&Entry::Accepted));
}

#[test]
fn a_paragraph_a_check_keeps_refusing_is_given_up_with_the_check_named() {
    let mut desk = desk(TaskKind::Translation, Effort::Standard);
    let id = ids(1)[0];
    let refuse = || DeskMove::Refuse { paragraph: id, check: "B1".to_owned() };
    assert!(!desk.apply(refuse()));
    assert!(!desk.apply(refuse()));
    assert!(desk.apply(refuse()), "the third refusal moves the ledger");
    assert_eq!(desk.ledger.entry(id), Some(&Entry::Failed(Failure::Check { check: "B1".to_owned() })));
    assert!(desk.apply(DeskMove::Accept { paragraph: id }), "a text that passes after all is welcome");
    assert!(!desk.apply(refuse()), "what is accepted stays accepted");
    assert_eq!(desk.ledger.entry(id), Some(&Entry::Accepted));
}

fn any_move() -> impl Strategy<Value = DeskMove> {
    let paragraph = (0_u32..4).prop_map(ParagraphId::from_number);
    prop_oneof![
        paragraph.clone().prop_map(|paragraph| DeskMove::Accept { paragraph }),
        paragraph.prop_map(|paragraph| DeskMove::Keep { paragraph }),
        proptest::sample::select(Status::ALL.to_vec()).prop_map(|to| DeskMove::Status { to }),
    ]
}

proptest! {
    #[test]
    fn no_sequence_of_moves_ends_a_task_with_a_pending_paragraph(
        moves in proptest::collection::vec(any_move(), 0..30),
        kind in 0_usize..3,
    ) {
        let mut desk = Desk::new(TaskKind::ALL[kind], Effort::Standard, &ids(3));
        for desk_move in moves {
            desk.apply(desk_move);
            if desk.status == Status::End {
                prop_assert!(desk.ledger.is_complete());
            }
        }
        let stored = serde_json::to_string(&desk).unwrap();
        prop_assert_eq!(serde_json::from_str::<Desk>(&stored).unwrap(), desk);
    }
}

#[test]
fn a_task_stuck_on_a_check_blames_the_check_and_not_the_limit() {
    let limit = Failure::Limit { bound: book::work::bounds::Bound::IdleReplies };
    let mut desk = desk(TaskKind::Translation, Effort::Standard);
    assert_eq!(desk.blame(limit.clone()), limit);
    for paragraph in ids(2) {
        desk.apply(DeskMove::Refuse { paragraph, check: "A3".to_owned() });
    }
    assert_eq!(desk.blame(limit), Failure::Check { check: "A3".to_owned() });
    assert_eq!(desk.blame(Failure::Cancelled), Failure::Cancelled);
}
