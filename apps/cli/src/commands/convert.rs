//! `tsumugi convert`: Chinese from simplified to traditional characters and back, without a model.

use crate::args::book::ConvertArgs;
use crate::config;
use crate::exit::Exit;
use crate::output::Printer;
use messages::Message;
use serde_json::json;
use store::store::Store;

pub(crate) async fn run(args: &ConvertArgs, store: &Store, printer: &Printer) -> anyhow::Result<Exit> {
    let book = store.library().find_book(&args.book).await?;
    let done = operations::chinese::convert(store, &book, &args.to, config::now_ms()).await?;
    if printer.is_json() {
        printer.json(&json!({
            "converted": done.n_converted,
            "doubtful": done.n_doubtful,
            "change": done.change.map(|change| change.to_string()),
        }))?;
        return Ok(Exit::Done);
    }
    printer.print(&Message::new("converted").amount("n", done.n_converted))?;
    if done.n_doubtful > 0 {
        printer.notify(&Message::new("converted_doubtful").count("n", done.n_doubtful).with("book", book.id));
    }
    Ok(Exit::Done)
}
