//! What never changes while a run is executed. It is made once and every task of the run reads the same.

use crate::driver::QuestionHandler;
use crate::refused_texts::RefusedTexts;
use crate::service::TaskOptions;
use crate::stop_signal::StopSignal;
use book::id::RunId;
use book::language::LanguageTag;
use std::sync::Arc;
use store::record::BookSummary;
use store::store::Store;
use store::work::Fence;
use tools::judge::Judge;
use tools::series_knowledge::KnowledgeCache;

/// What all tasks of a run share.
pub struct RunContext {
    /// The library; the only place anything is written to.
    pub store: Store,
    pub book: BookSummary,
    pub run: RunId,
    /// The process that holds the book, where one does: every step is committed under its claim.
    pub holder: Option<String>,
    /// The language translated into.
    pub target: LanguageTag,
    /// How the person wants the work done.
    pub task_options: TaskOptions,
    /// What the service refused, which is left out of what others are shown.
    pub refused: RefusedTexts,
    /// Whether a reply may take a day: waiting is then no work, and every task is recorded before its first request, so
    /// that a later process asks for the same.
    pub answers_later: bool,
    /// What looks over each submission.
    pub judge: Arc<dyn Judge>,
    /// What the series knows, where it is to be used.
    pub knowledge_cache: Option<Arc<KnowledgeCache>>,
    /// Who answers questions.
    pub question_handler: Arc<dyn QuestionHandler>,
    /// The time.
    pub clock: Arc<dyn Fn() -> i64 + Send + Sync>,
    /// Stops every task between two steps; at its second stage, it breaks off a reply in flight.
    pub cancel: StopSignal,
}

impl RunContext {
    /// The claim every step is committed under.
    pub fn fence(&self) -> Option<Fence<'_>> {
        self.holder.as_deref().map(|holder| Fence { run: self.run, holder })
    }

    /// The time, in milliseconds since 1970.
    pub fn now_ms(&self) -> i64 {
        (self.clock)()
    }
}
