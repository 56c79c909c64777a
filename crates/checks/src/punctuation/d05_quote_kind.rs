//! **D5 quote-kind.** Quotation marks of another language or style.
//!
//! *Rule*: the marks of the outermost quotations must be the book's, those inside the second kind. Only where every mark of the text has its partner and is
//! of a double kind is it changed; apostrophes and single marks are never touched. Without a choice by the person, the usual marks of the
//! language and other accepted ones are right. *False alarms*: titles in 『』. *Severity*: autofix.

use crate::check::{Finding, Verdict};
use crate::policy::Quotes;
use crate::prepared::Prepared;
use crate::text::quotation::Quotation;
use crate::text::signs::Signs;

check!(QuoteKind, D5, "quote-kind", Autofix, Autofix);

fn run(prepared: &Prepared<'_>) -> Verdict {
    let Some(style) = Style::for_paragraph(prepared) else {
        return Verdict::NotApplicable("nobody has chosen quotation marks and the language's are not known");
    };
    let quotations = prepared.target_quotations();
    let doubles: Vec<&Quotation> = quotations.iter().filter(|quotation| is_double(quotation.open)).collect();
    if doubles.is_empty() {
        return Verdict::NotApplicable("the translation has no quotation marks");
    }
    let marks = prepared.target.chars().iter().filter(|c| is_double(**c) || is_double_close(**c)).count();
    let closed = doubles.iter().filter(|quotation| quotation.close_at.is_some()).count();
    if closed != doubles.len() || marks != closed * 2 {
        return Verdict::NotApplicable("the quotation marks have no clear partners");
    }
    let mut findings = Vec::new();
    for quotation in doubles {
        let close = quotation.close_at.and_then(|at| prepared.target.char_at(at)).unwrap_or_default();
        let own = (quotation.open, close);
        let wanted = if quotation.depth == 0 { style.primary } else { style.secondary };
        if own == wanted
            || style.accepted.contains(&own)
            || (quotation.depth > 0 && own != style.primary && is_curly(own))
        {
            continue;
        }
        // Marks inside are only changed together with those around them.
        if quotation.depth > 0 && !is_foreign_inside(own, &style) {
            continue;
        }
        let ends = [(Some(quotation.open_at), wanted.0), (quotation.close_at, wanted.1)];
        for (at, mark) in ends {
            let Some(at) = at else { continue };
            let finding =
                Finding::by(&QuoteKind, "Quotation marks were changed to the book's.", "已统一引号样式。");
            findings.push(finding.at(at..at + 1).mended_by(mark.to_string()));
        }
    }
    if leaves_half_a_pair(prepared, &findings) {
        return Verdict::NotApplicable("the quotation marks have no clear partners");
    }
    Verdict::from_findings(findings)
}

/// Whether one of two straight marks would be changed and the other left, where each was half of a mixed pair.
fn leaves_half_a_pair(prepared: &Prepared<'_>, findings: &[Finding]) -> bool {
    if !prepared.target.has_signs(Signs::STRAIGHT) {
        return false;
    }
    let all = prepared.target.chars().iter().filter(|c| **c == '"').count();
    let taken = findings.iter().filter_map(|finding| finding.span.as_ref());
    let taken = taken.filter(|span| prepared.target.char_at(span.start) == Some('"')).count();
    let given = findings.iter().filter(|finding| finding.fix.as_deref() == Some("\"")).count();
    !(all - taken + given).is_multiple_of(2)
}

struct Style {
    primary: (char, char),
    secondary: (char, char),
    accepted: Vec<(char, char)>,
}

impl Style {
    fn for_paragraph(prepared: &Prepared<'_>) -> Option<Self> {
        match &prepared.paragraph.policy.quotes {
            Quotes::Free => None,
            Quotes::Marks { primary, secondary } => {
                Some(Self { primary: *primary, secondary: *secondary, accepted: Vec::new() })
            }
            Quotes::Usual => {
                let quotes = &prepared.pair.target.known.as_ref()?.record.quotes;
                let pair = |marks: &[char]| Some((*marks.first()?, *marks.get(1)?));
                Some(Self {
                    primary: pair(&quotes.primary)?,
                    secondary: pair(&quotes.secondary)?,
                    accepted: quotes.accepted.iter().filter_map(|marks| pair(marks)).collect(),
                })
            }
        }
    }
}

const fn is_double(c: char) -> bool {
    matches!(c, '"' | '“' | '„' | '«' | '»' | '「' | '『' | '＂')
}

const fn is_double_close(c: char) -> bool {
    matches!(c, '”' | '」' | '』')
}

const fn is_curly(own: (char, char)) -> bool {
    matches!(own, ('“' | '„', '“' | '”'))
}

/// Marks inside a quotation are left to the writer unless they cannot be told from those around it.
fn is_foreign_inside(own: (char, char), style: &Style) -> bool {
    own == style.primary || matches!(own, ('"', '"') | ('＂', '＂'))
}
