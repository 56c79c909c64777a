//! `tsumugi report`: the quality of a translation on one page.

use super::check::translated_into;
use crate::args::check::ReportArgs;
use crate::config;
use crate::exit::Exit;
use crate::output::{Printer, format_utc, is_stdout};
use messages::{Language, Message};
use operations::book_findings::check_book;
use operations::book_name;
use operations::judge::CheckContext;
use operations::quality::{PageLanguage, gather, page};
use serde_json::json;
use store::store::Store;

pub(crate) async fn run(args: &ReportArgs, store: &Store, printer: &Printer) -> anyhow::Result<Exit> {
    let book = book_name::find_to_read(store.library(), &args.book).await?;
    let target = translated_into(&book)?;
    let made = format!("{} UTC", format_utc(config::now_ms()));
    let dictionaries = settings::dictionaries::dictionaries()?;
    let check_context = CheckContext { target: &target, dictionaries: &dictionaries };
    let checkup = check_book(store.library(), &book, check_context).await?;
    let runs = runner::run_costs::of_book(store.library(), book.id).await?;
    let quality = gather(store.library(), &book, &target, checkup, runs, args.worst, made).await?;
    let language = match printer.language() {
        _ if !printer.output().is_language_asked => PageLanguage::for_target(&target),
        Language::English => PageLanguage::English,
        Language::Chinese => PageLanguage::Chinese,
    };
    let path = &args.output;
    if is_stdout(path) {
        anyhow::ensure!(!printer.is_json(), Message::new("page_and_json"));
        printer.bytes(page(&quality, language).as_bytes())?;
        return Ok(Exit::Done);
    }
    operations::file::write_whole(path, page(&quality, language).as_bytes())?;
    if printer.is_json() {
        let [(_, block), (_, queue), (_, info)] = quality.counts;
        printer.json(&json!({
            "file": path,
            "paragraphs": quality.n_checked,
            "block": block,
            "queue": queue,
            "info": info,
            "acknowledged": quality.n_acknowledged,
        }))?;
        return Ok(Exit::Done);
    }
    let what = Message::new("report_written").count("bad", quality.n_bad).count("n", quality.n_checked);
    printer.print(&Message::new("file_result").with("file", path.display()).part("what", what))?;
    Ok(Exit::Done)
}
