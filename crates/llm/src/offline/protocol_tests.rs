//! The offline models understand the protocol's text, in every stage and after every kind of refusal.

use std::sync::Arc;

use serde_json::json;

use super::*;
use crate::{ToolCall, ToolResult, ToolSpec};

fn request(first: &str, rest: Vec<ChatMessage>) -> Request {
    let tool = |name: &str| ToolSpec { name: name.into(), description: String::new(), parameters: json!({}) };
    let mut messages = vec![ChatMessage::user(first)];
    messages.extend(rest);
    Request {
        system: Arc::from("You translate.\n- **Target language**: `zh-Hans`\n"),
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

fn ids_to_submit(turn: &Turn) -> Vec<&str> {
    match turn {
        Turn::Submit { items, .. } => items.iter().map(|item| item.id.as_str()).collect(),
        Turn::Move { .. } | Turn::Done | Turn::Unknown => Vec::new(),
    }
}

#[test]
fn the_first_turn_submits_everything() {
    let request = request(WORK, Vec::new());
    let turn = next_turn(&request);
    assert_eq!(ids_to_submit(&turn), ["abcd23", "efgh45"]);
    let Turn::Submit { stages_first, items, .. } = turn else { panic!("not a submission") };
    assert!(stages_first.is_empty());
    assert_eq!(items[0].source, "雪が降る。");
    assert_eq!(target_language(&request).as_deref(), Some("zh-Hans"));
}

#[test]
fn chinese_labels_and_existing_translations_are_understood() {
    let text = "[0] [ID: abcd23]\n原文：雪が降る。\n译文：下雪了。\n[1] [ID: efgh45] 原文: 終わり。\n当前译文：完。\n";
    let turn = next_turn(&request(text, Vec::new()));
    let Turn::Submit { items, .. } = turn else { panic!("not a submission") };
    assert!(items.iter().all(|item| item.is_translated));
    assert_eq!((items[0].source.as_str(), items[1].source.as_str()), ("雪が降る。", "終わり。"));
}

#[test]
fn only_refused_paragraphs_are_submitted_again_and_not_for_ever() {
    let both = json!({"paragraphs": [{"paragraph_id": "abcd23"}, {"paragraph_id": "efgh45"}]});
    let answer = json!({"success": true, "accepted_paragraphs": ["abcd23"],
        "failed_paragraphs": [{"paragraph_id": "efgh45", "code": "RESIDUE"}]});
    let once = exchange(&[(SUBMIT, both.clone(), answer.clone())]);
    assert_eq!(ids_to_submit(&next_turn(&request(WORK, once.clone()))), ["efgh45"]);
    let twice = [once, exchange(&[(SUBMIT, both, answer)])].concat();
    assert_eq!(next_turn(&request(WORK, twice)), Turn::Move { stages: vec!["end"] });
}

#[test]
fn a_submission_refused_because_of_the_stage_is_made_again_after_moving() {
    let both = json!({"paragraphs": [{"paragraph_id": "abcd23"}, {"paragraph_id": "efgh45"}]});
    let answer = json!({"success": false, "error_code": "WRONG_STATUS", "allowed_next": ["preparing"]});
    let turn = next_turn(&request(WORK, exchange(&[(SUBMIT, both, answer)])));
    assert_eq!(ids_to_submit(&turn), ["abcd23", "efgh45"]);
    let Turn::Submit { stages_first, .. } = turn else { panic!("not a submission") };
    assert_eq!(stages_first, ["preparing", "working"]);
}

#[test]
fn a_task_that_is_still_open_is_ended_by_the_legal_way() {
    let both = json!({"paragraphs": [{"paragraph_id": "abcd23"}, {"paragraph_id": "efgh45"}]});
    let accepted = json!({"success": true, "accepted_paragraphs": ["abcd23", "efgh45"]});
    let submitted = exchange(&[(SUBMIT, both, accepted)]);
    assert_eq!(next_turn(&request(WORK, submitted.clone())), Turn::Move { stages: vec!["end"] });
    let refused = json!({"success": false, "error": "not yet", "legal_next": ["review"]});
    let tried = [submitted, exchange(&[(STATUS, json!({"status": "end"}), refused)])].concat();
    assert_eq!(next_turn(&request(WORK, tried.clone())), Turn::Move { stages: vec!["review", "end"] });
    let ok = json!({"success": true});
    let moves = [(STATUS, json!({"status": "review"}), ok.clone()), (STATUS, json!({"status": "end"}), ok)];
    let ended = [tried, exchange(&moves)].concat();
    assert_eq!(next_turn(&request(WORK, ended)), Turn::Done);
}

#[test]
fn a_request_without_work_is_not_this_protocol() {
    assert_eq!(next_turn(&request("Hello! [1] is a footnote.", Vec::new())), Turn::Unknown);
}

#[test]
fn only_labelled_paragraphs_are_work_and_arrows_show_what_is_translated() {
    let text = "<context>\n[9] earlier\n  => früher\n</context>\n<work>\n[0] [ID: abcd23] 雪。\n[1] ◇◇◇\n  => ◇◇◇\n[2] [ID: efgh45] 終。\n  => Ende.\n</work>";
    let Turn::Submit { items, titles, .. } = next_turn(&request(text, Vec::new())) else { panic!("no work") };
    let found: Vec<(&str, bool)> = items.iter().map(|item| (item.id.as_str(), item.is_translated)).collect();
    assert_eq!(found, [("abcd23", false), ("efgh45", true)]);
    assert_eq!(titles, []);
}

#[test]
fn a_title_is_given_once_if_it_is_wanted() {
    let text = "第 3 章：雪: 国 [chapter id: c7]\n请用 `update_chapter_title` 设置。\n书名`雪の本`：请用 `update_book_title` 设置。\n<context>\n</context>\n[0] [ID: abcd23] 雪。";
    let Turn::Submit { titles, .. } = next_turn(&request(text, Vec::new())) else { panic!("no work") };
    assert_eq!(titles, [(TITLE, "雪: 国".to_owned()), (BOOK_TITLE, "雪の本".to_owned())]);
    let given = (TITLE, json!({"title_translation": "x"}), json!({"success": true}));
    let failed = (
        SUBMIT,
        json!({"paragraphs": [{"paragraph_id": "abcd23"}]}),
        json!({"success": false, "error_code": "NOT_WORKING", "status": "planning", "next_statuses": ["preparing"]}),
    );
    let turn = next_turn(&request(text, exchange(&[given, failed])));
    let Turn::Submit { titles, stages_first, .. } = turn else { panic!("no work") };
    let book = (BOOK_TITLE, "雪の本".to_owned());
    assert_eq!((titles, stages_first), (vec![book], vec!["preparing", "working"]));
}
