//! Broken JSON as models write it, and what it must be read as, or that it must not be read at all.

use serde_json::{Value, json};
use tools::salvage::read_arguments;

fn reads_as(text: &str, expected: &Value) {
    let repaired = read_arguments(text).unwrap_or_else(|| panic!("could not read {text}"));
    assert_eq!(repaired.value, *expected, "{text}");
    assert!(!repaired.cut_off, "{text}");
}

#[test]
fn slightly_broken_json_is_read_as_it_was_meant() {
    let table = [
        (r#"{"a": 1}"#, json!({"a": 1})),
        (r#"{"a": 1,}"#, json!({"a": 1})),
        (r#"{"a": [1, 2,],}"#, json!({"a": [1, 2]})),
        (r#"{"a": 1,, "b": 2}"#, json!({"a": 1, "b": 2})),
        (r"{'a': 'b'}", json!({"a": "b"})),
        (r"{'a': 'it's fine'}", json!({"a": "it's fine"})),
        (r#"{a: 1, b_c: "d"}"#, json!({"a": 1, "b_c": "d"})),
        (r"{paragraph_id: k3f9mn}", json!({"paragraph_id": "k3f9mn"})),
        (r"{“a”: “b”}", json!({"a": "b"})),
        (r#"{"a": True, "b": False, "c": None}"#, json!({"a": true, "b": false, "c": null})),
        (r#"{"a": 1, "b": "c""#, json!({"a": 1, "b": "c"})),
        (r#"{"a": [1, 2"#, json!({"a": [1, 2]})),
        (r#"{"a": [{"b": "c"}"#, json!({"a": [{"b": "c"}]})),
        (r#"{"a": [{"b": 1]}"#, json!({"a": [{"b": 1}]})),
        ("```json\n{\"a\": 1}\n```", json!({"a": 1})),
        ("Here you are: {\"a\": 1}", json!({"a": 1})),
        ("{\"a\": 1}</tool_call>", json!({"a": 1})),
        ("{\"a\": 1}}", json!({"a": 1})),
        ("{\"a\": \"one\ntwo\tthree\"}", json!({"a": "one\ntwo\tthree"})),
        (r#"{"a": "他说"好"，走了"}"#, json!({"a": "他说\"好\"，走了"})),
        (r#"{"a": "say "yes", then go", "b": 1}"#, json!({"a": "say \"yes\", then go", "b": 1})),
        (r#"{"a": "\q \x"}"#, json!({"a": "\\q \\x"})),
        (r#"{'a': "\u732b\ud83d\ude00"}"#, json!({"a": "猫😀"})),
        (r#"{'a': "\ud83d!"}"#, json!({"a": "\u{fffd}!"})),
        (r#"{'a': "\uzz"}"#, json!({"a": "\\uzz"})),
        (r"{'a': -1.5, 'b': 2e3}", json!({"a": -1.5, "b": 2000.0})),
        (r#"{"a": "A "b", "c" d"}"#, json!({"a": "A \"b\", \"c\" d"})),
        (r#"{"a": "x" "b": "y"}"#, json!({"a": "x", "b": "y"})),
        (
            r#"{"a": ["x" "y"], "b": [{"c": 1} {"c": 2}]}"#,
            json!({"a": ["x", "y"], "b": [{"c": 1}, {"c": 2}]}),
        ),
        (r"{}", json!({})),
        (r"{,}", json!({})),
    ];
    for (text, expected) in &table {
        reads_as(text, expected);
    }
}

#[test]
fn text_with_more_than_one_reading_is_not_read() {
    for text in [
        "```",
        "no json here",
        r#"{"a": 1} {"a": 2}"#,
        r#"{"a" 1}"#,
        r#"{"a": one two}"#,
        r#"{"a": 1 2}"#,
        r"{: 1}",
        r#"{"a": \}"#,
    ] {
        assert_eq!(read_arguments(text), None, "{text}");
    }
}

#[test]
fn a_string_cut_off_at_the_end_takes_its_item_with_it() {
    let table = [
        (
            r#"{"paragraphs": [{"id": "a", "text": "whole"}, {"id": "b", "text": "hal"#,
            json!({"paragraphs": [{"id": "a", "text": "whole"}]}),
        ),
        (
            r#"{"paragraphs": [{"id": "a", "text": "whole"}, {"id": "b", "text":"#,
            json!({"paragraphs": [{"id": "a", "text": "whole"}]}),
        ),
        (
            r#"{"paragraphs": [{"id": "a", "text": "whole"}, {"id"#,
            json!({"paragraphs": [{"id": "a", "text": "whole"}]}),
        ),
        (
            r#"{"paragraphs": [{"id": "a", "text": "whole"}, {"id": "b", "text": "perhaps whole""#,
            json!({"paragraphs": [{"id": "a", "text": "whole"}]}),
        ),
        (r#"{"a": ["x", "y", "z"#, json!({"a": ["x", "y"]})),
        (r#"{"a": "x", "b": "y"#, json!({"a": "x"})),
        (r#"{"a": "x", "b": "y\"#, json!({"a": "x"})),
    ];
    for (text, expected) in table {
        let repaired = read_arguments(text).unwrap();
        assert!(repaired.cut_off, "{text}");
        assert_eq!(repaired.value, expected, "{text}");
    }
}

#[test]
fn no_beginning_of_a_call_turns_into_a_shorter_text() {
    for whole in [
        r#"{"paragraphs": [{"paragraph_id": "abc", "translated_text": "他说：\"好。\"，然后走了"}]}"#,
        r#"{"paragraphs": [{"paragraph_id": "abc", "translated_text": "say "yes" and "no", then "go" on"}]}"#,
    ] {
        let text = read_arguments(whole).unwrap().value["paragraphs"][0]["translated_text"].clone();
        for end in (0..whole.len()).filter(|end| whole.is_char_boundary(*end)) {
            let Some(repaired) = read_arguments(whole.split_at(end).0) else { continue };
            for item in repaired.value["paragraphs"].as_array().into_iter().flatten() {
                let read = item.get("translated_text");
                assert!(read.is_none_or(|read| *read == text), "cut at {end}: {read:?}");
            }
        }
    }
}

#[test]
fn deep_nesting_is_refused_and_not_followed() {
    assert_eq!(read_arguments(&"[".repeat(100_000)), None);
    assert_eq!(read_arguments(&r#"{"a":"#.repeat(100_000)), None);
}
