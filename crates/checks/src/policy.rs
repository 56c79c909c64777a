//! How a person wants the translation where good translators differ.

/// Choices of style that hold for a whole book.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Policy {
    /// Which quotation marks.
    pub quotes: Quotes,
    /// What becomes of honorifics.
    pub honorifics: Honorifics,
    /// What becomes of readings over characters.
    pub ruby: Ruby,
    /// Whether a space stands between Han characters and Latin letters or digits.
    pub spacing: Spacing,
    /// Whether a translator's notes are welcome.
    pub notes: Notes,
    /// How an ellipsis is written; without it, the language's usual form in Chinese and Japanese, and anything elsewhere.
    pub ellipsis: Option<String>,
    /// Whether the source may stand beside the translation in one paragraph.
    pub bilingual: BilingualPolicy,
}

impl Policy {
    /// What is asked of every book until a person decides on a house style: quotation marks and ruby are left as the
    /// translator wrote them.
    pub fn undecided() -> Self {
        Self { quotes: Quotes::Free, ruby: Ruby::Keep, ..Self::default() }
    }
}

/// Which quotation marks.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Quotes {
    /// The usual ones of the target language; other accepted ones stay.
    #[default]
    Usual,
    /// Exactly these.
    Marks {
        /// Around speech.
        primary: (char, char),
        /// Inside speech.
        secondary: (char, char),
    },
    /// Whatever the translator writes.
    Free,
}

/// What becomes of honorifics.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Honorifics {
    /// Nobody has decided.
    #[default]
    Undecided,
    /// They stay, romanised or in characters.
    Keep,
    /// They go.
    Drop,
    /// They become forms of the target language.
    Localise,
}

/// What becomes of readings over characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Ruby {
    /// The translation has none.
    #[default]
    Drop,
    /// The reading may stand in parentheses after the word.
    Parenthesise,
    /// The translation carries readings of its own.
    Keep,
}

/// Whether a space stands between Han characters and Latin letters or digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Spacing {
    /// Nobody has decided.
    #[default]
    Undecided,
    /// One space.
    Spaced,
    /// None.
    Tight,
}

/// Whether a translator's notes are welcome.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Notes {
    /// They are not.
    #[default]
    None,
    /// They are, as footnotes; they are counted.
    Footnotes,
}

/// Whether the source may stand beside the translation in one paragraph.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum BilingualPolicy {
    /// A paragraph holds the translation only.
    #[default]
    TranslationOnly,
    /// Source and translation together.
    Together,
}
