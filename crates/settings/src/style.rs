//! The house style in the settings: how a person wants translations into a language where good translators differ.

use book::language::LanguageTag;
use checks::policy::{Honorifics, Notes, Policy, Quotes, Spacing};
use serde::Deserialize;
use std::collections::BTreeMap;

/// Styles by target language.
pub type Styles = BTreeMap<LanguageTag, Style>;

/// What the settings say for one target language; what is not said is left to the translator.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Style {
    quotes: Option<QuoteChoice>,
    honorifics: Option<HonorificChoice>,
    spacing: Option<SpacingChoice>,
    notes: Option<NoteChoice>,
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum QuoteChoice {
    Usual,
    Free,
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum HonorificChoice {
    Keep,
    Drop,
    Localise,
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum SpacingChoice {
    Spaced,
    Tight,
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum NoteChoice {
    #[serde(alias = "welcome")]
    Footnotes,
    #[serde(alias = "unwanted")]
    None,
}

/// The policy for translations into a language: of the very tag, or else of the language.
pub fn policy(styles: &Styles, target: &LanguageTag) -> Policy {
    let by_language =
        || styles.iter().find(|(tag, _)| tag.primary() == target.primary()).map(|(_, style)| style);
    let mut policy = Policy::undecided();
    let Some(style) = styles.get(target).or_else(by_language) else { return policy };
    if let Some(quotes) = style.quotes {
        policy.quotes = match quotes {
            QuoteChoice::Usual => Quotes::Usual,
            QuoteChoice::Free => Quotes::Free,
        };
    }
    if let Some(honorifics) = style.honorifics {
        policy.honorifics = match honorifics {
            HonorificChoice::Keep => Honorifics::Keep,
            HonorificChoice::Drop => Honorifics::Drop,
            HonorificChoice::Localise => Honorifics::Localise,
        };
    }
    if let Some(spacing) = style.spacing {
        policy.spacing = match spacing {
            SpacingChoice::Spaced => Spacing::Spaced,
            SpacingChoice::Tight => Spacing::Tight,
        };
    }
    if let Some(notes) = style.notes {
        policy.notes = match notes {
            NoteChoice::Footnotes => Notes::Footnotes,
            NoteChoice::None => Notes::None,
        };
    }
    policy
}
