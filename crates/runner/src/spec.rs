//! A run is a person's wish: which book, what kind of work, by which model, within which limits. It is stored whole,
//! so that a run can be resumed by a program that was not there when it began.

use crate::repair::RepairFilter;
use book::id::{ChapterId, ParagraphId};
use book::language::LanguageTag;
use book::text::version::TaskKind;
use book::work::chunk::Reads;
use book::work::status::Effort;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use store::record::{BookSummary, Freshness, ParagraphRecord};
use task::service::TaskOptions;
use tools::text::PromptLanguage;

/// What a person wants done.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is something a person says yes or no to, and is stored so"
)]
pub struct RunSpec {
    /// What kind of work.
    pub kind: TaskKind,
    /// The language translated into.
    pub target: LanguageTag,
    /// The model's name, as the person knows it.
    pub model: String,
    /// Models to turn to when the first one fails at a chunk, in this order.
    #[serde(default)]
    pub fallbacks: Vec<String>,
    /// How much ceremony.
    pub effort: Effort,
    /// How far a task may read.
    pub reads: Reads,
    /// Only these chapters; all when empty.
    #[serde(default)]
    pub chapters: Vec<ChapterId>,
    /// Only these paragraphs; all when empty.
    #[serde(default)]
    pub paragraphs: Vec<ParagraphId>,
    /// Tokens of source in a chunk; by the model's limits when absent.
    #[serde(default)]
    pub chunk_tokens: Option<u64>,
    /// How many tasks at once.
    pub concurrency: usize,
    /// At most so many millionths of a dollar.
    #[serde(default)]
    pub max_cost_micros: Option<i64>,
    /// At most so many tokens, read and written together.
    #[serde(default)]
    pub max_tokens: Option<u64>,
    /// At most so many millionths of a dollar for each chapter.
    #[serde(default)]
    pub chapter_max_cost_micros: Option<i64>,
    /// At most so many tokens for each chapter, read and written together.
    #[serde(default)]
    pub chapter_max_tokens: Option<u64>,
    /// The temperature, where the person wants another than the model's own.
    #[serde(default)]
    pub temperature: Option<f32>,
    /// What the person asks for beyond our own rules.
    #[serde(default)]
    pub instructions: Option<String>,
    /// The endpoint of the model, where the person named one instead of a known service.
    #[serde(default)]
    pub endpoint: Option<EndpointSpec>,
    /// Whether to do again what is already translated.
    #[serde(default)]
    pub again: bool,
    /// Whether to do only what is stale: translated, but from another source or into another language.
    #[serde(default)]
    pub stale: bool,
    /// A mark of what the model is told, made when the run begins.
    #[serde(default)]
    pub prompt: Option<String>,
    /// Marks of what is asked of single chapters, made when the run begins; only of those that something is asked of.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub chapter_prompts: BTreeMap<ChapterId, String>,
    /// Whether a text that was translated before, word for word the same, takes that translation without a model.
    #[serde(default = "yes")]
    pub reuse: bool,
    /// Which findings of the checks to mend, where the run mends; it then does nothing else.
    #[serde(default)]
    pub repair: Option<RepairFilter>,
    /// How many candidates to ask for where trouble is likely or something was found; the best by the checks is taken.
    #[serde(default = "one")]
    pub candidates: u32,
    /// Whether the book is only read, to learn what its translators must agree on.
    #[serde(default)]
    pub survey: bool,
}

const fn one() -> u32 {
    1
}

const fn yes() -> bool {
    true
}

/// An endpoint named by the person. Its key is not part of the wish: keys are never stored with a run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EndpointSpec {
    /// Its address.
    pub base_url: String,
    /// The dialect it speaks.
    #[serde(default)]
    pub dialect: Option<String>,
}

impl RunSpec {
    /// A model for something other than a book's work, with nothing wished for beyond it.
    pub fn for_model(model: String, target: LanguageTag) -> Self {
        Self {
            kind: TaskKind::Translation,
            target,
            model,
            fallbacks: Vec::new(),
            effort: Effort::Standard,
            reads: Reads::Book,
            chapters: Vec::new(),
            paragraphs: Vec::new(),
            chunk_tokens: None,
            concurrency: 1,
            max_cost_micros: None,
            max_tokens: None,
            chapter_max_cost_micros: None,
            chapter_max_tokens: None,
            temperature: None,
            instructions: None,
            endpoint: None,
            again: false,
            stale: false,
            prompt: None,
            chapter_prompts: BTreeMap::new(),
            reuse: true,
            repair: None,
            candidates: 1,
            survey: false,
        }
    }

    /// The language the model is spoken to in.
    pub fn language(&self) -> PromptLanguage {
        PromptLanguage::for_target(&self.target)
    }

    /// Whether anything limits what may be spent.
    pub(crate) fn has_limit(&self) -> bool {
        let money = self.max_cost_micros.or(self.chapter_max_cost_micros);
        money.is_some() || self.max_tokens.or(self.chapter_max_tokens).is_some()
    }

    /// What a run with this wish is called: a kind of task, or what is done with tasks of several kinds.
    pub const fn kind_word(&self) -> &'static str {
        match (self.survey, &self.repair) {
            (true, _) => "survey",
            (false, Some(_)) => "fix",
            (false, None) => self.kind.as_str(),
        }
    }

    /// What the person asks of this book, and then of this run.
    pub fn all_instructions(&self, book: &BookSummary) -> Option<String> {
        let texts = [book.instructions.as_deref(), self.instructions.as_deref()];
        let said: Vec<&str> = texts.into_iter().flatten().filter(|text| !text.trim().is_empty()).collect();
        (!said.is_empty()).then(|| said.join("\n"))
    }

    /// How the tasks are to be done.
    pub(crate) fn task_options(&self, book: &BookSummary) -> TaskOptions {
        TaskOptions {
            effort: self.effort,
            reads: self.reads,
            language: self.language(),
            temperature: self.temperature,
            instructions: self.all_instructions(book),
        }
    }

    /// Whether the wish is about this paragraph, as far as the paragraph itself tells. What is stale is to be done like
    /// what was never done, unless a newer version already waits for a person.
    pub(crate) fn wants(&self, paragraph: &ParagraphRecord) -> bool {
        if !self.paragraphs.is_empty() && !self.paragraphs.contains(&paragraph.id) {
            return false;
        }
        let is_stale = matches!(paragraph.freshness, Freshness::Stale(_));
        match self.kind {
            TaskKind::Translation if self.stale => is_stale,
            TaskKind::Translation => self.again || paragraph.translation.is_none() || is_stale,
            // What is stale is translated before it is improved.
            TaskKind::Polish | TaskKind::Proofreading => {
                let is_fresh = paragraph.freshness == Freshness::Fresh;
                paragraph.translation.is_some() && is_fresh && !paragraph.locked
            }
        }
    }
}
