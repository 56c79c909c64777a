//! `tsumugi polish` and `tsumugi proofread`: a second pass over what is translated.

use crate::args::work::ReviseArgs;
use crate::exit::{Exit, WrongUsage};
use crate::output::Printer;
use crate::work::begin;
use messages::Message;
use operations::book_name;
use store::store::Store;

pub(crate) async fn run(
    work: begin::RequestedWork,
    args: &ReviseArgs,
    store: &Store,
    printer: &Printer,
) -> anyhow::Result<Exit> {
    let book = book_name::find(store.library(), &args.book).await?;
    let Some(target) = book.target_language.clone().filter(|_| book.n_translated > 0) else {
        let message = Message::new("no_translation_yet").with("title", &book.title).with("book", book.id);
        return Err(WrongUsage(message).into());
    };
    begin::run(store, &book, begin::RunKind { work, target, output: None }, &args.work, printer).await
}
