//! **D7 speaker-tag.** The speaker named beside a speech is another one in the translation.
//!
//! *Rule*: a paragraph with one quotation and one known name outside it; the translation must have that name, or a pronoun, outside its
//! quotations. *Threshold*: another known name stands there instead. *False alarms*: pronouns, which are accepted. *Severity*: queue.
//! *Repair*: correct the name.

use super::super::terms::gender::Pronouns;
use super::super::terms::matching::has_form;
use super::super::terms::speaker;
use crate::check::{Finding, Verdict};
use crate::prepared::Prepared;
use crate::text::quotation::{self, Quotation};
use crate::text::view::View;
use book::knowledge::character::Character;
use std::borrow::Cow;

check!(SpeakerTag, D7, "speaker-tag", Queue, Punctuation);

fn run(prepared: &Prepared<'_>) -> Verdict {
    let characters = prepared.paragraph.knowledge.characters;
    if characters.is_empty() {
        return Verdict::NotApplicable("no character is known for this paragraph");
    }
    if quotation::count(prepared.source_quotations()) != 1
        || quotation::count(prepared.target_quotations()) != 1
    {
        return Verdict::NotApplicable("the paragraph is not one speech with its tag");
    }
    let Some(speaker) = speaker::speaker(prepared) else {
        return Verdict::NotApplicable("not exactly one known name stands beside the speech");
    };
    let outside_t = View::new(
        Cow::Owned(outside(&prepared.target, prepared.target_quotations())),
        &prepared.pair.target_lexicon,
    );
    let has = |character: &Character| {
        character.names().any(|name| has_form(&outside_t, &prepared.pair.target, &name.translation))
    };
    if has(speaker) {
        return Verdict::Pass;
    }
    let pronouns = Pronouns::count_in(&outside_t, &prepared.pair.target).unwrap_or_default();
    let other = characters.iter().find(|character| character.id != speaker.id && has(character));
    match other {
        Some(other) if pronouns.masculine + pronouns.feminine == 0 => Finding::by(
            &SpeakerTag,
            format!(
                "In the source «{}» stands beside the speech, in the translation «{}». Who speaks? If it is the first, correct the name.",
                speaker.name.source, other.name.translation
            ),
            format!("原文中对话旁是「{}」，译文中却是「{}」。说话人是谁？如果是前者，请改正。", speaker.name.source, other.name.translation),
        )
        .asking_model()
        .into(),
        Some(_) | None => Verdict::Pass,
    }
}

fn outside(view: &View<'_>, quotations: &[Quotation]) -> String {
    let mask = quotation::mask(quotations, view.chars().len());
    let chars = view.chars().iter().zip(mask);
    chars.map(|(c, quoted)| if quoted { ' ' } else { *c }).collect()
}
