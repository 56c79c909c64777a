//! A conversation at the command line: streamed, asked before much changes, undone with one command, and kept.

use crate::program::writer_url;
use crate::run::test_run::{TestRun, code, errors, events};
use llm::ScriptedReply;
use llm_test_server::{Plan, Turn};
use serde_json::{Value, json};
use std::process::Output;

fn chat(test_run: &TestRun, more: &[&str]) -> Output {
    let (id, url) = (test_run.book_id(), test_run.base_url());
    let mut arguments = vec!["chat", &id, "--model", "m", "--base-url", &url];
    arguments.extend(more);
    test_run.command(&arguments).output().unwrap()
}

/// A translated book, and a model that then answers so.
fn test_run(replies: impl IntoIterator<Item = ScriptedReply>) -> TestRun {
    let test_run = TestRun::new(Plan::turns(replies.into_iter().map(Turn::reply)));
    test_run.book(2, 6);
    test_run.succeed(&[
        "translate",
        "book.txt",
        "--to",
        "en",
        "--model",
        "writer",
        "--base-url",
        writer_url(),
        "--json",
    ]);
    test_run
}

/// A word that stands in several translations.
fn common_word(test_run: &TestRun) -> String {
    let texts: Vec<String> = test_run.translations().into_values().collect();
    let words = texts.iter().flat_map(|text| text.split(|c: char| !c.is_alphabetic()));
    let is_common =
        |word: &&str| word.len() > 3 && texts.iter().filter(|text| text.contains(*word)).count() > 2;
    words.into_iter().find(is_common).unwrap().to_owned()
}

fn replacing(word: &str) -> [ScriptedReply; 2] {
    let arguments = json!({"find": word, "replace": "QQQQ", "dry_run": false});
    [ScriptedReply::call("replace_in_translations", &arguments), ScriptedReply::text("It is done.")]
}

#[test]
fn a_question_is_answered_as_events_and_the_conversation_is_kept() {
    let test_run = test_run([
        ScriptedReply::call("list_chapters", &json!({})),
        ScriptedReply::text("It has two chapters."),
        ScriptedReply::text("As I said: two."),
    ]);
    let output = chat(&test_run, &["How long is it?", "--json", "--chapter", "1"]);
    assert_eq!(code(&output), 0, "{}", errors(&output));
    let events = events(&output);
    let names: Vec<&str> = events.iter().map(|event| event["event"].as_str().unwrap()).collect();
    assert_eq!(names.first(), Some(&"session"));
    assert!(names.contains(&"called") && names.contains(&"saying"), "{names:?}");
    assert_eq!(events.last().unwrap()["ending"], "answered");
    let session = events[0]["session"].as_str().unwrap();

    let output = chat(&test_run, &["Again?", "--session", session]);
    assert_eq!(code(&output), 0, "{}", errors(&output));
    assert!(String::from_utf8(output.stdout).unwrap().contains("As I said: two."));
    let told = test_run.requests().last().unwrap().body.to_string();
    assert!(
        told.contains("It has two chapters.") && told.contains("Again?"),
        "the model is told what was said before"
    );
    let listed: Vec<Value> =
        serde_json::from_str(&test_run.succeed(&["chat", &test_run.book_id(), "--list", "--json"])).unwrap();
    assert_eq!((listed.len(), &listed[0]["title"]), (1, &json!("How long is it?")));
}

#[test]
fn many_places_change_only_with_a_yes_and_one_undo_takes_them_back() {
    let plain = test_run([]);
    let word = common_word(&plain);
    let test_run = test_run(replacing(&word).into_iter().chain(replacing(&word)));
    let before = test_run.translations();
    let output = chat(&test_run, &["Say QQQQ."]);
    assert_eq!(code(&output), 0, "{}", errors(&output));
    assert!(errors(&output).contains("--yes"), "{}", errors(&output));
    assert_eq!(test_run.translations(), before, "there was nobody to agree");

    let output = chat(&test_run, &["Say QQQQ.", "--yes", "--json"]);
    let events = events(&output);
    let changed = events.iter().find(|event| event["event"] == "changed").unwrap();
    assert!(test_run.translations().values().any(|text| text.contains("QQQQ")));
    let change = changed["change_id"].as_str().unwrap();
    test_run.succeed(&["undo", &test_run.book_id(), "--change", change]);
    assert_eq!(test_run.translations(), before);
}

#[test]
fn what_makes_no_sense_is_refused_before_anything_is_sent() {
    let test_run = test_run([]);
    for (arguments, part) in [
        (&["Hello", "--chapter", "99"][..], "there is no chapter 99"),
        (&["Hello", "--session", "zzzz"][..], "no conversation `zzzz`"),
        (&["Hello", "--paragraphs", "nothing"][..], "not a paragraph id"),
    ] {
        let output = chat(&test_run, arguments);
        assert_eq!(code(&output), 2, "{}", errors(&output));
        assert!(errors(&output).contains(part), "{}", errors(&output));
    }
    assert_eq!(test_run.requests().len(), 0);
}

#[test]
fn a_limit_ends_the_conversation_with_its_own_code() {
    let test_run = test_run([ScriptedReply::text("Never sent.")]);
    let output = chat(&test_run, &["Hello", "--max-tokens", "10"]);
    assert_eq!(code(&output), 4, "{}", errors(&output));
    assert_eq!(test_run.requests().len(), 0);
}
