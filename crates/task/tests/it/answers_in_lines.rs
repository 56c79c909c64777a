//! Numbered lines as they are written, and as models answer them.

use super::answers_in_objects::{owned, texts};
use llm::Delivery;
use proptest::prelude::*;
use task::delivery::{LabelledText, write_lines};

/// The texts of an answer in lines, by their numbers.
fn lines(answer: &str, n_labels: usize, is_cut: bool) -> Vec<(usize, String)> {
    let keys: Vec<String> = (0..n_labels).map(|n| format!("key{n}")).collect();
    let keys: Vec<&str> = keys.iter().map(String::as_str).collect();
    texts(Delivery::Lines, answer, &keys, is_cut).into_iter().map(|(label, text)| (label + 1, text)).collect()
}

#[test]
fn a_paragraph_stands_on_one_line_with_its_break_as_a_sign() {
    let shown = vec![
        LabelledText { source: "「え？」\n[2] x", present: None },
        LabelledText { source: "<1>夜</1>", present: Some("Night") },
    ];
    let next = vec![LabelledText { source: "朝", present: None }];
    assert_eq!(write_lines(&[shown, next]), "[1] 「え？」⏎[2] x\n[2] <1>夜</1>\n  => Night\n\n[3] 朝");
}

#[test]
fn what_models_write_around_the_lines_is_no_part_of_them() {
    let answer = "Here you are:\n```\n**[1]** One\n［2］：Two\nand more\n\n[3] =\n```\nI hope this helps.";
    assert_eq!(lines(answer, 3, false), owned(&[(1, "One"), (2, "Two\nand more"), (3, "=")]));
    assert_eq!(lines("[1]\nOne\n\n[2]\n\nTwo\n\nNote: done.", 2, false), owned(&[(1, "One"), (2, "Two")]));
    assert_eq!(lines("1. One\n2. Two", 2, false), owned(&[(1, "One"), (2, "Two")]));
    assert_eq!(lines("1984. A year.", 3, false), owned(&[]));
}

#[test]
fn a_label_of_another_request_and_a_contradiction_are_left_out() {
    assert_eq!(
        lines("[0] x\n[1] a\n[9] y\n[2] b\n[2] c\n[3] d\n[3] d", 3, false),
        owned(&[(1, "a"), (3, "d")])
    );
}

#[test]
fn the_last_line_of_a_cut_answer_is_not_whole() {
    assert_eq!(lines("[1] One\n[2] Tw", 2, true), owned(&[(1, "One")]));
}

proptest! {
    #[test]
    fn every_text_comes_back_from_its_line(text in "[a⏎\\\\\n<1>/]{0,12}") {
        let line = write_lines(&[vec![LabelledText { source: &text, present: None }]]);
        prop_assert!(!line.contains('\n'));
        let expected = if text.is_empty() { Vec::new() } else { vec![(1, text)] };
        prop_assert_eq!(lines(&line, 1, false), expected);
    }
}

#[test]
fn blanks_around_the_sign_are_a_models_habit() {
    assert_eq!(lines("[1] a ⏎ b⏎⏎c", 1, false), owned(&[(1, "a\nb\n\nc")]));
}
