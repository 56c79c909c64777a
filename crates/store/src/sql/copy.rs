//! Copies of a library: backups, and what a restore puts in place.

use super::open::plain_options;
use super::private_file::make_file;
use super::{DbError, display_path};
use crate::error::StoreError;
use sqlx::{ConnectOptions, Connection};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// Writes the library at `path` as it is now into the new file `copy`, which gets its name only when it is whole and on the
/// disk. The error is the reason in a few words.
pub(super) async fn write_copy(path: &Path, copy: &Path) -> Result<(), String> {
    let partial = beside(copy, ".partial");
    let written = async {
        remove_leftover(&partial).await.map_err(|error| error.to_string())?;
        make_file(&partial).await.map_err(|error| error.to_string())?;
        vacuum_into(path, &partial).await.map_err(|db_error| reason(db_error, &partial))?;
        settle(path, &partial, copy).await.map_err(|error| error.to_string())
    };
    let written = written.await;
    if written.is_err() {
        // Best effort: a part of a copy is of no use, and the refusal says what is wrong with the place.
        let _ = tokio::fs::remove_file(&partial).await;
    }
    written
}

/// The first name beside `path` with this ending that is not taken; from the second on they are numbered.
pub(super) async fn free_name(path: &Path, ending: &str) -> PathBuf {
    let mut name = beside(path, ending);
    let mut number = 2;
    // A name that cannot be looked at counts as free: writing there then says why.
    while tokio::fs::try_exists(&name).await.unwrap_or(false) {
        name = beside(path, &format!("{ending}-{number}"));
        number += 1;
    }
    name
}

pub(super) fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(ending);
    PathBuf::from(name)
}

/// What a program that was killed while it copied has left.
async fn remove_leftover(partial: &Path) -> std::io::Result<()> {
    match tokio::fs::remove_file(partial).await {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Reads through a connection of its own: the one that holds the write lock is in a transaction, and SQLite does not
/// copy from within one.
async fn vacuum_into(path: &Path, partial: &Path) -> Result<(), DbError> {
    let mut connection = plain_options(path).connect().await?;
    let copied = sqlx::query("VACUUM INTO $1")
        .bind(partial.to_string_lossy().into_owned())
        .execute(&mut connection)
        .await;
    connection.close().await?;
    copied?;
    Ok(())
}

/// Gives the whole copy the library's permissions and its name, both on the disk before this returns.
async fn settle(path: &Path, partial: &Path, copy: &Path) -> std::io::Result<()> {
    let permissions = tokio::fs::metadata(path).await?.permissions();
    let file = tokio::fs::OpenOptions::new().write(true).open(partial).await?;
    file.sync_all().await?;
    drop(file);
    tokio::fs::set_permissions(partial, permissions).await?;
    rename_for_good(partial, copy).await
}

/// Gives a file another name, which is on the disk before this returns.
pub(super) async fn rename_for_good(from: &Path, to: &Path) -> std::io::Result<()> {
    tokio::fs::rename(from, to).await?;
    #[cfg(unix)]
    if let Some(folder) = to.parent() {
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        tokio::fs::File::open(folder).await?.sync_all().await?;
    }
    Ok(())
}

/// Why the copy failed, in a few words.
fn reason(db_error: DbError, partial: &Path) -> String {
    let error = db_error.explain(&display_path(partial));
    if matches!(error, StoreError::DiskFull { .. }) {
        "the disk is full".to_owned()
    } else if matches!(error, StoreError::ReadOnly { .. } | StoreError::Forbidden { .. }) {
        "no permission to write there".to_owned()
    } else if let StoreError::Unreachable { detail, .. } | StoreError::Damaged { detail, .. } = error {
        detail
    } else {
        error.to_string()
    }
}
