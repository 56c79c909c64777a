//! Runs one target with the built-in loop (`damage TARGET SECONDS SEED`), or once more on an input it has kept
//! (`damage TARGET FILE`).

use std::process::ExitCode;
use std::time::Duration;

const USAGE: &str = "usage: damage TARGET SECONDS SEED, or damage TARGET FILE";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match run(&arguments) {
        Ok(line) => {
            eprintln!("{line}");
            ExitCode::SUCCESS
        }
        Err(fault) => {
            eprintln!("{fault}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &[String]) -> Result<String, String> {
    let name = arguments.first().ok_or(USAGE)?;
    let (name, target) = fuzz::ALL.iter().find(|(candidate, _)| candidate == name).ok_or(USAGE)?;
    match arguments.get(1..).unwrap_or_default() {
        [file] => {
            let input = std::fs::read(file).map_err(|error| format!("`{file}`: {error}"))?;
            target(&input);
            Ok(format!("fuzz {name}: `{file}` is survived"))
        }
        [seconds, seed] => {
            let limit = Duration::from_secs(seconds.parse().map_err(|_| USAGE)?);
            let seed = seed.parse().map_err(|_| USAGE)?;
            fuzz::watch::run(name, *target, &fuzz::seeds::of(name)?, seed, limit)
                .map(|line| format!("fuzz {name}: {line}"))
                .map_err(|fault| format!("fuzz {name}: {fault}"))
        }
        _ => Err(USAGE.to_owned()),
    }
}
