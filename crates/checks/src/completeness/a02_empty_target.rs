//! **A2 empty-target.** The source says something and the translation is blank, or has a letter, a mark or a stray word for a sentence.
//!
//! *Rule*: the translation has only white space; or no letter or digit where the source has more than three different letters;
//! or one small letter that is no word; or one word that says far too little: a word no sentence ends with, or so few letters that
//! no interjection explains them. Letters are weighed by script (a Han character says as much as three Latin letters), and what
//! the source repeats is weighed once. *Threshold*: 15 % of the source's weight, 22 % of a longer one, half of it where the mark at the end is gone.
//! *False alarms*: none in the prose the checks are measured on. *Severity*: block. *Repair*: translate the paragraph alone, in a fresh context.

use crate::check::{Finding, Verdict};
use crate::language::lexicon::Flags;
use crate::prepared::Prepared;
use crate::terms::matching::has_form;
use crate::text::extent::is_cry;
use crate::text::view::View;
use book::text::paragraph::ParagraphKind;
use book::text::script::Script;
use std::collections::BTreeSet;

check!(EmptyTarget, A2, "empty-target", Block, Structure);

/// A source of less weight may be answered by a letter.
const LEAST_WEIGHT: f64 = 6.0;
/// From this weight on a source is surely a sentence.
const SENTENCE: f64 = 24.0;
/// What a few words may become in Chinese and Japanese: `I beg your pardon?` is `え？`.
const GASPS: &str = "えあおんうわはふへほエアオ嗯哦啊呃唉哎咦诶欸喂哼哈呵哇哟呀嘿";

fn run(prepared: &Prepared<'_>) -> Verdict {
    if prepared.source.is_blank() {
        return Verdict::NotApplicable("the source is empty");
    }
    if prepared.target.is_blank() {
        return Finding::by(
            &EmptyTarget,
            "The translation is empty. Translate the whole paragraph.",
            "译文为空。请翻译整个段落。",
        )
        .into();
    }
    if !says_nothing(prepared) {
        return Verdict::Pass;
    }
    let written = prepared.target.text().trim();
    Finding::by(
        &EmptyTarget,
        format!("«{written}» is no translation of this paragraph. Translate the whole paragraph."),
        format!("「{written}」不是本段的译文。请翻译整个段落。"),
    )
    .at(0..prepared.target.chars().len())
    .into()
}

/// Whether what stands there is only a letter, a mark or a stray word.
fn says_nothing(prepared: &Prepared<'_>) -> bool {
    let (source, target) = (prepared.source, &prepared.target);
    if is_cry(source.letters()) {
        return false;
    }
    if !target.says_something() {
        return true;
    }
    let is_counted = !matches!(
        prepared.paragraph.kind,
        ParagraphKind::Body | ParagraphKind::Item | ParagraphKind::Note | ParagraphKind::Verse
    );
    if is_counted || target.count(Script::Digit) > 0 || !is_one_word(target) || is_a_name(prepared) {
        return false;
    }
    let (whole, said) = (weight(source), weight(target));
    if whole < SENTENCE && target.letters().all(|c| GASPS.contains(c)) {
        return false;
    }
    let [token] = target.tokens() else { return said < share(whole) * whole };
    let is_small_letter = token.end - token.start == 1 && !token.capital;
    let stands_in_source = || source.words().any(|word| word == target.word(token));
    (is_small_letter && whole >= LEAST_WEIGHT && !stands_in_source())
        || (token.flags.has(Flags::TAIL) && whole >= LEAST_WEIGHT)
        || said < share(whole) * whole
        || (lost_its_end(prepared) && whole >= SENTENCE && said * 2.0 < whole)
}

/// What share of a source's weight one word must reach.
fn share(whole: f64) -> f64 {
    if whole < SENTENCE { 0.15 } else { 0.22 }
}

fn is_one_word(view: &View<'_>) -> bool {
    let n_wide = view.count(Script::Han) + view.count(Script::Hiragana) + view.count(Script::Katakana);
    match view.tokens().len() {
        0 => n_wide <= 3,
        1 => n_wide == 0,
        _ => false,
    }
}

/// Whether the word is the agreed one for somebody or something of the source: `エックス！` is `X!`.
fn is_a_name(prepared: &Prepared<'_>) -> bool {
    let knowledge = &prepared.paragraph.knowledge;
    let terms = knowledge.terms.iter().flat_map(|term| term.allowed_forms());
    let names = knowledge.characters.iter().flat_map(|one| one.names()).map(|name| name.translation.as_str());
    terms.chain(names).any(|form| has_form(&prepared.target, &prepared.pair.target, form))
}

/// The source ends in a mark and the translation does not.
fn lost_its_end(prepared: &Prepared<'_>) -> bool {
    let ends = |view: &View<'_>| view.last_mark().is_some_and(|mark| !mark.is_alphanumeric());
    ends(prepared.source) && !ends(&prepared.target)
}

/// How much a text says at most, in Latin letters; words and stretches between marks that come again say nothing new.
fn weight(view: &View<'_>) -> f64 {
    let mut seen = BTreeSet::new();
    let pieces = view.comparable().split(|c: char| !c.is_alphanumeric() && c != '\'');
    let new = pieces.filter(|piece| seen.insert(*piece));
    let of_piece = |piece: &str| {
        let mut last = None;
        let letters = piece.chars().filter(|c| last.replace(*c) != Some(*c));
        letters.map(weight_of).sum::<f64>()
    };
    new.map(of_piece).sum()
}

fn weight_of(c: char) -> f64 {
    match Script::of_char(c) {
        Script::Han => 3.0,
        Script::Hangul => 2.0,
        Script::Hiragana | Script::Katakana => 1.2,
        Script::Latin | Script::Cyrillic | Script::OtherLetter | Script::Mark | Script::Digit => 1.0,
        Script::Space | Script::Sign => 0.0,
    }
}
