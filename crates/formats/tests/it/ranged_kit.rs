//! What the tests of formats with prose at known places do again and again: a file in, every text replaced, the file out, and the proof.

use crate::text_manuscript::{manuscript, pretend, untouched};
use book::text::paragraph::Paragraph;
use formats::certificate;
use formats::export::{Bilingual, Layout, Manuscript, Outcome};
use formats::import::{ImportError, Imported, Source};
use std::path::{Path, PathBuf};
use std::process::Command;

pub(crate) fn try_import(bytes: &[u8], name: &str) -> Result<Imported, ImportError> {
    formats::import(&Source::new(bytes, name))
}

pub(crate) fn import(bytes: &[u8], name: &str) -> Imported {
    try_import(bytes, name).unwrap()
}

/// A file among the tests.
pub(crate) fn file(name: &str) -> Vec<u8> {
    std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/files").join(name)).unwrap()
}

/// The written form of every paragraph with its kind.
pub(crate) fn paragraphs(imported: &Imported) -> Vec<String> {
    let shown = |paragraph: &Paragraph| format!("{}: {}", paragraph.kind.as_str(), paragraph.text);
    imported.book.paragraphs().map(shown).collect()
}

/// Exports and certifies; every violation is a failure.
pub(crate) fn export(
    imported: &Imported,
    bytes: &[u8],
    manuscript: &Manuscript,
    bilingual: Bilingual,
) -> Vec<u8> {
    let format = formats::format_of(imported.book.format).unwrap();
    let layout = Layout { bilingual, ..Layout::default() };
    let written = format.export(bytes, manuscript, &layout).unwrap();
    let certificate = certificate::issue(format, bytes, manuscript, &layout, &written).unwrap();
    let violations = certificate::check(&written, &certificate);
    assert!(violations.is_empty(), "{violations:#?}\n{}", String::from_utf8_lossy(&written));
    written
}

/// The file without translations, which must be the file.
pub(crate) fn comes_back(bytes: &[u8], name: &str) -> Imported {
    let imported = import(bytes, name);
    let written = export(&imported, bytes, &untouched(&imported.book), Bilingual::No);
    assert!(written == bytes, "{}", String::from_utf8_lossy(&written));
    imported
}

/// The file with `word` for every piece of text that is work.
pub(crate) fn translated(bytes: &[u8], name: &str, word: &str, bilingual: Bilingual) -> Vec<u8> {
    let imported = import(bytes, name);
    let outcome = |paragraph: &Paragraph| {
        if paragraph.is_work() { Outcome::Translated(pretend(&paragraph.text, word)) } else { Outcome::Kept }
    };
    export(&imported, bytes, &manuscript(&imported.book, "de", outcome), bilingual)
}

/// What a Python program of others prints about the bytes; `None`, said aloud, where it is not installed. The build server
/// has to have it.
#[expect(clippy::disallowed_methods, reason = "only the environment knows whether this is the build server")]
pub(crate) fn python(program: &str, bytes: &[u8], ending: &str) -> Option<String> {
    let python: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/python/bin/python");
    if !python.exists() {
        assert!(
            std::env::var_os("CI").is_none_or(|ci| ci != "true"),
            "the build server must have `target/python`"
        );
        println!("skipped: no Python packages; `scripts/setup-tests` installs them");
        return None;
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(format!("file.{ending}"));
    std::fs::write(&path, bytes).unwrap();
    let output = Command::new(python).args(["-X", "utf8", "-c", program]).arg(&path).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Some(String::from_utf8(output.stdout).unwrap())
}

/// The same text without white space.
pub(crate) fn bare(text: &str) -> String {
    text.split_whitespace().collect()
}
