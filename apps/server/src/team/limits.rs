//! Wrong passwords are counted, by the address they come from and by the account they are meant for.

use crate::problem::Problem;
use axum::http::StatusCode;
use messages::Message;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// So many wrong passwords, and no more is tried for a while.
const MAX_WRONG: u32 = 10;
const FORGIVE_AFTER: Duration = Duration::from_mins(5);
/// More addresses and accounts at once are an attack and share one count.
const MAX_COUNTED: usize = 8_192;

/// What is counted.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Counted {
    Address(IpAddr),
    Account(String),
    Others,
}

/// The counts.
#[derive(Debug, Default)]
pub(crate) struct LoginLimits {
    wrong: Mutex<HashMap<Counted, (u32, Instant)>>,
}

impl LoginLimits {
    /// Refuses to look at a password where too many were wrong.
    pub(crate) fn admit(&self, address: IpAddr, login: &str) -> Result<(), Problem> {
        let wrong = self.wrong();
        let is_full = |counted: &Counted| {
            wrong.get(counted).is_some_and(|(n, since)| *n >= MAX_WRONG && since.elapsed() < FORGIVE_AFTER)
        };
        if [Counted::Address(address), Counted::Account(login.to_owned()), Counted::Others]
            .iter()
            .any(is_full)
        {
            tracing::warn!(client = %address, "too many wrong passwords");
            let code = "too_many_logins";
            return Err(
                Problem::new(StatusCode::TOO_MANY_REQUESTS, code, Message::new(code)).retry_after(300)
            );
        }
        Ok(())
    }

    /// Counts a wrong password.
    pub(crate) fn failed(&self, address: IpAddr, login: &str) {
        let mut wrong = self.wrong();
        wrong.retain(|_, (_, since)| since.elapsed() < FORGIVE_AFTER);
        for counted in [Counted::Address(address), Counted::Account(login.to_owned())] {
            let is_known = wrong.len() < MAX_COUNTED || wrong.contains_key(&counted);
            let counted = if is_known { counted } else { Counted::Others };
            wrong.entry(counted).or_insert_with(|| (0, Instant::now())).0 += 1;
        }
    }

    /// Forgets what was wrong with an account whose owner has logged in.
    pub(crate) fn passed(&self, login: &str) {
        self.wrong().remove(&Counted::Account(login.to_owned()));
    }

    fn wrong(&self) -> MutexGuard<'_, HashMap<Counted, (u32, Instant)>> {
        self.wrong.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
