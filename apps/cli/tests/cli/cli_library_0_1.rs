//! The library of version 0.1 in `tests/library_0_1`: this version opens it, says the same of it, resumes its interrupted
//! runs, and exports the same bytes with the same certificates.

use crate::program::{test_cli, writer_settings};
use flate2::read::GzDecoder;
use serde_json::Value;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use testkit::cli::{CliOutput, TestCli};

/// The stems of the exported files, their endings, and the formats of the books they were made of.
const BOOKS: [(&str, &str, &str); 3] =
    [("aozora", "txt", "aozora"), ("epub", "epub", "epub"), ("plain", "txt", "text")];
/// Where SQLite's header says in which format a library is.
const FORMAT_IN_HEADER: std::ops::Range<usize> = 60..64;

#[test]
fn what_0_1_said_of_its_library_is_said_today() {
    let cli = cli();
    let answers: Vec<Value> = serde_json::from_slice(&kept("said.json")).unwrap();
    assert!(answers.len() > 80, "{}", answers.len());
    for answer in &answers {
        let asked: Vec<&str> =
            answer["asked"].as_array().unwrap().iter().map(|word| word.as_str().unwrap()).collect();
        let said = cli.run(&[&asked[..], &["--json"]].concat()).succeeded().json();
        if let Some(difference) = difference(&answer["said"], &said) {
            panic!("{asked:?}: {difference}");
        }
    }
}

#[test]
fn every_book_of_0_1_is_exported_with_the_same_bytes_and_certificates() {
    let cli = cli();
    exports_as(&cli, "as-it-is");
}

#[test]
fn the_interrupted_runs_of_0_1_are_resumed_to_the_same_books() {
    let cli = cli();
    let interrupted: Vec<Value> = runs(&cli).into_iter().filter(is_interrupted).collect();
    let kinds: Vec<&str> = interrupted.iter().map(|run| run["kind"].as_str().unwrap()).collect();
    assert_eq!(kinds.len(), 5, "{kinds:?}");
    assert!(kinds.contains(&"polish") && kinds.contains(&"proofreading"), "{kinds:?}");
    cli.file("config/config.toml", writer_settings());
    for run in &interrupted {
        let id = run["id"].as_str().unwrap();
        // One of them has no limit and one an endpoint that is long gone. What is rehearsed today is kept apart.
        let model = if run["model"] == "rehearsal" { "rehearsal" } else { "writer/writer" };
        cli.run(&["resume", id, "--model", model, "--max-tokens", "1000000"]).succeeded();
    }
    assert!(!runs(&cli).iter().any(is_interrupted), "{:?}", runs(&cli));
    exports_rehearsed(&cli, "when-resumed");
}

#[test]
fn a_conversation_of_0_1_goes_on() {
    let cli = cli();
    let book = book_of(&cli, "aozora");
    let list = || cli.run(&["chat", &book, "--list", "--json"]).succeeded().json();
    let before = list();
    let session = before[0]["id"].as_str().unwrap();
    let said = cli.run(&["chat", &book, "And then?", "--session", session, "--model", "rehearsal"]);
    assert!(!said.succeeded().stdout.trim().is_empty());
    let after = list();
    assert_eq!(
        (after.as_array().unwrap().len(), &after[0]["title"]),
        (1, &before[0]["title"]),
        "it is the same conversation"
    );
    assert!(after[0]["lines"].as_u64() > before[0]["lines"].as_u64(), "{after}");
}

#[test]
fn changes_of_0_1_are_undone_and_done_again() {
    let cli = cli();
    let translated = |book: &str| {
        let books = cli.run(&["books", "--json"]).succeeded().json();
        let found = books.as_array().unwrap().iter().find(|one| one["id"] == book).cloned();
        found.unwrap()["translated"].as_u64().unwrap()
    };
    let book = book_of(&cli, "epub");
    let run = runs(&cli).into_iter().find(|run| run["book"] == book.as_str()).unwrap();
    let run = run["id"].as_str().unwrap();
    assert!(translated(&book) > 0);
    cli.run(&["undo", &book, "--run", run]).succeeded();
    assert_eq!(translated(&book), 0);

    let aozora = book_of(&cli, "aozora");
    let history = |book: &str| cli.run(&["history", book, "--limit", "100", "--json"]).succeeded().json();
    let n_before = history(&aozora).as_array().unwrap().len();
    cli.run(&["undo", &aozora]).succeeded();
    assert_eq!(history(&aozora).as_array().unwrap().len(), n_before + 1, "an undo is a change");
    cli.run(&["undo", &aozora, "--change", history(&aozora)[0]["id"].as_str().unwrap()]).succeeded();
    exports(&cli, "as-it-is", BOOKS[0]);
}

/// There is no copy as long as the format of 0.1 is the newest one; from the next format on there must be one.
#[test]
fn a_copy_of_the_library_of_0_1_is_kept_if_its_format_changes() {
    let cli = cli();
    let before = std::fs::read(cli.library()).unwrap();
    cli.run(&["books"]).succeeded();
    let format = |bytes: &[u8]| u32::from_be_bytes(bytes[FORMAT_IN_HEADER].try_into().unwrap());
    let (old, new) = (format(&before), format(&std::fs::read(cli.library()).unwrap()));
    assert_eq!(old, 7);
    let copy = cli.path(&format!("library.tsumugi.before-{new}"));
    assert_eq!(copy.exists(), new > old, "format {old} became {new}");
    if new > old {
        assert_eq!(format(&std::fs::read(copy).unwrap()), old);
    }
}

/// A cli with the library of 0.1.
fn cli() -> TestCli {
    let cli = test_cli();
    cli.file("library.tsumugi", kept("library.tsumugi"));
    cli
}

/// A file that 0.1 wrote.
fn kept(name: &str) -> Vec<u8> {
    let path = folder().join(format!("{name}.gz"));
    let mut bytes = Vec::new();
    GzDecoder::new(std::fs::File::open(path).unwrap()).read_to_end(&mut bytes).unwrap();
    bytes
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/library_0_1")
}

fn runs(cli: &TestCli) -> Vec<Value> {
    serde_json::from_value(cli.run(&["runs", "--json"]).succeeded().json()).unwrap()
}

fn is_interrupted(run: &Value) -> bool {
    run["ending"].is_null() || run["ending"] == "budget"
}

fn book_of(cli: &TestCli, format: &str) -> String {
    let books = cli.run(&["books", "--json"]).succeeded().json();
    let book = books.as_array().unwrap().iter().find(|book| book["format"] == format).cloned();
    book.unwrap()["id"].as_str().unwrap().to_owned()
}

fn exports_as(cli: &TestCli, state: &str) {
    for book in BOOKS {
        exports(cli, state, book);
    }
}

/// The same where runs were resumed as rehearsals: the texts are what 0.1 wrote, and the files say that it is a rehearsal.
fn exports_rehearsed(cli: &TestCli, state: &str) {
    for (stem, ending, format) in BOOKS {
        let book = book_of(cli, format);
        let name = format!("{stem}.{ending}");
        let said = cli.run(&["export", &book, "--rehearsal", "-o", &name, "--json"]).succeeded().json();
        let of_today = std::fs::read(cli.path(&name)).unwrap();
        let of_0_1 = kept(&format!("{state}/{name}"));
        if ending == "txt" || said["rehearsal"] == false {
            assert!(of_0_1 == of_today, "{state}/{name} is not what 0.1 wrote");
        }
        cli.file(&format!("0.1/{name}"), &of_0_1);
        if ending == "txt" {
            let certificate = kept(&format!("{state}/{name}.certificate.json"));
            cli.file(&format!("0.1/{name}.certificate.json"), certificate);
        }
        for version in [name.clone(), format!("0.1/{name}")] {
            cli.run(&["verify", &version]).succeeded();
        }
    }
}

/// Exports a book alone and with its source, and compares with what 0.1 wrote; each is verified as well.
fn exports(cli: &TestCli, state: &str, (stem, ending, format): (&str, &str, &str)) {
    let book = book_of(cli, format);
    for (name, options) in
        [(format!("{stem}.{ending}"), &[][..]), (format!("{stem}.both.{ending}"), &["--bilingual", "above"])]
    {
        let written = format!("today/{state}/{name}");
        std::fs::create_dir_all(cli.path(&written).parent().unwrap()).unwrap();
        cli.run(&[&["export", &book, "-o", &written], options].concat()).succeeded();
        let mut files = vec![name.clone()];
        if ending == "txt" {
            files.push(format!("{name}.certificate.json"));
        }
        for file in files {
            let of_0_1 = kept(&format!("{state}/{file}"));
            let of_today = std::fs::read(cli.path(&format!("today/{state}/{file}"))).unwrap();
            assert!(of_0_1 == of_today, "{state}/{file} is not what 0.1 wrote");
            cli.file(&format!("0.1/{state}/{file}"), &of_0_1);
        }
        for version in ["0.1", "today"] {
            let said: CliOutput = cli.run(&["verify", &format!("{version}/{state}/{name}")]);
            said.succeeded();
        }
    }
}

/// Where `now` lacks something of `then` or says it otherwise. Fields that came later are no difference.
fn difference(then: &Value, now: &Value) -> Option<String> {
    match (then, now) {
        // 0.1 counted a paragraph once for each attempt at its repair; today it counts once.
        (Value::Object(then), Value::Object(now)) => then.iter().find_map(|(name, value)| {
            if name == "ledger" && now.get("kind").is_some_and(|kind| kind == "fix") {
                return None;
            }
            let found = difference(value, now.get(name).unwrap_or(&Value::Null))?;
            Some(format!("{name}: {found}"))
        }),
        (Value::Array(then), Value::Array(now)) if then.len() == now.len() => {
            then.iter().zip(now).enumerate().find_map(|(index, (then, now))| {
                difference(then, now).map(|found| format!("[{index}] {found}"))
            })
        }
        _ => (then != now).then(|| format!("0.1 said {then}, today it is {now}")),
    }
}
