//! Export as it travels: how the file is to be, and the proof that nothing was lost.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// How the file is to be; what is left out is as the book came.
#[derive(Debug, Clone, Default, Deserialize, ToSchema, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
#[expect(clippy::struct_excessive_bools, reason = "each is a choice of its own")]
pub(crate) struct ExportRequest {
    /// The format.
    #[serde(default)]
    #[param(inline)]
    pub(crate) format: Option<OutFormat>,
    /// Source and translation together, with the source in this place.
    #[serde(default)]
    #[param(inline)]
    pub(crate) bilingual: Option<SourcePlace>,
    /// Leave vertical writing and page direction as the original has them.
    #[serde(default)]
    pub(crate) keep_direction: bool,
    /// Say on a closing page and in the metadata of an EPUB with which models it was translated.
    #[serde(default)]
    pub(crate) credits: bool,
    /// The person to be named there.
    #[serde(default)]
    pub(crate) translator: Option<String>,
    /// Write the placeholders of a rehearsal where there is no translation; the file is marked as a rehearsal.
    #[serde(default)]
    pub(crate) rehearsal: bool,
    /// Write only what a person has reviewed in translation; everything else stays in the source and is counted so.
    #[serde(default)]
    pub(crate) reviewed_only: bool,
    /// Only these chapters, by number, as `1-3,7`: a text or an EPUB of its own.
    #[serde(default)]
    pub(crate) chapters: Option<String>,
}

/// A format to write.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum OutFormat {
    /// Plain text.
    Text,
    /// EPUB.
    Epub,
}

/// Where the source stands in a bilingual book.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum SourcePlace {
    /// Above its translation.
    Above,
    /// Below its translation.
    Below,
}

/// The proof that every paragraph is accounted for.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct CertificatePage {
    /// The name the file would have.
    pub(crate) file_name: String,
    /// Whether nothing was lost.
    pub(crate) holds: bool,
    /// What it comes to, in a sentence.
    pub(crate) summary: String,
    /// Paragraphs in all.
    pub(crate) n_paragraphs: u64,
    /// Translated ones.
    pub(crate) n_translated: u64,
    /// Ones kept as they are.
    pub(crate) n_kept: u64,
    /// Ones without translation.
    pub(crate) n_untranslated: u64,
    /// Whether the texts counted as translated are those of a rehearsal.
    pub(crate) rehearsal: bool,
    /// What is wrong, at most fifty.
    pub(crate) violations: Vec<String>,
    /// How many things are wrong.
    pub(crate) n_violations: u64,
    /// The size of the file in bytes.
    pub(crate) n_bytes: u64,
}
