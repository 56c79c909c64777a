//! What a day is aimed at: the cells of the table that were met least often so far.

use crate::coverage::{Cell, Coverage, all_cells};
use crate::scenario::Stage;
use fastrand::Rng;

/// The most faults that a day is aimed at, and the most of them at one door: with more a day is tried again so often that it
/// is made calm before they have come.
const MOST_FAULTS: usize = 16;
const MOST_AT_A_DOOR: usize = 6;
/// The most doors beside those of every day.
const MOST_DOORS: usize = 3;
/// A cell that a day was aimed at so often counts as met once more: what hardly ever comes holds up nothing else.
const AIMS_FOR_ONE: u64 = 4;

/// Decides what each next day is aimed at.
#[derive(Debug, Default)]
pub struct Planner {
    /// How many days were aimed at each cell.
    n_aimed: Vec<u64>,
}

impl Planner {
    /// The numbers of the cells that the day with this seed is to meet; none when each was met so often.
    pub fn next(&mut self, seed: u64, coverage: &Coverage, least: u64) -> Vec<usize> {
        let cells = all_cells();
        self.n_aimed.resize(cells.len(), 0);
        let score = |place: usize, cell: Cell| {
            let n_aimed = self.n_aimed.get(place).copied().unwrap_or_default();
            coverage.count(cell) + n_aimed / AIMS_FOR_ONE
        };
        let wanted = cells.iter().enumerate().filter(|(_, cell)| coverage.count(**cell) < least);
        let mut wanted: Vec<(u64, usize, Cell)> =
            wanted.map(|(place, cell)| (score(place, *cell), place, *cell)).collect();
        Rng::with_seed(seed).shuffle(&mut wanted);
        wanted.sort_by_key(|(score, ..)| *score);
        let mut chosen: Vec<(usize, Stage)> = Vec::new();
        for (_, place, Cell { door, .. }) in wanted {
            let n_here = chosen.iter().filter(|(_, other)| *other == door).count();
            let mut others: Vec<Stage> = chosen.iter().map(|(_, door)| *door).collect();
            others.retain(|door| !door.is_daily());
            others.sort_unstable();
            others.dedup();
            let has_room = n_here > 0 || door.is_daily() || others.len() < MOST_DOORS;
            if has_room && n_here < MOST_AT_A_DOOR {
                chosen.push((place, door));
            }
            if chosen.len() == MOST_FAULTS {
                break;
            }
        }
        for (place, _) in &chosen {
            if let Some(n_aimed) = self.n_aimed.get_mut(*place) {
                *n_aimed += 1;
            }
        }
        chosen.into_iter().map(|(place, _)| place).collect()
    }

    /// How many days were aimed at a cell.
    pub fn n_aimed(&self, cell: Cell) -> u64 {
        let place = all_cells().binary_search(&cell).ok();
        place.and_then(|place| self.n_aimed.get(place)).copied().unwrap_or_default()
    }
}
