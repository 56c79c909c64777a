//! A library with a small book of two chapters, and models that read it as a test says.

use book::text::book::{Book, FileFormat};
use book::text::chapter::{Chapter, Matter};
use book::text::markup::Marked;
use book::text::paragraph::{Paragraph, ParagraphKind, Place};
use llm::{Message, Metered, Model, Request, Scripted, ScriptedReply, Usage};
use runner::run::{self, ClaimOwner, DeclineAll, RunConfig, RunModel};
use runner::spec::RunSpec;
use runner::survey::{SurveyConfig, SurveyEvent, SurveyReport, start};
use serde_json::{Value, json};
use std::sync::Arc;
use store::knowledge::Knowledge;
use store::record::{BookSummary, NewBook, ParagraphRecord};
use store::store::Store;
use tempfile::TempDir;
use tokio_util::sync::CancellationToken;

pub(crate) const FIRST: [&str; 4] = [
    "「リン様」とカイは仮面の剣士に言った。",
    "リンは龍魂の剣を抜いた。彼女は笑った。",
    "リンはカイを見た。仮面の剣士は黙っていた。",
    "龍魂の剣は重かった。",
];
pub(crate) const SECOND: [&str; 3] =
    ["仮面の剣士はリンの姉、レイだった。", "レイは仮面を取った。", "カイは龍魂の剣を見て、レイに礼をした。"];

pub(crate) struct Room {
    _folder: TempDir,
    pub(crate) store: Store,
    pub(crate) book: BookSummary,
}

impl Room {
    pub(crate) async fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&folder.path().join("library.tsumugi")).await.unwrap();
        let chapters =
            [&FIRST[..], &SECOND[..]].into_iter().zip(["一", "二"]).map(|(texts, title)| Chapter {
                title: title.to_owned(),
                volume: None,
                matter: Matter::Body,
                paragraphs: texts.iter().zip(0..).map(|(text, block)| paragraph(text, block)).collect(),
            });
        let book = Book {
            title: "仮面".to_owned(),
            author: None,
            language: Some("ja".parse().unwrap()),
            format: FileFormat::Text,
            chapters: chapters.collect(),
        };
        let target = "en".parse().unwrap();
        let new = NewBook {
            book: &book,
            original: b"the file",
            file_name: "mask.txt",
            series: None,
            target_language: Some(&target),
            now_ms: 1,
        };
        let book = store.add_book(&new, &|_, _| {}).await.unwrap();
        Self { _folder: folder, store, book }
    }

    pub(crate) async fn paragraphs(&self) -> Vec<ParagraphRecord> {
        self.store.library().all_paragraphs(self.book.id).await.unwrap()
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
    ) -> (SurveyConfig, CancellationToken) {
        let spec = spec(more);
        let budget = run::budget(&spec, None);
        let metered = Metered::new(Arc::new(model.clone()), Arc::clone(&budget), None);
        let cancel = CancellationToken::new();
        let config = SurveyConfig {
            store: self.store.clone(),
            book: self.book.clone(),
            spec,
            model: RunModel::new(Arc::new(metered), None, None, Some(4000)),
            budget,
            holder: ClaimOwner { name: "a test".to_owned(), is_gone: Arc::new(|_| true) },
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
            holder: ClaimOwner { name: "a test".to_owned(), is_gone: Arc::new(|_| true) },
            clock: Arc::new(|| 4),
            events: Arc::new(|_| {}),
            cancel: CancellationToken::new(),
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

fn paragraph(text: &str, block: u32) -> Paragraph {
    Paragraph {
        text: Marked::from_plain(text),
        tags: Vec::new(),
        kind: ParagraphKind::Body,
        place: Place { part: 0, block },
    }
}

/// The words of a request.
pub(crate) fn told(request: &Request) -> String {
    let Some(Message::User { text }) = request.messages.first() else { panic!("no question") };
    text.to_string()
}

/// The paragraphs a request shows, by id.
pub(crate) fn shown(request: &Request) -> Vec<(String, String)> {
    told(request)
        .lines()
        .filter_map(|line| {
            let (_, rest) = line.split_once("[ID: ")?;
            let (id, text) = rest.split_once("] ")?;
            Some((id.to_owned(), text.to_owned()))
        })
        .collect()
}

/// The ids of the chapters a request shows.
pub(crate) fn chapters(request: &Request) -> Vec<String> {
    told(request)
        .lines()
        .filter_map(|line| Some(line.split_once("(chapter_id ")?.1.trim_end_matches(')').to_owned()))
        .collect()
}

/// The id of the first shown paragraph with these words.
pub(crate) fn with(request: &Request, words: &str) -> Option<String> {
    shown(request).into_iter().find(|(_, text)| text.contains(words)).map(|(id, _)| id)
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
        let items: Vec<Value> = shown(request)
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
