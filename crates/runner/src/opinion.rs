//! A second opinion: another model is asked about paragraphs that are translated, and what it says is kept with the words it
//! was asked about. It changes nothing and keeps nothing from being exported.

use crate::run::{RunError, RunModel};
use async_recursion::async_recursion as boxed;
use book::id::ParagraphId;
use book::language::LanguageTag;
use checks::check::Severity;
use futures::StreamExt;
use llm::{Failure, Money, Usage};
use operations::book_findings::{BookFindings, digest};
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use store::error::StoreError;
use store::library::Library;
use store::record::{BookSummary, OpinionRecord};
use store::store::Store;
use task::opinion::{OpinionAnswer, OpinionAsking, read};

/// A paragraph is asked about so often.
const ATTEMPTS: usize = 2;
/// What a model writes about one paragraph, about.
const USUAL_OUTPUT: u64 = 250;

/// Which paragraphs a model is asked about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OpinionScope {
    /// Those in which a check found something a person should look at.
    Flagged,
    /// This many, spread evenly over the whole book.
    Sample(usize),
}

/// One paragraph to ask about.
#[derive(Debug, Clone)]
pub struct OpinionItem {
    paragraph: ParagraphId,
    digest: String,
    source: String,
    translation: String,
}

/// What is to be asked, and what is known already.
#[derive(Debug, Clone, Default)]
pub struct OpinionPlan {
    /// What the model has not been asked about in these words.
    pub items: Vec<OpinionItem>,
    /// Paragraphs whose answer is known.
    pub n_known: usize,
}

/// Everything an asking needs.
pub struct OpinionConfig {
    /// The library.
    pub store: Store,
    pub book: BookSummary,
    /// The language of the translation.
    pub target: LanguageTag,
    /// Under which name the answers are kept.
    pub model_name: String,
    /// The model; it must already spend from a budget.
    pub model: RunModel,
    /// How many paragraphs are asked about at once.
    pub concurrency: usize,
    /// The time, in milliseconds since 1970.
    pub clock: Arc<dyn Fn() -> i64 + Send + Sync>,
}

/// The result of asking for second opinions.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct OpinionReport {
    /// Paragraphs that were judged now.
    pub n_asked: usize,
    /// Errors that were named.
    pub n_opinions: usize,
    /// Errors that were left out because their quotations do not stand in the texts.
    pub n_dropped: usize,
    /// Paragraphs without an answer, with the reason.
    pub failed: Vec<(ParagraphId, String)>,
    /// Paragraphs that were not reached because a limit was.
    pub n_not_reached: usize,
}

/// Chooses what to ask about: what the findings flag, or a sample; what the model said about the same words is not asked again.
#[boxed]
pub async fn plan(
    library: &Library,
    book: &BookSummary,
    findings: &BookFindings,
    scope: OpinionScope,
    model: &str,
) -> Result<OpinionPlan, StoreError> {
    let open = findings.findings.iter().filter(|one| one.acknowledged.is_none() && one.opinion_of.is_none());
    let grave = open.filter(|one| matches!(one.finding.severity, Severity::Block | Severity::Queue));
    let flagged: BTreeSet<ParagraphId> = grave.flat_map(|one| one.paragraphs.iter().copied()).collect();
    let mut translated = Vec::new();
    for chapter in library.chapters(book.id).await? {
        for paragraph in library.chapter_paragraphs(book.id, chapter.id, 0..u32::MAX).await? {
            let Some(translation) = &paragraph.translation else { continue };
            if scope == OpinionScope::Flagged && !flagged.contains(&paragraph.id) {
                continue;
            }
            translated.push(OpinionItem {
                paragraph: paragraph.id,
                digest: digest(&paragraph.text, translation),
                source: paragraph.text.plain().into_owned(),
                translation: translation.plain().into_owned(),
            });
        }
    }
    let chosen = match scope {
        OpinionScope::Flagged => translated,
        OpinionScope::Sample(n) => evenly(translated, n),
    };
    let known = known(library, book, model).await?;
    let n_chosen = chosen.len();
    let is_new = |item: &OpinionItem| known.get(&item.paragraph) != Some(&item.digest);
    let items: Vec<OpinionItem> = chosen.into_iter().filter(is_new).collect();
    Ok(OpinionPlan { n_known: n_chosen - items.len(), items })
}

/// Every so-manieth of a list, so that about `n` are left.
fn evenly(items: Vec<OpinionItem>, n: usize) -> Vec<OpinionItem> {
    let all = items.len();
    let is_taken = |at: usize| (at + 1) * n / all.max(1) > at * n / all.max(1);
    items.into_iter().enumerate().filter(|(at, _)| n >= all || is_taken(*at)).map(|(_, item)| item).collect()
}

/// The digests of what a model has answered about.
async fn known(
    library: &Library,
    book: &BookSummary,
    model: &str,
) -> Result<HashMap<ParagraphId, String>, StoreError> {
    let opinions = library.opinions(book.id).await?;
    let own = opinions.into_iter().filter(|one| one.model == model);
    Ok(own.map(|one| (one.paragraph, one.digest)).collect())
}

/// What asking may cost, where the price is known.
pub fn estimate(config: &OpinionConfig, plan: &OpinionPlan) -> Option<Money> {
    let asking = OpinionAsking::new(&config.book, &config.target, config.model.max_output_tokens());
    let mut usage = Usage::default();
    for item in &plan.items {
        usage.input += llm::estimate_request(&asking.request(&item.source, &item.translation));
        usage.output += USUAL_OUTPUT;
    }
    config.model.cost(&usage)
}

/// Asks about every paragraph of the plan. Each answer is kept before the next is paid for.
// Not boxed: the compiler cannot show that the closures over the answers hold for every lifetime.
pub async fn ask(config: &OpinionConfig, plan: &OpinionPlan) -> Result<OpinionReport, RunError> {
    let asking = OpinionAsking::new(&config.book, &config.target, config.model.max_output_tokens());
    let is_spent = AtomicBool::new(false);
    let works = plan.items.iter().map(|item| ask_about(config, &asking, item, &is_spent));
    let answers: Vec<Result<Answer, RunError>> =
        futures::stream::iter(works).buffered(config.concurrency.max(1)).collect().await;
    let mut report = OpinionReport::default();
    for (answer, item) in answers.into_iter().zip(&plan.items) {
        match answer? {
            Answer::Given(answer) => {
                report.n_asked += 1;
                report.n_opinions += answer.opinions.len();
                report.n_dropped += answer.n_dropped;
            }
            Answer::Failed(reason) => report.failed.push((item.paragraph, reason)),
            Answer::NotReached => report.n_not_reached += 1,
        }
    }
    Ok(report)
}

enum Answer {
    Given(OpinionAnswer),
    Failed(String),
    NotReached,
}

async fn ask_about(
    config: &OpinionConfig,
    asking: &OpinionAsking,
    item: &OpinionItem,
    is_spent: &AtomicBool,
) -> Result<Answer, RunError> {
    let request = asking.request(&item.source, &item.translation);
    let mut reason = String::new();
    for _ in 0..ATTEMPTS {
        if is_spent.load(Ordering::Relaxed) {
            return Ok(Answer::NotReached);
        }
        let (answered, spent) = llm::complete_metered(config.model.model(), &request).await;
        let now_ms = (config.clock)();
        if spent != Usage::default() {
            let usage = config.model.step_usage(&spent);
            config.store.add_opinion_cost(config.book.id, &config.model_name, usage, now_ms).await?;
        }
        match answered {
            Err(Failure::Budget { .. }) => {
                is_spent.store(true, Ordering::Relaxed);
                return Ok(Answer::NotReached);
            }
            Err(failure) => reason = failure.to_string(),
            Ok(reply) => {
                let Some(answer) = read(&reply, &item.source, &item.translation) else {
                    "the model submitted nothing".clone_into(&mut reason);
                    continue;
                };
                let record = OpinionRecord {
                    paragraph: item.paragraph,
                    model: config.model_name.clone(),
                    digest: item.digest.clone(),
                    opinions: answer.opinions.clone(),
                    created_at: now_ms,
                };
                config.store.keep_opinion(config.book.id, &record).await?;
                return Ok(Answer::Given(answer));
            }
        }
    }
    Ok(Answer::Failed(reason))
}
