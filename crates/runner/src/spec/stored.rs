//! A run's spec as the library stores it and the API shows it. The field names are those of version 0.1 and stay.

use super::{EndpointSpec, PromptDigests, RunSpec, Scope, SpendingLimit, Which, Work};
use crate::repair::RepairFilter;
use book::id::{ChapterId, ParagraphId};
use book::language::LanguageTag;
use book::text::version::TaskKind;
use book::work::chunk::Reads;
use book::work::status::Effort;
use llm::DeliveryChoice;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

#[derive(Debug, Clone, Serialize, Deserialize)]
#[expect(clippy::struct_excessive_bools, reason = "the stored form of version 0.1")]
pub(super) struct StoredSpec {
    kind: TaskKind,
    target: LanguageTag,
    model: String,
    #[serde(default)]
    fallbacks: Vec<String>,
    effort: Effort,
    reads: Reads,
    #[serde(default, skip_serializing_if = "is_auto")]
    delivery: DeliveryChoice,
    #[serde(default)]
    chapters: Vec<ChapterId>,
    #[serde(default)]
    paragraphs: Vec<ParagraphId>,
    #[serde(default)]
    chunk_tokens: Option<u64>,
    concurrency: usize,
    #[serde(default)]
    max_cost_micros: Option<i64>,
    #[serde(default)]
    max_tokens: Option<u64>,
    #[serde(default)]
    chapter_max_cost_micros: Option<i64>,
    #[serde(default)]
    chapter_max_tokens: Option<u64>,
    #[serde(default)]
    temperature: Option<f32>,
    #[serde(default)]
    instructions: Option<String>,
    #[serde(default)]
    endpoint: Option<EndpointSpec>,
    #[serde(default)]
    again: bool,
    #[serde(default)]
    stale: bool,
    #[serde(default)]
    prompt: Option<String>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    chapter_prompts: BTreeMap<ChapterId, String>,
    #[serde(default = "yes")]
    reuse: bool,
    #[serde(default)]
    repair: Option<RepairFilter>,
    #[serde(default = "default_one")]
    candidates: u32,
    #[serde(default)]
    survey: bool,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    batch: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "as serde calls it")]
fn is_auto(choice: &DeliveryChoice) -> bool {
    *choice == DeliveryChoice::Auto
}

const fn default_one() -> u32 {
    1
}

const fn yes() -> bool {
    true
}

impl From<StoredSpec> for RunSpec {
    fn from(stored: StoredSpec) -> Self {
        let which = match (stored.stale, stored.again) {
            (true, _) => Which::Stale,
            (false, true) => Which::All,
            (false, false) => Which::Missing,
        };
        let work = match (stored.survey, stored.repair, stored.kind) {
            (true, _, _) => Work::Survey,
            (false, Some(filter), _) => Work::Fix(filter),
            (false, None, TaskKind::Translation) => {
                Work::Translate { which, reuse: stored.reuse, candidates: stored.candidates }
            }
            (false, None, TaskKind::Polish) => Work::Polish,
            (false, None, TaskKind::Proofreading) => Work::Proofread,
        };
        Self {
            work,
            scope: Scope { chapters: stored.chapters, paragraphs: stored.paragraphs },
            target: stored.target,
            model: stored.model,
            fallbacks: stored.fallbacks,
            endpoint: stored.endpoint,
            effort: stored.effort,
            reads: stored.reads,
            delivery: stored.delivery,
            chunk_tokens: stored.chunk_tokens,
            concurrency: stored.concurrency,
            batch: stored.batch,
            limit: SpendingLimit { micros: stored.max_cost_micros, tokens: stored.max_tokens },
            chapter_limit: SpendingLimit {
                micros: stored.chapter_max_cost_micros,
                tokens: stored.chapter_max_tokens,
            },
            temperature: stored.temperature,
            instructions: stored.instructions,
            digests: PromptDigests { prompt: stored.prompt, chapters: stored.chapter_prompts },
        }
    }
}

impl From<RunSpec> for StoredSpec {
    fn from(spec: RunSpec) -> Self {
        let (which, reuse) = match spec.work {
            Work::Translate { which, reuse, .. } => (Some(which), reuse),
            Work::Polish | Work::Proofread | Work::Fix(_) | Work::Survey => (None, true),
        };
        Self {
            kind: spec.work.kind(),
            candidates: spec.work.candidates(),
            survey: matches!(spec.work, Work::Survey),
            again: which == Some(Which::All),
            stale: which == Some(Which::Stale),
            reuse,
            repair: spec.work.repair().cloned(),
            target: spec.target,
            model: spec.model,
            fallbacks: spec.fallbacks,
            effort: spec.effort,
            reads: spec.reads,
            delivery: spec.delivery,
            chapters: spec.scope.chapters,
            paragraphs: spec.scope.paragraphs,
            chunk_tokens: spec.chunk_tokens,
            concurrency: spec.concurrency,
            batch: spec.batch,
            max_cost_micros: spec.limit.micros,
            max_tokens: spec.limit.tokens,
            chapter_max_cost_micros: spec.chapter_limit.micros,
            chapter_max_tokens: spec.chapter_limit.tokens,
            temperature: spec.temperature,
            instructions: spec.instructions,
            endpoint: spec.endpoint,
            prompt: spec.digests.prompt,
            chapter_prompts: spec.digests.chapters,
        }
    }
}
