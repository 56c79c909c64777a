//! What is spent is counted once, and never more than is allowed.

use std::sync::Arc;

use futures::StreamExt;
use llm::{
    Budget, BudgetLimit, ChatMessage, Failure, Metered, Model, Money, Price, ReplyMeter, ReplyScript,
    Request, RetryPolicy, Retrying, Scripted, ScriptedFault, ScriptedReply, Spent, Usage, WhenOver,
};

const PRICE: Price = Price {
    input: 1.0,
    cached_input: Some(0.1),
    cache_write: None,
    output: 2.0,
    reasoning: None,
    batch: None,
    currency: None,
    per_dollar: None,
};
const USAGE: Usage = Usage { input: 1000, cached_input: 5000, cache_write: 0, output: 250, reasoning: 0 };

fn request() -> Request {
    Request { messages: vec![ChatMessage::user("hello")], max_output_tokens: Some(500), ..Request::default() }
}

fn always(reply: ScriptedReply) -> Arc<Scripted> {
    Arc::new(Scripted::new(ReplyScript { replies: vec![reply], when_over: WhenOver::RepeatLast }))
}

fn metered(reply: ScriptedReply, limit: BudgetLimit) -> (Metered, Arc<Budget>) {
    let budget = Budget::new(limit);
    (Metered::new(always(reply), Arc::clone(&budget), Some(PRICE)), budget)
}

#[tokio::test]
async fn usage_and_money_are_booked() {
    let (model, budget) = metered(ScriptedReply::text("ok").costing(USAGE), BudgetLimit::default());
    model.complete(&request()).await.unwrap();
    let spent = budget.spent();
    assert_eq!((spent.usage, spent.n_requests, spent.n_estimated), (USAGE, 1, 0));
    assert_eq!(spent.money, Money::from_dollars(0.001 + 0.0005 + 0.0005).unwrap());
}

#[tokio::test]
async fn a_request_that_could_exceed_the_limit_is_refused_before_it_is_sent() {
    let limit = BudgetLimit { money: Money::from_dollars(0.0025), tokens: None };
    let scripted = always(ScriptedReply::text("ok").costing(USAGE));
    let budget = Budget::new(limit);
    let model = Metered::new(Arc::clone(&scripted) as Arc<dyn Model>, Arc::clone(&budget), Some(PRICE));
    model.complete(&request()).await.unwrap();
    let refused = model.complete(&request()).await.unwrap_err();
    assert_eq!(refused.kind(), "budget");
    assert!(refused.to_string().contains("$0.0020 of $0.0025"), "{refused}");
    assert_eq!(scripted.requests().len(), 1);
    assert!(budget.spent().money <= Money::from_dollars(0.0025).unwrap());
}

#[tokio::test]
async fn requests_under_way_count_against_the_limit_and_give_back_what_they_did_not_need() {
    let limit = BudgetLimit { money: None, tokens: Some(1100) };
    let small = Usage { input: 10, output: 10, ..Usage::default() };
    let (model, budget) = metered(ScriptedReply::text("ok").costing(small), limit);
    let one = model.stream(&request()).await.unwrap();
    let two = model.stream(&request()).await.unwrap();
    assert_eq!(model.complete(&request()).await.unwrap_err().kind(), "budget", "all is promised");
    for mut events in [one, two] {
        while events.next().await.is_some() {}
    }
    model.complete(&request()).await.unwrap();
    assert_eq!(budget.spent().usage.total(), 60);
}

#[tokio::test]
async fn a_reply_dropped_or_broken_half_way_is_still_paid_for() {
    let (model, budget) = metered(ScriptedReply::text("hello there").costing(USAGE), BudgetLimit::default());
    let mut events = model.stream(&request()).await.unwrap();
    events.next().await;
    drop(events);
    let spent = budget.spent();
    assert!(spent.usage.input > 0 && spent.usage.output > 0 && spent.n_estimated == 1, "{spent:?}");

    let failure = Failure::Network { service: "s".into(), detail: "d".into() };
    let mut broken = ScriptedReply::text("hello").costing(USAGE);
    broken.fault = Some(ScriptedFault { after_events: Some(1), failure });
    let (model, budget) = metered(broken, BudgetLimit::default());
    model.complete(&request()).await.unwrap_err();
    assert_eq!(budget.spent().n_requests, 1);
}

#[tokio::test]
async fn an_estimate_of_a_broken_reply_never_passes_what_was_set_aside_for_it() {
    let request = Request { max_output_tokens: Some(5), ..request() };
    let most = llm::estimate_request(&request) + 5;
    // An estimate is rounded up at every piece, so that forty letters one by one are taken for forty tokens.
    let reply = ScriptedReply { piece: 1, ..ScriptedReply::text("a".repeat(40)) };
    let (model, budget) = metered(reply, BudgetLimit { tokens: Some(most), money: None });
    let mut meter = ReplyMeter::default();
    let mut events = model.stream(&request).await.unwrap();
    for _ in 0..30 {
        meter.on_event(&events.next().await.unwrap().unwrap());
    }
    drop(events);
    assert_eq!(budget.spent().usage.total(), most);
    assert_eq!(meter.spent(&request), budget.spent().usage, "whoever reads the events comes to the same");
}

#[tokio::test]
async fn a_reply_dropped_before_its_first_word_is_counted_alike_by_the_budget_and_by_who_reads_it() {
    let reply = ScriptedReply::call("list_todos", &serde_json::json!({}));
    let (model, budget) = metered(reply, BudgetLimit::default());
    let mut meter = ReplyMeter::default();
    let mut events = model.stream(&request()).await.unwrap();
    assert_eq!(meter.spent(&request()), Usage::default(), "nothing has arrived");
    meter.on_event(&events.next().await.unwrap().unwrap());
    drop(events);
    assert!(budget.spent().usage.input > 0);
    assert_eq!(meter.spent(&request()), budget.spent().usage);
}

#[tokio::test]
async fn every_attempt_that_broke_off_is_counted_alike_by_the_budget_and_by_who_reads_the_reply() {
    let failure = Failure::Network { service: "s".into(), detail: "d".into() };
    let mut broken = ScriptedReply { piece: 4, ..ScriptedReply::text("hello there").costing(USAGE) };
    broken.fault = Some(ScriptedFault { after_events: Some(2), failure: failure.clone() });
    let replies = vec![broken.clone(), ScriptedReply::failing(failure), broken];
    let script = Scripted::new(ReplyScript { replies, when_over: WhenOver::RepeatLast });
    let budget = Budget::new(BudgetLimit::default());
    let metered = Metered::new(Arc::new(script), Arc::clone(&budget), Some(PRICE));
    let policy = RetryPolicy { first_delay: std::time::Duration::ZERO, ..RetryPolicy::default() };
    let model = Retrying::new(Arc::new(metered), policy);
    let (replied, spent) = llm::complete_metered(&model, &request()).await;
    assert_eq!(replied.unwrap_err().kind(), "network");
    assert_eq!(budget.spent().n_requests, 4, "of five attempts one never began");
    assert_eq!(spent, budget.spent().usage);
}

#[tokio::test]
async fn a_request_that_was_refused_costs_nothing() {
    let failure = Failure::Network { service: "s".into(), detail: "d".into() };
    let (model, budget) =
        metered(ScriptedReply::failing(failure), BudgetLimit { tokens: Some(600), money: None });
    for _ in 0..3 {
        assert_eq!(model.complete(&request()).await.unwrap_err().kind(), "network");
    }
    assert_eq!(budget.spent(), Spent::default());
}

#[tokio::test]
async fn what_was_spent_before_counts_when_a_run_is_resumed() {
    let spent = Spent { usage: Usage { input: 900, ..Usage::default() }, ..Spent::default() };
    let budget = Budget::resuming(BudgetLimit { tokens: Some(1000), money: None }, spent);
    let model = Metered::new(always(ScriptedReply::text("ok")), budget, None);
    assert_eq!(model.complete(&request()).await.unwrap_err().kind(), "budget");
}
