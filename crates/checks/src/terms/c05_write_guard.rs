//! **C5 write-guard.** A term that a model proposes must be what it claims to be before it is remembered.
//!
//! *Rule*: the source occurs in the book's source; the translation occurs in the accepted translation of such a paragraph; neither is
//! chatter, a sentence, an everyday word, or the same as the other. *Threshold*: none. Models' own records fail it in
//! 1 to 19 % of cases. *Severity*: the proposal is refused. *Repair*: propose the word as it stands in the text.

use crate::check::{Finding, Severity, Verdict};
use crate::code::CheckCode;
use crate::language::lexicon::{Flags, Lexicon, WordForm, is_accented};
use book::text::fold::fold;

/// The code of this check, which looks at a proposal and not at a paragraph.
pub const CODE: CheckCode = CheckCode::C5;

/// What a model wants to have remembered.
#[derive(Debug, Clone, Copy)]
pub struct TermProposal<'a> {
    /// The word as it is said to stand in the source.
    pub source: &'a str,
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

/// What is wrong with a proposal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TermFault {
    /// One side has no text.
    Empty,
    /// It is a sentence, or one side is out of all proportion to the other.
    NotATerm,
    /// It has a remark, a choice, a tag or a line break in it.
    Chatter,
    /// Both sides are the same.
    Identical,
    /// It is a word of every text.
    EverydayWord,
    /// The source does not stand in the texts.
    NotInSource,
    /// Accepted translations of paragraphs with the source do not use it.
    NotUsed,
}

impl TermFault {
    /// The code a model is told.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Empty => "EMPTY_TERM",
            Self::NotATerm => "NOT_A_TERM",
            Self::Chatter => "CHATTER",
            Self::Identical => "SAME_AS_SOURCE",
            Self::EverydayWord => "EVERYDAY_WORD",
            Self::NotInSource => "SOURCE_NOT_IN_BOOK",
            Self::NotUsed => "TRANSLATION_NOT_USED",
        }
    }

    /// What it is, in English and in Chinese.
    pub const fn messages(self) -> (&'static str, &'static str) {
        match self {
            Self::Empty => ("Source and translation must not be empty.", "原文和译文均不能为空。"),
            Self::NotATerm => {
                ("A term is a word or a name, not a sentence.", "术语应为词语或名称，而不是句子。")
            }
            Self::Chatter => (
                "Give the bare term, without notes, alternatives, tags or line breaks.",
                "请只给出术语本身，不要附注释、备选译法、标签或换行。",
            ),
            Self::Identical => ("Source and translation are the same.", "原文与译文相同。"),
            Self::EverydayWord => ("This is an everyday word, not a term.", "这是常用词，不是术语。"),
            Self::NotInSource => (
                "This source does not occur in the book. Copy it exactly as it stands there.",
                "书中没有该原文。请照原文准确抄写。",
            ),
            Self::NotUsed => (
                "This translation is not used in any accepted translation of a paragraph with the term.",
                "含有该术语的已接受译文中没有使用该译法。",
            ),
        }
    }
}

const LONGEST_SOURCE: usize = 40;
const LONGEST_TRANSLATION: usize = 80;

/// Holds a proposal against paragraphs that may contain it. With no accepted translation among them, the translation cannot be
/// confirmed and only the source is demanded.
pub fn judge(proposal: TermProposal<'_>, witnesses: &[Witness<'_>], lexicon: &Lexicon) -> Verdict {
    let fault = fault_of_words(proposal, lexicon).or_else(|| fault_of_use(proposal, witnesses));
    fault.map_or(Verdict::Pass, |fault| {
        let (en, zh) = fault.messages();
        Verdict::from(Finding::new(CODE, Severity::Block, en, zh))
    })
}

/// What is wrong with the words of a proposal, wherever they are from.
pub fn fault_of_words(proposal: TermProposal<'_>, lexicon: &Lexicon) -> Option<TermFault> {
    let (source, translation) = (proposal.source.trim(), proposal.translation.trim());
    if source.is_empty() || translation.is_empty() {
        return Some(TermFault::Empty);
    }
    if has_marks(source) || has_remark(translation) || adds_remark(source, translation) {
        return Some(TermFault::Chatter);
    }
    if is_out_of_proportion(source, translation) || ends_a_sentence(source, translation) {
        return Some(TermFault::NotATerm);
    }
    if fold(source) == fold(translation) {
        return Some(TermFault::Identical);
    }
    is_everyday(source, lexicon).then_some(TermFault::EverydayWord)
}

/// Whether a word is one of every text: a small word of the language, a single letter or kana, or no word at all.
pub fn is_everyday(source: &str, lexicon: &Lexicon) -> bool {
    let letters: Vec<char> = source.trim().chars().collect();
    if let [only] = letters.as_slice() {
        let is_kana = matches!(only, '\u{3040}'..='\u{30ff}' | '\u{ff66}'..='\u{ff9d}');
        if is_kana || only.is_ascii() {
            return true;
        }
    }
    if !letters.iter().any(|c| c.is_alphabetic()) {
        return true;
    }
    if EVERYDAY.split_whitespace().any(|word| word == source.trim()) {
        return true;
    }
    // `Will` is a name and `will` is not.
    let is_capitalised = letters.first().is_some_and(|c| c.is_uppercase());
    let flags =
        lexicon.flags_of(&fold(source.trim()), WordForm { capital: false, accented: is_accented(&letters) });
    let is_pronoun = flags.has(Flags::MASCULINE) || flags.has(Flags::FEMININE);
    is_pronoun || (flags.has(Flags::STOP) && (!is_capitalised || letters.len() < 4))
}

/// Small words of languages that are written without spaces, for which there is no list of stop words.
const EVERYDAY: &str = "的 了 是 在 和 与 也 都 就 不 没 没有 有 我 你 您 他 她 它 我们 你们 他们 她们 它们 自己 这 那 这个 那个 \
    这里 那里 这样 那样 什么 怎么 为什么 谁 哪里 因为 所以 但是 可是 如果 虽然 然后 现在 时候 已经 还是 或者 一个 一下 一点 \
    知道 觉得 看到 说道 今天 明天 昨天 东西 事情 地方 \
    這 這個 這裡 那裡 這樣 什麼 為什麼 誰 因為 如果 現在 已經 沒有 知道 覺得 \
    私 僕 俺 わたし ぼく おれ あたし あなた 君 きみ お前 おまえ 彼 彼女 彼ら これ それ あれ どれ この その あの どの ここ そこ \
    あそこ どこ 誰 だれ 何 なに なん いつ なぜ どう こう そう ああ する した している いる いた ある あった なる なった \
    ない なかった です ます だった である こと もの とき 時 人 方 中 前 後 上 下 今 今日 明日 昨日 さん ちゃん くん 様 そして \
    しかし だから でも また もう まだ とても ちょっと はい いいえ うん  \
    나 너 우리 저 그 그녀 그들 이것 그것 저것 여기 거기 저기 누구 무엇 뭐 언제 어디 왜 어떻게 그리고 그러나 하지만 그래서";

/// What is wrong with where the words of a proposal stand.
pub fn fault_of_use(proposal: TermProposal<'_>, witnesses: &[Witness<'_>]) -> Option<TermFault> {
    let (source, translation) = (fold(proposal.source.trim()), fold(proposal.translation.trim()));
    let mut with_source =
        witnesses.iter().filter(|witness| fold(witness.source).contains(&source)).peekable();
    if with_source.peek().is_none() {
        return Some(TermFault::NotInSource);
    }
    let mut translated = with_source.filter_map(|witness| witness.translation).peekable();
    let is_unused = translated.peek().is_some() && !translated.any(|text| fold(text).contains(&translation));
    is_unused.then_some(TermFault::NotUsed)
}

/// Words that only a remark about a term has.
const REMARKS: [&str; 21] = [
    "note:",
    "(note",
    "[note",
    "proper noun",
    "translation:",
    "translated as",
    "translation of",
    "not a proper",
    "is not a",
    "literally",
    "refers to",
    "译注",
    "注：",
    "注:",
    "注释：",
    "译为",
    "意为",
    "意思是",
    "专有名词",
    "固有名詞",
    "専有",
];

/// Whole answers that say there is none. `Unknown` and `Null` are names in some books.
const NO_ANSWER: [&str; 7] = ["n/a", "untranslated", "tbd", "?", "-", "...", "…"];

fn has_remark(text: &str) -> bool {
    let folded = fold(text);
    has_marks(text) || NO_ANSWER.contains(&folded.trim()) || REMARKS.iter().any(|word| folded.contains(word))
}

/// Marks that are in no term, on either side.
fn has_marks(text: &str) -> bool {
    text.contains(['\n', '\r', '<', '>', '{', '}', '`', '\t']) || text.contains("**") || text.contains("=>")
}

/// Whether the translation has a bracket or a choice that the source has not.
fn adds_remark(source: &str, translation: &str) -> bool {
    let added = |marks: &[char]| translation.contains(marks) && !source.contains(marks);
    added(&['(', ')', '（', '）', '[', ']', '［', '］', '【', '】'])
        || added(&['/', '／', '|'])
        || added(&[';', '；'])
}

/// One Han character may be several words, but not a paragraph of them.
fn is_out_of_proportion(source: &str, translation: &str) -> bool {
    let (source, translation) = (source.chars().count(), translation.chars().count());
    let too_long_for = |one: usize, other: usize| one > 12 * other + 16;
    source > LONGEST_SOURCE
        || translation > LONGEST_TRANSLATION
        || too_long_for(source, translation)
        || too_long_for(translation, source)
}

fn ends_a_sentence(source: &str, translation: &str) -> bool {
    let ends = |text: &str| text.ends_with(['。', '！', '？']);
    ends(translation) && !ends(source)
}
