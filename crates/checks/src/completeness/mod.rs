//! A: whether everything is there, once, and in its place.

pub mod a02_empty_target;
pub mod a03_copied_source;
pub mod a04_length_ratio;
pub mod a05_sentence_loss;
pub mod a06_anchor_coverage;
pub mod a07_shifted_block;
pub mod a07_swapped_neighbour;
pub mod a08_boundary_drift;
pub mod a09_duplicated_neighbour;
pub mod a10_repeated_source;
pub mod a11_truncated_tail;
pub mod a12_source_left;
pub mod a13_chapter_totals;
mod titled_names;
