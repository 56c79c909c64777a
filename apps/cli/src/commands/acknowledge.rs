//! `tsumugi acknowledge`: findings a person lets stand, with a reason.

use super::check::{refuse_unknown, translated_into};
use super::select::paragraph_id;
use crate::args::check::AcknowledgeArgs;
use crate::config;
use crate::exit::{Exit, WrongUsage};
use crate::output::{Align, Printer, TextTable, format_utc, with_change};
use book::id::ParagraphId;
use messages::{Explain, Message};
use operations::book_name;
use operations::judge::CheckContext;
use operations::review::{self, AcknowledgeError, AcknowledgedFinding};
use serde_json::{Value, json};
use store::change::Receipt;
use store::store::Store;

pub(crate) async fn run(args: &AcknowledgeArgs, store: &Store, printer: &Printer) -> anyhow::Result<Exit> {
    refuse_unknown(&args.check)?;
    let book = book_name::find(store.library(), &args.book).await?;
    let paragraphs = args
        .paragraphs
        .iter()
        .map(|text| paragraph_id(text))
        .collect::<anyhow::Result<Vec<ParagraphId>>>()?;
    let now = config::now_ms();
    if paragraphs.is_empty() {
        list(&review::acknowledged(store, &book).await?, printer)?;
    } else if args.withdraw {
        let (n, receipt) = review::withdraw(store, &book, &paragraphs, &args.check, now).await?;
        print_done("withdrawn", n, &receipt, printer)?;
    } else {
        let target = translated_into(&book)?;
        let reason = args.reason.as_deref().unwrap_or_default();
        let dictionaries = settings::dictionaries::dictionaries()?;
        let check_context = CheckContext { target: &target, dictionaries: &dictionaries };
        let done =
            review::acknowledge(store, &book, check_context, &paragraphs, &args.check, reason, now).await;
        let (n, receipt) = done.map_err(|error| match error {
            AcknowledgeError::Store(error) => anyhow::Error::from(error),
            AcknowledgeError::NothingFound { .. } | AcknowledgeError::NoReason => {
                WrongUsage(error.message()).into()
            }
        })?;
        print_done("acknowledged", n, &receipt, printer)?;
    }
    Ok(Exit::Done)
}

fn print_done(what: &'static str, n: usize, receipt: &Receipt, printer: &Printer) -> anyhow::Result<()> {
    let change = receipt.change.map(|change| change.to_string());
    if printer.is_json() {
        return printer.json(&json!({"done": what, "findings": n, "change": change}));
    }
    let told = Message::new("findings_done").count("n", n).with("done", what);
    printer.print(&with_change(told, receipt.change))
}

fn list(standing: &[AcknowledgedFinding], printer: &Printer) -> anyhow::Result<()> {
    if printer.is_json() {
        let list: Vec<Value> = standing
            .iter()
            .map(|one| {
                json!({
                    "paragraph_id": one.record.paragraph,
                    "check": one.record.check,
                    "reason": one.record.given.reason,
                    "holds": one.holds,
                    "created_at": one.record.created_at,
                })
            })
            .collect();
        return printer.json(&list);
    }
    if standing.is_empty() {
        printer.notify(&Message::new("nothing_acknowledged"));
        return Ok(());
    }
    let head = [
        ("col_paragraph", Align::Left),
        ("col_check", Align::Left),
        ("col_when", Align::Left),
        ("col_reason", Align::Left),
        ("", Align::Left),
    ];
    let mut table = TextTable::new(&head, 3, printer.language());
    for one in standing {
        table.row(vec![
            one.record.paragraph.to_string(),
            one.record.check.clone(),
            format_utc(one.record.created_at),
            one.record.given.reason.clone(),
            if one.holds { String::new() } else { printer.text_of(&Message::new("open_again")) },
        ]);
    }
    printer.result(&table.render(printer.width()))
}
