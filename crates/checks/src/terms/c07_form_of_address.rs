//! **C7 form-of-address.** One person addresses another now familiarly, now politely, within a chapter.
//!
//! *Rule*: in languages with both forms (du/Sie, tu/vous, ты/вы, 你/您 …), forms in speech are counted per speaker and
//! addressee where both are known, else over the chapter. *Threshold*: for a known pair, at least 4 paragraphs and less than 90 % of one form. The
//! ratio of a whole chapter is never a finding, because people differ. *False alarms*: the polite plural, imperatives.
//! *Severity*: queue. *Repair*: decide the form for the pair and note it at the character.

use crate::check::{Finding, Severity};
use crate::code::CheckCode;
use crate::language::lexicon::Flags;
use crate::sequence::{LocatedFinding, Passage, SequenceCheck};
use book::id::{CharacterId, ParagraphId};
use std::collections::BTreeMap;

/// Check C7.
#[derive(Debug, Default)]
pub struct FormOfAddress {
    pairs: BTreeMap<(usize, CharacterId, CharacterId), Forms>,
}

#[derive(Debug, Default)]
struct Forms {
    names: (String, String),
    familiar: Vec<ParagraphId>,
    polite: Vec<ParagraphId>,
}

const LEAST: usize = 4;

impl FormOfAddress {
    fn add(&mut self, later: &Self) {
        for (pair, later) in &later.pairs {
            let forms = self.pairs.entry(*pair).or_default();
            forms.names.clone_from(&later.names);
            forms.familiar.extend_from_slice(&later.familiar);
            forms.polite.extend_from_slice(&later.polite);
        }
    }
}

impl SequenceCheck for FormOfAddress {
    sequence_names!(C7, "form-of-address", Queue);

    fn visit(&mut self, passage: &Passage<'_>) {
        let prepared = passage.prepared;
        let knowledge = &prepared.paragraph.knowledge;
        let (Some(speaker), Some(addressee)) = (knowledge.speaker, knowledge.addressee) else { return };
        let Some(known) = &prepared.pair.target.known else { return };
        let has = |flag: Flags, words: &str| {
            prepared.target.tokens().iter().any(|token| token.flags.has(flag))
                || (known.record.wide_punctuation
                    && words.split_whitespace().any(|word| prepared.target.text().contains(word)))
        };
        let familiar = has(Flags::FAMILIAR, &known.record.familiar);
        let polite = has(Flags::POLITE, &known.record.polite);
        if familiar == polite {
            return;
        }
        let forms = self.pairs.entry((passage.chapter, speaker.id, addressee.id)).or_default();
        forms.names = (speaker.name.translation.clone(), addressee.name.translation.clone());
        let list = if familiar { &mut forms.familiar } else { &mut forms.polite };
        list.push(passage.id);
    }

    fn finish(&mut self) -> Result<Vec<LocatedFinding>, &'static str> {
        if self.pairs.is_empty() {
            return Err("no paragraph with a known speaker, a known addressee and a form of address");
        }
        let mut located = Vec::new();
        for ((chapter, ..), forms) in &self.pairs {
            let (familiar, polite) = (forms.familiar.len(), forms.polite.len());
            let (most, all) = (familiar.max(polite), familiar + polite);
            if all < LEAST || most * 10 >= all * 9 {
                continue;
            }
            let (speaker, addressee) = &forms.names;
            let minority = if familiar < polite { &forms.familiar } else { &forms.polite };
            let finding = Finding::new(
                CheckCode::C7,
                Severity::Queue,
                format!(
                    "{speaker} addresses {addressee} familiarly {familiar} times and politely {polite} times in this chapter. Use one form."
                ),
                format!("本章中{speaker}对{addressee}使用亲密称呼{familiar}次、敬称{polite}次。请统一。"),
            );
            let paragraphs = minority.iter().copied().take(LocatedFinding::MOST_PARAGRAPHS).collect();
            located.push(LocatedFinding { chapter: Some(*chapter), paragraphs, finding });
        }
        Ok(located)
    }
}
