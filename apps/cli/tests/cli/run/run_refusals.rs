//! A refusal costs exactly the refused paragraphs: in every form, from a filter that reads the whole prompt and from a model
//! that says so in words.

use super::test_run::{TestRun, code, ended, errors, events};
use llm::Dialect;
use llm_test_server::{Plan, PromptFilter, Refusing, Slip, TestServer, Turn};
use serde_json::Value;

/// What Zhipu says of a text it does not like.
const FILTERED: Refusing = Refusing::WithStatus(
    400,
    "系统检测到输入或生成内容可能包含不安全或敏感内容，请您避免输入易产生敏感内容的提示语，感谢您的配合。",
);
const IN_WORDS: Refusing = Refusing::InWords("I'm sorry, but I can't assist with translating this content.");

/// Four paragraphs of the forty-five: two neighbours, the first of a chapter, the last of one.
const REFUSED: [&str; 4] = ["それは2年と3日", "それは2年と4日", "それは3年と1日", "それは5年と8日"];

fn forms() -> [(&'static str, Turn); 3] {
    [
        ("tools", Turn::agent()),
        ("structured", Turn::writer(Slip::WritesObjects)),
        ("lines", Turn::writer(Slip::Nothing)),
    ]
}

/// A run of a book of forty-five paragraphs with a model that has a price.
fn run_with(turn: Turn, how: Option<Refusing>) -> TestRun {
    let run = TestRun::new(Plan { turns: Vec::new(), then: Some(turn) });
    let texts = REFUSED.iter().map(|text| (*text).to_owned()).collect();
    if let Some(how) = how {
        run.server().refuse_prompts(PromptFilter { texts, how });
    }
    let url = run.base_url();
    run.cli.file("config/config.toml", vendor("mine", &url));
    run.book(5, 8);
    run
}

fn vendor(name: &str, url: &str) -> String {
    format!(
        "[vendors.{name}]\nname = '{name}'\nbase_url = '{url}'\ndialect = 'openai'\n[vendors.{name}.models.m]\n\
         window = 400000\nmax_output = 64000\nprice = {{ input = 3, output = 15 }}\n"
    )
}

fn translate(run: &TestRun, form: &str, more: &[&str]) -> (i32, Vec<Value>) {
    let arguments = ["translate", "book.txt", "--to", "en", "--model", "mine/m", "--json", "--yes"];
    let output = run.command(&[&arguments[..], &["--delivery", form], more].concat()).output().unwrap();
    assert!([0, 3].contains(&code(&output)), "{form}: {}", errors(&output));
    (code(&output), events(&output))
}

#[test]
fn four_refused_paragraphs_leave_four_in_every_form_at_little_more_than_the_clean_price() {
    for (form, turn) in forms() {
        let clean = run_with(turn.clone(), None);
        let (exit, told) = translate(&clean, form, &[]);
        assert_eq!((exit, clean.translations().len()), (0, 45), "{form}");
        let price = ended(&told)["usd"].as_f64().unwrap();
        for how in [FILTERED, IN_WORDS] {
            let run = run_with(turn.clone(), Some(how));
            let (exit, told) = translate(&run, form, &[]);
            let left = ended(&told)["unresolved"].as_array().unwrap().clone();
            assert_eq!((exit, left.len()), (3, 4), "{form}, {how:?}: {left:#?}");
            assert!(left.iter().all(|one| one["failure"]["kind"] == "refused"), "{form}, {how:?}: {left:#?}");
            let missing: Vec<String> = run
                .paragraphs()
                .into_iter()
                .filter(|one| !one.text.trim().is_empty() && one.translation.is_none())
                .map(|one| one.text)
                .collect();
            let is_refused = |text: &String| REFUSED.iter().any(|refused| text.contains(refused));
            assert!(missing.len() == 4 && missing.iter().all(is_refused), "{form}, {how:?}: {missing:?}");
            let spent = ended(&told)["usd"].as_f64().unwrap();
            // What a model refuses in words is paid for; what a filter refuses is not.
            let most = if how == FILTERED { 1.5 } else { 3.5 };
            assert!(spent <= most * price, "{form}, {how:?}: {spent} instead of {price}");
            let changes = told.iter().filter(|event| event["event"] == "delivery_changed");
            assert_eq!(changes.count(), 0, "{form}, {how:?}: a refusal is about the text");
            let learned = run.succeed(&["models", "learned", "--json"]);
            assert!(!learned.contains("delivery"), "{form}, {how:?}: {learned}");
        }
    }
}

#[test]
fn only_what_is_refused_goes_to_the_fallback() {
    for (form, turn) in forms() {
        let run = run_with(turn.clone(), Some(FILTERED));
        let other = Plan { turns: Vec::new(), then: Some(turn) };
        let other = run.runtime.block_on(TestServer::start(other)).unwrap();
        let (mine, url) = (vendor("mine", &run.base_url()), other.base_url(Dialect::OpenaiChat));
        run.cli.file("config/config.toml", format!("{mine}{}", vendor("other", &url)));
        let (exit, _) = translate(&run, form, &["--fallback", "other/m"]);
        assert_eq!((exit, run.translations().len()), (0, 45), "{form}");
        let asked = other.requests();
        let is_of_refused = |body: String| REFUSED.iter().any(|refused| body.contains(refused));
        let n_asked = asked.iter().filter(|seen| is_of_refused(seen.body.to_string())).count();
        assert_eq!(n_asked, other.n_requests(), "{form}: nothing else is asked of it");
        assert!(other.n_requests() <= 8, "{form}: {}", other.n_requests());
    }
}
