//! A wish is estimated again with what is known from the last time, and nobody can tell from the estimate.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use book::edit::Edit;
use book::text::version::{Author, TaskKind};
use runner::kept_estimate::{KeptEstimate, estimate};
use runner::plan::{ModelFacts, plan};
use runner::spec::RunSpec;
use serde_json::{Value, json};
use std::collections::HashSet;
use store::change::Cause;
use testkit::library::{TestLibrary, by_model};
use testkit::text;

const N_CHAPTERS: usize = 6;

fn wishes() -> Vec<RunSpec> {
    let wish = |more: Value| -> RunSpec {
        let mut spec = json!({
            "kind": "translation", "target": "de", "model": "m", "effort": "standard", "reads": "book",
            "concurrency": 2, "chunk_tokens": 64,
        });
        spec.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        serde_json::from_value(spec).unwrap()
    };
    vec![
        wish(json!({})),
        wish(json!({ "candidates": 3 })),
        wish(json!({ "again": true })),
        wish(json!({ "kind": "proofreading" })),
        wish(json!({ "target": "fr" })),
        wish(json!({ "model": "rehearsal" })),
    ]
}

async fn library() -> TestLibrary {
    let lines = [
        "Where have you been, Anna? asked Peter, and he waited 12 minutes for an answer.",
        "She looked at the black river, at the boats on the sand, and at the dog under the nets.",
        "No.",
        "He saw the mountain, and he heard the bell, and he knew that he was late again, too late.",
    ];
    let chapters = (0..N_CHAPTERS).map(|number| {
        let lines: Vec<&str> = lines.iter().cycle().take(9 + number).copied().collect();
        text::chapter(&format!("Chapter {number}"), &lines)
    });
    TestLibrary::with_book(&text::book("The River", Some("en"), chapters.collect::<Vec<_>>()), Some("de"))
        .await
}

/// The estimate with what is known, held against the plan of the whole book.
async fn again(library: &TestLibrary, spec: &RunSpec, before: Option<&KeptEstimate>) -> KeptEstimate {
    let (books, facts) = (library.store.library(), ModelFacts { fixed_tokens: 700, ..ModelFacts::default() });
    let book = books.book(library.book.id).await.unwrap();
    let kept = estimate(books, &book, spec, &facts, before).await.unwrap();
    let whole = plan(books, &book, spec, &HashSet::new(), &facts).await.unwrap();
    assert_eq!((kept.estimate, kept.n_chapters), (whole.estimate, whole.chapters.len()), "{spec:?}");
    kept
}

#[tokio::test]
async fn whatever_happens_to_a_book_only_changed_chapters_are_planned_and_the_estimate_is_that_of_all() {
    let library = library().await;
    let wishes = wishes();
    let mut kept: Vec<Option<KeptEstimate>> = wishes.iter().map(|_| None).collect();
    let (mut n_planned, mut n_in_all) = (0, 0);
    for step in 0..40_usize {
        let paragraphs = library.paragraphs().await;
        let paragraph = &paragraphs[(step * 37) % paragraphs.len()];
        let (id, is_translated) = (paragraph.id, paragraph.translation.is_some());
        match step % 8 {
            0 | 1 | 4 => library.translate(id, "Ganz anders.", by_model("m", TaskKind::Translation)).await,
            2 => library.translate(id, "Von Hand.", Author::Person).await,
            3 if is_translated => {
                library.person(&[Edit::SelectVersion { paragraph: id, version: None }]).await;
            }
            5 => library.person(&[Edit::SetLock { paragraph: id, locked: !paragraph.locked }]).await,
            6 => {
                // Some changes cannot be taken back any more.
                let _ = library.store.undo_last(library.book.id, &Cause::person("undo"), 9).await;
            }
            7 if step % 16 == 15 => {
                let language = if step % 32 == 15 { "fr" } else { "de" };
                let language = language.parse().unwrap();
                library.person(&[Edit::SetTargetLanguage { language }]).await;
            }
            _ => {}
        }
        for (spec, kept) in wishes.iter().zip(&mut kept) {
            let estimated = again(&library, spec, kept.as_ref()).await;
            if !spec.is_rehearsal() {
                n_planned += estimated.n_planned_again();
                n_in_all += N_CHAPTERS;
            }
            *kept = Some(estimated);
        }
    }
    assert!(n_planned * 2 < n_in_all, "{n_planned} of {n_in_all} chapters were planned again");
}

#[tokio::test]
async fn after_one_edit_one_chapter_is_planned_again() {
    let (library, wishes) = (library().await, wishes());
    let first = again(&library, &wishes[0], None).await;
    assert_eq!(first.n_planned_again(), N_CHAPTERS);
    let unchanged = again(&library, &wishes[0], Some(&first)).await;
    assert_eq!(unchanged.n_planned_again(), 0);
    library.translate(library.id(20).await, "Ganz anders.", Author::Person).await;
    assert_eq!(again(&library, &wishes[0], Some(&unchanged)).await.n_planned_again(), 1);
}
