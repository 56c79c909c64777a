//! Finding what is known in a text: whole words, longest names, readings, and every place in the written text.
#![expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use book::id::{CharacterId, ParagraphId, TermId};
use book::knowledge::character::{Character, Name};
use book::knowledge::entry::{EntryKey, Revision};
use book::knowledge::evidence::EntryState;
use book::knowledge::matching::index::{Change, OccurrenceIndex};
use book::knowledge::matching::{Doubt, Findable, Form, Matcher, Occurrence, Options, Singles, present};
use book::knowledge::term::Term;
use book::text::fold::Folding;
use book::text::markup::Marked;
use proptest::prelude::*;

fn term(number: u32, source: &str) -> Term {
    Term::new(TermId::from_number(number), source.to_owned(), format!("translation {number}"))
}

fn read_as(mut term: Term, reading: &str) -> Term {
    term.reading = Some(reading.to_owned());
    term
}

fn confirmed(mut term: Term) -> Term {
    term.standing = EntryState::Confirmed;
    term
}

fn person(number: u32, names: &[&str]) -> Character {
    let name = |source: &&str| Name::new((*source).to_owned(), format!("person {number}"));
    let mut character = Character::new(CharacterId::from_number(number), name(&names[0]));
    character.aliases = names.iter().skip(1).map(name).collect();
    character
}

fn marked(text: &str) -> Marked {
    Marked::parse(text).unwrap()
}

/// What was found, as written text with the term's or person's number.
fn found(matcher: &Matcher, text: &str) -> Vec<(String, String)> {
    let text = marked(text);
    matcher.occurrences(&text).iter().map(|it| (written(&text, it), short(it.entry))).collect()
}

fn written(text: &Marked, occurrence: &Occurrence) -> String {
    text.as_str().get(occurrence.span()).unwrap().to_owned()
}

fn short(entry: EntryKey) -> String {
    match entry {
        EntryKey::Term { id } => format!("t{}", id.number()),
        EntryKey::Character { id } => format!("c{}", id.number()),
        EntryKey::Memory { .. } | EntryKey::Summary { .. } => {
            unreachable!("a matcher finds terms and characters")
        }
    }
}

fn check(terms: &[Term], characters: &[Character], cases: &[(&str, &[(&str, &str)])]) {
    let matcher = Matcher::new(terms, characters, &Options::USUAL);
    for (text, expected) in cases {
        let expected: Vec<(String, String)> =
            expected.iter().map(|(text, entry)| ((*text).to_owned(), (*entry).to_owned())).collect();
        assert_eq!(found(&matcher, text), expected, "{text}");
    }
}

#[test]
fn a_short_name_inside_a_longer_word_is_not_found() {
    let terms = [term(1, "メイ"), term(2, "Kon"), term(3, "민수")];
    check(
        &terms,
        &[],
        &[
            ("メインの話", &[]),
            ("カメイさん", &[]),
            ("メイーン", &[]),
            ("メイは走った。メイン", &[("メイ", "t1")]),
            ("Konrad and Kon.", &[("Kon", "t2")]),
            ("민수는 김민수정을 민수에게", &[("민수", "t3"), ("민수", "t3")]),
        ],
    );
}

#[test]
fn the_longest_name_counts_and_the_shorter_one_only_elsewhere() {
    let terms =
        [term(1, "東京"), term(2, "東京都"), term(3, "京都"), term(4, "King"), term(5, "King Arthur")];
    check(
        &terms,
        &[],
        &[
            ("東京都", &[("東京都", "t2")]),
            ("東京と京都", &[("東京", "t1"), ("京都", "t3")]),
            ("King Arthur, the King", &[("King Arthur", "t5"), ("King", "t4")]),
            ("King Arthurs", &[("King", "t4")]),
        ],
    );
}

#[test]
fn names_that_cross_are_both_given_in_doubt() {
    let matcher = Matcher::new(&[term(1, "月島玲"), term(2, "玲奈")], &[], &Options::USUAL);
    let occurrences = matcher.occurrences(&marked("月島玲奈"));
    assert_eq!(occurrences.len(), 2);
    assert!(occurrences.iter().all(|it| it.doubt == Some(Doubt::Crossing)), "{occurrences:?}");
}

#[test]
fn a_name_of_two_entries_is_both_in_doubt_unless_they_agree() {
    let doubt = |terms: &[Term], characters: &[Character]| {
        let occurrences = Matcher::new(terms, characters, &Options::USUAL).occurrences(&marked("田中は"));
        (occurrences.len(), occurrences[0].doubt)
    };
    assert_eq!(doubt(&[], &[person(1, &["田中"]), person(2, &["田中"])]), (2, Some(Doubt::Shared)));
    assert_eq!(doubt(&[term(1, "田中"), term(2, "田中")], &[]), (2, Some(Doubt::Shared)));
    let mut same = term(1, "田中");
    same.translation = "person 1".to_owned();
    assert_eq!(doubt(&[same], &[person(1, &["田中"])]), (2, None));
}

#[test]
fn parts_of_a_full_name_find_the_person_unless_another_has_them() {
    let people = [
        person(1, &["ハリー・ポッター"]),
        person(2, &["リリー・ポッター"]),
        person(3, &["Ludwig van Beethoven"]),
    ];
    check(
        &[],
        &people,
        &[
            ("ハリー・ポッターは", &[("ハリー・ポッター", "c1")]),
            ("ハリー･ポッターは", &[("ハリー･ポッター", "c1")]),
            ("ハリーとリリー", &[("ハリー", "c1"), ("リリー", "c2")]),
            ("ポッター家", &[]),
            ("Beethoven, a van and Ludwig", &[("Beethoven", "c3"), ("Ludwig", "c3")]),
        ],
    );
    let occurrence = &Matcher::new(&[], &people, &Options::USUAL).occurrences(&marked("ハリー"))[0];
    assert_eq!(occurrence.form, Form::Part(0));
}

#[test]
fn a_reading_is_found_over_other_characters_and_points_to_its_base() {
    let mut reina = person(1, &["月島玲奈"]);
    reina.name.reading = Some("つきしま れいな".to_owned());
    let terms = [read_as(term(1, "聖剣"), "エクスカリバー"), term(2, "ギアス"), term(3, "麗"), term(4, "力")];
    check(
        &terms,
        &[reina],
        &[
            ("｜月島玲奈《つきしまれいな》は", &[("月島玲奈", "c1")]),
            ("｜月島《つきしま》｜玲奈《レイナ》は", &[("月島《つきしま》｜玲奈", "c1")]),
            ("｜彼女《れいな》は", &[("彼女", "c1")]),
            ("｜約束の剣《エクスカリバー》", &[("約束の剣", "t1")]),
            ("｜約束の剣《エクスカリバーン》", &[]),
            ("｜王の力《ギアス》だ", &[("王の力", "t2"), ("力", "t4")]),
            ("れいなは黙っていた", &[]),
            ("<1>聖</1>剣", &[("聖</1>剣", "t1")]),
        ],
    );
}

#[test]
fn the_same_sound_under_another_known_name_is_that_name() {
    let terms = [read_as(term(1, "玲奈"), "れいな"), read_as(term(2, "麗奈"), "れいな")];
    check(&terms, &[], &[("｜玲奈《れいな》と｜麗奈《れいな》", &[("玲奈", "t1"), ("麗奈", "t2")])]);
}

#[test]
fn one_character_is_found_only_where_it_stands_alone() {
    let terms = [confirmed(term(1, "玲")), term(2, "蓮"), confirmed(term(3, "まい"))];
    check(
        &terms,
        &[],
        &[
            ("玲は蓮と玲瓏", &[("玲", "t1"), ("蓮", "t2")]),
            ("「玲」", &[("玲", "t1")]),
            ("うまい。まいは笑った", &[("まい", "t3")]),
        ],
    );
    let anywhere = Options { singles: Singles::Anywhere, ..Options::USUAL };
    assert_eq!(found(&Matcher::new(&terms, &[], &anywhere), "玲瓏な蓮華").len(), 2);
    let never = Options { singles: Singles::Never, ..Options::USUAL };
    assert_eq!(found(&Matcher::new(&terms, &[], &never), "玲は").len(), 0);
}

#[test]
fn capitals_of_a_name_are_respected_and_width_is_folded() {
    let terms = [term(1, "Will"), term(2, "magic sword"), term(3, "ガイア"), term(4, "ABC"), term(5, "Bär")];
    check(
        &terms,
        &[],
        &[
            ("will WILL Will", &[("WILL", "t1"), ("Will", "t1")]),
            ("Magic\nSword", &[("Magic\nSword", "t2")]),
            ("ｶﾞｲｱとＡＢＣ", &[("ｶﾞｲｱ", "t3"), ("ＡＢＣ", "t4")]),
            ("Bar, Ba\u{308}r", &[("Ba\u{308}r", "t5")]),
        ],
    );
    let kana = Options { folding: Folding { kana: true, ..Folding::SOURCE }, ..Options::USUAL };
    assert_eq!(found(&Matcher::new(&terms, &[], &kana), "がいあ").len(), 1);
}

/// What is found of one confirmed name, wherever it stands.
fn found_of(name: &str, text: &str) -> Vec<String> {
    let anywhere = Options { singles: Singles::Anywhere, ..Options::USUAL };
    let matcher = Matcher::new(&[confirmed(term(1, name))], &[], &anywhere);
    found(&matcher, text).into_iter().map(|(written, _)| written).collect()
}

#[test]
fn a_name_inside_another_word_is_none() {
    for (before, name, after) in [
        ("", "メイ", "ン"),
        ("カ", "メイ", ""),
        ("", "メイ", "ーン"),
        ("ー", "メイ", "は"),
        ("", "Kon", "rad"),
        ("Mc", "Kon", ""),
        ("", "Unit 7", "7"),
        ("", "민수", "정"),
        ("김", "민수", "는"),
        ("", "Конрад", "ский"),
    ] {
        assert_eq!(found_of(name, &format!("{before}{name}{after}")), [""; 0], "{before}[{name}]{after}");
    }
}

#[test]
fn a_name_beside_marks_and_particles_is_whole() {
    for (before, name, after) in [
        ("、", "メイ", "は"),
        ("・", "メイ", "・"),
        ("小", "メイ", "子"),
        ("d'", "Artagnan", "'s"),
        ("(", "Konrad", "-like"),
        (" ", "민수", "에게서는"),
        (" ", "영준", "이가"),
        (" ", "민수", "씨도"),
        ("東", "京都", "府"),
        ("กขค", "ง", "จ"),
    ] {
        assert_eq!(found_of(name, &format!("{before}{name}{after}")), [name], "{before}[{name}]{after}");
    }
}

#[test]
fn what_is_short_must_stand_alone() {
    for (before, name, after, is_found) in [
        ("、", "玲", "は", true),
        ("「", "玲", "」", true),
        ("", "まい", "ちゃん", true),
        ("と", "玲", "様", true),
        ("", "玲", "瓏", false),
        ("美", "玲", "は", false),
        ("", "静", "か", false),
        ("", "走", "る", false),
        ("う", "まい", "", false),
        // A verb or an adjective goes on like a particle.
        ("石に", "座", "って、海を見た", false),
        ("曲を", "奏", "でる", false),
        ("", "凛", "とした声", false),
        ("坂を", "上", "がって", false),
        ("", "凛", "が笑った", true),
        ("昨日流したのは、", "奏", "が自分で弾いた", true),
        ("「", "凛", "、行くよ」", true),
        ("", "丈", "ちゃん", true),
        // A numeral is a name where somebody acts or is called by it.
        ("", "一", "はマイクのコードを巻いた", true),
        ("だから、", "一", "が言った", true),
        ("「", "一", "、聞いてる？」", true),
        ("「", "一", "！」", true),
        ("次は", "一", "くんだ", true),
        ("", "一", "つだけ", false),
        ("万が", "一", "のときは", false),
        ("「", "一", "、二、三！」", false),
        ("", "一", "、人のものを盗むな", false),
        ("もう", "一", "の太刀", false),
        ("第", "一", "は健康だ", false),
        ("", "十", "年が過ぎた", false),
        ("「あと", "三", "、二", false),
        // Chinese: the head of a sentence, and what goes on after a subject.
        ("“走吧。”", "凌", "说", true),
        ("", "凌", "没有回头", true),
        ("", "凌", "晨三点", false),
        ("欺", "凌", "是", false),
    ] {
        // Whether a person has confirmed it is nothing to the text.
        let matcher = Matcher::new(&[term(1, name)], &[], &Options::USUAL);
        let n_found = found(&matcher, &format!("{before}{name}{after}")).len();
        assert_eq!(n_found, usize::from(is_found), "{before}[{name}]{after}");
    }
}

#[test]
fn the_way_back_leads_to_the_written_characters() {
    for (text, name, written) in [
        ("a ＢＣ d", "BC", "ＢＣ"),
        ("x ｶﾞｲｱ y", "ガイア", "ｶﾞｲｱ"),
        ("cafe\u{301} noir", "café", "cafe\u{301}"),
        ("<1>Kon</1>rad's", "Konrad", "Kon</1>rad"),
        ("月島｜玲奈《れいな》は", "月島玲奈", "月島｜玲奈"),
        ("a &amp;lt; b", "&lt;", "&amp;lt;"),
        ("Dragon\n　Soul", "Dragon Soul", "Dragon\n　Soul"),
        ("Kon\u{ad}rad", "Konrad", "Kon\u{ad}rad"),
        ("ﬁn", "fin", "ﬁn"),
    ] {
        assert_eq!(found_of(name, text), [written], "{text}");
    }
}

#[test]
fn every_stretch_knows_where_it_is_written() {
    let text = "a &lt;1> <1>b</1>｜玲奈《れ&amp;い》c";
    assert_eq!(found_of("<1> b", text), ["&lt;1> <1>b"]);
    check(&[read_as(term(1, "麗"), "れ&い")], &[], &[(text, &[("玲奈", "t1")])]);
}

#[test]
fn half_a_written_character_is_no_place() {
    assert_eq!(found_of("in", "ﬁn"), [""; 0]);
    assert_eq!(found_of("af", "aﬁ"), [""; 0]);
}

#[test]
fn the_stretches_together_are_the_plain_text() {
    for written in ["a&", "a & b", "<1>x</1>", "｜a《b》", "&lt;1>&amp;lt;", "&bar;a《b》"] {
        let plain = marked(written).plain().into_owned();
        assert_eq!(found_of(&plain, written).len(), 1, "{written}");
    }
}

#[test]
fn readings_of_touching_bases_are_read_on() {
    let text = "｜月《つき》｜島《しま》の｜玲奈《レイナ》";
    let found = |reading: &str| {
        let matcher = Matcher::new(&[read_as(term(1, "麗"), reading)], &[], &Options::USUAL);
        found(&matcher, text).into_iter().map(|(written, _)| written).collect::<Vec<_>>()
    };
    assert_eq!(found("つきしま"), ["月《つき》｜島"]);
    assert_eq!(found("れいな"), ["玲奈"]);
    assert_eq!(found("しまれいな"), [""; 0], "others stand between");
    assert_eq!(found("きしま"), [""; 0], "half of a base");
}

#[test]
fn what_a_person_rejected_is_not_found() {
    let mut rejected = term(1, "東京");
    rejected.standing = EntryState::Rejected;
    assert!(Matcher::new(&[rejected], &[], &Options::USUAL).is_empty());
}

#[test]
fn many_names_are_found_like_few() {
    let terms: Vec<Term> = (0..400).map(|number| term(number, &format!("語{number}番"))).collect();
    let matcher = Matcher::new(&terms, &[], &Options::USUAL);
    for number in [0, 7, 77, 399] {
        let text = format!("これは語{number}番だ");
        assert_eq!(found(&matcher, &text), [(format!("語{number}番"), format!("t{number}"))]);
    }
    assert_eq!(present("語7番と語77番", &["語7番", "7番", "語77番", "番"]), [0, 2]);
}

/// A word over an alphabet small enough that names meet, nest and cross.
fn word() -> impl Strategy<Value = String> {
    let letters =
        prop::sample::select(vec!["東", "京", "メ", "イ", "ー", "a", "B", "は", "・", " ", "민", "수"]);
    prop::collection::vec(letters, 1..5).prop_map(|letters| letters.concat())
}

fn paragraph() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        4 => word(),
        1 => word().prop_map(|word| format!("<1>{word}</1>")),
        1 => (word(), word()).prop_map(|(base, reading)| format!("｜{base}《{reading}》")),
    ];
    prop::collection::vec(piece, 0..6).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn every_place_is_a_place_of_the_written_text(names in prop::collection::vec(word(), 1..20), text in paragraph()) {
        let characters: Vec<Character> =
            (0..).zip(&names).map(|(number, name)| person(number, &[name.as_str()])).collect();
        let text = Marked::parse(&text).unwrap();
        for occurrence in Matcher::new(&[], &characters, &Options::USUAL).occurrences(&text) {
            prop_assert!(!written(&text, &occurrence).is_empty());
        }
    }

    #[test]
    fn a_mended_index_is_the_one_built_anew(
        names in prop::collection::vec(word(), 2..16),
        new_name in word(),
        changed in 0_u32..16,
        texts in prop::collection::vec(paragraph(), 1..12),
    ) {
        let before: Vec<Character> =
            (0..).zip(&names).map(|(number, name)| person(number, &[name.as_str()])).collect();
        let after_person = person(changed, &[new_name.as_str()]);
        let mut after: Vec<Character> = before.iter().filter(|it| it.id != after_person.id).cloned().collect();
        let was = before.iter().find(|it| it.id == after_person.id);
        after.push(after_person.clone());
        let book: Vec<(ParagraphId, Marked)> =
            (0..).zip(&texts).map(|(number, text)| (ParagraphId::from_number(number), Marked::parse(text).unwrap())).collect();
        let read = || book.iter().map(|(id, text)| (*id, text));
        let mut mended = OccurrenceIndex::build(&Matcher::new(&[], &before, &Options::USUAL), Revision(1), read());
        let matcher = Matcher::new(&[], &after, &Options::USUAL);
        let change = Change::between(was.map(Findable::Character), Some(Findable::Character(&after_person)), &Options::USUAL);
        mended.update(&change, &matcher, Revision(2), read());
        prop_assert_eq!(mended, OccurrenceIndex::build(&matcher, Revision(2), read()));
    }
}
