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

/// Gives lines that were taken out by an earlier revision to new lines with the same words.
pub(super) fn bring_back(old: &[Line<'_>], new: &[Line<'_>], origins: &mut [Option<Origin>]) {
    let mut gone: HashMap<String, Vec<usize>> = HashMap::new();
    for (place, line) in old.iter().enumerate().filter(|(_, line)| line.chapter.is_none() && is_said(line)) {
        gone.entry(Shape::from_text(line.text).words).or_default().push(place);
    }
    if gone.is_empty() {
        return;
    }
    for (origin, line) in
        origins.iter_mut().zip(new).filter(|(origin, line)| origin.is_none() && is_said(line))
    {
        let shape = Shape::from_text(line.text);
        if let Some(places) = gone.get_mut(&shape.words)
            && (shape.is_long() || places.len() == 1)
            && !places.is_empty()
        {
            *origin = Some(Origin { old: places.remove(0), fate: LineChange::Same, moved: false });
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
