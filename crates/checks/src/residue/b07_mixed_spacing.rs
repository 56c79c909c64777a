//! **B7 mixed-spacing.** A space between Han characters and Latin letters or digits, against the book's choice.
//!
//! *Rule*: where the person has chosen `spaced` or `tight`, every boundary of the other kind. *False alarms*: good
//! translators do both, so this is about being consistent; without a choice the check does not apply. *Severity*: autofix.

use crate::check::{Finding, Verdict};
use crate::policy::Spacing;
use crate::prepared::Prepared;
use book::text::script::Script;

check!(MixedSpacing, B7, "mixed-spacing", Autofix, Autofix);

fn run(prepared: &Prepared<'_>) -> Verdict {
    if !prepared.pair.target.is_ideographic() {
        return Verdict::NotApplicable("the target language is not written in Han characters");
    }
    let (fix, spaced) = match prepared.paragraph.policy.spacing {
        Spacing::Undecided => return Verdict::NotApplicable("nobody has chosen between spaced and tight"),
        Spacing::Spaced => (" ", true),
        Spacing::Tight => ("", false),
    };
    let word = |script: Script| matches!(script, Script::Latin | Script::Digit);
    let meet = |left: Script, right: Script| {
        (left.is_ideographic() && word(right)) || (word(left) && right.is_ideographic())
    };
    let mut findings = Vec::new();
    let mut push = |span: std::ops::Range<usize>| {
        let finding =
            Finding::by(&MixedSpacing, "Spacing between scripts was changed.", "已统一中西文间距。");
        findings.push(finding.at(span).mended_by(fix));
    };
    for at in 1..prepared.target.chars().len() {
        let (left, here) = (prepared.target.script_at(at - 1), prepared.target.script_at(at));
        if spaced && meet(left, here) {
            push(at..at);
        } else if !spaced
            && prepared.target.char_at(at) == Some(' ')
            && at + 1 < prepared.target.chars().len()
            && meet(left, prepared.target.script_at(at + 1))
        {
            push(at..at + 1);
        }
    }
    Verdict::from_findings(findings)
}
