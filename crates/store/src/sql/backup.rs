//! Backups: a library written to a file of its own while others use it, and restored over one that no process has open.

use super::copy::{beside, free_name, rename_for_good, write_copy};
use super::open::{is_made, plain_options};
use super::private_file::make_folder;
use super::{DbError, display_path};
use crate::error::StoreError;
use sqlx::{ConnectOptions, Connection};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The whole copy of a backup that is to take the place of a library.
const RESTORED: &str = ".restored";
/// The library whose place it takes; from the second on they are numbered.
const SET_ASIDE: &str = ".before-restore";
/// A library that is being received from another place.
pub(super) const MOVING: &str = ".moving";

/// Writes the library at `path` into the new file `to`. Others may write meanwhile: the backup is the library as it was at
/// one moment.
pub(crate) async fn back_up(path: &Path, to: &Path) -> Result<(), StoreError> {
    if tokio::fs::try_exists(to).await.unwrap_or(false) {
        return Err(StoreError::BackupExists { path: to.to_owned() });
    }
    let refuse = |detail| StoreError::BackupFailed { path: to.to_owned(), detail };
    write_copy(path, to).await.map_err(refuse)?;
    check_whole(to).await
}

/// Puts the backup `from` in the place of the library at `path`. A library that is there is kept beside it, and its new name
/// returned; one that another program has open is refused.
pub(crate) async fn restore(from: &Path, path: &Path) -> Result<Option<PathBuf>, StoreError> {
    check_whole(from).await?;
    let refuse = |detail: String| StoreError::BackupFailed { path: path.to_owned(), detail };
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        make_folder(folder).await.map_err(|error| refuse(error.to_string()))?;
    }
    // Whole and on the disk before the library that is there is touched.
    let ready = beside(path, RESTORED);
    write_copy(from, &ready).await.map_err(refuse)?;
    take_means_away(&ready).await.map_err(|error| error.explain(&display_path(&ready)))?;
    let moved = set_aside(path).await;
    let placed = match &moved {
        Ok(_) => rename_for_good(&ready, path).await.map_err(|error| refuse(error.to_string())),
        Err(_) => Ok(()),
    };
    if moved.is_err() || placed.is_err() {
        // Best effort: the backup itself is still there.
        let _ = tokio::fs::remove_file(&ready).await;
    }
    placed.and(moved)
}

/// Takes from the runs of a library what they could act by, as a bundle does: a backup may be from anywhere.
async fn take_means_away(path: &Path) -> Result<(), DbError> {
    let mut connection = plain_options(path).connect().await?;
    let taken = sqlx::query(
        "UPDATE runs SET wish = json_set(wish, '$.model', '', '$.endpoint', json('null'), '$.fallbacks', json('[]')) \
         WHERE json_valid(wish)",
    )
    .execute(&mut connection)
    .await;
    connection.close().await?;
    taken.map(drop).map_err(Into::into)
}

/// Looks for what a program that was killed has left beside a library that is missing: a new one there would look as if
/// everything was lost. A restore is finished, because its copy got its name when it was whole.
pub(super) async fn heal(path: &Path) -> Result<(), StoreError> {
    let is_there = async |path: &Path| tokio::fs::try_exists(path).await.unwrap_or(false);
    if is_there(&beside(path, MOVING)).await {
        return Err(StoreError::HalfMoved { place: display_path(path) });
    }
    let restored = beside(path, RESTORED);
    if is_there(&restored).await {
        tracing::warn!(place = %path.display(), "a restore that was broken off is finished");
        return rename_for_good(&restored, path).await.map_err(|error| StoreError::Unreachable {
            place: display_path(path),
            detail: error.to_string(),
        });
    }
    let aside = beside(path, SET_ASIDE);
    if is_there(&aside).await {
        return Err(StoreError::SetAside { place: display_path(path), aside });
    }
    Ok(())
}

/// Refuses a file that is no library, has another format, or contradicts itself.
async fn check_whole(path: &Path) -> Result<(), StoreError> {
    let read = async {
        let mut connection = plain_options(path).read_only(true).connect().await?;
        let looked = async {
            if !is_made(&mut connection, path).await? {
                return Err(StoreError::NotALibrary { place: display_path(path) }.into());
            }
            Ok(sqlx::query_scalar::<_, String>("PRAGMA quick_check(1)").fetch_one(&mut connection).await?)
        };
        let said: Result<String, DbError> = looked.await;
        connection.close().await?;
        said
    };
    match read.await {
        Ok(said) if said == "ok" => Ok(()),
        Ok(detail) => Err(StoreError::Damaged { place: display_path(path), detail }),
        Err(db_error) => Err(db_error.explain(&display_path(path))),
    }
}

/// Gives the library that is at `path`, if there is one, another name. Its log is taken over first, which only works when no
/// other program has it open: from then on it is one file, and nothing of it is left behind under the old name.
async fn set_aside(path: &Path) -> Result<Option<PathBuf>, StoreError> {
    if !tokio::fs::try_exists(path).await.unwrap_or(false) {
        return Ok(None);
    }
    let alone = async {
        let mut connection = plain_options(path).busy_timeout(Duration::ZERO).connect().await?;
        let mode =
            sqlx::query_scalar::<_, String>("PRAGMA journal_mode = DELETE").fetch_one(&mut connection).await;
        connection.close().await?;
        Ok::<_, DbError>(mode? == "delete")
    };
    if !alone.await.map_err(|db_error| db_error.explain(&display_path(path)))? {
        return Err(StoreError::Busy { place: display_path(path) });
    }
    let aside = free_name(path, SET_ASIDE).await;
    rename_for_good(path, &aside)
        .await
        .map_err(|error| StoreError::BackupFailed { path: path.to_owned(), detail: error.to_string() })?;
    Ok(Some(aside))
}
