//! A new run: flags become a spec, which is estimated, confirmed and started.

use super::session::{self, Start};
use super::{estimate, no_model};
use crate::args::model_args::ModelArgs;
use crate::args::work::{EffortArg, ReadsArg, WorkArgs};
use crate::commands::select::paragraph_id;
use crate::commands::stale::tell_waiting;
use crate::exit::{Exit, WrongUsage};
use crate::output::{Printer, language_name};
use book::id::{ChapterId, ParagraphId};
use book::language::LanguageTag;
use book::work::chunk::Reads;
use book::work::status::Effort;
use llm::DeliveryChoice;
use messages::{Explain, Language, Message};
use runner::plan::{ConfirmedPlan, RunPlan};
use runner::repair::RepairFilter;
use runner::run::{RunModel, budget};
use runner::spec::{
    EndpointSpec, NamedBy, ParagraphSelection, PromptDigests, RunSpec, SpecError, SpendingLimit, Staleness,
    Which, Work,
};
use serde_json::json;
use settings::dictionaries::dictionaries;
use settings::models::{Endpoint, ModelRegistry};
use settings::offline::{is_offline, refuse_engine};
use std::path::PathBuf;
use std::sync::Arc;
use store::record::BookSummary;
use store::store::Store;

/// What a command asks for beyond the flags all of them have.
pub(crate) struct RunKind {
    pub(crate) work: RequestedWork,
    pub(crate) target: LanguageTag,
    /// The file the book goes to when the run is over; kept with the run, so that resuming it writes the file.
    pub(crate) output: Option<PathBuf>,
}

/// The kind of work a command asks for.
pub(crate) enum RequestedWork {
    Translate { again: bool, stale: Option<Staleness>, candidates: u32 },
    Polish,
    Proofread,
    Fix(RepairFilter),
    Survey,
}

impl RequestedWork {
    /// What a program that only translates cannot do of it.
    const fn beyond_engines(&self) -> Option<&'static str> {
        match self {
            // A repair that translates anew is within their reach.
            Self::Translate { .. } | Self::Fix(_) => None,
            Self::Polish => Some("polish"),
            Self::Proofread => Some("proofread"),
            Self::Survey => Some("survey"),
        }
    }
}

pub(crate) async fn run(
    store: &Store,
    book: &BookSummary,
    wanted: RunKind,
    args: &WorkArgs,
    printer: &Printer,
) -> anyhow::Result<Exit> {
    let registry =
        ModelRegistry::open()?.with_price(args.model_args.price).recording(args.model_args.record.as_deref());
    let model = model(&registry, &args.model_args, printer.language()).await?;
    if let Some(what) = wanted.work.beyond_engines() {
        refuse_engine(std::iter::once(&*model).chain(args.fallback.iter().map(String::as_str)), what)?;
    }
    let price = match args.model_args.price {
        None => registry.told_price(&model, endpoint(&args.model_args)).await,
        given => given,
    };
    let registry = registry.with_price(price);
    let output = wanted.output.clone();
    let spec = spec(store, book, wanted, args, model).await?;
    let budget = budget(&spec, None);
    refuse_form(&spec)?;
    let mut models = vec![registry.open_for_run(&spec, endpoint(&args.model_args), &budget)?];
    let registry = registry.with_price(None);
    for name in &spec.fallbacks {
        models.push(registry.open_model(name, None, &budget, spec.concurrency)?);
    }
    runner::run::refuse_unpriced(&spec, &models)?;
    let (plan, confirmed) = plan(store, book, &spec, &models).await?;
    if plan.n_paragraphs() == 0 {
        printer.notify(&Message::new(nothing_to_do(&spec)));
        if matches!(spec.work, Work::Translate { which: Which::Stale, .. }) {
            tell_waiting(store.library().n_newer_waiting(book.id).await?, book.id, printer);
        }
        if printer.is_json() && args.dry_run {
            printer.json(&estimate::as_json(&plan))?;
        } else if printer.is_json() {
            printer.as_event("ended").json(&json!({"ending": "finished", "accepted": 0}))?;
        }
        return Ok(Exit::Done);
    }
    let estimate = estimate::describe(&plan, &spec.model);
    if args.dry_run {
        if printer.is_json() {
            printer.json(&estimate::as_json(&plan))?;
        } else {
            printer.print(&estimate)?;
        }
        return Ok(Exit::Done);
    }
    printer.notify(&estimate);
    if !agrees(args.yes, &registry, plan.estimate.most_money, printer)? {
        printer.notify(&Message::new("nothing_sent"));
        return Ok(Exit::Done);
    }
    registry.note_typed(&spec)?;
    session::run_attached(store, book, spec, models, budget, Start::New { confirmed, output }, printer).await
}

/// Models without a service play the protocol of tools and no other.
fn refuse_form(spec: &RunSpec) -> anyhow::Result<()> {
    let is_text = matches!(spec.delivery, DeliveryChoice::Structured | DeliveryChoice::Lines);
    let mut names = std::iter::once(&spec.model).filter(|_| spec.endpoint.is_none()).chain(&spec.fallbacks);
    match names.find(|name| is_text && is_offline(name)) {
        Some(name) => {
            Err(WrongUsage(Message::new("form_not_possible").with("model", name).with("form", spec.delivery))
                .into())
        }
        None => Ok(()),
    }
}

/// The model for the work; fails, before anything is touched, where none can be had.
pub(crate) async fn refuse_without_model(args: &WorkArgs, language: Language) -> anyhow::Result<String> {
    let registry = ModelRegistry::open()?;
    let model = model(&registry, &args.model_args, language).await?;
    registry.open_for_test(&model, endpoint(&args.model_args))?;
    for name in &args.fallback {
        registry.open_for_test(name, None)?;
    }
    Ok(model)
}

/// The model that is named, or the usual one.
pub(crate) async fn model(
    registry: &ModelRegistry,
    args: &ModelArgs,
    language: Language,
) -> anyhow::Result<String> {
    let named = match args.model.clone() {
        Some(name) => Some(name),
        None => registry.default_model()?,
    };
    match named {
        Some(model) => Ok(model),
        None => Err(no_model::ways_forward(registry, language).await),
    }
}

pub(crate) fn endpoint(args: &ModelArgs) -> Option<Endpoint<'_>> {
    args.base_url.as_deref().map(|base_url| Endpoint::typed(base_url, args.dialect))
}

pub(crate) async fn spec(
    store: &Store,
    book: &BookSummary,
    wanted: RunKind,
    args: &WorkArgs,
    model: String,
) -> anyhow::Result<RunSpec> {
    let mut selection = ParagraphSelection {
        chapters: chapters(store, book, args).await?,
        paragraphs: paragraphs(store, book, args).await?,
        ..ParagraphSelection::default()
    };
    if let RequestedWork::Translate { again, stale, .. } = wanted.work {
        (selection.again, selection.stale) = (again, stale);
    }
    let (scope, which) = selection.resolve(store.library(), book).await?;
    let spec = RunSpec {
        work: match wanted.work {
            RequestedWork::Translate { candidates, .. } => {
                Work::Translate { which, reuse: !args.no_reuse, candidates }
            }
            RequestedWork::Polish => Work::Polish,
            RequestedWork::Proofread => Work::Proofread,
            RequestedWork::Fix(filter) => Work::Fix(filter),
            RequestedWork::Survey => Work::Survey,
        },
        scope,
        target: wanted.target,
        model,
        fallbacks: args.fallback.clone(),
        endpoint: args.model_args.base_url.clone().map(|base_url| EndpointSpec {
            base_url,
            dialect: args.model_args.dialect.map(|dialect| dialect.name().to_owned()),
            named_by: NamedBy::Operator,
        }),
        effort: match args.effort {
            EffortArg::Quick => Effort::Quick,
            EffortArg::Standard => Effort::Standard,
            EffortArg::Careful => Effort::Careful,
        },
        reads: match args.reads {
            ReadsArg::Book => Reads::Book,
            ReadsArg::Chunk => Reads::Chunk,
        },
        delivery: args.delivery,
        chunk_tokens: args.chunk_size,
        concurrency: usize::from(args.concurrency),
        batch: args.batch,
        limit: SpendingLimit {
            micros: args.model_args.max_cost.map(micros).transpose()?,
            tokens: args.model_args.max_tokens,
        },
        chapter_limit: SpendingLimit {
            micros: args.max_cost_per_chapter.map(micros).transpose()?,
            tokens: args.max_tokens_per_chapter,
        },
        temperature: args.temperature,
        instructions: args.instructions.clone(),
        digests: PromptDigests::default(),
    };
    spec.validated().map_err(|error| match error {
        SpecError::OutOfRange { .. } | SpecError::RehearsalBesideOthers => WrongUsage(error.message()).into(),
        SpecError::Store(error) => error.into(),
    })
}

pub(crate) async fn chapters(
    store: &Store,
    book: &BookSummary,
    args: &WorkArgs,
) -> anyhow::Result<Vec<ChapterId>> {
    let Some(list) = &args.chapters else { return Ok(Vec::new()) };
    if list.largest() > book.n_chapters {
        let message = Message::new("no_chapter_number").count("number", list.largest());
        let message = message.count("n_chapters", book.n_chapters).with("book", book.id);
        return Err(WrongUsage(message).into());
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
        let id = paragraph_id(text)?;
        paragraphs.push(store.library().paragraph(book.id, id).await?.id);
    }
    Ok(paragraphs)
}

/// Dollars as millionths.
pub(crate) fn micros(dollars: f64) -> anyhow::Result<i64> {
    let money = llm::Money::from_dollars(dollars)
        .ok_or_else(|| WrongUsage(Message::new("not_money").with("amount", dollars)))?;
    Ok(i64::try_from(money.micro_dollars()).unwrap_or(i64::MAX))
}

/// The plan, and where a run can keep to it, the state of the book it is of.
async fn plan(
    store: &Store,
    book: &BookSummary,
    spec: &RunSpec,
    models: &[RunModel],
) -> anyhow::Result<(Arc<RunPlan>, Option<ConfirmedPlan>)> {
    let facts = RunModel::facts_of(models, book, spec);
    if matches!(spec.work, Work::Fix(_)) {
        let planned = runner::repair::plan_of(store.library(), book, spec, &facts, &dictionaries()?).await?;
        return Ok((Arc::new(planned.plan), None));
    }
    let confirmed = ConfirmedPlan::new(store.library(), book, spec, &facts).await?;
    Ok((Arc::clone(&confirmed.plan), Some(confirmed)))
}

fn nothing_to_do(spec: &RunSpec) -> &'static str {
    match &spec.work {
        Work::Translate { .. } if spec.is_rehearsal() => "all_rehearsed",
        Work::Fix(_) => "nothing_to_fix",
        Work::Translate { which: Which::Stale, .. } => "nothing_stale",
        Work::Translate { .. } | Work::Survey => "all_translated",
        Work::Polish | Work::Proofread => "no_translation_in_chapters",
    }
}

/// Whether to continue although the book is in the target language already: asks the user; without a terminal only `--yes`
/// confirms it.
pub(crate) fn confirms_language(
    book: &BookSummary,
    target: &LanguageTag,
    args: &WorkArgs,
    printer: &Printer,
) -> anyhow::Result<bool> {
    let Some(source) = book.source_language.as_ref().filter(|source| source.is_same_as(target)) else {
        return Ok(true);
    };
    let about = |code| {
        let message = Message::new(code).with("title", &book.title).with("source", source);
        message.part("language", language_name(target))
    };
    if args.yes || args.dry_run {
        printer.warn(&about("in_target_language"));
        return Ok(true);
    }
    if !printer.can_ask() {
        return Err(WrongUsage(about("same_language")).into());
    }
    printer.confirm(&about("translate_all_the_same").with("target", target))
}

/// Whether the run may begin. Above the asking threshold the person is asked; without a terminal nothing is spent
/// unless `--yes` says so.
pub(crate) fn agrees(
    yes: bool,
    registry: &ModelRegistry,
    most: Option<llm::Money>,
    printer: &Printer,
) -> anyhow::Result<bool> {
    let most = most.map_or(0.0, llm::Money::dollars);
    if yes || most <= registry.settings.ask_above {
        return Ok(true);
    }
    if !printer.can_ask() {
        return Err(WrongUsage(Message::new("may_cost").with("most", format!("{most:.2}"))).into());
    }
    printer.confirm(&Message::new("may_cost_begin").with("most", format!("{most:.2}")))
}
