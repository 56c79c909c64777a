//! The façade: all checks for one pair of languages, prepared once, run in order.

use crate::autofix::{self, AutofixedText};
use crate::check::{CheckStage, Finding, Severity, Verdict};
use crate::code::CheckCode;
use crate::completeness::a06_anchor_coverage;
use crate::dictionary::Dictionary;
use crate::judgement::Judgement;
use crate::language::length::LengthFit;
use crate::language::pair::Pair;
use crate::prepared::Prepared;
use crate::text::view::View;
use crate::unit::Unit;
use book::language::LanguageTag;
use std::sync::Arc;

pub use crate::catalogue::ALL;

/// All checks for translations from one language into another.
#[derive(Debug)]
pub struct Suite {
    pair: Pair,
}

impl Suite {
    /// Mending stops after this many passes; a text that needs more is left for a person.
    const MOST_PASSES: usize = 24;

    /// The checks for a pair of languages, without a dictionary.
    pub fn for_pair(source: &LanguageTag, target: &LanguageTag) -> Self {
        Self { pair: Pair::new(source, target, None) }
    }

    /// The checks for a pair of languages, with a bilingual dictionary for finding what is missing or misplaced.
    pub fn with_dictionary(
        source: &LanguageTag,
        target: &LanguageTag,
        dictionary: Arc<dyn Dictionary>,
    ) -> Self {
        Self { pair: Pair::new(source, target, Some(dictionary)) }
    }

    /// The same, with lengths as they were measured on the book itself where enough was.
    #[must_use]
    pub fn measured(mut self, fit: LengthFit) -> Self {
        self.pair.lengths = self.pair.lengths.map(|usual| fit.correct(&usual));
        self
    }

    /// The languages and everything looked up about them.
    pub const fn pair(&self) -> &Pair {
        &self.pair
    }

    /// Mends what code can mend, then examines the result.
    pub fn judge(&self, unit: &Unit<'_>) -> Judgement {
        let source = View::new(unit.source.plain(), &self.pair.source_lexicon);
        let mut judgement = Judgement::default();
        let mut autofixed: Option<AutofixedText> = None;
        loop {
            let text = autofixed.as_ref().map_or(unit.translation, |fixed| &fixed.text);
            let prepared = Prepared::new(unit, &self.pair, &source, text);
            let n_passes = autofixed.as_ref().map_or(0, |fixed| fixed.passes.len());
            let may_mend = n_passes < Self::MOST_PASSES;
            let Some(mended) = mend_or_note(&prepared, may_mend, &mut judgement) else {
                examine(&prepared, &mut judgement);
                break;
            };
            let mut passes = autofixed.take().map(|fixed| fixed.passes).unwrap_or_default();
            passes.push(mended.edits);
            judgement.mended.extend(mended.findings);
            autofixed = Some(AutofixedText { text: mended.text, passes });
        }
        judgement.autofixed = autofixed;
        judgement
    }

    /// Examines without mending, for translations whose words are not ours to change.
    pub fn examine(&self, unit: &Unit<'_>) -> Judgement {
        let source = View::new(unit.source.plain(), &self.pair.source_lexicon);
        examine_prepared(&Prepared::new(unit, &self.pair, &source, unit.translation))
    }
}

/// Examines a paragraph that was prepared, without mending it.
pub(crate) fn examine_prepared(prepared: &Prepared<'_>) -> Judgement {
    let mut judgement = Judgement::default();
    mend_or_note(prepared, false, &mut judgement);
    examine(prepared, &mut judgement);
    judgement
}

struct MendedText {
    text: book::text::markup::Marked,
    edits: Vec<autofix::TextReplacement>,
    findings: Vec<Finding>,
}

/// Runs the mending checks. The first one that can change something ends the round; if none can, their verdicts are
/// entered in the judgement.
fn mend_or_note(prepared: &Prepared<'_>, may_mend: bool, judgement: &mut Judgement) -> Option<MendedText> {
    let mut verdicts = Vec::with_capacity(ALL.len());
    let mut is_wrapped = false;
    for check in ALL.iter().filter(|check| check.stage() <= CheckStage::Autofix) {
        let verdict = check.run(prepared);
        // Letters are composed before anything else, which disguises nothing.
        let composes = check.code() == CheckCode::B9 && !prepared.target.is_composed();
        if let Verdict::Found(findings) = &verdict
            && may_mend
            && (composes || (prepared.target.is_composed() && !is_wrapped))
            && let Some((text, edits)) = autofix::apply(prepared.translation, findings)
        {
            let findings = findings.iter().filter(|finding| finding.fix.is_some()).cloned();
            let findings = findings.map(|finding| finding.as_severe_as(Severity::Autofix)).collect();
            return Some(MendedText { text, edits, findings });
        }
        // A wrapping that cannot be taken off must stay recognisable: mending quotation marks would disguise JSON.
        is_wrapped |= check.stage() == CheckStage::Strip && matches!(verdict, Verdict::Found(_));
        verdicts.push((check.code(), verdict));
    }
    for (code, verdict) in verdicts {
        note(code, verdict, judgement);
    }
    None
}

fn examine(prepared: &Prepared<'_>, judgement: &mut Judgement) {
    // What is wrapped in chatter or was lost in encoding is not worth a closer look.
    let mut broken = judgement.is_blocked();
    for check in ALL.iter().filter(|check| check.stage() > CheckStage::Autofix) {
        if broken && check.stage() > CheckStage::Structure {
            judgement.not_reached.push(check.code());
            continue;
        }
        let verdict = check.run(prepared);
        if let Verdict::Found(findings) = &verdict {
            let blocks = findings.iter().any(|finding| finding.severity == Severity::Block);
            broken |= blocks && check.stage() == CheckStage::Structure;
        }
        note(check.code(), verdict, judgement);
    }
    judgement.length_z = prepared.z();
    judgement.coverage = a06_anchor_coverage::coverage(prepared);
}

fn note(code: CheckCode, verdict: Verdict, judgement: &mut Judgement) {
    match verdict {
        Verdict::Pass => judgement.passed.push(code),
        Verdict::NotApplicable(why) => judgement.not_applicable.push((code, why)),
        Verdict::Found(findings) => {
            // What should have been mended and could not be is shown to a person.
            judgement.findings.extend(findings.into_iter().map(|finding| match finding.severity {
                Severity::Autofix => finding.as_severe_as(Severity::Queue),
                Severity::Block | Severity::Queue | Severity::Info => finding,
            }));
        }
    }
}
