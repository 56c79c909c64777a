//! Every target on its seeds and on the same few damaged files each time; `cargo xtask fuzz` goes on from there.

use fuzz::damage::{Chance, damaged};
use std::panic::catch_unwind;

/// So many damaged files each target is given.
const N_DAMAGED: usize = 40;

#[test]
fn every_target_survives_its_seeds_and_a_little_damage() {
    let mut faults = Vec::new();
    for (name, target) in fuzz::ALL {
        let seeds = fuzz::seeds::of(name).unwrap();
        let mut chance = Chance::new(1);
        let damaged: Vec<_> = (0..N_DAMAGED).map(|_| damaged(&seeds, &mut chance)).collect();
        for (at, input) in seeds.iter().chain(&damaged).enumerate() {
            if catch_unwind(|| target(input)).is_err() {
                faults.push(format!("{name}, input {at}"));
            }
        }
    }
    assert!(faults.is_empty(), "{faults:?}");
}
