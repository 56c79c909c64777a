//! Lines that went somewhere else, and lines that come back after an earlier revision took them out.

use super::likeness::Shape;
use super::{Line, LineChange, Origin, Search, chapters, is_said};
use std::collections::HashMap;

/// Takes equal lines that are left on both sides. Short ones mean too much by where they stand, so they are only taken
/// inside their chapter, and only if there is no doubt which is which.
pub(super) fn take(search: &mut Search<'_>, old: &[Line<'_>], new: &[Line<'_>]) {
    let homes = chapters::homes(&search.origins(new.len()), old, new);
    let mut pairs = Vec::new();
    {
        let free_old = (0..search.used.len()).filter(|line| search.used.get(*line) == Some(&false));
        let mut left: HashMap<&str, (Vec<usize>, Vec<usize>)> = HashMap::new();
        for line in free_old {
            if let Some(shape) = search.old.shapes.get(line) {
                left.entry(&shape.words).or_default().0.push(line);
            }
        }
        let free_new = (0..search.found.len()).filter(|line| search.found.get(*line) == Some(&None));
        for line in free_new {
            if let Some((_, lines)) =
                search.new.shapes.get(line).and_then(|shape| left.get_mut(&*shape.words))
            {
                lines.push(line);
            }
        }
        for (old_lines, new_lines) in left.values() {
            let is_one = old_lines.len() == 1 && new_lines.len() == 1;
            for (from, to) in old_lines.iter().zip(new_lines) {
                let is_long = search.new.shapes.get(*to).is_some_and(Shape::is_long);
                if is_long || (is_one && is_home(search, &homes, old, new, *from, *to)) {
                    pairs.push((*from, *to));
                }
            }
        }
    }
    for (from, to) in pairs {
        search.take(from, to, LineChange::Same);
    }
    search.extend();
}

/// Gives lines that were taken out by an earlier revision to new lines with the same words. Short ones that repeat are told
/// apart by their order: as many come back as went, or one comes back beside its neighbour.
pub(super) fn bring_back(old: &[Line<'_>], new: &[Line<'_>], origins: &mut [Option<Origin>]) {
    let shape_of = |line: &Line<'_>| Shape::from_text(line.text);
    let places = old.iter().enumerate().filter(|(_, line)| line.chapter.is_none() && is_said(line));
    let mut gone: Vec<Gone> =
        places.map(|(place, line)| Gone { place, words: shape_of(line).words, is_back: false }).collect();
    if gone.is_empty() {
        return;
    }
    let said: Vec<(usize, Shape)> = new
        .iter()
        .enumerate()
        .filter(|(_, line)| is_said(line))
        .map(|(at, line)| (at, shape_of(line)))
        .collect();
    let mut by_words: HashMap<String, Vec<usize>> = HashMap::new();
    for (number, line) in gone.iter().enumerate() {
        by_words.entry(line.words.clone()).or_default().push(number);
    }
    let is_free = |origins: &[Option<Origin>], at: usize| origins.get(at).is_some_and(Option::is_none);
    let mut wanted: HashMap<&str, Vec<(usize, bool)>> = HashMap::new();
    for (at, shape) in said.iter().filter(|(at, _)| is_free(origins, *at)) {
        wanted.entry(&shape.words).or_default().push((*at, shape.is_long()));
    }
    for (words, lines) in &wanted {
        let Some(numbers) = by_words.get(*words) else { continue };
        let is_sure = numbers.len() == lines.len() || numbers.len() == 1;
        for ((at, is_long), number) in lines.iter().zip(numbers) {
            if is_sure || *is_long {
                give_back(&mut gone, *number, *at, origins);
            }
        }
    }
    let pairs = || said.iter().zip(said.iter().skip(1));
    beside_neighbours(&mut gone, pairs(), 1, origins);
    beside_neighbours(&mut gone, pairs().rev().map(|(one, next)| (next, one)), -1, origins);
}

/// A line that an earlier revision took out.
struct Gone {
    place: usize,
    words: String,
    is_back: bool,
}

fn give_back(gone: &mut [Gone], number: usize, at: usize, origins: &mut [Option<Origin>]) {
    if let (Some(line), Some(origin)) = (gone.get_mut(number), origins.get_mut(at))
        && !line.is_back
        && origin.is_none()
    {
        line.is_back = true;
        *origin = Some(Origin { old: line.place, fate: LineChange::Same, moved: false });
    }
}

/// Where a line came back, the one that stood beside it comes back beside it.
fn beside_neighbours<'a>(
    gone: &mut [Gone],
    pairs: impl Iterator<Item = (&'a (usize, Shape), &'a (usize, Shape))>,
    step: isize,
    origins: &mut [Option<Origin>],
) {
    let numbers: HashMap<usize, usize> =
        gone.iter().enumerate().map(|(number, line)| (line.place, number)).collect();
    for ((known, _), (next, shape)) in pairs {
        let beside = origins
            .get(*known)
            .copied()
            .flatten()
            .and_then(|origin| numbers.get(&origin.old))
            .and_then(|number| number.checked_add_signed(step));
        if let Some(number) = beside
            && gone.get(number).is_some_and(|line| line.words == shape.words)
        {
            give_back(gone, number, *next, origins);
        }
    }
}

fn is_home(
    search: &Search<'_>,
    homes: &HashMap<usize, usize>,
    old: &[Line<'_>],
    new: &[Line<'_>],
    from: usize,
    to: usize,
) -> bool {
    let chapter = |lines: &[Line<'_>], places: &[usize], line: usize| {
        places.get(line).and_then(|place| lines.get(*place)).and_then(|line| line.chapter)
    };
    let (Some(old_chapter), Some(new_chapter)) =
        (chapter(old, &search.old.places, from), chapter(new, &search.new.places, to))
    else {
        return false;
    };
    homes.get(&new_chapter) == Some(&old_chapter)
}
