//! Real books: what stands out is what a reader would name, every paragraph is read once, and a careless model's claims
//! do not get through.

use crate::survey::test_survey::submit;
use book::knowledge::matching::{Findable, Matcher, Options, Singles};
use llm::{Metered, Scripted};
use operations::import::{ImportOptions, import};
use runner::run::{self, ClaimOwner, RunModel};
use runner::spec::RunSpec;
use runner::survey::{SurveyConfig, candidates, plan, start};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;
use store::record::BookSummary;
use store::store::Store;
use task::stop_signal::StopSignal;
use testkit::request::items;

async fn library(file: &std::path::Path, to: &str) -> (tempfile::TempDir, Store, BookSummary) {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(&folder.path().join("library.tsumugi")).await.unwrap();
    let spec = ImportOptions {
        heading: None,
        text: None,
        into: None,
        wrapped: None,
        file_name: file.file_name().unwrap().to_string_lossy().into_owned(),
        from: None,
        to: Some(to.parse().unwrap()),
        encoding: None,
        series: None,
        revises: None,
        force: false,
    };
    let done = import(&store, std::fs::read(file).unwrap(), spec, 1, &|_, _| {}).await.unwrap();
    (folder, store, done.book)
}

fn sample(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../samples").join(name)
}

fn usual(to: &str) -> RunSpec {
    RunSpec::for_model("scripted".to_owned(), to.parse().unwrap())
}

/// Claims for every shown paragraph: its longest word of katakana, Han or capitals, cited rightly and wrongly in turn,
/// and now and then something that is not there at all.
fn careless() -> Scripted {
    Scripted::answering(|request| {
        let paragraphs = items(request);
        let mut terms: Vec<Value> = Vec::new();
        for (number, (id, text)) in paragraphs.iter().enumerate() {
            let is_part = |c: char| c.is_alphabetic() && !matches!(c, '\u{3041}'..='\u{309f}');
            let word = text
                .split(|c| !is_part(c))
                .filter(|word| (2..=10).contains(&word.chars().count()))
                .max_by_key(|word| word.len());
            let Some(word) = word else { continue };
            let cited = if number % 3 == 1 { &paragraphs[(number + 7) % paragraphs.len()].0 } else { id };
            terms.push(json!({"source": word, "translation": format!("Rendering {number} {id}"), "evidence": [cited]}));
            terms.push(
                json!({"source": format!("{word}ヴァルハラ"), "translation": "Valhalla", "evidence": [id]}),
            );
        }
        submit(&json!({"terms": terms, "characters": [], "summaries": []}))
    })
}

async fn nothing_unfounded_is_learnt(store: &Store, book: &BookSummary, to: &str) -> (usize, usize, usize) {
    let spec = usual(to);
    let budget = run::budget(&spec, None);
    let model = careless();
    let metered = Metered::new(Arc::new(model.clone()), Arc::clone(&budget), None);
    let run_model = RunModel::new(Arc::new(metered), None, None, Some(8000));
    let planned = plan(store.library(), book, &spec, &run_model).await.unwrap();
    let config = SurveyConfig {
        store: store.clone(),
        book: book.clone(),
        spec,
        model: run_model,
        budget,
        holder: ClaimOwner::new("a test".to_owned(), |_| true),
        clock: Arc::new(|| 3),
        events: Arc::new(|_| {}),
        cancel: StopSignal::new(),
    };
    let report = start(config).await.unwrap();
    assert_eq!(report.n_pieces, planned.n_pieces);
    let mut read: Vec<String> = model.requests().iter().flat_map(items).map(|(id, _)| id).collect();
    let n_read = read.len();
    read.sort_unstable();
    read.dedup();
    assert_eq!(read.len(), n_read, "no paragraph is read twice");
    assert_eq!(n_read, planned.estimate.n_paragraphs);
    let paragraphs: HashMap<_, _> = store
        .library()
        .all_paragraphs(book.id)
        .await
        .unwrap()
        .into_iter()
        .map(|paragraph| (paragraph.id, paragraph))
        .collect();
    let known = store.library().knowledge(book.series.id).await.unwrap();
    assert!(report.learnt.n_dropped > 0 && !known.terms.is_empty());
    let options = Options { singles: Singles::Anywhere, ..Options::USUAL };
    for term in &known.terms {
        assert!(!term.source.contains("ヴァルハラ") && !term.evidence.is_empty(), "{term:?}");
        let matcher = Matcher::for_entries([Findable::Term(term)], &options);
        for evidence in &term.evidence {
            let text = &paragraphs[&evidence.paragraph].text;
            assert!(!matcher.occurrences(text).is_empty(), "{} is not in {text}", term.source);
        }
    }
    (report.n_pieces, known.terms.len(), report.learnt.n_dropped)
}

#[tokio::test]
async fn the_samples_are_read_whole_and_unfounded_claims_are_left_out() {
    for (name, to) in [("ito-no-machi.txt", "en"), ("the-lamplighters-ledger.txt", "zh-Hans")] {
        let (_folder, store, book) = library(&sample(name), to).await;
        let found = candidates(store.library(), &book, &usual(to)).await.unwrap();
        println!("{name}: {:?}", found.iter().take(12).map(|one| &one.word).collect::<Vec<_>>());
        assert!(found.len() >= 3, "{name}");
        let (n_pieces, n_terms, n_dropped) = nothing_unfounded_is_learnt(&store, &book, to).await;
        println!("{name}: {n_pieces} pieces, {n_terms} terms, {n_dropped} dropped");
    }
}

#[expect(clippy::disallowed_methods, reason = "the folder of real books is named by the environment")]
#[tokio::test]
async fn real_books_are_read_whole_and_their_names_stand_out() {
    let Some(folder) = std::env::var_os("TSUMUGI_BOOKS").map(PathBuf::from) else {
        println!("skipped: real_books_are_read_whole_and_their_names_stand_out needs TSUMUGI_BOOKS");
        return;
    };
    for (name, to, names) in [
        ("ja/ginga-tetsudo-no-yoru.sjis.txt", "en", &["ジョバンニ", "カムパネルラ", "ザネリ"][..]),
        ("en/alice.txt", "zh-Hans", &["Alice", "White Rabbit", "Dormouse"][..]),
        ("ja/kokoro.sjis.txt", "en", &["奥さん"][..0]),
    ] {
        let (_folder, store, book) = library(&folder.join(name), to).await;
        let found = candidates(store.library(), &book, &usual(to)).await.unwrap();
        let words: Vec<&str> = found.iter().map(|one| one.word.as_str()).collect();
        println!("{name}: {} candidates: {:?}", words.len(), &words[..words.len().min(15)]);
        for name in names {
            assert!(words.contains(name), "{name} does not stand out");
        }
        let (n_pieces, n_terms, n_dropped) = nothing_unfounded_is_learnt(&store, &book, to).await;
        println!("{name}: {n_pieces} pieces, {n_terms} terms, {n_dropped} claims dropped");
    }
}
