//! What sessions of one library share: the money of the month, and the users of a key.

use llm::{Budget, BudgetLimit, BudgetSource as _, Money};
use runner::session_limits::SessionLimits;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use store::budget::BudgetOf;
use testkit::library::TestLibrary;
use testkit::text::numbered_chapters;

#[tokio::test]
async fn a_request_after_its_allowance_was_lost_is_promised_like_any_other() {
    let chapters = numbered_chapters(&[["猫"]]);
    let test_library =
        TestLibrary::with_book(&testkit::text::book("猫", Some("ja"), chapters), Some("en")).await;
    let (store, book) = (&test_library.store, test_library.book.id);
    store.set_budget(BudgetOf::Library, Some(1_000_000), 1_794_700_000_000).await.unwrap();
    let now_ms = Arc::new(AtomicI64::new(1_794_700_000_000));
    let told = Arc::clone(&now_ms);
    let clock: Arc<dyn Fn() -> i64 + Send + Sync> = Arc::new(move || told.load(Ordering::SeqCst));
    let (one, other) = (Budget::new(BudgetLimit::default()), Budget::new(BudgetLimit::default()));
    let first = SessionLimits::of_book(store, book, &clock, &one).await.unwrap();
    // It sleeps past its lease; the next session settles its allowance.
    now_ms.fetch_add(10 * 60 * 1000, Ordering::SeqCst);
    let second = SessionLimits::of_book(store, book, &clock, &other).await.unwrap();
    let spent = async || {
        let now_ms = now_ms.load(Ordering::SeqCst);
        store.library().budgets(now_ms).await.unwrap()[0].spent_micros
    };
    let before = spent().await;
    first.cover(Money::default(), Money::from_micro_dollars(1_000)).await.unwrap();
    second.work(&other, async {}).await;
    // It sleeps again; what was promised for it is booked when the next session begins.
    now_ms.fetch_add(10 * 60 * 1000, Ordering::SeqCst);
    let _third = SessionLimits::of_book(store, book, &clock, &other).await.unwrap();
    let booked = spent().await - before;
    assert!(booked >= 1_000, "{booked} was promised in the library");
}

#[tokio::test]
async fn a_refusal_is_told_though_smaller_requests_and_renewals_are_granted_after_it() {
    let chapters = numbered_chapters(&[["猫"]]);
    let test_library =
        TestLibrary::with_book(&testkit::text::book("猫", Some("ja"), chapters), Some("en")).await;
    let (store, book) = (&test_library.store, test_library.book.id);
    store.set_budget(BudgetOf::Library, Some(1_000), 1_794_700_000_000).await.unwrap();
    let clock: Arc<dyn Fn() -> i64 + Send + Sync> = Arc::new(|| 1_794_700_000_000);
    let budget = Budget::new(BudgetLimit::default());
    let limits = SessionLimits::of_book(store, book, &clock, &budget).await.unwrap();
    let cover =
        async |reserved| limits.cover(Money::default(), Money::from_micro_dollars(reserved)).await.is_ok();
    assert!(cover(900).await && limits.refusal().is_none());
    assert!(!cover(1_100).await && limits.refusal().is_some());
    assert!(cover(950).await && limits.refusal().is_some(), "it was another request that was refused");
    let renewed = limits.renew(&budget).await.unwrap();
    assert!(renewed.is_none() && limits.refusal().is_some(), "nor does a renewal take it back");
    store.set_budget(BudgetOf::Library, Some(9_000), 1_794_700_000_000).await.unwrap();
    assert!(cover(1_100).await && limits.refusal().is_none(), "as much was granted");
}

#[tokio::test]
async fn two_sessions_share_what_a_key_allows_until_one_has_ended() {
    let chapters = numbered_chapters(&[["猫"]]);
    let test_library =
        TestLibrary::with_book(&testkit::text::book("猫", Some("ja"), chapters), Some("en")).await;
    let (store, book) = (&test_library.store, test_library.book.id);
    let clock: Arc<dyn Fn() -> i64 + Send + Sync> = Arc::new(|| 1_794_700_000_000);
    let key = "sk-shared".to_owned().into();
    let (one, other) = (Budget::new(BudgetLimit::default()), Budget::new(BudgetLimit::default()));
    let shares = [one.key_shares().share(&key), other.key_shares().share(&key)];
    let first = SessionLimits::of_book(store, book, &clock, &one).await.unwrap();
    assert_eq!(shares[0].n_users(), 1);
    let second = SessionLimits::of_book(store, book, &clock, &other).await.unwrap();
    assert_eq!((shares[0].n_users(), shares[1].n_users()), (1, 2), "the first looks again in five seconds");
    first.count_key_users(&one).await.unwrap();
    assert_eq!(shares[0].n_users(), 2);
    second.work(&other, async {}).await;
    first.count_key_users(&one).await.unwrap();
    assert_eq!(shares[0].n_users(), 1);
}
