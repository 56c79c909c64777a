//! Measures false alarms: judges a gettext catalogue of human translations and counts what each check says.
//!
//! `cargo run -p mutation --example false_alarms -- FILE.mo en de [--reverse] [CODE]`; with a code, prints its findings.
#![expect(clippy::print_stdout, reason = "an example talks to the person who runs it")]

use book::text::markup::Marked;
use checks::policy::Policy;
use checks::suite::{ALL, Suite};
use checks::unit::Unit;
use std::collections::BTreeMap;
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [file, source, target, rest @ ..] = arguments.as_slice() else {
        return Err("usage: false_alarms FILE.mo SOURCE TARGET [--reverse] [CODE]".into());
    };
    let reverse = rest.iter().any(|word| word == "--reverse");
    let shown = rest.iter().find(|word| !word.starts_with("--"));
    let mut pairs = mutation::corpora::catalogue::read(&std::fs::read(file)?);
    if reverse {
        pairs = pairs.into_iter().map(|(source, target)| (target, source)).collect();
    }
    let (source, target) = if reverse { (target, source) } else { (source, target) };
    let suite = Suite::for_pair(&source.parse()?, &target.parse()?);
    let policy = Policy::default();
    let mut counts: BTreeMap<&str, [usize; 3]> = BTreeMap::new();
    for (source, translation) in &pairs {
        let (s, t) = (Marked::from_plain(source), Marked::from_plain(translation));
        let judgement = suite.judge(&Unit::alone(&s, &t, &policy));
        for code in &judgement.passed {
            counts.entry(code.as_str()).or_default()[1] += 1;
        }
        let mut found: Vec<&str> = judgement.findings.iter().map(|finding| finding.check.as_str()).collect();
        found.dedup();
        for code in found {
            counts.entry(code).or_default()[0] += 1;
        }
        let mut mended: Vec<&str> = judgement.mended.iter().map(|finding| finding.check.as_str()).collect();
        mended.dedup();
        for code in mended {
            counts.entry(code).or_default()[2] += 1;
        }
        let all = judgement.findings.iter().chain(&judgement.mended);
        if let Some(finding) =
            all.into_iter().find(|finding| shown.is_some_and(|code| code == finding.check.as_str()))
        {
            println!(
                "{}\n  S {source}\n  T {translation}\n  {:?} {}\n",
                finding.check, finding.span, finding.message.en
            );
        }
    }
    println!("{source} to {target}: {} units", pairs.len());
    for check in ALL {
        let [found, passed, mended] = counts.get(check.code().as_str()).copied().unwrap_or_default();
        if found + passed + mended > 0 {
            println!(
                "{:>4} {:<22} found {found:>4}  mended {mended:>4}  of {:>5}",
                check.code(),
                check.name(),
                found + passed
            );
        }
    }
    Ok(())
}
