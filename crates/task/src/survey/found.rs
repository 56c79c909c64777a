//! What a model found in a piece of a book and the text bears out. It is stored with the piece, so that nothing is paid for
//! twice.

use book::id::{ChapterId, ParagraphId};
use book::knowledge::character::Gender;
use book::knowledge::evidence::StoryPosition;
use book::knowledge::term::TermKind;
use serde::{Deserialize, Serialize};

/// What was found in one piece.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct SurveyFindings {
    pub terms: Vec<FoundTerm>,
    pub characters: Vec<FoundCharacter>,
    /// Summaries of chapters or parts of them.
    pub summaries: Vec<FoundSummary>,
    /// What was claimed and is not in the text.
    pub n_dropped: usize,
    /// What was refused for another reason: chatter, everyday words, identical pairs.
    pub n_refused: usize,
    /// The first of both, as they were claimed.
    pub dropped: Vec<DroppedClaim>,
}

/// A claim that was not believed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DroppedClaim {
    /// What was claimed.
    pub what: DroppedWhat,
    /// As in the source, or the words of the claim.
    pub source: String,
    /// The translation that was claimed.
    pub translation: String,
    /// Why it was dropped.
    pub why: DroppedWhy,
    /// Those of the cited paragraphs that are in the piece.
    pub cited: Vec<ParagraphId>,
}

/// What was claimed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DroppedWhat {
    Term,
    Character,
    /// Something about a character.
    Fact,
    Summary,
}

impl DroppedWhat {
    /// A word for programs.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Term => "term",
            Self::Character => "character",
            Self::Fact => "fact",
            Self::Summary => "summary",
        }
    }
}

/// Why a claim was dropped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DroppedWhy {
    /// The cited paragraphs do not bear it out.
    NotInText,
    /// It is chatter, an everyday word, or the same in both languages.
    NotATerm,
    /// It is no name.
    NotAName,
}

impl DroppedWhy {
    /// A word for programs.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::NotInText => "not_in_text",
            Self::NotATerm => "not_a_term",
            Self::NotAName => "not_a_name",
        }
    }
}

/// Paragraphs that bear something out, and the first moment of the story at which they do.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Citation {
    pub paragraphs: Vec<ParagraphId>,
    /// The chapter of the first of them.
    pub moment: StoryPosition,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FoundTerm {
    /// The word.
    pub source: String,
    pub translation: String,
    /// What it names.
    pub kind: TermKind,
    /// A remark.
    pub note: String,
    /// Where it stands.
    pub cited: Citation,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FoundCharacter {
    pub name: String,
    pub translation: String,
    /// Where it stands.
    pub cited: Citation,
    /// What is said of the person.
    pub facts: Vec<FoundFact>,
}

/// Something said of a character.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FoundFact {
    /// What.
    #[serde(flatten)]
    pub claim: CharacterClaim,
    /// Where the words that show it stand.
    pub cited: Citation,
}

/// What can be said of a character.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "claim", rename_all = "snake_case")]
pub enum CharacterClaim {
    /// Another name.
    Alias {
        /// As in the source.
        name: String,
        /// As in the translation.
        translation: String,
    },
    Gender {
        /// Which.
        gender: Gender,
    },
    /// How the person talks.
    Voice {
        /// In a few words.
        register: String,
    },
    /// Who the person is.
    Description {
        /// In a sentence.
        text: String,
    },
    /// How the person addresses another.
    Address {
        /// The other's name.
        to: String,
        /// The form in the source.
        form: String,
        /// The form in the translation.
        translation: String,
    },
}

/// What happens in a chapter or a part of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FoundSummary {
    pub chapter: ChapterId,
    /// In a few sentences.
    pub text: String,
}
