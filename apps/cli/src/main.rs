//! The process: its allocator, what was typed, and its exit code. What it does is in the library.

use std::process::ExitCode;

/// A run allocates and frees small texts on several threads all the time; the system's allocator took a fifth of it.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    tsumugi::run(std::env::args_os().collect())
}
