//! `docs/spec-coverage.md` is written from `coverage.txt`, and every test it names exists.
//!
//! `TSUMUGI_WRITE_DOCS=1 cargo nextest run -p task coverage` writes the documents anew.

use std::collections::HashMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};

const TABLE: &str = include_str!("../coverage.txt");
const TITLE: (&str, &str) = ("Specification coverage", "规格覆盖");

/// Something that must hold, with the tests that prove it.
struct Rule {
    text: &'static str,
    tests: Vec<&'static str>,
}

struct Section {
    english: &'static str,
    chinese: &'static str,
    groups: Vec<(&'static str, Vec<Rule>)>,
}

fn sections() -> Vec<Section> {
    let mut sections: Vec<Section> = Vec::new();
    for line in TABLE.lines().filter(|line| !line.is_empty() && !line.starts_with("# ")) {
        if let Some(title) = line.strip_prefix("## ") {
            let (english, chinese) = title.split_once(" | ").unwrap();
            sections.push(Section { english, chinese, groups: Vec::new() });
        } else if let Some(group) = line.strip_prefix("> ") {
            sections.last_mut().unwrap().groups.push((group, Vec::new()));
        } else {
            let (text, tests) = line.rsplit_once(" = ").unwrap_or_else(|| panic!("no test for `{line}`"));
            let tests: Vec<&str> = tests.split(", ").collect();
            sections.last_mut().unwrap().groups.last_mut().unwrap().1.push(Rule { text, tests });
        }
    }
    sections
}

fn workspace() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Every Rust file under a folder, as one text.
fn sources(folder: &Path, text: &mut String) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for path in entries.map(|entry| entry.unwrap().path()) {
        if path.is_dir() {
            sources(&path, text);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            text.push_str(&std::fs::read_to_string(&path).unwrap());
        }
    }
}

#[test]
fn every_rule_has_a_test_and_every_test_exists() {
    let mut crates: HashMap<&str, String> = HashMap::new();
    let mut missing = Vec::new();
    for rule in sections().into_iter().flat_map(|section| section.groups).flat_map(|(_, rules)| rules) {
        assert!(!rule.tests.is_empty(), "no test for `{}`", rule.text);
        for test in rule.tests {
            let (test_task, name) =
                test.split_once("::").unwrap_or_else(|| panic!("`{test}` names no crate"));
            let source = crates.entry(test_task).or_insert_with(|| {
                let mut text = String::new();
                sources(&workspace().join("crates").join(test_task), &mut text);
                text
            });
            let is_scenario =
                test_task == "task" && crate::scenario::folder().join(format!("{name}.json")).exists();
            if !is_scenario && !source.contains(&format!("fn {name}(")) {
                missing.push(test);
            }
        }
    }
    assert!(missing.is_empty(), "tests that do not exist: {missing:#?}");
}

fn english(sections: &[Section]) -> String {
    let n_rules: usize = sections.iter().flat_map(|one| &one.groups).map(|(_, rules)| rules.len()).sum();
    let mut page = format!(
        "# {}\n\nEvery scenario and every rule about chunks, tools, submission, status and prompts, with the tests that prove \
         it: {n_rules} in all. A test writes this page and checks that each test it names \
         exists; to write it anew, run `TSUMUGI_WRITE_DOCS=1 cargo nextest run -p task coverage`.\n",
        TITLE.0
    );
    for section in sections {
        let _ = write!(page, "\n## {}\n\n| what must hold | proven by |\n|---|---|\n", section.english);
        for (group, rules) in &section.groups {
            let _ = writeln!(page, "| **{group}** | |");
            for rule in rules {
                let tests: Vec<String> = rule.tests.iter().map(|test| format!("`{test}`")).collect();
                let _ = writeln!(page, "| {} | {} |", rule.text.replace('|', "\\|"), tests.join("<br>"));
            }
        }
    }
    page
}

fn chinese(sections: &[Section]) -> String {
    let mut page = format!(
        "# {}\n\n关于分块、工具、提交、状态和提示词的每个场景和每条规则，以及证明它们的测试，都列在[英文页面](../spec-coverage.md)中。\
         该表由测试生成并核对，测试名本身是英文，因此不另作翻译。\n",
        TITLE.1
    );
    for section in sections {
        let n_rules: usize = section.groups.iter().map(|(_, rules)| rules.len()).sum();
        let _ = write!(page, "\n## {}\n\n共 {n_rules} 条。\n", section.chinese);
    }
    page
}

#[test]
#[expect(
    clippy::disallowed_methods,
    reason = "a person who wants the page written anew says so in the environment"
)]
fn the_page_is_what_the_table_says() {
    let sections = sections();
    for (path, page) in
        [("docs/spec-coverage.md", english(&sections)), ("docs/zh/spec-coverage.md", chinese(&sections))]
    {
        let file = workspace().join(path);
        if std::env::var_os("TSUMUGI_WRITE_DOCS").is_some() {
            std::fs::write(&file, &page).unwrap();
        }
        let written = std::fs::read_to_string(&file).unwrap_or_default();
        assert!(
            written == page,
            "`{path}` is not what the table says: see the top of `tests/it/coverage.rs`"
        );
    }
}
