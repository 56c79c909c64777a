//! From lines to paragraphs: indents, gaps and short lines end one, and a line that was divided is joined again.

use super::bookmarks::bare;
use super::doubts::Doubts;
use super::lines::{Letter, Line, is_wide};
use crate::template::DraftParagraph;
use book::text::markup::{MarkedBuilder, Piece};
use book::text::paragraph::ParagraphKind;
use std::collections::{BTreeMap, HashMap, HashSet};

/// Type this much larger than that of the text is a heading.
const HEADING: f64 = 1.18;
/// Type this much smaller at the foot of a page is a note.
const NOTE: f64 = 0.9;
const MAX_HEADING: usize = 200;

/// What is usual in the whole document.
struct Usual {
    size: f64,
    /// From one line to the next, in sizes.
    leading: f64,
    has_indents: bool,
}

/// The lines one after the other in one column of a page.
struct Block {
    lines: Vec<Line>,
    left: f64,
    right: f64,
}

/// A paragraph under way.
struct GatheredParagraph {
    letters: Vec<Letter>,
    size: f64,
}

/// The paragraphs of all pages.
pub(super) fn paragraphs(
    pages: Vec<Vec<Line>>,
    bookmarks: &[(String, u8)],
    doubts: &mut Doubts,
) -> Vec<DraftParagraph> {
    let usual = usual(&pages);
    let hyphenated = hyphenated(&pages);
    let (mut gathered, mut notes): (Vec<GatheredParagraph>, Vec<(usize, GatheredParagraph)>) =
        (Vec::new(), Vec::new());
    let mut before: Option<(Line, f64)> = None;
    for mut lines in pages {
        join_drop_caps(&mut lines);
        let of_notes = notes_of(&mut lines, &usual);
        let blocks = blocks(lines);
        if let [first, _, ..] = blocks.as_slice() {
            doubts.columns(first.lines.first().map_or(0, |line| line.page));
        }
        for block in blocks {
            for line in &block.lines {
                let goes_on =
                    before.as_ref().is_some_and(|(last, right)| goes_on(last, *right, line, &block, &usual));
                match gathered.last_mut().filter(|_| goes_on) {
                    Some(paragraph) => join(paragraph, line, &hyphenated, doubts),
                    None => gathered.push(start(line)),
                }
                before = Some((line.clone(), block.right));
            }
        }
        for block in self::blocks(of_notes) {
            for (at, line) in block.lines.iter().enumerate() {
                let last = at.checked_sub(1).and_then(|at| block.lines.get(at));
                let goes_on = last.is_some_and(|last| goes_on(last, block.right, line, &block, &usual));
                match notes.last_mut().filter(|_| goes_on) {
                    Some((_, note)) => join(note, line, &hyphenated, doubts),
                    None => notes.push((gathered.len(), start(line))),
                }
            }
        }
    }
    finish(gathered, notes, bookmarks, &usual)
}

fn start(line: &Line) -> GatheredParagraph {
    GatheredParagraph { letters: line.letters.clone(), size: line.size }
}

fn finish(
    gathered: Vec<GatheredParagraph>,
    notes: Vec<(usize, GatheredParagraph)>,
    bookmarks: &[(String, u8)],
    usual: &Usual,
) -> Vec<DraftParagraph> {
    let levels = levels(&gathered, bookmarks, usual);
    let mut notes = notes.into_iter().peekable();
    let mut paragraphs = Vec::with_capacity(gathered.len());
    for ((at, paragraph), level) in gathered.into_iter().enumerate().zip(levels) {
        paragraphs.push(DraftParagraph {
            text: marked(&paragraph.letters, level.is_some()),
            kind: ParagraphKind::Body,
            level,
        });
        while let Some((_, note)) = notes.next_if(|(after, _)| *after <= at + 1) {
            let text = marked(&note.letters, false);
            paragraphs.push(DraftParagraph { text, kind: ParagraphKind::Note, level: None });
        }
    }
    paragraphs
}

/// How high each paragraph stands: by the bookmarks, or else by its size.
fn levels(gathered: &[GatheredParagraph], bookmarks: &[(String, u8)], usual: &Usual) -> Vec<Option<u8>> {
    let texts: Vec<String> = gathered
        .iter()
        .map(|p| {
            if p.letters.len() <= MAX_HEADING {
                bare(&p.letters.iter().map(|l| l.text).collect::<String>())
            } else {
                String::new()
            }
        })
        .collect();
    let mut found = vec![None; gathered.len()];
    let mut from = 0;
    for (title, level) in bookmarks {
        let title = bare(title);
        let at = texts.iter().enumerate().skip(from).find(|(_, text)| !title.is_empty() && **text == title);
        if let Some((at, _)) = at
            && let Some(slot) = found.get_mut(at)
        {
            *slot = Some(*level);
            from = at + 1;
        }
    }
    if found.iter().any(Option::is_some) {
        return found;
    }
    let is_large = |p: &GatheredParagraph| p.size >= usual.size * HEADING && p.letters.len() <= MAX_HEADING;
    let key = |size: f64| (size * 2.0).round();
    let mut sizes: Vec<f64> = gathered.iter().filter(|p| is_large(p)).map(|p| key(p.size)).collect();
    sizes.sort_by(|one, other| other.total_cmp(one));
    sizes.dedup();
    let level = |p: &GatheredParagraph| {
        let rank = sizes.iter().position(|size| (*size - key(p.size)).abs() < 0.1).filter(|_| is_large(p))?;
        u8::try_from(rank + 1).ok().filter(|level| *level <= 6)
    };
    gathered.iter().map(level).collect()
}

/// Whether a line goes on with the paragraph that the line before it belongs to.
fn goes_on(last: &Line, right: f64, line: &Line, block: &Block, usual: &Usual) -> bool {
    let size = last.size.max(line.size);
    if last.is_vertical != line.is_vertical || last.is_turned != line.is_turned {
        return false;
    }
    // A raised number makes its line larger or smaller than it is, but not by much.
    if (last.size - line.size).abs() > size * 0.13 || starts_item(line) || starts_speech(last, line) {
        return false;
    }
    let gap = last.at - line.at;
    let is_below = last.page == line.page && gap > 0.0 && line.from < last.to && last.from < line.to;
    let is_indented = line.from > block.left + size * 0.7;
    let is_heading = size >= usual.size * HEADING;
    if is_below {
        // Readings above a line push it down.
        let has_ruby = line.letters.iter().any(|letter| letter.ruby.is_some());
        let room = if has_ruby { 0.9 } else { 0.0 };
        if gap > size * usual.leading.mul_add(1.35, room) {
            return false;
        }
        if is_heading {
            return true;
        }
        let was_indented = last.from > block.left + size * 0.7;
        return !(is_indented && (!was_indented || line.from > last.from + size * 0.5))
            && !is_short(last, right, line);
    }
    if is_indented || is_heading || is_short(last, right, line) {
        return false;
    }
    // The top of a page: a full sentence may end there by chance, which indents tell, where there are any.
    usual.has_indents
        || !ends_sentence(last)
        || line.letters.first().is_some_and(|letter| letter.text.is_lowercase())
}

/// Whether the next word would have fitted on a line.
fn is_short(last: &Line, right: f64, line: &Line) -> bool {
    let room = right - last.to;
    let is_wide_line = last.letters.last().is_some_and(|letter| is_wide(letter.text));
    if is_wide_line {
        return room > last.size * if ends_sentence(last) { 1.2 } else { 2.2 };
    }
    let end = line
        .letters
        .iter()
        .find(|letter| letter.text == ' ' || is_wide(letter.text))
        .map_or(line.to, |l| l.from);
    room > (end - line.from) + last.size * 0.6
}

fn ends_sentence(line: &Line) -> bool {
    let closing = |c: &char| matches!(c, '"' | '\'' | '”' | '’' | '»' | ')' | '）' | '」' | '』');
    let last = line.letters.iter().rev().map(|letter| letter.text).find(|c| !closing(c));
    last.is_some_and(|c| matches!(c, '.' | '!' | '?' | ':' | '…' | '。' | '！' | '？' | '．' | '：'))
        || line.letters.last().is_some_and(|letter| matches!(letter.text, '」' | '』'))
}

fn starts_item(line: &Line) -> bool {
    line.letters.first().is_some_and(|letter| matches!(letter.text, '•' | '◦' | '▪' | '●' | '■' | '\u{f0b7}'))
}

/// Speech begins a paragraph in Chinese and Japanese, after a full sentence.
fn starts_speech(last: &Line, line: &Line) -> bool {
    let opens = line.letters.first().is_some_and(|letter| matches!(letter.text, '「' | '『' | '“'));
    opens
        && ends_sentence(last)
        && last.letters.last().is_some_and(|letter| is_wide(letter.text) || letter.text == '”')
}

/// Joins a line to the paragraph: without a space where none is written, without the hyphen that divided a word.
fn join(paragraph: &mut GatheredParagraph, line: &Line, hyphenated: &HashSet<String>, doubts: &mut Doubts) {
    let (Some(last), Some(first)) = (paragraph.letters.last().cloned(), line.letters.first()) else { return };
    paragraph.size = paragraph.size.max(line.size);
    if last.text == '\u{ad}' {
        paragraph.letters.pop();
    } else if matches!(last.text, '-' | '\u{2010}') {
        let word = |letters: &mut dyn Iterator<Item = char>| {
            letters.take_while(|c| c.is_alphabetic()).collect::<String>()
        };
        let before = word(&mut paragraph.letters.iter().rev().skip(1).map(|letter| letter.text));
        let before: String = before.chars().rev().collect();
        let after = word(&mut line.letters.iter().map(|letter| letter.text));
        let divided = first.text.is_lowercase() && !before.is_empty();
        let compound = format!("{before}-{after}").to_lowercase();
        if divided && !hyphenated.contains(&compound) {
            paragraph.letters.pop();
            doubts.n_hyphens += 1;
        } else if divided {
            doubts.kept_hyphens.insert(compound);
        }
    } else if !is_wide(last.text) && !is_wide(first.text) && last.text != '—' {
        paragraph.letters.push(Letter { text: ' ', ruby: None, ..last });
    }
    paragraph.letters.extend(line.letters.iter().cloned());
}

/// Words with a hyphen in the middle of a line, where it was written and not needed to break the line.
fn hyphenated(pages: &[Vec<Line>]) -> HashSet<String> {
    let mut found = HashSet::new();
    for line in pages.iter().flatten() {
        for word in line.text().split_whitespace().filter(|word| word.contains(['-', '\u{2010}'])) {
            let word =
                word.trim_matches(|c: char| !c.is_alphanumeric()).replace('\u{2010}', "-").to_lowercase();
            found.extend(word.contains('-').then_some(word));
        }
    }
    found
}

/// A letter that reaches over several lines goes before the first of them.
fn join_drop_caps(lines: &mut Vec<Line>) {
    let mut at = 0;
    while at + 1 < lines.len() {
        if let Some([cap, next]) = lines.get_mut(at..at + 2)
            && cap.letters.len() <= 2
            && cap.size > next.size * 1.7
            && !cap.is_vertical
            && next.from > cap.from
            && next.from < cap.to + cap.size
            && next.at > cap.at - next.size * 0.3
            && next.at < cap.at + cap.size
            && next.letters.first().is_some_and(|letter| letter.text.is_alphabetic())
        {
            let letters = std::mem::take(&mut cap.letters);
            next.letters.splice(0..0, letters);
            next.from = cap.from;
            lines.remove(at);
        }
        at += 1;
    }
}

/// Takes the small print at the foot of a page out of its lines.
fn notes_of(lines: &mut Vec<Line>, usual: &Usual) -> Vec<Line> {
    let is_small = |line: &Line| line.size < usual.size * NOTE && !line.is_turned;
    let n_text = lines.iter().rposition(|line| !is_small(line)).map_or(0, |last| last + 1);
    // A page without anything larger is no page of notes.
    if n_text == 0 { Vec::new() } else { lines.split_off(n_text) }
}

/// Divides lines where another column begins.
fn blocks(lines: Vec<Line>) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    for line in lines {
        let follows = blocks.last().and_then(|block| block.lines.last()).is_some_and(|last| {
            last.at > line.at - line.size * 0.5
                && last.is_vertical == line.is_vertical
                && last.is_turned == line.is_turned
                && (last.at - line.at > line.size * 0.5 || last.from < line.to)
                && (line.from < last.to + line.size && last.from < line.to + line.size
                    || line.size > last.size * 1.1)
        });
        match blocks.last_mut().filter(|_| follows) {
            Some(block) => block.lines.push(line),
            None => blocks.push(Block { lines: vec![line], left: 0.0, right: 0.0 }),
        }
    }
    for block in &mut blocks {
        block.left = block.lines.iter().map(|line| line.from).fold(f64::INFINITY, f64::min);
        block.right = block.lines.iter().map(|line| line.to).fold(f64::NEG_INFINITY, f64::max);
    }
    blocks
}

/// What is usual: the size most letters have, the distance most lines have, whether paragraphs are indented.
fn usual(pages: &[Vec<Line>]) -> Usual {
    let mut sizes: BTreeMap<i64, usize> = BTreeMap::new();
    #[expect(clippy::cast_possible_truncation, reason = "a size is far below the limit")]
    let key = |size: f64| (size * 4.0).round() as i64;
    for line in pages.iter().flatten() {
        *sizes.entry(key(line.size)).or_default() += line.letters.len();
    }
    let size = sizes
        .iter()
        .max_by_key(|(_, n)| **n)
        .map_or(10.0, |(size, _)| f64::from(i32::try_from(*size).unwrap_or(40)) / 4.0);
    let (mut steps, mut n_indents, mut n_lines): (HashMap<i64, usize>, usize, usize) = (HashMap::new(), 0, 0);
    for pair in pages.iter().flat_map(|lines| lines.windows(2)) {
        let [one, next] = pair else { continue };
        let step = (one.at - next.at) / size;
        if step > 0.5
            && step < 3.5
            && (one.size - next.size).abs() < size * 0.1
            && (one.size - size).abs() < size * 0.1
        {
            *steps.entry(key(step * 5.0)).or_default() += 1;
            n_lines += 1;
            let by = next.from - one.from;
            n_indents += usize::from(by > size * 0.7 && by < size * 4.0);
        }
    }
    let leading = steps
        .iter()
        .max_by_key(|(step, n)| (**n, -**step))
        .map(|(step, _)| f64::from(i32::try_from(*step).unwrap_or(24)) / 20.0);
    Usual { size, leading: leading.unwrap_or(1.2), has_indents: n_indents * 25 > n_lines }
}

/// The marked text: stretches in another style are tags, unless all of it is.
fn marked(letters: &[Letter], is_heading: bool) -> book::text::markup::Marked {
    let is_mixed = !is_heading && letters.iter().any(|letter| !letter.is_stressed && letter.text != ' ');
    let mut builder = MarkedBuilder::default();
    let (mut n_tags, mut open, mut n_covered) = (0_u16, None, 0_usize);
    for (at, letter) in letters.iter().enumerate() {
        let is_stressed = is_mixed && letter.is_stressed;
        if is_stressed != open.is_some() && n_covered == 0 && letter.text != ' ' && n_tags < u16::MAX {
            if let Some(number) = open.take() {
                builder.push(&Piece::Close(number));
            } else {
                n_tags += 1;
                open = Some(n_tags);
                builder.push(&Piece::Open(n_tags));
            }
        }
        if n_covered > 0 {
            n_covered -= 1;
            continue;
        }
        if let Some((reading, n)) = letter.ruby.as_ref().filter(|(_, n)| *n > 0) {
            let base: String = letters.iter().skip(at).take(*n).map(|letter| letter.text).collect();
            builder.push(&Piece::Ruby { base: base.into(), reading: reading.as_str().into() });
            n_covered = n - 1;
            continue;
        }
        builder.push_text(letter.text.encode_utf8(&mut [0; 4]));
    }
    if let Some(number) = open {
        builder.push(&Piece::Close(number));
    }
    builder.finish()
}
