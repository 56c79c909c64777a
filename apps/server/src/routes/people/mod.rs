//! `/login`, `/me`, `/people`, `/invitations` and `/audit`: accounts of a team.

pub(super) mod identity;
pub(super) mod invitations;
pub(super) mod login;
pub(super) mod mail;
pub(super) mod mail_links;
pub(super) mod me;
pub(super) mod members;
pub(super) mod notices;
pub(super) mod oidc;
mod session;

use crate::problem::Problem;
use messages::Message;
use store::login_skeleton::is_plain;

/// The longest name and login that are kept.
const LONGEST: usize = 100;

/// A login as it is kept: what could be taken for another one on a screen is refused.
fn plain_login(text: &str) -> Result<String, Problem> {
    let login = name(text)?.to_lowercase();
    if is_plain(&login) { Ok(login) } else { Err(Problem::wrong("login", Message::new("not_a_login"))) }
}

/// A name as it is kept.
fn name(text: &str) -> Result<&str, Problem> {
    let text = text.trim();
    if text.is_empty() || text.chars().count() > LONGEST || text.chars().any(char::is_control) {
        return Err(Problem::wrong("name", Message::new("not_a_name").count("longest", LONGEST)));
    }
    Ok(text)
}
