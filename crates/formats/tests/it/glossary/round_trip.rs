//! What is exported and imported again is the same, for every format and whatever stands in the texts.

use super::{languages, read_as};
use book::id::{BookId, ChapterId, CharacterId, MemoryId, ParagraphId, TermId};
use book::knowledge::character::{Address, Character, Fact, Gender, Name, Voice};
use book::knowledge::draft::{Draft, Identity, TermDraft};
use book::knowledge::evidence::{EntryState, Evidence, StoryPosition};
use book::knowledge::memory::{Memory, Subject};
use book::knowledge::summary::Summary;
use book::knowledge::term::{Strictness, Term, TermKind};
use formats::glossary::{GlossaryContent, GlossaryFormat, Rows, write};
use proptest::prelude::*;

pub(super) fn term(number: u32, source: &str, translation: &str) -> Term {
    Term {
        strictness: Strictness::Exact,
        standing: EntryState::Confirmed,
        ..Term::new(TermId::from_number(number), source.to_owned(), translation.to_owned())
    }
}

fn character(number: u32, source: &str, translation: &str) -> Character {
    let name = Name::new(source.to_owned(), translation.to_owned());
    Character { standing: EntryState::Confirmed, ..Character::new(CharacterId::from_number(number), name) }
}

fn fact<T>(value: T, known_from: StoryPosition) -> Fact<T> {
    Fact { value, evidence: Vec::new(), known_from, standing: EntryState::Confirmed }
}

pub(super) fn through(terms: &[Term], characters: &[Character], format: GlossaryFormat, rows: Rows) -> Draft {
    let languages = languages("ja", "en");
    let knowledge = GlossaryContent {
        series: "A & B",
        languages: &languages,
        terms,
        characters,
        memories: &[],
        summaries: &[],
    };
    let bytes = write(&knowledge, format, rows).unwrap();
    let name = format!("g.{}", format.ending());
    let read = read_as(&bytes, &name, rows).unwrap_or_else(|error| panic!("{format:?}: {error}"));
    assert_eq!(read.format, format);
    assert!(read.findings.is_empty(), "{format:?}: {:?}", read.findings);
    read.draft
}

/// What a format without a place for evidence and ids gives back.
fn without_evidence(terms: &[Term]) -> Vec<TermDraft> {
    let drafts = terms.iter().zip(0..);
    drafts
        .map(|(term, number)| TermDraft {
            id: TermId::from_number(number),
            evidence: Vec::new(),
            ..TermDraft::from(term)
        })
        .collect()
}

const TABLES: [GlossaryFormat; 4] =
    [GlossaryFormat::Csv, GlossaryFormat::Tsv, GlossaryFormat::Xlsx, GlossaryFormat::Tbx];

#[test]
fn terms_come_back_from_every_format() {
    let mut rin = term(0, "凛", "Rin");
    rin.reading = Some("りん".to_owned());
    rin.other_forms = vec!["Rin-san".to_owned(), "a|b;c".to_owned()];
    rin.kind = TermKind::Person;
    rin.note = "Heroine, \"calm\",\nsecond line; <b>".to_owned();
    let mut sword = term(1, "=魔剣", "-Demon Sword");
    sword.strictness = Strictness::Preferred;
    sword.standing = EntryState::Proposed;
    let mut refused = term(2, "メイン", "+Main");
    refused.standing = EntryState::Rejected;
    let terms = [rin, sword, refused, term(3, "'=a", "@b"), term(4, "_x0041_", "tab\there")];
    for format in TABLES {
        assert_eq!(through(&terms, &[], format, Rows::Terms).terms, without_evidence(&terms), "{format:?}");
    }
}

#[test]
fn no_cell_of_a_table_is_calculated_by_a_spreadsheet() {
    let terms: Vec<Term> = ["=1+1", "+1", "-1", "@SUM(A1)"].iter().map(|text| term(0, text, text)).collect();
    let languages = languages("ja", "en");
    let knowledge = GlossaryContent {
        series: "s",
        languages: &languages,
        terms: &terms,
        characters: &[],
        memories: &[],
        summaries: &[],
    };
    for (format, delimiter) in [(GlossaryFormat::Csv, ','), (GlossaryFormat::Tsv, '\t')] {
        let text = String::from_utf8(write(&knowledge, format, Rows::Terms).unwrap()).unwrap();
        for cell in text.lines().skip(1).flat_map(|line| line.split(delimiter)) {
            let shown = cell.trim_start_matches('"');
            assert!(!shown.starts_with(['=', '+', '-', '@']), "{format:?}: {cell}");
        }
    }
    let workbook = write(&knowledge, GlossaryFormat::Xlsx, Rows::Terms).unwrap();
    let mut zip = zip::ZipArchive::new(std::io::Cursor::new(workbook)).unwrap();
    let mut sheet = String::new();
    std::io::Read::read_to_string(&mut zip.by_name("xl/worksheets/sheet1.xml").unwrap(), &mut sheet).unwrap();
    assert!(!sheet.contains("<f>") && sheet.contains("t=\"inlineStr\""), "{sheet}");
}

#[test]
fn characters_come_back_from_tables_with_what_is_known_from_when() {
    let mut rin = character(0, "凛", "Rin");
    rin.name.reading = Some("りん".to_owned());
    rin.aliases = vec![
        Name::new("リンちゃん".to_owned(), "Rin-chan".to_owned()),
        Name {
            known_from: StoryPosition::new(0, 4),
            ..Name::new("姫".to_owned(), "the Princess".to_owned())
        },
    ];
    rin.gender = vec![fact(Gender::Male, StoryPosition(0)), fact(Gender::Female, StoryPosition::new(1, 2))];
    rin.voice = Voice { register: "rough".to_owned(), ..Voice::default() };
    rin.description = vec![
        fact("a student @3 times".to_owned(), StoryPosition(0)),
        fact("the heir".to_owned(), StoryPosition(11)),
    ];
    let ends_like_a_date = fact("met @7".to_owned(), StoryPosition(0));
    let mut other = character(1, "丈", "Jo");
    other.description = vec![ends_like_a_date];
    let characters = [rin, other];
    for format in [GlossaryFormat::Csv, GlossaryFormat::Tsv, GlossaryFormat::Xlsx] {
        assert_eq!(through(&[], &characters, format, Rows::Characters).characters, characters, "{format:?}");
    }
}

#[test]
fn our_own_json_brings_everything_back() {
    let book = BookId::from_number(77);
    let evidence = vec![Evidence { book, paragraph: ParagraphId::from_number(5) }];
    let mut rin = term(9, "凛", "Rin");
    rin.evidence.clone_from(&evidence);
    let mut jo = character(3, "丈", "Jo");
    jo.addresses = vec![Address {
        to: CharacterId::from_number(4),
        source: "お前".to_owned(),
        translation: "you lout".to_owned(),
        from: StoryPosition(2),
        until: Some(StoryPosition(9)),
        evidence: evidence.clone(),
        standing: EntryState::Confirmed,
    }];
    jo.gender = vec![Fact { evidence: evidence.clone(), ..fact(Gender::Neutral, StoryPosition(1)) }];
    let characters = [jo, character(4, "凛", "Rin")];
    let memory = Memory {
        id: MemoryId::from_number(1),
        subject: Subject::Character { character: CharacterId::from_number(3) },
        text: "Owes Rin a favour.".to_owned(),
        evidence,
        known_from: StoryPosition(3),
        standing: EntryState::Proposed,
    };
    let summary = Summary {
        book,
        chapter: ChapterId::from_number(0),
        text: "They meet.".to_owned(),
        made_from: "abc".to_owned(),
        standing: EntryState::Confirmed,
    };
    let languages = languages("ja", "en");
    let knowledge = GlossaryContent {
        series: "S",
        languages: &languages,
        terms: &[rin.clone()],
        characters: &characters,
        memories: std::slice::from_ref(&memory),
        summaries: std::slice::from_ref(&summary),
    };
    let bytes = write(&knowledge, GlossaryFormat::Json, Rows::Terms).unwrap();
    let draft = read_as(&bytes, "all.json", Rows::Terms).unwrap().draft;
    let expected = Draft {
        identity: Identity::Ids,
        terms: vec![TermDraft::from(&rin)],
        characters: characters.to_vec(),
        memories: vec![memory],
        summaries: vec![summary],
    };
    assert_eq!(draft, expected);
}

#[test]
fn the_simple_list_has_what_other_tools_read_and_no_rejected_words() {
    let mut refused = term(2, "メイン", "Main");
    refused.standing = EntryState::Rejected;
    let mut kept = term(3, "NERV", "");
    kept.strictness = Strictness::KeepSource;
    let terms = [term(1, "魔剣", "Demon Sword"), refused, kept];
    let draft = through(&terms, &[character(0, "凛", "Rin")], GlossaryFormat::SimpleJson, Rows::Terms);
    let pairs: Vec<(&str, Option<&str>)> =
        draft.terms.iter().map(|term| (term.source.as_str(), term.translation.as_deref())).collect();
    assert_eq!(pairs, [("魔剣", Some("Demon Sword")), ("NERV", Some("NERV")), ("凛", Some("Rin"))]);
}

#[test]
fn dictionaries_of_sakura_and_galtransl_come_back_with_gender_and_case() {
    let mut sensitive = term(1, "NERV", "Nerve");
    sensitive.note = "an office\ncase-sensitive".to_owned();
    let terms = [term(2, "魔剣", "Demon Sword"), sensitive];
    let mut rin = character(0, "凛", "Rin");
    rin.gender = vec![fact(Gender::Female, StoryPosition(0))];
    rin.description = vec![fact("heroine".to_owned(), StoryPosition(0))];
    let check = |draft: &Draft, format: GlossaryFormat| {
        let words: Vec<&str> = draft.terms.iter().map(|term| term.source.as_str()).collect();
        assert_eq!(words, ["魔剣", "NERV"], "{format:?}");
        assert_eq!(draft.characters[0].gender[0].value, Gender::Female, "{format:?}");
        assert_eq!(draft.characters[0].description[0].value, "heroine", "{format:?}");
    };
    for format in [GlossaryFormat::Sakura, GlossaryFormat::SimpleJson] {
        check(&through(&terms, std::slice::from_ref(&rin), format, Rows::Terms), format);
    }
    let draft = through(&terms, &[], GlossaryFormat::SimpleJson, Rows::Terms);
    assert_eq!(draft.terms[1].note.as_deref(), Some("an office\ncase-sensitive"));
    let languages = languages("ja", "en");
    let knowledge = GlossaryContent {
        series: "s",
        languages: &languages,
        terms: &terms,
        characters: &[rin],
        memories: &[],
        summaries: &[],
    };
    let lines = write(&knowledge, GlossaryFormat::GalTransl, Rows::Terms).unwrap();
    let read = read_as(&lines, "dict.txt", Rows::Terms).unwrap();
    check(&read.draft, GlossaryFormat::GalTransl);
}

/// Text as a person might write it: anything printable, not blank, without spaces around it.
fn text() -> impl Strategy<Value = String> {
    "[ -~凛剣のー。、“”=+@'\"\\\\|;,\n]{1,12}"
        .prop_map(|text| text.trim().to_owned())
        .prop_filter("not blank, and no list of nothing", |text| text.chars().any(char::is_alphanumeric))
}

fn any_term() -> impl Strategy<Value = Term> {
    (
        (text(), text(), text(), proptest::option::of(text())),
        (
            proptest::collection::vec(text(), 0..3),
            prop::sample::select(&TermKind::ALL[..]),
            prop::sample::select(&Strictness::ALL[..]),
            prop::sample::select(&EntryState::ALL[..]),
        ),
    )
        .prop_map(|((source, translation, note, reading), (other_forms, kind, strictness, standing))| {
            Term {
                reading,
                other_forms,
                note,
                kind,
                strictness,
                standing,
                ..Term::new(TermId::from_number(0), source, translation)
            }
        })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn any_terms_come_back_from_any_format(terms in proptest::collection::vec(any_term(), 1..6)) {
        let terms: Vec<Term> = terms
            .into_iter()
            .zip(0..)
            .map(|(term, number)| Term { id: TermId::from_number(number), ..term })
            .collect();
        for format in TABLES.into_iter().chain([GlossaryFormat::Json]) {
            prop_assert_eq!(through(&terms, &[], format, Rows::Terms).terms, without_evidence(&terms), "{:?}", format);
        }
    }

    #[test]
    fn no_bytes_make_a_reader_stumble(bytes in proptest::collection::vec(any::<u8>(), 0..200), name in 0..5_usize) {
        let names = ["a.csv", "a.tsv", "a.xlsx", "a.json", "a.tbx"];
        let _ = read_as(&bytes, names[name], Rows::Terms);
        let _ = formats::tmx::read(&bytes, &languages("ja", "en"));
    }

    #[test]
    fn no_damage_makes_a_reader_stumble(terms in proptest::collection::vec(any_term(), 1..4), at in any::<prop::sample::Index>(), byte in any::<u8>()) {
        let languages = languages("ja", "en");
        let knowledge = GlossaryContent { series: "s", languages: &languages, terms: &terms, characters: &[], memories: &[], summaries: &[] };
        for (format, _) in GlossaryFormat::ALL {
            let mut bytes = write(&knowledge, format, Rows::Terms).unwrap();
            // A dictionary of lines has none where every word was rejected.
            if !bytes.is_empty() {
                let at = at.index(bytes.len());
                bytes[at] = byte;
            }
            let _ = read_as(&bytes, &format!("g.{}", format.ending()), Rows::Characters);
        }
    }
}
