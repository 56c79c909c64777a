//! The built-in loop: damage, read, and watch that nothing panics, hangs or eats memory.

use crate::damage::{Chance, damaged};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// No honest file of a few kilobytes needs this long, even in a build without optimisation.
const HANG: Duration = Duration::from_secs(10);
/// What the whole process may grow to.
const MAX_MEMORY_KB: u64 = 1024 * 1024;

/// What the worker says.
enum Word {
    /// An input was survived.
    Survived,
    /// An input was not, for this reason.
    Panicked(String),
}

/// Runs one target until its time is over or a fault is found; a fault's input is kept in `fuzz/artifacts`.
pub fn run(
    name: &str,
    target: fn(&[u8]),
    seeds: &[Vec<u8>],
    seed: u64,
    limit: Duration,
) -> Result<String, String> {
    let current = Arc::new(Mutex::new(Vec::new()));
    let (words, listener) = channel();
    let started = Instant::now();
    let (seeds, shown) = (seeds.to_vec(), Arc::clone(&current));
    std::panic::set_hook(Box::new(|_| {}));
    // The thread is left to itself when it hangs: there is no safe way to stop it, and the program ends anyway.
    std::thread::spawn(move || {
        let mut chance = Chance::new(seed);
        let whole = seeds.clone();
        let mut inputs = whole.into_iter().chain(std::iter::from_fn(|| Some(damaged(&seeds, &mut chance))));
        while started.elapsed() < limit {
            let Some(input) = inputs.next() else { return };
            if let Ok(mut shown) = shown.lock() {
                shown.clone_from(&input);
            }
            let result = catch_unwind(AssertUnwindSafe(|| target(&input)));
            let word = result.map_or_else(|cause| Word::Panicked(reason(&*cause)), |()| Word::Survived);
            if words.send(word).is_err() {
                return;
            }
        }
    });
    let outcome = listen(&listener);
    drop(std::panic::take_hook());
    let n_inputs = match outcome {
        Ok(n_inputs) => n_inputs,
        Err(fault) => {
            let input = current.lock().map(|input| input.clone()).unwrap_or_default();
            return Err(match keep(name, &input) {
                Ok(path) => format!("{fault}\nthe input is kept in `{}`", path.display()),
                Err(error) => format!("{fault}\nthe input could not be kept: {error}"),
            });
        }
    };
    let memory = peak_memory_kb().unwrap_or_default();
    if memory > MAX_MEMORY_KB {
        return Err(format!("{memory} kB of memory were needed; {MAX_MEMORY_KB} is the limit"));
    }
    Ok(format!(
        "{n_inputs} inputs in {:.1} s, no fault, at most {} MB of memory",
        started.elapsed().as_secs_f64(),
        memory / 1024
    ))
}

fn listen(listener: &Receiver<Word>) -> Result<u64, String> {
    let mut n_inputs = 0;
    loop {
        match listener.recv_timeout(HANG) {
            Ok(Word::Survived) => n_inputs += 1,
            Ok(Word::Panicked(reason)) => return Err(format!("input {n_inputs} made it panic: {reason}")),
            Err(RecvTimeoutError::Timeout) => {
                return Err(format!("input {n_inputs} takes more than {HANG:?}"));
            }
            Err(RecvTimeoutError::Disconnected) => return Ok(n_inputs),
        }
    }
}

fn reason(cause: &(dyn std::any::Any + Send)) -> String {
    let text = cause.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| cause.downcast_ref::<&str>().copied()).unwrap_or("no reason given").to_owned()
}

fn keep(name: &str, input: &[u8]) -> std::io::Result<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("artifacts").join(name);
    std::fs::create_dir_all(&folder)?;
    let number = input.iter().fold(0xcbf2_9ce4_8422_2325_u64, |number, byte| {
        (number ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    });
    let path = folder.join(format!("fault-{number:016x}"));
    std::fs::write(&path, input)?;
    Ok(path)
}

/// The most memory this process ever had, as Linux counts it.
fn peak_memory_kb() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.split_whitespace().next()?.parse().ok()
}
