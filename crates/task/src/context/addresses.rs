//! Who calls whom what, for pairs of people who are both in the chunk, and for forms that stand in it.

use super::block::{ContextItem, ContextList, fit, short};
use super::found::KnowledgeInText;
use super::people::called;
use book::id::CharacterId;
use book::knowledge::character::{Address, Character};
use book::knowledge::matching::present;
use book::text::markup::Marked;
use tools::series_knowledge::{KnowledgeAt, is_reliable};
use tools::text::PromptLanguage;

pub(super) const MAX_TOKENS: u64 = 200;
const LONGEST_FORM: usize = 40;

/// Renders the forms of address. The speakers of those that got in are given with the block.
pub(super) fn addresses(
    language: PromptLanguage,
    known: &KnowledgeAt<'_>,
    found: &KnowledgeInText,
    texts: &[&Marked],
    cap: u64,
) -> (ContextList, Vec<CharacterId>) {
    let is_here = |id: CharacterId| found.people.contains_key(&id);
    let candidates: Vec<(&Character, &Address)> = known
        .series
        .characters()
        .iter()
        .flat_map(|speaker| speaker.addresses.iter().map(move |address| (speaker, address)))
        .filter(|(speaker, address)| is_here(speaker.id) || is_here(address.to))
        .filter(|(_, address)| address.holds_at(known.moment) && says_something(address))
        .collect();
    if candidates.is_empty() {
        return (ContextList::default(), Vec::new());
    }
    let text: Vec<_> = texts.iter().map(|text| text.plain()).collect();
    let forms: Vec<&str> = candidates.iter().map(|(_, address)| address.source.as_str()).collect();
    let standing = present(&text.join("\n"), &forms);
    let mut items = Vec::new();
    let mut speakers = Vec::new();
    for (place, (speaker, address)) in candidates.into_iter().enumerate() {
        let stands = standing.binary_search(&place).is_ok();
        let both = is_here(speaker.id) && is_here(address.to);
        if let Some(line) = line(language, known, speaker, address).filter(|_| stands || both) {
            items.push(ContextItem { line, rank: u64::from(!stands) });
            speakers.push(speaker.id);
        }
    }
    let heading = match language {
        PromptLanguage::Chinese => "称呼（说话人 → 听话人：原文 => 译法）：",
        PromptLanguage::English => "Forms of address (speaker → addressee: source => translation):",
    };
    let block = fit(heading, &items, cap.min(MAX_TOKENS), |n| match language {
        PromptLanguage::Chinese => format!("- 另有 {n} 条"),
        PromptLanguage::English => format!("- and {n} more"),
    });
    let used = block.shown.iter().filter_map(|place| speakers.get(*place).copied()).collect();
    (block, used)
}

fn says_something(address: &Address) -> bool {
    is_reliable(address.standing, &address.evidence) && !address.translation.trim().is_empty()
}

fn line(
    language: PromptLanguage,
    known: &KnowledgeAt<'_>,
    speaker: &Character,
    address: &Address,
) -> Option<String> {
    let (from, to) = (called(known, speaker.id)?, called(known, address.to)?);
    let (source, translation) =
        (short(&address.source, LONGEST_FORM), short(&address.translation, LONGEST_FORM));
    let colon = language.choose("：", ": ");
    Some(format!("- {from} → {to}{colon}{source} => {translation}"))
}
