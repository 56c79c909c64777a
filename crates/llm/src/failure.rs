//! Everything that can go wrong between a request and its reply, told apart by what to do about it.

use crate::GateRefusal;
use messages::{Explain, Message};
use std::error::Error;
use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// A wait of more minutes than these is told: nobody guesses it.
const LONG_WAIT_MINUTES: u64 = 5;

/// Why there is no reply. A message says what happened, at which service, and what to do; it never
/// contains a key.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "failure", rename_all = "snake_case")]
pub enum Failure {
    /// The key is missing, wrong or not allowed to use this model.
    Authentication {
        /// The service that answered.
        service: String,
        /// Its own words.
        detail: String,
    },
    /// The account has no money or no allowance left; waiting will not help soon.
    Quota {
        /// The service that answered.
        service: String,
        /// Its own words.
        detail: String,
    },
    /// Too many requests or tokens just now.
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
    ContextTooLong {
        /// The service that answered.
        service: String,
        /// Its own words.
        detail: String,
    },
    /// The model or a content filter would not answer.
    Refused {
        /// The service that answered.
        service: String,
        /// Its own words.
        detail: String,
    },
    /// The service does not accept the request as it is: unknown model, unsupported option.
    Rejected {
        /// The service that answered.
        service: String,
        /// The HTTP status.
        status: u16,
        /// Its own words.
        detail: String,
    },
    /// Something between this program and the model answered, or keeps it from answering.
    Blocked {
        /// The service that was to answer.
        service: String,
        /// What stands in the way.
        by: Obstacle,
        /// What was answered.
        detail: String,
    },
    /// The reply was cut off by the limit on output tokens.
    Truncated {
        /// The service that answered.
        service: String,
        /// What was cut.
        detail: String,
    },
    /// The reply is not what the dialect promises.
    Malformed {
        /// The service that answered.
        service: String,
        /// What was wrong with it.
        detail: String,
    },
    /// The model fell into repeating itself, or would not stop.
    Degenerate {
        /// The service that answered.
        service: String,
        /// How it showed.
        detail: String,
    },
    /// The connection could not be made or broke.
    Network {
        /// The service that was to answer.
        service: String,
        /// How it broke.
        detail: String,
    },
    /// No server listens on this machine where one was to answer.
    NotRunning {
        /// What is to be running, as people call it.
        name: String,
        /// Where it was looked for.
        address: String,
        /// How it is started.
        hint: String,
    },
    /// No connection is made to this address.
    AddressRefused {
        /// The service that was to answer.
        service: String,
        /// Why.
        refusal: GateRefusal,
    },
    /// Nothing came in time.
    Timeout {
        /// The service that was to answer.
        service: String,
        /// What was waited for, and how long.
        detail: String,
    },
    /// The service itself is in trouble.
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
    Program {
        /// The program.
        program: String,
        /// How it failed, in its own words if it said any.
        detail: String,
    },
    /// The caller gave up.
    Cancelled {
        /// The service that was asked.
        service: String,
    },
    /// Sending it could have cost more than the person allows.
    Budget {
        /// The limit and what is left of it.
        detail: String,
    },
}

/// What keeps requests from a service.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Obstacle {
    /// A web page answers in place of the service: a network's login, a proxy, or another server at this address.
    Page,
    /// A proxy wants a name and a password.
    ProxyLogin,
    /// The service does not serve the country the request came from.
    Country,
}

impl Explain for Failure {
    fn message(&self) -> Message {
        match self {
            Self::Authentication { service, detail } => {
                Message::new("model_authentication").with("service", service).with("detail", detail)
            }
            Self::Quota { service, detail } => {
                Message::new("model_quota").with("service", service).with("detail", detail)
            }
            Self::RateLimited { service, detail, retry_after } => {
                let minutes = retry_after.map_or(0, |wait| wait.as_secs().div_ceil(60));
                let message = if minutes > LONG_WAIT_MINUTES {
                    Message::new("model_rate_limited_long").with("minutes", minutes)
                } else {
                    Message::new("model_rate_limited")
                };
                message.with("service", service).with("detail", detail)
            }
            Self::ContextTooLong { service, detail } => {
                Message::new("model_context_too_long").with("service", service).with("detail", detail)
            }
            Self::Refused { service, detail } => {
                Message::new("model_refused").with("service", service).with("detail", detail)
            }
            Self::Rejected { service, status, detail } => {
                // Ollama says so of a model that its own command fetches.
                if *status == 404 && detail.contains("try pulling") {
                    return Message::new("model_not_pulled").with("detail", detail);
                }
                let code = if *status == 404 { "model_not_found" } else { "model_rejected" };
                Message::new(code).with("service", service).with("status", status).with("detail", detail)
            }
            Self::Blocked { service, by, detail } => {
                let code = match by {
                    Obstacle::Page => "model_page",
                    Obstacle::ProxyLogin => "model_proxy_login",
                    Obstacle::Country => "model_country",
                };
                Message::new(code).with("service", service).with("detail", detail)
            }
            Self::Truncated { service, detail } => {
                Message::new("model_truncated").with("service", service).with("detail", detail)
            }
            Self::Malformed { service, detail } => {
                Message::new("model_malformed").with("service", service).with("detail", detail)
            }
            Self::Degenerate { service, detail } => {
                Message::new("model_degenerate").with("service", service).with("detail", detail)
            }
            Self::Network { service, detail } => {
                Message::new("model_network").with("service", service).with("detail", detail)
            }
            Self::NotRunning { name, address, hint } => Message::new("model_not_running")
                .with("name", name)
                .with("address", address)
                .with("how", hint),
            Self::AddressRefused { refusal, .. } => refusal.message(),
            Self::Timeout { service, detail } => {
                Message::new("model_timeout").with("service", service).with("detail", detail)
            }
            Self::Server { service, status, detail, .. } => Message::new("model_server")
                .with("service", service)
                .with("status", status)
                .with("detail", detail),
            Self::Program { program, detail } => {
                Message::new("model_program").with("program", program).with("detail", detail)
            }
            Self::Cancelled { service } => Message::new("model_cancelled").with("service", service),
            Self::Budget { detail } => Message::new("model_budget").with("detail", detail),
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = messages::render(&self.message(), messages::Language::English);
        f.write_str(&words.text)?;
        words.hint.map_or(Ok(()), |hint| write!(f, "; hint: {hint}"))
    }
}

impl Error for Failure {}

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
            // A gateway in trouble may show a page once.
            | Self::Blocked { by: Obstacle::Page, .. }
            | Self::Server { .. } => true,
            Self::AddressRefused { .. }
            | Self::Authentication { .. }
            | Self::Quota { .. }
            | Self::ContextTooLong { .. }
            | Self::Refused { .. }
            | Self::Rejected { .. }
            | Self::Blocked { by: Obstacle::ProxyLogin | Obstacle::Country, .. }
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
            Self::AddressRefused { .. }
            | Self::Authentication { .. }
            | Self::Quota { .. }
            | Self::ContextTooLong { .. }
            | Self::Refused { .. }
            | Self::Rejected { .. }
            | Self::Blocked { .. }
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
            | Self::Blocked { detail, .. }
            | Self::Truncated { detail, .. }
            | Self::Malformed { detail, .. }
            | Self::Degenerate { detail, .. }
            | Self::Network { detail, .. }
            | Self::Timeout { detail, .. }
            | Self::Server { detail, .. }
            | Self::Program { detail, .. }
            | Self::Budget { detail } => *detail = rewrite(detail),
            Self::AddressRefused { .. } | Self::Cancelled { .. } | Self::NotRunning { .. } => {}
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
            Self::Blocked { .. } => "blocked",
            Self::Truncated { .. } => "truncated",
            Self::Malformed { .. } => "malformed",
            Self::Degenerate { .. } => "degenerate",
            Self::Network { .. } => "network",
            Self::NotRunning { .. } => "not_running",
            Self::AddressRefused { .. } => "address_refused",
            Self::Timeout { .. } => "timeout",
            Self::Server { .. } => "server",
            Self::Program { .. } => "program",
            Self::Cancelled { .. } => "cancelled",
            Self::Budget { .. } => "budget",
        }
    }
}
