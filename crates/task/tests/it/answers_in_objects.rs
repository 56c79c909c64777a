//! JSON objects as models answer with them: whole, cut off, fenced, and with broken quotation marks.

use llm::Delivery;
use task::delivery::{AnswerPiece, read_labelled};

/// The texts of an answer by place, a kept one as `=`.
pub(crate) fn texts(form: Delivery, text: &str, keys: &[&str], is_cut: bool) -> Vec<(usize, String)> {
    let keys: Vec<String> = keys.iter().map(|key| (*key).to_owned()).collect();
    let shown = |piece| match piece {
        AnswerPiece::Text(text) => text,
        AnswerPiece::Keep => "=".to_owned(),
    };
    read_labelled(form, text, &keys, is_cut).into_iter().map(|(label, piece)| (label, shown(piece))).collect()
}

pub(crate) fn owned<K: Clone>(pairs: &[(K, &str)]) -> Vec<(K, String)> {
    pairs.iter().map(|(key, text)| (key.clone(), (*text).to_owned())).collect()
}

/// The texts of an answer about three paragraphs.
fn by_id(text: &str, is_cut: bool) -> Vec<(usize, String)> {
    texts(Delivery::Structured, text, &["k7m2", "p3x9", "r4t6"], is_cut)
}

#[test]
fn an_object_by_ids_is_read() {
    let text = "```json\n{\"k7m2\": \"One\", \"p3x9\": \"=\", \"other\": \"x\"}\n```";
    assert_eq!(by_id(text, false), owned(&[(0, "One"), (1, "=")]));
    assert_eq!(by_id(text, true), owned(&[(0, "One")]));
}

#[test]
fn items_of_a_submission_without_its_call_are_read_and_never_mixed() {
    let bare = r#"{"paragraphs": [{"paragraph_id": "k7m2", "translated_text": "One"}, {"paragraph_id": "p3x9", "translated_text": "Two"}]}"#;
    assert_eq!(by_id(bare, false), owned(&[(0, "One"), (1, "Two")]));
    let keyed = r#"{"paragraphs": {"k7m2": "One", "r4t6": "Three"}}"#;
    assert_eq!(by_id(keyed, false), owned(&[(0, "One"), (2, "Three")]));
    let broken = r#"{"paragraphs": [{"paragraph_id": "k7m2", "translated_text": "One}, {"paragraph_id": "p3x9", "translated_text": "Two"}, {"paragraph_id": "r4t6, "translated_text": "Three"}]}"#;
    assert_eq!(by_id(broken, false), owned(&[(1, "Two")]));
}

/// The pairs of an answer under the keys `a` to `e`.
fn pairs(text: &str) -> Vec<(&'static str, String)> {
    const KEYS: [&str; 5] = ["a", "b", "c", "d", "e"];
    let found = texts(Delivery::Structured, text, &KEYS, false);
    found.into_iter().map(|(place, value)| (KEYS[place], value)).collect()
}

#[test]
fn whole_json_is_read_whole() {
    let text = r#"{"a": "x\"y\"\n", "b": {"c": "z"}, "d": ["e", 1]}"#;
    assert_eq!(pairs(text), owned(&[("a", "x\"y\"\n"), ("c", "z")]));
}

#[test]
fn one_broken_quotation_mark_costs_one_value() {
    let missing_end = "{\"a\": \"one, \"b\": \"two\", \"c\": \"three\"}";
    assert_eq!(pairs(missing_end), owned(&[("b", "two"), ("c", "three")]));
    let missing_start = "{\"a\": one\", \"b\": \"two\"}";
    assert_eq!(pairs(missing_start), owned(&[("b", "two")]));
    let inner = "{\"a\": \"he said \"no\" twice\", \"b\": \"two\"}";
    assert_eq!(pairs(inner), owned(&[("b", "two")]));
}

#[test]
fn what_was_cut_off_is_not_taken() {
    assert_eq!(pairs("```json\n{\"a\": \"one\",\n\"b\": \"tw"), owned(&[("a", "one")]));
}
