//! The offline models understand the protocol's text, in every stage and after every kind of refusal.

use std::sync::Arc;
use std::time::Duration;

use llm::{
    ChatMessage, Command, CommandConfig, CommandMode, Model, Rehearsal, Reply, Request, ToolCall, ToolResult,
    ToolSpec,
};
use serde_json::{Value, json};

const SUBMIT: &str = "add_translation_batch";
const STATUS: &str = "update_task_status";
const TITLE: &str = "update_chapter_title";
const BOOK_TITLE: &str = "update_book_title";

/// A request that names no target language, so that the rehearsing model puts what it reads in brackets.
fn request(first: &str, rest: Vec<ChatMessage>) -> Request {
    let tool = |name: &str| ToolSpec { name: name.into(), description: String::new(), parameters: json!({}) };
    let mut messages = vec![ChatMessage::user(first)];
    messages.extend(rest);
    Request {
        system: Arc::from("You translate."),
        messages,
        tools: Arc::from([tool(SUBMIT), tool(STATUS), tool(TITLE), tool(BOOK_TITLE)]),
        ..Request::default()
    }
}

fn exchange(calls: &[(&str, Value, Value)]) -> Vec<ChatMessage> {
    let call = |n: usize, name: &str, arguments: &Value| ToolCall {
        id: format!("c{n}"),
        name: name.into(),
        arguments: arguments.to_string(),
    };
    let made = calls.iter().enumerate().map(|(n, (name, arguments, _))| call(n, name, arguments)).collect();
    let results = calls.iter().enumerate().map(|(n, (name, _, answer))| ToolResult {
        call_id: format!("c{n}"),
        name: (*name).into(),
        content: Arc::from(answer.to_string()),
        is_error: false,
    });
    vec![ChatMessage::assistant("", made), ChatMessage::tool_results(results.collect())]
}

const WORK: &str = "Context: nothing.\n[0] [ID: abcd23] 雪が降る。\n◇◇◇\n[4] [ID: efgh45] 終わり。\n";

/// What the rehearsing model says next.
async fn reply(first: &str, rest: Vec<ChatMessage>) -> Reply {
    Rehearsal.complete(&request(first, rest)).await.unwrap()
}

/// The calls it makes next.
async fn calls(first: &str, rest: Vec<ChatMessage>) -> Vec<(String, Value)> {
    let made = reply(first, rest).await.tool_calls.into_iter();
    made.map(|call| (call.name, serde_json::from_str(&call.arguments).unwrap())).collect()
}

/// The call that submits paragraphs: each with its source in brackets.
fn submission(paragraphs: &[(&str, &str)]) -> (String, Value) {
    let paragraphs = paragraphs.iter().map(|(id, source)| {
        let text = format!("⟦{source}⟧");
        json!({"paragraph_id": id, "translated_text": text})
    });
    (SUBMIT.to_owned(), json!({"paragraphs": paragraphs.collect::<Vec<_>>()}))
}

fn moving(stage: &str) -> (String, Value) {
    (STATUS.to_owned(), json!({"status": stage}))
}

fn titled(tool: &str, source: &str) -> (String, Value) {
    (tool.to_owned(), json!({"title_translation": format!("⟦{source}⟧")}))
}

const BOTH: &[(&str, &str)] = &[("abcd23", "雪が降る。"), ("efgh45", "終わり。")];

#[tokio::test]
async fn the_first_turn_submits_everything() {
    assert_eq!(calls(WORK, Vec::new()).await, [submission(BOTH)]);
}

#[tokio::test]
async fn the_target_language_is_read_in_the_instructions() {
    let script = r#"while read -r line; do case $line in *'"target":"zh-Hans"'*) echo '{"text":"好"}';; *) echo '{"error":"no language"}';; esac; done"#;
    let argv = ["sh", "-c", script].map(str::to_owned).to_vec();
    let timeout = Duration::from_secs(20);
    let program = Command::new(CommandConfig { argv, timeout, mode: CommandMode::JsonLines });
    let mut request = request(WORK, Vec::new());
    assert!(program.complete(&request).await.unwrap_err().to_string().contains("no language"));
    request.system = Arc::from("You translate.\n- **Target language**: `zh-Hans`\n");
    let reply = program.complete(&request).await.unwrap();
    assert!(reply.tool_calls[0].arguments.contains("好"), "{reply:?}");
}

#[tokio::test]
async fn chinese_labels_and_existing_translations_are_understood() {
    let text = "[0] [ID: abcd23]\n原文：雪が降る。\n译文：下雪了。\n[1] [ID: efgh45] 原文: 終わり。\n当前译文：完。\n";
    let kept = (SUBMIT.to_owned(), json!({"paragraphs": [], "keep": ["abcd23", "efgh45"]}));
    assert_eq!(calls(text, Vec::new()).await, [kept]);
    let untranslated = "[0] [ID: abcd23]\n原文：雪が降る。\n[1] [ID: efgh45] 原文: 終わり。\n";
    assert_eq!(calls(untranslated, Vec::new()).await, [submission(BOTH)]);
}

#[tokio::test]
async fn only_refused_paragraphs_are_submitted_again_and_not_for_ever() {
    let both = json!({"paragraphs": [{"paragraph_id": "abcd23"}, {"paragraph_id": "efgh45"}]});
    let answer = json!({"success": true, "accepted_paragraphs": ["abcd23"],
        "failed_paragraphs": [{"paragraph_id": "efgh45", "code": "RESIDUE"}]});
    let once = exchange(&[(SUBMIT, both.clone(), answer.clone())]);
    assert_eq!(calls(WORK, once.clone()).await, [submission(&BOTH[1..])]);
    let twice = [once, exchange(&[(SUBMIT, both, answer)])].concat();
    assert_eq!(calls(WORK, twice).await, [moving("end")]);
}

#[tokio::test]
async fn a_submission_refused_because_of_the_stage_is_made_again_after_moving() {
    let both = json!({"paragraphs": [{"paragraph_id": "abcd23"}, {"paragraph_id": "efgh45"}]});
    let answer = json!({"success": false, "error_code": "WRONG_STATUS", "allowed_next": ["preparing"]});
    let made = calls(WORK, exchange(&[(SUBMIT, both, answer)])).await;
    assert_eq!(made, [moving("preparing"), moving("working"), submission(BOTH)]);
}

#[tokio::test]
async fn a_task_that_is_still_open_is_ended_by_the_legal_way() {
    let both = json!({"paragraphs": [{"paragraph_id": "abcd23"}, {"paragraph_id": "efgh45"}]});
    let accepted = json!({"success": true, "accepted_paragraphs": ["abcd23", "efgh45"]});
    let submitted = exchange(&[(SUBMIT, both, accepted)]);
    assert_eq!(calls(WORK, submitted.clone()).await, [moving("end")]);
    let refused = json!({"success": false, "error": "not yet", "legal_next": ["review"]});
    let tried = [submitted, exchange(&[(STATUS, json!({"status": "end"}), refused)])].concat();
    assert_eq!(calls(WORK, tried.clone()).await, [moving("review"), moving("end")]);
    let ok = json!({"success": true});
    let moves = [(STATUS, json!({"status": "review"}), ok.clone()), (STATUS, json!({"status": "end"}), ok)];
    let ended = reply(WORK, [tried, exchange(&moves)].concat()).await;
    assert!(ended.tool_calls.is_empty() && ended.text == "OK", "{ended:?}");
}

#[tokio::test]
async fn a_request_without_work_is_not_this_protocol() {
    let reply = reply("Hello! [1] is a footnote.", Vec::new()).await;
    assert!(reply.tool_calls.is_empty());
    assert_eq!(reply.text, "⟦Hello! [1] is a footnote.⟧", "the last words are handed back");
}

#[tokio::test]
async fn only_labelled_paragraphs_are_work_and_arrows_show_what_is_translated() {
    let text = "<context>\n[9] earlier\n  => früher\n</context>\n<work>\n[0] [ID: abcd23] 雪。\n[1] ◇◇◇\n  => ◇◇◇\n[2] [ID: efgh45] 終。\n  => Ende.\n</work>";
    let (tool, mut arguments) = submission(&[("abcd23", "雪。")]);
    arguments["keep"] = json!(["efgh45"]);
    assert_eq!(calls(text, Vec::new()).await, [(tool, arguments)], "and no title is given");
}

#[tokio::test]
async fn a_title_is_given_once_if_it_is_wanted() {
    let text = "第 3 章：雪: 国 [chapter id: c7]\n请用 `update_chapter_title` 设置。\n书名`雪の本`：请用 `update_book_title` 设置。\n<context>\n</context>\n[0] [ID: abcd23] 雪。";
    let submission = submission(&[("abcd23", "雪。")]);
    let book_title = titled(BOOK_TITLE, "雪の本");
    let expected = [titled(TITLE, "雪: 国"), book_title.clone(), submission.clone()];
    assert_eq!(calls(text, Vec::new()).await, expected);
    let given = (TITLE, json!({"title_translation": "x"}), json!({"success": true}));
    let failed = (
        SUBMIT,
        json!({"paragraphs": [{"paragraph_id": "abcd23"}]}),
        json!({"success": false, "error_code": "NOT_WORKING", "status": "planning", "next_statuses": ["preparing"]}),
    );
    let made = calls(text, exchange(&[given, failed])).await;
    assert_eq!(made, [moving("preparing"), moving("working"), book_title, submission]);
}
