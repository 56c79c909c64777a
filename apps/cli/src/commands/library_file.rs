//! A library that was named and is not there: made only where a person means it, because a mistyped name would hide the books.

use crate::args::LibraryCommand;
use crate::args::book::ImportArgs;
use crate::args::bundle::UnbundleArgs;
use crate::args::serve::ServeArgs;
use crate::args::work::{TranslateArgs, WorkArgs};
use crate::exit::WrongUsage;
use crate::output::Printer;
use messages::Message;
use std::path::Path;

/// Whether a command may make the library that `--library` names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum MayMake {
    /// It reads, and there is nothing to read.
    No,
    /// It begins one, if that is meant.
    Ask,
    /// `--yes` was typed.
    Yes,
}

impl LibraryCommand {
    pub(super) const fn may_make_library(&self) -> MayMake {
        if let Self::Import(ImportArgs { yes: true, .. })
        | Self::Translate(TranslateArgs { work: WorkArgs { yes: true, .. }, .. })
        | Self::Unbundle(UnbundleArgs { yes: true, .. })
        | Self::Serve(ServeArgs { yes: true, .. }) = self
        {
            return MayMake::Yes;
        }
        let begins_one =
            matches!(self, Self::Import(_) | Self::Unbundle(_) | Self::Translate(_) | Self::Serve(_));
        if begins_one { MayMake::Ask } else { MayMake::No }
    }
}

/// Fails if there is no library at `path` and none is to be made.
pub(super) fn refuse_to_make(path: &Path, may_make: MayMake, printer: &Printer) -> anyhow::Result<()> {
    // An address is opened, and the database itself says what is wrong with it.
    let is_database = path.to_str().is_some_and(store::place::is_database);
    if is_database || path.exists() || may_make == MayMake::Yes {
        return Ok(());
    }
    let name = path.display();
    let near = near_name(path);
    if may_make == MayMake::Ask && printer.can_ask() {
        let question = match &near {
            Some(near) => Message::new("make_library_or_near").with("near", near),
            None => Message::new("make_library"),
        };
        if printer.confirm(&question.with("path", &name))? {
            return Ok(());
        }
    }
    let message = match (near, may_make) {
        (Some(near), _) => Message::new("no_library_but_near").with("near", near),
        (None, MayMake::No) => Message::new("no_library"),
        (None, MayMake::Ask | MayMake::Yes) => Message::new("no_library_to_begin"),
    };
    Err(WrongUsage(message.with("path", name)).into())
}

/// The file beside it whose name is most like it, as a person could have typed it.
fn near_name(path: &Path) -> Option<String> {
    /// So alike must two names be that one is taken for the other mistyped.
    const ALIKE: f64 = 0.75;
    let wanted = path.file_name()?.to_string_lossy().into_owned();
    let folder = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let names = std::fs::read_dir(folder).ok()?.filter_map(Result::ok).filter_map(|entry| {
        let name = entry.file_name().to_string_lossy().into_owned();
        let is_log = name.ends_with("-wal") || name.ends_with("-shm");
        let likeness = strsim::normalized_levenshtein(&wanted, &name);
        (entry.path().is_file() && !is_log && likeness >= ALIKE).then_some((likeness, entry.path()))
    });
    let nearest = names.max_by(|(one, _), (other, _)| one.total_cmp(other))?.1;
    Some(nearest.strip_prefix("./").unwrap_or(&nearest).display().to_string())
}
