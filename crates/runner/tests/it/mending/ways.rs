//! The repair that suits each check.

use checks::catalogue;
use checks::check::Severity;
use checks::code::CheckCode;
use runner::repair::way;
use task::repair::RepairWay;

#[test]
fn every_check_of_a_paragraph_that_forbids_or_warns_has_its_repair() {
    for check in catalogue::ALL.iter().filter(|check| check.severity() != Severity::Info) {
        assert!(way(check.code(), None).is_some(), "{}", check.code());
    }
}

#[test]
fn what_is_too_long_is_not_asked_for_sentence_by_sentence() {
    assert_eq!(way(CheckCode::A4, Some(-4.0)), Some(RepairWay::Sentences));
    assert_eq!(way(CheckCode::A4, Some(4.0)), Some(RepairWay::SourceOnly));
}

#[test]
fn what_only_the_whole_book_shows_is_left_to_a_person() {
    for code in [
        CheckCode::A10,
        CheckCode::A13,
        CheckCode::B4,
        CheckCode::C2,
        CheckCode::C7,
        CheckCode::C9,
        CheckCode::C11,
        CheckCode::F6,
    ] {
        assert_eq!(way(code, None), None, "{code}");
    }
}
