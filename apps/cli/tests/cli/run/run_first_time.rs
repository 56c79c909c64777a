//! The first run with something new, and the reply that never ends: nothing stops for what was just learnt, and nothing
//! costs much more than was said.

use super::test_run::{TestRun, code, ended, errors, events};
use llm_test_server::{Part, Plan, Service, Turn, WireFault};

#[test]
fn a_first_run_of_ten_chapters_never_stops_for_what_it_has_just_learnt() {
    for service in Service::ALL.iter().chain([&Service::Unlisted]) {
        let run = TestRun::new_as(*service, Plan::agent());
        run.book(10, 6);
        let url = run.base_url_for(service.dialect());
        let dialect = service.dialect().name();
        let endpoint = ["--base-url", &url, "--model", "new-model", "--dialect", dialect, "--json"];
        let arguments = [&["translate", "book.txt", "--to", "en"][..], &endpoint].concat();
        let output = run.command(&arguments).output().unwrap();
        let refusals = run.refusals();
        assert_eq!(code(&output), 0, "{service}: {}\n{refusals:?}", errors(&output));
        assert_eq!(run.translations().len(), 10 * 7, "{service}");
        let is_failure = |event: &serde_json::Value| event["event"] == "policy";
        assert!(!events(&output).iter().any(is_failure), "{service}: {refusals:?}");
        // Four chapters are at work at once, and each is told a thing at most once.
        let mut words = refusals.clone();
        words.sort();
        words.dedup();
        for told in &words {
            let n_told = refusals.iter().filter(|refusal| *refusal == told).count();
            assert!(n_told <= 4, "{service}: {n_told} × {told}");
        }
    }
}

/// A run whose model has a price and a large limit of its own.
fn priced(plan: Plan) -> TestRun {
    let run = TestRun::new(plan);
    let url = run.base_url();
    run.cli.file(
        "config/config.toml",
        format!(
            "[vendors.mine]\nname = 'Mine'\nbase_url = '{url}'\ndialect = 'openai'\n[vendors.mine.models.m]\n\
             window = 400000\nmax_output = 128000\nprice = {{ input = 3, output = 15 }}\n"
        ),
    );
    run
}

const TRANSLATE: [&str; 6] = ["translate", "book.txt", "--to", "en", "--model", "mine/m"];

#[test]
fn a_run_that_would_cost_twice_what_was_said_pauses_and_goes_on_as_told() {
    let runaway = Turn { part: Part::Runaway, fault: WireFault::Nothing };
    let run = priced(Plan { turns: Vec::new(), then: Some(runaway) });
    run.book(10, 6);
    let said: serde_json::Value =
        serde_json::from_str(&run.succeed(&[&TRANSLATE[..], &["--dry-run", "--json"]].concat())).unwrap();
    let most = said["usd"][1].as_f64().unwrap();
    for more in [&["--json", "--yes"][..], &["--yes"]] {
        let run = priced(Plan {
            turns: Vec::new(),
            then: Some(Turn { part: Part::Runaway, fault: WireFault::Nothing }),
        });
        run.book(10, 6);
        let output = run.command(&[&TRANSLATE[..], more].concat()).output().unwrap();
        assert_eq!(code(&output), 4, "{}", errors(&output));
        for request in run.requests() {
            let limit = request.body["max_tokens"].as_u64().unwrap();
            assert!(limit < 60_000, "{limit}");
        }
        if more.len() == 2 {
            let events = events(&output);
            let ended = ended(&events);
            assert_eq!((&ended["ending"], &ended["pause"]["cause"]), (&"budget".into(), &"output".into()));
            let spent = ended["usd"].as_f64().unwrap();
            assert!(spent <= 2.0 * most && spent > 0.5 * most, "{spent} of {most}");
        } else {
            let told = errors(&output);
            assert!(told.contains("paused before it costs more than twice"), "{told}");
            assert!(told.contains("--max-cost"), "{told}");
        }
    }
}

#[test]
fn a_paused_run_goes_on_with_the_command_it_names() {
    let runaway = Turn { part: Part::Runaway, fault: WireFault::Nothing };
    let run = priced(Plan { turns: vec![runaway; 14], then: Some(Turn::agent()) });
    run.book(10, 6);
    let output = run.command(&[&TRANSLATE[..], &["--yes"]].concat()).output().unwrap();
    assert_eq!(code(&output), 4, "{}", errors(&output));
    let told = errors(&output);
    let limit =
        told.split("--max-cost ").nth(1).and_then(|rest| rest.split(['`', ' ', '\n']).next()).unwrap();
    assert!(limit.parse::<f64>().unwrap() > 0.0, "{told}");
    // The model has come to its senses, which a limit above what it may cost now lets it show.
    let output = run.command(&["resume", "--max-cost", "100", "--json"]).output().unwrap();
    assert_eq!(code(&output), 0, "{}", errors(&output));
    assert_eq!(run.translations().len(), 10 * 7);
}

#[test]
fn a_price_that_only_the_service_tells_is_used() {
    let service = Service::OpenRouter;
    let run = TestRun::new_as(service, Plan::agent());
    let (vendor, model) = service.listed();
    let settings = format!("[vendors.{vendor}]\nbase_url = '{}'\n", run.base_url_for(service.dialect()));
    run.cli.file("config/config.toml", settings);
    run.book(2, 6);
    let model = format!("{vendor}/{model}");
    let arguments = ["translate", "book.txt", "--to", "en", "--model", &model, "--max-cost", "5", "--json"];
    let output = run.command(&arguments).output().unwrap();
    assert_eq!(code(&output), 0, "{}", errors(&output));
    let events = events(&output);
    let ended = ended(&events);
    let count = |field: &str| ended[field].as_f64().unwrap();
    let cost = (count("input_tokens") * 3.0 + count("output_tokens") * 15.0) / 1e6;
    assert!((count("usd") - cost).abs() < 1e-6, "{} is not {cost}", ended["usd"]);
}
