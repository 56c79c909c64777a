//! What a person may set for a service or one of its models.

use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::retry_after::duration;
use crate::{DeliveryChoice, Thinking};

/// Settings of a service or of one of its models. They stand beside the other keys of `[vendors.ID]` and
/// `[vendors.ID.models.NAME]`; a model's go before its service's.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ModelSettings {
    /// The longest wait between two pieces of a reply.
    pub timeout: Option<TimeSpan>,
    /// The longest wait for the first piece; `timeout` if it is not set.
    pub first_token_timeout: Option<TimeSpan>,
    /// Requests per minute and key.
    pub requests_per_minute: Option<u32>,
    /// Tokens per minute and key, in and out.
    pub tokens_per_minute: Option<u64>,
    /// Requests at once, over all keys.
    pub concurrency: Option<u32>,
    /// The form in which the model hands over its work.
    pub delivery: Option<DeliveryChoice>,
    /// How much the model thinks.
    pub thinking: Option<Thinking>,
    /// How often a batch is asked after.
    pub batch_poll: Option<TimeSpan>,
    /// The temperature of every request.
    pub temperature: Option<f32>,
    /// The proxy for this service.
    pub proxy: Option<String>,
    /// Whether that proxy may read the key, where the service is reached without encryption.
    pub key_through_proxy: Option<bool>,
    /// A file of PEM certificates to trust beside the system's.
    pub ca: Option<PathBuf>,
}

impl ModelSettings {
    /// The names of all settings, as they are written in the configuration.
    pub const KEYS: &[&str] = &[
        "batch_poll",
        "ca",
        "concurrency",
        "delivery",
        "first_token_timeout",
        "key_through_proxy",
        "proxy",
        "requests_per_minute",
        "temperature",
        "thinking",
        "timeout",
        "tokens_per_minute",
    ];

    /// These, and the others' where these are silent.
    #[must_use]
    pub fn or(self, others: &Self) -> Self {
        Self {
            timeout: self.timeout.or(others.timeout),
            first_token_timeout: self.first_token_timeout.or(others.first_token_timeout),
            requests_per_minute: self.requests_per_minute.or(others.requests_per_minute),
            tokens_per_minute: self.tokens_per_minute.or(others.tokens_per_minute),
            concurrency: self.concurrency.or(others.concurrency),
            delivery: self.delivery.or(others.delivery),
            thinking: self.thinking.or(others.thinking),
            batch_poll: self.batch_poll.or(others.batch_poll),
            temperature: self.temperature.or(others.temperature),
            proxy: self.proxy.or_else(|| others.proxy.clone()),
            key_through_proxy: self.key_through_proxy.or(others.key_through_proxy),
            ca: self.ca.or_else(|| others.ca.clone()),
        }
    }
}

/// A span of time as a person writes it: `90s`, `10m`, `1h30m`, or a number of seconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TimeSpan(pub Duration);

impl fmt::Display for TimeSpan {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.0.as_secs();
        match (seconds % 3600, seconds % 60) {
            (0, _) if seconds > 0 => write!(formatter, "{}h", seconds / 3600),
            (_, 0) if seconds > 0 => write!(formatter, "{}m", seconds / 60),
            _ => write!(formatter, "{}s", self.0.as_secs_f64()),
        }
    }
}

impl Serialize for TimeSpan {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for TimeSpan {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum WrittenDuration {
            Seconds(f64),
            Text(String),
        }
        let written = match WrittenDuration::deserialize(deserializer)? {
            WrittenDuration::Seconds(seconds) => Duration::try_from_secs_f64(seconds).ok(),
            WrittenDuration::Text(text) => duration(&text),
        };
        let span = written.filter(|span| !span.is_zero());
        span.map(Self).ok_or_else(|| de::Error::custom("a span of time looks like `90s`, `10m` or `1h30m`"))
    }
}

/// Moves the settings that stand beside the other keys of a table into a table of their own.
pub(super) fn gather(table: &mut toml::Table) {
    let mut settings = toml::Table::new();
    for key in ModelSettings::KEYS {
        if let Some(value) = table.remove(*key) {
            settings.insert((*key).to_owned(), value);
        }
    }
    if !settings.is_empty() {
        table.insert(String::from("settings"), toml::Value::Table(settings));
    }
    for nested in ["models", "families"] {
        let entries = table.get_mut(nested).and_then(toml::Value::as_table_mut);
        entries
            .into_iter()
            .flat_map(toml::Table::iter_mut)
            .filter_map(|(_, entry)| entry.as_table_mut())
            .for_each(gather);
    }
}
