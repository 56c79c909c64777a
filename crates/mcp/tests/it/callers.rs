//! The name by which a program signs what it changes.

use crate::test_door::TestDoor;
use serde_json::json;

/// The most characters of a name.
const MAX_NAME_CHARS: usize = 64;

#[tokio::test]
async fn a_program_s_name_stays_on_one_line_and_is_never_long_or_empty() {
    let test = TestDoor::open().await;
    let long = "長".repeat(10_000);
    let cut = "長".repeat(MAX_NAME_CHARS);
    let names = [(" an\neditor\u{1b}[0m ", "aneditor[0m"), ("\n", "mcp"), (long.as_str(), cut.as_str())];
    for (n, (name, plain)) in names.into_iter().enumerate() {
        let mut client = test.client(name).await;
        let arguments = json!({"book": test.book, "title_translation": format!("Lampe {n}")});
        let changed = client.call("update_book_title", &arguments).await;
        assert_eq!(changed["success"], true, "{changed}");
        let messages = client.prompt("summarise_changes", &json!({"book": test.book})).await;
        let changes = messages[1]["content"]["resource"]["text"].as_str().unwrap();
        let changes: serde_json::Value = serde_json::from_str(changes).unwrap();
        assert_eq!(changes["changes"][0]["by"], format!("{plain} (MCP)"));
    }
}
