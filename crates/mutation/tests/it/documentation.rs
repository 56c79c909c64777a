//! The page about the checks tells every number that is not met, and why.

use mutation::targets::shortfalls;
use std::fs;
use std::path::Path;

fn page(name: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs").join(name)).unwrap()
}

#[test]
fn both_pages_tell_every_number_we_fall_short_of() {
    for name in ["checks.md", "zh/checks.md"] {
        let page = page(name);
        for (what, demanded, held, why) in shortfalls() {
            let cells = format!("| {demanded} | {held} |");
            let rows = page.lines().filter(|line| line.starts_with(&format!("| {what} |")));
            assert!(rows.clone().any(|row| row.contains(&cells)), "{name} lacks {what} {cells}");
            assert!(name.starts_with("zh") || page.contains(why), "{name} does not say why: {why}");
        }
    }
}
