//! The mail server of a team, from the settings to what the server takes.

use crate::exit::WrongUsage;
use server::mail::{MailConfig, MailTls, Mailer};
use settings::mail_server::{MailServer, MailServerTls};
use std::path::Path;

/// What the settings say, looked at before the server listens.
pub(crate) fn mailer(settings: &MailServer, folder: &Path) -> anyhow::Result<Mailer> {
    let config = MailConfig {
        host: settings.host.clone(),
        port: settings.port,
        tls: match settings.tls {
            MailServerTls::Starttls => MailTls::Starttls,
            MailServerTls::Implicit => MailTls::Implicit,
            MailServerTls::None => MailTls::None,
        },
        user: settings.user.clone(),
        password: settings.password(folder)?,
        from: settings.from.clone(),
    };
    Ok(Mailer::new(settings::file::gate(), &config).map_err(WrongUsage)?)
}
