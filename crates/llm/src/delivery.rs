//! The forms in which a model can hand over what it was asked for, and a person's choice among them.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// The form in which a model hands over its work.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Delivery {
    /// By calling tools.
    #[default]
    Tools,
    /// As one JSON object, constrained by a schema where the service can do that.
    Structured,
    /// As numbered lines of text.
    Lines,
}

impl Delivery {
    /// All forms, from the one that asks most of a model to the one that asks least.
    pub const ALL: [Self; 3] = [Self::Tools, Self::Structured, Self::Lines];

    /// The word for it in settings, flags and events.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Tools => "tools",
            Self::Structured => "structured",
            Self::Lines => "lines",
        }
    }

    /// The form to try where this one does not work.
    pub const fn simpler(self) -> Option<Self> {
        match self {
            Self::Tools => Some(Self::Structured),
            Self::Structured => Some(Self::Lines),
            Self::Lines => None,
        }
    }
}

impl fmt::Display for Delivery {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.as_str())
    }
}

/// A person's choice of the form.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DeliveryChoice {
    /// The one that works: as it was learnt, else tools first.
    #[default]
    Auto,
    /// Tools, whatever happens.
    Tools,
    /// A JSON object, whatever happens.
    Structured,
    /// Numbered lines, whatever happens.
    Lines,
}

impl DeliveryChoice {
    /// Every choice.
    pub const ALL: [Self; 4] = [Self::Auto, Self::Tools, Self::Structured, Self::Lines];

    /// The form that was chosen; `None` leaves it open.
    pub const fn form(self) -> Option<Delivery> {
        match self {
            Self::Auto => None,
            Self::Tools => Some(Delivery::Tools),
            Self::Structured => Some(Delivery::Structured),
            Self::Lines => Some(Delivery::Lines),
        }
    }

    /// The word for it in settings and flags.
    pub const fn as_str(self) -> &'static str {
        match self.form() {
            None => "auto",
            Some(form) => form.as_str(),
        }
    }
}

impl FromStr for DeliveryChoice {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let known = Self::ALL.into_iter().find(|choice| choice.as_str() == text);
        known.ok_or_else(|| "the forms are auto, tools, structured and lines".to_owned())
    }
}

impl fmt::Display for DeliveryChoice {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.as_str())
    }
}
