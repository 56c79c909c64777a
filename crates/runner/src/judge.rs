//! Which judge looks over the submissions of a run.

use book::language::LanguageTag;
use tools::checking::CheckingJudge;
use tools::judge::Judge;

/// The judge for a pair of languages.
pub fn for_languages(source: Option<&LanguageTag>, target: &LanguageTag) -> Box<dyn Judge> {
    Box::new(CheckingJudge::new(source, target))
}
