//! Which fault met which state of which work, and how often.

use crate::fault::all_faults;
use crate::scenario::{LATER, Stage};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Counts by fault, stage and state.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Coverage {
    met: BTreeMap<(&'static str, &'static str, &'static str), u64>,
}

impl Coverage {
    pub fn note(&mut self, fault: &'static str, stage: &'static str, state: &'static str) {
        *self.met.entry((fault, stage, state)).or_default() += 1;
    }

    pub fn add(&mut self, other: &Self) {
        for (cell, count) in &other.met {
            *self.met.entry(*cell).or_default() += count;
        }
    }

    /// The cells that were met less often than this, among those that were met at all.
    pub fn rare(&self, least: u64) -> usize {
        self.met.values().filter(|count| **count < least).count()
    }

    pub fn n_cells(&self) -> usize {
        self.met.len()
    }

    /// The faults and doors, of those that can meet, that met less often than this.
    pub fn missing(&self, least: u64) -> Vec<(&'static str, &'static str)> {
        let mut met: BTreeMap<(&str, &str), u64> = BTreeMap::new();
        for ((fault, door, _), count) in &self.met {
            *met.entry((fault, door)).or_default() += count;
        }
        let doors = LATER.into_iter().chain([Stage::Import, Stage::Translate]);
        let pairs = doors.flat_map(|door| all_faults().map(move |fault| (fault, door)));
        let mut missing: Vec<(&str, &str)> = pairs
            .filter(|(fault, door)| fault.happens_in(*door))
            .map(|(fault, door)| (fault.name(), door.name()))
            .filter(|pair| met.get(pair).copied().unwrap_or_default() < least)
            .collect();
        missing.sort_unstable();
        missing.dedup();
        missing
    }

    /// The table: a line for each fault and stage, a column for each state.
    pub fn table(&self) -> String {
        let mut states: Vec<&str> = self.met.keys().map(|(_, _, state)| *state).collect();
        states.sort_unstable();
        states.dedup();
        let mut table = format!("{:<22} {:<10}", "fault", "door");
        for state in &states {
            let _ = write!(table, " {state:>10}");
        }
        let mut rows: BTreeMap<(&str, &str), BTreeMap<&str, u64>> = BTreeMap::new();
        for ((fault, stage, state), count) in &self.met {
            rows.entry((fault, stage)).or_default().insert(state, *count);
        }
        for ((fault, stage), counts) in rows {
            let _ = write!(table, "\n{fault:<22} {stage:<10}");
            for state in &states {
                let _ = write!(table, " {:>10}", counts.get(state).copied().unwrap_or_default());
            }
        }
        table
    }
}
