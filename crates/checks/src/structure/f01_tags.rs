//! **F1 tags.** The inline tags are not those of the source.
//!
//! *Rule*: every tag of the source stands in the translation in its form, none besides; order is free, a pair may be split;
//! a pair around words is around words again (queue). *Threshold*: none.
//! *False alarms*: none. *Severity*: block. *Repair*: put the tags named where they belong.

use crate::check::{Finding, Severity, Verdict};
use crate::prepared::Prepared;

check!(Tags, F1, "tags", Block, Structure);

fn run(prepared: &Prepared<'_>) -> Verdict {
    if prepared.paragraph.source.is_plain() && prepared.translation.is_plain() {
        return Verdict::NotApplicable("there are no tags");
    }
    match prepared.paragraph.source.read_translation(prepared.translation.as_str()) {
        Ok(_) => match emptied(prepared.paragraph.source.as_str(), prepared.translation.as_str()) {
            Some(tag) => Finding::by(
                &Tags,
                format!("The tag <{tag}> is around words in the source and around none here."),
                format!("标签 <{tag}> 在原文中包含文字，在译文中却是空的。"),
            )
            .as_severe_as(Severity::Queue)
            .into(),
            None => Verdict::Pass,
        },
        Err(faults) => {
            let list = faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ");
            Finding::by(
                &Tags,
                format!("The tags are not those of the source: {list}."),
                format!("标签与原文不一致：{list}。"),
            )
            .into()
        }
    }
}

/// A tag that holds nothing in the translation and words in the source.
fn emptied<'a>(source: &str, translation: &'a str) -> Option<&'a str> {
    let mut rest = translation;
    while let Some((_, after)) = rest.split_once('<') {
        rest = after;
        let Some((number, behind)) = after.split_once('>') else { break };
        let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
        let closes = behind.strip_prefix("</").and_then(|tail| tail.strip_prefix(number));
        let is_empty = is_number && closes.is_some_and(|tail| tail.starts_with('>'));
        let held = source
            .split_once(&format!("<{number}>"))
            .and_then(|(_, tail)| tail.split_once(&format!("</{number}>")));
        if is_empty && held.is_some_and(|(held, _)| held.chars().any(char::is_alphanumeric)) {
            return Some(number);
        }
    }
    None
}
