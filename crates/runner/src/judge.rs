//! Which judge looks over the submissions of a run.

use book::language::LanguageTag;
use tools::judge::{Judge, StructuralJudge};

/// The judge for a pair of languages.
pub fn for_languages(_source: Option<&LanguageTag>, _target: &LanguageTag) -> Box<dyn Judge> {
    Box::new(StructuralJudge)
}
