//! The server's token: made once and kept, so that a link and a cookie stay good when the server is started again.

use secrecy::{ExposeSecret, SecretString};
use settings::private_file;
use std::path::{Path, PathBuf};

/// The token that is kept; one is made if there is none, or if a new one is asked for.
pub(crate) fn read_or_create(folder: &Path, is_new: bool) -> anyhow::Result<SecretString> {
    let path = folder.join("server-token");
    if !is_new && let Some(token) = private_file::read(&path)? {
        let token = token.trim();
        if !token.is_empty() {
            return Ok(SecretString::from(token));
        }
    }
    let token = server::serve::new_token()?;
    private_file::write(&path, token.expose_secret())?;
    Ok(token)
}

/// A page that leads to the link. A browser is started with its name, because the arguments of a program can be seen by
/// others on this machine.
pub(crate) fn page_to(folder: &Path, link: &str) -> anyhow::Result<PathBuf> {
    let path = folder.join("open-server.html");
    let page = format!(
        "<!doctype html><meta http-equiv=\"refresh\" content=\"0;url={link}\"><title>Tsumugi</title>"
    );
    private_file::write(&path, &page)?;
    Ok(path)
}
