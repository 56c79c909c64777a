//! What is to be repaired in the paragraphs of a chunk: each in the way that suits what was found in it.

use book::id::ParagraphId;
use book::text::version::TaskKind;
use checks::check::Finding;
use std::collections::HashMap;

/// The way a paragraph is repaired.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RepairWay {
    /// It came back untranslated, or wrapped in other text: translate it from the source alone.
    Afresh,
    /// Something was left out: sentence by sentence, numbered.
    Sentences,
    /// Something was added: only what is in the source.
    SourceOnly,
    /// It stands at the wrong place or repeats its neighbour: each paragraph from its own source.
    Realign,
    /// It ran into repetition: each sentence once.
    Unloop,
    /// A word, a number or a mark is wrong: the smallest change that puts it right.
    Span,
    /// Nothing is known to be wrong; another translation is wanted to choose from.
    Candidate,
}

impl RepairWay {
    /// The kind of task that does it: what is repaired in place is shown its present translation, what is made anew is not.
    pub const fn kind(self) -> TaskKind {
        match self {
            Self::Span => TaskKind::Proofreading,
            Self::Afresh
            | Self::Sentences
            | Self::SourceOnly
            | Self::Realign
            | Self::Unloop
            | Self::Candidate => TaskKind::Translation,
        }
    }

    /// What is done, in words for a person.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Afresh => "translated afresh",
            Self::Sentences => "sentence by sentence",
            Self::SourceOnly => "translated without additions",
            Self::Realign => "put back in their places",
            Self::Unloop => "translated without repetition",
            Self::Span => "corrected in place",
            Self::Candidate => "another candidate",
        }
    }

    /// Whether what stands before the chunk is kept from the model, because it may be where the fault came from.
    pub const fn wants_fresh_context(self) -> bool {
        match self {
            Self::Afresh | Self::Realign | Self::Unloop => true,
            Self::Sentences | Self::SourceOnly | Self::Span | Self::Candidate => false,
        }
    }
}

/// What is to be repaired in one paragraph.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Repair {
    /// How.
    pub way: RepairWay,
    /// What was found, gravest first.
    pub findings: Vec<Finding>,
    /// The sentences of the source, where they are to be numbered.
    pub sentences: Vec<String>,
}

/// What is to be repaired, by paragraph.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Repairs {
    by_paragraph: HashMap<ParagraphId, Repair>,
}

impl Repairs {
    /// What is to be repaired in a paragraph.
    pub fn get(&self, paragraph: ParagraphId) -> Option<&Repair> {
        self.by_paragraph.get(&paragraph)
    }

    /// The paragraphs with something to be repaired.
    pub fn iter(&self) -> impl Iterator<Item = (ParagraphId, &Repair)> {
        self.by_paragraph.iter().map(|(id, repair)| (*id, repair))
    }
}

impl FromIterator<(ParagraphId, Repair)> for Repairs {
    fn from_iter<T: IntoIterator<Item = (ParagraphId, Repair)>>(repairs: T) -> Self {
        Self { by_paragraph: repairs.into_iter().collect() }
    }
}
