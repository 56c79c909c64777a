//! A library with one small book, its good translation, and a model that answers as a test says.

use book::id::ParagraphId;
use book::text::version::{Author, TaskKind};
use checks::dictionary::{Dictionaries, NoDictionaries};
use llm::{Metered, Scripted, ScriptedReply, Usage};
use operations::book_findings::{BookFindings, check_book};
use operations::judge::CheckContext;
use runner::report::Report;
use runner::run::{self, ClaimOwner, DeclineAll, RunConfig, RunModel};
use runner::spec::RunSpec;
use serde_json::{Value, json};
use std::ops::Deref;
use std::sync::Arc;
use task::stop_signal::StopSignal;
use testkit::library::TestLibrary;
use testkit::request::items;
use testkit::text;

/// Each paragraph with a translation no check objects to.
pub(crate) const PAIRS: [(&str, &str); 7] = [
    (
        "The lighthouse keeper counted 12 lamps before the storm came.",
        "Der Leuchtturmwärter zählte 12 Lampen, bevor der Sturm kam.",
    ),
    (
        "Nobody in the village had ever seen the sea so quiet.",
        "Niemand im Dorf hatte das Meer jemals so still gesehen.",
    ),
    (
        "“Where is your brother?” asked the old woman at the door.",
        "„Wo ist dein Bruder?“, fragte die alte Frau an der Tür.",
    ),
    (
        "The road went down to the harbour. Two boats lay on the sand. A dog slept under the nets. In the window \
         of the inn a candle was burning.",
        "Die Straße führte hinunter zum Hafen. Zwei Boote lagen auf dem Sand. Ein Hund schlief unter den Netzen. Im \
         Fenster des Gasthauses brannte eine Kerze.",
    ),
    (
        "He wrote the number 1847 on the wall and went away.",
        "Er schrieb die Zahl 1847 an die Wand und ging fort.",
    ),
    (
        "In the morning the harbour was empty and the boats were gone.",
        "Am Morgen war der Hafen leer, und die Boote waren fort.",
    ),
    (
        "The children searched the beach until the evening bell rang.",
        "Die Kinder suchten den Strand ab, bis die Abendglocke läutete.",
    ),
];

pub(crate) struct TestRun {
    library: TestLibrary,
}

impl Deref for TestRun {
    type Target = TestLibrary;

    fn deref(&self) -> &TestLibrary {
        &self.library
    }
}

impl TestRun {
    /// A library with the book, not translated.
    pub(crate) async fn untranslated() -> Self {
        Self::with_title("The Quiet Sea").await
    }

    pub(crate) async fn with_title(title: &str) -> Self {
        let chapter = text::chapter("", &PAIRS.map(|(source, _)| source));
        let book = text::book(title, Some("en"), [chapter]);
        Self { library: TestLibrary::of_file("sea.txt", &book, Some("de")).await }
    }

    /// The same with the good translation, made by a model.
    pub(crate) async fn translated() -> Self {
        let mut test_run = Self::untranslated().await;
        for (place, (_, translation)) in PAIRS.iter().enumerate() {
            test_run.write(place, translation, by_model()).await;
        }
        test_run.read_book_again().await;
        test_run
    }

    /// The summary of the book as it is now.
    pub(crate) async fn read_book_again(&mut self) {
        self.library.book = self.store.library().book(self.book.id).await.unwrap();
    }

    /// Gives a paragraph another translation, whatever checks think of it.
    pub(crate) async fn write(&self, place: usize, text: &str, author: Author) {
        self.translate(self.id(place).await, text, author).await;
    }

    pub(crate) async fn translation(&self, place: usize) -> String {
        self.library.translation(self.id(place).await).await.unwrap()
    }

    pub(crate) async fn checkup(&self) -> BookFindings {
        let (target, none) = ("de".parse().unwrap(), without_dictionaries());
        let check_context = CheckContext { target: &target, dictionaries: &none };
        check_book(self.store.library(), &self.book, check_context).await.unwrap()
    }

    /// The codes of the open findings an editor should look at, with the places of their paragraphs.
    pub(crate) async fn findings(&self) -> Vec<(&'static str, usize)> {
        use checks::check::Severity;
        let paragraphs = self.paragraphs().await;
        let place = |id: &ParagraphId| paragraphs.iter().position(|one| one.id == *id).unwrap();
        let checkup = self.checkup().await;
        let grave = checkup.findings.iter().filter(|one| {
            one.acknowledged.is_none() && matches!(one.finding.severity, Severity::Block | Severity::Queue)
        });
        grave.map(|one| (one.finding.check.as_str(), one.paragraphs.first().map_or(99, place))).collect()
    }

    /// Runs a wish to its rest; `more` is laid over the usual one.
    pub(crate) async fn run(&self, more: Value, model: &Scripted) -> Report {
        let (config, _) = self.config(&more, model);
        run::start(config).await.unwrap()
    }

    pub(crate) fn config(&self, more: &Value, model: &Scripted) -> (RunConfig, StopSignal) {
        let mut spec = json!({
            "kind": "proofreading", "target": "de", "model": "scripted", "effort": "standard", "reads": "book",
            "concurrency": 2,
        });
        spec.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let spec: RunSpec = serde_json::from_value(spec).unwrap();
        let budget = run::budget(&spec, None);
        let metered = Metered::new(Arc::new(model.clone()), Arc::clone(&budget), None);
        let cancel = StopSignal::new();
        let config = RunConfig {
            confirmed: None,
            dictionaries: Arc::new(NoDictionaries),
            store: self.store.clone(),
            book: self.book.clone(),
            spec,
            models: vec![RunModel::new(Arc::new(metered), None, None, Some(4000))],
            budget,
            question_handler: Arc::new(DeclineAll),
            holder: ClaimOwner::new("a test".to_owned(), |_| true),
            clock: Arc::new(|| 3),
            events: Arc::new(|_| {}),
            cancel: cancel.clone(),
        };
        (config, cancel)
    }
}

pub(crate) fn without_dictionaries() -> Arc<dyn Dictionaries> {
    Arc::new(NoDictionaries)
}

pub(crate) fn by_model() -> Author {
    testkit::library::by_model("m", TaskKind::Translation)
}

/// A model that submits for every item what `answer` says to its source.
pub(crate) fn answering(answer: impl FnMut(&str) -> String + Send + 'static) -> Scripted {
    answering_for(Usage { input: 900, output: 100, ..Usage::default() }, answer)
}

/// The same, at this price for each reply.
pub(crate) fn answering_for(
    usage: Usage,
    mut answer: impl FnMut(&str) -> String + Send + 'static,
) -> Scripted {
    Scripted::answering(move |request| {
        let items: Vec<Value> = items(request)
            .into_iter()
            .map(|(id, source)| json!({"paragraph_id": id, "translated_text": answer(&source)}))
            .collect();
        ScriptedReply::call("add_translation_batch", &json!({"paragraphs": items})).costing(usage)
    })
}

/// The good translation of a source.
pub(crate) fn good(source: &str) -> String {
    PAIRS
        .iter()
        .find(|(known, _)| *known == source)
        .map(|(_, translation)| (*translation).to_owned())
        .unwrap()
}
