//! A bucket that fills steadily and may run into debt: the estimate is taken before sending, the truth after.

use std::time::Duration;

use tokio::time::Instant;

/// So much per minute, or no limit at all.
#[derive(Debug)]
pub(super) struct Bucket {
    /// Units per minute, which is also what the bucket holds when full.
    per_minute: Option<f64>,
    level: f64,
    filled_at: Option<Instant>,
}

impl Bucket {
    pub(super) fn per_minute(limit: Option<u64>) -> Self {
        let per_minute = limit.map(|limit| units(limit.max(1)));
        Self { per_minute, level: per_minute.unwrap_or(0.0), filled_at: None }
    }

    /// When so many units will be there. A wish larger than the bucket is granted when it is full.
    pub(super) fn free_at(&self, now: Instant, wanted: u64, n_users: u32) -> Instant {
        let Some(per_minute) = self.share(n_users) else { return now };
        let missing = units(wanted).min(per_minute) - self.level_at(now, per_minute);
        if missing <= 0.0 {
            return now;
        }
        // A millisecond more than computed, so that rounding never leaves a crumb missing.
        let wait = Duration::try_from_secs_f64(missing / per_minute * 60.0).unwrap_or(Duration::from_mins(1));
        now + wait + Duration::from_millis(1)
    }

    pub(super) fn take(&mut self, now: Instant, taken: u64, n_users: u32) {
        self.change(now, -units(taken), n_users);
    }

    pub(super) fn give_back(&mut self, now: Instant, given: u64, n_users: u32) {
        self.change(now, units(given), n_users);
    }

    /// What each of so many users may take in a minute.
    fn share(&self, n_users: u32) -> Option<f64> {
        self.per_minute.map(|per_minute| (per_minute / f64::from(n_users.max(1))).max(1.0))
    }

    fn change(&mut self, now: Instant, by: f64, n_users: u32) {
        let Some(per_minute) = self.share(n_users) else { return };
        self.level = (self.level_at(now, per_minute) + by).min(per_minute);
        self.filled_at = Some(now);
    }

    fn level_at(&self, now: Instant, per_minute: f64) -> f64 {
        let since = self.filled_at.map_or(Duration::ZERO, |filled| now.saturating_duration_since(filled));
        (self.level + since.as_secs_f64() / 60.0 * per_minute).min(per_minute)
    }
}

fn units(count: u64) -> f64 {
    f64::from(u32::try_from(count).unwrap_or(u32::MAX))
}
