//! How consistently names are rendered: agreed forms, what was used instead, and from which chapter to which.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use book::id::{CharacterId, ParagraphId, TermId};
use book::knowledge::character::{Character, Name};
use book::knowledge::drift::{Drift, TranslatedLine, drift};
use book::knowledge::matching::{Matcher, Options};
use book::knowledge::term::Term;
use book::text::markup::Marked;

fn look(target: &str, terms: &[Term], characters: &[Character], lines: &[(u32, &str, &str)]) -> Vec<Drift> {
    let texts: Vec<(u32, Marked, Marked)> = lines
        .iter()
        .map(|(chapter, source, translation)| {
            (*chapter, Marked::parse(source).unwrap(), Marked::parse(translation).unwrap())
        })
        .collect();
    let lines: Vec<TranslatedLine<'_>> = (0..)
        .zip(&texts)
        .map(|(number, (chapter, source, translation))| TranslatedLine {
            chapter: *chapter,
            paragraph: ParagraphId::from_number(number),
            source,
            translation,
        })
        .collect();
    let matcher = Matcher::new(terms, characters, &Options::USUAL);
    drift(&matcher, (terms, characters), &target.parse().unwrap(), &lines)
}

fn term(number: u32, source: &str, translation: &str) -> Term {
    Term::new(TermId::from_number(number), source.to_owned(), translation.to_owned())
}

/// Forms with how often each stands and in which chapters.
fn table(drift: &Drift) -> Vec<(&str, bool, usize, u32, u32)> {
    let row = |one: &'_ book::knowledge::drift::Rendering| {
        (one.is_agreed, one.paragraphs.len(), one.first_chapter, one.last_chapter)
    };
    drift
        .renderings
        .iter()
        .map(|one| {
            let (is_agreed, n, first, last) = row(one);
            (one.form.as_str(), is_agreed, n, first, last)
        })
        .collect()
}

#[test]
fn renderings_are_counted_with_their_chapters_and_the_worst_name_comes_first() {
    let name = Name::new("玲奈".to_owned(), "Reina".to_owned());
    let reina = Character::new(CharacterId::from_number(1), name);
    let lines = [
        (1, "玲奈は龍魂を見た。", "Reina looked at the Dragon Soul."),
        (1, "玲奈は笑った。", "Reina's laugh rang out."),
        (2, "玲奈は走った。", "Then Rena ran."),
        (2, "門が開いた。", "The Gate opened. Then it was night."),
        (3, "玲奈は龍魂を抜いた。", "And Rena drew the Dragon Soul."),
        (4, "玲奈は眠った。", "She slept."),
        (5, "玲奈は起きた。", "Reina woke."),
    ];
    let drifts = look("en", &[term(1, "龍魂", "Dragon Soul"), term(2, "門", "Gate")], &[reina], &lines);
    assert_eq!(drifts.len(), 2, "what occurs once cannot drift: {drifts:?}");
    let worst = drifts.first().unwrap();
    assert_eq!(table(worst), [("Reina", true, 3, 1, 5), ("Rena", false, 2, 2, 3)]);
    assert_eq!(
        (worst.n_paragraphs, worst.unrecognised.len(), worst.n_odd(), worst.consistency()),
        (6, 1, 2, 600)
    );
    let other = drifts.last().unwrap();
    assert_eq!(table(other), [("Dragon Soul", true, 2, 1, 3)]);
    assert_eq!(other.consistency(), 1000);
}

#[test]
fn a_rendering_without_spaces_around_it_is_recognised() {
    let lines = [
        (1, "Sky Splitter!", "他拔出了裂天剑。"),
        (1, "Sky Splitter shone.", "裂天剑闪着光。"),
        (2, "The Sky Splitter fell.", "碎空刃掉了下来。"),
        (3, "He took the Sky Splitter.", "他拿起碎空刃。"),
        (3, "He took it.", "他拿起它。"),
        (3, "It shone.", "它闪着光，掉了下来。"),
    ];
    let drifts = look("zh", &[term(1, "Sky Splitter", "裂天剑")], &[], &lines);
    assert_eq!(table(drifts.first().unwrap()), [("碎空刃", false, 2, 2, 3), ("裂天剑", true, 2, 1, 1)]);
}

#[test]
fn a_term_nobody_agreed_on_shows_what_was_used() {
    let lines = [
        (1, "龍魂だ。", "The Wyrm Ghost!"),
        (2, "龍魂か。", "Is it the Wyrm Ghost?"),
        (3, "龍魂さ。", "It is the Drake Spirit."),
        (4, "龍魂よ。", "Drake Spirit, then."),
        (5, "雨だ。", "It is raining. The Rain."),
    ];
    let drifts = look("en", &[term(1, "龍魂", "")], &[], &lines);
    assert_eq!(
        table(drifts.first().unwrap()),
        [("Drake Spirit", false, 2, 3, 4), ("Wyrm Ghost", false, 2, 1, 2)]
    );
}
