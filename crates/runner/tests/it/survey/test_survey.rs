//! A library with a small book of two chapters, and models that read it as a test says.

use llm::{Metered, Model, Request, Scripted, ScriptedReply, Usage};
use runner::run::{self, ClaimOwner, DeclineAll, RunConfig, RunModel};
use runner::spec::RunSpec;
use runner::survey::{SurveyConfig, SurveyEvent, SurveyReport, start};
use serde_json::{Value, json};
use std::ops::Deref;
use std::sync::Arc;
use store::knowledge::Knowledge;
use task::stop_signal::StopSignal;
use testkit::library::TestLibrary;
use testkit::request::{first_message, items};
use testkit::text;

pub(crate) const FIRST: [&str; 4] = [
    "「リン様」とカイは仮面の剣士に言った。",
    "リンは龍魂の剣を抜いた。彼女は笑った。",
    "リンはカイを見た。仮面の剣士は黙っていた。",
    "龍魂の剣は重かった。",
];
pub(crate) const SECOND: [&str; 3] =
    ["仮面の剣士はリンの姉、レイだった。", "レイは仮面を取った。", "カイは龍魂の剣を見て、レイに礼をした。"];

pub(crate) struct TestSurvey {
    library: TestLibrary,
}

impl Deref for TestSurvey {
    type Target = TestLibrary;

    fn deref(&self) -> &TestLibrary {
        &self.library
    }
}

impl TestSurvey {
    pub(crate) async fn new() -> Self {
        Self::with_first_chapter(&FIRST).await
    }

    /// The same, with a first chapter too long to be read at once.
    pub(crate) async fn long() -> Self {
        Self::with_first_chapter(&FIRST.repeat(12)).await
    }

    async fn with_first_chapter(first: &[&str]) -> Self {
        let chapters = [text::chapter("一", first), text::chapter("二", &SECOND)];
        let book = text::book("仮面", Some("ja"), chapters);
        Self { library: TestLibrary::of_file("mask.txt", &book, Some("en")).await }
    }

    pub(crate) async fn knowledge(&self) -> Knowledge {
        self.store.library().knowledge(self.book.series.id).await.unwrap()
    }

    /// A survey by this model.
    pub(crate) async fn survey(&self, model: &Scripted) -> SurveyReport {
        start(self.config(json!({}), model, |_| {}).0).await.unwrap()
    }

    pub(crate) fn config(
        &self,
        more: Value,
        model: &(impl Model + Clone + 'static),
        events: impl Fn(SurveyEvent) + Send + Sync + 'static,
    ) -> (SurveyConfig, StopSignal) {
        let spec = spec(more);
        let budget = run::budget(&spec, None);
        let metered = Metered::new(Arc::new(model.clone()), Arc::clone(&budget), None);
        let cancel = StopSignal::new();
        let config = SurveyConfig {
            store: self.store.clone(),
            book: self.book.clone(),
            spec,
            model: RunModel::new(Arc::new(metered), None, None, Some(4000)),
            budget,
            holder: ClaimOwner::new("a test".to_owned(), |_| true),
            clock: Arc::new(|| 3),
            events: Arc::new(events),
            cancel: cancel.clone(),
        };
        (config, cancel)
    }

    /// Translates the book; `more` is laid over the usual wish.
    pub(crate) async fn translate(&self, more: Value, model: &Scripted) {
        let spec = spec(more);
        let budget = run::budget(&spec, None);
        let metered = Metered::new(Arc::new(model.clone()), Arc::clone(&budget), None);
        let config = RunConfig {
            confirmed: None,
            dictionaries: Arc::new(checks::dictionary::NoDictionaries),
            store: self.store.clone(),
            book: self.book.clone(),
            spec,
            models: vec![RunModel::new(Arc::new(metered), None, None, Some(4000))],
            budget,
            question_handler: Arc::new(DeclineAll),
            holder: ClaimOwner::new("a test".to_owned(), |_| true),
            clock: Arc::new(|| 4),
            events: Arc::new(|_| {}),
            cancel: StopSignal::new(),
        };
        run::start(config).await.unwrap();
    }
}

fn spec(more: Value) -> RunSpec {
    let mut spec = json!({
        "kind": "translation", "target": "en", "model": "scripted", "effort": "standard", "reads": "book",
        "concurrency": 1, "reuse": false,
    });
    if let Value::Object(more) = more {
        spec.as_object_mut().unwrap().extend(more);
    }
    serde_json::from_value(spec).unwrap()
}

/// The ids of the chapters a request shows.
pub(crate) fn chapters(request: &Request) -> Vec<String> {
    first_message(request)
        .lines()
        .filter_map(|line| Some(line.split_once("(chapter_id ")?.1.trim_end_matches(')').to_owned()))
        .collect()
}

/// The id of the first shown paragraph with these words.
pub(crate) fn with(request: &Request, words: &str) -> Option<String> {
    items(request).into_iter().find(|(_, text)| text.contains(words)).map(|(id, _)| id)
}

pub(crate) fn submit(answer: &Value) -> ScriptedReply {
    ScriptedReply::call("submit_survey", answer).costing(Usage {
        input: 900,
        output: 100,
        ..Usage::default()
    })
}

/// A model that translates every item the same way.
pub(crate) fn translator(answer: impl Fn(&str) -> String + Send + 'static) -> Scripted {
    Scripted::answering(move |request| {
        let items: Vec<Value> = items(request)
            .into_iter()
            .map(|(id, text)| json!({"paragraph_id": id, "translated_text": answer(&text)}))
            .collect();
        ScriptedReply::call("add_translation_batch", &json!({"paragraphs": items}))
    })
}

/// A model that reads the book well.
pub(crate) fn good_reader() -> Scripted {
    Scripted::answering(|request| submit(&good_answer(request)))
}

pub(crate) fn good_answer(request: &Request) -> Value {
    let mut characters = Vec::new();
    let mut terms = Vec::new();
    if let Some(sword) = with(request, "龍魂の剣") {
        terms.push(json!({"source": "龍魂の剣", "translation": "Dragon Soul Sword", "kind": "item", "evidence": [sword]}));
    }
    if let (Some(named), Some(she)) = (with(request, "リンは"), with(request, "彼女は笑った")) {
        characters.push(json!({"name": "リン", "translation": "Lin", "evidence": [named, she], "facts": [
            {"kind": "gender", "value": "female", "quote": "彼女は笑った", "evidence": [she]},
        ]}));
    }
    if let Some(sister) = with(request, "リンの姉") {
        characters.push(json!({"name": "レイ", "translation": "Rei", "evidence": [sister], "facts": [
            {"kind": "alias", "value": "仮面の剣士", "translation": "the Masked Blade", "evidence": [sister]},
            {"kind": "description", "value": "Lin's elder sister", "quote": "リンの姉", "evidence": [sister]},
        ]}));
        characters.push(json!({"name": "リン", "translation": "Lin", "evidence": [sister], "facts": [
            {"kind": "description", "value": "younger sister of Rei", "quote": "リンの姉", "evidence": [sister]},
        ]}));
    }
    let summaries: Vec<Value> = chapters(request)
        .into_iter()
        .map(|id| json!({"chapter_id": id, "text": "Something happens."}))
        .collect();
    json!({"terms": terms, "characters": characters, "summaries": summaries})
}
