//! Files in one zip and out of it, the same files always giving the same bytes.

use crate::epub::Archive;
use crate::import::ImportError;
use std::collections::HashMap;
use std::io::{Cursor, Write};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

/// A file of a folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct File {
    /// Its name inside the folder, with slashes.
    pub name: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

/// The files as a zip.
pub fn pack(files: &[File]) -> Result<Vec<u8>, String> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
    for file in files {
        writer.start_file(&*file.name, options).map_err(|error| format!("{}: {error}", file.name))?;
        writer.write_all(&file.bytes).map_err(|error| format!("{}: {error}", file.name))?;
    }
    writer.finish().map(Cursor::into_inner).map_err(|error| error.to_string())
}

/// The files of a zip, folders themselves left out, within the limits that hold for any archive.
pub fn unpack(bytes: &[u8]) -> Result<Vec<File>, ImportError> {
    let mut archive = Archive::open(bytes)?;
    let names: Vec<String> = archive.names().map(str::to_owned).collect();
    // Of two files with one name the last counts, as it does for those who unpack them.
    let last: HashMap<String, usize> = names.iter().cloned().zip(0..).collect();
    let mut files = Vec::with_capacity(names.len());
    for (at, name) in names.into_iter().enumerate() {
        if !name.ends_with('/') && last.get(&name) == Some(&at) {
            let bytes = archive.read_page(at)?;
            files.push(File { name, bytes });
        }
    }
    Ok(files)
}
