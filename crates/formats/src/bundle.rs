//! A bundle: a zip of named files with a list of them and their digests, read within the limits of any archive.

use crate::epub::Archive;
use crate::import::ImportError;
use messages::Message;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::io::{Cursor, Write};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

/// The file that lists the others.
const LIST: &str = "bundle.json";
/// The shape of bundles this program writes and reads.
const VERSION: u32 = 1;
/// Files of books stand in these places and may be as large as a book; all others are tables.
const BOOKS: [&str; 2] = ["original", "former/"];

#[derive(Serialize, Deserialize)]
struct List {
    tsumugi_bundle: u32,
    files: BTreeMap<String, String>,
}

/// Packs files. The same files give the same bytes.
pub fn pack(files: &BTreeMap<String, Vec<u8>>) -> Result<Vec<u8>, ImportError> {
    let broken = |error: &dyn std::fmt::Display| ImportError::Damaged {
        detail: Message::new("technical").with("detail", error),
    };
    let digests = files.iter().map(|(name, bytes)| (name.clone(), digest(bytes)));
    let list = List { tsumugi_bundle: VERSION, files: digests.collect() };
    let list = serde_json::to_vec_pretty(&list).map_err(|error| broken(&error))?;
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
    let all = std::iter::once((LIST, &list)).chain(files.iter().map(|(name, bytes)| (name.as_str(), bytes)));
    for (name, bytes) in all {
        writer.start_file(name, options).map_err(|error| broken(&error))?;
        writer.write_all(bytes).map_err(|error| broken(&error))?;
    }
    Ok(writer.finish().map_err(|error| broken(&error))?.into_inner())
}

/// The files of a bundle, each as its list says; anything else is refused.
pub fn unpack(bytes: &[u8]) -> Result<BTreeMap<String, Vec<u8>>, ImportError> {
    let damaged =
        |name: &str| ImportError::Damaged { detail: Message::new("bundle_damaged").with("name", name) };
    let foreign = || ImportError::Damaged { detail: Message::new("not_a_bundle") };
    let opened = Archive::open(bytes);
    let mut archive = opened
        .map_err(|error| if matches!(error, ImportError::Damaged { .. }) { foreign() } else { error })?;
    let at = archive.position(LIST).ok_or_else(foreign)?;
    let list: List = serde_json::from_slice(&archive.read_large(at)?).map_err(|_| damaged(LIST))?;
    if list.tsumugi_bundle != VERSION {
        let detail = Message::new("newer_bundle").with("found", list.tsumugi_bundle);
        return Err(ImportError::Damaged { detail });
    }
    let mut files = BTreeMap::new();
    for (name, wanted) in list.files {
        let at = archive.position(&name).ok_or_else(|| damaged(&name))?;
        let is_book = BOOKS.iter().any(|place| name.starts_with(place));
        let bytes = if is_book { archive.read_book(at)? } else { archive.read_large(at)? };
        if digest(&bytes) != wanted {
            return Err(damaged(&name));
        }
        files.insert(name, bytes);
    }
    Ok(files)
}

fn digest(bytes: &[u8]) -> String {
    blake3::hash(bytes).to_hex().to_string()
}
