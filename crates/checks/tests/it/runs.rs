//! Stretches that two texts share, and those that one text repeats.

use checks::text::runs::{dice, most_repeated, shared_chars};

fn chars(text: &str) -> Vec<char> {
    text.chars().collect()
}

#[test]
fn a_shared_stretch_is_found_wherever_it_stands() {
    let known = chars("once upon a time there was a house by the sea");
    for offset in 0..12 {
        let text = chars(&format!("{}was a house by the sea!", "x".repeat(offset)));
        let run = shared_chars(&known, &text, 20).unwrap();
        assert_eq!(run, offset..offset + 22);
    }
    assert_eq!(shared_chars(&known, &chars("a house by the lake and a hill"), 20), None);
}

#[test]
fn alike_texts_score_high_and_others_low() {
    assert!(dice(&chars("the same words here"), &chars("the same words there")) > 0.8);
    assert!(dice(&chars("the same words here"), &chars("quite other things now")) < 0.2);
    assert!(dice(&chars(""), &chars("")) < 0.1);
}

#[test]
fn repetition_does_not_count_overlaps() {
    assert_eq!(most_repeated(&[7; 12], 4), 3);
    assert_eq!(most_repeated(&[1, 2, 3, 4, 5, 6], 4), 1);
}
