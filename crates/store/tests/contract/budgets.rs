//! Monthly budgets: what sessions set aside of them, and what becomes of the part of a session that died.

use crate::sample::TestLibrary;
use book::id::RunId;
use book::text::version::{Author, TaskKind};
use store::budget::{
    Allowance, AllowanceAnswer, AllowanceFor, AllowanceId, AllowanceUse, BudgetOf, BudgetState,
};
use store::error::StoreError;
use store::grant::Right;
use store::people::{NewInvitation, NewPerson, Role};
use store::store::Store;
use store::work::{Claim, Fence, NewRun, NewTask, Step, StepUsage};

/// The middle of November 2026.
const NOVEMBER: i64 = 1_794_700_000_000;
const DECEMBER: i64 = NOVEMBER + 20 * 24 * 60 * 60 * 1000;
const HOLDER: &str = "process 1";

async fn claimed_run(test_library: &TestLibrary, store: &Store) -> RunId {
    let new = NewRun { book: test_library.book, kind: TaskKind::Translation, spec: "{}", now_ms: NOVEMBER };
    let run = store.create_run(&new).await.unwrap();
    let until_ms = NOVEMBER + 1_000_000;
    let claim = Claim { book: test_library.book, run, holder: HOLDER, until_ms };
    store.claim_book(&claim, until_ms).await.unwrap();
    run
}

fn on_run(run: RunId) -> AllowanceFor<'static> {
    AllowanceFor::Run { run, holder: HOLDER }
}

fn granted(answer: AllowanceAnswer) -> Allowance {
    match answer {
        AllowanceAnswer::Granted(allowance) => allowance,
        AllowanceAnswer::Refused(_) | AllowanceAnswer::Gone => panic!("{answer:?}"),
    }
}

fn used(spent_micros: i64, reserved_micros: i64) -> AllowanceUse {
    AllowanceUse { spent_micros, reserved_micros }
}

async fn of_library(store: &Store, now_ms: i64) -> BudgetState {
    store.library().budgets(now_ms).await.unwrap()[0]
}

async fn ask(store: &Store, id: AllowanceId, used: AllowanceUse) -> AllowanceAnswer {
    store.renew_allowance(id, used, NOVEMBER + 1_000, NOVEMBER).await.unwrap()
}

#[tokio::test]
async fn many_takers_at_once_never_pass_a_budget() {
    const LIMIT: i64 = 1_000_000;
    let test_library = TestLibrary::with_cat_book().await;
    let store = &test_library.store;
    store.set_budget(BudgetOf::Library, Some(LIMIT), NOVEMBER).await.unwrap();
    let takers = (0..16_i64).map(|taker| {
        let (store, book) = (store.clone(), test_library.book);
        tokio::spawn(async move {
            let until_ms = NOVEMBER + 1_000;
            let taken = store.take_allowance(AllowanceFor::Book(book), until_ms, NOVEMBER).await.unwrap();
            let AllowanceAnswer::Granted(mut allowance) = taken else { return 0 };
            let mut spent = 0;
            for request in 0..20_i64 {
                let price = 3_000 + (taker * 37 + request * 101) % 9_000;
                let room = allowance.allowed_micros.unwrap();
                if spent + price > room {
                    match ask(&store, allowance.id, used(spent, price)).await {
                        AllowanceAnswer::Granted(more) => allowance = more,
                        AllowanceAnswer::Refused(_) => break,
                        AllowanceAnswer::Gone => panic!("nobody was away"),
                    }
                }
                spent += price;
                let state = of_library(&store, NOVEMBER).await;
                assert!(state.spent_micros + state.held_micros <= LIMIT, "{state:?}");
            }
            // Every fourth is killed; the others give back what is left.
            if taker % 4 != 0 {
                store.return_allowance(allowance.id, spent, NOVEMBER).await.unwrap();
            }
            spent
        })
    });
    let mut spent = 0;
    for taker in takers.collect::<Vec<_>>() {
        spent += taker.await.unwrap();
    }
    assert!(spent > LIMIT / 2 && spent <= LIMIT, "{spent}");
    let state = of_library(store, NOVEMBER).await;
    assert!(state.spent_micros + state.held_micros <= LIMIT, "{state:?}");
}

#[tokio::test]
async fn the_rest_is_given_back_and_the_next_month_begins_anew() {
    let test_library = TestLibrary::with_cat_book().await;
    let store = &test_library.store;
    store.set_budget(BudgetOf::Library, Some(1_000), NOVEMBER).await.unwrap();
    let book = AllowanceFor::Book(test_library.book);
    let until_ms = DECEMBER + 1_000;
    let one = granted(store.take_allowance(book, until_ms, NOVEMBER).await.unwrap());
    assert_eq!(one.allowed_micros, Some(125), "one part in eight");
    let one = granted(store.renew_allowance(one.id, used(100, 800), until_ms, NOVEMBER).await.unwrap());
    assert_eq!(one.allowed_micros, Some(1_000));
    let state = of_library(store, NOVEMBER).await;
    assert_eq!((state.spent_micros, state.held_micros, state.left_micros()), (100, 900, 0));
    let AllowanceAnswer::Refused(refusal) = store.take_allowance(book, until_ms, NOVEMBER).await.unwrap()
    else {
        panic!("nothing is left");
    };
    assert_eq!((refusal.budget.of, refusal.budget.limit_micros), (BudgetOf::Library, 1_000));
    store.return_allowance(one.id, 700, NOVEMBER).await.unwrap();
    let state = of_library(store, NOVEMBER).await;
    assert_eq!((state.spent_micros, state.held_micros), (700, 0));
    assert_eq!(of_library(store, DECEMBER).await.spent_micros, 0);
    let spending = store.library().spending(202_611).await.unwrap();
    assert_eq!(spending.len(), 1);
    assert_eq!((spending[0].month, spending[0].micros), (202_611, 700));
    // What is set aside when the month ends counts in the next one until it is given back.
    let two = granted(store.take_allowance(book, until_ms, NOVEMBER).await.unwrap());
    assert_eq!(of_library(store, DECEMBER).await.held_micros, two.allowed_micros.unwrap());
    store.return_allowance(two.id, 10, DECEMBER).await.unwrap();
    let months: Vec<(u32, i64)> =
        store.library().spending(0).await.unwrap().iter().map(|row| (row.month, row.micros)).collect();
    assert_eq!(months, [(202_612, 10), (202_611, 700)]);
}

#[tokio::test]
async fn a_dead_session_is_booked_by_its_steps_and_what_was_promised_and_the_rest_is_released() {
    let test_library = TestLibrary::with_cat_book().await;
    let store = &test_library.store;
    let run = claimed_run(&test_library, store).await;
    store.set_budget(BudgetOf::Library, Some(10_000), NOVEMBER).await.unwrap();
    let until_ms = NOVEMBER + 1_000;
    let one = granted(store.take_allowance(on_run(run), until_ms, NOVEMBER).await.unwrap());
    let one = granted(ask(store, one.id, used(0, 300)).await);
    assert_eq!((one.stepped_micros, one.promised_micros), (0, 600), "as much again need not be asked for");
    pay(&test_library, run, 250).await;
    // The next call is promised 200 beyond what the step says, and never answered.
    let one = granted(ask(store, one.id, used(250, 200)).await);
    assert_eq!((one.stepped_micros, one.promised_micros), (250, 400));
    assert!(of_library(store, NOVEMBER).await.held_micros > 400);
    // While it may live nothing is released; afterwards 250 by its steps and 400 that were promised are booked.
    let late = NOVEMBER + 1_000;
    let two =
        granted(store.take_allowance(AllowanceFor::Book(test_library.book), late + 9, late).await.unwrap());
    let state = of_library(store, NOVEMBER).await;
    assert_eq!((state.spent_micros, state.held_micros), (650, two.allowed_micros.unwrap()));
    assert_eq!(ask(store, one.id, used(250, 200)).await, AllowanceAnswer::Gone);
    store.return_allowance(one.id, 5_000, NOVEMBER).await.unwrap();
    assert_eq!(of_library(store, NOVEMBER).await.spent_micros, 650, "it was booked already");
}

#[tokio::test]
async fn a_session_that_died_is_not_booked_beyond_what_it_had_set_aside() {
    let test_library = TestLibrary::with_cat_book().await;
    let store = &test_library.store;
    let run = claimed_run(&test_library, store).await;
    store.set_budget(BudgetOf::Library, Some(1_000), NOVEMBER).await.unwrap();
    let until_ms = NOVEMBER + 1_000;
    let one = granted(store.take_allowance(on_run(run), until_ms, NOVEMBER).await.unwrap());
    // Four calls of 200 are promised, and there is room for one more without asking.
    let one = granted(ask(store, one.id, used(0, 800)).await);
    assert_eq!((one.allowed_micros, one.promised_micros), (Some(925), 925), "{one:?}");
    // Three of them come in; the session dies before it tells so.
    pay(&test_library, run, 600).await;
    let AllowanceAnswer::Granted(two) =
        store.take_allowance(AllowanceFor::Book(test_library.book), until_ms + 9, until_ms).await.unwrap()
    else {
        panic!("what the dead session had set aside was booked beyond the budget");
    };
    let state = of_library(store, NOVEMBER).await;
    assert_eq!(state.spent_micros, 925, "the steps that came in are part of what was promised");
    assert!(state.spent_micros + two.allowed_micros.unwrap() <= 1_000, "{state:?}");
}

#[tokio::test]
async fn a_session_that_was_refused_and_died_is_booked_with_what_it_was_promised_before() {
    let test_library = TestLibrary::with_cat_book().await;
    let store = &test_library.store;
    let run = claimed_run(&test_library, store).await;
    store.set_budget(BudgetOf::Library, Some(1_000), NOVEMBER).await.unwrap();
    let until_ms = NOVEMBER + 1_000;
    let one = granted(store.take_allowance(on_run(run), until_ms, NOVEMBER).await.unwrap());
    granted(ask(store, one.id, used(0, 300)).await);
    pay(&test_library, run, 200).await;
    let refused = ask(store, one.id, used(200, 900)).await;
    assert!(matches!(refused, AllowanceAnswer::Refused(_)), "{refused:?}");
    store.take_allowance(AllowanceFor::Book(test_library.book), until_ms + 9, until_ms).await.unwrap();
    let state = of_library(store, NOVEMBER).await;
    assert_eq!(state.spent_micros, 425, "three hundred, and as much again as there was room for");
}

#[tokio::test]
async fn what_a_dead_session_had_is_released_also_when_nobody_takes_anything() {
    let test_library = TestLibrary::with_cat_book().await;
    let store = &test_library.store;
    let run = claimed_run(&test_library, store).await;
    store.set_budget(BudgetOf::Library, Some(1_000), NOVEMBER).await.unwrap();
    let one = granted(store.take_allowance(on_run(run), NOVEMBER + 1_000, NOVEMBER).await.unwrap());
    granted(ask(store, one.id, used(0, 40)).await);
    assert!(!store.release_allowances(NOVEMBER + 999).await.unwrap(), "it may live");
    assert_eq!(of_library(store, NOVEMBER).await.held_micros, 125);
    assert!(store.release_allowances(NOVEMBER + 1_000).await.unwrap());
    let state = of_library(store, NOVEMBER).await;
    assert_eq!((state.spent_micros, state.held_micros), (80, 0));
    assert!(!store.release_allowances(NOVEMBER + 1_000).await.unwrap(), "once");
}

#[tokio::test]
async fn a_run_that_is_taken_over_settles_what_its_last_session_had_and_the_old_holder_gets_nothing() {
    let test_library = TestLibrary::with_cat_book().await;
    let store = &test_library.store;
    let run = claimed_run(&test_library, store).await;
    store.set_budget(BudgetOf::Book(test_library.book), Some(8_000), NOVEMBER).await.unwrap();
    let until_ms = NOVEMBER + 1_000_000;
    let one = granted(store.take_allowance(on_run(run), until_ms, NOVEMBER).await.unwrap());
    granted(ask(store, one.id, used(0, 100)).await);
    let later = NOVEMBER + 1_000_001;
    let claim = Claim { book: test_library.book, run, holder: "process 2", until_ms: later + 9 };
    store.claim_book(&claim, later).await.unwrap();
    let refused = store.take_allowance(on_run(run), later + 9, later).await.unwrap_err();
    assert!(matches!(refused, StoreError::ClaimLost { .. }), "{refused}");
    let what = AllowanceFor::Run { run, holder: "process 2" };
    let two = granted(store.take_allowance(what, NOVEMBER + 9, NOVEMBER).await.unwrap());
    let state = of_library(store, NOVEMBER).await;
    assert_eq!((state.of, state.spent_micros), (BudgetOf::Book(test_library.book), 200));
    assert_eq!(state.held_micros, two.allowed_micros.unwrap());
}

#[tokio::test]
async fn the_tightest_of_library_person_and_book_decides_and_spending_is_told_by_each() {
    let test_library = TestLibrary::with_cat_book().await;
    let new = NewInvitation { digest: "d", role: Role::Owner, book: None, now_ms: 1, ends_at: NOVEMBER };
    test_library.store.invite(&new).await.unwrap();
    let mika = NewPerson { name: "Mika", login: "mika", password: "x" };
    let mika = test_library.store.accept_invitation("d", &mika, 2).await.unwrap();
    let store = &test_library.store.grant(mika, None, Right::OF_EVERY_MEMBER).await.unwrap();
    store.set_budget(BudgetOf::Library, Some(9_000), NOVEMBER).await.unwrap();
    store.set_budget(BudgetOf::Person(mika), Some(500), NOVEMBER).await.unwrap();
    store.set_budget(BudgetOf::Book(test_library.book), Some(4_000), NOVEMBER).await.unwrap();
    let run = claimed_run(&test_library, store).await;
    let one = granted(store.take_allowance(on_run(run), NOVEMBER + 9, NOVEMBER).await.unwrap());
    let AllowanceAnswer::Refused(refusal) = ask(store, one.id, used(100, 401)).await else {
        panic!("the person's budget is too small");
    };
    assert_eq!(refusal.budget.of, BudgetOf::Person(mika));
    store.return_allowance(one.id, 100, NOVEMBER).await.unwrap();
    let spending = store.library().spending(202_611).await.unwrap();
    assert_eq!(spending[0].person.as_ref().unwrap().name.as_deref(), Some("Mika"));
    assert_eq!(spending[0].book.as_ref().unwrap().0, test_library.book);
    for state in store.library().budgets(NOVEMBER).await.unwrap() {
        assert_eq!((state.spent_micros, state.held_micros), (100, 0), "{state:?}");
    }
    store.set_budget(BudgetOf::Person(mika), None, NOVEMBER).await.unwrap();
    assert_eq!(store.library().budgets(NOVEMBER).await.unwrap().len(), 2);
    let audit = store.library().audit(None, 10).await.unwrap();
    let actions: Vec<&str> = audit.iter().map(|row| row.action.as_str()).collect();
    assert_eq!(actions[..2], ["budget_removed", "budget_set"]);
    // The book's budget goes with the book; what was spent on it stays the library's.
    store.release_book(test_library.book, run, HOLDER).await.unwrap();
    store.delete_book(test_library.book, NOVEMBER).await.unwrap();
    let left = store.library().budgets(NOVEMBER).await.unwrap();
    assert_eq!((left.len(), left[0].spent_micros), (1, 100));
    assert_eq!(store.library().spending(0).await.unwrap()[0].book, None);
}

#[tokio::test]
async fn without_a_budget_everything_is_allowed_and_still_told() {
    let test_library = TestLibrary::with_cat_book().await;
    let store = &test_library.store;
    let book = AllowanceFor::Book(test_library.book);
    let one = granted(store.take_allowance(book, NOVEMBER + 9, NOVEMBER).await.unwrap());
    assert_eq!(one.allowed_micros, None);
    // A budget that is set meanwhile counts from the next renewal on.
    store.set_budget(BudgetOf::Library, Some(1_000), NOVEMBER).await.unwrap();
    let one = granted(ask(store, one.id, used(600, 100)).await);
    assert!(one.allowed_micros.is_some_and(|allowed| (700..=1_000).contains(&allowed)), "{one:?}");
    assert!(matches!(ask(store, one.id, used(600, 500)).await, AllowanceAnswer::Refused(_)));
    store.return_allowance(one.id, 600, NOVEMBER).await.unwrap();
    assert_eq!(of_library(store, NOVEMBER).await.spent_micros, 600);
}

#[tokio::test]
async fn the_users_of_a_key_are_counted_until_they_leave_or_are_not_heard_of() {
    let test_library = TestLibrary::with_cat_book().await;
    let store = &test_library.store;
    assert_eq!(store.use_key("digest", "one", 100, 10).await.unwrap(), 1);
    assert_eq!(store.use_key("digest", "two", 200, 20).await.unwrap(), 2);
    assert_eq!(store.use_key("another", "two", 200, 20).await.unwrap(), 1);
    assert_eq!(store.use_key("digest", "two", 300, 100).await.unwrap(), 1, "the first was not heard of");
    assert_eq!(store.use_key("digest", "one", 300, 110).await.unwrap(), 2);
    store.leave_keys("two").await.unwrap();
    assert_eq!(store.use_key("digest", "one", 300, 120).await.unwrap(), 1);
}

#[tokio::test]
async fn a_key_of_the_library_is_kept_as_it_was_sealed_and_its_setting_is_noted_without_it() {
    let test_library = TestLibrary::with_cat_book().await;
    let store = &test_library.store;
    store.set_sealed_key("SERVICE_KEY", Some(&[0, 1, 2]), NOVEMBER).await.unwrap();
    store.set_sealed_key("SERVICE_KEY", Some(&[0, 3]), NOVEMBER).await.unwrap();
    let keys = store.library().sealed_keys().await.unwrap();
    assert_eq!((keys.len(), keys[0].variable.as_str(), &*keys[0].sealed), (1, "SERVICE_KEY", &[0, 3][..]));
    store.set_sealed_key("SERVICE_KEY", None, NOVEMBER).await.unwrap();
    assert!(store.library().sealed_keys().await.unwrap().is_empty());
    let audit = store.library().audit(None, 10).await.unwrap();
    let noted: Vec<(&str, &str)> =
        audit.iter().map(|row| (row.action.as_str(), row.about.as_str())).collect();
    let about = r#"{"variable":"SERVICE_KEY"}"#;
    assert_eq!(noted, [("key_removed", about), ("key_set", about), ("key_set", about)]);
}

/// Commits a step of the run that cost so much.
async fn pay(test_library: &TestLibrary, run: RunId, cost_micros: i64) {
    let store = &test_library.store;
    let task = store
        .create_task(&NewTask {
            run,
            book: test_library.book,
            kind: TaskKind::Translation,
            chapter: test_library.chapter(0).await,
            knowledge: None,
            paragraphs: &[test_library.paragraph(0).await],
            machine: "{}",
            machine_version: 1,
            now_ms: NOVEMBER,
        })
        .await
        .unwrap();
    let step = Step {
        task,
        begins: None,
        who: &Author::Person,
        edits: &[],
        machine: "{}",
        machine_version: 1,
        transcript: &[],
        ledger: &[],
        todos: &[],
        questions: &[],
        finished: None,
        usage: StepUsage { cost_micros, ..StepUsage::default() },
        fence: Some(Fence { run, holder: HOLDER }),
        after: None,
        now_ms: NOVEMBER,
    };
    store.commit_step(&step).await.unwrap();
}
