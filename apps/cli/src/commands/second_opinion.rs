//! `tsumugi check --judge`: another model is asked about paragraphs, within limits, and only what it has not said before.

use crate::args::check::OpinionArgs;
use crate::config;
use crate::output::Printer;
use crate::work::begin;
use book::language::LanguageTag;
use operations::book_findings::BookFindings;
use runner::opinion::{self, OpinionConfig, OpinionReport, OpinionScope};
use runner::run::budget;
use runner::spec::{RunSpec, SpendingLimit};
use settings::models::{Endpoint, ModelRegistry};
use std::fmt::Write;
use std::sync::Arc;
use store::record::BookSummary;
use store::store::Store;

/// So many paragraphs are asked about at once.
const AT_ONCE: usize = 4;

/// Asks, and says whether anything new is known.
pub(super) async fn ask(
    model: &str,
    args: &OpinionArgs,
    store: &Store,
    book: &BookSummary,
    target: &LanguageTag,
    findings: &BookFindings,
    printer: &Printer,
) -> anyhow::Result<bool> {
    let scope = args
        .judge_sample
        .map_or(OpinionScope::Flagged, |n| OpinionScope::Sample(usize::try_from(n).unwrap_or(usize::MAX)));
    let plan = opinion::plan(store.library(), book, findings, scope, model).await?;
    if plan.items.is_empty() {
        printer.say(&match plan.n_known {
            0 => format!(
                "there is nothing to ask {model} about\nhint: `--judge-sample 50` asks about any paragraphs"
            ),
            n => format!("{model} was asked about these {n} paragraphs before"),
        });
        return Ok(false);
    }
    let registry = ModelRegistry::open()?.with_price(args.price);
    let limit =
        SpendingLimit { micros: args.max_cost.map(begin::micros).transpose()?, tokens: args.max_tokens };
    let spec = RunSpec { limit, ..RunSpec::for_model(model.to_owned(), target.clone()) };
    let budget = budget(&spec, None);
    let endpoint = args.base_url.as_deref().map(|base_url| Endpoint { base_url, dialect: args.dialect });
    let run_model = registry.open_model(model, endpoint, &budget, AT_ONCE)?;
    let models = [run_model];
    runner::run::refuse_unpriced(&spec, &models)?;
    let [run_model] = models;
    let config = OpinionConfig {
        store: store.clone(),
        book: book.clone(),
        target: target.clone(),
        model_name: model.to_owned(),
        model: run_model,
        concurrency: AT_ONCE,
        clock: Arc::new(config::now_ms),
    };
    let most = opinion::estimate(&config, &plan);
    let about = most.map_or_else(String::new, |money| format!(", about ${:.4}", money.dollars()));
    let n_known = plan.n_known;
    printer.say(&format!("asking {model} about {} paragraphs ({n_known} known){about}", plan.items.len()));
    if !begin::agrees(args.yes, &registry, most, printer)? {
        printer.say("nothing was sent");
        return Ok(false);
    }
    let report = opinion::ask(&config, &plan).await?;
    tell(&report, model, printer);
    let spent = budget.spent();
    let tokens = spent.usage.total_input() + spent.usage.output;
    printer.say(&format!("used {tokens} tokens, ${:.4}", spent.money.dollars()));
    Ok(report.n_asked > 0)
}

fn tell(report: &OpinionReport, model: &str, printer: &Printer) {
    let OpinionReport { n_asked, n_opinions, n_dropped, failed, n_not_reached } = report;
    let mut text = format!("{model} named {n_opinions} errors in {n_asked} paragraphs");
    if *n_dropped > 0 {
        let _ = write!(text, "; {n_dropped} were left out because they quote what is not there");
    }
    printer.say(&text);
    if let Some((paragraph, reason)) = failed.first() {
        let n = failed.len();
        printer.warn(&format!("{n} paragraphs have no answer, first `{paragraph}`: {reason}\nhint: the same command asks about them again"));
    }
    if *n_not_reached > 0 {
        printer.warn(&format!(
            "the limit was reached: {n_not_reached} paragraphs were not asked about\nhint: the same command with a higher `--max-cost` or `--max-tokens` goes on"
        ));
    }
}
