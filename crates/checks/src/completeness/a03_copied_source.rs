//! **A3 copied-source.** The translation is the source again.
//!
//! *Rule*: the folded texts are equal; or, between scripts, the sets of characters overlap by more than 0.8; or, within
//! one script, at least 70 % of at least 8 words are the source's. *Threshold*: at least 6 characters.
//! *False alarms*: lines of names only, interjections, mottos; lines of Han characters from Japanese to Chinese (a kana
//! is demanded there). Lines of ornament are copied rightly, and so is a line in Latin letters of a book that is written in
//! others, into a language of Latin letters. *Severity*: block.
//! *Repair*: translate the paragraph alone, in a fresh context; then with another model; then sentence by sentence.

use crate::check::{Finding, Verdict};
use crate::language::LanguageProfile;
use crate::language::lexicon::Flags;
use crate::prepared::Prepared;
use crate::text::charset::CharSet;
use crate::text::hash::hash_of;
use crate::text::view::{Token, View};
use book::text::script::Script;

check!(CopiedSource, A3, "copied-source", Block, Completeness);

const LEAST: usize = 6;
const SET_OVERLAP: f64 = 0.8;
const WORD_OVERLAP: f64 = 0.7;
const LEAST_WORDS: usize = 8;

fn run(prepared: &Prepared<'_>) -> Verdict {
    if prepared.pair.is_conversion() {
        return Verdict::NotApplicable("both languages are Chinese");
    }
    if prepared.source.length() < LEAST || !prepared.source.says_something() {
        return Verdict::NotApplicable("the source is too short");
    }
    if prepared.source.n_letters() < LEAST.min(4) {
        return Verdict::NotApplicable("the source has hardly any letters");
    }
    if is_of_target_already(prepared) {
        return Verdict::NotApplicable("the source is in the letters of the translation");
    }
    if is_copy(prepared) {
        Finding::by(
            &CopiedSource,
            format!(
                "This came back untranslated. Translate all of it into {}.",
                prepared.pair.target.tag.english_name()
            ),
            format!("此段未翻译。请将全文翻译成{}。", prepared.pair.target.tag.chinese_name()),
        )
        .at(0..prepared.target.chars().len())
        .into()
    } else {
        Verdict::Pass
    }
}

/// A line in Latin letters of a book that is not written in them, for readers of Latin letters.
fn is_of_target_already(prepared: &Prepared<'_>) -> bool {
    let writes = |language: &LanguageProfile| language.writes_in(Script::Latin);
    writes(&prepared.pair.source) == Some(false)
        && writes(&prepared.pair.target) == Some(true)
        && prepared.source.count(Script::Latin) == prepared.source.n_letters()
}

fn is_copy(prepared: &Prepared<'_>) -> bool {
    let (s, t) = (prepared.source, &prepared.target);
    let comparable = !letters_differ(s.chars(), t.chars()) && s.letters().eq(t.letters());
    if s.is_ideographic() || s.count(Script::Hangul) * 2 > s.n_letters() {
        // `今年の十一月` is rightly `今年十一月`: a copy still has its kana.
        let has_kana = |view: &View<'_>| view.count(Script::Hiragana) + view.count(Script::Katakana) > 0;
        if prepared.pair.source.is("ja") && prepared.pair.target.is_chinese() && !(has_kana(s) && has_kana(t))
        {
            return false;
        }
        if prepared.pair.source.is_chinese() && prepared.pair.target.is("ja") {
            return comparable && s.length() > 12;
        }
        return comparable || set_overlap(s, t) > SET_OVERLAP;
    }
    if only_names(prepared) {
        return false;
    }
    if comparable {
        return true;
    }
    word_overlap(s, t) >= WORD_OVERLAP
}

/// Every word has a capital or is known as a name: such a line may rightly stay.
fn only_names(prepared: &Prepared<'_>) -> bool {
    let tokens = prepared.source.tokens();
    let is_name =
        |token: &Token| (token.capital || token.end - token.start <= 2) && !token.flags.has(Flags::STOP);
    tokens.len() <= 1 || tokens.iter().all(is_name)
}

fn set_overlap(s: &View<'_>, t: &View<'_>) -> f64 {
    // A copy is in the source's scripts; most translations are not, and need no sets.
    let east_asian = [Script::Han, Script::Hiragana, Script::Katakana, Script::Hangul];
    if east_asian.iter().map(|script| t.count(*script)).sum::<usize>() * 2 < t.n_letters() {
        return 0.0;
    }
    if !may_overlap(s, t) {
        return 0.0;
    }
    let (mut left, mut right) = (CharSet::new(), CharSet::new());
    let n_left = letters(s).filter(|c| left.insert(*c)).count();
    let (mut n_right, mut n_shared) = (0, 0);
    for c in letters(t) {
        if right.insert(c) {
            n_right += 1;
            n_shared += usize::from(left.contains(c));
        }
    }
    crate::ratio(n_shared, n_left + n_right - n_shared)
}

/// Whether the sets of letters can overlap that far at all. Each letter has its place in a sieve; a place that only one
/// text has stands for at least one letter that the other has not. Spares most texts the sets.
fn may_overlap(s: &View<'_>, t: &View<'_>) -> bool {
    let sieve = |view: &View<'_>| {
        let mut sieve = [0_u64; 16];
        let mut n_letters = 0_u32;
        for c in letters(view) {
            let number = u32::from(c);
            if let Some(word) = sieve.get_mut(usize::try_from((number >> 6) & 15).unwrap_or(0)) {
                *word |= 1 << (number & 63);
            }
            n_letters = n_letters.saturating_add(1);
        }
        (sieve, n_letters)
    };
    let ((left, n_left), (right, n_right)) = (sieve(s), sieve(t));
    let (mut only_left, mut only_right) = (0, 0);
    for (l, r) in left.iter().zip(right) {
        only_left += (l & !r).count_ones();
        only_right += (r & !l).count_ones();
    }
    let most_shared = n_left.saturating_sub(only_left).min(n_right.saturating_sub(only_right));
    let least_apart = f64::from(only_left) + f64::from(only_right);
    f64::from(most_shared) > SET_OVERLAP * 0.99 * (f64::from(most_shared) + least_apart)
}

fn letters(view: &View<'_>) -> impl Iterator<Item = char> {
    let all = view.chars().iter().zip(view.scripts());
    all.filter(|(_, script)| script.is_letter()).map(|(c, _)| *c)
}

/// Whether the letters of two texts differ for sure, seen from the beginning; most translations do in the first letter.
fn letters_differ(left: &[char], right: &[char]) -> bool {
    let (mut left, mut right) = (first_letters(left), first_letters(right));
    loop {
        match (left.next(), right.next()) {
            (Some(Some(l)), Some(Some(r))) if l == r => {}
            (Some(Some(_)), Some(Some(_))) => return true,
            _ => return false,
        }
    }
}

/// The letters of a text, each `None` where it takes folding to know what it is.
fn first_letters(chars: &[char]) -> impl Iterator<Item = Option<char>> {
    let letter = |(at, c): (usize, &char)| match c {
        // Sound marks join the letter before them.
        _ if matches!(chars.get(at + 1), Some('\u{3099}' | '\u{309a}' | '\u{ff9e}' | '\u{ff9f}')) => {
            Some(None)
        }
        'a'..='z' | 'A'..='Z' | '0'..='9' => Some(Some(c.to_ascii_lowercase())),
        '\u{4e00}'..='\u{9fff}' | '\u{3041}'..='\u{3096}' | '\u{30a1}'..='\u{30fa}' => Some(Some(*c)),
        _ if is_plain_sign(*c) => None,
        _ => Some(None),
    };
    chars.iter().enumerate().filter_map(letter)
}

/// Signs that are no letters when they are folded, either.
const fn is_plain_sign(c: char) -> bool {
    matches!(c, '\0'..='\u{7f}' | '\u{3000}'..='\u{3002}' | '\u{3008}'..='\u{3011}' | '\u{30fb}')
        || matches!(c, '！' | '，' | '？' | '：' | '；' | '（' | '）' | '…' | '—' | '–')
        || matches!(c, '“' | '”' | '‘' | '’' | '«' | '»' | '¡' | '¿')
}

fn word_overlap(s: &View<'_>, t: &View<'_>) -> f64 {
    if s.tokens().len() < LEAST_WORDS || t.tokens().len() < LEAST_WORDS {
        return 0.0;
    }
    let n_most = s.tokens().len().max(t.tokens().len());
    if crate::ratio(most_shared(s, t), n_most) < WORD_OVERLAP {
        return 0.0;
    }
    let mut left: Vec<&str> = s.words().collect();
    let mut right: Vec<&str> = t.words().collect();
    left.sort_unstable();
    right.sort_unstable();
    let mut shared = 0;
    let (mut l, mut r) = (left.iter().peekable(), right.iter().peekable());
    while let (Some(a), Some(b)) = (l.peek(), r.peek()) {
        match a.cmp(b) {
            std::cmp::Ordering::Less => drop(l.next()),
            std::cmp::Ordering::Greater => drop(r.next()),
            std::cmp::Ordering::Equal => {
                shared += 1;
                l.next();
                r.next();
            }
        }
    }
    crate::ratio(shared, left.len().max(right.len()))
}

/// No fewer words than both texts share, at the price of one look at each.
fn most_shared(s: &View<'_>, t: &View<'_>) -> usize {
    let place = |word: &str| {
        let hash = hash_of(word);
        (usize::try_from(hash >> 58).unwrap_or(0), 1_u64 << ((hash >> 52) & 63))
    };
    let mut sieve = [0_u64; 64];
    for (at, bit) in s.words().map(place) {
        if let Some(word) = sieve.get_mut(at) {
            *word |= bit;
        }
    }
    t.words().map(place).filter(|(at, bit)| sieve.get(*at).is_some_and(|word| word & bit != 0)).count()
}
