//! What services are told and tell in single cases: refused reviews, JSON by a schema, signatures, currencies, the price of
//! fallbacks, names in the shell, programs that stay.

use super::test_run::{TestRun, code, errors, events};
use llm::{Dialect, ScriptedReply};
use llm_test_server::{Part, Plan, Service, Turn, WireFault};
use serde_json::{Value, json};
use std::process::Command;

#[test]
fn a_refused_review_is_told_and_the_translation_stays() {
    let careless = Turn { part: Part::Careless, fault: WireFault::Nothing };
    let refused = Turn { part: Part::Agent, fault: WireFault::Status(400) };
    for more in [&["--json"][..], &[]] {
        let turns = vec![careless.clone(), refused.clone(), refused.clone(), refused.clone()];
        let run = TestRun::new(Plan { turns, then: Some(Turn::agent()) });
        run.book(1, 6);
        let done = run.translate(&[more, &["--concurrency", "1"]].concat()).output().unwrap();
        assert_eq!(code(&done), 0, "{}", errors(&done));
        assert!(run.translations().len() >= 6, "what was accepted stays");
        if more.is_empty() {
            let said = errors(&done);
            assert!(said.contains("could not be reviewed") && said.contains("stays as accepted"), "{said}");
        } else {
            let told = events(&done).into_iter().find(|event| event["event"] == "review_failed");
            assert!(told.is_some_and(|event| event["reason"].is_string()), "{}", errors(&done));
        }
    }
}

#[test]
fn models_test_asks_for_json_by_a_schema_and_says_whether_it_came() {
    for (answer, works) in [("{\"word\": \"hello\"}", true), ("Sure! The word is hello.", false)] {
        let turns = vec![Turn::agent(), Turn::agent()];
        let then = Some(Turn::reply(ScriptedReply::text(answer)));
        let run = TestRun::new(Plan { turns, then });
        let url = run.base_url();
        let arguments = ["models", "test", "m", "--base-url", &url, "--json"];
        let output = run.command(&arguments).output().unwrap();
        let told: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(told["structured_output"], works, "{told}");
        let asked = run.requests().iter().any(|seen| seen.body["response_format"]["type"] == "json_schema");
        assert!(asked, "the schema was sent");
    }
}

#[test]
fn signatures_of_gemini_go_back_word_for_word_on_the_part_they_came_with() {
    // What it does carelessly is looked at again, so that its calls go back.
    let careless = Turn { part: Part::Careless, fault: WireFault::Nothing };
    let run = TestRun::new_as(Service::Gemini, Plan { turns: vec![careless], then: Some(Turn::agent()) });
    let url = run.base_url_for(Dialect::Gemini);
    run.cli.file("config/config.toml", format!("[vendors.google]\nbase_url = '{url}'\n"));
    run.book(1, 6);
    let model = "google/gemini-3.8-flash";
    let done = run.command(&["translate", "book.txt", "--to", "en", "--model", model]).output().unwrap();
    assert_eq!(code(&done), 0, "{}", errors(&done));
    let mut n_signed = 0;
    for seen in run.requests() {
        for content in seen.body["contents"].as_array().unwrap() {
            let parts = content["parts"].as_array().unwrap();
            let is_call = |part: &&Value| part.get("functionCall").is_some();
            let Some(call) = parts.iter().find(is_call) else { continue };
            // The server signs the first call of a reply with its own words; anything else is refused by it.
            let signature = call["thoughtSignature"].as_str();
            assert!(signature.is_some_and(|words| !words.contains("skip_thought")), "{content}");
            n_signed += 1;
        }
    }
    assert!(n_signed > 0, "a signed call went back");
    assert!(run.refusals().is_empty(), "{:?}", run.refusals());
}

#[test]
fn a_price_keeps_the_currency_of_its_service_and_is_shown_in_dollars() {
    let run = TestRun::new(Plan::agent());
    run.book(1, 4);
    let url = run.base_url();
    let config = format!(
        "[vendors.mine]\nname = 'Mine'\nbase_url = '{url}'\ndialect = 'openai'\n[vendors.mine.models.m]\npriced_on = '2026-01-01'\nprice = {{ input = 14, output = 28, currency = 'CNY', per_dollar = 7 }}\n"
    );
    run.cli.file("config/config.toml", config);
    let listed: Value = serde_json::from_str(&run.succeed(&["models", "list", "mine/m", "--json"])).unwrap();
    assert_eq!((&listed[0]["currency"], &listed[0]["per_dollar"]), (&json!("CNY"), &json!(7.0)), "{listed}");
    assert_eq!(listed[0]["usd_per_million_input"], 2.0);
    assert_eq!(listed[0]["usd_per_million_output"], 4.0);
    let done = run.command(&["translate", "book.txt", "--to", "en", "--model", "mine/m"]).output().unwrap();
    assert_eq!(code(&done), 0, "{}", errors(&done));
    let chapters: Value = serde_json::from_str(&run.succeed(&["cost", "--json"])).unwrap();
    let sum =
        |key: &str| chapters.as_array().unwrap().iter().map(|one| one[key].as_f64().unwrap()).sum::<f64>();
    let dollars = sum("usd_micros");
    let expected = sum("input_tokens").mul_add(2.0, sum("output_tokens") * 4.0);
    assert!((dollars - expected).abs() <= expected * 0.01 + 2.0, "{dollars} {expected}: {chapters}");
}

#[test]
fn a_fallback_of_a_batch_is_estimated_at_its_full_price() {
    let run = TestRun::new(Plan::agent());
    run.book(2, 6);
    let url = run.base_url();
    let vendor = |id: &str, input: u32, output: u32| {
        format!(
            "[vendors.{id}]\nname = '{id}'\nbase_url = '{url}'\ndialect = 'openai'\n[vendors.{id}.models.m]\nprice = {{ input = {input}, output = {output}, batch = 0.5 }}\n"
        )
    };
    run.cli.file("config/config.toml", vendor("mine", 2, 8) + &vendor("dear", 4, 16));
    run.ok(&["import", "book.txt"]);
    let usd = |more: &[&str]| {
        let plan = ["translate", "book.txt", "--to", "en", "--model", "mine/m", "--dry-run", "--json"];
        let plan: Value = serde_json::from_str(&run.succeed(&[&plan[..], more].concat())).unwrap();
        (plan["usd"][0].as_f64().unwrap(), plan["usd"][1].as_f64().unwrap())
    };
    let (full_least, full_most) = usd(&[]);
    let (least, most) = usd(&["--batch"]);
    assert!((full_least / least - 2.0).abs() < 0.01 && (full_most / most - 2.0).abs() < 0.01);
    let (least, most) = usd(&["--batch", "--fallback", "mine/m"]);
    assert!((full_least / least - 2.0).abs() < 0.01, "the batch itself still costs half");
    assert!((full_most / most - 1.0).abs() < 0.01, "the same model asked directly costs all: {most}");
    let (_, most) = usd(&["--batch", "--fallback", "dear/m"]);
    assert!((most / full_most - 2.0).abs() < 0.01, "{most} {full_most}");
}

#[test]
fn the_shell_completes_the_names_of_models_your_own_included() {
    let run = TestRun::new(Plan::agent());
    run.ok(&["models", "add", "mine", "--base-url", &run.base_url(), "--model", "m"]);
    for shell in ["bash", "zsh", "fish"] {
        let script = run.succeed(&["completions", shell]);
        assert!(script.contains("deepseek/deepseek-flash") && script.contains("mine/m"), "{shell}");
    }
    let script = run.cli.file("completion.bash", run.succeed(&["completions", "bash"]));
    let ask = "source \"$0\"; COMP_WORDS=(tsumugi translate --model mine/); COMP_CWORD=3; _tsumugi tsumugi mine/ --model; echo \"${COMPREPLY[@]}\"";
    let Ok(output) = Command::new("bash").args(["-c", ask]).arg(script).output() else { return };
    assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), "mine/m", "{}", errors(&output));
}

/// Knows three sentences, and notes that it was started.
#[cfg(unix)]
const KNOWS_LINES: &str = "echo started >> starts.txt\nwhile IFS= read -r line; do case $line in *rain*) echo 'La lluvia paró antes del amanecer.';; *book*) echo 'Cerró el libro y miró por la ventana.';; *) echo 'Nadie llamó a la puerta aquella noche.';; esac; done";

#[cfg(unix)]
const KNOWS_JSON: &str = "while IFS= read -r line; do case $line in *rain*) echo '{\"text\": \"La lluvia cesó al fin.\"}';; *book*) echo '{\"text\": \"Cerró su libro y miró afuera.\"}';; *) echo '{\"text\": \"Nadie tocó a la puerta esa noche.\"}';; esac; done";

#[cfg(unix)]
#[test]
fn a_program_that_stays_translates_a_book_and_is_started_once() {
    let run = TestRun::new(Plan::agent());
    let text = "The rain had stopped before dawn.\n\nHe closed the book and looked out of the window.\n\nNobody knocked at the door that night.\n";
    run.cli.file("book.txt", text);
    run.cli.file("engine.sh", KNOWS_LINES);
    let arguments = ["translate", "book.txt", "--from", "en", "--to", "es", "--concurrency", "1"];
    let done = run
        .command(&[&arguments[..], &["--model", "command-server:sh engine.sh"]].concat())
        .output()
        .unwrap();
    assert_eq!(code(&done), 0, "{}", errors(&done));
    let starts = std::fs::read_to_string(run.path("starts.txt")).unwrap();
    assert_eq!(starts.lines().count(), 1, "{starts}");
    let texts: Vec<String> = run.translations().into_values().collect();
    assert!(texts.len() == 3 && texts.iter().any(|text| text.contains("lluvia paró")), "{texts:?}");
    run.cli.file("engine.sh", KNOWS_JSON);
    let model = ["--model", "command-server-json:sh engine.sh", "--again"];
    let done = run.command(&[&arguments[..], &model].concat()).output().unwrap();
    assert_eq!(code(&done), 0, "{}", errors(&done));
    let texts: Vec<String> = run.translations().into_values().collect();
    assert!(texts.iter().any(|text| text.contains("lluvia cesó")), "{texts:?}");
}

#[cfg(unix)]
#[test]
fn a_program_that_stays_is_refused_in_words_what_it_cannot_do() {
    let run = TestRun::new(Plan::agent());
    run.book(1, 3);
    run.ok(&["translate", "book.txt", "--to", "es", "--model", "m", "--base-url", &run.base_url()]);
    let book = run.book_id();
    run.cli.file("engine.sh", KNOWS_LINES);
    let model = "command-server:sh engine.sh";
    for arguments in [
        &["polish", &book, "--model", model][..],
        &["proofread", &book, "--model", model],
        &["survey", &book, "--to", "es", "--model", model],
        &["chat", &book, "Who?", "--model", model],
    ] {
        let said = run.run(arguments);
        assert!(
            said.code == 2 && said.stderr.contains("is a program that translates"),
            "{arguments:?}: {said:?}"
        );
    }
    for (wrong, words) in [
        ("command-server:", "needs a program"),
        ("command-server:no-such-program-here", "there is no program"),
        ("command-server-json:sh 'half", "quotation mark"),
    ] {
        let said = run.run(&["translate", &book, "--to", "es", "--again", "--model", wrong]);
        assert!(said.code != 0 && said.stderr.contains(words), "{wrong}: {said:?}");
    }
    run.cli.file("engine.sh", "while read -r line; do echo '{\"error\": \"no such language\"}'; done");
    let model = "command-server-json:sh engine.sh";
    let said = run.run(&["translate", &book, "--to", "es", "--again", "--model", model]);
    assert!(said.code != 0 && said.stderr.contains("no such language"), "{said:?}");
}

#[cfg(unix)]
#[test]
fn the_setting_command_timeout_ends_a_program_that_takes_too_long() {
    let run = TestRun::new(Plan::agent());
    run.book(1, 2);
    run.cli.file("config/config.toml", "command_timeout = '0.2s'\n");
    run.cli.file("engine.sh", "while read -r line; do sleep 30; echo done; done");
    for model in ["command-server:sh engine.sh", "command:sh engine.sh"] {
        let said = run.run(&["translate", "book.txt", "--to", "es", "--model", model]);
        assert!(said.code != 0 && said.stderr.contains("longer than 0.2 s"), "{model}: {said:?}");
    }
}
