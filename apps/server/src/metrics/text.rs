//! The text form that Prometheus reads.

use std::fmt::Write;

/// The lines of all samples, in the order they are added.
#[derive(Default)]
pub(crate) struct MetricsText(pub(crate) String);

impl MetricsText {
    pub(crate) fn head(&mut self, name: &str, kind: &str, help: &str) {
        self.line(format_args!("# HELP {name} {help}"));
        self.line(format_args!("# TYPE {name} {kind}"));
    }

    pub(crate) fn sample(&mut self, name: &str, kind: &str, help: &str, value: u64) {
        self.head(name, kind, help);
        self.line(format_args!("{name} {value}"));
    }

    pub(crate) fn gauge_of(&mut self, name: &str, help: &str, label: &str, value: &str) {
        self.head(name, "gauge", help);
        self.line(format_args!("{name}{{{label}=\"{value}\"}} 1"));
    }

    pub(crate) fn line(&mut self, line: std::fmt::Arguments<'_>) {
        // Writing to a text does not fail.
        let _ = writeln!(self.0, "{line}");
    }
}
