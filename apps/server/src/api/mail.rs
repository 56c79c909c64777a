//! Where a member's notices are mailed to, as it travels.

use serde::{Deserialize, Serialize};
use store::mail::MailFrequency as StoredFrequency;
use utoipa::ToSchema;

/// How often mail comes at most.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum MailFrequency {
    /// No mail.
    Never,
    /// Once an hour.
    Hourly,
    /// Once a day.
    Daily,
}

impl From<StoredFrequency> for MailFrequency {
    fn from(frequency: StoredFrequency) -> Self {
        match frequency {
            StoredFrequency::Never => Self::Never,
            StoredFrequency::Hourly => Self::Hourly,
            StoredFrequency::Daily => Self::Daily,
        }
    }
}

impl From<MailFrequency> for StoredFrequency {
    fn from(frequency: MailFrequency) -> Self {
        match frequency {
            MailFrequency::Never => Self::Never,
            MailFrequency::Hourly => Self::Hourly,
            MailFrequency::Daily => Self::Daily,
        }
    }
}

/// What one has chosen.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct MailChoice {
    /// Whether this server sends mail at all.
    pub(crate) is_offered: bool,
    /// Null where one has given none.
    pub(crate) address: Option<String>,
    /// Whether the link that was mailed to the address was opened. No notices are mailed before.
    pub(crate) is_confirmed: bool,
    pub(crate) frequency: MailFrequency,
}

/// What one chooses. Mail comes in the language of this request.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct MailRequest {
    /// Null forgets it.
    pub(crate) address: Option<String>,
    pub(crate) frequency: MailFrequency,
}
