//! Running heads and page numbers: what stands at the edge of page after page. They are dropped, and told.

use super::doubts::Doubts;
use super::lines::Line;
use crate::outline::number_alone;
use std::collections::{BTreeMap, BTreeSet};

/// The same words at the edge of this many pages are no text.
const MIN_PAGES: usize = 3;
/// Left and right pages may have heads of their own, and a page between none.
const MAX_STEP: usize = 3;
/// Rows at each edge that may be heads.
const N_ROWS: usize = 2;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Edge {
    Top,
    Bottom,
}

/// A line at an edge: its page and which line it is there.
type Place = (usize, usize);

/// Drops running heads and page numbers.
pub(super) fn drop(pages: &mut [Vec<Line>], doubts: &mut Doubts) {
    let mut dropped = artifacts(pages);
    let mut words: BTreeMap<(Edge, String), Vec<Place>> = BTreeMap::new();
    let mut numbers: BTreeMap<(Edge, String, i64), Vec<Place>> = BTreeMap::new();
    for (page, lines) in pages.iter().enumerate() {
        for (edge, at) in at_edges(lines) {
            let Some(line) = lines.get(at) else { continue };
            let text = line.text();
            for (frame, value) in numbered(&text) {
                let offset = i64::from(value) - i64::try_from(page).unwrap_or_default();
                numbers.entry((edge, frame, offset)).or_default().push((page, at));
            }
            words.entry((edge, text)).or_default().push((page, at));
        }
    }
    // A short document needs all of its pages to prove the same.
    let enough = MIN_PAGES.min(pages.len()).max(2);
    for places in words.into_values() {
        for run in runs(&places) {
            let n_pages = run.iter().map(|(page, _)| page).collect::<BTreeSet<_>>().len();
            dropped.extend(run.iter().filter(|_| n_pages >= enough));
        }
    }
    for places in numbers.into_values() {
        let n_pages = places.iter().map(|(page, _)| page).collect::<BTreeSet<_>>().len();
        dropped.extend(places.iter().filter(|_| n_pages >= enough));
    }
    for (page, at) in dropped.iter().rev() {
        if let Some(lines) = pages.get_mut(*page).filter(|lines| *at < lines.len()) {
            doubts.dropped(lines.remove(*at).text(), page + 1);
        }
    }
}

/// What the file itself calls no part of the text, unless that is a good part of it.
fn artifacts(pages: &[Vec<Line>]) -> BTreeSet<Place> {
    let lines = || {
        pages
            .iter()
            .enumerate()
            .flat_map(|(page, lines)| lines.iter().enumerate().map(move |(at, line)| ((page, at), line)))
    };
    let n_letters: usize = lines().map(|(_, line)| line.letters.len()).sum();
    let n_artifacts: usize =
        lines().filter(|(_, line)| line.is_artifact).map(|(_, line)| line.letters.len()).sum();
    if n_artifacts * 4 > n_letters {
        return BTreeSet::new();
    }
    lines().filter(|(_, line)| line.is_artifact).map(|(place, _)| place).collect()
}

/// The lines of the first and last rows of a page.
fn at_edges(lines: &[Line]) -> Vec<(Edge, usize)> {
    let upright = || lines.iter().enumerate().filter(|(_, line)| !line.is_turned);
    let mut found = Vec::new();
    for edge in [Edge::Top, Edge::Bottom] {
        // From the edge inwards.
        let depth = |line: &Line| if edge == Edge::Top { -line.top } else { line.bottom };
        let mut by_depth: Vec<(usize, &Line)> = upright().collect();
        by_depth.sort_by(|(_, one), (_, other)| depth(one).total_cmp(&depth(other)));
        let (mut n_rows, mut last) = (0, f64::NEG_INFINITY);
        for (at, line) in by_depth {
            if depth(line) > last + line.size * 0.6 {
                n_rows += 1;
                last = depth(line);
            }
            if n_rows > N_ROWS {
                break;
            }
            found.push((edge, at));
        }
    }
    found
}

/// The places divided where no page nearby has the same.
fn runs(places: &[Place]) -> Vec<&[Place]> {
    places.chunk_by(|(one, _), (next, _)| next - one <= MAX_STEP).collect()
}

/// Each number in a line, with the line around it.
fn numbered(text: &str) -> Vec<(String, u32)> {
    let bare = text.trim_matches(|c: char| !c.is_alphanumeric());
    if let Some(value) = number_alone(bare) {
        return vec![(text.replacen(bare, "#", 1), value)];
    }
    let mut found = Vec::new();
    let mut starts = 0;
    let is_digit = |c: char| c.is_ascii_digit() || ('０'..='９').contains(&c);
    while let Some(from) = text.get(starts..).and_then(|rest| rest.find(is_digit)).map(|at| at + starts) {
        let rest = text.get(from..).unwrap_or_default();
        let n = rest.find(|c| !is_digit(c)).unwrap_or(rest.len());
        if let (Some(number), Some(before), Some(after)) = (rest.get(..n), text.get(..from), rest.get(n..))
            && let Some(value) = number_alone(number)
        {
            found.push((format!("{before}#{after}"), value));
        }
        starts = from + n;
        if found.len() >= 4 {
            break;
        }
    }
    found
}
