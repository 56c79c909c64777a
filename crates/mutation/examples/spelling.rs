//! Counts how words are spelled in the Latin languages of the Debian Administrator's Handbook, and writes the tables
//! `crates/checks/data/spelling`. `cargo run --release -p mutation --example spelling`
#![expect(clippy::print_stdout, reason = "an example prints")]

use book::text::fold::fold;
use checks::language::spelling::{LOWEST, N_SIGNS, STEP, rows};
use mutation::corpora::{find, handbook};
use std::collections::HashMap;
use std::path::Path;
use std::{fs, io};

/// Counted for a row that never occurs, so that it is rare and not impossible.
const UNSEEN: f64 = 0.5;
/// The logarithm that is level zero in every language.
const RAREST: f64 = -13.0;

fn main() -> io::Result<()> {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let Some(root) = find(&workspace, handbook::ROOT) else {
        println!("the handbook is not installed; `scripts/setup-tests` unpacks it");
        return Ok(());
    };
    let mut english: HashMap<String, usize> = HashMap::new();
    for (folder, tag) in [("es-ES", "en"), ("de-DE", "de"), ("es-ES", "es"), ("fr-FR", "fr"), ("it-IT", "it")]
        .into_iter()
        .chain([("pl-PL", "pl"), ("pt-BR", "pt")])
    {
        let Some((corpus, states)) = handbook::read(&root, folder) else { continue };
        let mut words: HashMap<String, usize> = HashMap::new();
        for (line, state) in corpus.lines.iter().zip(states) {
            if tag == "en" {
                count(&line.source, &mut words);
            } else if state == handbook::State::Translated {
                count(&line.translation, &mut words);
            }
        }
        if tag == "en" {
            english.clone_from(&words);
        } else {
            // What is rarer than in English is mostly a command that was kept, and seldom a word of both languages.
            words.retain(|word, n| english.get(word).is_none_or(|in_english| *in_english * 7 <= *n * 10));
        }
        let path = workspace.join("crates/checks/data/spelling").join(format!("{tag}.txt"));
        fs::write(&path, table(&words))?;
        println!("{tag}: {} words", words.len());
    }
    Ok(())
}

fn count(text: &str, words: &mut HashMap<String, usize>) {
    for word in text.split(|c: char| !c.is_alphabetic()) {
        let n = word.chars().count();
        if (3..=20).contains(&n) && word.chars().all(char::is_lowercase) {
            *words.entry(fold(word)).or_default() += 1;
        }
    }
}

/// One sign for each row of three letters. A word counts more the more often it stands there, but not in proportion.
fn table(words: &HashMap<String, usize>) -> String {
    let mut counts = vec![UNSEEN; N_SIGNS * N_SIGNS * N_SIGNS];
    for (word, n) in words {
        let weight = 1.0 + f64::from(u32::try_from(*n).unwrap_or(u32::MAX)).ln();
        for row in rows(word) {
            if let Some(count) = counts.get_mut(row) {
                *count += weight;
            }
        }
    }
    let total: f64 = counts.iter().sum();
    let level = |count: &f64| ((count / total).ln() - RAREST) / STEP;
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a level is between 0 and 78"
    )]
    let sign = |count: &f64| char::from(LOWEST + level(count).round().clamp(0.0, 78.0) as u8);
    counts.iter().map(sign).chain(['\n']).collect()
}
