//! The offline models play the whole protocol: in process, over HTTP in every dialect, and with a program.

use std::sync::Arc;
use std::time::Duration;

use llm::{
    ChatMessage, Command, CommandConfig, CommandMode, Dialect, Gate, Http, HttpConfig, Model, Provider,
    Rehearsal, Reply, Request, ResolvedModel, ToolResult, ToolSpec,
};
use llm_test_server::{Plan, TestServer};
use serde_json::{Value, json};

const WORK: &str = "Empty paragraphs were left out.\n[0] [ID: abcd23] <1>He</1> went to London in 1984.\n[2] [ID: efgh45] It rained.";

fn request(work: &str) -> Request {
    let tool = |name: &str| ToolSpec {
        name: name.into(),
        description: name.into(),
        parameters: json!({"type": "object", "properties": {}}),
    };
    Request {
        system: Arc::from("You translate.\nTarget language: zh"),
        messages: vec![ChatMessage::user(work)],
        tools: Arc::from([tool("add_translation_batch"), tool("update_task_status")]),
        parallel_tool_calls: true,
        ..Request::default()
    }
}

fn answer(request: &mut Request, reply: &Reply, answers: &[Value]) {
    request.messages.push(reply.to_message());
    let results = reply.tool_calls.iter().zip(answers).map(|(call, answer)| ToolResult {
        call_id: call.id.clone(),
        name: call.name.clone(),
        content: Arc::from(answer.to_string()),
        is_error: false,
    });
    request.messages.push(ChatMessage::tool_results(results.collect()));
}

fn submitted(reply: &Reply) -> Vec<(String, String)> {
    let arguments: Value = serde_json::from_str(&reply.tool_calls[0].arguments).unwrap();
    let items = arguments["paragraphs"].as_array().unwrap();
    let text = |item: &Value, key: &str| item[key].as_str().unwrap().to_owned();
    items.iter().map(|item| (text(item, "paragraph_id"), text(item, "translated_text"))).collect()
}

/// Plays a task to its end with any model that speaks the protocol.
async fn play(model: &dyn Model) -> Vec<(String, String)> {
    let mut request = request(WORK);
    let reply = model.complete(&request).await.unwrap();
    let names: Vec<&str> = reply.tool_calls.iter().map(|call| call.name.as_str()).collect();
    assert_eq!(names, ["add_translation_batch"]);
    assert!(reply.usage.input > 0 && reply.usage.output > 0);
    let paragraphs = submitted(&reply);
    let ids: Vec<&str> = paragraphs.iter().map(|(id, _)| id.as_str()).collect();
    assert_eq!(ids, ["abcd23", "efgh45"]);
    answer(&mut request, &reply, &[json!({"success": true, "accepted_paragraphs": ids})]);
    let reply = model.complete(&request).await.unwrap();
    assert_eq!(reply.tool_calls[0].name, "update_task_status");
    assert_eq!(
        serde_json::from_str::<Value>(&reply.tool_calls[0].arguments).unwrap(),
        json!({"status": "end"})
    );
    answer(&mut request, &reply, &[json!({"success": true})]);
    assert!(model.complete(&request).await.unwrap().tool_calls.is_empty());
    paragraphs
}

#[tokio::test]
async fn rehearsal_plays_a_task_to_its_end() {
    let paragraphs = play(&Rehearsal).await;
    let first = &paragraphs[0].1;
    for kept in ["<1>", "</1>", "London", "1984"] {
        assert!(first.contains(kept), "{kept} in {first}");
    }
    assert!(!first.contains("went"));
}

#[tokio::test]
async fn rehearsal_keeps_what_is_translated_already() {
    let work = "[0] [ID: abcd23] Source: It rained.\nTranslation: 下雨了。";
    let reply = Rehearsal.complete(&request(work)).await.unwrap();
    let arguments: Value = serde_json::from_str(&reply.tool_calls[0].arguments).unwrap();
    assert_eq!(arguments, json!({"paragraphs": [], "keep": ["abcd23"]}));
}

#[tokio::test]
async fn the_server_plays_the_same_part_in_every_dialect() {
    let in_process = play(&Rehearsal).await;
    for dialect in Dialect::ALL {
        let server = TestServer::start(Plan::agent()).await.unwrap();
        let resolved = ResolvedModel::anywhere(&server.base_url(*dialect), *dialect, "test");
        let http = Http::new(Gate::anywhere(), HttpConfig::default()).unwrap();
        let provider = Provider::new(http, resolved.endpoint(None)).unwrap();
        assert_eq!(play(&provider).await, in_process, "{}", dialect.name());
    }
}

fn command(argv: &[&str]) -> Command {
    let argv = argv.iter().map(|word| (*word).to_owned()).collect();
    Command::new(CommandConfig { argv, timeout: Duration::from_secs(20), mode: CommandMode::OneShot })
}

#[tokio::test]
async fn a_program_translates_between_the_tags() {
    let paragraphs = play(&command(&["tr", "a-z", "A-Z"])).await;
    assert_eq!(paragraphs[0].1, "<1>HE</1> WENT TO LONDON IN 1984.");
    assert_eq!(paragraphs[1].1, "IT RAINED.");
}

#[tokio::test]
async fn a_program_that_joins_lines_is_run_piece_by_piece() {
    let paragraphs = play(&command(&["tr", "-d", "\n"])).await;
    assert_eq!(paragraphs[0].1, "<1>He</1> went to London in 1984.");
}

#[tokio::test]
async fn a_program_that_fails_is_named_with_its_own_words() {
    let failure = command(&["sed", "--no-such-option"]).complete(&request(WORK)).await.unwrap_err();
    let said = failure.to_string();
    assert!(said.contains("`sed --no-such-option`") && said.contains("no-such-option"), "{said}");
    let failure =
        command(&["no-such-program-anywhere"]).complete(&request(WORK)).await.unwrap_err().to_string();
    assert!(failure.contains("cannot be started"), "{failure}");
    let failure = command(&["true"]).complete(&request(WORK)).await.unwrap_err().to_string();
    assert!(failure.contains("it gave nothing for"), "{failure}");
    let slow = Command::new(CommandConfig {
        argv: vec![String::from("sleep"), String::from("3600")],
        timeout: Duration::from_millis(50),
        mode: CommandMode::OneShot,
    });
    let failure = slow.complete(&request(WORK)).await.unwrap_err().to_string();
    assert!(failure.contains("longer than"), "{failure}");
}

fn engine(argv: &[&str], mode: CommandMode, timeout: Duration) -> Command {
    Command::new(CommandConfig { argv: argv.iter().map(|word| (*word).to_owned()).collect(), timeout, mode })
}

const ENOUGH: Duration = Duration::from_secs(20);

#[tokio::test]
async fn a_program_gets_whole_sentences_and_no_readings() {
    let work = "[0] [ID: abcd23] ｜縹町《はなだまち》の灯が<1>消えた</1>。";
    let reply = command(&["cat"]).complete(&request(work)).await.unwrap();
    assert_eq!(submitted(&reply)[0].1, "縹町の灯が<1>消えた</1>。");
    // A program that drops what it does not know keeps the words, and the tags come last.
    let reply = command(&["tr", "-d", "{}"]).complete(&request(work)).await.unwrap();
    assert_eq!(submitted(&reply)[0].1, "縹町の灯が消えた。<1></1>");
}

#[tokio::test]
async fn only_the_texts_a_program_reads_and_writes_are_counted() {
    let work = "[0] [ID: abcd23] It rained.";
    let reply = command(&["cat"]).complete(&request(work)).await.unwrap();
    let words = llm::estimate_tokens("It rained.");
    assert_eq!((reply.usage.input, reply.usage.output), (words, words));
}

#[tokio::test]
async fn a_program_that_takes_too_long_gets_less_at_once() {
    // Takes a second for more than one line and no time for one.
    let script = "n=$(wc -l); [ $n -gt 1 ] && sleep 1; echo text";
    let slow = engine(&["sh", "-c", script], CommandMode::OneShot, Duration::from_millis(500));
    let reply = slow.complete(&request(WORK)).await.unwrap();
    assert_eq!(submitted(&reply).len(), 2);
}

#[tokio::test]
async fn a_program_that_stays_is_started_once_and_spoken_to_by_lines() {
    let script = "n=0; while read line; do n=$((n+1)); echo \"$n $$ $line\"; done";
    let model = engine(&["sh", "-c", script], CommandMode::Lines, ENOUGH);
    let work = "[0] [ID: abcd23] One.\n[1] [ID: efgh45] Two.";
    let first = submitted(&model.complete(&request(work)).await.unwrap());
    let second = submitted(&model.complete(&request(work)).await.unwrap());
    let process = |text: &str| text.split(' ').nth(1).unwrap().to_owned();
    assert_eq!(process(&first[0].1), process(&second[1].1));
    assert!(first[0].1.starts_with("1 ") && second[1].1.starts_with("4 "), "{first:?} {second:?}");
}

#[tokio::test]
async fn a_program_that_stays_may_speak_json_and_say_why_it_cannot() {
    let script = "while read line; do case $line in *zh*Bad*|*Bad*zh*) echo '{\"error\": \"no such words\"}';; *) echo '{\"text\": \"好\"}';; esac; done";
    let model = engine(&["sh", "-c", script], CommandMode::JsonLines, ENOUGH);
    let reply = model.complete(&request("[0] [ID: abcd23] Good.")).await.unwrap();
    assert_eq!(submitted(&reply)[0].1, "好");
    let failure = model.complete(&request("[0] [ID: abcd23] Bad.")).await.unwrap_err().to_string();
    assert!(failure.contains("no such words"), "{failure}");
    assert_eq!(submitted(&model.complete(&request("[0] [ID: abcd23] Good.")).await.unwrap())[0].1, "好");
}
