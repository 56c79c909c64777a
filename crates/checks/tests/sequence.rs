//! What only shows over many paragraphs, and the checks that look at lists, terms and versions.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use book::id::{CharacterId, ParagraphId, TermId};
use book::knowledge::character::{Character, Name, Voice};
use book::knowledge::evidence::Standing;
use book::knowledge::term::{Strictness, Term, TermKind};
use book::text::markup::Marked;
use checks::catalogue::{ALL, AT_THE_DOOR, NOT_BUILT, sequence_checks};
use checks::check::Verdict;
use checks::completeness::a01_unit_missing;
use checks::dictionary::edict;
use checks::generation::e01_loop::LoopWatch;
use checks::generation::e08_polish_drift::{self, Judged};
use checks::policy::Policy;
use checks::sequence::{Report, Sequence};
use checks::suite::Suite;
use checks::terms::c04_glossary_collision;
use checks::terms::c05_write_guard::{self, Proposal, Witness};
use checks::unit::{Aligned, Knowledge, Unit};
use std::collections::BTreeSet;
use std::sync::Arc;

struct Line<'a> {
    chapter: usize,
    source: &'a str,
    translation: String,
    speaker: Option<&'a Character>,
    addressee: Option<&'a Character>,
}

impl<'a> Line<'a> {
    fn new(chapter: usize, source: &'a str, translation: impl Into<String>) -> Self {
        Self { chapter, source, translation: translation.into(), speaker: None, addressee: None }
    }
}

fn walk(suite: &Suite, lines: &[Line<'_>], characters: &[&Character]) -> Report {
    let policy = Policy::default();
    let marked: Vec<(Marked, Marked)> = lines
        .iter()
        .map(|line| (Marked::from_plain(line.source), Marked::from_plain(&line.translation)))
        .collect();
    let all: Vec<Aligned<'_>> =
        marked.iter().map(|(source, translation)| Aligned { source, translation }).collect();
    let mut sequence = Sequence::new(suite);
    for (index, (line, (source, translation))) in lines.iter().zip(&marked).enumerate() {
        let knowledge =
            Knowledge { characters, speaker: line.speaker, addressee: line.addressee, ..Knowledge::NONE };
        let after = all.get(index + 1..(index + 2).min(all.len())).unwrap_or_default();
        let unit = Unit {
            before: all.get(index.saturating_sub(1)..index).unwrap_or_default(),
            after,
            knowledge,
            ..Unit::alone(source, translation, &policy)
        };
        let id = ParagraphId::from_number(u32::try_from(index).unwrap());
        sequence.see(id, line.chapter, &unit);
    }
    sequence.finish()
}

fn found(report: &Report, code: &str) -> usize {
    report.located.iter().filter(|located| located.finding.check == code).count()
}

fn suite(source: &str, target: &str) -> Suite {
    Suite::for_pair(&source.parse().unwrap(), &target.parse().unwrap())
}

fn character(number: u32, source: &str, translation: &str, endings: &[&str]) -> Character {
    let name = Name::new(source.to_owned(), translation.to_owned());
    Character {
        voice: Voice {
            endings: endings.iter().map(|ending| (*ending).to_owned()).collect(),
            ..Voice::default()
        },
        ..Character::new(CharacterId::from_number(number), name)
    }
}

#[test]
fn at_least_sixty_checks_are_built_and_every_code_has_one_home() {
    let mut codes: BTreeSet<&str> = ALL.iter().map(|check| check.code()).collect();
    codes.extend(sequence_checks().iter().map(|check| check.code()));
    codes.extend(AT_THE_DOOR.iter().map(|(code, ..)| *code));
    let missing: BTreeSet<&str> = NOT_BUILT.iter().map(|(code, _)| *code).collect();
    assert_eq!(codes.len() + missing.len(), 64);
    assert!(codes.is_disjoint(&missing) && codes.len() >= 60);
}

#[test]
fn one_source_in_two_translations_and_two_sources_in_one() {
    let report = walk(
        &suite("ja", "en"),
        &[
            Line::new(0, "海よ、海よ、私を呼ぶな、夜の海よ。", "O sea, do not call me."),
            Line::new(1, "海よ、海よ、私を呼ぶな、夜の海よ。", "Sea, sea, call me not."),
            Line::new(1, "彼は駅へ走った。", "They had all gone home before the rain began."),
            Line::new(2, "雨の前に帰った。", "They had all gone home before the rain began."),
        ],
        &[],
    );
    assert_eq!(found(&report, "A10"), 2);
}

#[test]
fn a_chapter_that_shrank_is_named() {
    let long = "彼は川沿いをゆっくり歩きながら、昨日のことを考えていた。".repeat(20);
    let full = "Walking slowly along the river, he thought about the day before. ".repeat(20);
    let cut = "Walking slowly along the river, he thought. ".repeat(20);
    let lines: Vec<Line<'_>> = (0..4)
        .map(|chapter| Line::new(chapter, &long, if chapter == 2 { cut.clone() } else { full.clone() }))
        .collect();
    let report = walk(&suite("ja", "en"), &lines, &[]);
    let chapters: Vec<_> =
        report.located.iter().filter(|one| one.finding.check == "A13").map(|one| one.chapter).collect();
    assert_eq!(chapters, [Some(2)]);
}

#[test]
fn mixed_chinese_is_found_and_pure_chinese_is_not() {
    let lines = |second: &str| {
        vec![
            Line::new(0, "He spoke with them for a long time.", "他对他们说了很久的话，谁也没有离开。"),
            Line::new(0, "They opened the door.", second.to_owned()),
        ]
    };
    let suite = suite("en", "zh-Hans");
    assert_eq!(found(&walk(&suite, &lines("他們開了門，說這樣對。"), &[]), "B4"), 1);
    assert_eq!(found(&walk(&suite, &lines("他们开了门，说这样对。"), &[]), "B4"), 0);
}

#[test]
fn a_name_that_drifts_is_found_and_inflections_are_not_drift() {
    let konrad = character(1, "Konrad", "Конрад", &[]);
    let suite = suite("en", "ru");
    let steady: Vec<Line<'_>> =
        ["Конрад пришёл.", "Он видел Конрада.", "Она ждала Конрада.", "Письмо Конраду."]
            .iter()
            .map(|text| Line::new(0, "Konrad is in this line.", *text))
            .collect();
    assert_eq!(found(&walk(&suite, &steady, &[&konrad]), "C2"), 0);
    let drifting: Vec<Line<'_>> =
        ["Конрад пришёл.", "Он видел Конрада.", "Она ждала Рихарда.", "Письмо Рихарду."]
            .iter()
            .map(|text| Line::new(0, "Konrad is in this line.", *text))
            .collect();
    assert_eq!(found(&walk(&suite, &drifting, &[&konrad]), "C2"), 1);
}

#[test]
fn a_change_of_address_within_a_chapter_is_found() {
    let (anna, karl) = (character(1, "Anna", "Anna", &[]), character(2, "Karl", "Karl", &[]));
    let line = |text: &str| Line {
        speaker: Some(&anna),
        addressee: Some(&karl),
        ..Line::new(0, "“You are late.”", text)
    };
    let suite = suite("en", "de");
    let steady: Vec<Line<'_>> = (0..6).map(|_| line("„Du bist spät dran.“")).collect();
    assert_eq!(found(&walk(&suite, &steady, &[]), "C7"), 0);
    let mut mixed = steady;
    mixed.push(line("„Jetzt kommen Sie spät.“"));
    mixed.push(line("„Wann kommen Sie?“"));
    assert_eq!(found(&walk(&suite, &mixed, &[]), "C7"), 1);
}

#[test]
fn a_voice_that_is_lost_in_one_chapter_is_found() {
    let elder = character(1, "Delfador", "デルファドール", &["じゃ", "わし"]);
    let line = |chapter: usize, text: &str| Line {
        speaker: Some(&elder),
        ..Line::new(chapter, "“It is late.”", text)
    };
    let mut lines: Vec<Line<'_>> = (0..30).map(|n| line(n / 10, "もう遅いのじゃ。")).collect();
    let suite = suite("en", "ja");
    assert_eq!(found(&walk(&suite, &lines, &[]), "C9"), 0);
    lines.extend((0..10).map(|_| line(3, "もう遅いですよ。")));
    let report = walk(&suite, &lines, &[]);
    assert_eq!(
        report.located.iter().filter(|one| one.finding.check == "C9" && one.chapter == Some(3)).count(),
        1
    );
}

#[test]
fn a_slip_of_tense_is_found_in_narration_only() {
    let past = "He was tired and went home, and she was there.";
    let present = "He is tired and goes home, and she is there.";
    let spoken = "“He is tired and goes home, and she is there,” he said.";
    let suite = suite("ja", "en");
    let book = |middle: &str| -> Vec<Line<'static>> {
        (0..14)
            .map(|n| {
                Line::new(
                    0,
                    "彼は疲れて家に帰り、彼女はそこにいた。",
                    if (5..9).contains(&n) { middle } else { past },
                )
            })
            .collect()
    };
    assert_eq!(found(&walk(&suite, &book(present), &[]), "C11"), 1);
    assert_eq!(found(&walk(&suite, &book(spoken), &[]), "C11"), 0);
}

#[test]
fn a_footer_of_a_web_page_is_found() {
    let lines: Vec<Line<'_>> = (0..6)
        .flat_map(|chapter| {
            [
                Line::new(chapter, "请记住本站网址 www.example.com", "Remember our site."),
                Line::new(chapter, "他走了。", "He left."),
            ]
        })
        .collect();
    let report = walk(&suite("zh-Hans", "en"), &lines, &[]);
    assert_eq!(found(&report, "F6"), 1);
}

#[test]
fn a_shifted_block_is_found_with_a_dictionary() {
    let dictionary = "少女 [しょうじょ] /girl/\n手紙 [てがみ] /letter/\n読んだ [よんだ] /read/\n将軍 [しょうぐん] /general/\n戦争 [せんそう] /war/\n\
        命令 [めいれい] /order/\n太陽 [たいよう] /sun/\n朝の [あさの] /morning/\n海を [うみを] /sea/\n商人 [しょうにん] /merchant/\n市場 [いちば] /market/\n果物 [くだもの] /fruit/";
    let suite = Suite::with_dictionary(
        &"ja".parse().unwrap(),
        &"en".parse().unwrap(),
        Arc::new(edict::read(dictionary)),
    );
    let sources = [
        "少女は手紙を読んだ。",
        "将軍は戦争を命令した。",
        "朝の太陽が海を照らした。",
        "商人は市場で果物を売った。",
    ];
    let right = [
        "The girl read the letter.",
        "The general ordered a war.",
        "The morning sun lit the sea.",
        "The merchant sold fruit at the market.",
    ];
    let lines = |shift: usize| -> Vec<Line<'_>> {
        sources.iter().enumerate().map(|(n, source)| Line::new(0, source, right[(n + shift) % 4])).collect()
    };
    assert_eq!(found(&walk(&suite, &lines(0), &[]), "A7"), 0);
    assert_eq!(found(&walk(&suite, &lines(1), &[]), "A7"), 1);
}

#[test]
fn missing_doubled_and_unknown_ids_are_all_named() {
    let Verdict::Found(findings) = a01_unit_missing::compare(&["A", "B", "C"], &["A", "A", "X"]) else {
        panic!("found nothing")
    };
    let text: String = findings.iter().map(|finding| finding.message.en.as_str()).collect();
    assert_eq!(findings.len(), 3);
    assert!(text.contains("B, C") && text.contains("twice, give each once: A") && text.contains(": X"));
    assert_eq!(a01_unit_missing::compare(&["A", "B"], &["A", "B"]), Verdict::Pass);
}

fn term(source: &str, translation: &str) -> Term {
    Term {
        id: TermId::from_number(1),
        source: source.to_owned(),
        reading: None,
        translation: translation.to_owned(),
        other_forms: Vec::new(),
        kind: TermKind::Other,
        note: String::new(),
        strictness: Strictness::Exact,
        evidence: Vec::new(),
        standing: Standing::Proposed,
    }
}

#[test]
fn colliding_terms_are_listed() {
    let found = |terms: &[Term]| match c04_glossary_collision::examine(terms) {
        Verdict::Found(findings) => findings.len(),
        Verdict::Pass | Verdict::NotApplicable(_) => 0,
    };
    assert_eq!(found(&[term("剑", "sword"), term("刀", "Sword")]), 1);
    assert_eq!(found(&[term("剑", "sword"), term("剑", "blade")]), 1);
    assert_eq!(found(&[term("剑", "sword"), term("刀", "sabre")]), 0);
}

#[test]
fn only_true_terms_pass_the_write_guard() {
    let suite = suite("zh-Hans", "en");
    let lexicon = &suite.pair().source_lexicon;
    let witnesses = [Witness {
        source: "他来到了龙魂大陆。",
        translation: Some("He came to the Dragon Soul Continent."),
    }];
    let passes = |source: &str, translation: &str| {
        c05_write_guard::judge(Proposal { source, translation }, &witnesses, lexicon) == Verdict::Pass
    };
    assert!(passes("龙魂大陆", "Dragon Soul Continent"));
    for (source, translation) in [
        ("天龙国", "Heavenly Dragon Kingdom"),
        ("龙魂大陆", "Dragon Spirit Land"),
        ("龙魂大陆", "Dragon Soul Continent (Note: a place)"),
        ("龙魂大陆", "龙魂大陆"),
        ("龙魂大陆", ""),
        ("龙魂\n大陆", "Dragon Soul Continent"),
        ("他来到了龙魂大陆。他来到了龙魂大陆。他来到了龙魂大陆。他来到了龙魂大陆。他来到了龙魂大陆。", "x"),
    ] {
        assert!(!passes(source, translation), "{source} {translation}");
    }
}

#[test]
fn a_polish_that_loses_something_is_refused_and_a_better_one_is_not() {
    let suite = suite("ja", "en");
    let policy = Policy::default();
    let source = Marked::from_plain("1887年、彼女は初めて海を見て、声を上げた。");
    let judged = |text: &Marked| suite.judge(&Unit::alone(&source, text, &policy));
    let draft = Marked::from_plain("In 1887 she saw for the first time the sea and she cried out.");
    let good = Marked::from_plain("In 1887 she saw the sea for the first time and cried out.");
    let lost = Marked::from_plain("She saw the sea for the first time and cried out.");
    let other = Marked::from_plain("In 1887 nobody knew what waited beyond those dark hills.");
    let compare = |polish: &Marked| {
        let (before, after) = (judged(&draft), judged(polish));
        e08_polish_drift::compare(
            Judged { text: &draft, judgement: &before },
            Judged { text: polish, judgement: &after },
        )
    };
    assert_eq!(compare(&good), Verdict::Pass);
    assert!(matches!(compare(&lost), Verdict::Found(_)));
    assert!(matches!(compare(&other), Verdict::Found(_)));
}

#[test]
fn a_stream_that_loops_is_noticed_while_it_comes() {
    let mut watch = LoopWatch::default();
    let text = format!("He said {}", "ha, ".repeat(200));
    let at = text.chars().position(|c| watch.push(c).is_some());
    assert!(at.is_some_and(|at| at < 600), "{at:?}");
    let mut calm = LoopWatch::default();
    assert!("An ordinary sentence, and another one. ".repeat(40).chars().all(|c| calm.push(c).is_none()));
}
