//! Arguments held against a schema: what is put right, what is refused, and in which words.

use super::{read, schema};
use crate::text::PromptLanguage;
use crate::tool::ArgumentValidation;
use schemars::JsonSchema;
use serde_json::{Value, json};

#[derive(JsonSchema)]
#[expect(dead_code, reason = "only its schema is used")]
struct Sample {
    /// A comment for people, not for models.
    name: String,
    count: Option<i64>,
    flag: Option<bool>,
    words: Option<Vec<String>>,
    items: Option<Vec<Item>>,
    side: Option<Side>,
}

#[derive(JsonSchema)]
#[expect(dead_code, reason = "only its schema is used")]
struct Item {
    id: i64,
    text: Option<String>,
}

#[derive(JsonSchema)]
#[serde(rename_all = "lowercase")]
#[expect(dead_code, reason = "only its schema is used")]
enum Side {
    Source,
    Both,
}

fn read_sample(raw: &str, language: PromptLanguage) -> Result<Value, Value> {
    let schema = schema::schema_of::<Sample>();
    read(raw, &schema, ArgumentValidation::Schema, language)
        .map(|arguments| arguments.value)
        .map_err(|refusal| refusal.content)
}

#[test]
fn the_schema_has_types_names_and_nothing_else() {
    assert_eq!(
        schema::schema_of::<Sample>(),
        json!({
            "type": "object",
            "properties": {
                "name": {"type": "string"},
                "count": {"type": "integer"},
                "flag": {"type": "boolean"},
                "words": {"type": "array", "items": {"type": "string"}},
                "items": {
                    "type": "array",
                    "items": {
                        "type": "object",
                        "properties": {"id": {"type": "integer"}, "text": {"type": "string"}},
                        "required": ["id"],
                    },
                },
                "side": {"type": "string", "enum": ["source", "both"]},
            },
            "required": ["name"],
        })
    );
}

#[test]
fn what_can_only_be_meant_in_one_way_is_put_right() {
    let table = [
        (r#"{"name": "a", "count": "3"}"#, json!({"name": "a", "count": 3})),
        (r#"{"name": "a", "count": 3.0}"#, json!({"name": "a", "count": 3})),
        (r#"{"name": "a", "count": 18446744073709551615}"#, json!({"name": "a", "count": i64::MAX})),
        (r#"{"name": 7}"#, json!({"name": "7"})),
        (r#"{"name": "a", "flag": "true"}"#, json!({"name": "a", "flag": true})),
        (r#"{"name": "a", "flag": 0}"#, json!({"name": "a", "flag": false})),
        (r#"{"name": "a", "count": null, "unknown": null}"#, json!({"name": "a"})),
        (r#"{"name": "a", "words": "b"}"#, json!({"name": "a", "words": ["b"]})),
        (r#"{"name": "a", "words": "[\"b\", \"c\"]"}"#, json!({"name": "a", "words": ["b", "c"]})),
        (r#"{"name": "a", "items": "[{\"id\": 1,}]"}"#, json!({"name": "a", "items": [{"id": 1}]})),
        (r#"{"name": "a", "items": {"id": 1}}"#, json!({"name": "a", "items": [{"id": 1}]})),
        (r#"{"name": "a", "items": ["{\"id\": 1}"]}"#, json!({"name": "a", "items": [{"id": 1}]})),
        (r#"{"name": "a", "side": " Both"}"#, json!({"name": "a", "side": "both"})),
        (r#""{\"name\": \"a\"}""#, json!({"name": "a"})),
        ("\u{feff}{\"name\": \"a\"}", json!({"name": "a"})),
    ];
    for (raw, expected) in table {
        assert_eq!(read_sample(raw, PromptLanguage::English), Ok(expected), "{raw}");
    }
}

#[test]
fn every_fault_is_named_with_its_path_and_what_to_send_instead() {
    let raw = r#"{"nome": "a", "count": "many", "flag": [], "items": [{"id": 1}, {"text": {}}, 5], "side": "left"}"#;
    let english = read_sample(raw, PromptLanguage::English).unwrap_err();
    assert_eq!(english["success"], false);
    assert_eq!(english["error_code"], "INVALID_ARGUMENTS");
    assert_eq!(
        english["invalid_arguments"],
        json!([
            "there is no `nome`; use `name`, `count`, `flag`, `words`, `items`, `side`",
            "`count` must be integer, not string",
            "`flag` must be boolean, not array",
            "`items[1].text` must be string, not object",
            "`items[1].id` is missing; send integer",
            "`items[2]` must be object, not number",
            "`side` must be one of: `source`, `both`",
            "`name` is missing; send string",
        ])
    );
    let chinese = read_sample(raw, PromptLanguage::Chinese).unwrap_err();
    assert_eq!(chinese["invalid_arguments"][1], "`count` 应为 integer，收到的是 string");
    assert_eq!(chinese["invalid_arguments"][7], "缺少参数 `name`（string）");
}

#[test]
fn no_arguments_at_all_are_an_empty_object() {
    for raw in ["", "  ", "null", "{}"] {
        let refusal = read_sample(raw, PromptLanguage::English).unwrap_err();
        assert_eq!(refusal["invalid_arguments"], json!(["`name` is missing; send string"]), "{raw}");
    }
}

#[test]
fn what_is_no_object_is_refused_with_advice() {
    for raw in ["[1]", "5", "\"text\"", "true", "not json", "{\"a\": "] {
        let refusal = read_sample(raw, PromptLanguage::Chinese).unwrap_err();
        assert_eq!(refusal["error_code"], "INVALID_JSON", "{raw}");
        assert!(refusal["error"].as_str().unwrap().starts_with("参数"), "{raw}");
    }
}

#[test]
fn arguments_too_long_to_be_honest_are_not_looked_at() {
    let raw = format!("{{\"name\": \"{}\"}}", "a".repeat(3_000_000));
    let refusal = read_sample(&raw, PromptLanguage::English).unwrap_err();
    assert_eq!(refusal["error"], "The arguments are too long. Split them into several smaller calls.");
}

#[test]
fn a_made_up_name_of_any_length_is_said_back_short() {
    let raw = format!("{{\"name\": \"a\", \"{}\": 1}}", "x".repeat(10_000));
    let refusal = read_sample(&raw, PromptLanguage::English).unwrap_err();
    assert!(refusal.to_string().len() < 500);
}
