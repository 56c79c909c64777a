//! Planted defects are caught, clean translations are left in peace: our own story in every pair of twelve languages.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use book::language::LanguageTag;
use book::text::paragraph::ParagraphKind;
use checks::language::record::FILES;
use checks::mutation::operators::OPERATORS;
use checks::mutation::table::Table;
use checks::mutation::{Corpus, catalogue, run};
use checks::suite::Suite;
use std::fs;
use std::path::{Path, PathBuf};

const SEED: u64 = 20;

fn story(language: &str) -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/story").join(format!("{language}.txt"));
    fs::read_to_string(path).unwrap().lines().map(str::to_owned).collect()
}

fn corpus(source: &str, target: &str) -> Corpus {
    let pairs = story(source).into_iter().zip(story(target)).enumerate();
    let kind = |index| if index == 0 { ParagraphKind::Heading } else { ParagraphKind::Body };
    Corpus { pairs: pairs.map(|(index, (source, target))| (source, target, kind(index))).collect() }
}

fn tag(language: &str) -> LanguageTag {
    language.parse().unwrap()
}

/// English with every language in both directions, and pairs that share a script or none.
fn pairs() -> Vec<(&'static str, &'static str)> {
    let with_english = FILES.iter().map(|(language, _)| *language).filter(|language| *language != "en");
    let mut pairs: Vec<_> = with_english.flat_map(|language| [("en", language), (language, "en")]).collect();
    pairs.extend([
        ("ja", "zh-Hans"),
        ("zh-Hans", "ja"),
        ("ja", "de"),
        ("ko", "zh-Hant"),
        ("de", "fr"),
        ("fr", "ru"),
        ("es", "pt"),
        ("ru", "pl"),
    ]);
    pairs
}

/// The least share of each operator's mutants that must be caught.
const LEAST_RECALL: &[(&str, f64)] = &[
    ("empty", 1.0),
    ("source after translation", 1.0),
    ("unbalance a quotation", 1.0),
    ("unbalance a bracket", 1.0),
    ("loop of a character", 1.0),
    ("loop of a pattern", 1.0),
    ("think tags", 1.0),
    ("code fence", 1.0),
    ("json", 1.0),
    ("work label", 1.0),
    ("raw ruby tag", 1.0),
    ("mojibake", 1.0),
    ("zero-width space", 1.0),
    ("injection obeyed", 1.0),
    ("copy source", 0.99),
    ("residue of 1", 0.99),
    ("residue of 3", 0.99),
    ("residue of 10", 0.99),
    ("leave a sentence in source", 0.90),
    ("duplicate neighbour", 0.98),
    ("context bleed", 0.95),
    ("change a digit", 0.99),
    ("swap two digits", 0.99),
    ("drop a number", 0.99),
    ("chatter before", 0.95),
    ("offer after", 0.95),
    ("refusal", 0.95),
    ("loop of a sentence", 0.98),
    ("half-width punctuation", 0.98),
    ("double space", 0.95),
    ("drop most of a paragraph", 0.95),
    ("truncate at 60 %", 0.95),
    ("strip quotation marks", 0.90),
    ("lose a question", 0.95),
    ("prose to line list", 0.95),
    // Without a dictionary only length and the number of sentences tell.
    ("drop first sentence", 0.35),
    ("drop middle sentence", 0.35),
    ("drop last sentence", 0.35),
];

#[test]
fn clean_translations_are_left_in_peace_and_planted_defects_are_not() {
    let mut table = Table::default();
    for (source, target) in pairs() {
        run(&Suite::for_pair(&tag(source), &tag(target)), &corpus(source, target), SEED, &mut table);
    }
    println!("{table}");
    assert!(table.n_clean >= 300);
    assert_eq!(table.n_clean_blocked, 0, "{table}");
    for (code, n_found) in &table.false_alarms {
        // Of the checks that only show something to a person, none may cry wolf in one paragraph of twenty.
        assert!(n_found * 20 <= table.n_clean, "{code}: {n_found}");
    }
    for operator in OPERATORS {
        let least = LEAST_RECALL.iter().find(|(name, _)| *name == operator.name).unwrap().1;
        let row = table
            .operators
            .get(operator.name)
            .unwrap_or_else(|| panic!("`{}` was never planted", operator.name));
        assert!(row.n_planted >= 12, "`{}` was planted {} times only", operator.name, row.n_planted);
        assert!(row.recall() >= least, "{}: {:.3} {:#?}", operator.name, row.recall(), row.missed);
    }
}

#[test]
#[expect(
    clippy::disallowed_methods,
    reason = "the catalogues are optional and only the environment knows where they are"
)]
fn shipped_human_translations_are_hardly_ever_blocked() {
    let Some(folder) = std::env::var_os("TSUMUGI_WESNOTH") else {
        println!(
            "skipped: `shipped_human_translations_are_hardly_ever_blocked` needs `TSUMUGI_WESNOTH`, the folder of the game's locales"
        );
        return;
    };
    let mut all = Table::default();
    for (folder_name, language) in [
        ("de", "de"),
        ("fr", "fr"),
        ("es", "es"),
        ("it", "it"),
        ("ja", "ja"),
        ("zh_CN", "zh-Hans"),
        ("zh_TW", "zh-Hant"),
        ("ru", "ru"),
        ("pl", "pl"),
        ("pt_BR", "pt"),
        ("ko", "ko"),
    ] {
        let path: PathBuf = Path::new(&folder).join(folder_name).join("LC_MESSAGES/wesnoth-httt.mo");
        let pairs = catalogue::read(&fs::read(path).unwrap());
        let corpus = Corpus {
            pairs: pairs.into_iter().step_by(6).map(|(s, t)| (s, t, ParagraphKind::Body)).collect(),
        };
        run(&Suite::for_pair(&tag("en"), &tag(language)), &corpus, SEED, &mut all);
    }
    println!("{all}");
    assert!(all.n_clean > 1_500);
    assert!(all.n_clean_blocked * 100 <= all.n_clean, "{} of {}", all.n_clean_blocked, all.n_clean);
    for (operator, least) in [
        ("copy source", 0.97),
        ("source after translation", 0.99),
        ("empty", 1.0),
        ("chatter before", 0.95),
        ("residue of 1", 0.99),
        ("duplicate neighbour", 0.95),
    ] {
        if let Some(row) = all.operators.get(operator) {
            assert!(row.recall() >= least, "{operator}: {} {:?}", row.recall(), row.missed);
        }
    }
}
