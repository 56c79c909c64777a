//! The twelve languages are complete: every table is filled, or there is a reason why the language has no use for it.

use checks::language::LanguageProfile;
use checks::language::expletives::Expletives;
use checks::language::length::LengthStatistics;
use checks::language::record::{FILES, Record};
use checks::language::spelling::{self, N_SIGNS};
use checks::phrases::Phrases;

/// Tables a language has no use for: languages, tables, why.
const WITHOUT: &[(&[&str], &[&str], &str)] = &[
    (&["en"], &["familiar", "polite"], "English has one form of address"),
    (
        &["ja", "zh-Hans", "zh-Hant"],
        &["stop_words", "tail_words", "doubled"],
        "words are not told apart by spaces, so that nothing is looked up by words",
    ),
    (&["zh-Hans", "zh-Hant"], &["past", "present"], "verbs have no tense"),
    (&["ja"], &["past", "present"], "tense is an ending, and words are not told apart by spaces"),
    (&["ja", "ko", "zh-Hans", "zh-Hant"], &["months"], "months are numbers"),
    (&["ja", "zh-Hans", "zh-Hant"], &["numbers"], "numerals in Han characters are read by rule"),
    (
        &["ja", "ko", "zh-Hans", "zh-Hant"],
        &["number_joiners"],
        "nothing stands between the parts of a number",
    ),
];

fn tables(record: &Record) -> Vec<(&'static str, bool)> {
    vec![
        ("scripts", record.scripts.is_empty()),
        ("terminators", record.terminators.is_empty()),
        ("stop_words", record.stop_words.split_whitespace().count() < 20),
        ("masculine", record.masculine.is_empty()),
        ("feminine", record.feminine.is_empty()),
        ("tail_words", record.tail_words.is_empty()),
        ("past", record.past.is_empty()),
        ("present", record.present.is_empty()),
        ("familiar", record.familiar.is_empty()),
        ("polite", record.polite.is_empty() && record.polite_capital.is_empty()),
        ("doubled", record.doubled.is_empty()),
        ("note_markers", record.note_markers.len() < 3),
        ("chapter_words", record.chapter_words.is_empty()),
        ("months", record.months.len() != 12),
        ("numbers", record.numbers.len() < 20),
        ("number_joiners", record.number_joiners.is_empty()),
        ("primary quotation marks", record.quotes.primary.len() != 2),
        ("secondary quotation marks", record.quotes.secondary.len() != 2),
        ("weight", record.weight <= 0.5),
    ]
}

#[test]
fn every_language_has_every_table_or_a_reason() {
    let known = ["de", "en", "es", "fr", "it", "ja", "ko", "pl", "pt", "ru", "zh-Hans", "zh-Hant"];
    assert_eq!(FILES.iter().map(|(language, _)| *language).collect::<Vec<_>>(), known);
    for language in known {
        let record = Record::for_tag(&language.parse().unwrap()).unwrap();
        for (table, is_missing) in tables(&record) {
            let excused = WITHOUT
                .iter()
                .any(|(languages, tables, _)| languages.contains(&language) && tables.contains(&table));
            assert_eq!(is_missing, excused, "{language}: {table}");
        }
    }
}

#[test]
fn every_pair_of_the_twelve_has_lengths_to_expect() {
    for (source, _) in FILES {
        for (target, _) in FILES {
            let language = |tag: &str| LanguageProfile::look_up(&tag.parse().unwrap());
            let lengths = LengthStatistics::usual(&language(source), &language(target)).unwrap();
            assert!(lengths.low < lengths.high, "{source} to {target}");
            let middle = lengths.bins[2].mu.exp();
            assert!((lengths.low..lengths.high).contains(&middle), "{source} to {target}: {middle}");
        }
    }
}

#[test]
fn every_file_can_be_read_and_names_its_own_language() {
    for (name, text) in FILES {
        let record: Record = toml::from_str(text).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(record.tag, *name);
        assert_eq!(record.quotes.primary.len(), 2, "{name}");
        assert!(record.weight > 0.5, "{name}");
        assert!(!record.scripts.is_empty(), "{name}");
    }
}

#[test]
fn every_table_of_spelling_is_whole() {
    for (tag, levels) in spelling::FILES {
        assert_eq!(levels.trim_end().len(), N_SIGNS * N_SIGNS * N_SIGNS, "{tag}");
    }
}

#[test]
fn every_language_has_a_list_of_expletives() {
    for (tag, _) in FILES {
        assert!(
            Expletives::for_language(&LanguageProfile::look_up(&tag.parse().unwrap())).is_some(),
            "{tag}"
        );
    }
}

#[test]
fn every_phrase_file_compiles() {
    let phrases = Phrases::load(&LanguageProfile::look_up(&"fr".parse().unwrap()));
    assert!(phrases.chatter_first.is_some_and(|set| set.len() > 30));
    assert!(phrases.chatter_last.is_some_and(|set| set.len() > 8));
    assert!(phrases.injections.is_some_and(|searcher| searcher.patterns_len() > 60));
    assert!(phrases.honorifics.len() > 8);
}
