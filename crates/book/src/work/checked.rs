//! What checks said about a version when it was made, and what a person has let stand: kept beside the text, so that
//! it can be seen later without running anything again.

use serde::{Deserialize, Serialize};

/// What checks said about a version and did to it before it was saved.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct CheckNote {
    /// What they found in the text as it was saved.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub findings: Vec<NotedFinding>,
    /// What was mended by code on the way, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub mends: Vec<Mend>,
    /// The text as it was handed in, where something was mended: the mending is taken back by writing this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub submitted: Option<String>,
}

impl CheckNote {
    /// Whether there is nothing to keep.
    pub const fn is_empty(&self) -> bool {
        self.findings.is_empty() && self.mends.is_empty()
    }
}

/// One finding, as it was told.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NotedFinding {
    /// The check's code.
    pub check: String,
    /// How grave it was.
    pub severity: String,
    /// The finding in Chinese.
    pub zh: String,
    /// The finding in English.
    pub en: String,
}

/// One thing mended by code.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mend {
    /// The check that asked for it.
    pub check: String,
    /// What stood there.
    pub before: String,
    /// What stands there now.
    pub after: String,
}

/// A finding a person has looked at and lets stand.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Acknowledgement {
    /// A mark of source and translation together: with other words the finding is open again.
    pub digest: String,
    /// Why it may stand.
    pub reason: String,
}
