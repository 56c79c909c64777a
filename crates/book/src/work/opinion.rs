//! What a model that was asked thinks of a translation: in what respect it is wrong, how gravely, and which words show it.

use serde::{Deserialize, Serialize};

/// One thing a model thinks is wrong with a translation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Opinion {
    /// In what respect.
    pub category: OpinionCategory,
    /// How gravely.
    pub gravity: OpinionGravity,
    /// The words of the source it is about, as they stand there; empty where it is about the translation only.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub source: String,
    /// The words of the translation it is about, as they stand there; empty where something is missing.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub translation: String,
    /// What is wrong, in the model's words.
    pub comment: String,
}

/// In what respect a translation is wrong: the dimensions of MQM, as far as they can be seen in a paragraph.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OpinionCategory {
    /// Something of the source is missing.
    Omission,
    /// Something is there that the source does not say.
    Addition,
    /// It says something else than the source.
    Mistranslation,
    /// It does not read well.
    Fluency,
    /// A term or a name is rendered wrongly.
    Terminology,
    /// The style does not fit.
    Style,
}

impl OpinionCategory {
    /// All of them.
    pub const ALL: [Self; 6] =
        [Self::Omission, Self::Addition, Self::Mistranslation, Self::Fluency, Self::Terminology, Self::Style];

    /// The word for it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Omission => "omission",
            Self::Addition => "addition",
            Self::Mistranslation => "mistranslation",
            Self::Fluency => "fluency",
            Self::Terminology => "terminology",
            Self::Style => "style",
        }
    }
}

/// How gravely a translation is wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OpinionGravity {
    /// A reader hardly notices.
    Minor,
    /// A reader notices or is misled.
    Major,
    /// The paragraph says something else.
    Critical,
}

impl OpinionGravity {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Minor, Self::Major, Self::Critical];

    /// The word for it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Minor => "minor",
            Self::Major => "major",
            Self::Critical => "critical",
        }
    }
}
