//! Models that do not call tools: the book comes out whole in another form, which is told once and kept, or the run says
//! soon that the model cannot do it.

use crate::run::test_run::{Running, TestRun};
use llm::ScriptedReply;
use llm_test_server::{Plan, Slip, Turn};
use serde_json::Value;
use std::process::Output;

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn translate(test_run: &TestRun, more: &[&str]) -> Output {
    test_run.translate(more).output().unwrap()
}

fn is_whole(test_run: &TestRun) {
    let paragraphs = test_run.paragraphs();
    let left: Vec<_> = paragraphs
        .iter()
        .filter(|paragraph| !paragraph.text.trim().is_empty() && paragraph.translation.is_none())
        .collect();
    assert!(left.is_empty(), "{left:?}");
}

/// The requests that offered tools.
fn n_with_tools(test_run: &TestRun) -> usize {
    let has_tools = |body: &Value| body.get("tools").is_some();
    test_run.requests().iter().filter(|seen| has_tools(&seen.body)).count()
}

#[test]
fn a_model_that_only_writes_text_translates_a_book_in_lines_and_is_remembered() {
    let test_run = TestRun::new(Plan::writer(Slip::Nothing));
    test_run.book(3, 12);
    let output = translate(&test_run, &[]);
    let said = stderr(&output);
    assert!(output.status.success(), "{said}");
    is_whole(&test_run);
    assert_eq!(said.matches("brings nothing by tool calls").count(), 1, "told once: {said}");
    assert_eq!(said.matches("it is asked for numbered lines").count(), 1, "{said}");
    let n_tools = n_with_tools(&test_run);
    assert!((2..=8).contains(&n_tools), "{n_tools}");
    let learned = test_run.succeed(&["models", "learned"]);
    assert!(learned.contains("delivery   lines"), "{learned}");
    let again = translate(&test_run, &["--again"]);
    assert!(again.status.success(), "{}", stderr(&again));
    assert_eq!(n_with_tools(&test_run), n_tools, "the next run begins with what was learnt");
}

#[test]
fn lost_and_shifted_lines_are_asked_for_again_until_the_book_is_whole() {
    for slip in [Slip::LosesTenth, Slip::Shifts] {
        let test_run = TestRun::new(Plan::writer(slip));
        test_run.book(2, 24);
        let output = translate(&test_run, &["--delivery", "lines"]);
        assert!(output.status.success(), "{slip:?}: {}", stderr(&output));
        is_whole(&test_run);
        assert_eq!(n_with_tools(&test_run), 0, "the person chose lines");
    }
}

#[test]
fn a_hopeless_model_ends_the_run_within_24_requests_and_says_what_to_try() {
    let prose = Turn::reply(ScriptedReply::text("I am a poet and I write no translations."));
    for more in [&[][..], &["--delivery", "lines"], &["--delivery", "tools"]] {
        let test_run = TestRun::new(Plan { turns: Vec::new(), then: Some(prose.clone()) });
        test_run.book(4, 20);
        let output = translate(&test_run, more);
        let said = stderr(&output);
        assert_eq!(output.status.code(), Some(1), "{said}");
        let n_requests = test_run.requests().len();
        assert!(n_requests <= 24 + 3, "{n_requests} requests, four workers: {said}");
        assert!(said.contains("brought nothing in"), "{said}");
        assert!(said.contains("tsumugi models test"), "{said}");
    }
    let test_run = TestRun::new(Plan { turns: Vec::new(), then: Some(prose) });
    test_run.book(4, 20);
    translate(&test_run, &["--concurrency", "1"]);
    assert!(test_run.requests().len() <= 24, "{}", test_run.requests().len());
}

#[test]
fn models_test_finds_the_form_that_works_and_keeps_it() {
    let test_run = TestRun::new(Plan::writer(Slip::Nothing));
    let url = test_run.base_url();
    let said = test_run.succeed(&["models", "test", "m", "--base-url", &url]);
    assert!(said.contains("structured      0 of 3 paragraphs"), "{said}");
    assert!(said.contains("lines           3 of 3 paragraphs"), "{said}");
    assert!(said.contains("delivery        lines"), "{said}");
    assert!(test_run.succeed(&["models", "learned"]).contains("delivery   lines"));
}

#[test]
fn a_form_can_be_set_for_a_model_and_is_refused_where_it_cannot_be_had() {
    let test_run = TestRun::new(Plan::writer(Slip::Nothing));
    test_run.book(1, 3);
    test_run.succeed(&["models", "add", "mine", "--base-url", &test_run.base_url(), "--model", "m"]);
    test_run.succeed(&["models", "set", "mine", "delivery=lines"]);
    let output =
        test_run.command(&["translate", "book.txt", "--to", "en", "--model", "mine/m"]).output().unwrap();
    assert!(output.status.success(), "{}", stderr(&output));
    is_whole(&test_run);
    assert_eq!(n_with_tools(&test_run), 0);
    let arguments = ["translate", "book.txt", "--to", "en", "--model", "rehearsal", "--delivery", "lines"];
    let refused = test_run.command(&arguments).output().unwrap();
    assert_eq!(refused.status.code(), Some(2), "{}", stderr(&refused));
    assert!(stderr(&refused).contains("leave `--delivery` out"), "{}", stderr(&refused));
}

#[test]
fn a_model_that_always_breaks_one_quote_translates_the_book_all_the_same() {
    let test_run = TestRun::new(Plan::writer(Slip::BreaksQuote));
    test_run.book(2, 24);
    let output = translate(&test_run, &["--delivery", "structured"]);
    assert!(output.status.success(), "{}", stderr(&output));
    is_whole(&test_run);
}

/// A book of many chapters with three lines each.
fn tiny_chapters(test_run: &TestRun, n_chapters: usize) {
    test_run.book(n_chapters, 3);
}

/// The source lines every request to the model asked for, request by request.
fn asked_lines(test_run: &TestRun) -> Vec<Vec<String>> {
    let texts = |body: &Value| {
        let text = body.pointer("/messages/1/content").and_then(Value::as_str).unwrap_or_default().to_owned();
        text.lines().filter_map(|line| Some(line.strip_prefix('[')?.split_once("] ")?.1.to_owned())).collect()
    };
    test_run.requests().iter().map(|seen| texts(&seen.body)).collect()
}

#[test]
fn short_chapters_share_requests_and_each_keeps_its_own_task() {
    for form in ["lines", "structured"] {
        let test_run = TestRun::new(Plan::writer(Slip::WritesObjects));
        tiny_chapters(&test_run, 40);
        let output = translate(&test_run, &["--delivery", form, "--concurrency", "1", "--json"]);
        assert!(output.status.success(), "{form}: {}", stderr(&output));
        is_whole(&test_run);
        let n_requests = test_run.requests().len();
        assert!(n_requests <= 10, "{form}: {n_requests} requests for 40 chapters");
        let events = crate::run::test_run::events(&output);
        let ended: std::collections::BTreeSet<&str> = events
            .iter()
            .filter(|event| event["event"] == "task_ended")
            .filter_map(|event| event["task"].as_str())
            .collect();
        assert_eq!(ended.len(), 40, "{form}: a task for every chapter");
        let chapters: std::collections::BTreeSet<u64> = events
            .iter()
            .filter(|event| event["event"] == "accepted")
            .filter_map(|event| event["chapter"].as_u64())
            .collect();
        assert_eq!(chapters.len(), 40, "{form}: told by chapter");
    }
}

#[test]
fn what_one_chapter_of_a_shared_request_loses_is_asked_for_alone() {
    let test_run = TestRun::new(Plan::writer(Slip::LosesTenth));
    tiny_chapters(&test_run, 30);
    let output = translate(&test_run, &["--delivery", "lines", "--concurrency", "1"]);
    assert!(output.status.success(), "{}", stderr(&output));
    is_whole(&test_run);
}

#[test]
fn a_model_that_shifts_across_chapters_leaves_nothing_without_a_word() {
    let test_run = TestRun::new(Plan::writer(Slip::Shifts));
    tiny_chapters(&test_run, 30);
    let output = translate(&test_run, &["--delivery", "lines", "--concurrency", "1"]);
    let said = stderr(&output);
    let left = test_run.paragraphs();
    let n_left = left.iter().filter(|it| !it.text.trim().is_empty() && it.translation.is_none()).count();
    assert_eq!(output.status.code(), Some(if n_left == 0 { 0 } else { 3 }), "{n_left} left: {said}");
    assert!(n_left == 0 || said.contains(&format!("{n_left} paragraphs")), "{n_left} left: {said}");
}

#[test]
fn a_kill_between_shared_requests_loses_nothing_that_was_paid_for() {
    for n_accepted in [1, 14, 40] {
        let test_run = TestRun::new(Plan::writer(Slip::Nothing));
        tiny_chapters(&test_run, 30);
        let arguments = ["--delivery", "lines", "--concurrency", "1", "--json"];
        let mut running = Running::start(test_run.translate(&arguments).stdout(std::process::Stdio::piped()));
        for _ in 0..n_accepted {
            running.wait_for("accepted");
        }
        running.kill();
        let n_answered = test_run.requests().len();
        let resumed = test_run.command(&["resume"]).output().unwrap();
        assert!(resumed.status.success(), "{}", stderr(&resumed));
        is_whole(&test_run);
        let requests = asked_lines(&test_run);
        // Whatever the killed process had in flight is the last of its requests; all before are paid for and kept.
        let (paid, later) = requests.split_at(n_answered);
        let (in_flight, paid) = paid.split_last().unwrap();
        let again: Vec<&String> =
            later.iter().flatten().filter(|line| paid.iter().flatten().any(|known| known == *line)).collect();
        assert!(again.is_empty(), "paid for twice: {again:?}; in flight {in_flight:?}");
    }
}

/// Translates the book into Chinese with a model of this name.
fn into_chinese(test_run: &TestRun, model: &str, more: &[&str]) -> Output {
    let url = test_run.base_url();
    let mut arguments = vec!["translate", "book.txt", "--to", "zh", "--model", model, "--base-url", &url];
    arguments.extend(more);
    test_run.command(&arguments).output().unwrap()
}

fn message(seen: &llm_test_server::SeenRequest, place: usize) -> String {
    let content = seen.body.pointer(&format!("/messages/{place}/content"));
    content.and_then(Value::as_str).unwrap_or_default().to_owned()
}

#[test]
fn a_sakura_model_is_asked_in_its_own_words_with_its_own_glossary() {
    let test_run = TestRun::new(Plan::writer(Slip::Tuned));
    test_run.book(2, 12);
    test_run.succeed(&["import", "book.txt", "--from", "ja", "--to", "zh"]);
    test_run.succeed(&["terms", "add", &test_run.book_id(), "糸玉", "线球", "--note", "一种纪念品"]);
    let book = test_run.book_id();
    let url = test_run.base_url();
    let model = "Sakura-14B-Qwen2.5-v1.0-GGUF";
    let arguments = ["translate", &book, "--to", "zh", "--model", model, "--base-url", &url];
    let output = test_run.command(&arguments).output().unwrap();
    assert!(output.status.success(), "{}", stderr(&output));
    is_whole(&test_run);
    let requests = test_run.requests();
    assert!(requests.iter().all(|seen| message(seen, 0).starts_with("你是一个轻小说翻译模型")));
    let with_term =
        requests.iter().map(|seen| message(seen, 1)).find(|text| text.contains("糸玉->")).unwrap();
    assert!(with_term.starts_with("根据以下术语表（可以为空）：\n糸玉->线球 #一种纪念品\n"), "{with_term}");
    assert!(!with_term.contains("[1]"), "{with_term}");
    let first = requests.first().unwrap();
    assert_eq!(
        first.body.get("temperature").and_then(Value::as_f64).map(|it| (it * 10.0).round()),
        Some(1.0)
    );
    let tested = test_run.succeed(&["models", "test", model, "--base-url", &url]);
    assert!(tested.contains("its own prompt  sakura-1.0"), "{tested}");
    assert!(tested.contains("lines           3 of 3 paragraphs"), "{tested}");
}

#[test]
fn a_file_beside_the_settings_gives_a_model_its_prompt() {
    let test_run = TestRun::new(Plan::writer(Slip::Tuned));
    test_run.book(1, 4);
    let prompt =
        "name = \"mine\"\nmodels = [\"my-*\"]\nsystem = \"Translate into 中文.\"\nuser = \"Here：{text}\"\n";
    test_run.file("config/model-prompts/mine.toml", prompt);
    let output = into_chinese(&test_run, "my-translator", &[]);
    assert!(output.status.success(), "{}", stderr(&output));
    is_whole(&test_run);
    assert!(test_run.requests().iter().all(|seen| message(seen, 1).starts_with("Here：")));
    test_run.succeed(&[
        "models",
        "add",
        "own",
        "--base-url",
        &test_run.base_url(),
        "--model",
        "my-translator",
    ]);
    let list = test_run.succeed(&["models", "list", "own"]);
    assert!(list.contains("lines, prompt mine"), "{list}");
    test_run
        .file("config/model-prompts/mine.toml", "name = \"mine\"\nmodels = [\"x\"]\nuser = \"no text\"\n");
    let refused = test_run.command(&["models", "list"]).output().unwrap();
    assert!(!refused.status.success());
    assert!(
        stderr(&refused).contains("mine.toml") && stderr(&refused).contains("{text}"),
        "{}",
        stderr(&refused)
    );
}

#[test]
fn a_local_server_tells_how_much_of_the_prompt_it_has_read() {
    let test_run = TestRun::new(Plan::writer(Slip::Nothing));
    test_run.book(1, 3);
    let output = translate(&test_run, &["--delivery", "lines", "--json"]);
    let events = crate::run::test_run::events(&output);
    let reading: Vec<(u64, u64)> = events
        .iter()
        .filter(|event| event["event"] == "reading")
        .filter_map(|event| Some((event["done"].as_u64()?, event["total"].as_u64()?)))
        .collect();
    assert_eq!(reading.first(), Some(&(400, 1000)), "{events:?}");
}

#[test]
fn models_list_tells_the_learnt_form_and_why() {
    let test_run = TestRun::new(Plan::writer(Slip::Nothing));
    test_run.book(2, 12);
    test_run.succeed(&["models", "add", "mine", "--base-url", &test_run.base_url(), "--model", "m"]);
    let output =
        test_run.command(&["translate", "book.txt", "--to", "en", "--model", "mine/m"]).output().unwrap();
    assert!(output.status.success(), "{}", stderr(&output));
    let list: Value = serde_json::from_str(&test_run.succeed(&["models", "list", "mine", "--json"])).unwrap();
    assert_eq!(list[0]["delivery"], "lines", "{list}");
    assert_eq!(list[0]["delivery_from"], "learned");
    assert!(list[0]["delivery_why"].as_str().is_some_and(|why| why.contains("failed")), "{list}");
}

#[test]
fn three_hundred_short_files_cost_little_more_than_their_text() {
    let test_run = TestRun::new(Plan::writer(Slip::Nothing));
    std::fs::create_dir(test_run.path("tales")).unwrap();
    for number in 1..=300 {
        let text = format!(
            "{number}番の手紙が届いた。\n\n澪は坂の上でそれを{number}回読んだ。\n\n「返事は書かない」と彼女は言った。\n"
        );
        test_run.file(&format!("tales/{number}.txt"), text);
    }
    test_run.succeed(&["import", "tales", "--to", "en"]);
    let url = test_run.base_url();
    let asked = |more: &[&str]| {
        let mut arguments = vec!["translate", "tales", "--to", "en", "--model", "m", "--base-url", &url];
        arguments.extend(["--delivery", "lines", "--json"]);
        arguments.extend(more);
        let output = test_run.command(&arguments).output().unwrap();
        assert!(output.status.success(), "{}", stderr(&output));
        output
    };
    // Input tokens for a hundred tokens of source.
    let measured = |more: &[&str]| {
        let plan = asked(&[more, &["--dry-run"]].concat());
        let plan: Value = serde_json::from_slice(&plan.stdout).unwrap();
        let events = crate::run::test_run::events(&asked(more));
        let input = crate::run::test_run::ended(&events)["input_tokens"].as_u64().unwrap();
        let [least, most] = [0, 1].map(|end| plan["input_tokens"][end].as_u64().unwrap());
        assert!(least / 2 <= input && input <= most, "{input} was estimated as {least} to {most}");
        input * 100 / plan["source_tokens"].as_u64().unwrap()
    };
    let together = measured(&[]);
    is_whole(&test_run);
    // A chapter with a limit of its own pays for itself, so it shares nothing.
    let by_itself = measured(&["--again", "--chapters", "1-30", "--max-tokens-per-chapter", "100000"]);
    println!("input tokens per source token, in percent: {together} together, {by_itself} each by itself");
    assert!(together <= 250, "{together}");
    assert!(by_itself >= 2 * together, "{by_itself}");
}
