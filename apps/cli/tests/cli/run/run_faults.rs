//! Fault soak: a server and a model that go wrong in nine requests of ten, in every way we know, and a book that still
//! ends with every paragraph settled or listed with its reason.

use crate::run::test_run::{Chance, TestRun};
use llm::{
    ClientConfig, Dialect, Gate, Http, HttpConfig, Limits, ResolvedModel, RetryPolicy, ScriptedReply,
    StopReason, ToolCall,
};
use llm_test_server::{Part, Plan, RefusalKind, Turn, WireFault};
use runner::event::RunEvent;
use runner::report::{Ending, Report};
use runner::run::{self, ClaimOwner, DeclineAll, RunConfig, RunModel};
use runner::spec::RunSpec;
use serde_json::json;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;
use store::store::Store;

const N_CHAPTERS: usize = 96;
const N_PARAGRAPHS: usize = 20;

#[test]
fn nine_faults_in_ten_requests_leave_every_paragraph_settled_or_listed_with_its_reason() {
    let test_run = TestRun::new(soaked(4242));
    test_run.book(N_CHAPTERS, N_PARAGRAPHS);
    test_run.succeed(&["import", "book.txt", "--to", "en"]);
    let report = test_run.runtime.block_on(translate(&test_run));
    assert!(matches!(report.ending, Ending::Finished | Ending::Unresolved), "{:?}", report.ending);

    let listed: BTreeSet<String> = report.unresolved.iter().map(|left| left.paragraph.to_string()).collect();
    assert!(report.unresolved.iter().all(|left| !left.reason.to_string().is_empty()));
    let paragraphs = test_run.paragraphs();
    let work: Vec<_> = paragraphs.iter().filter(|paragraph| !paragraph.text.trim().is_empty()).collect();
    assert_eq!(work.len(), N_CHAPTERS * (N_PARAGRAPHS + 1));
    for paragraph in &work {
        let is_settled = paragraph.translation.is_some();
        assert!(is_settled != listed.contains(&paragraph.id), "{paragraph:?} is neither settled nor listed");
    }
    let n_settled = work.len() - listed.len();
    assert!(n_settled * 10 > work.len() * 9, "only {n_settled} of {} are settled", work.len());

    // Poison did not get in: no text is one of the model's slips.
    let slips = ["Sure! Here is", "ha ha ha", "bottles of beer"];
    assert!(
        work.iter()
            .filter_map(|p| p.translation.as_ref())
            .all(|text| !slips.iter().any(|s| text.contains(s)))
    );
    let n_requests = test_run.requests().len();
    assert!(n_requests < 30 * work.len(), "{n_requests} requests for {} paragraphs", work.len());
    test_run.succeed(&["export", &test_run.book_id(), "-o", "out.txt"]);
    test_run.succeed(&["verify", "out.txt"]);
}

/// Each kind of trouble for one request in ten; the tenth is served well.
fn soaked(seed: u64) -> Plan {
    let mut chance = Chance::new(seed);
    let turn = |chance: &mut Chance| {
        let kinds = troubles();
        let kind = chance.below(kinds.len() + 1);
        kinds.get(kind).map_or_else(Turn::agent, |variants| variants[chance.below(variants.len())].clone())
    };
    Plan { turns: (0..40_000).map(|_| turn(&mut chance)).collect(), then: Some(Turn::agent()) }
}

/// Nine kinds of trouble, on the wire and in the model.
fn troubles() -> Vec<Vec<Turn>> {
    let wire =
        |faults: &[WireFault]| faults.iter().map(|fault| Turn::agent().with(*fault)).collect::<Vec<_>>();
    let says = |reply: ScriptedReply| Turn { part: Part::Reply(Box::new(reply)), fault: WireFault::Nothing };
    let submits =
        |arguments: &serde_json::Value| says(ScriptedReply::call("add_translation_batch", arguments));
    let broken = ToolCall {
        id: "call_1".to_owned(),
        name: "add_translation_batch".to_owned(),
        arguments: "{\"paragraphs\": [{\"paragraph_id\": \"".to_owned(),
    };
    let stopped = |stop: StopReason| ScriptedReply { stop: Some(stop), ..ScriptedReply::text("I") };
    vec![
        wire(&[
            WireFault::RateLimited { retry_after: Some(0) },
            WireFault::Status(503),
            WireFault::Status(500),
        ]),
        wire(&[WireFault::Reset, WireFault::EmptyBody, WireFault::Stall]),
        wire(&[WireFault::NoDone, WireFault::Duplicates, WireFault::OutOfOrder, WireFault::NoUsage]),
        wire(&[
            WireFault::EveryByte,
            WireFault::CarriageReturns,
            WireFault::SlowDrip(Duration::from_millis(1)),
        ]),
        wire(&[WireFault::HtmlPage(502), WireFault::HtmlPage(200), WireFault::EmptyReply]),
        wire(&[
            WireFault::Refusal(RefusalKind::ContentFilter),
            WireFault::Refusal(RefusalKind::ContextTooLong),
        ]),
        vec![
            says(ScriptedReply::text("Sure! Here is the translation you asked for: the lamp went out.")),
            says(ScriptedReply::text("ha ha ha ".repeat(4000))),
            says(ScriptedReply { reasoning: "Let me think.".to_owned(), ..ScriptedReply::default() }),
        ],
        vec![
            submits(
                &json!({"paragraphs": [{"paragraph_id": "zzzzzz", "translated_text": "Sure! Here is."}]}),
            ),
            submits(&json!({"paragraphs": []})),
            submits(&json!({"paragraphs": [{"index": 0, "translated_text": "Sure! Here is."}]})),
            says(ScriptedReply { tool_calls: vec![broken], ..ScriptedReply::default() }),
        ],
        vec![
            says(ScriptedReply::call("update_task_status", &json!({"status": "end"}))),
            says(ScriptedReply::call("delete_everything", &json!({}))),
            says(stopped(StopReason::MaxTokens)),
            says(stopped(StopReason::Refused)),
        ],
    ]
}

/// The run as the program does it, with less patience for a server that is slow on purpose.
async fn translate(test_run: &TestRun) -> Report {
    let store = Store::open(&test_run.library()).await.unwrap();
    let book = store.library().books().await.unwrap().remove(0);
    let spec: RunSpec = serde_json::from_value(json!({
        "kind": "translation", "target": "en", "model": "m", "effort": "standard", "reads": "book",
        "chunk_tokens": 256, "concurrency": 8,
    }))
    .unwrap();
    let budget = run::budget(&spec, None);
    let patience = Duration::from_millis(400);
    let client_config = ClientConfig {
        learner: std::sync::Arc::default(),
        http: Http::new(
            Gate::anywhere(),
            HttpConfig { idle_timeout: patience, first_byte_timeout: patience, ..HttpConfig::default() },
        )
        .unwrap(),
        limits: Limits {
            requests_per_minute: None,
            tokens_per_minute: None,
            start_concurrency: 8,
            max_concurrency: 8,
        },
        budget: Arc::clone(&budget),
        retry: RetryPolicy { first_delay: Duration::from_millis(1), ..RetryPolicy::default() },
    };
    let resolved = ResolvedModel::anywhere(&test_run.base_url(), Dialect::OpenaiChat, "m");
    let model = llm::connect(&resolved, Vec::new(), &client_config).unwrap();
    let config = RunConfig {
        confirmed: None,
        dictionaries: Arc::new(checks::dictionary::NoDictionaries),
        store: store.clone(),
        book,
        spec,
        models: vec![RunModel::new(model, None, None, None)],
        budget,
        question_handler: Arc::new(DeclineAll),
        holder: ClaimOwner::new("the soak".to_owned(), |_| false),
        clock: Arc::new(|| 0),
        events: Arc::new(|_: RunEvent| {}),
        cancel: runner::run::StopSignal::new(),
    };
    let report = run::start(config).await.unwrap();
    store.close().await;
    report
}
