//! What stands in quotation marks, of whatever kind: every check that counts speech must count all kinds.

use super::signs::Signs;
use super::view::View;
use book::text::script::Script;
use std::ops::Range;

/// A quotation: the places of its marks, and which marks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Quotation {
    /// The place of the opening mark.
    pub open_at: usize,
    /// The place of the closing mark, where it is closed in this text.
    pub close_at: Option<usize>,
    /// The opening mark.
    pub open: char,
    /// How deep it stands: 0 is outermost.
    pub depth: usize,
}

impl Quotation {
    /// The stretch with the marks.
    pub fn range(&self, len: usize) -> Range<usize> {
        self.open_at..self.close_at.map_or(len, |at| at + 1)
    }
}

/// The quotations of a text in order of their opening. A line that starts with a dialogue dash is one, too; where the
/// language's dash is a single one, two or three hyphens are such a dash.
pub fn find(view: &View<'_>, hyphens_are_dash: bool) -> Vec<Quotation> {
    let mut found: Vec<Quotation> = Vec::new();
    let hyphens = if hyphens_are_dash { Signs::ROW } else { Signs::NONE };
    if !view.has_signs(Signs::QUOTE.and(Signs::DASH).and(hyphens)) {
        return found;
    }
    let mut open: Vec<usize> = Vec::new();
    let chars = view.chars();
    for (at, &c) in chars.iter().enumerate() {
        if c == '\n' {
            open.clear();
        }
        if !is_mark(c) {
            let dash = if hyphens_are_dash && c == '-' { hyphen_dash(chars, at) } else { is_dash(c) };
            if dash && starts_line(chars, at) {
                let open = if c == '-' { '—' } else { c };
                found.push(Quotation { open_at: at, close_at: None, open, depth: 0 });
            }
            continue;
        }
        if matches!(c, '\'' | '’' | '‘') && is_apostrophe(view, at) {
            continue;
        }
        let closes = open
            .iter()
            .rposition(|&index| found.get(index).is_some_and(|quotation| closes(quotation.open, c)));
        // `“` closes `„` and `"` closes itself, but only after something was said.
        if let Some(position) = closes
            && !opens_here(view, at, c)
            && let Some(&index) = open.get(position)
        {
            if let Some(quotation) = found.get_mut(index) {
                quotation.close_at = Some(at);
            }
            open.truncate(position);
        } else if can_open(c) && open.len() < DEEPEST {
            open.push(found.len());
            found.push(Quotation { open_at: at, close_at: None, open: c, depth: open.len() - 1 });
        }
    }
    // A single mark that is never closed is an apostrophe after all.
    found.retain(|quotation| quotation.close_at.is_some() || !matches!(quotation.open, '\'' | '‘' | '’'));
    found
}

/// Nobody quotes deeper than this; a hostile text must not make the search for a partner long.
const DEEPEST: usize = 8;

/// How many outermost quotations there are.
pub fn count(quotations: &[Quotation]) -> usize {
    quotations.iter().filter(|quotation| quotation.depth == 0).count()
}

/// Which places are inside a quotation, marks included.
pub fn mask(quotations: &[Quotation], len: usize) -> Vec<bool> {
    let mut mask = vec![false; len];
    for quotation in quotations.iter().filter(|quotation| quotation.depth == 0) {
        if let Some(places) = mask.get_mut(quotation.range(len)) {
            places.fill(true);
        }
    }
    mask
}

/// Whether a character is a quotation mark of some language.
pub const fn is_mark(c: char) -> bool {
    matches!(
        c,
        '"' | '“'
            | '”'
            | '„'
            | '‟'
            | '«'
            | '»'
            | '「'
            | '」'
            | '『'
            | '』'
            | '＂'
            | '\''
            | '‘'
            | '’'
            | '‚'
            | '‹'
            | '›'
            | '﹁'
            | '﹂'
            | '〝'
            | '〟'
    )
}

const fn is_dash(c: char) -> bool {
    matches!(c, '—' | '–' | '―')
}

/// Whether the hyphen here is the first of two or three that stand for a dash.
fn hyphen_dash(chars: &[char], at: usize) -> bool {
    let row = chars.get(at..).unwrap_or_default().iter().take(4).take_while(|c| **c == '-').count();
    matches!(row, 2 | 3)
}

fn starts_line(chars: &[char], at: usize) -> bool {
    let before = chars.get(..at).unwrap_or_default();
    let line_is_empty = before.iter().rev().take_while(|c| **c != '\n').all(|c| c.is_whitespace());
    let doubled = chars.get(at + 1).is_some_and(|next| is_dash(*next));
    line_is_empty && !doubled
}

const fn can_open(c: char) -> bool {
    matches!(
        c,
        '"' | '“'
            | '„'
            | '‟'
            | '«'
            | '»'
            | '「'
            | '『'
            | '＂'
            | '\''
            | '‘'
            | '‚'
            | '‹'
            | '›'
            | '”'
            | '﹁'
            | '〝'
    )
}

const fn closes(open: char, c: char) -> bool {
    match open {
        '"' => c == '"',
        '＂' => c == '＂',
        '\'' => c == '\'' || c == '’',
        '“' => matches!(c, '”' | '"'),
        '”' => c == '”',
        '„' | '‟' => matches!(c, '“' | '”' | '"'),
        '‘' => c == '’',
        '‚' => matches!(c, '‘' | '’'),
        '«' => c == '»',
        '»' => c == '«',
        '‹' => c == '›',
        '›' => c == '‹',
        '「' => c == '」',
        '『' => c == '』',
        '﹁' => c == '﹂',
        '〝' => c == '〟',
        _ => false,
    }
}

/// Marks that open and close alike open where a word begins after a gap.
fn opens_here(view: &View<'_>, at: usize, c: char) -> bool {
    if !matches!(c, '“' | '‘' | '»' | '«') {
        return false;
    }
    let gap_before = view
        .char_before(at)
        .is_none_or(|before| before.is_whitespace() || matches!(before, '(' | '（' | '—' | '「' | '“'));
    let word_after = view.char_at(at + 1).is_some_and(char::is_alphanumeric);
    gap_before && word_after
}

/// A single mark is a quotation mark only at the edge of a word, on the side where it belongs.
fn is_apostrophe(view: &View<'_>, at: usize) -> bool {
    let letter_before = at.checked_sub(1).is_some_and(|before| {
        let script = view.script_at(before);
        script.is_alphabetic() || script == Script::Digit
    });
    let script_after = view.script_at(at + 1);
    let letter_after = script_after.is_alphabetic() || script_after == Script::Digit;
    letter_before && letter_after
}
