//! Import, look, search, call a tool, remove: what is printed where, and with which code.

use crate::program::{test_cli, transcript, with_books, writer_url};
use insta::assert_snapshot;
use serde_json::Value;
use std::io::{BufRead, BufReader};
use testkit::cli::{CliOutput, sample};

#[test]
fn an_empty_library_says_so_and_what_to_do() {
    assert_snapshot!(transcript(&test_cli(), &["books"]));
}

#[test]
fn an_import_tells_what_it_found() {
    let cli = with_books();
    cli.file("b.txt", "第一章　朝\r\n\r\n　日が昇る。\r\n".as_bytes());
    assert_snapshot!(transcript(&cli, &["import", "b.txt", "--to", "en", "--series", "S"]));
}

#[test]
fn books_are_listed_in_columns_that_line_up() {
    assert_snapshot!(transcript(&with_books(), &["books"]));
}

#[test]
fn a_book_shows_its_chapters_and_a_chapter_its_paragraphs() {
    let cli = with_books();
    assert_snapshot!("show_book", transcript(&cli, &["show", "糸"]));
    assert_snapshot!("show_chapter", transcript(&cli, &["show", "糸", "--chapter", "2"]));
}

#[test]
fn listings_have_their_promised_fields() {
    let cli = with_books();
    let books = cli.run(&["books", "--json"]).succeeded().json();
    assert_eq!(books.as_array().unwrap().len(), 2);
    assert_eq!(books[0]["title"], "tale");
    assert!(books[0]["id"].as_str().is_some_and(|id| id.len() > 4));
    let paragraphs = cli.run(&["show", "糸", "--json"]).succeeded().json();
    for paragraph in paragraphs.as_array().unwrap() {
        assert!(paragraph["paragraph_id"].is_string() && paragraph["text"].is_string());
        assert!(paragraph["paragraph_index"].is_u64() && paragraph["translation"].is_null());
    }
    let texts = paragraphs.as_array().unwrap().iter().map(|paragraph| paragraph["text"].as_str().unwrap());
    assert!(texts.into_iter().any(|text| text.contains("｜紡《つむ》ぎ手")));
}

#[test]
fn a_translation_is_shown_under_its_source() {
    let cli = with_books();
    cli.run(&["translate", "tale", "--to", "es", "--model", "writer", "--base-url", writer_url()])
        .succeeded();
    let shown = cli.run(&["show", "tale", "-c", "2"]).succeeded();
    assert!(shown.stdout.contains("The lamp went out.\n→ "), "{}", shown.stdout);
    let json = cli.run(&["show", "tale", "-c", "2", "--json"]).succeeded().json();
    let with_text = json.as_array().unwrap().iter().filter(|paragraph| paragraph["text"] != "");
    assert!(with_text.into_iter().all(|paragraph| paragraph["translation"].is_string()));
    assert!(cli.run(&["books"]).stdout.contains("en → es"));
}

#[test]
fn search_finds_text_in_its_place_and_says_when_there_is_none() {
    let cli = with_books();
    assert_snapshot!("search_found", transcript(&cli, &["search", "tale", "LAMP"]));
    assert_snapshot!("search_nothing", transcript(&cli, &["search", "tale", "dragon"]));
    let hits = cli.run(&["search", "糸", "紡ぎ", "--json"]).succeeded().json();
    assert_eq!(hits.as_array().unwrap().len(), 1);
    assert_eq!(hits[0]["in_source"], true);
    let limited = cli.run(&["search", "tale", "the", "--limit", "1"]).succeeded();
    assert!(limited.stderr.contains("more; `--limit` shows more at once"), "{limited:?}");
}

#[test]
fn a_book_or_chapter_that_is_not_meant_clearly_is_asked_back() {
    let cli = with_books();
    let english = sample("the-lamplighters-ledger.txt");
    cli.run(&["import", &english.to_string_lossy()]).succeeded();
    cli.file("tale-2.txt", b"Another tale.\n");
    cli.run(&["import", "tale-2.txt"]).succeeded();
    assert_snapshot!("unknown_book", transcript(&cli, &["show", "nothing"]));
    assert_snapshot!("unknown_chapter", transcript(&cli, &["show", "糸", "-c", "9"]));
    cli.file("other/tale-2.txt", b"Another tale, once more.\n");
    cli.run(&["import", "other/tale-2.txt"]).succeeded();
    let said = cli.run(&["show", "tale-2"]);
    assert_eq!(said.code, 2);
    assert!(said.stderr.contains("`tale-2` may be any of `tale-2` ("), "{said:?}");
    assert!(
        said.stderr.ends_with("\nhint: use the id, or the title with its language, as in `TITLE@en`\n"),
        "{said:?}"
    );
}

#[test]
fn quiet_prints_results_and_failures_only() {
    let cli = test_cli();
    cli.file("a.txt", b"A word.\n");
    let said = cli.run(&["import", "a.txt", "--quiet"]).succeeded();
    assert_eq!(said.stderr, "");
    assert!(said.stdout.contains("(1 chapter, 1 paragraph to translate)"), "{said:?}");
    let said = cli.run(&["show", "nothing", "-q"]);
    assert_eq!((said.code, said.stdout.as_str()), (2, ""));
    assert!(said.stderr.starts_with("error: no book `nothing`"), "{said:?}");
}

#[test]
fn a_book_leaves_only_when_told_twice() {
    let cli = with_books();
    assert_snapshot!("remove_unsure", transcript(&cli, &["remove", "tale"]));
    assert_eq!(cli.books().len(), 2);
    cli.run(&["remove", "tale", "--yes"]).succeeded();
    assert_eq!(cli.books().len(), 1);
    assert_eq!(cli.run(&["show", "tale"]).code, 2);
}

#[test]
fn a_tool_answers_in_json_and_a_refusal_is_a_failure() {
    let cli = with_books();
    let listed = cli.run(&["tool", "--json"]).succeeded().json();
    let names: Vec<&str> =
        listed.as_array().unwrap().iter().map(|tool| tool["name"].as_str().unwrap()).collect();
    assert!(names.contains(&"get_paragraph_info") && names.contains(&"get_next_paragraphs"), "{names:?}");
    assert!(listed.as_array().unwrap().iter().all(|tool| tool["parameters"]["type"] == "object"));
    let told = cli.run(&["tool"]).succeeded().stdout;
    assert!(names.iter().all(|name| told.contains(name)), "{told}");
    let paragraphs = cli.run(&["show", "tale", "-c", "1", "--json"]).succeeded().json();
    let id = paragraphs[2]["paragraph_id"].as_str().unwrap();
    let arguments = format!("{{\"paragraph_id\":\"{id}\",\"count\":1}}");
    let answer = cli.run(&["tool", "get_next_paragraphs", &arguments, "--book", "tale"]).succeeded().json();
    assert_eq!((&answer["success"], &answer["count"]), (&Value::Bool(true), &Value::from(1)));
    assert_eq!(answer["paragraphs"][0]["paragraph_index"], 4);
    let said = cli.run(&["tool", "get_paragraph_info", "{\"paragraph_id\":\"zzzz\"}", "--book", "tale"]);
    assert_eq!((said.code, &said.json()["success"]), (1, &Value::Bool(false)));
    let chinese = cli.run(&[
        "tool",
        "get_paragraph_info",
        "{\"paragraph_id\":\"zzzz\"}",
        "--book",
        "tale",
        "--speak",
        "zh",
    ]);
    assert!(chinese.json()["error"].as_str().unwrap().contains("段落"), "{chinese:?}");
    let CliOutput { code, stderr, .. } = cli.run(&["tool", "list_chapters"]);
    assert_eq!((code, stderr.as_str()), (2, "error: a tool works on a book\nhint: name it with `--book`\n"));
}

#[test]
fn a_reader_that_goes_away_is_no_failure() {
    let cli = test_cli();
    let lines: Vec<String> =
        (0..20_000).map(|number| format!("Line number {number} of a long book.")).collect();
    cli.file("long.txt", lines.join("\n").as_bytes());
    cli.run(&["import", "long.txt"]).succeeded();
    for arguments in [&["show", "long", "-c", "1"][..], &["show", "long", "--json"][..]] {
        let mut child = cli.command(arguments).spawn().unwrap();
        let mut first = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut first).unwrap();
        assert!(!first.is_empty());
        let said = CliOutput::from(child.wait_with_output().unwrap());
        assert_eq!((said.code, said.stderr.as_str()), (0, ""), "{arguments:?}");
    }
}

#[test]
fn a_book_gives_no_orders_to_the_terminal() {
    let cli = test_cli();
    cli.file("a.txt", format!("{}\nA \u{1b}[2J word\u{9b}31m.\n", "Many words. ".repeat(400)).as_bytes());
    cli.run(&["import", "a.txt"]).succeeded();
    let shown = cli.run(&["show", "a", "-c", "1"]).succeeded();
    assert!(!shown.stdout.contains(['\u{1b}', '\u{9b}']), "{shown:?}");
    assert!(shown.stdout.contains("word"), "{shown:?}");
}
