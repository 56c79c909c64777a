//! Attempts to log in are counted, so that passwords cannot be guessed. Strangers are counted by the address they come from
//! and by the account they try; a browser in which the account's owner has logged in before is counted by itself, so that no
//! stranger can lock the owner out.

use crate::problem::Problem;
use axum::http::StatusCode;
use messages::Message;
use std::hash::{BuildHasher, RandomState};
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// After this many wrong passwords no more are tried for a while.
const MAX_WRONG: u32 = 10;
const FORGIVE_AFTER: Duration = Duration::from_mins(5);
/// The number of counters that everything counted shares, found by a keyed hash that clients cannot compute. Passwords are
/// compared two at a time: before the counts are forgiven, too few attempts come through to fill a notable part of them.
const COUNTERS: usize = 65_536;

/// Whose attempt it is.
#[derive(Debug, Clone, Copy)]
pub struct LoginAttempt<'a> {
    pub address: IpAddr,
    /// The account it is meant for, if any.
    pub login: Option<&'a str>,
    /// The digest of the browser, where the account's owner has logged in with it before.
    pub device: Option<&'a str>,
}

impl<'a> LoginAttempt<'a> {
    /// An attempt that names no account.
    pub const fn anonymous(address: IpAddr) -> Self {
        Self { address, login: None, device: None }
    }

    fn counted(self) -> [Option<LimitSubject<'a>>; 2] {
        match self.device {
            Some(device) => [Some(LimitSubject::Device(device)), None],
            None => {
                [Some(LimitSubject::Address(network(self.address))), self.login.map(LimitSubject::Account)]
            }
        }
    }
}

/// What is counted.
#[derive(Debug, Clone, Copy, Hash)]
enum LimitSubject<'a> {
    Address(IpAddr),
    Account(&'a str),
    Device(&'a str),
}

/// Attempts since a moment, in seconds from the beginning of the program.
#[derive(Debug, Clone, Copy, Default)]
struct Count {
    n: u32,
    since: u32,
}

/// The counts.
#[derive(Debug)]
pub struct LoginLimits {
    counts: Mutex<Vec<Count>>,
    hash: RandomState,
    began: Instant,
}

impl Default for LoginLimits {
    fn default() -> Self {
        let counts = Mutex::new(vec![Count::default(); COUNTERS]);
        Self { counts, hash: RandomState::new(), began: Instant::now() }
    }
}

impl LoginLimits {
    /// Counts an attempt, or refuses to look at it where too many were wrong. It is counted before it is looked at: many at
    /// once are no way around the limit.
    pub fn begin(&self, attempt: LoginAttempt<'_>) -> Result<(), Problem> {
        let now = u32::try_from(self.began.elapsed().as_secs()).unwrap_or(u32::MAX);
        let mut counts = self.counts();
        let mut is_full = false;
        for place in self.places(attempt) {
            let Some(count) = counts.get_mut(place) else { continue };
            if u64::from(now.saturating_sub(count.since)) >= FORGIVE_AFTER.as_secs() {
                *count = Count { n: 0, since: now };
            }
            is_full |= count.n >= MAX_WRONG;
        }
        if is_full {
            tracing::warn!(client = %attempt.address, "too many wrong passwords");
            let code = "too_many_logins";
            let problem = Problem::new(StatusCode::TOO_MANY_REQUESTS, code, Message::new(code));
            return Err(problem.retry_after(300));
        }
        for place in self.places(attempt) {
            if let Some(count) = counts.get_mut(place) {
                count.n += 1;
            }
        }
        Ok(())
    }

    /// Takes back what [`begin`](Self::begin) counted, and forgets what was wrong with the account or the browser: its owner
    /// has logged in. What was wrong from the address stays.
    pub fn passed(&self, attempt: LoginAttempt<'_>) {
        let mut counts = self.counts();
        for counted in attempt.counted().into_iter().flatten() {
            let Some(count) = counts.get_mut(self.place(counted)) else { continue };
            count.n = match counted {
                LimitSubject::Address(_) => count.n.saturating_sub(1),
                LimitSubject::Account(_) | LimitSubject::Device(_) => 0,
            };
        }
    }

    fn places(&self, attempt: LoginAttempt<'_>) -> impl Iterator<Item = usize> {
        attempt.counted().into_iter().flatten().map(|counted| self.place(counted))
    }

    fn place(&self, counted: LimitSubject<'_>) -> usize {
        usize::try_from(self.hash.hash_one(counted) % COUNTERS as u64).unwrap_or_default()
    }

    fn counts(&self) -> MutexGuard<'_, Vec<Count>> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The address; of IPv6 the half that a customer of a network gets, since they have all addresses in it.
pub(crate) fn network(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(whole) => IpAddr::V6(Ipv6Addr::from_bits(whole.to_bits() >> 64 << 64)),
    }
}
