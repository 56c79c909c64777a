//! **C8 pronoun-gender.** Pronouns of the other gender.
//!
//! *Rule*: the source has pronouns of one gender only (她 and no 他, after 其他, 他们 and the like are set aside) and
//! the translation only of the other; or the paragraph names exactly one character whose gender the reader knows by
//! now, and the translation has only pronouns of the other gender, the source none. *Threshold*: one. *False alarms*: 2.3 % of human translations
//! from Chinese: the pronoun belongs to somebody else. Therefore it is a remark where somebody else is about: a pronoun of that gender or another known person
//! in the paragraphs beside it, or a word for another person in the source. *Severity*: queue; info where somebody else is about, or where pronouns follow the gender of nouns. *Repair*: correct the pronouns that stand for the person.

use super::gender::Pronouns;
use crate::check::{Finding, Severity, Verdict};
use crate::language::LanguageProfile;
use crate::prepared::Prepared;
use crate::text::view::View;
use book::knowledge::character::{Character, FactState, Gender};
use book::knowledge::term::Term;

check!(PronounGender, C8, "pronoun-gender", Queue, Terms);

fn run(prepared: &Prepared<'_>) -> Verdict {
    let Some(t) = Pronouns::count_in(&prepared.target, &prepared.pair.target) else {
        return Verdict::NotApplicable("the target language's pronouns are not known");
    };
    // Pronouns follow people only in these languages; elsewhere they also stand for things.
    let natural = is_natural(&prepared.pair.source);
    let s = Pronouns::count_in(prepared.source, &prepared.pair.source).filter(|_| natural);
    if let Some(s) = s
        && (s.only_feminine() || s.only_masculine())
    {
        if t.masculine + t.feminine == 0 {
            return Verdict::NotApplicable("the translation has no such pronoun");
        }
        let wrong = (s.only_feminine() && t.only_masculine()) || (s.only_masculine() && t.only_feminine());
        return if wrong && !has_plural(prepared) {
            finding(prepared, s.only_feminine(), None)
        } else {
            Verdict::Pass
        };
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
    if wrong { finding(prepared, gender == Gender::Female, Some(character)) } else { Verdict::Pass }
}

/// German `sie` is also `they`.
fn has_plural(prepared: &Prepared<'_>) -> bool {
    ["们", "們", "彼ら", "彼等", "达", "達"].iter().any(|plural| prepared.source.text().contains(plural))
        || prepared.source.words().any(|word| matches!(word, "they" | "them" | "their"))
}

/// Whether pronouns follow people in a language, and not also the gender of nouns: `sie` is a dormouse, too.
fn is_natural(language: &LanguageProfile) -> bool {
    language.is_chinese() || ["ja", "en", "ko"].iter().any(|tag| language.is(tag))
}

fn finding(prepared: &Prepared<'_>, female: bool, character: Option<&Character>) -> Verdict {
    let (en, zh) = if female { ("a woman", "女性") } else { ("a man", "男性") };
    let (other_en, other_zh) = if female { ("men", "男性") } else { ("women", "女性") };
    let who = character.map_or_else(String::new, |character| format!(" («{}»)", character.name.source));
    let finding = Finding::by(
        &PronounGender,
        format!(
            "The source speaks of {en}{who}, and the translation has only pronouns for {other_en}. Do they stand for that person? Then correct them; if they stand for somebody else, leave them."
        ),
        format!(
            "原文说的是{zh}{who}，译文只有{other_zh}代词。它们指的是同一个人吗？如是，请修正代词；如果指别人，请保持不变。"
        ),
    );
    if !is_natural(&prepared.pair.target) || is_somebody_else_about(prepared, female, character) {
        finding.as_severe_as(Severity::Info).into()
    } else {
        finding.asking_model().into()
    }
}

/// Whether the pronouns may well belong to somebody else: a person of the other gender is near.
fn is_somebody_else_about(prepared: &Prepared<'_>, female: bool, character: Option<&Character>) -> bool {
    let near =
        || prepared.paragraph.before.iter().rev().take(2).chain(prepared.paragraph.after.iter().take(2));
    let has_other_pronoun = || {
        near().any(|aligned| {
            let source = View::new(aligned.source.plain(), &prepared.pair.source_lexicon);
            let pronouns = Pronouns::count_in(&source, &prepared.pair.source).unwrap_or_default();
            if female { pronouns.masculine > 0 } else { pronouns.feminine > 0 }
        })
    };
    let is_named = |other: &Character| {
        let stands_in = |text: &str| other.names().any(|name| text.contains(name.source.as_str()));
        stands_in(prepared.source.text()) || near().any(|aligned| stands_in(&aligned.source.plain()))
    };
    let is_other = |other: &&Character| character.is_none_or(|own| own.id != other.id);
    // `彼女` is the person herself.
    let source = prepared.source.text().replace("彼女", "");
    source.chars().any(|c| PERSONS.contains(c))
        || prepared.source.words().any(|word| PERSON_WORDS.contains(&word))
        || KOREAN_PERSONS.iter().any(|person| source.contains(person))
        || prepared.paragraph.knowledge.terms.iter().any(|term| names_another(term, character))
        || has_other_pronoun()
        || prepared.paragraph.knowledge.cast.iter().filter(is_other).any(is_named)
}

/// Whether a term of the paragraph may be somebody: a name with a capital that is not the character's.
fn names_another(term: &Term, character: Option<&Character>) -> bool {
    let own = |source: &str| character.is_some_and(|one| one.names().any(|name| name.source == source));
    term.translation.chars().next().is_some_and(char::is_uppercase) && !own(&term.source)
}

/// Characters of words for people, and of people who speak of themselves, where words are written without spaces.
const PERSONS: &str = "男父爸爹兄哥弟夫爷爺叔伯舅僧王君氏殿俺僕女母妈媽娘姉姐妹妻婆姑姨嫁人者師师客員员長长老子孩医主友敌敵谁誰我私";

/// The same in Korean, where particles follow without a space.
const KOREAN_PERSONS: &[&str] = &[
    "남자",
    "아버지",
    "아빠",
    "오빠",
    "아들",
    "소년",
    "할아버지",
    "여자",
    "어머니",
    "엄마",
    "누나",
    "언니",
    "딸",
    "소녀",
    "할머니",
    "동생",
    "사람",
    "친구",
    "선생",
    "손님",
    "누구",
    "나는",
    "내가",
    "제가",
    "저는",
];

/// Words for people in languages written with spaces, folded.
const PERSON_WORDS: &[&str] = &[
    "man", "men", "boy", "father", "brother", "son", "husband", "uncle", "king", "lord", "sir", "mr",
    "doctor", "captain", "master", "woman", "women", "girl", "mother", "sister", "daughter", "wife", "aunt",
    "queen", "lady", "mrs", "miss", "friend", "child", "somebody", "someone", "who", "i", "me", "my",
];
