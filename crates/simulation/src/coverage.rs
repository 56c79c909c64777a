//! Which fault met which state at which door, and how often.

use crate::doing::Doing;
use crate::fault::all_faults;
use crate::scenario::{LATER, Stage};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// A fault, a door and a state, by their names.
pub type Cell = (&'static str, &'static str, &'static str);

/// Counts by fault, door and state.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Coverage {
    met: BTreeMap<Cell, u64>,
}

/// Every fault at every door in every state in which it can come.
fn cells() -> BTreeSet<Cell> {
    let doors = LATER.into_iter().chain([Stage::Import, Stage::Translate]);
    let pairs = doors.flat_map(|door| all_faults().map(move |fault| (fault, door)));
    let cells = pairs.flat_map(|(fault, door)| {
        Doing::at(fault, door).iter().map(move |doing| (fault.name(), door.name(), doing.name()))
    });
    cells.collect()
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
        self.met.iter().filter(|((name, ..), _)| *name == fault).map(|(_, count)| count).sum()
    }

    /// How many cells there are.
    pub fn n_cells() -> usize {
        cells().len()
    }

    /// The cells that were met less often than this, and how often they were.
    pub fn missing(&self, least: u64) -> Vec<(Cell, u64)> {
        let counted =
            cells().into_iter().map(|cell| (cell, self.met.get(&cell).copied().unwrap_or_default()));
        counted.filter(|(_, count)| *count < least).collect()
    }

    /// The table: a line for each fault and door, a column for each state; a point where they cannot meet.
    pub fn table(&self) -> String {
        let states = Doing::ALL.map(Doing::name);
        let mut table = format!("{:<22} {:<10}", "fault", "door");
        for state in states {
            let _ = write!(table, " {state:>10}");
        }
        let cells = cells();
        let rows: BTreeSet<(&str, &str)> = cells.iter().map(|(fault, door, _)| (*fault, *door)).collect();
        for (fault, door) in rows {
            let _ = write!(table, "\n{fault:<22} {door:<10}");
            for state in states {
                let cell = (fault, door, state);
                let count = if cells.contains(&cell) {
                    self.met.get(&cell).copied().unwrap_or_default().to_string()
                } else {
                    "·".to_owned()
                };
                let _ = write!(table, " {count:>10}");
            }
        }
        table
    }
}
