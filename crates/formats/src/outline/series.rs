//! Which of the doubtful lines are headings: a series that counts on over the whole book, with text between.

use super::line::{Candidate, Certainty, Count, Shape};
use super::number::Style;
use super::{Found, Rank, Text};

/// A series goes on over so many numbers, the missing ones counted.
const MAX_GAP: u32 = 3;
/// Text outside a series: what stands before it, up to this length, or up to a quarter of the book.
const FOREWORD: usize = 2_000;
/// So many members show whether a series counts pages.
const MANY: usize = 8;

/// Marks that begin a heading where a text has no better ones.
const MARKS: [char; 12] = ['■', '◆', '◇', '□', '★', '☆', '●', '○', '▼', '▽', '§', '◎'];

/// The members of the best series among lines of one shape; `volumes` are blocks after which counting starts anew.
pub(super) fn of_shape<'f>(text: &Text<'_>, lines: &[&'f Found], volumes: &[usize]) -> Vec<&'f Found> {
    let has_titles = !lines.iter().any(|found| matches!(found.candidate.shape, Shape::Bare(_)));
    let needed = if has_titles { 3 } else { 2 };
    let alone: Vec<&Found> = lines.iter().copied().filter(|found| text.stands_alone(found.block)).collect();
    let alone = counted(text, &alone, volumes);
    let all = counted(text, lines, volumes);
    let best = if all.len() * 4 > alone.len() * 5 && covers(text, &all) { all } else { alone };
    if best.len() >= needed && !counts_pages(text, &best) { best } else { Vec::new() }
}

/// The headings of a text that has no named chapters: numbers, or else marks.
pub(super) fn unnamed(text: &Text<'_>, lines: &[Found], volumes: &[usize]) -> Vec<Found> {
    let styles = [Style::Han, Style::Roman, Style::Digits, Style::Words];
    let shapes = styles.iter().flat_map(|style| [Shape::Bare(*style), Shape::Titled(*style)]);
    let shapes: Vec<Shape> = shapes.chain([Shape::Double]).collect();
    let numbers = |shapes: &[Shape]| -> Vec<&Found> {
        lines.iter().filter(|found| shapes.contains(&found.candidate.shape)).collect()
    };
    let series = |shapes: &[Shape]| of_shape(text, &numbers(shapes), volumes);
    let mut all: Vec<Vec<&Found>> = shapes.iter().map(|shape| series(&[*shape])).collect();
    all.sort_by_key(Vec::len);
    let best = all.pop().unwrap_or_default();
    if let Some(outer) = all.iter().rev().find(|outer| holds(outer, &best)) {
        let sections = best.iter().map(|found| found.with_rank(Rank::Level(4)));
        return outer.iter().copied().cloned().chain(sections).collect();
    }
    // One count may be written in several ways.
    let mixed = series(&shapes);
    let best = if mixed.len() * 4 > best.len() * 5 { mixed } else { best };
    if best.is_empty() { marked(text) } else { best.into_iter().cloned().collect() }
}

/// Whether one series holds the other: each time the inner one begins anew, it does so below another of the outer one.
fn holds(outer: &[&Found], inner: &[&Found]) -> bool {
    let beginnings = inner.iter().filter(|found| found.candidate.count.is_some_and(|count| count.main <= 1));
    let mut above: Vec<usize> =
        beginnings.map(|found| outer.partition_point(|outer| outer.block < found.block)).collect();
    let n_beginnings = above.len();
    above.dedup();
    n_beginnings >= 2 && above.len() == n_beginnings && above.first() == Some(&1)
}

/// The lines that count on from one to the next, each with text behind it.
fn counted<'f>(text: &Text<'_>, lines: &[&'f Found], volumes: &[usize]) -> Vec<&'f Found> {
    let has_text = |at: usize, found: &Found| {
        lines.get(at + 1).is_none_or(|next| text.n_chars_between(found.block, next.block) > 0)
    };
    let mut series: Vec<&Found> = Vec::new();
    let mut last: Option<Count> = None;
    for (_, found) in lines.iter().enumerate().filter(|(at, found)| has_text(*at, found)) {
        let Some(count) = found.candidate.count else { continue };
        let previous = series.last().map(|found| found.block);
        let volume = volumes.partition_point(|volume| *volume < found.block);
        let is_new_volume = volume > 0 && volume > volumes.partition_point(|volume| Some(*volume) < previous);
        // A number may be missing, and sections of the next volume count from one again.
        let begins = count.main <= 1 && (is_new_volume || series.len() >= 3);
        if last.is_some_and(|last| goes_on(last, count) || begins) {
            series.push(found);
        } else if series.len() < 2 && may_be_first(found, count) {
            series = vec![found];
        } else {
            continue;
        }
        last = Some(count);
    }
    series
}

/// A number alone counts from the beginning; the chapters of a later volume may go on from the one before.
fn may_be_first(found: &Found, count: Count) -> bool {
    count.main <= 1 && count.outer <= 1 || matches!(found.candidate.shape, Shape::Unit(_))
}

fn goes_on(last: Count, next: Count) -> bool {
    if next.outer == last.outer {
        return next > last && next.main <= last.main + MAX_GAP;
    }
    let is_next = next.outer > last.outer && next.outer <= last.outer + MAX_GAP;
    is_next && (next.main <= 1 || (next.main > last.main && next.main <= last.main + MAX_GAP))
}

/// Whether a series stands over the whole book, as chapters do and lists do not.
fn covers(text: &Text<'_>, series: &[&Found]) -> bool {
    let (Some(first), Some(last)) = (series.first(), series.last()) else { return false };
    let longest = gaps(text, series).max().unwrap_or_default();
    let before = text.n_chars_before(first.block);
    let after = text.n_chars_between(last.block, text.view.body.end);
    before <= FOREWORD.max(text.n_chars_before(text.view.body.end) / 4) && after <= longest * 4
}

fn gaps(text: &Text<'_>, series: &[&Found]) -> impl Iterator<Item = usize> {
    series.windows(2).filter_map(|pair| match pair {
        [one, next] => Some(text.n_chars_between(one.block, next.block)),
        _ => None,
    })
}

/// Whether digits count pages: most stand in the middle of a sentence, or they run on between rules through volumes.
fn counts_pages(text: &Text<'_>, series: &[&Found]) -> bool {
    let are_digits = series.iter().all(|found| found.candidate.shape == Shape::Bare(Style::Digits));
    if !are_digits || series.len() < MANY {
        return false;
    }
    let is_inside = |found: &&&Found| {
        let before = (0..found.block).rev().map(|block| text.view.text(block)).find(|text| !text.is_empty());
        before.is_some_and(|text| text.ends_with(|c: char| c.is_alphanumeric() || ",，、-".contains(c)))
    };
    let n_inside = series.iter().filter(is_inside).count();
    let has_rules = |found: &&Found| text.view.text(found.block).starts_with(['-', '—', '―', '─', '–']);
    let counts_on = series.windows(2).all(|pair| match pair {
        [one, next] => one.candidate.count < next.candidate.count,
        _ => true,
    });
    n_inside * 2 > series.len() || (text.has_volumes && counts_on && series.iter().all(has_rules))
}

fn marked(text: &Text<'_>) -> Vec<Found> {
    let mut best: Vec<Found> = Vec::new();
    for mark in MARKS {
        let blocks = text.view.body.clone().filter(|block| text.stands_alone(*block));
        let series: Vec<Found> = blocks
            .filter(|block| is_marked(text.view.text(*block), mark))
            .map(|block| Found { block, candidate: adorned(text.view.text(block)) })
            .collect();
        let members: Vec<&Found> = series.iter().collect();
        if series.len() >= 2 && gaps(text, &members).all(|gap| gap > 0) && series.len() > best.len() {
            best = series;
        }
    }
    best
}

fn is_marked(text: &str, mark: char) -> bool {
    let Some(title) = text.strip_prefix(mark) else { return false };
    let title = title.trim_matches(|character: char| character == mark || character.is_whitespace());
    (1..=30).contains(&title.chars().count())
        && title.chars().any(char::is_alphanumeric)
        && !title.ends_with(['。', '、', '，', ',', '.', '」', '』', '”'])
}

fn adorned(text: &str) -> Candidate {
    let title = text.trim_matches(|character: char| MARKS.contains(&character) || character.is_whitespace());
    Candidate {
        rank: Rank::Level(3),
        shape: Shape::Word,
        certainty: Certainty::Series,
        is_bare: false,
        count: None,
        key: text.to_owned(),
        title: title.to_owned(),
    }
}
