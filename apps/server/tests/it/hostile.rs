//! Whatever is sent to any address of the document, in any shape, is answered, and never with a failure of the server.

use crate::test_app::{Opening, TestApp};
use llm_test_server::Plan;
use serde_json::{Map, Value, json};
use std::time::Duration;

/// So many requests are sent to each address.
const N_EACH: u64 = 40;

/// A small source of chance that gives the same every time.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % sides.max(1)
    }

    fn pick<'a>(&mut self, from: &'a [&'a str]) -> &'a str {
        from[self.roll(from.len())]
    }
}

const WORDS: &[&str] = &[
    "",
    "a",
    "0",
    "-1",
    "null",
    "%00",
    "..%2f..",
    "%ff%fe",
    "v1",
    "c1",
    "k7wd3f",
    "99999999999999999999",
    "zh",
    "en",
    "%E7%81%AF",
    "%22%3E%3Cscript%3E",
    "rehearsal",
    "test%2Fmodel",
    "1e400",
    "true",
    "%F0%9F%92%A1",
];
const TEXTS: &[&str] = &[
    "",
    " ",
    "a",
    "灯",
    "\u{0}",
    "<1>x</1>",
    "</9>",
    "{{}}",
    "../../etc/passwd",
    "v1",
    "c1",
    "zh",
    "not a language",
    "\u{202e}abc",
    "'; DROP TABLE books; --",
    "rehearsal",
    "no/such",
    "💡💡",
    "-1",
    "http://127.0.0.1:1/",
];

#[tokio::test(flavor = "multi_thread")]
async fn no_input_makes_the_server_fail() {
    let app = TestApp::open_as(Opening { plan: Plan::agent(), ..Opening::default() }).await;
    let book = app.import("the-lamplighters-ledger.txt").await;
    let (chapter, _) = app.chapter(&book).await;
    let paragraph = app.paragraph(&book).await;
    let real = [
        ("book", book.as_str()),
        ("chapter", &chapter),
        ("paragraph", &paragraph),
        ("version", "v1"),
        ("run", "x"),
        ("task", "x"),
    ];
    let document: Value = serde_json::from_str(&server::openapi().unwrap()).unwrap();
    let mut dice = Dice(42);
    let mut n_sent = 0;
    for (path, operations) in document["paths"].as_object().unwrap() {
        for (method, operation) in operations.as_object().unwrap() {
            let removes = method == "delete" && path.ends_with("{book}");
            for _ in 0..N_EACH {
                let address = address(path, operation, &real, &mut dice, removes);
                let (kind, body) = body(&document, operation, &mut dice);
                let client = app.client.clone();
                let method = method.to_uppercase();
                let sent = client.open(&method, &address, kind, body);
                let reply = tokio::time::timeout(Duration::from_mins(1), sent).await;
                let reply = reply.unwrap_or_else(|_| panic!("{method} {address} was never answered"));
                assert!(reply.status().as_u16() < 500, "{method} {address} gave {}", reply.status());
                n_sent += 1;
            }
        }
    }
    assert!(n_sent > 1_000, "only {n_sent} requests were sent");
    app.client.get(&format!("/api/v1/books/{book}")).await.expect(200);
}

fn address(path: &str, operation: &Value, real: &[(&str, &str)], dice: &mut Dice, must_miss: bool) -> String {
    let mut address = path.to_owned();
    for (name, value) in real {
        let hole = format!("{{{name}}}");
        let is_real = dice.roll(4) > 0 && !(must_miss && *name == "book");
        let word = if is_real { value } else { dice.pick(WORDS) };
        address = address.replace(&hole, word);
    }
    let parameters = operation["parameters"].as_array().cloned().unwrap_or_default();
    let mut query = Vec::new();
    for parameter in parameters.iter().filter(|parameter| parameter["in"] == "query") {
        if dice.roll(2) == 0 {
            query.push(format!("{}={}", parameter["name"].as_str().unwrap(), dice.pick(WORDS)));
        }
    }
    if query.is_empty() { address } else { format!("{address}?{}", query.join("&")) }
}

fn body(document: &Value, operation: &Value, dice: &mut Dice) -> (Option<&'static str>, Vec<u8>) {
    let content = &operation["requestBody"]["content"];
    if content["multipart/form-data"].is_object() {
        return (Some("multipart/form-data; boundary=x"), form(dice));
    }
    let schema = &content["application/json"]["schema"];
    if schema.is_null() {
        return (None, Vec::new());
    }
    let bytes = match dice.roll(10) {
        0 => b"{".to_vec(),
        1 => vec![0xff, 0xfe, 0x00],
        2 => json!([]).to_string().into_bytes(),
        _ => value(document, schema, dice, 0).to_string().into_bytes(),
    };
    (Some(if dice.roll(20) == 0 { "text/plain" } else { "application/json" }), bytes)
}

fn form(dice: &mut Dice) -> Vec<u8> {
    let field = dice.pick(&["file", "to", "from", "series", "encoding", "revises", "other", ""]).to_owned();
    let content = dice.pick(TEXTS).to_owned();
    let end = dice.pick(&["\r\n--x--\r\n", "", "\r\n--x"]);
    let name = dice.pick(&["; filename=\"a.txt\"", "; filename=\"../../a.epub\"", "", "; filename=\"\""]);
    format!("--x\r\nContent-Disposition: form-data; name=\"{field}\"{name}\r\n\r\n{content}{end}")
        .into_bytes()
}

/// A value that fits a schema, more or less.
fn value(document: &Value, schema: &Value, dice: &mut Dice, depth: usize) -> Value {
    if dice.roll(12) == 0 {
        return [json!(null), json!(-1), json!("x"), json!([]), json!({}), json!(1e300), json!(true)]
            [dice.roll(7)]
        .clone();
    }
    if let Some(name) = schema["$ref"].as_str().and_then(|path| path.rsplit('/').next()) {
        return value(document, &document["components"]["schemas"][name], dice, depth + 1);
    }
    for union in ["oneOf", "anyOf"] {
        if let Some(choices) = schema[union].as_array().filter(|choices| !choices.is_empty()) {
            return value(document, &choices[dice.roll(choices.len())], dice, depth + 1);
        }
    }
    if let Some(words) = schema["enum"].as_array() {
        return words[dice.roll(words.len())].clone();
    }
    let kind = match &schema["type"] {
        Value::String(kind) => kind.clone(),
        Value::Array(kinds) => kinds[dice.roll(kinds.len())].as_str().unwrap_or("null").to_owned(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Object(_) => "object".to_owned(),
    };
    match kind.as_str() {
        "string" => json!(dice.pick(TEXTS)),
        "integer" => json!([0_i64, 1, -1, 64, 255, i64::MAX, 100_000][dice.roll(7)]),
        "number" => json!([0.0, -1.0, 0.5, 1e308, 2.0][dice.roll(5)]),
        "boolean" => json!(dice.roll(2) == 0),
        "array" => {
            let n = dice.roll(3);
            Value::Array((0..n).map(|_| value(document, &schema["items"], dice, depth + 1)).collect())
        }
        "object" if depth < 6 => {
            let mut object = Map::new();
            for (name, property) in schema["properties"].as_object().into_iter().flatten() {
                if dice.roll(3) > 0 {
                    object.insert(name.clone(), value(document, property, dice, depth + 1));
                }
            }
            Value::Object(object)
        }
        _ => Value::Null,
    }
}
