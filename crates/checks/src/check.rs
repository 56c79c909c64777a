//! What a check is, what it may say, and how grave that is.

use crate::code::CheckCode;
use crate::prepared::Prepared;
use std::ops::Range;

/// One thing a careful editor would look for in one paragraph.
///
/// An implementer promises: no IO, no clock, no chance; work linear in the length of the texts; and the answer
/// [`Verdict::NotApplicable`], never [`Verdict::Pass`], whenever the rule could not really be applied.
pub trait Check: Sync {
    /// The short code people and files refer to, such as `A9`.
    fn code(&self) -> CheckCode;
    /// The name in words, such as `duplicated-neighbour`.
    fn name(&self) -> &'static str;
    /// How grave its findings are as a rule; a single finding may be milder or graver.
    fn severity(&self) -> Severity;
    /// When it is its turn.
    fn stage(&self) -> CheckStage;
    /// Looks at one paragraph.
    fn run(&self, prepared: &Prepared<'_>) -> Verdict;
}

/// How grave a finding is, gravest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The translation is refused.
    Block,
    /// Shown to a person; the translation may be used.
    Queue,
    /// A statistic or a remark.
    Info,
    /// Mended on the spot by code.
    Autofix,
}

impl Severity {
    /// The word for it in the store and on the screen.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Block => "block",
            Self::Queue => "queue",
            Self::Info => "info",
            Self::Autofix => "autofix",
        }
    }
}

/// The order in which checks run: what breaks the text first, matters of taste last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CheckStage {
    /// Takes off what a model wrapped around the translation.
    Strip,
    /// Mends what code can mend.
    Autofix,
    /// Whether it is the right thing at all: tags, emptiness. A blocking finding here ends the examination.
    Structure,
    /// Language and script.
    Language,
    /// Whether everything is there, once.
    Completeness,
    /// Numbers and dates.
    Facts,
    /// Names and terms.
    Terms,
    /// Quotation marks and other marks.
    Punctuation,
    Style,
}

/// What a check says about one paragraph.
#[derive(Debug, Clone, PartialEq)]
pub enum Verdict {
    /// The rule cannot be applied here, for this reason. This is not a pass.
    NotApplicable(&'static str),
    /// The rule was applied and holds.
    Pass,
    /// The rule does not hold.
    Found(Vec<Finding>),
}

impl Verdict {
    /// A pass where there are no findings.
    pub fn from_findings(findings: Vec<Finding>) -> Self {
        if findings.is_empty() { Self::Pass } else { Self::Found(findings) }
    }
}

impl From<Finding> for Verdict {
    fn from(finding: Finding) -> Self {
        Self::Found(vec![finding])
    }
}

/// A sentence for a model to follow, in both languages models are spoken to. Words it is about stand between `«` and `»`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct FindingText {
    /// In Chinese.
    pub zh: String,
    /// In English.
    pub en: String,
}

/// Something found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The check's code.
    pub check: CheckCode,
    /// How grave this one is.
    pub severity: Severity,
    /// What is wrong and what to do.
    pub message: FindingText,
    /// Where in the translation's plain text, in characters.
    pub span: Option<Range<usize>>,
    /// Where in the source's plain text, in characters, where the rule says so itself; else [`crate::reader::places`] looks.
    pub source_span: Option<Range<usize>>,
    /// What should stand there instead, where code knows.
    pub fix: Option<String>,
    /// Whether the model that handed the translation in is asked to look again. What blocks is always told.
    pub asks_model: bool,
}

impl Finding {
    /// A finding of a check, with that check's usual severity.
    pub fn by(check: &dyn Check, en: impl Into<String>, zh: impl Into<String>) -> Self {
        Self::new(check.code(), check.severity(), en, zh)
    }

    /// A finding under a code.
    pub fn new(check: CheckCode, severity: Severity, en: impl Into<String>, zh: impl Into<String>) -> Self {
        let message = FindingText { zh: zh.into(), en: en.into() };
        Self { check, severity, message, span: None, source_span: None, fix: None, asks_model: false }
    }

    /// The same, at a place of the translation.
    #[must_use]
    pub fn at(mut self, span: Range<usize>) -> Self {
        self.span = Some(span);
        self
    }

    /// The same, about a place of the source.
    #[must_use]
    pub fn in_source(mut self, span: Range<usize>) -> Self {
        self.source_span = Some(span);
        self
    }

    /// The same, with what should stand at its place.
    #[must_use]
    pub fn mended_by(mut self, replacement: impl Into<String>) -> Self {
        self.fix = Some(replacement.into());
        self
    }

    /// The same, shown to the model as well: it is right often enough to be worth a round.
    #[must_use]
    pub const fn asking_model(mut self) -> Self {
        self.asks_model = true;
        self
    }

    /// The same, graver or milder.
    #[must_use]
    pub fn as_severe_as(mut self, severity: Severity) -> Self {
        self.severity = severity;
        self
    }
}
