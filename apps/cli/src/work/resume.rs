//! An interrupted run goes on from its last step.

use super::begin::micros;
use super::session::{self, Start};
use crate::args::work::ResumeArgs;
use crate::config::models::{Endpoint, ModelRegistry};
use crate::exit::Exit;
use crate::output::Printer;
use runner::run::{budget, wish_of};
use runner::spec::Work;
use store::record::BookSummary;
use store::store::Store;
use store::work::RunRecord;

/// Resumes the run the person means; gives back its book too, for whoever wants to export it.
pub(crate) async fn run(
    args: &ResumeArgs,
    store: &Store,
    printer: &Printer,
) -> anyhow::Result<(Exit, BookSummary)> {
    let may_go_on = |run: &RunRecord| run.outcome.is_none_or(|outcome| !outcome.is_over());
    let record = super::find::run(store.library(), args.run.as_deref(), may_go_on).await?;
    let book = store.library().book(record.book).await?;
    let mut spec = wish_of(&record)?;
    if let Some(model) = &args.model {
        spec.model.clone_from(model);
        spec.endpoint = None;
    }
    if let Some(dollars) = args.max_cost {
        spec.limit.micros = Some(micros(dollars)?);
    }
    spec.limit.tokens = args.max_tokens.or(spec.limit.tokens);
    if let Some(dollars) = args.max_cost_per_chapter {
        spec.chapter_limit.micros = Some(micros(dollars)?);
    }
    spec.chapter_limit.tokens = args.max_tokens_per_chapter.or(spec.chapter_limit.tokens);
    let registry = ModelRegistry::open()?.with_price(args.price);
    let endpoint = spec.endpoint.clone();
    let endpoint = endpoint.as_ref().map(|endpoint| Endpoint {
        base_url: &endpoint.base_url,
        dialect: endpoint.dialect.as_deref().and_then(|name| crate::args::model::dialect(name).ok()),
    });
    let budget = budget(&spec, Some(&record));
    let mut models = vec![registry.open_model(&spec.model, endpoint, &budget, spec.concurrency)?];
    if matches!(spec.work, Work::Survey) {
        let run_model = models.swap_remove(0);
        let exit = crate::commands::survey::resume(store, &book, spec, run_model, budget, record.id, printer)
            .await?;
        return Ok((exit, book));
    }
    let registry = registry.with_price(None);
    for name in &spec.fallbacks {
        models.push(registry.open_model(name, None, &budget, spec.concurrency)?);
    }
    let exit =
        session::run_attached(store, &book, spec, models, budget, Start::Resume(record.id), printer).await?;
    Ok((exit, book))
}
