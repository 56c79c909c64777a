//! Every text of the help has its Chinese, and long lines go on below where they began.

use clap::builder::StyledStr;
use clap::{Command, CommandFactory};
use std::collections::{BTreeMap, BTreeSet};
use tsumugi::parts::{Args, CHINESE, hanging_indent, remark};

/// Every text of the help of a command and of all below it, in the pieces that are looked up.
fn texts(command: &Command, all: &mut BTreeSet<String>) {
    let mut add = |text: &StyledStr| {
        let text = text.to_string();
        all.extend(text.split("\n\n").map(|text| text.strip_suffix('.').unwrap_or(text).to_owned()));
    };
    command.get_about().into_iter().chain(command.get_long_about()).for_each(&mut add);
    for argument in command.get_arguments() {
        argument.get_help().into_iter().chain(argument.get_long_help()).for_each(&mut add);
        let values = argument.get_possible_values();
        values.iter().filter_map(|value| value.get_help()).for_each(&mut add);
    }
    all.extend(command.get_arguments().filter_map(|one| one.get_help_heading()).map(ToOwned::to_owned));
    let after = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    let remarks = after.lines().filter_map(|line| match remark(line) {
        Some(remark) => Some(remark),
        None if line.starts_with(' ') || line.is_empty() || line == "Examples:" => None,
        None => Some(line),
    });
    all.extend(remarks.map(|text| text.strip_suffix('.').unwrap_or(text).to_owned()));
    for command in command.get_subcommands() {
        texts(command, all);
    }
}

#[test]
fn every_command_argument_and_value_has_help_in_chinese() {
    let mut all = BTreeSet::new();
    texts(&Args::command(), &mut all);
    let help: BTreeMap<String, String> = toml::from_str(CHINESE).unwrap();
    let missing: Vec<&String> = all.iter().filter(|text| !help.contains_key(*text)).collect();
    assert!(missing.is_empty(), "no Chinese for:\n{}", lines(&missing));
    let unused: Vec<&String> = help.keys().filter(|text| !all.contains(*text)).collect();
    assert!(unused.is_empty(), "no such help any more:\n{}", lines(&unused));
}

fn lines(texts: &[&String]) -> String {
    texts.iter().map(|text| format!("{text:?} = \"\"")).collect::<Vec<_>>().join("\n")
}

#[test]
fn the_explanation_of_an_option_goes_on_below_where_it_began() {
    assert_eq!(hanging_indent("  -q, --quiet    只输出结果"), 17);
    assert_eq!(hanging_indent("          很长的说明"), 10);
    assert_eq!(hanging_indent("用法：tsumugi"), 0);
}
