//! What counts as a call in text, and what does not.

use super::*;

fn check(text: &str, prose: &str, calls: &[(&str, &str)]) {
    let known = [String::from("submit"), String::from("look_up")];
    let found = parse(text, Start::OfLine, &known);
    let found_calls: Vec<(&str, &str)> =
        found.calls.iter().map(|call| (call.name.as_str(), call.arguments.as_str())).collect();
    assert_eq!((found.text.trim(), found_calls.as_slice()), (prose, calls), "in: {text}");
}

#[test]
fn every_form_models_use_is_understood() {
    let one = [("submit", r#"{"a":1}"#)];
    check(r#"<tool_call>{"name":"submit","arguments":{"a":1}}</tool_call>"#, "", &one);
    check("<tool_call>\n{\"name\": \"submit\", \"arguments\": \"{\\\"a\\\": 1}\"}\n</tool_call>", "", &one);
    check(
        "Sure!\n```json\n{\"name\":\"submit\",\"arguments\":{\"a\":1}}\n```\nDone.",
        "Sure!\n\nDone.",
        &one,
    );
    check("```\n{\"function\":{\"name\":\"submit\",\"arguments\":{\"a\":1}}}\n```", "", &one);
    check(r#"{"name":"submit","parameters":{"a":1}}"#, "", &one);
    check(r#"  {"tool":"submit","args":{"a":1}}"#, "", &one);
    check(r#"[TOOL_CALLS][{"name":"submit","arguments":{"a":1}}]"#, "", &one);
    check(
        "```tool_call\n<tool_call>{\"name\":\"submit\",\"arguments\":{\"a\":1}}</tool_call>\n```",
        "",
        &one,
    );
    check(r#"<tool_call>{"name":"submit","arguments":{"a":1}}"#, "", &one);
}

#[test]
fn several_calls_keep_their_order() {
    let both = [("look_up", r#"{"q":"雪"}"#), ("submit", r#"{"a":1}"#)];
    let array = r#"[{"name":"look_up","arguments":{"q":"雪"}},{"name":"submit","arguments":{"a":1}}]"#;
    check(array, "", &both);
    check(&format!("```json\n{array}\n```"), "", &both);
    let tags = "<tool_call>{\"name\":\"look_up\",\"arguments\":{\"q\":\"雪\"}}</tool_call>\nand\n<tool_call>{\"name\":\"submit\",\"arguments\":{\"a\":1}}</tool_call>";
    check(tags, "and", &both);
    let lines =
        "{\"name\":\"look_up\",\"arguments\":{\"q\":\"雪\"}}\n{\"name\":\"submit\",\"arguments\":{\"a\":1}}";
    check(lines, "", &both);
}

#[test]
fn an_unknown_tool_in_tags_is_a_call_that_can_be_answered() {
    check(r#"<tool_call>{"name":"dance"}</tool_call>"#, "", &[("dance", "{}")]);
}

#[test]
fn a_reply_of_nothing_but_openings_is_read_in_no_time() {
    for opening in ["<tool_call>", "{\n", "```json\n", "[TOOL_CALLS]", "[\n", "<tool_call>{\"name\":"] {
        let noise = opening.repeat(100_000);
        assert!(parse(&noise, Start::OfLine, &[String::from("submit")]).calls.is_empty());
    }
}

#[test]
fn what_is_not_certainly_a_call_stays_text() {
    for text in [
        r#"{"name":"Alice","arguments":{"a":1}}"#,
        r#"{"name":"submit"}"#,
        r#"{"name":"submit","arguments":"not json"}"#,
        r#"{"name":"submit","arguments":[1]}"#,
        r#"He said {"name":"submit","arguments":{}} aloud"#,
        "```python\nprint(1)\n```",
        r#"<tool_call>{"name":"submit","arguments":{"a":</tool_call>"#,
        r#"{"name":"submit","arguments":{"a":1"#,
        "<tool_call>submit(a=1)</tool_call>",
        r#"[{"name":"submit","arguments":{}}, {"name":"Alice"}]"#,
    ] {
        check(text, text, &[]);
    }
}
