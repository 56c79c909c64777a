//! `tsumugi convert`: Chinese from simplified to traditional characters and back, without a model.

use crate::args::book::ConvertArgs;
use crate::config;
use crate::exit::Exit;
use crate::output::Printer;
use messages::Message;
use operations::book_name;
use serde_json::json;
use store::store::Store;

pub(crate) async fn run(args: &ConvertArgs, store: &Store, printer: &Printer) -> anyhow::Result<Exit> {
    let book = book_name::find(store.library(), &args.book).await?;
    let done = operations::chinese::convert(store, &book, &args.to, config::now_ms()).await?;
    if printer.is_json() {
        printer.json(&json!({
            "converted": done.n_converted,
            "doubtful": done.n_doubtful,
            "locked": done.n_locked,
            "change": done.change.map(|change| change.to_string()),
        }))?;
        return Ok(Exit::Done);
    }
    printer.print(&Message::new("converted").amount("n", done.n_converted))?;
    if done.n_doubtful > 0 {
        printer.notify(&Message::new("converted_doubtful").count("n", done.n_doubtful).with("book", book.id));
    }
    if done.n_locked > 0 {
        printer.notify(&Message::new("converted_locked").count("n", done.n_locked));
    }
    Ok(Exit::Done)
}
