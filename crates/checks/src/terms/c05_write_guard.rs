//! **C5 write-guard.** A term that a model proposes must be what it claims to be before it is remembered.
//!
//! *Rule*: the source occurs in the book's source; the translation occurs in the accepted translation of such a paragraph; neither is
//! chatter, a sentence, an everyday word, or the same as the other. *Threshold*: none. Models' own records fail it in
//! 1 to 19 % of cases. *Severity*: the proposal is refused. *Repair*: propose the word as it stands in the text.

use crate::check::{Finding, Severity, Verdict};
use crate::language::lexicon::{Flags, Lexicon, Spelling, is_accented};
use book::text::fold::fold;

/// The code of this check, which looks at a proposal and not at a paragraph.
pub const CODE: &str = "C5";

/// What a model wants to have remembered.
#[derive(Debug, Clone, Copy)]
pub struct Proposal<'a> {
    /// The word as it is said to stand in the source.
    pub source: &'a str,
    /// Its translation.
    pub translation: &'a str,
}

/// Texts to hold a proposal against.
#[derive(Debug, Clone, Copy)]
pub struct Witness<'a> {
    /// A paragraph of the source, plain.
    pub source: &'a str,
    /// Its accepted translation, plain, where there is one.
    pub translation: Option<&'a str>,
}

const LONGEST_SOURCE: usize = 40;
const LONGEST_TRANSLATION: usize = 80;

/// Holds a proposal against paragraphs that may contain it. With no accepted translation among them, the translation cannot be
/// confirmed and only the source is demanded.
pub fn judge(proposal: Proposal<'_>, witnesses: &[Witness<'_>], lexicon: &Lexicon) -> Verdict {
    let (source, translation) = (proposal.source.trim(), proposal.translation.trim());
    let refuse = |en: &str, zh: &str| Verdict::from(Finding::new(CODE, Severity::Block, en, zh));
    if source.is_empty() || translation.is_empty() {
        return refuse("Source and translation must not be empty.", "原文和译文均不能为空。");
    }
    if source.chars().count() > LONGEST_SOURCE || translation.chars().count() > LONGEST_TRANSLATION {
        return refuse("A term is a word or a name, not a sentence.", "术语应为词语或名称，而不是句子。");
    }
    if is_chatter(source) || is_chatter(translation) {
        return refuse(
            "Give the bare term, without notes, tags or line breaks.",
            "请只给出术语本身，不要附注释、标签或换行。",
        );
    }
    if fold(source) == fold(translation) {
        return refuse("Source and translation are the same.", "原文与译文相同。");
    }
    let letters: Vec<char> = source.chars().collect();
    if lexicon
        .flags_of(&fold(source), Spelling { capital: false, accented: is_accented(&letters) })
        .has(Flags::STOP)
    {
        return refuse("This is an everyday word, not a term.", "这是常用词，不是术语。");
    }
    let folded = fold(source);
    let mut with_source =
        witnesses.iter().filter(|witness| fold(witness.source).contains(&folded)).peekable();
    if with_source.peek().is_none() {
        return refuse(
            "This source does not occur in the book. Copy it exactly as it stands there.",
            "书中没有该原文。请照原文准确抄写。",
        );
    }
    let wanted = fold(translation);
    let mut translated = with_source.filter_map(|witness| witness.translation).peekable();
    if translated.peek().is_some() && !translated.any(|text| fold(text).contains(&wanted)) {
        return refuse(
            "This translation is not used in any accepted translation of a paragraph with the term.",
            "含有该术语的已接受译文中没有使用该译法。",
        );
    }
    Verdict::Pass
}

fn is_chatter(text: &str) -> bool {
    let folded = fold(text);
    text.contains(['\n', '<', '>', '{', '}'])
        || [
            "note:",
            "(note",
            "proper noun",
            "translation",
            "not a ",
            "n/a",
            "unknown",
            "译注",
            "注：",
            "注释",
            "専有",
        ]
        .iter()
        .any(|word| folded.contains(word))
}
