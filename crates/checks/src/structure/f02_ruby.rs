//! **F2 ruby.** Readings are left in a form readers must not see.
//!
//! *Rule*: no raw `<rt>`, `<ruby>` or `《…》` reading; with `drop` no ruby at all; no base directly followed by its reading;
//! no reading in Latin letters in brackets, and no reading of the translation in a script it is not written in (queue). *Threshold*: one. *False alarms*:
//! readings that mean something else than the word (本気, マジ) are for a person. *Severity*: block. *Repair*: remove the reading.

use crate::check::{Finding, Severity, Verdict};
use crate::policy::Ruby;
use crate::prepared::Prepared;
use crate::text::romaji::{folded, of_kana};
use crate::text::signs::Signs;
use book::text::script::Script;

/// Fewer letters may be any word.
const LEAST_LETTERS: usize = 3;

check!(RubyLeft, F2, "ruby", Block, Structure);

fn run(prepared: &Prepared<'_>) -> Verdict {
    let t = prepared.target.text();
    let raw = prepared.target.has_signs(Signs::CODE)
        && ["<rt>", "</rt>", "｜", "<ruby", "</ruby", "<rb>", "<rp>"]
            .iter()
            .any(|tag| t.contains(tag) && !prepared.source.text().contains(tag));
    if raw {
        return Finding::by(
            &RubyLeft,
            "Remove the ruby tags from the translation.",
            "请从译文中删除注音标签。",
        )
        .into();
    }
    let readings =
        if prepared.paragraph.source.is_plain() { Vec::new() } else { prepared.paragraph.source.readings() };
    let own = if prepared.translation.is_plain() { Vec::new() } else { prepared.translation.readings() };
    if readings.is_empty() && own.is_empty() {
        return Verdict::NotApplicable("there are no readings");
    }
    if !own.is_empty() && prepared.paragraph.policy.ruby != Ruby::Keep {
        let finding = Finding::by(&RubyLeft, "Write the translation without ruby.", "译文请不要使用注音。");
        return finding.as_severe_as(Severity::Block).into();
    }
    let is_foreign = |reading: &str| {
        reading.chars().map(Script::of_char).any(|script| {
            matches!(script, Script::Hiragana | Script::Katakana | Script::Hangul)
                && prepared.pair.target.writes_in(script) == Some(false)
        })
    };
    if let Some((base, reading)) = own.iter().find(|(_, reading)| is_foreign(reading)) {
        return Finding::by(
            &RubyLeft,
            format!("The reading «{reading}» of «{base}» is in the source's script. Write it in the translation's, or leave it out."),
            format!("「{base}」的注音「{reading}」仍是原文文字。请改用译文文字或删去。"),
        )
        .as_severe_as(Severity::Queue)
        .into();
    }
    let doubled = readings.iter().find(|(base, reading)| {
        let joined = format!("{base}{reading}");
        let aside =
            [format!("{base}（{reading}）"), format!("{base}({reading})"), format!("{base}《{reading}》")];
        t.contains(&joined)
            || (prepared.paragraph.policy.ruby == Ruby::Drop && aside.iter().any(|form| t.contains(form)))
    });
    match doubled {
        Some((base, reading)) => Finding::by(
            &RubyLeft,
            format!("«{reading}» is only the reading of «{base}». Leave it out."),
            format!("「{reading}」只是「{base}」的读音，请删去。"),
        )
        .into(),
        None => romanised(prepared, &readings),
    }
}

/// A reading that stands in Latin letters in brackets, as in `the master (shishō)`.
fn romanised(prepared: &Prepared<'_>, readings: &[(String, String)]) -> Verdict {
    const BRACKETS: [(char, char); 5] = [('(', ')'), ('[', ']'), ('（', '）'), ('《', '》'), ('〈', '〉')];
    let t = prepared.target.text();
    if prepared.paragraph.policy.ruby != Ruby::Drop || !t.contains(BRACKETS.map(|(open, _)| open)) {
        return Verdict::Pass;
    }
    let inside = BRACKETS.iter().flat_map(|(open, close)| {
        t.split(*open).skip(1).filter_map(|rest| Some(folded(rest.split_once(*close)?.0)))
    });
    let inside: Vec<String> = inside.collect();
    let is_inside = |(_, reading): &&(String, String)| {
        of_kana(reading).is_some_and(|latin| latin.len() >= LEAST_LETTERS && inside.contains(&latin))
    };
    let Some((base, reading)) = readings.iter().find(is_inside) else { return Verdict::Pass };
    Finding::by(
        &RubyLeft,
        format!("What stands in brackets is only «{reading}», the reading of «{base}». Leave it out."),
        format!("括号中只是「{base}」的读音「{reading}」，请删去。"),
    )
    .as_severe_as(Severity::Queue)
    .into()
}
