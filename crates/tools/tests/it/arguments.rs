//! Arguments held against a schema: what is put right, what is refused, and in which words.

use book::id::BookId;
use book::text::version::Author;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use store::store::Store;
use tools::context::ToolContext;
use tools::registry::ToolRegistry;
use tools::text::{PromptLanguage, Text};
use tools::tool::{Tool, ToolError, ToolOutcome};

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

/// Arguments with the schema of the sample, as they reach a tool.
#[derive(Deserialize, JsonSchema)]
#[serde(transparent)]
struct SampleJson {
    #[schemars(with = "Sample")]
    value: Value,
}

/// Says what it was given.
struct Echo;

impl Tool for Echo {
    const NAME: &'static str = "echo";
    const DESCRIPTION: Text = Text { zh: "回声", en: "An echo" };
    type Args = SampleJson;

    async fn call(&self, _ctx: &ToolContext<'_>, args: SampleJson) -> Result<ToolOutcome, ToolError> {
        Ok(ToolOutcome::reply(json!({ "success": true, "given": args.value })))
    }
}

async fn read_sample(raw: &str, language: PromptLanguage) -> Result<Value, Value> {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(&folder.path().join("library.db")).await.unwrap();
    let ctx =
        ToolContext::outside_chunk(store.library(), BookId::from_number(1), language, None, &Author::Person);
    let outcome = ToolRegistry::of_one(&Echo).handle_tool_call(&ctx, "echo", raw).await.unwrap();
    let ToolOutcome::Reply { content, .. } = outcome else { panic!("an echo asks nothing") };
    if content["success"] == true { Ok(content["given"].clone()) } else { Err(content) }
}

#[test]
fn the_schema_has_types_names_and_nothing_else() {
    assert_eq!(
        ToolRegistry::of_one(&Echo).tools(PromptLanguage::English)[0].parameters,
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

#[tokio::test]
async fn what_can_only_be_meant_in_one_way_is_put_right() {
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
        assert_eq!(read_sample(raw, PromptLanguage::English).await, Ok(expected), "{raw}");
    }
}

#[tokio::test]
async fn every_fault_is_named_with_its_path_and_what_to_send_instead() {
    let raw = r#"{"nome": "a", "count": "many", "flag": [], "items": [{"id": 1}, {"text": {}}, 5], "side": "left"}"#;
    let english = read_sample(raw, PromptLanguage::English).await.unwrap_err();
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
    let chinese = read_sample(raw, PromptLanguage::Chinese).await.unwrap_err();
    assert_eq!(chinese["invalid_arguments"][1], "`count` 应为 integer，收到的是 string");
    assert_eq!(chinese["invalid_arguments"][7], "缺少参数 `name`（string）");
}

#[tokio::test]
async fn no_arguments_at_all_are_an_empty_object() {
    for raw in ["", "  ", "null", "{}"] {
        let refusal = read_sample(raw, PromptLanguage::English).await.unwrap_err();
        assert_eq!(refusal["invalid_arguments"], json!(["`name` is missing; send string"]), "{raw}");
    }
}

#[tokio::test]
async fn what_is_no_object_is_refused_with_advice() {
    for raw in ["[1]", "5", "\"text\"", "true", "not json", "{\"a\": "] {
        let refusal = read_sample(raw, PromptLanguage::Chinese).await.unwrap_err();
        assert_eq!(refusal["error_code"], "INVALID_JSON", "{raw}");
        assert!(refusal["error"].as_str().unwrap().starts_with("参数"), "{raw}");
    }
}

#[tokio::test]
async fn arguments_too_long_to_be_honest_are_not_looked_at() {
    let raw = format!("{{\"name\": \"{}\"}}", "a".repeat(3_000_000));
    let refusal = read_sample(&raw, PromptLanguage::English).await.unwrap_err();
    assert_eq!(refusal["error"], "The arguments are too long. Split them into several smaller calls.");
}

#[tokio::test]
async fn a_made_up_name_of_any_length_is_said_back_short() {
    let raw = format!("{{\"name\": \"a\", \"{}\": 1}}", "x".repeat(10_000));
    let refusal = read_sample(&raw, PromptLanguage::English).await.unwrap_err();
    assert!(refusal.to_string().len() < 500);
}
