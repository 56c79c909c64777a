//! A translation program gets whole sentences, and the tags are put back into what it made of them.

use std::sync::Arc;
use std::time::Duration;

use llm::{ChatMessage, Command, CommandConfig, CommandMode, Model, Request, ToolSpec};
use serde_json::{Value, json};

/// What becomes of a paragraph with a program that has these answers, and says of everything else that it was not to be asked.
async fn translated(source: &str, answers: &[(&str, &str)]) -> String {
    let cases = answers.iter().map(|(asked, answer)| format!("'{asked}') echo '{answer}';; "));
    let script = format!(
        "while IFS= read -r line; do case \"$line\" in {}*) echo \"not to be asked: $line\";; esac; done",
        cases.collect::<String>()
    );
    let argv = ["sh", "-c", &script].map(str::to_owned).to_vec();
    let program =
        Command::new(CommandConfig { argv, timeout: Duration::from_secs(20), mode: CommandMode::Lines });
    let name = String::from("add_translation_batch");
    let tool = ToolSpec { name, description: String::new(), parameters: json!({}) };
    let messages = vec![ChatMessage::user(format!("[0] [ID: abcd23] {source}"))];
    let request = Request { messages, tools: Arc::from([tool]), ..Request::default() };
    let reply = program.complete(&request).await.unwrap();
    let arguments: Value = serde_json::from_str(&reply.tool_calls[0].arguments).unwrap();
    arguments["paragraphs"][0]["translated_text"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn readings_are_left_out_and_title_marks_are_not() {
    let answers = [("縹町の《灯》", "The “Light” of Hanada")];
    assert_eq!(translated("｜縹町《はなだまち》の《灯》", &answers).await, "The “Light” of Hanada");
}

#[tokio::test]
async fn tags_go_where_the_program_left_their_marks() {
    let source = "He saw <1>the ｜sea《うみ》</1><2/> again.";
    let asked = "He saw {1}the sea{2}{3} again.";
    let answers = [(asked, "{1}El mar{2}{3} otra vez.")];
    assert_eq!(translated(source, &answers).await, "<1>El mar</1><2/> otra vez.");
    for broken in ["{2}El mar{1}{3}", "El mar {1} {3}", "{1}{1}x{2}{3}"] {
        let answers = [(asked, broken), ("He saw the sea again.", "Vio el mar.")];
        assert_eq!(translated(source, &answers).await, "Vio el mar.<1></1><2/>", "{broken}");
    }
    // With marks of its own in it, it is asked for without ours.
    assert_eq!(translated("a {1} <1>b</1>", &[("a {1} b", "c")]).await, "c<1></1>");
}

#[tokio::test]
async fn tags_whose_place_is_lost_go_to_the_end_and_those_around_all_stay_around() {
    let answers = [("{1}He saw {2}it{3}{4}", "no marks"), ("He saw it", "Lo vio")];
    assert_eq!(translated("<1>He saw <2>it</2></1>", &answers).await, "<1>Lo vio<2></2></1>");
    let answers = [("{1}He {2}saw{3}.", "no marks"), ("He saw.", "Vio.")];
    assert_eq!(translated("<1/>He <2>saw</2>.", &answers).await, "<1/>Vio.<2></2>");
    let answers = [("{1}He{2} saw.", "no marks"), ("He saw.", "Vio.")];
    assert_eq!(translated("<1>He</1> saw.", &answers).await, "Vio.<1></1>");
}
