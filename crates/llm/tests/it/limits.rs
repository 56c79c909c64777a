//! Requests and tokens per minute, keys in rotation, and a number of requests at once that adapts.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use async_trait::async_trait;
use llm::{
    Budget, BudgetLimit, ChatMessage, ClientConfig, Dialect, EventStream, Failure, Limited, Limits, Model,
    ReplyScript, Request, ResolvedModel, RetryPolicy, Scripted, ScriptedReply, Usage, WhenOver, connect,
};
use secrecy::SecretString;
use tokio::time::{Instant, sleep};

use crate::canned_service::{Answer, CannedService, REPLY};

const LIMITS: Limits =
    Limits { requests_per_minute: None, tokens_per_minute: None, start_concurrency: 4, max_concurrency: 16 };

fn request() -> Request {
    Request { messages: vec![ChatMessage::user("hello")], max_output_tokens: Some(100), ..Request::default() }
}

fn always(reply: ScriptedReply) -> Scripted {
    Scripted::new(ReplyScript { replies: vec![reply], when_over: WhenOver::RepeatLast })
}

fn rate_limit(seconds: u64) -> Failure {
    let retry_after = Some(Duration::from_secs(seconds));
    Failure::RateLimited { service: "s".into(), detail: "d".into(), retry_after }
}

async fn ask_many(model: Arc<Limited>, n_requests: usize) {
    let asked = (0..n_requests).map(|_| {
        let model = Arc::clone(&model);
        tokio::spawn(async move { model.complete(&request()).await })
    });
    for answer in futures::future::join_all(asked).await {
        answer.unwrap().unwrap();
    }
}

#[tokio::test(start_paused = true)]
async fn requests_per_minute_are_kept() {
    let limits = Limits { requests_per_minute: Some(10), ..LIMITS };
    let model = Arc::new(Limited::new(Arc::new(always(ScriptedReply::text("ok"))), &limits));
    let begun = Instant::now();
    ask_many(model, 30).await;
    // Ten at once, twenty more at ten per minute.
    let seconds = begun.elapsed().as_secs();
    assert!((119..=122).contains(&seconds), "{seconds} s");
}

#[tokio::test(start_paused = true)]
async fn tokens_per_minute_count_what_was_really_used() {
    let limits = Limits { tokens_per_minute: Some(1000), ..LIMITS };
    let hungry = ScriptedReply::text("ok").costing(Usage { input: 400, output: 600, ..Usage::default() });
    let model = Limited::new(Arc::new(always(hungry)), &limits);
    let begun = Instant::now();
    for _ in 0..3 {
        model.complete(&request()).await.unwrap();
    }
    // Each reply used a whole minute's allowance, though far less was estimated: the third request waits
    // until the debt of the second is paid.
    assert!((60..=75).contains(&begun.elapsed().as_secs()), "{:?}", begun.elapsed());
}

#[tokio::test(start_paused = true)]
async fn a_key_that_is_limited_rests_while_another_works() {
    let tired = always(ScriptedReply::failing(rate_limit(600)));
    let fresh = always(ScriptedReply::text("ok"));
    let model = Limited::rotating(vec![Arc::new(tired.clone()), Arc::new(fresh.clone())], &LIMITS);
    let begun = Instant::now();
    for _ in 0..5 {
        model.complete(&request()).await.unwrap();
    }
    assert_eq!((tired.requests().len(), fresh.requests().len()), (1, 5));
    assert!(begun.elapsed() < Duration::from_secs(1));
}

#[tokio::test(start_paused = true)]
async fn a_dead_key_is_left_alone_and_the_last_one_says_why() {
    let dead = Failure::Authentication { service: "s".into(), detail: "revoked".into() };
    let poor = Failure::Quota { service: "s".into(), detail: "empty".into() };
    let one = always(ScriptedReply::failing(dead));
    let other = always(ScriptedReply::failing(poor.clone()));
    let model = Limited::rotating(vec![Arc::new(one.clone()), Arc::new(other.clone())], &LIMITS);
    assert_eq!(model.complete(&request()).await.unwrap_err(), poor);
    model.complete(&request()).await.unwrap_err();
    assert_eq!((one.requests().len(), other.requests().len()), (1, 1), "no key is tried again in vain");
}

/// A service that answers slowly and complains when more than so many ask at once.
struct Crowded {
    room: usize,
    inside: Arc<AtomicUsize>,
    most: Arc<AtomicUsize>,
}

#[async_trait]
impl Model for Crowded {
    fn name(&self) -> &'static str {
        "crowded"
    }

    async fn stream(&self, request: &Request) -> Result<EventStream, Failure> {
        let n_inside = self.inside.fetch_add(1, Ordering::SeqCst) + 1;
        self.most.fetch_max(n_inside, Ordering::SeqCst);
        sleep(Duration::from_millis(100)).await;
        self.inside.fetch_sub(1, Ordering::SeqCst);
        if n_inside > self.room {
            return Err(Failure::RateLimited {
                service: "s".into(),
                detail: "d".into(),
                retry_after: Some(Duration::ZERO),
            });
        }
        always(ScriptedReply::text("ok")).stream(request).await
    }
}

#[tokio::test(start_paused = true)]
async fn concurrency_grows_while_it_is_welcome_and_halves_when_it_is_not() {
    let most = Arc::new(AtomicUsize::new(0));
    let crowded = Crowded { room: 100, inside: Arc::default(), most: Arc::clone(&most) };
    let model = Arc::new(Limited::new(Arc::new(crowded), &LIMITS));
    ask_many(Arc::clone(&model), 400).await;
    assert_eq!(
        (model.concurrency(), most.load(Ordering::SeqCst)),
        (16, 16),
        "up to the limit, never over it"
    );

    let crowded = Crowded { room: 3, inside: Arc::default(), most: Arc::default() };
    let model = Arc::new(Limited::new(Arc::new(crowded), &Limits { start_concurrency: 16, ..LIMITS }));
    let asked = (0..16).map(|_| {
        let model = Arc::clone(&model);
        tokio::spawn(async move { model.complete(&request()).await })
    });
    futures::future::join_all(asked).await;
    let after = model.concurrency();
    assert!((1..=9).contains(&after), "halved once for one burst, not once per complaint: {after}");
}

#[tokio::test(start_paused = true)]
async fn giving_up_gives_the_place_back() {
    let model = Arc::new(Limited::new(
        Arc::new(always(ScriptedReply::text("ok"))),
        &Limits { start_concurrency: 1, max_concurrency: 1, ..LIMITS },
    ));
    let held = model.stream(&request()).await.unwrap();
    let waiting = tokio::spawn({
        let model = Arc::clone(&model);
        async move { model.complete(&request()).await }
    });
    tokio::task::yield_now().await;
    assert!(!waiting.is_finished(), "one at a time");
    drop(held);
    assert_eq!(waiting.await.unwrap().unwrap().text, "ok");
}

/// A model whose key may be used 60 times a minute, by so many sessions.
fn shared_by(n_users: u32) -> Arc<dyn Model> {
    let budget = Budget::new(BudgetLimit::default());
    let key = SecretString::from("a key of several sessions");
    budget.key_shares().share(&key).set_users(n_users);
    let config = ClientConfig {
        http: CannedService::new([Answer::new(200, REPLY)]).http(),
        limits: Limits { requests_per_minute: Some(60), ..LIMITS },
        budget,
        retry: RetryPolicy::default(),
        learner: Arc::default(),
    };
    let model = ResolvedModel::anywhere("http://service.example/v1", Dialect::OpenaiChat, "test");
    connect(&model, vec![key], &config).unwrap()
}

#[tokio::test(start_paused = true)]
async fn each_of_two_users_gets_half_of_what_is_allowed_in_a_minute() {
    for (n_users, n_at_once, wait) in [(1, 60, 1), (2, 30, 2), (3, 20, 3)] {
        let model = shared_by(n_users);
        let begun = Instant::now();
        for _ in 0..n_at_once {
            model.complete(&request()).await.unwrap();
        }
        assert_eq!(begun.elapsed(), Duration::ZERO, "{n_users}");
        model.complete(&request()).await.unwrap();
        let waited = begun.elapsed();
        let expected = Duration::from_secs(wait);
        assert!(waited >= expected && waited < expected + Duration::from_millis(5), "{n_users}: {waited:?}");
    }
}
