//! A model that answers in lines or objects and brings a few paragraphs at a time is not asked again for what was accepted.

use crate::test_task::{Job, Staff, TestTask};
use book::text::version::TaskKind;
use llm::{Delivery, Request, Scripted, ScriptedReply};
use serde_json::{Map, Value};
use std::collections::HashSet;
use std::fmt::Write;
use task::driver::LoopExit;
use task::machine::TaskOutcome;
use task::model_delivery::ModelDelivery;

const N_PARAGRAPHS: usize = 90;
/// So many it brings at a time.
const N_BROUGHT: usize = 10;

/// Paragraphs of which no two look alike.
fn chapter() -> Vec<String> {
    (0..N_PARAGRAPHS)
        .map(|n| {
            let (far, slowly) = ("遠い山".repeat(n % 7 + 1), "ゆっくり".repeat(n % 4 + 1));
            format!("{far}を越えて、{n}番目の町へ{slowly}着いた。")
        })
        .collect()
}

/// The numbered lines a request asks for.
fn lines_of(message: &str) -> Vec<(String, String)> {
    let label = |line: &str| {
        let (number, text) = line.strip_prefix('[')?.split_once("] ")?;
        Some((number.to_owned(), text.to_owned()))
    };
    message.lines().filter_map(label).collect()
}

/// The values of the object a request asks for.
fn values_of(message: &str) -> Vec<(String, String)> {
    let (_, object) = message.rsplit_once("\n{").unwrap();
    let object: Map<String, Value> = serde_json::from_str(&format!("{{{object}")).unwrap();
    object.into_iter().map(|(key, value)| (key, value.as_str().unwrap().to_owned())).collect()
}

fn asked(form: Delivery, request: &Request) -> Vec<(String, String)> {
    let message = testkit::request::first_message(request);
    if form == Delivery::Lines { lines_of(&message) } else { values_of(&message) }
}

fn answer(form: Delivery, items: &[(String, String)]) -> ScriptedReply {
    let items = items.iter().take(N_BROUGHT).map(|(label, text)| (label, format!("en {text}")));
    if form == Delivery::Lines {
        let mut lines = String::new();
        for (label, text) in items {
            writeln!(lines, "[{label}] {text}").unwrap();
        }
        return ScriptedReply::text(lines);
    }
    let object: Map<String, Value> = items.map(|(key, text)| (key.clone(), Value::from(text))).collect();
    ScriptedReply::text(Value::Object(object).to_string())
}

#[tokio::test]
async fn what_was_accepted_is_not_asked_for_again_whatever_the_form() {
    for form in [Delivery::Lines, Delivery::Structured] {
        let test_task = TestTask::with(&[chapter()]).await;
        let model = Scripted::answering(move |request| answer(form, &asked(form, request)));
        let staff =
            Staff { delivery: ModelDelivery::fixed(form), ..Staff::new(TaskKind::Translation, &model) };
        let chunk = test_task.chunk(&(0..N_PARAGRAPHS).collect::<Vec<_>>()).await;
        let (run, _) = test_task.work(&staff, Job::Begin(chunk)).await.unwrap();
        assert_eq!(run.exit, LoopExit::Ended(TaskOutcome::Finished), "{form}");
        assert!(test_task.paragraphs().await.iter().all(|paragraph| paragraph.translation.is_some()));

        let requests = model.requests();
        assert!(requests.iter().all(|request| request.messages.len() == 1), "{form}: each begins anew");
        let mut brought: HashSet<String> = HashSet::new();
        let mut n_asked = 0;
        for request in &requests {
            let items = asked(form, request);
            let again: Vec<_> = items.iter().filter(|(_, text)| brought.contains(text)).collect();
            assert!(again.is_empty(), "{form}: {again:?}");
            n_asked += items.len();
            brought.extend(items.into_iter().take(N_BROUGHT).map(|(_, text)| text));
        }
        assert!(n_asked < 2 * N_PARAGRAPHS, "{form}: {n_asked} were asked for");
    }
}
