//! Planted defects as data: every check has a file of cases, at least one it must find and one it must leave alone.

use book::id::{CharacterId, TermId};
use book::knowledge::character::{Character, Fact, Gender, Name};
use book::knowledge::evidence::{EntryState, StoryPosition};
use book::knowledge::term::{Strictness, Term, TermKind};
use book::text::markup::Marked;
use book::text::paragraph::ParagraphKind;
use checks::code::CheckCode;
use checks::dictionary::edict;
use checks::policy::{Honorifics, Policy, Ruby, Spacing};
use checks::suite::{ALL, Suite};
use checks::unit::{Aligned, ParagraphKnowledge, Unit};
use serde::Deserialize;
use std::collections::HashMap;
use std::fs;
use std::panic::{self, AssertUnwindSafe};
use std::path::Path;
use std::sync::Arc;

#[derive(Deserialize)]
struct File {
    case: Vec<Case>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    name: String,
    from: String,
    to: String,
    source: String,
    translation: String,
    /// Whether the file's check must find something.
    found: bool,
    /// What it says where it finds nothing: `pass` or `not applicable`.
    silent: Option<String>,
    severity: Option<String>,
    /// The text after mending.
    mended: Option<String>,
    kind: Option<String>,
    #[serde(default)]
    before: Vec<(String, String)>,
    #[serde(default)]
    after: Vec<(String, String)>,
    /// Source, translation, strictness.
    #[serde(default)]
    terms: Vec<(String, String, String)>,
    /// Source, translation, gender.
    #[serde(default)]
    characters: Vec<(String, String, String)>,
    /// Others of the story, in the same form.
    #[serde(default)]
    cast: Vec<(String, String, String)>,
    honorifics: Option<String>,
    spacing: Option<String>,
    ruby: Option<String>,
    #[serde(default)]
    dictionary: bool,
    /// The texts are in the written form, with tags.
    #[serde(default)]
    marked: bool,
}

const DICTIONARY: &str = "少女 [しょうじょ] /(n) girl/\n古い [ふるい] /(adj-i) old/\n手紙 [てがみ] /(n) letter/\n将軍 [しょうぐん] /(n) general/\n\
    戦争 [せんそう] /(n) war/\n準備 [じゅんび] /(n) preparation/\n命令 [めいれい] /(n) order/command/\n太陽 [たいよう] /(n) sun/\n\
    照らす [てらす] /(v5s) to light up/\n照らし [てらし] /(n) light/\n読んだ [よんだ] /(v) read/\n朝の [あさの] /(n) morning/\n海を [うみを] /(n) sea/\n";

fn term(index: usize, (source, translation, strictness): &(String, String, String)) -> Term {
    Term {
        id: TermId::from_number(u32::try_from(index).unwrap()),
        source: source.clone(),
        reading: None,
        translation: translation.clone(),
        other_forms: Vec::new(),
        kind: TermKind::Other,
        note: String::new(),
        strictness: match strictness.as_str() {
            "exact" => Strictness::Exact,
            "keep" => Strictness::KeepSource,
            "preferred" => Strictness::Preferred,
            other => panic!("{other}"),
        },
        evidence: Vec::new(),
        standing: EntryState::Confirmed,
    }
}

fn character(index: usize, (source, translation, gender): &(String, String, String)) -> Character {
    let gender = if gender == "female" { Gender::Female } else { Gender::Male };
    let id = CharacterId::from_number(u32::try_from(index).unwrap());
    Character {
        gender: vec![Fact {
            value: gender,
            evidence: Vec::new(),
            known_from: StoryPosition(0),
            standing: EntryState::Confirmed,
        }],
        ..Character::new(id, Name::new(source.clone(), translation.clone()))
    }
}

fn policy(case: &Case) -> Policy {
    Policy {
        honorifics: match case.honorifics.as_deref() {
            Some("keep") => Honorifics::Keep,
            Some("drop") => Honorifics::Drop,
            _ => Honorifics::Undecided,
        },
        spacing: match case.spacing.as_deref() {
            Some("spaced") => Spacing::Spaced,
            Some("tight") => Spacing::Tight,
            _ => Spacing::Undecided,
        },
        ruby: match case.ruby.as_deref() {
            Some("keep") => Ruby::Keep,
            _ => Ruby::Drop,
        },
        ..Policy::default()
    }
}

type Suites = HashMap<(String, String, bool), Suite>;

fn suite(case: &Case) -> Suite {
    let (from, to) = (case.from.parse().unwrap(), case.to.parse().unwrap());
    if case.dictionary {
        Suite::with_dictionary(&from, &to, Arc::new(edict::read(DICTIONARY.as_bytes())))
    } else {
        Suite::for_pair(&from, &to)
    }
}

fn check(code: &str, case: &Case, suites: &mut Suites) {
    let name = format!("{code} {}", case.name);
    let marked =
        |text: &String| if case.marked { Marked::parse(text).unwrap() } else { Marked::from_plain(text) };
    let (source, translation) = (marked(&case.source), marked(&case.translation));
    let pairs = |pairs: &[(String, String)]| -> Vec<(Marked, Marked)> {
        pairs.iter().map(|(s, t)| (marked(s), marked(t))).collect()
    };
    let (before, after) = (pairs(&case.before), pairs(&case.after));
    let aligned = |pairs: &'static [(Marked, Marked)]| -> Vec<Aligned<'static>> {
        pairs.iter().map(|(source, translation)| Aligned { source, translation }).collect()
    };
    let (before, after) = (aligned(Vec::leak(before)), aligned(Vec::leak(after)));
    let terms: Vec<Term> = case.terms.iter().enumerate().map(|(index, row)| term(index, row)).collect();
    let cast: Vec<Character> =
        case.cast.iter().enumerate().map(|(index, row)| character(100 + index, row)).collect();
    let characters: Vec<Character> =
        case.characters.iter().enumerate().map(|(index, row)| character(index, row)).collect();
    let (terms, characters): (Vec<&Term>, Vec<&Character>) =
        (terms.iter().collect(), characters.iter().collect());
    let policy = policy(case);
    let suite =
        suites.entry((case.from.clone(), case.to.clone(), case.dictionary)).or_insert_with(|| suite(case));
    let kind =
        case.kind.as_deref().map_or(ParagraphKind::Body, |kind| ParagraphKind::from_word(kind).unwrap());
    let knowledge = ParagraphKnowledge {
        terms: &terms,
        characters: &characters,
        cast: &cast,
        ..ParagraphKnowledge::NONE
    };
    let unit = Unit {
        kind,
        before: &before,
        after: &after,
        knowledge,
        ..Unit::alone(&source, &translation, &policy)
    };
    let judgement = suite.judge(&unit);
    let all: Vec<_> = judgement.findings.iter().chain(&judgement.mended).collect();
    let own: Vec<_> = all.iter().filter(|finding| finding.check.as_str() == code).collect();
    assert_eq!(!own.is_empty(), case.found, "{name}: {all:#?}");
    assert!(judgement.accounts_for_all(), "{name}");
    if !case.found {
        let passed = judgement.passed.iter().any(|passed| passed.as_str() == code);
        let said = if passed { "pass" } else { "not applicable" };
        assert_eq!(case.silent.as_deref(), Some(said), "{name}");
    }
    if let Some(severity) = &case.severity {
        assert!(own.iter().any(|finding| finding.severity.as_str() == severity), "{name}: {own:#?}");
    }
    if let Some(mended) = &case.mended {
        let text = judgement.autofixed.as_ref().map(|fixed| fixed.text.plain().into_owned());
        assert_eq!(text.as_ref(), Some(mended), "{name}");
    }
    for finding in own {
        assert!(!finding.message.en.is_empty() && !finding.message.zh.is_empty(), "{name}");
    }
}

#[test]
fn every_check_finds_what_is_planted_and_leaves_the_rest_alone() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let mut seen: HashMap<String, [usize; 3]> = HashMap::new();
    let mut failures = Vec::new();
    let mut suites = Suites::new();
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    for path in files {
        let stem = path.file_stem().unwrap().to_str().unwrap().to_uppercase();
        let (letter, number) = stem.split_at(1);
        let code = format!("{letter}{}", number.parse::<u32>().unwrap());
        let file: File = toml::from_str(&fs::read_to_string(&path).unwrap())
            .unwrap_or_else(|error| panic!("{code}: {error}"));
        for case in &file.case {
            let counts = seen.entry(code.clone()).or_default();
            counts[if case.found { 0 } else { 1 + usize::from(case.silent.as_deref() != Some("pass")) }] += 1;
            if panic::catch_unwind(AssertUnwindSafe(|| check(&code, case, &mut suites))).is_err() {
                failures.push(format!("{code} {}", case.name));
            }
        }
    }
    assert!(failures.is_empty(), "{} failed: {failures:#?}", failures.len());
    for check in ALL {
        // A case to which the rule is not applied shows nothing of what it leaves alone. A source that talks to a model is
        // always told of, so that F5 never passes.
        let [found, passed, inapplicable] = seen.get(check.code().as_str()).copied().unwrap_or_default();
        let passed = if check.code() == CheckCode::F5 { inapplicable } else { passed };
        assert!(found > 0 && passed > 0, "{} has {found} cases to find and {passed} to pass", check.code());
    }
}
