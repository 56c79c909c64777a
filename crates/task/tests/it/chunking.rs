//! From a chapter to chunks: cases as data, and what holds for every chapter and every budget.

use book::id::{ChapterId, ParagraphId};
use book::text::markup::Marked;
use book::text::paragraph::is_work;
use book::text::version::TaskKind;
use llm::Delivery;
use proptest::prelude::*;
use std::collections::HashSet;
use store::record::ParagraphRecord;
use task::chunker::{DEFAULT_CHUNK_TOKENS, budget, can_be_work, chunks};
use testkit::text::paragraph;

fn record(index: u32, written: &str) -> ParagraphRecord {
    let paragraph = paragraph(written, index);
    ParagraphRecord {
        id: ParagraphId::from_number(index),
        chapter: ChapterId::from_number(0),
        index,
        position: index,
        is_empty: paragraph.is_empty(),
        text: paragraph.text,
        tags: paragraph.tags,
        kind: paragraph.kind,
        place: paragraph.place,
        translation: None,
        version: None,
        review: book::text::review::ReviewState::Draft,
        rehearsal: None,
        by_rehearsal: false,
        locked: false,
        freshness: store::record::Freshness::Fresh,
    }
}

fn everything(chapter: &[ParagraphRecord]) -> HashSet<ParagraphId> {
    chapter.iter().map(|paragraph| paragraph.id).collect()
}

fn split(
    chapter: &[ParagraphRecord],
    wanted: &HashSet<ParagraphId>,
    kind: TaskKind,
    budget: u64,
) -> Vec<Vec<u32>> {
    chunks(kind, ChapterId::from_number(0), chapter, wanted, budget)
        .iter()
        .map(|chunk| chunk.paragraph_ids().iter().map(|id| id.number()).collect())
        .collect()
}

/// A chapter in a line: a digit is a paragraph of so many tokens, `_` an empty one, `*` a scene break, `H` a heading of
/// one token, and a letter in small is a settled paragraph of four tokens. What is expected has a bar between chunks.
fn check(chapter: &str, budget: u64, expected: &str) {
    let records: Vec<ParagraphRecord> = (0..)
        .zip(chapter.chars())
        .map(|(index, sign)| match sign {
            '_' => record(index, ""),
            '*' => record(index, "＊＊＊"),
            'H' => record(index, "# 題"),
            '0'..='9' => record(index, &"字".repeat(sign.to_digit(10).unwrap() as usize)),
            _ => record(index, "済んだ文"),
        })
        .collect();
    let wanted = (0..)
        .zip(chapter.chars())
        .filter(|(_, sign)| !sign.is_lowercase())
        .map(|(index, _)| ParagraphId::from_number(index))
        .collect();
    let signs: Vec<char> = chapter.chars().collect();
    let shown: Vec<String> = split(&records, &wanted, TaskKind::Translation, budget)
        .iter()
        .map(|chunk| chunk.iter().map(|index| signs[*index as usize]).collect())
        .collect();
    assert_eq!(shown.join("|"), expected, "{chapter} with a budget of {budget}");
}

#[test]
fn chunks_close_by_budget_and_prefer_scene_breaks_and_headings() {
    // By budget alone.
    check("333333", 9, "333|333");
    check("3333", 100, "3333");
    // Empty paragraphs and symbol-only lines are no work.
    check("_3_*_3_", 100, "33");
    check("_*__", 100, "");
    // A scene break or a heading past three fifths of the budget is where the chunk closes.
    check("33*33", 9, "33|33");
    check("33H33", 9, "33|H33");
    check("3*333", 9, "333|3");
    // A heading is never the last line of a chunk if it can help it.
    check("332H9", 9, "332|H|9");
    // An oversized paragraph is a chunk of its own, and nothing is split.
    check("2292", 4, "22|9|2");
    check("9", 4, "9");
    // What is settled between two items is shown, so it counts; a long settled stretch ends the chunk.
    check("3a3", 9, "3|3");
    check("3a3", 10, "33");
    check("3abcdefg3", 100, "3|3");
    check("3abcdef3", 100, "33");
}

#[test]
fn the_budget_comes_from_the_window_and_the_output_limit() {
    assert_eq!(budget(None, None, None, Delivery::Tools), DEFAULT_CHUNK_TOKENS);
    assert_eq!(budget(Some(900), None, None, Delivery::Tools), 900);
    assert_eq!(
        budget(None, None, Some(4096), Delivery::Tools),
        1638,
        "the translation and the call around it must fit the output"
    );
    assert_eq!(
        budget(None, Some(8192), None, Delivery::Tools),
        838,
        "prompt, chunk, context and reply must fit the window"
    );
    assert_eq!(budget(Some(900), Some(8192), Some(1000), Delivery::Tools), 400, "the smallest of all limits");
    assert_eq!(budget(None, Some(2048), None, Delivery::Tools), 64, "and never nothing");
    assert_eq!(budget(None, Some(u64::MAX), Some(u64::MAX), Delivery::Tools), DEFAULT_CHUNK_TOKENS);
    assert_eq!(budget(None, Some(4096), None, Delivery::Lines), 724, "in text no tools take of the window");
}

#[test]
fn polish_and_proofreading_take_only_paragraphs_with_a_translation() {
    let mut chapter: Vec<ParagraphRecord> = (0..4).map(|index| record(index, "雨が降る。")).collect();
    chapter[1].translation = Some(Marked::from_plain("It rains."));
    chapter[2].translation = Some(Marked::from_plain("It rains."));
    for kind in [TaskKind::Polish, TaskKind::Proofreading] {
        assert_eq!(split(&chapter, &everything(&chapter), kind, 1000), [[1, 2]]);
    }
    assert_eq!(split(&chapter, &everything(&chapter), TaskKind::Translation, 1000), [[0, 1, 2, 3]]);
}

fn chapter() -> impl Strategy<Value = Vec<(String, bool)>> {
    let text = prop_oneof![
        5 => "[あ-ん]{1,60}",
        1 => Just(String::new()),
        1 => Just("　".to_owned()),
        1 => Just("◇".to_owned()),
        1 => Just("# 章".to_owned()),
        1 => "[a-z ]{1,200}",
    ];
    prop::collection::vec((text, prop::bool::weighted(0.8)), 0..60)
}

proptest! {
    #[test]
    fn every_wanted_paragraph_is_in_exactly_one_chunk_in_order_and_none_is_over_budget_unless_alone(
        chapter in chapter(),
        budget in 1_u64..300,
    ) {
        let records: Vec<ParagraphRecord> =
            (0..).zip(&chapter).map(|(index, (text, _))| record(index, text)).collect();
        let wanted: HashSet<ParagraphId> = (0..)
            .zip(&chapter)
            .filter(|(_, (_, wanted))| *wanted)
            .map(|(index, _)| ParagraphId::from_number(index))
            .collect();
        let split = split(&records, &wanted, TaskKind::Translation, budget);
        let expected: Vec<u32> = records
            .iter()
            .filter(|one| wanted.contains(&one.id) && is_work(one.kind, &one.text) && !one.is_empty)
            .map(|one| one.index)
            .collect();
        prop_assert_eq!(split.concat(), expected);
        for chunk in &split {
            let tokens: u64 =
                chunk.iter().map(|index| llm::estimate_tokens(records[*index as usize].text.as_str())).sum();
            prop_assert!(tokens <= budget || chunk.len() == 1, "{} tokens in {:?}", tokens, chunk);
            prop_assert!(chunk.iter().all(|index| can_be_work(TaskKind::Translation, &records[*index as usize])));
        }
    }
}
