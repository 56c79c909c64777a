//! Every target for a few seconds, from its seeds on; the damage is another one at each commit. `cargo xtask fuzz` goes on
//! from there.

use std::time::Duration;

/// For so long each target is given damaged files.
const SECONDS: u64 = 3;

/// Where chance begins: the build server gives every commit its own.
#[expect(clippy::disallowed_methods, reason = "the build server tells its seed to the tests alone")]
fn seed() -> u64 {
    std::env::var("TSUMUGI_FRESH_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(1)
}

fn survives(name: &str) {
    let (_, target) = fuzz::ALL.iter().find(|(own, _)| *own == name).unwrap();
    let seeds = fuzz::seeds::of(name).unwrap();
    let outcome = fuzz::watch::run(name, *target, &seeds, seed(), Duration::from_secs(SECONDS));
    if let Err(fault) = outcome {
        panic!("seed {}: {fault}", seed());
    }
}

/// A test for each target, so that they run side by side.
macro_rules! targets {
    ($($name:ident)*) => {
        $(
            #[test]
            fn $name() {
                survives(stringify!($name));
            }
        )*

        #[test]
        fn every_target_has_a_test() {
            let named = [$(stringify!($name)),*];
            assert!(fuzz::ALL.iter().map(|(name, _)| *name).eq(named));
        }
    };
}

targets! { aozora checks data docx epub exchange fb2 folder game html kindle markdown odt pdf rtf subtitles text }
