//! **C1 glossary-violation.** A term stands in the source and none of its agreed forms in the translation.
//!
//! *Rule*: terms and characters' names are found in the source as the glossary finds them. An agreed
//! form must stand in the translation, compared without case, width and accents; in inflected languages it is enough that a word
//! starts with 60 % of it and is at most four letters longer; several words may stand in any order, near to each
//! other. A name of one word needs its capital, or to stand there whole as a common noun (`a shark`). *Threshold*: one. *False alarms*: a good sentence often says
//! a name or term otherwise: by a pronoun, by *you*, not at all. Therefore only a confirmed exact term is demanded. Else it is a question where
//! something stands in its place: somebody else of the story, or another rendering that shares a word with the agreed one; and a remark where nothing does.
//! *Severity*: block for a confirmed exact term, queue where something else stands in its place, info else. *Repair*: replace the rendering, nothing else.

use super::gender::Pronouns;
use super::matching::{WantedForm, has_form, is_form_of, present, without_clitic};
use crate::check::{Finding, Severity, Verdict};
use crate::prepared::Prepared;
use crate::text::view::{Token, View};
use book::knowledge::character::Character;
use book::knowledge::evidence::EntryState;
use book::knowledge::term::TermKind;
use book::text::fold::fold;

check!(GlossaryViolation, C1, "glossary-violation", Queue, Terms);

fn run(prepared: &Prepared<'_>) -> Verdict {
    let (wanted, about) = required_forms(prepared);
    if wanted.is_empty() {
        return Verdict::NotApplicable("no term or name is known for this paragraph");
    }
    let found = present(prepared.source, &wanted);
    if found.is_empty() {
        return Verdict::NotApplicable("no known term occurs in the source");
    }
    let mut findings = Vec::new();
    for index in found {
        let (Some(one), Some(about)) = (wanted.get(index), about.get(index)) else { continue };
        let has = one.forms.iter().any(|form| has_form(&prepared.target, &prepared.pair.target, form));
        if has || (about.person && pronoun_stands_in(prepared, one, &wanted)) {
            continue;
        }
        let in_its_place =
            if about.person { names_somebody_else(prepared) } else { is_half_there(prepared, one) };
        findings.push(match (about.binding, in_its_place) {
            (true, _) => demand(one),
            (false, true) => question(one).asking_model(),
            (false, false) => question(one).as_severe_as(Severity::Info),
        });
    }
    Verdict::from_findings(findings)
}

/// What a person has settled is demanded.
fn demand(wanted: &WantedForm<'_>) -> Finding {
    let (source, agreed) = (wanted.source, wanted.forms.first().copied().unwrap_or_default());
    Finding::by(
        &GlossaryViolation,
        format!("«{source}» must be rendered «{agreed}». Replace its rendering, inflected as needed, and change nothing else."),
        format!("「{source}」应译为「{agreed}」。请只替换该译法，其他内容不变。"),
    )
    .as_severe_as(Severity::Block)
}

/// Everything else is a question of meaning.
fn question(wanted: &WantedForm<'_>) -> Finding {
    let (source, agreed) = (wanted.source, wanted.forms.first().copied().unwrap_or_default());
    Finding::by(
        &GlossaryViolation,
        format!(
            "«{source}» stands in the source and «{agreed}» not in the translation. Does another name or word stand for it? Then write «{agreed}»; if the sentence says it otherwise, leave it."
        ),
        format!(
            "原文有「{source}」，译文中没有「{agreed}」。是否用了别的译名？如是，请改为「{agreed}」；如果只是换了说法，请保持不变。"
        ),
    )
}

/// Whether a name of several words is there in part, beside a word of another name: `Dragon Spirit Land` for `Dragon Soul Continent`.
/// `the Keeper` alone is the `Lighthouse Keeper`, shortened.
fn is_half_there(prepared: &Prepared<'_>, wanted: &WantedForm<'_>) -> bool {
    wanted.forms.iter().any(|form| {
        let words: Vec<String> = form
            .split([' ', '-'])
            .filter(|word| word.chars().next().is_some_and(char::is_uppercase))
            .map(fold)
            .collect();
        let tokens = prepared.target.tokens();
        let bare = |token: &Token| without_clitic(prepared.target.word(token), &prepared.pair.target);
        let is_own = |token: &Token| words.iter().any(|word| bare(token) == word);
        let is_other = |token: &Token| token.capital && !is_own(token);
        words.len() > 1
            && tokens.windows(2).any(|pair| match pair {
                [one, two] if two.start == one.end + 1 => {
                    (is_own(one) && one.capital && is_other(two))
                        || (is_own(two) && two.capital && is_other(one))
                }
                _ => false,
            })
    })
}

struct FormTraits {
    binding: bool,
    person: bool,
}

/// Terms and names of this paragraph. A person's names all count as allowed forms of one another.
fn required_forms<'a>(prepared: &Prepared<'a>) -> (Vec<WantedForm<'a>>, Vec<FormTraits>) {
    let mut wanted = Vec::new();
    let mut about = Vec::new();
    for term in prepared.paragraph.knowledge.terms.iter().filter(|term| term.standing != EntryState::Rejected)
    {
        let forms: Vec<&str> = term.allowed_forms().collect();
        if !forms.is_empty() {
            wanted.push(WantedForm { source: &term.source, forms });
            about.push(FormTraits { binding: term.is_binding(), person: term.kind == TermKind::Person });
        }
    }
    for character in prepared.paragraph.knowledge.characters {
        for name in character.names() {
            let known = wanted.iter().any(|known| known.source == name.source);
            if known || name.translation.trim().is_empty() {
                continue;
            }
            let own = std::iter::once(name.translation.as_str());
            let forms = own.chain(character.names().map(|name| name.translation.as_str())).collect();
            wanted.push(WantedForm { source: &name.source, forms });
            about.push(FormTraits { binding: false, person: true });
        }
    }
    (wanted, about)
}

/// Whether the translation names more people nobody knows than the source does: then a pronoun stands for somebody else.
/// German writes every noun with a capital and tells nothing by it.
fn names_a_stranger(prepared: &Prepared<'_>, all: &[WantedForm<'_>]) -> bool {
    if prepared.pair.target.is("de") {
        return false;
    }
    let known: Vec<String> =
        all.iter().flat_map(|one| one.forms.iter().chain([&one.source])).map(|form| fold(form)).collect();
    let is_known = |word: &str| {
        let bare = without_clitic(word, &prepared.pair.target);
        known
            .iter()
            .any(|form| form.split(' ').any(|part| is_form_of(bare, part, true) || word.starts_with(part)))
    };
    let n_strangers = |view: &View<'_>| {
        let in_sentence = |token: &&Token| {
            let before = view.chars().get(..token.start).unwrap_or_default();
            let mark = before.iter().rev().find(|c| !c.is_whitespace());
            mark.is_some_and(|c| c.is_alphanumeric() || matches!(c, ',' | '，' | '、'))
        };
        let names = view.tokens().iter().filter(|token| token.capital && token.end - token.start >= 3);
        names.filter(in_sentence).filter(|token| !is_known(view.word(token))).count()
    };
    n_strangers(&prepared.target) > n_strangers(prepared.source)
}

/// Whether the translation names somebody of the story whom the source does not name: then it is not a pronoun that stands
/// for the missing name.
fn names_somebody_else(prepared: &Prepared<'_>) -> bool {
    let knowledge = &prepared.paragraph.knowledge;
    let is_absent = |other: &&Character| knowledge.characters.iter().all(|named| named.id != other.id);
    knowledge.cast.iter().filter(is_absent).any(|other| {
        let own = |form: &str| {
            let named = knowledge.characters.iter().flat_map(|named| named.names());
            named.into_iter().any(|name| name.translation == form)
        };
        other.names().any(|name| {
            // One character of Han may be a part of any word.
            name.translation.chars().nth(1).is_some()
                && !own(&name.translation)
                && has_form(&prepared.target, &prepared.pair.target, &name.translation)
        })
    })
}

fn pronoun_stands_in(prepared: &Prepared<'_>, wanted: &WantedForm<'_>, all: &[WantedForm<'_>]) -> bool {
    let pronouns = Pronouns::count_in(&prepared.target, &prepared.pair.target).unwrap_or_default();
    if pronouns.masculine + pronouns.feminine == 0
        || names_a_stranger(prepared, all)
        || names_somebody_else(prepared)
    {
        return false;
    }
    let near = prepared.paragraph.before.iter().rev().take(2).chain(prepared.paragraph.after.iter().take(2));
    near.into_iter().any(|aligned| {
        let view = View::new(aligned.translation.plain(), &prepared.pair.target_lexicon);
        wanted.forms.iter().any(|form| has_form(&view, &prepared.pair.target, form))
    })
}
