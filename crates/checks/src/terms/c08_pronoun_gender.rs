//! **C8 pronoun-gender.** Pronouns of the other gender.
//!
//! *Rule*: the source has pronouns of one gender only (她 and no 他, after 其他, 他们 and the like are set aside) and
//! the translation only of the other; or the paragraph names exactly one character whose gender the reader knows by
//! now, and the translation has only pronouns of the other gender, the source none. *Threshold*: one. *False alarms*: 2.3 % of human translations
//! from Chinese. *Severity*: queue. *Repair*: correct only the pronouns, with the sheet's evidence.

use super::gender::Pronouns;
use crate::check::{Finding, Verdict};
use crate::prepared::Prepared;
use book::knowledge::character::{FactState, Gender};

check!(PronounGender, C8, "pronoun-gender", Queue, Terms);

fn run(prepared: &Prepared<'_>) -> Verdict {
    let Some(t) = Pronouns::count_in(&prepared.target, &prepared.pair.target) else {
        return Verdict::NotApplicable("the target language's pronouns are not known");
    };
    // Pronouns follow people only in these languages; elsewhere they also stand for things.
    let natural = ["zh", "ja", "en", "ko"].iter().any(|language| prepared.pair.source.is(language))
        || prepared.pair.source.is_chinese();
    let s = Pronouns::count_in(prepared.source, &prepared.pair.source).filter(|_| natural);
    if let Some(s) = s
        && (s.only_feminine() || s.only_masculine())
    {
        if t.masculine + t.feminine == 0 {
            return Verdict::NotApplicable("the translation has no such pronoun");
        }
        let wrong = (s.only_feminine() && t.only_masculine()) || (s.only_masculine() && t.only_feminine());
        return if wrong && !has_plural(prepared) { finding(s.only_feminine(), None) } else { Verdict::Pass };
    }
    let [character] = prepared.paragraph.knowledge.characters else {
        return Verdict::NotApplicable(
            "neither the source's pronouns nor a single known character tell the gender",
        );
    };
    let gender = match character.gender_at(prepared.paragraph.knowledge.moment) {
        FactState::Settled(gender) => *gender,
        FactState::Nothing | FactState::Conflict => {
            return Verdict::NotApplicable("the character's gender is not settled");
        }
    };
    if s.is_some_and(|s| s.masculine + s.feminine > 0) {
        return Verdict::NotApplicable("the source speaks of several people");
    }
    let wrong = match gender {
        Gender::Female => t.only_masculine(),
        Gender::Male => t.only_feminine(),
        Gender::Neutral => return Verdict::NotApplicable("the character is spoken of neutrally"),
    };
    if wrong { finding(gender == Gender::Female, Some(&character.name.source)) } else { Verdict::Pass }
}

/// German `sie` is also `they`.
fn has_plural(prepared: &Prepared<'_>) -> bool {
    ["们", "們", "彼ら", "彼等", "达", "達"].iter().any(|plural| prepared.source.text().contains(plural))
        || prepared.source.words().any(|word| matches!(word, "they" | "them" | "their"))
}

fn finding(female: bool, name: Option<&str>) -> Verdict {
    let (en, zh) = if female { ("female", "女性") } else { ("male", "男性") };
    let who = name.map_or_else(
        || ("the person".to_owned(), "人物".to_owned()),
        |name| (format!("«{name}»"), format!("「{name}」")),
    );
    Finding::by(
        &PronounGender,
        format!(
            "In the source {} is {en}, the translation says otherwise. Correct only the pronouns.",
            who.0
        ),
        format!("原文中{}为{zh}，译文代词性别相反。请只修正代词。", who.1),
    )
    .into()
}
