//! When, how often and how patiently a request is sent again. Time is the test's own.

use std::sync::Arc;
use std::time::Duration;

use futures::StreamExt;
use llm::{
    ChatMessage, Dialect, Event, Failure, Model, Provider, ReplyScript, Request, ResolvedModel, RetryPolicy,
    Retrying, Scripted, ScriptedFault, ScriptedReply, Usage, WhenOver,
};
use tokio::time::Instant;

use crate::canned_service::{Answer, CannedService};

fn request() -> Request {
    Request { messages: vec![ChatMessage::user("hello")], ..Request::default() }
}

fn server_trouble() -> Failure {
    Failure::Server { service: "s".into(), status: 500, detail: "d".into(), retry_after: None }
}

fn rate_limit(seconds: Option<u64>) -> Failure {
    let retry_after = seconds.map(Duration::from_secs);
    Failure::RateLimited { service: "s".into(), detail: "d".into(), retry_after }
}

fn policy() -> RetryPolicy {
    RetryPolicy { max_attempts: 4, first_delay: Duration::from_secs(1), ..RetryPolicy::default() }
}

#[tokio::test(start_paused = true)]
async fn the_wait_doubles_and_is_jittered_within_bounds() {
    let always = ReplyScript {
        replies: vec![ScriptedReply::failing(server_trouble())],
        when_over: WhenOver::RepeatLast,
    };
    let mut waits = Vec::new();
    for seed in 0..8 {
        let scripted = Scripted::new(always.clone());
        let model = Retrying::new(Arc::new(scripted.clone()), RetryPolicy { seed, ..policy() });
        let begun = Instant::now();
        assert_eq!(model.complete(&request()).await.unwrap_err(), server_trouble());
        assert_eq!(scripted.requests().len(), 4);
        waits.push(begun.elapsed());
    }
    // Waits of 1, 2 and 4 seconds, each at least half of that.
    assert!(waits.iter().all(|wait| (3500..=7010).contains(&wait.as_millis())), "{waits:?}");
    assert!(waits.iter().any(|wait| *wait != waits[0]), "no two clients knock in step");
}

#[tokio::test(start_paused = true)]
async fn the_service_decides_how_long_to_wait() {
    let scripted =
        Scripted::replies([ScriptedReply::failing(rate_limit(Some(42))), ScriptedReply::text("ok")]);
    let model = Retrying::new(Arc::new(scripted), policy());
    let begun = Instant::now();
    assert_eq!(model.complete(&request()).await.unwrap().text, "ok");
    assert!((42_000..43_000).contains(&begun.elapsed().as_millis()), "{:?}", begun.elapsed());
}

#[tokio::test(start_paused = true)]
async fn an_absurd_wait_is_not_waited_for() {
    let scripted = Scripted::replies([ScriptedReply::failing(rate_limit(Some(86_400)))]);
    let model = Retrying::new(Arc::new(scripted.clone()), policy());
    assert_eq!(model.complete(&request()).await.unwrap_err(), rate_limit(Some(86_400)));
    assert_eq!(scripted.requests().len(), 1);
}

#[tokio::test(start_paused = true)]
async fn what_cannot_succeed_is_not_tried_again() {
    let (service, detail) = (String::from("s"), String::from("d"));
    let hopeless = [
        Failure::Authentication { service: service.clone(), detail: detail.clone() },
        Failure::Quota { service: service.clone(), detail: detail.clone() },
        Failure::ContextTooLong { service: service.clone(), detail: detail.clone() },
        Failure::Refused { service: service.clone(), detail: detail.clone() },
        Failure::Rejected { service: service.clone(), status: 400, detail: detail.clone() },
        Failure::Program { program: service.clone(), detail: detail.clone() },
        Failure::Cancelled { service },
        Failure::Budget { detail },
    ];
    for failure in hopeless {
        let scripted =
            Scripted::replies([ScriptedReply::failing(failure.clone()), ScriptedReply::text("ok")]);
        let model = Retrying::new(Arc::new(scripted.clone()), policy());
        assert_eq!(model.complete(&request()).await.unwrap_err(), failure);
        assert_eq!(scripted.requests().len(), 1);
    }
}

#[tokio::test(start_paused = true)]
async fn a_reply_that_broke_off_is_announced_void_but_paid_for() {
    let usage = Usage { input: 10, output: 5, ..Usage::default() };
    let mut broken = ScriptedReply::text("half a sen").costing(usage);
    // The text, the usage, and then the failure.
    broken.fault = Some(ScriptedFault { after_events: Some(2), failure: server_trouble() });
    let whole = ScriptedReply::text("a whole sentence").costing(usage);
    let model = Retrying::new(Arc::new(Scripted::replies([broken.clone(), whole.clone()])), policy());
    let reply = model.complete(&request()).await.unwrap();
    assert_eq!((reply.text.as_str(), reply.usage), ("a whole sentence", usage + usage));

    let model = Retrying::new(Arc::new(Scripted::replies([broken, whole])), policy());
    let events: Vec<Event> =
        model.stream(&request()).await.unwrap().map(|event| event.unwrap()).collect().await;
    assert!(
        matches!(&events[2], Event::Waiting { reason, wait_ms } if reason.contains("status 500") && *wait_ms > 0)
    );
    assert!(matches!(&events[3], Event::Restarted { attempt: 2, reason } if reason.contains("status 500")));
}

/// The wait that a refusal with these headers asks for.
async fn wait_asked_for(headers: &[(&str, &str)]) -> Option<Duration> {
    let refusal = r#"{"error": {"message": "slow down"}}"#;
    let service = CannedService::new([Answer::new(429, refusal).with_headers(headers)]);
    let model = ResolvedModel::anywhere("http://service.example/v1", Dialect::OpenaiChat, "test");
    let provider = Provider::new(service.http(), model.endpoint(None)).unwrap();
    let failure = provider.complete(&request()).await.unwrap_err();
    let Failure::RateLimited { retry_after, .. } = failure else { panic!("{failure:?}") };
    retry_after
}

#[tokio::test]
async fn every_way_to_ask_for_patience_is_understood() {
    async fn check(headers: &[(&str, &str)], expected: Option<Duration>) {
        assert_eq!(wait_asked_for(headers).await, expected, "{headers:?}");
    }
    check(&[], None).await;
    check(&[("retry-after", "7")], Some(Duration::from_secs(7))).await;
    check(&[("retry-after", "0.25")], Some(Duration::from_millis(250))).await;
    check(&[("retry-after", "soon")], None).await;
    check(&[("retry-after", "2"), ("retry-after-ms", "1300")], Some(Duration::from_millis(1300))).await;
    let now = ("date", "Sat, 28 Feb 2026 23:59:30 GMT");
    check(&[("retry-after", "Sun, 01 Mar 2026 00:00:10 GMT"), now], Some(Duration::from_secs(40))).await;
    check(&[("retry-after", "Sat, 28 Feb 2026 23:00:00 GMT"), now], Some(Duration::ZERO)).await;
    check(&[("retry-after", "Sun, 01 Mar 2026 00:00:10 GMT")], None).await;
    let spent = ("x-ratelimit-remaining-tokens", "0");
    check(&[spent, ("x-ratelimit-reset-tokens", "6m0s")], Some(Duration::from_mins(6))).await;
    check(&[spent, ("x-ratelimit-reset-tokens", "20ms")], Some(Duration::from_millis(20))).await;
    check(&[("x-ratelimit-remaining-tokens", "9"), ("x-ratelimit-reset-tokens", "6m0s")], None).await;
}
