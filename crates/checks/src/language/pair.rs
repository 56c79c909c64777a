//! A pair of languages with everything the checks look up, built once and shared by all paragraphs.

use super::LanguageProfile;
use super::expletives::Expletives;
use super::han::HanSets;
use super::length::LengthStatistics;
use super::lexicon::Lexicon;
use super::spelling::Spelling;
use crate::dictionary::Dictionary;
use crate::phrases::Phrases;
use book::language::LanguageTag;
use book::text::script::Script;
use std::sync::Arc;

/// From one language into another.
pub struct Pair {
    /// The language of the book.
    pub source: LanguageProfile,
    /// The language of the translation.
    pub target: LanguageProfile,
    /// What words of a source text are.
    pub source_lexicon: Lexicon,
    /// What words of a translation are, scraps of the source's language included.
    pub target_lexicon: Lexicon,
    /// The usual lengths, where both languages are known.
    pub lengths: Option<LengthStatistics>,
    /// Characters that betray their script.
    pub han: HanSets,
    /// Chatter, injections, notes, honorifics.
    pub phrases: Phrases,
    /// Strong words of the source's language, where there is a list.
    pub source_expletives: Option<Expletives>,
    /// The same of the target's.
    pub target_expletives: Option<Expletives>,
    /// How words are spelled in both, where both are written in Latin letters and have been counted.
    pub spellings: Option<(Spelling, Spelling)>,
    /// A bilingual dictionary, where one was handed in.
    pub dictionary: Option<Arc<dyn Dictionary>>,
    shares_script: bool,
    is_conversion: bool,
}

impl Pair {
    /// Looks both languages up.
    pub fn new(source: &LanguageTag, target: &LanguageTag, dictionary: Option<Arc<dyn Dictionary>>) -> Self {
        let (source, target) = (LanguageProfile::look_up(source), LanguageProfile::look_up(target));
        Self {
            source_lexicon: Lexicon::new(&source, &target),
            target_lexicon: Lexicon::new(&target, &source),
            lengths: LengthStatistics::usual(&source, &target),
            han: HanSets::load(),
            phrases: Phrases::load(&target),
            source_expletives: Expletives::for_language(&source),
            target_expletives: Expletives::for_language(&target),
            spellings: Spelling::for_language(&source).zip(Spelling::for_language(&target)),
            shares_script: share_a_script(&source, &target),
            is_conversion: source.is_chinese() && target.is_chinese(),
            source,
            target,
            dictionary,
        }
    }

    /// Whether both languages are known and share a script, so that script alone cannot tell them apart.
    pub const fn shares_script(&self) -> bool {
        self.shares_script
    }

    /// Whether both languages are Chinese, so that a translation is a change of characters.
    pub const fn is_conversion(&self) -> bool {
        self.is_conversion
    }
}

fn share_a_script(source: &LanguageProfile, target: &LanguageProfile) -> bool {
    let scripts = |language: &LanguageProfile| -> Vec<Script> {
        language.known.as_ref().map(|known| known.scripts.clone()).unwrap_or_default()
    };
    let target = scripts(target);
    scripts(source).iter().any(|script| target.contains(script))
}

impl std::fmt::Debug for Pair {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Pair({} to {})", self.source.tag, self.target.tag)
    }
}
