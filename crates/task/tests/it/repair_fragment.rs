//! The repair fragment in both languages, as a model sees it, and its cap.

use book::id::{ChapterId, ParagraphId};
use book::text::markup::Marked;
use book::text::paragraph::{ParagraphKind, Place};
use book::work::chunk::{Chunk, ChunkBoundaries};
use checks::check::{Finding, Severity};
use checks::code::CheckCode;
use store::record::{Freshness, ParagraphRecord};
use task::context::{MAX_REPAIR_TOKENS, repairs};
use task::repair::{Repair, RepairWay, Repairs};
use tools::text::PromptLanguage;

const WAYS: [RepairWay; 7] = [
    RepairWay::Afresh,
    RepairWay::Sentences,
    RepairWay::SourceOnly,
    RepairWay::Realign,
    RepairWay::Unloop,
    RepairWay::Span,
    RepairWay::Candidate,
];

fn paragraph(number: u32) -> ParagraphRecord {
    ParagraphRecord {
        id: ParagraphId::from_number(number),
        chapter: ChapterId::from_number(1),
        index: number * 2,
        position: number,
        text: Marked::from_written("雨。風。".to_owned()),
        tags: Vec::new(),
        kind: ParagraphKind::Body,
        place: Place { part: 0, block: number },
        is_empty: false,
        translation: None,
        version: None,
        review: book::text::review::ReviewState::Draft,
        rehearsal: None,
        by_rehearsal: false,
        locked: false,
        freshness: Freshness::Fresh,
    }
}

fn chunk(stretch: &[ParagraphRecord]) -> ChunkBoundaries {
    let ids = stretch.iter().map(|paragraph| paragraph.id).collect();
    Chunk::new(ChapterId::from_number(1), ids).unwrap().boundaries()
}

fn repair(way: RepairWay) -> Repair {
    let finding = Finding::new(
        CheckCode::B1,
        Severity::Block,
        "The translation has characters of the source: `雨` [ID: k7wd3f].",
        "译文含有原文字符“雨”。",
    );
    Repair { way, findings: vec![finding], sentences: vec!["雨。".to_owned(), "風。".to_owned()] }
}

#[test]
fn every_way_is_told_in_both_languages() {
    let stretch: Vec<ParagraphRecord> = (0..=7).map(paragraph).collect();
    let all: Repairs =
        (0..).zip(WAYS).map(|(number, way)| (ParagraphId::from_number(number), repair(way))).collect();
    let said = |language| repairs(language, &all, &chunk(&stretch), &stretch);
    insta::with_settings!({ snapshot_path => "../snapshots/prompts", prepend_module_to_snapshot => false }, {
        insta::assert_snapshot!("repair_en", said(PromptLanguage::English));
        insta::assert_snapshot!("repair_zh", said(PromptLanguage::Chinese));
    });
}

#[test]
fn nothing_to_mend_is_nothing_to_say() {
    assert_eq!(
        repairs(PromptLanguage::English, &Repairs::default(), &chunk(&[paragraph(1)]), &[paragraph(1)]),
        ""
    );
}

#[test]
fn a_long_list_ends_at_its_cap() {
    let stretch: Vec<ParagraphRecord> = (0..200).map(paragraph).collect();
    let all: Repairs =
        (0..200).map(|number| (ParagraphId::from_number(number), repair(RepairWay::Sentences))).collect();
    let said = repairs(PromptLanguage::English, &all, &chunk(&stretch), &stretch);
    let n_tokens = llm::estimate_tokens(&said);
    assert!(n_tokens > MAX_REPAIR_TOKENS / 2 && n_tokens < MAX_REPAIR_TOKENS + 100, "{n_tokens}");
    assert!(!said.contains("[ID:"), "a finding cannot pose as a work item");
}
