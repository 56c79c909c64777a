//! The checks as a judge of submissions: what blocks, what is worth a second look, what is repaired on the way.

use crate::judge::{
    AdjacentParagraph, Judge, Submission, SubmissionVerdict, checks_with_more, counts_by_check,
};
use book::language::LanguageTag;
use book::text::markup::Marked;
use book::work::checked::{CheckNote, Mend, NotedFinding};
use checks::check::{Finding, Severity, Verdict};
use checks::code::CheckCode;
use checks::generation::e08_polish_drift::{self, JudgedText};
use checks::judgement::{Judgement as Judged, score};
use checks::policy::Policy;
use checks::suite::Suite;
use checks::unit::{Aligned, ParagraphKnowledge, Unit};

/// Judges submissions with the checks for a pair of languages.
#[derive(Debug)]
pub struct CheckingJudge {
    suite: Suite,
    policy: Policy,
}

impl CheckingJudge {
    /// A judge for this pair, without a dictionary.
    pub fn new(source: Option<&LanguageTag>, target: &LanguageTag) -> Self {
        let suite = Suite::for_pair(source.unwrap_or(&LanguageTag::undetermined()), target);
        Self::with(suite, Policy::undecided())
    }

    /// A judge with checks that were prepared for a book, and how the person wants it.
    pub const fn with(suite: Suite, policy: Policy) -> Self {
        Self { suite, policy }
    }
}

impl CheckingJudge {
    fn look(&self, submission: &Submission<'_>) -> Judged {
        let (before, after) = (marked(submission.before), marked(submission.after));
        let (before, after) =
            (aligned(submission.before, before.as_ref()), aligned(submission.after, after.as_ref()));
        let present =
            submission.known.map(|known| known.present(&submission.source.text)).unwrap_or_default();
        self.suite.judge(&Unit {
            source: &submission.source.text,
            translation: submission.translation,
            kind: submission.source.kind,
            before: &before,
            after: &after,
            knowledge: ParagraphKnowledge {
                terms: &present.terms,
                characters: &present.characters,
                cast: submission.known.map(|known| known.series.characters()).unwrap_or_default(),
                moment: submission.known.map(|known| known.moment).unwrap_or_default(),
                ..ParagraphKnowledge::NONE
            },
            policy: &self.policy,
        })
    }
}

impl Judge for CheckingJudge {
    fn judge(&self, submission: &Submission<'_>) -> SubmissionVerdict {
        verdict(self.look(submission))
    }

    fn drift(&self, submission: &Submission<'_>, present: &Marked) -> Option<Finding> {
        let before = self.look(&Submission { translation: present, ..*submission });
        let now = self.look(submission);
        let verdict = e08_polish_drift::compare(
            self.suite.pair(),
            &submission.source.text,
            JudgedText { text: present, judgement: &before },
            JudgedText { text: submission.translation, judgement: &now },
        );
        match verdict {
            Verdict::Found(findings) => findings.into_iter().next(),
            Verdict::Pass | Verdict::NotApplicable(_) => None,
        }
    }

    fn judge_title(&self, source: &str, translation: &str) -> SubmissionVerdict {
        let (source, translation) = (Marked::from_plain(source), Marked::from_plain(translation));
        verdict(self.suite.judge(&Unit::title(&source, &translation, &self.policy)))
    }

    fn score(&self, submission: &Submission<'_>) -> f64 {
        score(&self.look(submission))
    }

    /// Every check for a person's eyes counts here, not only those worth another round of the model.
    fn worse_than(&self, submission: &Submission<'_>, present: &Marked) -> Vec<CheckCode> {
        let count = |translation| {
            let findings = self.look(&Submission { translation, ..*submission }).findings;
            let grave = findings.iter().filter(|it| matches!(it.severity, Severity::Block | Severity::Queue));
            counts_by_check(grave)
        };
        checks_with_more(&count(submission.translation), &count(present))
    }
}

fn verdict(judged: Judged) -> SubmissionVerdict {
    let of = |severity: Severity| judged.findings.iter().filter(move |finding| finding.severity == severity);
    let worth_a_look = of(Severity::Queue).filter(|finding| finding.asks_model);
    SubmissionVerdict {
        blocking: of(Severity::Block).cloned().collect(),
        concerns: worth_a_look.cloned().collect(),
        note: note(&judged),
        fixed: judged.autofixed.map(|fixed| fixed.text),
    }
}

fn note(judged: &Judged) -> CheckNote {
    let noted = |finding: &Finding| NotedFinding {
        check: finding.check.as_str().to_owned(),
        severity: finding.severity.as_str().to_owned(),
        zh: finding.message.zh.clone(),
        en: finding.message.en.clone(),
    };
    let edits = judged.autofixed.iter().flat_map(|fixed| fixed.passes.iter().flatten());
    let mends = edits.map(|edit| Mend {
        check: edit.check.as_str().to_owned(),
        before: edit.before.clone(),
        after: edit.after.clone(),
    });
    CheckNote {
        findings: judged.findings.iter().map(noted).collect(),
        mends: mends.collect(),
        submitted: None,
    }
}

/// What was submitted for a neighbour; unreadable text is no evidence.
fn marked(neighbour: Option<AdjacentParagraph<'_>>) -> Option<Marked> {
    neighbour.and_then(|neighbour| Marked::parse(neighbour.translation?).ok())
}

fn aligned<'a>(
    neighbour: Option<AdjacentParagraph<'a>>,
    translation: Option<&'a Marked>,
) -> Vec<Aligned<'a>> {
    let pair = neighbour.zip(translation);
    pair.map(|(neighbour, translation)| Aligned { source: &neighbour.source.text, translation })
        .into_iter()
        .collect()
}
