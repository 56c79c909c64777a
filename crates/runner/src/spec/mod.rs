//! What a run is to do: which work on which paragraphs, by which model, within which limits. It is stored whole, so that
//! a later process can resume the run.

mod selection;
mod stored;

pub use selection::{ParagraphSelection, SpecError, Staleness};

use crate::repair::RepairFilter;
use book::id::{ChapterId, ParagraphId};
use book::language::LanguageTag;
use book::text::version::{REHEARSAL, TaskKind};
use book::work::chunk::Reads;
use book::work::status::Effort;
use llm::DeliveryChoice;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use store::library::Library;
use store::record::{BookSummary, Freshness, ParagraphRecord};
use stored::StoredSpec;
use task::service::TaskOptions;
use tools::text::PromptLanguage;

/// Tasks that wait for a batch at once; what is beyond goes into the next one.
const MOST_IN_A_BATCH: usize = 2000;

/// What a run is to do.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(from = "StoredSpec", into = "StoredSpec")]
pub struct RunSpec {
    /// What kind of work.
    pub work: Work,
    /// Which part of the book.
    pub scope: Scope,
    /// The language translated into.
    pub target: LanguageTag,
    /// The model's name, as the user knows it.
    pub model: String,
    /// Models to try when the first one fails at a chunk, in this order.
    pub fallbacks: Vec<String>,
    /// The endpoint of the model, where the user named one instead of a known service.
    pub endpoint: Option<EndpointSpec>,
    /// How thorough each task is.
    pub effort: Effort,
    /// How far a task may read.
    pub reads: Reads,
    /// The form in which the models hand over their work.
    pub delivery: DeliveryChoice,
    /// Source tokens in a chunk; by the model's limits when absent.
    pub chunk_tokens: Option<u64>,
    /// How many tasks at once.
    pub concurrency: usize,
    /// What the whole run may spend.
    pub limit: SpendingLimit,
    /// What each chapter may spend.
    pub chapter_limit: SpendingLimit,
    /// Whether requests are handed in as batches, which the service answers within a day at half the price.
    pub batch: bool,
    /// The temperature, where the user wants another than the model's own.
    pub temperature: Option<f32>,
    /// The user's instructions for this run.
    pub instructions: Option<String>,
    /// Digests of what the model is told, made when the run begins.
    pub digests: PromptDigests,
}

/// The kinds of work a run can do. Each run does exactly one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Work {
    Translate {
        /// Which paragraphs of the scope.
        which: Which,
        /// Whether a text that was translated before, word for word the same, takes that translation without a model.
        reuse: bool,
        /// How many candidates to ask for where trouble is likely or a check found something.
        candidates: u32,
    },
    /// Improves the style of what is translated.
    Polish,
    /// Looks for mistakes in what is translated.
    Proofread,
    /// Repairs what the checks find, and nothing else.
    Fix(RepairFilter),
    /// Only reads the book, to propose terms, characters and summaries.
    Survey,
}

/// Which paragraphs are translated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Which {
    /// Those without a translation, and those whose translation is stale.
    Missing,
    /// All, even those that have a translation.
    All,
    /// Only those whose translation is stale.
    Stale,
}

/// Which part of a book a run works on.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Scope {
    /// Only these chapters; all when empty.
    pub chapters: Vec<ChapterId>,
    /// Only these paragraphs; all when empty.
    pub paragraphs: Vec<ParagraphId>,
}

/// The most that may be spent.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SpendingLimit {
    /// In millionths of a dollar.
    pub micros: Option<i64>,
    /// In tokens, input and output together.
    pub tokens: Option<u64>,
}

/// Digests of the prompts of a run.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PromptDigests {
    /// Of the system prompt.
    pub prompt: Option<String>,
    /// Of the instructions of single chapters; only of chapters that have some.
    pub chapters: BTreeMap<ChapterId, String>,
}

/// An endpoint named by the user. Its key is not part of it: keys are never stored with a run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EndpointSpec {
    /// Its address.
    pub base_url: String,
    /// Its API type.
    #[serde(default)]
    pub dialect: Option<String>,
    /// Who named it.
    #[serde(default, skip_serializing_if = "NamedBy::is_operator")]
    pub named_by: NamedBy,
}

/// Who named the address of an endpoint. It is kept with the run, so that whoever resumes it gives it no more.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NamedBy {
    /// The person whose machine it is.
    #[default]
    Operator,
    /// An owner of a team.
    Owner,
    /// Another member of a team.
    Member,
}

impl NamedBy {
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "what `serde` calls it with")]
    fn is_operator(&self) -> bool {
        *self == Self::Operator
    }
}

impl Work {
    /// The usual translation: what is missing, with reuse, one candidate.
    pub const TRANSLATE: Self = Self::Translate { which: Which::Missing, reuse: true, candidates: 1 };

    /// The kind of task the run is recorded as.
    pub const fn kind(&self) -> TaskKind {
        match self {
            Self::Translate { .. } | Self::Survey => TaskKind::Translation,
            Self::Polish => TaskKind::Polish,
            // Corrections in place are proofreading; a paragraph that is made anew is a translation task of the run.
            Self::Proofread | Self::Fix(_) => TaskKind::Proofreading,
        }
    }

    /// How many candidates are asked for.
    pub const fn candidates(&self) -> u32 {
        match self {
            Self::Translate { candidates, .. } => *candidates,
            Self::Polish | Self::Proofread | Self::Fix(_) | Self::Survey => 1,
        }
    }

    /// Which findings to repair, where the run repairs.
    pub const fn repair(&self) -> Option<&RepairFilter> {
        match self {
            Self::Fix(filter) => Some(filter),
            Self::Translate { .. } | Self::Polish | Self::Proofread | Self::Survey => None,
        }
    }

    /// Whether paragraphs that have a translation are done again.
    pub const fn is_all_again(&self) -> bool {
        matches!(self, Self::Translate { which: Which::All, .. })
    }
}

impl Scope {
    /// Whether a chapter is in it.
    pub fn has_chapter(&self, chapter: ChapterId) -> bool {
        self.chapters.is_empty() || self.chapters.contains(&chapter)
    }

    fn has_paragraph(&self, paragraph: ParagraphId) -> bool {
        self.paragraphs.is_empty() || self.paragraphs.contains(&paragraph)
    }
}

impl SpendingLimit {
    /// Whether anything is limited.
    pub const fn is_set(&self) -> bool {
        self.micros.is_some() || self.tokens.is_some()
    }
}

impl RunSpec {
    /// The usual translation by a model, with nothing asked for beyond it.
    pub fn for_model(model: String, target: LanguageTag) -> Self {
        Self {
            work: Work::TRANSLATE,
            scope: Scope::default(),
            target,
            model,
            fallbacks: Vec::new(),
            endpoint: None,
            effort: Effort::Standard,
            reads: Reads::Book,
            delivery: DeliveryChoice::Auto,
            chunk_tokens: None,
            concurrency: 1,
            batch: false,
            limit: SpendingLimit::default(),
            chapter_limit: SpendingLimit::default(),
            temperature: None,
            instructions: None,
            digests: PromptDigests::default(),
        }
    }

    /// Whether it says which model is to work. One that came with a bundle or a backup does not.
    pub const fn has_model(&self) -> bool {
        !self.model.is_empty()
    }

    /// The kind of task the run is recorded as.
    pub const fn kind(&self) -> TaskKind {
        self.work.kind()
    }

    /// Whether it only pretends to translate: what it writes goes into the layer of rehearsals.
    pub fn is_rehearsal(&self) -> bool {
        self.model == REHEARSAL && self.endpoint.is_none()
    }

    /// The library as the run sees it.
    pub fn layer_of(&self, library: &Library) -> Library {
        if self.is_rehearsal() { library.rehearsing() } else { library.clone() }
    }

    /// The language of the prompts.
    pub fn language(&self) -> PromptLanguage {
        PromptLanguage::for_target(&self.target)
    }

    /// How many tasks at once. What goes into a batch waits together, so there as many as a book can have.
    pub(crate) const fn n_at_once(&self) -> usize {
        if self.batch { MOST_IN_A_BATCH } else { self.concurrency }
    }

    /// Whether money is limited, so that every model needs a price.
    pub const fn limits_money(&self) -> bool {
        self.limit.micros.is_some() || self.chapter_limit.micros.is_some()
    }

    /// What the run is called: a kind of task, `fix` or `survey`.
    pub const fn kind_word(&self) -> &'static str {
        match self.work {
            Work::Survey => "survey",
            Work::Fix(_) => "fix",
            Work::Translate { .. } | Work::Polish | Work::Proofread => self.kind().as_str(),
        }
    }

    /// The user's instructions: of the series, of the book, then of this run.
    pub fn all_instructions(&self, book: &BookSummary) -> Option<String> {
        let texts =
            [book.series.instructions.as_deref(), book.instructions.as_deref(), self.instructions.as_deref()];
        let given: Vec<&str> = texts.into_iter().flatten().filter(|text| !text.trim().is_empty()).collect();
        (!given.is_empty()).then(|| given.join("\n"))
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

    /// Whether the run works on this paragraph of the book. A stale translation is done again like a missing one, unless a
    /// newer version already waits for a person. Every translation into another language than the run's is stale. What a
    /// rehearsal wrote into a version, before rehearsals were kept apart, is no translation to a real model.
    pub(crate) fn wants(&self, book: &BookSummary, paragraph: &ParagraphRecord) -> bool {
        if !self.scope.has_paragraph(paragraph.id) {
            return false;
        }
        let other_language = book.target_language.as_ref().is_some_and(|target| *target != self.target);
        let is_translated = paragraph.translation.is_some();
        let is_stale =
            matches!(paragraph.freshness, Freshness::Stale(_)) || (other_language && is_translated);
        let is_placeholder = paragraph.by_rehearsal && !paragraph.locked && !self.is_rehearsal();
        match &self.work {
            Work::Translate { which: Which::Stale, .. } => is_stale,
            Work::Translate { which: Which::All, .. } => true,
            Work::Translate { which: Which::Missing, .. } | Work::Survey => {
                !is_translated || is_stale || is_placeholder
            }
            // What is stale is translated before it is improved.
            Work::Polish | Work::Proofread | Work::Fix(_) => {
                is_translated && !is_stale && paragraph.freshness == Freshness::Fresh && !paragraph.locked
            }
        }
    }
}
