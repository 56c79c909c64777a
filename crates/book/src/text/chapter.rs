//! A chapter: a titled stretch of paragraphs, and whether it is the story or what stands around it.

use super::packed::PackableVec;
use super::paragraph::Paragraph;
use serde::{Deserialize, Serialize};

/// A chapter as an importer hands it over.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Chapter {
    /// The title for lists; empty where the book gives none. The heading itself is also a paragraph.
    pub title: String,
    /// The volume or part the chapter belongs to, where the book names one.
    pub volume: Option<String>,
    /// Story, or what stands before and after it.
    pub matter: Matter,
    /// Every block of the chapter in order, empty ones included.
    pub paragraphs: PackableVec<Paragraph>,
}

/// Which part of the book a chapter is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Matter {
    /// Title page, notes on notation, dedication.
    Front,
    /// The story.
    #[default]
    Body,
    /// Colophon, notes of the digitisers.
    Back,
}

impl Matter {
    /// The word for it in the store.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Front => "front",
            Self::Body => "body",
            Self::Back => "back",
        }
    }

    /// The matter with this word.
    pub fn from_word(word: &str) -> Option<Self> {
        [Self::Front, Self::Body, Self::Back].into_iter().find(|matter| matter.as_str() == word)
    }
}
