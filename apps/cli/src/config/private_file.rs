//! Files that only their owner can read: keys, and the server's token.

use anyhow::Context;
use std::fs;
use std::io::Write;
use std::path::Path;

/// The text of a file, if there is one. A file that others on this machine can read is refused.
pub(crate) fn read(path: &Path) -> anyhow::Result<Option<String>> {
    match fs::read_to_string(path) {
        Ok(text) => {
            refuse_open(path)?;
            Ok(Some(text))
        }
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error).with_context(|| format!("cannot read `{}`", path.display())),
    }
}

/// Writes a file whole or not at all; only its owner can read it, from the first byte on.
pub(crate) fn write(path: &Path, text: &str) -> anyhow::Result<()> {
    let what = || format!("cannot write `{}`", path.display());
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).with_context(|| format!("cannot make `{}`", folder.display()))?;
    }
    let mut temporary = path.as_os_str().to_owned();
    temporary.push(".new");
    let mut options = fs::OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(&temporary).with_context(what)?;
    file.write_all(text.as_bytes()).and_then(|()| file.sync_all()).with_context(what)?;
    fs::rename(&temporary, path).with_context(what)
}

#[cfg(unix)]
fn refuse_open(path: &Path) -> anyhow::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    let mode =
        fs::metadata(path).with_context(|| format!("cannot read `{}`", path.display()))?.permissions().mode();
    let shown = path.display();
    anyhow::ensure!(
        !is_open_to_others(mode),
        "others on this machine can read `{shown}`\nhint: `chmod 600 {shown}`"
    );
    Ok(())
}

/// The last six bits of a mode are what the group and everyone else may do.
#[cfg(unix)]
const fn is_open_to_others(mode: u32) -> bool {
    mode.trailing_zeros() < 6
}

#[cfg(not(unix))]
fn refuse_open(_path: &Path) -> anyhow::Result<()> {
    Ok(())
}
