//! One text prepared once: characters with scripts, folded words, lengths, so that no check walks it again for these.

use super::charset::CharSet;
use super::composition::composed;
use super::extent::length_of;
use super::letter::is_alphanumeric;
use super::sentence;
use super::signs::Signs;
use crate::language::lexicon::{Flags, Lexicon, WordForm, is_accented};
use book::text::fold::{Folding, push_folded};
use book::text::script::{N_SCRIPTS, Script};
use std::borrow::Cow;
use std::cell::OnceCell;
use std::ops::Range;

/// A text prepared for looking at. Characters are those of the text in composed form (NFC).
#[derive(Debug)]
pub struct View<'a> {
    text: Cow<'a, str>,
    is_composed: bool,
    length: usize,
    chars: Vec<char>,
    scripts: Vec<Script>,
    counts: [usize; N_SCRIPTS],
    n_letters: usize,
    signs: Signs,
    folded: String,
    tokens: Vec<Token>,
    comparable: OnceCell<String>,
    sentences: OnceCell<Vec<Range<usize>>>,
    narrow: OnceCell<Vec<char>>,
    distinct: OnceCell<Box<CharSet>>,
}

/// A word: a run of letters of an alphabet, apostrophes inside included, or of Korean syllables.
#[derive(Debug, Clone, Copy)]
pub struct Token {
    /// Where it starts, in characters.
    pub start: usize,
    /// Where it ends, in characters.
    pub end: usize,
    folded_start: usize,
    folded_end: usize,
    /// What the languages' word lists say about it.
    pub flags: Flags,
    /// Whether it starts with a capital letter.
    pub capital: bool,
}

impl<'a> View<'a> {
    /// Prepares a text; the lexicon says what its words are.
    pub fn new(text: Cow<'a, str>, lexicon: &Lexicon) -> Self {
        let (text, is_composed) = composed(text);
        let mut chars = Vec::with_capacity(text.len());
        chars.extend(text.chars());
        let mut scripts = Vec::with_capacity(chars.len());
        let mut counts = [0; N_SCRIPTS];
        let mut signs = Signs::NONE;
        for &c in &chars {
            let script = Script::of_char(c);
            scripts.push(script);
            signs = signs.and(Signs::of_char(c));
            if let Some(count) = counts.get_mut(script as usize) {
                *count += 1;
            }
        }
        let mut view = Self {
            text,
            is_composed,
            length: length_of(chars.iter().copied()),
            chars,
            scripts,
            n_letters: LETTERS.iter().filter_map(|script| counts.get(*script as usize)).sum(),
            counts,
            signs,
            folded: String::new(),
            tokens: Vec::new(),
            comparable: OnceCell::new(),
            sentences: OnceCell::new(),
            narrow: OnceCell::new(),
            distinct: OnceCell::new(),
        };
        view.split_into_tokens(lexicon);
        view
    }

    fn split_into_tokens(&mut self, lexicon: &Lexicon) {
        let is_word = |script: Script| script.is_alphabetic() || script == Script::Hangul;
        if self.scripts.iter().filter(|script| is_word(**script)).count() == 0 {
            return;
        }
        self.folded.reserve(self.text.len());
        self.tokens.reserve(self.count(Script::Space) + 1);
        let mut at = 0;
        while let Some(&script) = self.scripts.get(at) {
            if !is_word(script) || script == Script::Mark {
                at += 1;
                continue;
            }
            let start = at;
            let folded_start = self.folded.len();
            while let (Some(&c), Some(&script)) = (self.chars.get(at), self.scripts.get(at)) {
                let inside = is_word(script)
                    || (matches!(c, '\'' | '’' | 'ʼ')
                        && self.scripts.get(at + 1).is_some_and(|script| is_word(*script)));
                if !inside {
                    break;
                }
                push_folded(c, &mut self.folded);
                at += 1;
            }
            let word = self.folded.get(folded_start..).unwrap_or_default();
            let own = self.chars.get(start..at).unwrap_or_default();
            // The second half of `Arkan-thoria` is as much a name as the first.
            let hyphenated = start > 0 && matches!(self.chars.get(start - 1), Some('-' | '‑' | '‐'));
            let after_capital = self.tokens.last().is_some_and(|last| last.capital && last.end + 1 == start);
            let capital = own.first().is_some_and(|c| c.is_uppercase()) || (hyphenated && after_capital);
            let flags = lexicon.flags_of(word, WordForm { capital, accented: is_accented(own) });
            let folded_end = self.folded.len();
            self.tokens.push(Token { start, end: at, folded_start, folded_end, flags, capital });
        }
    }

    /// The text itself.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether the characters are exactly those that were given, so that places in it are places in the original.
    pub const fn is_composed(&self) -> bool {
        self.is_composed
    }

    /// Its characters.
    pub fn chars(&self) -> &[char] {
        &self.chars
    }

    /// The character at a place.
    pub fn char_at(&self, at: usize) -> Option<char> {
        self.chars.get(at).copied()
    }

    /// The character before a place.
    pub fn char_before(&self, at: usize) -> Option<char> {
        at.checked_sub(1).and_then(|at| self.char_at(at))
    }

    /// Whether a character stands in it.
    pub fn has_char(&self, c: char) -> bool {
        let distinct = self.distinct.get_or_init(|| {
            let mut distinct = Box::new(CharSet::new());
            for c in &self.chars {
                distinct.insert(*c);
            }
            distinct
        });
        distinct.contains(c)
    }

    /// Whether signs of one of these kinds stand in it.
    pub const fn has_signs(&self, kinds: Signs) -> bool {
        self.signs.has_any(kinds)
    }

    /// The scripts of its characters.
    pub fn scripts(&self) -> &[Script] {
        &self.scripts
    }

    /// The script at a place; beyond the ends a sign.
    pub fn script_at(&self, at: usize) -> Script {
        self.scripts.get(at).copied().unwrap_or(Script::Sign)
    }

    /// How many characters are of a script.
    pub fn count(&self, script: Script) -> usize {
        self.counts.get(script as usize).copied().unwrap_or(0)
    }

    /// How many characters are letters of any script.
    pub const fn n_letters(&self) -> usize {
        self.n_letters
    }

    /// The length in characters without white space; a row of dots or dashes counts once, however it is written.
    pub const fn length(&self) -> usize {
        self.length
    }

    /// Its characters with digits, letters and marks of full width written as narrow ones.
    pub fn narrow(&self) -> &[char] {
        if !self.has_signs(Signs::WIDE) {
            return &self.chars;
        }
        let narrow = |c: char| match c {
            '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(c) - 0xfee0).unwrap_or(c),
            _ => c,
        };
        self.narrow.get_or_init(|| self.chars.iter().map(|c| narrow(*c)).collect())
    }

    /// Whether there is nothing but white space.
    pub fn is_blank(&self) -> bool {
        self.length() == 0
    }

    /// Whether there are letters or digits, not only ornament (`＊＊＊`).
    pub fn says_something(&self) -> bool {
        self.n_letters() > 0 || self.count(Script::Digit) > 0
    }

    /// Whether the characters are mostly written without spaces.
    pub fn is_ideographic(&self) -> bool {
        let ideographic =
            self.count(Script::Han) + self.count(Script::Hiragana) + self.count(Script::Katakana);
        ideographic * 2 > self.n_letters()
    }

    /// Its words.
    pub fn tokens(&self) -> &[Token] {
        &self.tokens
    }

    /// A word, folded.
    pub fn word(&self, token: &Token) -> &str {
        self.folded.get(token.folded_start..token.folded_end).unwrap_or_default()
    }

    /// The words, folded, in order.
    pub fn words(&self) -> impl Iterator<Item = &str> {
        self.tokens.iter().map(|token| self.word(token))
    }

    /// A stretch of the text.
    pub fn slice(&self, range: Range<usize>) -> String {
        self.chars.get(range).map(|chars| chars.iter().collect()).unwrap_or_default()
    }

    /// The whole text folded, for comparing and searching.
    pub fn comparable(&self) -> &str {
        self.comparable.get_or_init(|| {
            let mut folded = String::with_capacity(self.text.len());
            Folding::COMPARABLE.push_composed(&self.text, &mut folded);
            folded
        })
    }

    /// Its letters and digits, folded: what is left when marks and spaces have been changed.
    pub fn letters(&self) -> impl Iterator<Item = char> {
        self.comparable().chars().filter(|c| is_alphanumeric(*c))
    }

    /// Its sentences, as stretches of characters.
    pub fn sentences(&self) -> &[Range<usize>] {
        self.sentences.get_or_init(|| sentence::split(&self.chars))
    }

    /// The last character that is neither white space nor a closing quotation mark or bracket.
    pub fn last_mark(&self) -> Option<char> {
        self.chars.iter().rev().copied().find(|c| {
            !c.is_whitespace()
                && !matches!(
                    c,
                    '"' | '\''
                        | '”'
                        | '’'
                        | '“'
                        | '‘'
                        | '»'
                        | '«'
                        | '」'
                        | '』'
                        | '）'
                        | ')'
                        | '】'
                        | '》'
                        | '〉'
                        | ']'
                        | '*'
                        | '_'
                        | '›'
                        | '‹'
                )
        })
    }
}

/// Everything that is a letter and no mark upon one.
const LETTERS: [Script; 7] = [
    Script::Han,
    Script::Hiragana,
    Script::Katakana,
    Script::Hangul,
    Script::Latin,
    Script::Cyrillic,
    Script::OtherLetter,
];
