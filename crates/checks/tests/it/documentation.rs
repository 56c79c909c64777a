//! The page about the checks lists what there is: every check with its name and severity.

use checks::catalogue::{ALL, BOUNDARY_CHECKS, sequence_checks};
use checks::code::CheckCode;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

fn page(name: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs").join(name)).unwrap()
}

/// Every code with its names and severities.
fn catalogue() -> BTreeMap<CheckCode, Vec<(&'static str, &'static str)>> {
    let mut all: BTreeMap<CheckCode, Vec<(&str, &str)>> = BTreeMap::new();
    for check in ALL {
        all.entry(check.code()).or_default().push((check.name(), check.severity().as_str()));
    }
    for check in sequence_checks() {
        all.entry(check.code()).or_default().push((check.name(), check.severity().as_str()));
    }
    for (code, name, severity, _) in BOUNDARY_CHECKS {
        all.entry(*code).or_default().push((name, severity.as_str()));
    }
    all
}

#[test]
fn both_pages_list_every_check_with_its_name_and_severity() {
    for name in ["checks.md", "zh/checks.md"] {
        let page = page(name);
        for (code, checks) in catalogue() {
            let start = format!("| {code} | ");
            let row = page.lines().find(|line| line.starts_with(&start));
            let row = row.unwrap_or_else(|| panic!("{name} lacks {code}"));
            let cells: Vec<&str> = row.split(" | ").collect();
            assert_eq!(cells.len(), 5, "{name}: {row}");
            for (check, severity) in checks {
                assert!(cells[1].contains(&format!("`{check}`")), "{name}: {row} lacks {check}");
                assert!(cells[2].contains(severity), "{name}: {row} lacks {severity}");
            }
        }
    }
}
