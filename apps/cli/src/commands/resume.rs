//! `tsumugi resume`: an interrupted run goes on, and its book is written if so wished.

use super::export;
use crate::args::book::ExportArgs;
use crate::args::work::ResumeArgs;
use crate::exit::Exit;
use crate::output::Printer;
use crate::work::resume::{self, ResumedRun};
use store::store::Store;

pub(crate) async fn run(args: &ResumeArgs, store: &Store, printer: &Printer) -> anyhow::Result<Exit> {
    export::refuse_output(args.output.as_deref(), None, printer)?;
    let ResumedRun { exit, book, output, rehearsal } = Box::pin(resume::run(args, store, printer)).await?;
    let output = args.output.clone().or(output);
    let Some(output) = output.filter(|_| matches!(exit, Exit::Done | Exit::Unresolved | Exit::Budget)) else {
        return Ok(exit);
    };
    let export_args = ExportArgs {
        credits: None,
        book: book.id.to_string(),
        chapters: None,
        series: None,
        output: Some(output),
        format: None,
        bilingual: None,
        keep_direction: false,
        rehearsal,
        reviewed_only: false,
        force: true,
    };
    let exported = export::run(&export_args, store, &printer.as_event("exported")).await?;
    export::note_written(&book, store).await?;
    Ok(if exported == Exit::Done { exit } else { exported })
}
