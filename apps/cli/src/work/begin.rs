//! A new run: what the person typed becomes a wish, is estimated, agreed to, and begun.

use super::session::{self, Start};
use super::{estimate, no_model};
use crate::args::model_args::ModelArgs;
use crate::args::work::{EffortArg, ReadsArg, WorkArgs};
use crate::config::dictionaries::dictionaries;
use crate::config::models::{Endpoint, ModelRegistry};
use crate::exit::{Exit, WrongUsage};
use crate::output::Printer;
use book::id::{ChapterId, ParagraphId};
use book::language::LanguageTag;
use book::text::version::TaskKind;
use book::work::chunk::Reads;
use book::work::status::Effort;
use runner::plan::{ConfirmedPlan, Plan};
use runner::repair::RepairFilter;
use runner::run::{RunModel, budget};
use runner::spec::RunSpec;
use std::collections::BTreeMap;
use std::sync::Arc;
use store::record::BookSummary;
use store::store::Store;

/// What kind of work, into which language.
pub(crate) struct RunKind {
    pub(crate) kind: TaskKind,
    pub(crate) target: LanguageTag,
    pub(crate) again: bool,
    pub(crate) stale: bool,
    /// Which findings to mend, where that is all that is wanted.
    pub(crate) repair: Option<RepairFilter>,
    pub(crate) candidates: u32,
}

pub(crate) async fn run(
    store: &Store,
    book: &BookSummary,
    wanted: RunKind,
    args: &WorkArgs,
    printer: &Printer,
) -> anyhow::Result<Exit> {
    let registry = ModelRegistry::open()?;
    let model = model(&registry, &args.model_args).await?;
    let spec = spec(store, book, wanted, args, model).await?;
    let budget = budget(&spec, None);
    let mut models =
        vec![registry.open_model(&spec.model, endpoint(&args.model_args), &budget, spec.concurrency)?];
    for name in &spec.fallbacks {
        models.push(registry.open_model(name, None, &budget, spec.concurrency)?);
    }
    let (plan, confirmed) = plan(store, book, &spec, &models).await?;
    if plan.n_paragraphs() == 0 {
        printer.say(&nothing_to_do(&spec));
        return Ok(Exit::Done);
    }
    printer.say(&estimate::describe(&plan, &spec.model));
    if args.dry_run {
        if printer.is_json() {
            printer.json(&estimate::as_json(&plan))?;
        }
        return Ok(Exit::Done);
    }
    if !agrees(args, &registry, &plan, printer)? {
        printer.say("nothing was sent");
        return Ok(Exit::Done);
    }
    session::run_attached(store, book, spec, models, budget, Start::New(confirmed), printer).await
}

/// Fails, before anything is touched, where no model can be had for the work.
pub(crate) async fn refuse_without_model(args: &WorkArgs) -> anyhow::Result<()> {
    let registry = ModelRegistry::open()?;
    registry.open_for_test(&model(&registry, &args.model_args).await?, endpoint(&args.model_args))?;
    for name in &args.fallback {
        registry.open_for_test(name, None)?;
    }
    Ok(())
}

/// The model that is named, or the usual one.
pub(crate) async fn model(registry: &ModelRegistry, args: &ModelArgs) -> anyhow::Result<String> {
    match args.model.clone().or_else(|| registry.settings.default_model.clone()) {
        Some(model) => Ok(model),
        None => Err(no_model::ways_forward(registry).await),
    }
}

pub(crate) fn endpoint(args: &ModelArgs) -> Option<Endpoint<'_>> {
    args.base_url.as_deref().map(|base_url| Endpoint { base_url, dialect: args.dialect })
}

pub(crate) async fn spec(
    store: &Store,
    book: &BookSummary,
    wanted: RunKind,
    args: &WorkArgs,
    model: String,
) -> anyhow::Result<RunSpec> {
    Ok(RunSpec {
        kind: wanted.kind,
        target: wanted.target,
        model,
        fallbacks: args.fallback.clone(),
        effort: match args.effort {
            EffortArg::Quick => Effort::Quick,
            EffortArg::Standard => Effort::Standard,
            EffortArg::Careful => Effort::Careful,
        },
        reads: match args.reads {
            ReadsArg::Book => Reads::Book,
            ReadsArg::Chunk => Reads::Chunk,
        },
        chapters: chapters(store, book, args).await?,
        paragraphs: paragraphs(store, book, args).await?,
        chunk_tokens: args.chunk_size,
        concurrency: usize::from(args.concurrency),
        max_cost_micros: args.model_args.max_cost.map(micros).transpose()?,
        max_tokens: args.model_args.max_tokens,
        chapter_max_cost_micros: args.max_cost_per_chapter.map(micros).transpose()?,
        chapter_max_tokens: args.max_tokens_per_chapter,
        temperature: args.temperature,
        instructions: args.instructions.clone(),
        endpoint: args.model_args.base_url.clone().map(|base_url| runner::spec::EndpointSpec {
            base_url,
            dialect: args.model_args.dialect.map(|dialect| dialect.name().to_owned()),
        }),
        // Whoever names a paragraph wants it done, translated or not.
        again: wanted.again || (!args.paragraphs.is_empty() && !wanted.stale),
        stale: wanted.stale,
        prompt: None,
        chapter_prompts: BTreeMap::new(),
        reuse: !args.no_reuse,
        repair: wanted.repair,
        candidates: wanted.candidates,
        survey: false,
    })
}

pub(crate) async fn chapters(
    store: &Store,
    book: &BookSummary,
    args: &WorkArgs,
) -> anyhow::Result<Vec<ChapterId>> {
    let Some(list) = &args.chapters else { return Ok(Vec::new()) };
    if list.largest() > book.n_chapters {
        let n_chapters = book.n_chapters;
        return Err(WrongUsage(format!(
            "there is no chapter {}: the book has {n_chapters}\nhint: `tsumugi show {}` lists them",
            list.largest(),
            book.id
        ))
        .into());
    }
    let chapters = store.library().chapters(book.id).await?;
    Ok(chapters
        .into_iter()
        .filter(|chapter| list.contains(chapter.number))
        .map(|chapter| chapter.id)
        .collect())
}

pub(crate) async fn paragraphs(
    store: &Store,
    book: &BookSummary,
    args: &WorkArgs,
) -> anyhow::Result<Vec<ParagraphId>> {
    let mut paragraphs = Vec::new();
    for text in &args.paragraphs {
        let id = text.parse::<ParagraphId>().map_err(|error| WrongUsage(error.to_string()))?;
        paragraphs.push(store.library().paragraph(book.id, id).await?.id);
    }
    Ok(paragraphs)
}

/// Dollars as millionths.
pub(crate) fn micros(dollars: f64) -> anyhow::Result<i64> {
    let money = llm::Money::from_dollars(dollars).ok_or_else(|| {
        WrongUsage(format!(
            "`{dollars}` is not an amount of money\nhint: write dollars, as in `--max-cost 2.50`"
        ))
    })?;
    Ok(i64::try_from(money.micro_dollars()).unwrap_or(i64::MAX))
}

/// The plan, and where a run can keep to it, the state of the book it is of.
async fn plan(
    store: &Store,
    book: &BookSummary,
    spec: &RunSpec,
    models: &[RunModel],
) -> anyhow::Result<(Arc<Plan>, Option<ConfirmedPlan>)> {
    let facts = models.first().map(|run_model| run_model.facts(book, spec)).unwrap_or_default();
    if spec.repair.is_some() {
        let planned = runner::repair::plan_of(store.library(), book, spec, &facts, &dictionaries()?).await?;
        return Ok((Arc::new(planned.plan), None));
    }
    let confirmed = ConfirmedPlan::new(store.library(), book, spec, &facts).await?;
    Ok((Arc::clone(&confirmed.plan), Some(confirmed)))
}

fn nothing_to_do(spec: &RunSpec) -> String {
    match spec.kind {
        _ if spec.repair.is_some() => "the checks find nothing a model could mend",
        TaskKind::Translation if spec.stale => "nothing is stale",
        TaskKind::Translation => {
            "everything is translated already\nhint: `--again` does it anew, `tsumugi polish` improves it"
        }
        TaskKind::Polish | TaskKind::Proofreading => "there is no translation in the chosen chapters",
    }
    .to_owned()
}

fn agrees(args: &WorkArgs, registry: &ModelRegistry, plan: &Plan, printer: &Printer) -> anyhow::Result<bool> {
    let most = plan.estimate.most_money.map_or(0.0, llm::Money::dollars);
    if args.yes || !printer.can_ask() || most <= registry.settings.ask_above {
        return Ok(true);
    }
    printer.confirm(&format!("This may cost up to ${most:.2}. Begin?"))
}
