//! Runs one target with the built-in loop: `damage TARGET SECONDS SEED`.

use std::process::ExitCode;
use std::time::Duration;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [name, seconds, seed] = arguments.as_slice() else {
        eprintln!("usage: damage TARGET SECONDS SEED");
        return ExitCode::from(2);
    };
    let target = fuzz::ALL.iter().find(|(candidate, _)| candidate == name);
    let (Some((name, target)), Ok(seconds), Ok(seed)) = (target, seconds.parse(), seed.parse()) else {
        eprintln!("usage: damage TARGET SECONDS SEED, with a target of the `fuzz` crate and two numbers");
        return ExitCode::from(2);
    };
    let result = fuzz::seeds::of(name)
        .and_then(|seeds| fuzz::watch::run(name, *target, &seeds, seed, Duration::from_secs(seconds)));
    match result {
        Ok(line) => {
            eprintln!("fuzz {name}: {line}");
            ExitCode::SUCCESS
        }
        Err(fault) => {
            eprintln!("fuzz {name}: {fault}");
            ExitCode::FAILURE
        }
    }
}
