//! What only shows over many paragraphs.

use crate::walk::{Line, character, found, suite, walk};
use checks::code::CheckCode;
use checks::dictionary::edict;
use checks::suite::Suite;
use checks::terms::c09_voice::binomial_tail;
use std::sync::Arc;

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
    let chapters: Vec<_> = report
        .located
        .iter()
        .filter(|one| one.finding.check == CheckCode::A13)
        .map(|one| one.chapter)
        .collect();
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
        report
            .located
            .iter()
            .filter(|one| one.finding.check == CheckCode::C9 && one.chapter == Some(3))
            .count(),
        1
    );
}

#[test]
fn the_tail_is_that_of_the_binomial_distribution() {
    assert!((binomial_tail(10, 0, 0.5) - 1.0 / 1024.0).abs() < 1e-9);
    assert!((binomial_tail(10, 10, 0.5) - 1.0 / 1024.0).abs() < 1e-9);
    assert!(binomial_tail(10, 5, 0.5) > 0.5);
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
fn a_chapter_whose_oaths_are_gone_is_named() {
    let rough = "“Damn it, you bastard!”";
    let lines = |second: &str| -> Vec<Line<'static>> {
        let chapter = |n: usize, text: &str| (0..4).map(move |_| (n, text.to_owned())).collect::<Vec<_>>();
        let both = [chapter(0, "„Verdammt noch mal, du Bastard!“"), chapter(1, second)].concat();
        both.into_iter().map(|(n, text)| Line::new(n, rough, text)).collect()
    };
    let suite = suite("en", "de");
    assert_eq!(found(&walk(&suite, &lines("„Verdammt, du Mistkerl!“"), &[]), "F7"), 0);
    let report = walk(&suite, &lines("„Ach je, du Schelm!“"), &[]);
    let chapters: Vec<_> = report
        .located
        .iter()
        .filter(|one| one.finding.check == CheckCode::F7)
        .map(|one| one.chapter)
        .collect();
    assert_eq!(chapters, [Some(1)]);
}

#[test]
fn a_shifted_block_is_found_with_a_dictionary() {
    let dictionary = "少女 [しょうじょ] /girl/\n手紙 [てがみ] /letter/\n読んだ [よんだ] /read/\n将軍 [しょうぐん] /general/\n戦争 [せんそう] /war/\n\
        命令 [めいれい] /order/\n太陽 [たいよう] /sun/\n朝の [あさの] /morning/\n海を [うみを] /sea/\n商人 [しょうにん] /merchant/\n市場 [いちば] /market/\n果物 [くだもの] /fruit/";
    let suite = Suite::with_dictionary(
        &"ja".parse().unwrap(),
        &"en".parse().unwrap(),
        Arc::new(edict::read(dictionary.as_bytes())),
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
