//! What people look for in a text, and what is put in its place.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use operations::pattern::{Pattern, PatternError, PatternOptions};

fn places(find: &str, options: PatternOptions, text: &str) -> Vec<(usize, usize)> {
    let pattern = Pattern::new(find, options).unwrap();
    pattern.places(text).into_iter().map(|one| (one.start, one.end)).collect()
}

#[test]
fn case_whole_words_and_expressions_are_each_a_choice() {
    let plain = PatternOptions::default();
    assert_eq!(places("lamp", plain, "灯 Lamp, lamps"), [(2, 6), (8, 12)]);
    let case = PatternOptions { match_case: true, ..plain };
    assert_eq!(places("lamp", case, "灯 Lamp, lamps"), [(8, 12)]);
    let word = PatternOptions { whole_word: true, ..plain };
    assert_eq!(places("lamp", word, "灯 Lamp, lamps"), [(2, 6)]);
    assert_eq!(places("l.mp", plain, "lamp"), []);
    let regex = PatternOptions { regex: true, ..plain };
    assert_eq!(places("l.mps?", regex, "lamp limps"), [(0, 4), (5, 10)]);
    assert_eq!(places("x*", regex, "ab"), []);
}

#[test]
fn groups_are_put_into_the_replacement_of_an_expression_only() {
    let regex = PatternOptions { regex: true, ..PatternOptions::default() };
    let swapped = Pattern::new(r"(\w+) (\w+)", regex).unwrap().replace("one two", "$2 $1");
    assert_eq!(swapped, "two one");
    let plain = Pattern::new("one", PatternOptions::default()).unwrap().replace("one two", "$1");
    assert_eq!(plain, "$1 two");
}

#[test]
fn what_is_no_expression_is_refused_in_one_line() {
    let regex = PatternOptions { regex: true, ..PatternOptions::default() };
    let error = Pattern::new("(a", regex).unwrap_err();
    assert!(
        matches!(&error, PatternError::Malformed(detail) if !detail.contains('\n') && !detail.is_empty())
    );
    assert!(matches!(Pattern::new("a{1000}{1000}", regex), Err(PatternError::Malformed(_))));
    assert_eq!(Pattern::new(" ", regex).unwrap_err(), PatternError::NothingToFind);
}
