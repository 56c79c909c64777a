//! Which old chapter a new one is: the one most of its lines come from.

use super::{Line, Origin};
use std::collections::{HashMap, HashSet};

/// A chapter of either text.
#[derive(Debug, Clone, Copy)]
pub struct ChapterLine<'a> {
    /// Its title; empty where it has none.
    pub title: &'a str,
}

/// For each new chapter the old one it is, each named at most once; `None` for new ones.
pub fn align_chapters(
    old_chapters: &[ChapterLine<'_>],
    new_chapters: &[ChapterLine<'_>],
    origins: &[Option<Origin>],
    old: &[Line<'_>],
    new: &[Line<'_>],
) -> Vec<Option<usize>> {
    let homes = homes(origins, old, new);
    let mut taken: HashSet<usize> = homes.values().copied().collect();
    let mut found: Vec<Option<usize>> =
        (0..new_chapters.len()).map(|chapter| homes.get(&chapter).copied()).collect();
    for (chapter, new) in found.iter_mut().zip(new_chapters) {
        if chapter.is_none() && !new.title.is_empty() {
            *chapter = (0..)
                .zip(old_chapters)
                .find(|(place, old)| old.title == new.title && !taken.contains(place))
                .map(|(place, _)| place);
            taken.extend(*chapter);
        }
    }
    found
}

/// New chapters with the old one that most of their lines come from; the strongest claim is served first.
pub(super) fn homes(origins: &[Option<Origin>], old: &[Line<'_>], new: &[Line<'_>]) -> HashMap<usize, usize> {
    let mut votes: HashMap<(usize, usize), usize> = HashMap::new();
    for (origin, line) in origins.iter().zip(new) {
        let from = origin.and_then(|origin| old.get(origin.old)).and_then(|line| line.chapter);
        if let (Some(new_chapter), Some(old_chapter)) = (line.chapter, from) {
            *votes.entry((new_chapter, old_chapter)).or_default() += 1;
        }
    }
    let mut claims: Vec<((usize, usize), usize)> = votes.into_iter().collect();
    claims.sort_unstable_by_key(|(pair, n_votes)| (std::cmp::Reverse(*n_votes), *pair));
    let (mut homes, mut taken) = (HashMap::new(), HashSet::new());
    for ((new_chapter, old_chapter), _) in claims {
        if !homes.contains_key(&new_chapter) && taken.insert(old_chapter) {
            homes.insert(new_chapter, old_chapter);
        }
    }
    homes
}
