//! Everything that can go wrong between a request and its reply, told apart by what to do about it.

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// Why there is no reply. A message says what happened, at which service, and what to do; it never
/// contains a key.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
#[serde(tag = "failure", rename_all = "snake_case")]
pub enum Failure {
    /// The key is missing, wrong or not allowed to use this model.
    #[error(
        "`{service}` refused the key: {detail}; hint: check that the key is current and may use this model"
    )]
    Authentication {
        /// The service that answered.
        service: String,
        /// Its own words.
        detail: String,
    },
    /// The account has no money or no allowance left; waiting will not help soon.
    #[error(
        "the account at `{service}` has no credit left: {detail}; hint: add credit there, or choose another model"
    )]
    Quota {
        /// The service that answered.
        service: String,
        /// Its own words.
        detail: String,
    },
    /// Too many requests or tokens just now.
    #[error(
        "`{service}` refused the request for now: {detail}; hint: wait, or set `requests_per_minute` or `concurrency` for this model"
    )]
    RateLimited {
        /// The service that answered.
        service: String,
        /// Its own words.
        detail: String,
        /// How long it asks to wait.
        #[serde(default)]
        retry_after: Option<Duration>,
    },
    /// The request does not fit the model's window.
    #[error(
        "the request is too long for the model at `{service}`: {detail}; hint: use smaller chunks, or a model with a larger window"
    )]
    ContextTooLong {
        /// The service that answered.
        service: String,
        /// Its own words.
        detail: String,
    },
    /// The model or a content filter would not answer.
    #[error("the model at `{service}` refused to answer: {detail}; hint: try another model for this passage")]
    Refused {
        /// The service that answered.
        service: String,
        /// Its own words.
        detail: String,
    },
    /// The service does not accept the request as it is: unknown model, unsupported option.
    #[error(
        "`{service}` rejected the request (status {status}): {detail}; hint: check the model's name and its options with `tsumugi models test`"
    )]
    Rejected {
        /// The service that answered.
        service: String,
        /// The HTTP status.
        status: u16,
        /// Its own words.
        detail: String,
    },
    /// The reply was cut off by the limit on output tokens.
    #[error(
        "the reply from `{service}` was cut off: {detail}; hint: raise the output limit, or use smaller chunks"
    )]
    Truncated {
        /// The service that answered.
        service: String,
        /// What was cut.
        detail: String,
    },
    /// The reply is not what the dialect promises.
    #[error(
        "cannot read the reply from `{service}`: {detail}; hint: check the base URL and the dialect with `tsumugi models test`"
    )]
    Malformed {
        /// The service that answered.
        service: String,
        /// What was wrong with it.
        detail: String,
    },
    /// The model fell into repeating itself, or would not stop.
    #[error(
        "the model at `{service}` repeated itself or did not stop: {detail}; hint: try again, use smaller chunks, or choose another model"
    )]
    Degenerate {
        /// The service that answered.
        service: String,
        /// How it showed.
        detail: String,
    },
    /// The connection could not be made or broke.
    #[error(
        "cannot connect to `{service}`: {detail}; hint: check the network, the base URL and the proxy, and that a local server is running"
    )]
    Network {
        /// The service that was to answer.
        service: String,
        /// How it broke.
        detail: String,
    },
    /// No server listens on this machine where one was to answer.
    #[error("{name} is not running on {address}; hint: {hint}")]
    NotRunning {
        /// What is to be running, as people call it.
        name: String,
        /// Where it was looked for.
        address: String,
        /// How it is started.
        hint: String,
    },
    /// Nothing came in time.
    #[error(
        "no reply from `{service}` in time: {detail}; hint: try again, or set a longer `first_token_timeout` or `timeout` for this model"
    )]
    Timeout {
        /// The service that was to answer.
        service: String,
        /// What was waited for, and how long.
        detail: String,
    },
    /// The service itself is in trouble.
    #[error("`{service}` failed with status {status}: {detail}; hint: try again later")]
    Server {
        /// The service that answered.
        service: String,
        /// The HTTP status.
        status: u16,
        /// Its own words.
        detail: String,
        /// How long it asks to wait.
        #[serde(default)]
        retry_after: Option<Duration>,
    },
    /// A program that was to translate did not.
    #[error(
        "the program `{program}` failed: {detail}; hint: run it by hand on a line of text to see what is wrong"
    )]
    Program {
        /// The program.
        program: String,
        /// How it failed, in its own words if it said any.
        detail: String,
    },
    /// The caller gave up.
    #[error("the request to `{service}` was cancelled; hint: resume the run to ask again")]
    Cancelled {
        /// The service that was asked.
        service: String,
    },
    /// Sending it could have cost more than the person allows.
    #[error("the budget does not allow another request: {detail}; hint: raise the limit, or resume later")]
    Budget {
        /// The limit and what is left of it.
        detail: String,
    },
}

impl Failure {
    /// Whether the same request may succeed when sent again, and sending it again does no harm.
    pub fn is_transient(&self) -> bool {
        match self {
            Self::RateLimited { .. }
            | Self::Malformed { .. }
            | Self::Degenerate { .. }
            | Self::Network { .. }
            | Self::NotRunning { .. }
            | Self::Timeout { .. }
            | Self::Server { .. } => true,
            Self::Authentication { .. }
            | Self::Quota { .. }
            | Self::ContextTooLong { .. }
            | Self::Refused { .. }
            | Self::Rejected { .. }
            | Self::Truncated { .. }
            | Self::Program { .. }
            | Self::Cancelled { .. }
            | Self::Budget { .. } => false,
        }
    }

    /// How long the service asked to wait, if it did.
    pub fn retry_after(&self) -> Option<Duration> {
        match self {
            Self::RateLimited { retry_after, .. } | Self::Server { retry_after, .. } => *retry_after,
            Self::Authentication { .. }
            | Self::Quota { .. }
            | Self::ContextTooLong { .. }
            | Self::Refused { .. }
            | Self::Rejected { .. }
            | Self::Truncated { .. }
            | Self::Malformed { .. }
            | Self::Degenerate { .. }
            | Self::Network { .. }
            | Self::NotRunning { .. }
            | Self::Timeout { .. }
            | Self::Program { .. }
            | Self::Cancelled { .. }
            | Self::Budget { .. } => None,
        }
    }

    /// The same failure with its detail rewritten, for striking out secrets.
    #[must_use]
    pub(crate) fn map_detail(mut self, rewrite: impl FnOnce(&str) -> String) -> Self {
        match &mut self {
            Self::Authentication { detail, .. }
            | Self::Quota { detail, .. }
            | Self::RateLimited { detail, .. }
            | Self::ContextTooLong { detail, .. }
            | Self::Refused { detail, .. }
            | Self::Rejected { detail, .. }
            | Self::Truncated { detail, .. }
            | Self::Malformed { detail, .. }
            | Self::Degenerate { detail, .. }
            | Self::Network { detail, .. }
            | Self::Timeout { detail, .. }
            | Self::Server { detail, .. }
            | Self::Program { detail, .. }
            | Self::Budget { detail } => *detail = rewrite(detail),
            Self::Cancelled { .. } | Self::NotRunning { .. } => {}
        }
        self
    }

    /// A short stable name for records and tests.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Authentication { .. } => "authentication",
            Self::Quota { .. } => "quota",
            Self::RateLimited { .. } => "rate_limited",
            Self::ContextTooLong { .. } => "context_too_long",
            Self::Refused { .. } => "refused",
            Self::Rejected { .. } => "rejected",
            Self::Truncated { .. } => "truncated",
            Self::Malformed { .. } => "malformed",
            Self::Degenerate { .. } => "degenerate",
            Self::Network { .. } => "network",
            Self::NotRunning { .. } => "not_running",
            Self::Timeout { .. } => "timeout",
            Self::Server { .. } => "server",
            Self::Program { .. } => "program",
            Self::Cancelled { .. } => "cancelled",
            Self::Budget { .. } => "budget",
        }
    }
}
