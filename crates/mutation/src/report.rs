//! The tables of `cargo xtask mutation`, as text.

use mutation::mutation_run::MutationRun;
use mutation::table::Table;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// The table of every corpus, then the false alarms of all.
pub(crate) fn tables(runs: &[MutationRun]) -> String {
    let corpora: BTreeSet<&str> = runs.iter().map(|run| run.corpus).collect();
    let mut written = String::new();
    for corpus in corpora {
        let mut table = Table::default();
        runs.iter().filter(|run| run.corpus == corpus).for_each(|run| table.add(&run.table));
        // Writing to a string cannot fail.
        let _ = writeln!(written, "== {corpus}\n{table}\n{}\n", table.cross_fire());
        let _ =
            writeln!(written, "findings over whole clean books:\n  {}\n", table.walk_messages.join("\n  "));
    }
    written + &false_alarms(runs)
}

/// False alarms of a thousand clean paragraphs, check by check and corpus by corpus.
fn false_alarms(runs: &[MutationRun]) -> String {
    let mut columns: BTreeMap<String, Table> = BTreeMap::new();
    for run in runs {
        let name = if run.corpus == "story" {
            run.corpus.to_owned()
        } else {
            format!("{} {}-{}", run.corpus.get(..1).unwrap_or_default(), run.source, run.target)
        };
        columns.entry(name).or_default().add(&run.table);
    }
    let codes: BTreeSet<&str> =
        columns.values().flat_map(|table| table.false_alarms.keys().copied()).collect();
    let mut written = format!("{:<18}{:>7}", "alarms of 1000", "clean");
    for code in &codes {
        let _ = write!(written, "{code:>5}");
    }
    for (name, table) in &columns {
        let _ = write!(written, "\n{name:<18}{:>7}", table.n_clean);
        for code in &codes {
            let rate = table.false_alarm_rate(code) * 1000.0;
            let _ = if rate > 0.0 { write!(written, "{rate:>5.1}") } else { write!(written, "    ·") };
        }
    }
    written + "\n"
}

/// A few mutants of an operator that went wrong.
pub(crate) fn missed(runs: &[MutationRun], operator: &str) -> String {
    let mut written = String::new();
    for run in runs {
        let Some(row) = run.table.operators.get(operator) else { continue };
        let pair = format!("{} {} to {}", run.corpus, run.source, run.target);
        let _ = writeln!(written, "{pair}: {:.3} of {}", row.recall(), row.n_planted);
        for text in &row.missed {
            let _ = writeln!(written, "    {text}");
        }
    }
    written
}
