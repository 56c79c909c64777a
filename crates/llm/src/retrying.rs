//! A decorator that retries transient failures, before and during a reply.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use futures::{StreamExt, stream};
use tokio::time::sleep;

use crate::{Event, EventStream, Failure, Model, Request};

/// How often a request is retried, and after which waits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RetryPolicy {
    /// All attempts, the first included.
    pub max_attempts: u32,
    /// Attempts when the reply came but was unusable: each of those was paid for.
    pub max_attempts_after_reply: u32,
    /// The wait before the second attempt; it doubles from there.
    pub first_delay: Duration,
    /// No wait of our own choosing is longer.
    pub max_delay: Duration,
    /// A service that asks for a longer wait is not waited for.
    pub max_retry_after: Duration,
    /// Seed of the jitter, so that tests repeat.
    pub seed: u64,
}

impl Default for RetryPolicy {
    fn default() -> Self {
        Self {
            max_attempts: 5,
            max_attempts_after_reply: 2,
            first_delay: Duration::from_millis(500),
            max_delay: Duration::from_secs(30),
            max_retry_after: Duration::from_mins(5),
            seed: 0,
        }
    }
}

/// Retries transient failures, before and amid a reply. An attempt that broke off amid a reply is
/// announced with [`Event::Restarted`], so that its usage is kept and its text is not.
pub struct Retrying {
    inner: Arc<dyn Model>,
    rules: Arc<Rules>,
}

struct Rules {
    policy: RetryPolicy,
    jitter: Mutex<fastrand::Rng>,
}

impl Retrying {
    /// Wraps a model.
    pub fn new(inner: Arc<dyn Model>, policy: RetryPolicy) -> Self {
        let jitter = Mutex::new(fastrand::Rng::with_seed(policy.seed));
        Self { inner, rules: Arc::new(Rules { policy, jitter }) }
    }
}

#[async_trait]
impl Model for Retrying {
    fn name(&self) -> &str {
        self.inner.name()
    }

    async fn stream(&self, request: &Request) -> Result<EventStream, Failure> {
        // In a box, because it changes hands with every event.
        let mut asking = Box::new(Asking {
            inner: Arc::clone(&self.inner),
            rules: Arc::clone(&self.rules),
            request: request.clone(),
            attempt: 1,
            broken: None,
            has_emitted: false,
            first: None,
            waiting: None,
            current: None,
        });
        match asking.inner.stream(request).await {
            Ok(events) => asking.current = Some(events),
            // Whoever reads the events is told of the wait before it begins.
            Err(failure) => asking.first = Some(asking.wait_after(failure)?),
        }
        Ok(Box::pin(stream::unfold(asking, |mut asking| async move {
            let item = asking.next().await?;
            Some((item, asking))
        })))
    }
}

/// One request with all its attempts.
struct Asking {
    inner: Arc<dyn Model>,
    rules: Arc<Rules>,
    request: Request,
    attempt: u32,
    /// Whether the current attempt has emitted an event.
    has_emitted: bool,
    /// What broke an attempt off after it had emitted events.
    broken: Option<String>,
    /// An event to be told before all others.
    first: Option<Event>,
    /// The wait before the next attempt.
    waiting: Option<Duration>,
    current: Option<EventStream>,
}

impl Asking {
    async fn next(&mut self) -> Option<Result<Event, Failure>> {
        if let Some(event) = self.first.take() {
            return Some(Ok(event));
        }
        if let Some(delay) = self.waiting.take() {
            // In a box, so that what waits for the next event stays small.
            return Box::pin(self.begin_again(delay)).await;
        }
        match self.current.as_mut()?.next().await? {
            Ok(event) => {
                self.has_emitted = true;
                Some(Ok(event))
            }
            Err(failure) => {
                self.current = None;
                if std::mem::take(&mut self.has_emitted) {
                    self.broken = Some(failure.to_string());
                }
                Some(self.wait_after(failure))
            }
        }
    }

    /// The wait that follows a failed attempt, to be told; the failure itself if no further attempt is made.
    fn wait_after(&mut self, failure: Failure) -> Result<Event, Failure> {
        let Some(delay) = self.rules.delay(self.attempt, &failure) else { return Err(failure) };
        tracing::info!(attempt = self.attempt, kind = failure.kind(), ?delay, "asking again");
        self.waiting = Some(delay);
        let wait_ms = u64::try_from(delay.as_millis()).unwrap_or(u64::MAX);
        Ok(Event::Waiting { reason: failure.to_string(), wait_ms })
    }

    async fn begin_again(&mut self, delay: Duration) -> Option<Result<Event, Failure>> {
        sleep(delay).await;
        self.attempt += 1;
        match self.inner.stream(&self.request).await {
            Ok(events) => self.current = Some(events),
            Err(failure) => return Some(self.wait_after(failure)),
        }
        match self.broken.take() {
            Some(reason) => Some(Ok(Event::Restarted { attempt: self.attempt, reason })),
            None => Box::pin(self.next()).await,
        }
    }
}

impl Rules {
    /// How long to wait after this attempt failed; nothing if it was the last.
    fn delay(&self, attempt: u32, failure: &Failure) -> Option<Duration> {
        let policy = &self.policy;
        let was_answered = matches!(
            failure,
            Failure::Malformed { .. } | Failure::Degenerate { .. } | Failure::Blocked { .. }
        );
        let most = if was_answered { policy.max_attempts_after_reply } else { policy.max_attempts };
        if !failure.is_transient() || attempt >= most {
            return None;
        }
        let doubled = policy.first_delay.saturating_mul(1_u32.checked_shl(attempt - 1).unwrap_or(u32::MAX));
        let longest = doubled.min(policy.max_delay);
        // Half of the wait is fixed, half is random, so that clients do not retry in step.
        let random = self.jitter.lock().unwrap_or_else(PoisonError::into_inner).f64();
        let jittered = longest / 2 + (longest / 2).mul_f64(random);
        match failure.retry_after() {
            Some(asked) if asked > policy.max_retry_after => None,
            Some(asked) => Some(asked.saturating_add(jittered / 8)),
            None => Some(jittered),
        }
    }
}
