//! A few simulated days with fixed seeds; `cargo xtask simulate` lives through as many as there is time for.

mod coverage;
mod days;
