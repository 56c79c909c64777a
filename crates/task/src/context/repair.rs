//! What is wrong with the items of the work block and how each is to be repaired.

use crate::prompt_escape::escape_for_prompt;
use crate::repair::{Repair, RepairWay, Repairs};
use book::work::chunk::ChunkBoundaries;
use std::fmt::Write;
use store::record::ParagraphRecord;
use tools::text::PromptLanguage;

/// The most tokens of the whole fragment; items beyond are repaired from the source alone.
pub const MAX_REPAIR_TOKENS: u64 = 2000;
/// The most findings shown for one item, and the most characters of each.
const MAX_FINDINGS: usize = 4;
const MAX_CHARACTERS: usize = 320;
/// More sentences than this are counted and not listed.
const MAX_SENTENCES: usize = 40;

/// Renders what is to be repaired in the chunk, whose paragraphs are in `stretch`; items are named by their index.
pub fn repairs(
    language: PromptLanguage,
    repairs: &Repairs,
    boundaries: &ChunkBoundaries,
    stretch: &[ParagraphRecord],
) -> String {
    let mut fragment = String::new();
    let mut used = 0;
    for paragraph in stretch.iter().filter(|paragraph| boundaries.contains(paragraph.id)) {
        let Some(repair) = repairs.get(paragraph.id) else { continue };
        let text = repair_item(language, paragraph.index, repair);
        used += llm::estimate_tokens(&text);
        if used > MAX_REPAIR_TOKENS {
            break;
        }
        fragment.push_str(&text);
    }
    if fragment.is_empty() {
        return fragment;
    }
    let head = language.choose(
        "需要修正的条目（按 index 标注）：现有译文经检查有问题。请严格按每条说明处理，并照常提交全部条目。",
        "What to mend, by index: checks found faults in what stands there now. Do what is said for each item, and submit every item as usual.",
    );
    format!("{head}\n{}", fragment.trim_end())
}

fn repair_item(language: PromptLanguage, index: u32, repair: &Repair) -> String {
    let mut text = format!("- [{index}] {}\n", instruction(language, repair));
    for finding in repair.findings.iter().take(MAX_FINDINGS) {
        let message: String =
            escape_for_prompt(language.message_of(finding)).chars().take(MAX_CHARACTERS).collect();
        // Writing to a string cannot fail.
        let _ = writeln!(text, "  {}: {message}", finding.check);
    }
    if repair.way == RepairWay::Sentences && repair.sentences.len() <= MAX_SENTENCES {
        for (number, sentence) in
            repair.sentences.iter().zip(1..).map(|(sentence, number)| (number, sentence))
        {
            let _ = writeln!(text, "  ({number}) {}", escape_for_prompt(sentence));
        }
    }
    text
}

fn instruction(language: PromptLanguage, repair: &Repair) -> String {
    let n = repair.sentences.len();
    let (zh, en) = match repair.way {
        RepairWay::Afresh => (
            "之前的译文没有译完、留有原文或夹带了别的内容。请只根据原文，把整段完整译成目标语言。".to_owned(),
            "An earlier translation was left in the source language in whole or part, or had other text around it. Translate all of it, from the source alone.".to_owned(),
        ),
        RepairWay::Sentences => (
            format!("之前的译文有遗漏。原文共 {n} 句，请按编号逐句翻译，一句不漏，再连成一段提交（不带编号）。"),
            format!("An earlier translation left something out. The source has {n} sentences: translate each by its number, none left out, and submit them joined as one paragraph, without numbers."),
        ),
        RepairWay::SourceOnly => (
            "之前的译文比原文多出内容。请只译原文所说，不增不注。".to_owned(),
            "An earlier translation said more than the source. Translate only what the source says, with no additions and no notes.".to_owned(),
        ),
        RepairWay::Realign => (
            "之前的译文错位或与相邻段落重复。请只根据本条自己的原文翻译。".to_owned(),
            "An earlier translation stood at the wrong place or repeated its neighbour. Translate this item from its own source and no other.".to_owned(),
        ),
        RepairWay::Unloop => (
            "之前的译文陷入重复。请每句只译一次。".to_owned(),
            "An earlier translation ran into repetition. Translate each sentence once.".to_owned(),
        ),
        RepairWay::Span => (
            "只改正下列问题，用最小的改动，其余文字一字不动。".to_owned(),
            "Correct only the following, with the smallest change; leave every other word as it is.".to_owned(),
        ),
        RepairWay::Candidate => (
            "需要另一种译法以供选择。请重新翻译，不要沿用已有措辞。".to_owned(),
            "Another translation is wanted to choose from. Translate afresh, in your own words.".to_owned(),
        ),
    };
    language.choose(zh, en)
}
