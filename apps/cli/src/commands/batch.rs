//! `tsumugi batch cancel`: has a service stop working on what was handed in.

use crate::args::batch::{BatchAction, BatchArgs};
use crate::exit::Exit;
use crate::output::{Printer, counted};
use crate::work::find;
use llm::{Budget, BudgetLimit};
use messages::Message;
use runner::batches::{self, CancelledBatches};
use runner::run::wish_of;
use serde_json::json;
use settings::models::ModelRegistry;
use store::store::Store;

pub(crate) async fn run(args: &BatchArgs, store: &Store, printer: &Printer) -> anyhow::Result<Exit> {
    let BatchAction::Cancel(args) = &args.action;
    let library = store.library();
    let record = find::run(library, args.run.as_deref(), |_| true).await?;
    let Some(waiting) = batches::waiting(library, record.id).await? else {
        if printer.is_json() {
            printer.json(&json!({"run": record.id, "stopping": 0, "over": 0, "never_arrived": 0}))?;
        }
        printer.notify(&Message::new("no_batch_waiting").with("run", record.id));
        return Ok(Exit::Done);
    };
    let mut spec = wish_of(&record)?;
    // The service that has the batch is asked, also where the run was told another model since.
    if spec.endpoint.is_none() {
        spec.model.clone_from(&waiting.model);
    }
    spec.batch = true;
    let registry = ModelRegistry::open()?;
    let endpoint = registry.endpoint_of(&spec)?;
    let budget = Budget::new(BudgetLimit::default());
    let model = registry.open_for_run(&spec, endpoint, &budget)?;
    let CancelledBatches { n_stopping, n_over, n_never_arrived } =
        batches::cancel(library, record.id, &model).await?;
    if printer.is_json() {
        printer.json(&json!({
            "run": record.id,
            "stopping": n_stopping,
            "over": n_over,
            "never_arrived": n_never_arrived,
        }))?;
        return Ok(Exit::Done);
    }
    let service = waiting.service();
    let told =
        [("batch_stopping", n_stopping), ("batch_over", n_over), ("batch_never_arrived", n_never_arrived)];
    let told = told.into_iter().filter(|(_, n)| *n > 0).map(|(code, n)| {
        printer
            .text_of(&Message::new(code).part("requests", counted(n, "n_requests")).with("service", service))
    });
    printer.result(&told.collect::<Vec<_>>().join("\n"))?;
    printer.notify(&Message::new("batch_resume_next").with("run", record.id));
    Ok(Exit::Done)
}
