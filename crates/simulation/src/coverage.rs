//! Which fault met which state at which door, and how often.

use crate::doing::Doing;
use crate::fault::all_faults;
use crate::scenario::{DOORS, Stage};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::sync::OnceLock;

/// A fault, by its name, at a door in a state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cell {
    pub fault: &'static str,
    pub door: Stage,
    pub doing: Doing,
}

impl std::fmt::Display for Cell {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} at {}, {}", self.fault, self.door.name(), self.doing.name())
    }
}

/// Every fault at every door in every state in which it can come, in the order of their numbers.
pub fn all_cells() -> &'static [Cell] {
    static CELLS: OnceLock<Vec<Cell>> = OnceLock::new();
    CELLS.get_or_init(|| {
        let pairs = DOORS.into_iter().flat_map(|door| all_faults().map(move |kind| (kind, door)));
        let cells = pairs.flat_map(|(kind, door)| {
            Doing::at(kind, door).iter().map(move |doing| Cell { fault: kind.name(), door, doing: *doing })
        });
        // Several kinds share a name.
        cells.collect::<BTreeSet<Cell>>().into_iter().collect()
    })
}

/// Counts by fault, door and state.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Coverage {
    met: BTreeMap<Cell, u64>,
}

impl Coverage {
    pub(crate) fn note(&mut self, cell: Cell) {
        *self.met.entry(cell).or_default() += 1;
    }

    pub fn add(&mut self, other: &Self) {
        for (cell, count) in &other.met {
            *self.met.entry(*cell).or_default() += count;
        }
    }

    /// How often a fault has come.
    pub fn n_met(&self, fault: &str) -> u64 {
        self.met.iter().filter(|(cell, _)| cell.fault == fault).map(|(_, count)| count).sum()
    }

    /// How often a cell was met.
    pub fn count(&self, cell: Cell) -> u64 {
        self.met.get(&cell).copied().unwrap_or_default()
    }

    /// Everything that was met.
    pub fn met(&self) -> impl Iterator<Item = Cell> {
        self.met.keys().copied()
    }

    /// The cells that were met less often than this, and how often they were.
    pub fn missing(&self, least: u64) -> Vec<(Cell, u64)> {
        let counted = all_cells().iter().map(|cell| (*cell, self.count(*cell)));
        counted.filter(|(_, count)| *count < least).collect()
    }

    /// The table: a line for each fault and door, a column for each state; a point where they cannot meet.
    pub fn table(&self) -> String {
        let mut table = format!("{:<22} {:<10}", "fault", "door");
        for doing in Doing::ALL {
            let _ = write!(table, " {:>10}", doing.name());
        }
        let rows: BTreeSet<(&'static str, Stage)> =
            all_cells().iter().map(|cell| (cell.fault, cell.door)).collect();
        for (fault, door) in rows {
            let _ = write!(table, "\n{fault:<22} {:<10}", door.name());
            for doing in Doing::ALL {
                let cell = Cell { fault, door, doing };
                let is_possible = all_cells().binary_search(&cell).is_ok();
                let count = if is_possible { self.count(cell).to_string() } else { "·".to_owned() };
                let _ = write!(table, " {count:>10}");
            }
        }
        table
    }

    /// How often the cells of each door were met: how many there are, how many of them so often, and the least of them.
    pub fn summary(&self, least: u64) -> String {
        let mut summary = String::from("door        cells  met often enough  met least often");
        for door in DOORS {
            let counts: Vec<u64> =
                all_cells().iter().filter(|cell| cell.door == door).map(|cell| self.count(*cell)).collect();
            let n_enough = counts.iter().filter(|count| **count >= least).count();
            let lowest = counts.iter().min().copied().unwrap_or_default();
            let _ = write!(summary, "\n{:<10} {:>6} {n_enough:>17} {lowest:>16}", door.name(), counts.len());
        }
        summary
    }
}
