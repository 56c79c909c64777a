//! `tsumugi check --judge`: another model is asked about paragraphs, within limits, and only what it has not said before.

use crate::args::check::OpinionArgs;
use crate::config;
use crate::output::Printer;
use crate::work::begin;
use book::language::LanguageTag;
use messages::Message;
use operations::book_findings::BookFindings;
use runner::opinion::{self, OpinionConfig, OpinionReport, OpinionScope};
use runner::run::budget;
use runner::session_limits::SessionLimits;
use runner::spec::{RunSpec, SpendingLimit};
use settings::models::{Endpoint, ModelRegistry};
use std::sync::Arc;
use store::record::BookSummary;
use store::store::Store;

/// How many paragraphs are asked about at once.
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
        printer.notify(&match plan.n_known {
            0 => Message::new("judge_nothing").with("model", model),
            n => Message::new("judge_asked_before").with("model", model).count("n", n),
        });
        return Ok(false);
    }
    let registry = ModelRegistry::open()?.with_price(args.price);
    let limit =
        SpendingLimit { micros: args.max_cost.map(begin::micros).transpose()?, tokens: args.max_tokens };
    let spec = RunSpec { limit, ..RunSpec::for_model(model.to_owned(), target.clone()) };
    let budget = budget(&spec, None);
    let endpoint = args.base_url.as_deref().map(|base_url| Endpoint::typed(base_url, args.dialect));
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
    let asking = match most {
        Some(money) => Message::new("judge_asking_for").with("usd", format!("{:.4}", money.dollars())),
        None => Message::new("judge_asking"),
    };
    let asking = asking.with("model", model).count("n", plan.items.len());
    printer.notify(&asking.count("known", plan.n_known));
    if !begin::agrees(args.yes, &registry, most, printer)? {
        printer.notify(&Message::new("nothing_sent"));
        return Ok(false);
    }
    let limits = SessionLimits::of_book(store, book.id, &config.clock, &budget).await?;
    let report = limits.work(&budget, opinion::ask(&config, &plan)).await?;
    print_report(&report, model, printer);
    let spent = budget.spent();
    let tokens = spent.usage.total_input() + spent.usage.output;
    let used = Message::new("judge_used").with("tokens", tokens);
    printer.notify(&used.with("usd", format!("{:.4}", spent.money.dollars())));
    Ok(report.n_asked > 0)
}

fn print_report(report: &OpinionReport, model: &str, printer: &Printer) {
    let OpinionReport { n_asked, n_opinions, n_dropped, failed, n_not_reached } = report;
    let named = Message::new("judge_named").with("model", model).count("opinions", *n_opinions);
    let mut text = printer.text_of(&named.count("n", *n_asked));
    if *n_dropped > 0 {
        text.push_str(printer.language().semicolon());
        text.push_str(&printer.text_of(&Message::new("judge_dropped").count("n", *n_dropped)));
    }
    printer.note(&text);
    if let Some((paragraph, reason)) = failed.first() {
        let unanswered = Message::new("judge_unanswered").count("n", failed.len());
        let unanswered = unanswered.with("paragraph", paragraph);
        printer.warn(&unanswered.with("why", printer.recognised(reason)));
    }
    if *n_not_reached > 0 {
        printer.warn(&Message::new("judge_limit").count("n", *n_not_reached));
    }
}
