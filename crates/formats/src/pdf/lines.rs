//! From glyphs to lines: what stands on one baseline without a large gap, in the order in which it was drawn.

use super::page::{DrawnPage, Glyph, Way};
use std::collections::HashSet;

/// A gap of this many ems begins another line: a cell, a column.
const COLUMN_GAP: f64 = 2.4;
/// A gap of this many ems is a space, where the font draws none.
const SPACE: f64 = 0.18;

/// A character of a line, and where it stands along it.
#[derive(Debug, Clone)]
pub(super) struct Letter {
    pub(super) text: char,
    pub(super) from: f64,
    pub(super) to: f64,
    pub(super) is_stressed: bool,
    /// The reading that begins above it, and how many letters it covers.
    pub(super) ruby: Option<(String, usize)>,
}

/// A line. `from`, `to` lie along it, `at` across: lines of a paragraph follow with ever smaller `at`.
#[derive(Debug, Clone)]
#[expect(clippy::struct_excessive_bools, reason = "each says something of its own about a line")]
pub(super) struct Line {
    pub(super) letters: Vec<Letter>,
    pub(super) from: f64,
    pub(super) to: f64,
    pub(super) at: f64,
    pub(super) size: f64,
    pub(super) page: usize,
    /// Top and bottom on the page.
    pub(super) top: f64,
    pub(super) bottom: f64,
    pub(super) is_vertical: bool,
    /// Whether it goes neither to the right nor down.
    pub(super) is_turned: bool,
    pub(super) is_artifact: bool,
    has_widths: bool,
}

impl Line {
    pub(super) fn text(&self) -> String {
        self.letters.iter().map(|letter| letter.text).collect()
    }
}

/// The lines of a page.
pub(super) fn lines_of_page(drawn: &DrawnPage, page: usize) -> Vec<Line> {
    let is_vertical = is_vertical_page(&drawn.glyphs);
    let mut lines: Vec<Line> = Vec::new();
    let flows = flows(&drawn.glyphs, is_vertical);
    for (glyph, flow) in drawn.glyphs.iter().zip(flows) {
        place(glyph, flow, page, &mut lines);
    }
    for line in &mut lines {
        tidy(line);
    }
    lines.retain(|line| !line.letters.is_empty());
    drop_copies(&mut lines);
    // What is turned stands apart from the text.
    lines.sort_by_key(|line| line.is_turned);
    super::ruby::join(&mut lines);
    lines
}

/// A line that was drawn again in the same place is there once.
fn drop_copies(lines: &mut Vec<Line>) {
    let mut seen = HashSet::new();
    #[expect(clippy::cast_possible_truncation, reason = "places on a page are small")]
    let rounded = |place: f64| place.round() as i64;
    lines.retain(|line| seen.insert((line.text(), rounded(line.at), rounded(line.from))));
}

/// Whether a glyph belongs to a line that goes down.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Flow {
    Along,
    Down,
}

fn steps_down(one: &Glyph, next: &Glyph) -> bool {
    let size = one.size.max(next.size);
    let middle = |glyph: &Glyph| if glyph.is_vertical { glyph.x } else { glyph.x + glyph.width / 2.0 };
    let by = one.y - next.y;
    (middle(one) - middle(next)).abs() < size * 0.5 && by > size * 0.4 && by < size * 2.1
}

fn steps_along(one: &Glyph, next: &Glyph) -> bool {
    let size = one.size.max(next.size);
    let gap = next.x - (one.x + one.width);
    (one.y - next.y).abs() < size * 0.15 && gap > -size * 0.5 && gap < size
}

/// Whether most of a page is set in vertical lines.
fn is_vertical_page(glyphs: &[Glyph]) -> bool {
    let (mut n_down, mut n_along) = (0_usize, 0_usize);
    for pair in glyphs.windows(2) {
        if let [one, next] = pair
            && one.way == Way::Right
            && next.way == Way::Right
            && is_wide_text(&one.text)
            && is_wide_text(&next.text)
        {
            n_down += usize::from(one.is_vertical || steps_down(one, next));
            n_along += usize::from(!one.is_vertical && steps_along(one, next));
        }
    }
    n_down > n_along
}

/// On a vertical page, what goes along the page is a line of its own: a page number, a running head.
fn flows(glyphs: &[Glyph], is_vertical: bool) -> Vec<Flow> {
    let flow = |at: usize, glyph: &Glyph| {
        // Letters of other scripts lie on their side in vertical lines.
        if glyph.is_vertical || is_vertical && glyph.way == Way::Down {
            return Flow::Down;
        }
        if !is_vertical || glyph.way != Way::Right {
            return Flow::Along;
        }
        let before = at.checked_sub(1).and_then(|at| glyphs.get(at));
        let after = glyphs.get(at + 1);
        let goes_down = before.is_some_and(|before| before.is_vertical || steps_down(before, glyph))
            || after.is_some_and(|after| steps_down(glyph, after));
        let goes_along = before.is_some_and(|before| steps_along(before, glyph))
            || after.is_some_and(|after| steps_along(glyph, after));
        if !goes_down && (goes_along || !is_wide_text(&glyph.text)) { Flow::Along } else { Flow::Down }
    };
    glyphs.iter().enumerate().map(|(at, glyph)| flow(at, glyph)).collect()
}

fn place(glyph: &Glyph, flow: Flow, page: usize, lines: &mut Vec<Line>) {
    if glyph.text.is_empty() {
        return;
    }
    let Glyph { x, y, width, size, .. } = *glyph;
    let down = flow == Flow::Down;
    let (from, at, width) = match (down, glyph.way) {
        (true, _) if glyph.is_vertical => (-y, x, size),
        (true, Way::Down) => (-y, size.mul_add(0.35, x), width),
        // The place of a glyph is its baseline; the square it fills stands mostly above.
        (true, _) => (-size.mul_add(0.88, y), x + width / 2.0, size),
        (false, Way::Right | Way::Slanted) => (x, y, width),
        (false, Way::Left) => (-x, -y, width),
        (false, Way::Up) => (y, -x, width),
        (false, Way::Down) => (-y, x, width),
    };
    let is_turned = !down && glyph.way != Way::Right;
    let fits = |line: &Line| {
        let size = line.size.max(size);
        let gap = from - line.to;
        line.is_vertical == down
            && line.is_turned == is_turned
            && (line.at - at).abs() < size * 0.45
            && gap > -size * 0.6
            && gap < size * COLUMN_GAP
    };
    // Mostly the line under way, else one of the last, whose place it takes up again.
    let found = lines.iter().enumerate().rev().take(6).find(|(_, line)| fits(line)).map(|(found, _)| found);
    let Some(line) = found.and_then(|found| lines.get_mut(found)) else {
        if glyph.text.trim().is_empty() {
            return;
        }
        let (top, bottom) = (y + size, y);
        let mut line = Line {
            letters: Vec::new(),
            from,
            to: from + width,
            at,
            size,
            page,
            top,
            bottom,
            is_vertical: down,
            is_turned,
            is_artifact: glyph.is_artifact,
            has_widths: glyph.has_width,
        };
        push(&mut line, glyph, from, width);
        lines.push(line);
        return;
    };
    // Bold that is made by drawing twice.
    let is_again = |letter: &Letter| {
        (letter.from - from).abs() < size * 0.12
            && glyph.text.starts_with(letter.text)
            && !glyph.text.trim().is_empty()
    };
    if line.letters.iter().rev().take(2).any(is_again) {
        return;
    }
    let gap = from - line.to;
    let limit = if line.has_widths && glyph.has_width { SPACE } else { SPACE * 2.5 };
    let last = line.letters.last().map(|letter| letter.text);
    let next = glyph.text.chars().next();
    let is_between = |one: Option<char>| one.is_some_and(|c| !c.is_whitespace() && !is_wide(c));
    if gap > size * limit && is_between(last) && is_between(next) {
        line.letters.push(Letter {
            text: ' ',
            from: line.to,
            to: from,
            is_stressed: glyph.is_stressed,
            ruby: None,
        });
    }
    line.size = line.size.max(size);
    line.is_artifact &= glyph.is_artifact;
    (line.top, line.bottom) = (line.top.max(y + size), line.bottom.min(y));
    push(line, glyph, from, width);
}

fn push(line: &mut Line, glyph: &Glyph, from: f64, width: f64) {
    let to = from + width;
    for text in glyph.text.chars() {
        line.letters.push(Letter { text, from, to, is_stressed: glyph.is_stressed, ruby: None });
    }
    // Spaces at the end do not make a line longer.
    if !glyph.text.trim().is_empty() {
        line.to = line.to.max(to);
    } else if glyph.has_width {
        line.to = line.to.max(from);
    }
}

/// Spaces once, and none at the ends; full-width ones at the start are an indent.
fn tidy(line: &mut Line) {
    while line.letters.last().is_some_and(|letter| letter.text.is_whitespace()) {
        line.letters.pop();
    }
    let n_blank = line.letters.iter().take_while(|letter| letter.text.is_whitespace()).count();
    line.letters.drain(..n_blank);
    line.letters.dedup_by(|next, one| next.text == ' ' && one.text == ' ');
    if let (Some(first), Some(last)) = (line.letters.first(), line.letters.last()) {
        (line.from, line.to) = (first.from, last.to.max(line.from));
    }
}

/// Whether a character is written without spaces around it.
pub(super) fn is_wide(character: char) -> bool {
    matches!(character,
        '\u{2e80}'..='\u{a4cf}' | '\u{f900}'..='\u{faff}' | '\u{fe30}'..='\u{fe4f}' | '\u{ff00}'..='\u{ff60}'
        | '\u{ffe0}'..='\u{ffe6}' | '\u{1f200}'..='\u{1f2ff}' | '\u{20000}'..='\u{3ffff}')
        && !('\u{3130}'..='\u{318f}').contains(&character)
}

fn is_wide_text(text: &str) -> bool {
    text.chars().next().is_some_and(is_wide)
}
