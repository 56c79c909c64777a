//! A changed name carried through a book: exactly the right places, and nothing that could be something else.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use book::id::{CharacterId, TermId};
use book::knowledge::character::{Character, Name};
use book::knowledge::evidence::EntryState;
use book::knowledge::matching::{Matcher, Options};
use book::knowledge::rename::{Rename, Rewriting, Rewritten, Why, shapes};
use book::knowledge::term::{Term, TermKind};
use book::language::LanguageTag;
use book::text::markup::Marked;

fn term(number: u32, source: &str, translation: &str) -> Term {
    let mut term = Term::new(TermId::from_number(number), source.to_owned(), translation.to_owned());
    term.standing = EntryState::Confirmed;
    term
}

fn person(number: u32, source: &str, translation: &str) -> Character {
    let name = Name::new(source.to_owned(), translation.to_owned());
    let mut person = Character::new(CharacterId::from_number(number), name);
    person.standing = EntryState::Confirmed;
    person
}

fn renamed(term: &Term, translation: &str) -> Term {
    Term { translation: translation.to_owned(), ..term.clone() }
}

struct KnownNames {
    terms: Vec<Term>,
    characters: Vec<Character>,
    target: LanguageTag,
}

impl KnownNames {
    fn new(terms: Vec<Term>, characters: Vec<Character>, target: &str) -> Self {
        Self { terms, characters, target: target.parse().unwrap() }
    }

    /// The first term gets another translation.
    fn rename(&self, new: &str) -> Rename {
        let before = self.terms.first().unwrap();
        Rename::of_term(before, &renamed(before, new), (&self.terms, &self.characters), &self.target)
    }

    fn rewrite(&self, rename: &Rename, source: &str, translation: &str) -> Rewriting {
        let matcher = Matcher::new(&self.terms, &self.characters, &Options::USUAL);
        let source = Marked::parse(source).unwrap();
        rename.rewrite(&matcher.occurrences(&source), &Marked::parse(translation).unwrap())
    }

    fn after(&self, rename: &Rename, source: &str, translation: &str) -> String {
        match self.rewrite(rename, source, translation) {
            Rewriting::Rewritten(Rewritten { after, .. }) => after.to_string(),
            Rewriting::Untouched => "untouched".to_owned(),
            Rewriting::NeedsModel(why) => format!("{why:?}"),
        }
    }
}

#[test]
fn exact_places_are_replaced_with_their_inflections_and_nothing_else() {
    let names = KnownNames::new(vec![term(1, "龍魂", "Dragon Soul")], vec![], "en");
    let rename = names.rename("Drake Heart");
    for (source, before, after) in [
        ("龍魂だ。", "The Dragon Soul!", "The Drake Heart!"),
        (
            "龍魂だ。",
            "DRAGON SOUL, two Dragon Souls, the Dragon Soul's edge",
            "DRAKE HEART, two Drake Hearts, the Drake Heart's edge",
        ),
        ("龍魂だ。", "a <1>Dragon Soul</1> &lt;1> & more", "a <1>Drake Heart</1> &lt;1> & more"),
        ("龍魂だ。", "Dragon Soulless", "OldFormMissing"),
        ("龍魂だ。", "The Drake Heart!", "untouched"),
        ("剣だ。", "The Dragon Soul!", "untouched"),
        ("龍魂だ。", "It glowed.", "OldFormMissing"),
        ("龍魂だ。", "Dragon <1>Soul</1>", "AcrossMarkup"),
    ] {
        assert_eq!(names.after(&rename, source, before), after, "{source} {before}");
    }
    assert_eq!(names.after(&names.rename("Ember Soul"), "龍魂", "a Dragon Soul"), "Article");
    assert_eq!(names.after(&names.rename("Ember Soul"), "龍魂", "the Dragon Soul"), "the Ember Soul");
}

#[test]
fn a_homonym_is_untouched_alone_and_left_to_a_model_beside_the_other() {
    let names = KnownNames::new(
        vec![
            term(1, "天裂剣", "Sky Splitter"),
            term(2, "裂空", "Sky Splitter"),
            term(3, "天裂剣士", "Sky Splitter Knight"),
        ],
        vec![],
        "en",
    );
    let rename = names.rename("Heaven's Edge");
    assert_eq!(names.after(&rename, "裂空！", "Sky Splitter!"), "untouched");
    assert_eq!(names.after(&rename, "天裂剣！", "Sky Splitter!"), "Heaven's Edge!");
    let both = names.rewrite(&rename, "天裂剣で裂空！", "Sky Splitter with Sky Splitter!");
    assert_eq!(both, Rewriting::NeedsModel(Why::SharedForm { entry: TermId::from_number(2).into() }));
    assert_eq!(
        names.after(&rename, "天裂剣と天裂剣士", "The Sky Splitter and the Sky Splitter Knight"),
        "The Heaven's Edge and the Sky Splitter Knight"
    );
    let alone = names.rewrite(&rename, "天裂剣", "The Sky Splitter Knight");
    assert_eq!(alone, Rewriting::NeedsModel(Why::SharedForm { entry: TermId::from_number(3).into() }));
}

#[test]
fn an_ordinary_word_is_replaced_only_as_often_as_the_source_has_it() {
    let names = KnownNames::new(vec![term(1, "魔剣", "sword")], vec![], "en");
    let rename = names.rename("blade");
    assert_eq!(names.after(&rename, "魔剣だ", "Sword in hand"), "Blade in hand");
    assert_eq!(
        names.after(&rename, "魔剣だ", "A sword against a sword"),
        "MoreThanInSource { n_found: 2, n_in_source: 1 }"
    );
    let chinese = KnownNames::new(vec![term(1, "Sky", "天空")], vec![], "zh");
    assert_eq!(chinese.after(&chinese.rename("苍穹"), "the Sky", "天空之下"), "苍穹之下");
}

#[test]
fn words_of_a_persons_name_follow_unless_the_family_has_them_too() {
    let (reina, miki) =
        (person(1, "月島 玲奈", "Reina Tsukishima"), person(2, "月島 美希", "Miki Tsukishima"));
    let after = person(1, "月島 玲奈", "Rena Tsukijima");
    let names = KnownNames::new(vec![], vec![reina.clone(), miki], "en");
    let rename = Rename::of_character(&reina, &after, (&names.terms, &names.characters), &names.target);
    assert_eq!(names.after(&rename, "玲奈は", "Reina's eyes"), "Rena's eyes");
    assert_eq!(names.after(&rename, "月島 玲奈は", "Reina Tsukishima"), "Rena Tsukijima");
    assert_eq!(names.after(&rename, "美希は", "Miki Tsukishima"), "untouched");
    let both = names.rewrite(&rename, "玲奈と美希", "Reina and Miki of the Tsukishima house");
    assert_eq!(both, Rewriting::NeedsModel(Why::SharedForm { entry: CharacterId::from_number(2).into() }));
}

#[test]
fn korean_particles_and_german_genitives_follow_the_name() {
    let mut name = term(1, "Minsu", "민수");
    name.kind = TermKind::Person;
    let korean = KnownNames::new(vec![name], vec![], "ko");
    assert_eq!(
        korean.after(&korean.rename("영준"), "Minsu", "민수는 웃었다. 민수에게"),
        "영준은 웃었다. 영준에게"
    );
    let mut name = term(1, "Konrad", "Konrad");
    name.kind = TermKind::Person;
    let german = KnownNames::new(vec![name], vec![], "de");
    assert_eq!(german.after(&german.rename("Max"), "Konrad", "Konrads Hut"), "Max' Hut");
    let sword =
        KnownNames::new(vec![term(1, "剣", "Schwert"), term(2, "魔剣", "Zauberschwert")], vec![], "de");
    assert_eq!(sword.after(&sword.rename("Klinge"), "魔剣", "das Zauberschwert"), "untouched");
}

/// Two thousand paragraphs with the name in every shape, among homonyms, longer names and other words.
#[test]
fn in_two_thousand_paragraphs_exactly_the_planted_places_change() {
    let terms = vec![
        term(1, "龍魂", "Dragon Soul"),
        term(2, "裂空", "Dragon Soul"),
        term(3, "龍魂騎士団", "Order of the Dragon Soul"),
        term(4, "王都", "Royal City"),
    ];
    let names = KnownNames::new(terms, vec![], "en");
    let rename = names.rename("Drake Heart");
    let kinds: [(&str, &str, Option<&str>); 8] = [
        ("彼は龍魂を抜いた。", "He drew the Dragon Soul.", Some("He drew the Drake Heart.")),
        ("龍魂の刃。", "The Dragon Soul's edge.", Some("The Drake Heart's edge.")),
        ("二つの龍魂。", "Two Dragon Souls.", Some("Two Drake Hearts.")),
        ("裂空を放つ。", "He unleashed Dragon Soul.", None),
        ("龍魂騎士団が来た。", "The Order of the Dragon Soul came.", None),
        (
            "龍魂騎士団の龍魂。",
            "The Dragon Soul of the Order of the Dragon Soul.",
            Some("The Drake Heart of the Order of the Dragon Soul."),
        ),
        ("王都は遠い。", "The Royal City is far.", None),
        ("<1>龍魂</1>！", "<1>Dragon Soul</1>!", Some("<1>Drake Heart</1>!")),
    ];
    let (mut n_changed, mut n_spans) = (0, 0);
    for number in 0..2_000_usize {
        let (source, before, after) = kinds.get(number % kinds.len()).unwrap();
        let (source, before) = (format!("{number}番。{source}"), format!("{number}. {before}"));
        match (names.rewrite(&rename, &source, &before), after) {
            (Rewriting::Rewritten(rewritten), Some(after)) => {
                assert_eq!(rewritten.after.to_string(), format!("{number}. {after}"));
                assert_eq!(rewritten.before.to_string(), before);
                let (old, new) = (rewritten.before.plain(), rewritten.after.plain());
                for span in &rewritten.spans {
                    assert!(old.get(span.before.clone()).unwrap().starts_with("Dragon Soul"));
                    assert!(new.get(span.after.clone()).unwrap().starts_with("Drake Heart"));
                }
                n_changed += 1;
                n_spans += rewritten.spans.len();
            }
            (Rewriting::Untouched, None) => {}
            (other, _) => unreachable!("{source} {before}: {other:?}"),
        }
    }
    assert_eq!((n_changed, n_spans), (1_250, 1_250));
}

fn listed(old: &str, new: &str, target: &str) -> Vec<String> {
    let shapes = shapes(old, new, &target.parse().unwrap());
    shapes.iter().map(|shape| format!("{}→{}", shape.old, shape.new)).collect()
}

#[test]
fn every_language_lists_its_shapes() {
    assert_eq!(listed("王", "帝", "zh"), ["王→帝"]);
    assert_eq!(
        listed("elf", "fairy", "en"),
        [
            "elf→fairy",
            "Elf→Fairy",
            "ELF→FAIRY",
            "elfs→fairies",
            "Elfs→Fairies",
            "ELFS→FAIRIES",
            "elves→fairies",
            "Elves→Fairies",
            "ELVES→FAIRIES"
        ]
    );
    assert!(listed("James", "Konrad", "en").contains(&"James'→Konrad's".to_owned()));
    assert!(listed("Konrad", "Max", "de").contains(&"Konrads→Max'".to_owned()));
    assert!(listed("dragón", "elfo", "es").contains(&"dragónes→elfos".to_owned()));
    assert!(listed("민수", "영준", "ko").contains(&"민수는→영준은".to_owned()));
    assert!(listed("서울", "제주", "ko").iter().all(|shape| !shape.starts_with("서울로")));
}
