//! A translation is mended by exact edits, and each can be taken back.

use book::text::markup::{Marked, MarkedBuilder, Piece};
use checks::autofix::{AutofixedText, apply};
use checks::check::{Finding, Severity};
use checks::code::CheckCode;

fn replace(span: std::ops::Range<usize>, with: &str) -> Finding {
    Finding::new(CheckCode::B9, Severity::Autofix, "", "").at(span).mended_by(with)
}

fn marked() -> Marked {
    let mut builder = MarkedBuilder::default();
    builder.push_text("a,");
    builder.push(&Piece::Open(1));
    builder.push_text("b <2> c");
    builder.push(&Piece::Close(1));
    builder.push_text(" d");
    builder.push(&Piece::Ruby { base: "漢".into(), reading: "かん".into() });
    builder.push_text(". e");
    builder.finish()
}

#[test]
fn tags_and_ruby_stay_where_they_are_and_everything_can_be_taken_back() {
    assert_eq!(marked().plain(), "a,b <2> c d漢. e");
    let findings = [
        replace(1..2, ";"),
        replace(4..7, "!"),
        replace(9..10, ""),
        replace(11..12, "字"),
        replace(12..13, ""),
        replace(15..15, "?"),
    ];
    let (text, edits) = apply(&marked(), &findings).unwrap();
    assert_eq!(text.plain(), "a;b ! cd字 e?");
    assert_eq!(text.readings(), [("字".to_owned(), "かん".to_owned())]);
    let autofixed = AutofixedText { text, passes: vec![edits] };
    assert_eq!(autofixed.revert(), marked());
}

#[test]
fn a_change_across_a_tag_or_one_that_empties_a_run_is_left_out() {
    assert_eq!(apply(&marked(), &[replace(1..3, "")]), None);
    assert_eq!(apply(&marked(), &[replace(0..2, "")]), None);
}
