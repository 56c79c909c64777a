//! Which run a person means: by its id, or by the book it is about.

use crate::exit::WrongUsage;
use messages::Message;
use operations::book_name;
use store::error::StoreError;
use store::library::Library;
use store::record::BookSummary;
use store::work::RunRecord;

/// What a name means where runs and books can be named.
pub(crate) enum RunOrBook {
    Run(Box<RunRecord>),
    Book(Box<BookSummary>),
}

/// The run with this id or the start of one, the latest run of a book that `fits`; without a name, the latest that does.
pub(crate) async fn run(
    library: &Library,
    text: Option<&str>,
    fits: impl Fn(&RunRecord) -> bool,
) -> anyhow::Result<RunRecord> {
    let runs = match text {
        None => library.runs(None).await?,
        Some(text) => match run_or_book(library, text).await? {
            RunOrBook::Run(run) => return Ok(*run),
            RunOrBook::Book(book) => library.runs(Some(book.id)).await?,
        },
    };
    anyhow::ensure!(!runs.is_empty(), Message::new("no_run_yet"));
    Ok(runs.into_iter().find(fits).ok_or(Message::new("no_fitting_run"))?)
}

/// The run with this id or the start of one, or else the book of this name.
pub(crate) async fn run_or_book(library: &Library, text: &str) -> anyhow::Result<RunOrBook> {
    let wanted = text.trim().to_lowercase();
    let mut found = library.runs(None).await?;
    found.retain(|run| !wanted.is_empty() && run.id.to_string().starts_with(&wanted));
    let n_runs = found.len();
    match found.pop() {
        Some(run) if n_runs == 1 => Ok(RunOrBook::Run(Box::new(run))),
        Some(_) => {
            Err(WrongUsage(Message::new("several_runs").with("text", text).count("n_runs", n_runs)).into())
        }
        None => match book_name::find_to_read(library, text).await {
            Ok(book) => Ok(RunOrBook::Book(Box::new(book))),
            Err(StoreError::NoSuchBook { .. }) => {
                Err(WrongUsage(Message::new("no_run_or_book").with("text", text)).into())
            }
            Err(error) => Err(error.into()),
        },
    }
}
