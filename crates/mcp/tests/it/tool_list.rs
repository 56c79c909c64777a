//! The tools as a program is shown them.

use crate::test_door::TestDoor;
use mcp::door::Door;
use operations::tool_call;
use serde_json::json;
use tools::text::PromptLanguage;

#[tokio::test]
async fn every_tool_of_the_library_has_its_title_annotations_and_output() {
    let test = TestDoor::open().await;
    let mut client = test.client("an editor").await;
    let listed = client.ask("tools/list", &json!({})).await.unwrap();
    let listed = listed["tools"].as_array().unwrap();
    let names: Vec<&str> = listed.iter().filter_map(|tool| tool["name"].as_str()).collect();
    let own = ["list_books", "set_target_language", "check", "run_status", "export", "undo"];
    let offered = tool_call::tools(PromptLanguage::English).into_iter().map(|tool| tool.name);
    let expected: Vec<&str> = own.into_iter().chain(offered).collect();
    assert_eq!(names, expected);
    assert_eq!(Door::tool_names(), expected, "and nothing is known of a tool that is not there");
    for tool in listed {
        assert!(tool["title"].is_string(), "{tool}");
        assert!(tool["annotations"]["readOnlyHint"].is_boolean(), "{tool}");
        assert_eq!(tool["outputSchema"]["type"], "object", "{tool}");
    }
}
