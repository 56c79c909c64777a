//! `tsumugi team`: looks after the server of a team.

use crate::args::team::{TeamAction, TeamArgs};
use crate::config::mail::mailer;
use crate::exit::{Exit, WrongUsage};
use crate::output::Printer;
use messages::Message;
use serde_json::json;

pub(crate) async fn run(args: &TeamArgs, printer: &Printer) -> anyhow::Result<Exit> {
    let TeamAction::MailTest { address } = &args.action;
    let folder = settings::environment::settings_folder()?;
    let settings = settings::file::read(&folder)?;
    let server = settings.mail.as_ref().ok_or_else(|| WrongUsage(Message::new("no_mail_server")))?;
    mailer(server, &folder)?.send_test(address, printer.language()).await?;
    if printer.is_json() {
        printer.json(&json!({"sent_to": address}))?;
    } else {
        printer.print(&Message::new("mail_test_sent").with("address", address))?;
    }
    Ok(Exit::Done)
}
