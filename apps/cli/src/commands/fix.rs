//! `tsumugi fix`: what the checks find is repaired, by code where code can, otherwise by a model.

use super::check::{refuse_unknown, translated_into};
use crate::args::check::{FixArgs, Grave};
use crate::config;
use crate::exit::Exit;
use crate::output::Printer;
use crate::work::begin;
use messages::Message;
use operations::book_name;
use operations::judge::CheckContext;
use runner::repair::{self, RepairFilter, RepairPlan};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use store::store::Store;

pub(crate) async fn run(args: &FixArgs, store: &Store, printer: &Printer) -> anyhow::Result<Exit> {
    refuse_unknown(&args.only)?;
    let book = book_name::find(store.library(), &args.book).await?;
    let target = translated_into(&book)?;
    let repair = RepairFilter { only_blocking: args.severity == Grave::Block, checks: args.only.clone() };
    let chapters = begin::chapters(store, &book, &args.work).await?;
    let paragraphs = begin::paragraphs(store, &book, &args.work).await?;
    let dictionaries = settings::dictionaries::dictionaries()?;
    let check_context = CheckContext { target: &target, dictionaries: &dictionaries };
    let scope =
        repair::RepairScope { check_context, repair: &repair, chapters: &chapters, paragraphs: &paragraphs };
    let mut planned = repair::preview(store.library(), &book, &scope).await?;
    printer.note(&describe(&planned, printer));
    if !planned.autofixes.is_empty() && !args.work.dry_run {
        let (mended, left) = repair::repair_by_code(store, &book, &scope, planned, config::now_ms()).await?;
        printer.notify(&Message::new("mended_by_code").count("n", mended.n_repaired));
        planned = left;
    }
    if planned.plan.n_paragraphs() == 0 {
        if printer.is_json() {
            printer.as_event("ended").json(&json!({"ending": "finished", "accepted": 0}))?;
        }
        return Ok(Exit::Done);
    }
    if args.work.dry_run && begin::refuse_without_model(&args.work, printer.language()).await.is_err() {
        if printer.is_json() {
            printer.json(&as_json(&planned))?;
        }
        printer.hint(&Message::new("name_model_for_cost"));
        return Ok(Exit::Done);
    }
    let wanted = begin::RunKind { work: begin::RequestedWork::Fix(repair), target, output: None };
    begin::run(store, &book, wanted, &args.work, printer).await
}

/// What is to be repaired, and how, before a model is named.
fn as_json(planned: &RepairPlan) -> Value {
    let mut ways: BTreeMap<&str, usize> = BTreeMap::new();
    for (_, repair) in planned.repairs.iter() {
        *ways.entry(repair.way.as_str()).or_default() += 1;
    }
    json!({
        "flagged": planned.flagged.len(),
        "by_code": planned.autofixes.len(),
        "ways": ways,
        "waiting": planned.n_waiting,
        "for_person": planned.n_for_person,
    })
}

fn describe(planned: &RepairPlan, printer: &Printer) -> String {
    if planned.flagged.is_empty() {
        return printer.text_of(&match planned.n_for_person {
            0 => Message::new("nothing_to_mend"),
            n => Message::new("only_for_person").count("n", n),
        });
    }
    let mut ways: BTreeMap<&str, usize> = BTreeMap::new();
    for (_, repair) in planned.repairs.iter() {
        *ways.entry(repair.way.as_str()).or_default() += 1;
    }
    let mut lines = vec![Message::new("to_mend").count("n", planned.flagged.len())];
    if !planned.autofixes.is_empty() {
        lines.push(Message::new("mend_by_code").count("n", planned.autofixes.len()));
    }
    for (way, n) in ways {
        lines.push(Message::new("mend_in_way").count("n", n).with("way", way.replace(' ', "_")));
    }
    if planned.n_waiting > 0 {
        lines.push(Message::new("mend_waiting").count("n", planned.n_waiting));
    }
    if planned.n_for_person > 0 {
        lines.push(Message::new("mend_for_person").count("n", planned.n_for_person));
    }
    lines.iter().map(|line| printer.text_of(line)).collect::<Vec<_>>().join("\n")
}
