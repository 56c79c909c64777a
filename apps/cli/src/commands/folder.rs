//! Folders and several files as one book: gathered for import, put down again by export.

use super::input_file::read;
use crate::args::book::ImportArgs;
use crate::exit::WithMessage;
use formats::certificate;
use formats::folder::{self, File, LIST};
use messages::Message;
use std::path::{Path, PathBuf};
use store::record::BookSummary;
use store::store::Store;

/// The most files read from a folder; no book has more.
const MOST_FILES: usize = 20_000;

/// What a person gave to be imported, as one file.
pub(super) struct InputFile {
    pub(super) bytes: Vec<u8>,
    pub(super) file_name: String,
}

/// A single file as it is; a folder or several files packed into one.
pub(super) fn read_input(args: &ImportArgs) -> anyhow::Result<InputFile> {
    if args.more.is_empty() && !args.file.is_dir() {
        return Ok(InputFile { bytes: read(&args.file)?, file_name: name_of(&args.file) });
    }
    let files = gathered(args)?;
    let names = if args.more.is_empty() { args.file.canonicalize().ok() } else { common_folder(args) };
    let file_name = names.as_deref().map(name_of).filter(|name| !name.is_empty());
    let file_name = file_name.unwrap_or_else(|| name_of(&args.file));
    Ok(InputFile { bytes: packed(&files)?, file_name })
}

/// Whether the files that were given are a book each, and not the texts of one.
pub(super) fn are_books(args: &ImportArgs) -> bool {
    let names: Vec<String> =
        std::iter::once(&args.file).chain(&args.more).map(|path| name_of(path)).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let is_text = |belongs: folder::OfName| names.iter().all(|name| belongs(name));
    !args.more.is_empty()
        && std::iter::once(&args.file).chain(&args.more).all(|path| path.is_file())
        && !folder::belongs(&names).is_some_and(is_text)
}

/// The files of a book with the given ones behind them.
pub(super) async fn appended(
    args: &ImportArgs,
    book: &BookSummary,
    store: &Store,
) -> anyhow::Result<InputFile> {
    let original = store.library().original(book.id).await?;
    let mut file_name = book.file_name.clone();
    let mut files = if book.format.is_folder() {
        folder::unpack(&original)?
    } else {
        let message = || Message::new("epub_not_appended").with("title", &book.title).with("book", book.id);
        anyhow::ensure!(book.format.is_plain_text(), message());
        file_name = Path::new(&file_name).file_stem().map(Path::new).map(name_of).unwrap_or_default();
        vec![File { name: book.file_name.clone(), bytes: original }]
    };
    let mut order = folder::in_order(&files);
    for file in gathered(args)? {
        let message = || Message::new("file_there_already").with("title", &book.title).with("book", book.id);
        let is_new = !files.iter().any(|own| own.name == file.name);
        anyhow::ensure!(is_new, message().with("name", &file.name));
        order.push(file.name.clone());
        files.push(file);
    }
    // Names that people would not count in this order need a list.
    if folder::in_order(&files) != order {
        files.retain(|file| file.name != LIST);
        files.push(File { name: LIST.to_owned(), bytes: (order.join("\n") + "\n").into_bytes() });
    }
    Ok(InputFile { bytes: packed(&files)?, file_name })
}

/// Writes the files of an exported book into a folder, in the place of an earlier export.
pub(super) fn put_down(path: &Path, bytes: &[u8], force: bool) -> anyhow::Result<()> {
    anyhow::ensure!(
        force || !path.exists() || certificate::beside(path).exists(),
        Message::new("not_an_earlier_export").with("path", path.display())
    );
    let beside = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let what = || Message::new("cannot_write_into").with("path", beside.display());
    let fresh = tempfile::Builder::new().prefix(".tsumugi-").tempdir_in(beside).with_message(what)?;
    for file in folder::unpack(bytes)? {
        let target = fresh.path().join("new").join(&file.name);
        if let Some(folder) = target.parent() {
            std::fs::create_dir_all(folder).with_message(what)?;
        }
        operations::file::write_whole(&target, &file.bytes)?;
    }
    // The older export goes with the temporary folder, after the new one is in its place.
    if path.exists() {
        std::fs::rename(path, fresh.path().join("old")).with_message(what)?;
    }
    std::fs::rename(fresh.path().join("new"), path).with_message(what)
}

/// An exported folder as the one file that its certificate is about.
pub(super) fn taken_up(path: &Path) -> anyhow::Result<Vec<u8>> {
    let read = |(name, path): (String, PathBuf)| anyhow::Ok(File { name, bytes: read(&path)? });
    packed(&files_below(path)?.into_iter().map(read).collect::<anyhow::Result<Vec<File>>>()?)
}

fn packed(files: &[File]) -> anyhow::Result<Vec<u8>> {
    folder::pack(files).map_err(|detail| Message::new("not_put_together").with("detail", detail).into())
}

fn gathered(args: &ImportArgs) -> anyhow::Result<Vec<File>> {
    let mut paths = Vec::new();
    for path in std::iter::once(&args.file).chain(&args.more) {
        if path.is_dir() {
            paths.extend(files_below(path)?);
        } else {
            paths.push((name_of(path), path.clone()));
        }
    }
    let names: Vec<&str> = paths.iter().map(|(name, _)| name.as_str()).collect();
    let missing = || Message::new("no_text_files").with("path", args.file.display());
    let belongs = folder::belongs(&names).ok_or_else(missing)?;
    let paths = paths.iter().filter(|(name, _)| belongs(name));
    paths.map(|(name, path)| Ok(File { name: name.clone(), bytes: read(path)? })).collect()
}

/// Every file below a folder, links left out, sorted so that the same folder is always the same book.
fn files_below(folder: &Path) -> anyhow::Result<Vec<(String, PathBuf)>> {
    let mut files = Vec::new();
    let mut folders = vec![(folder.to_owned(), String::new())];
    while let Some((folder, prefix)) = folders.pop() {
        let what = || Message::new("cannot_read_folder").with("path", folder.display());
        for entry in std::fs::read_dir(&folder).with_message(what)? {
            let entry = entry.with_message(what)?;
            let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
            let kind = entry.file_type().with_message(what)?;
            if kind.is_dir() {
                folders.push((entry.path(), format!("{name}/")));
            } else if kind.is_file() {
                files.push((name, entry.path()));
            }
            let message = || Message::new("too_many_files_in").with("path", folder.display());
            anyhow::ensure!(files.len() <= MOST_FILES, message().count("limit", MOST_FILES));
        }
    }
    files.sort();
    Ok(files)
}

fn common_folder(args: &ImportArgs) -> Option<PathBuf> {
    let folder = args.file.canonicalize().ok()?.parent()?.to_owned();
    let is_same =
        |path: &PathBuf| path.canonicalize().ok().and_then(|path| path.parent().map(Path::to_owned));
    args.more.iter().all(|path| is_same(path).as_ref() == Some(&folder)).then_some(folder)
}

fn name_of(path: &Path) -> String {
    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}
