//! Planted defects are mended in the way that suits them, nothing else is touched, and nothing gets worse.

use crate::mending::test_run::{PAIRS, TestRun, answering, answering_for, by_model, good};
use book::text::version::Author;
use book::work::failure::TaskFailure;
use llm::{Scripted, Usage};
use runner::report::Ending;
use runner::run;
use serde_json::{Value, json};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use testkit::request::{first_message, items};

fn everything() -> Value {
    json!({"repair": {"only_blocking": false}})
}

/// A translated book with one defect of each kind.
async fn spoilt() -> TestRun {
    let test_run = TestRun::translated().await;
    assert_eq!(test_run.findings().await, [], "the good translation is good");
    test_run.write(0, "Der Leuchtturmwärter zählte die Lampen, bevor der Sturm kam.", by_model()).await;
    test_run.write(1, PAIRS[1].0, by_model()).await;
    test_run.write(3, "Die Straße führte zum Hafen.", by_model()).await;
    test_run.write(5, "Am  Morgen war der Hafen leer, und die Boote waren fort .", by_model()).await;
    let found = test_run.findings().await;
    for expected in [("D1", 0), ("A3", 1), ("A4", 3), ("D12", 5)] {
        assert!(found.contains(&expected), "{expected:?} is not in {found:?}");
    }
    test_run
}

#[tokio::test]
async fn planted_defects_are_mended_each_in_its_way_and_nothing_else_is_touched() {
    let test_run = spoilt().await;
    let model = answering(good);
    let report = test_run.run(everything(), &model).await;
    assert_eq!((report.ending, report.n_repaired, report.n_accepted), (Ending::Finished, 1, 3));
    assert_eq!(test_run.findings().await, []);
    for (place, (_, translation)) in PAIRS.iter().enumerate() {
        assert_eq!(test_run.translation(place).await, *translation);
    }
    let requests = model.requests();
    assert_eq!(requests.len(), 3, "each paragraph is asked for once, and what code can mend is not");
    let about = |source: &str| {
        let mut found = requests.iter().filter(|one| items(one).iter().any(|(_, text)| text == source));
        first_message(found.next().unwrap())
    };
    // A number is corrected in place: the present text is shown.
    let number = about(PAIRS[0].0);
    assert!(
        number.contains("=> Der Leuchtturmwärter zählte die Lampen") && number.contains("D1: "),
        "{number}"
    );
    // What was left in the source is translated alone and without what stood before it.
    let residue = about(PAIRS[1].0);
    assert!(residue.contains("from the source alone") && !residue.contains("Before this chunk"), "{residue}");
    assert!(!residue.contains("=> "), "the bad translation is not shown: {residue}");
    // What lost sentences is asked for by numbers.
    let omission = about(PAIRS[3].0);
    assert!(
        omission.contains("has 4 sentences") && omission.contains("(2) Two boats lay on the sand."),
        "{omission}"
    );
    // What code mended says so.
    let id = test_run.id(5).await;
    let notes = test_run.store.library().check_notes(test_run.book.id, id).await.unwrap();
    let (_, note) = notes.last().unwrap();
    assert!(note.mends.iter().all(|mend| mend.check == "D12") && !note.mends.is_empty(), "{note:?}");
    assert!(note.submitted.as_ref().unwrap().contains("Am  Morgen"));
}

#[tokio::test]
async fn what_is_worse_or_no_better_is_refused_and_after_two_attempts_the_paragraph_is_listed() {
    let test_run = TestRun::translated().await;
    let planted = "Der Leuchtturmwärter zählte die Lampen, bevor der Sturm kam.";
    test_run.write(0, planted, by_model()).await;
    let id = test_run.id(0).await;
    for answer in [
        "Der Leuchtturmwärter zählte 13 Lampen.",
        "Der Leuchtturmwärter zählte die vielen Lampen, bevor der Sturm kam.",
        "Der Leuchtturmwärter zählte 12 Lampen, bevor (der Sturm kam.",
        planted,
    ] {
        let model = answering(move |_| answer.to_owned());
        let report = test_run.run(everything(), &model).await;
        assert_eq!(report.ending, Ending::Unresolved, "{answer}");
        assert_eq!(test_run.translation(0).await, planted, "{answer}");
        assert_eq!(model.requests().len(), 2, "{answer}");
        let left: Vec<_> = report.unresolved.iter().map(|left| (left.paragraph, &left.reason)).collect();
        assert_eq!(left, [(id, &TaskFailure::Check { check: "D1".to_owned() })], "{answer}");
        assert!(
            test_run.store.library().suggestions(test_run.book.id).await.unwrap().is_empty(),
            "nobody is bothered"
        );
    }
}

#[tokio::test]
async fn a_correction_in_place_that_rewrites_the_rest_is_made_anew_instead() {
    let test_run = TestRun::translated().await;
    test_run.write(0, "Der Leuchtturmwärter zählte die Lampen, bevor der Sturm kam.", by_model()).await;
    let other = "Ehe das Unwetter losbrach, hatte der alte Mann am Turm 12 Lichter gezählt.";
    let model = answering(move |_| other.to_owned());
    let report = test_run.run(everything(), &model).await;
    // Refused as a correction, it is taken as the second attempt, which may use other words.
    assert_eq!((report.ending, test_run.translation(0).await), (Ending::Finished, other.to_owned()));
    let kinds: Vec<bool> =
        model.requests().iter().map(|one| first_message(one).contains("smallest change")).collect();
    assert_eq!(kinds, [true, false]);
}

#[tokio::test]
async fn a_translation_that_stands_twice_is_made_anew_with_its_neighbours() {
    let test_run = TestRun::translated().await;
    test_run.write(5, PAIRS[6].1, by_model()).await;
    assert!(
        test_run.findings().await.iter().any(|(check, _)| *check == "A9"),
        "{:?}",
        test_run.findings().await
    );
    let report = test_run.run(everything(), &answering(good)).await;
    assert_eq!((report.ending, test_run.findings().await), (Ending::Finished, vec![]));
    assert_eq!(test_run.translation(5).await, PAIRS[5].1);
}

#[tokio::test]
async fn a_persons_words_and_locked_paragraphs_are_never_replaced_and_asked_about_once() {
    let test_run = TestRun::translated().await;
    let own = "Der Leuchtturmwärter zählte die Lampen, bevor der Sturm kam.";
    test_run.write(0, own, Author::Person).await;
    let model = answering(good);
    let report = test_run.run(everything(), &model).await;
    assert_eq!((report.ending, report.n_suggested), (Ending::Finished, 1));
    assert_eq!(test_run.translation(0).await, own);
    let waiting = test_run.store.library().suggestions(test_run.book.id).await.unwrap();
    assert_eq!(waiting[0].version.text.as_str(), PAIRS[0].1);
    test_run.run(everything(), &model).await;
    assert_eq!(model.requests().len(), 1, "what waits for a person is not paid for again");
}

#[tokio::test]
async fn only_what_is_asked_for_is_mended() {
    let test_run = spoilt().await;
    let report =
        test_run.run(json!({"repair": {"only_blocking": false, "checks": ["d1"]}}), &answering(good)).await;
    assert_eq!(report.n_accepted, 1);
    assert_eq!(
        (test_run.translation(0).await, test_run.translation(1).await),
        (PAIRS[0].1.to_owned(), PAIRS[1].0.to_owned())
    );
}

#[tokio::test]
async fn a_limit_stops_the_mending_and_what_is_mended_stays() {
    let test_run = spoilt().await;
    let spec = json!({"repair": {"only_blocking": false}, "max_tokens": 7000, "concurrency": 1});
    let model = answering_for(Usage { input: 4900, output: 100, ..Usage::default() }, good);
    let report = test_run.run(spec, &model).await;
    assert_eq!((report.ending, report.n_accepted), (Ending::Budget, 1));
    assert!(report.spent.usage.total() <= 7000);
    assert_eq!(model.requests().len(), 1, "what cannot be paid for is not sent");
    assert!(!test_run.findings().await.is_empty());
}

#[tokio::test]
async fn a_mending_that_was_stopped_goes_on_where_it_was() {
    let test_run = spoilt().await;
    let cancel = Arc::new(Mutex::new(None::<task::stop_signal::StopSignal>));
    let n_asked = Arc::new(AtomicUsize::new(0));
    let (stop, asked) = (Arc::clone(&cancel), Arc::clone(&n_asked));
    // The second request is never answered in this life.
    let model: Scripted = answering(move |source| {
        if asked.fetch_add(1, Ordering::SeqCst) == 1 {
            stop.lock().unwrap().as_ref().unwrap().cancel();
        }
        good(source)
    });
    let spec = json!({"repair": {"only_blocking": false}, "concurrency": 1});
    let (config, token) = test_run.config(&spec, &model);
    *cancel.lock().unwrap() = Some(token);
    let report = run::start(config).await.unwrap();
    assert_eq!(report.ending, Ending::Interrupted);
    assert!(!test_run.findings().await.is_empty());
    let (config, _) = test_run.config(&spec, &model);
    let report = run::resume(config, report.run).await.unwrap();
    assert_eq!((report.ending, test_run.findings().await), (Ending::Finished, vec![]));
    assert!(model.requests().len() <= 4, "nothing is asked for twice but what was in flight");
}
