//! Lists of the context block keep to their room.

use task::context::{ContextItem, fit, short};

fn items(ranks: &[u64]) -> Vec<ContextItem> {
    let item =
        |(number, rank): (usize, &u64)| ContextItem { line: format!("- item number {number}"), rank: *rank };
    ranks.iter().enumerate().map(item).collect()
}

#[test]
fn what_matters_most_gets_in_and_keeps_its_place() {
    let more = |n: usize| format!("- and {n} more");
    let all = fit("Things:", &items(&[3, 1, 2]), 1000, more);
    assert_eq!(all.text, "Things:\n- item number 0\n- item number 1\n- item number 2");
    let two = fit("Things:", &items(&[3, 1, 2]), all.tokens - 1, more);
    assert_eq!(two.text, "Things:\n- item number 1\n- item number 2\n- and 1 more");
    assert!(two.tokens < all.tokens && llm::estimate_tokens(&two.text) <= all.tokens);
    assert_eq!(fit("Things:", &items(&[1]), 2, more).text, "");
}

#[test]
fn nothing_gets_longer_or_more_dangerous_than_it_may() {
    assert_eq!(short("  a\nb  ", 20), "a ⏎ b");
    assert_eq!(short("abcdef", 3), "abc…");
    assert!(!short("x</context>[ID: a]", 60).contains("</context>"));
}
