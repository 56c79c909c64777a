//! Series and titles through the program: books are moved, series instructed and translated, titles corrected.

use crate::program::{test_cli, writer_url};
use testkit::cli::TestCli;

/// A library with two volumes of one series.
fn two_volumes() -> (TestCli, String, String) {
    let cli = test_cli();
    let import = |name: &str, text: &str| {
        cli.file(name, text);
        let path = cli.path(name);
        cli.ok(&["import", path.to_str().unwrap(), "--series", "The Long Road", "--to", "en"]);
    };
    import("one.txt", "第一章 出发\n\n他走了。\n\n路很长。\n");
    import("two.txt", "第一章 归来\n\n她回来了。\n\n门开着。\n");
    let books = cli.books();
    let [one, two] = books.as_slice() else { panic!("{books:?}") };
    let (one, two) = (one.clone(), two.clone());
    (cli, one, two)
}

#[test]
fn a_series_is_translated_book_by_book_with_one_model() {
    let (cli, one, two) = two_volumes();
    let done =
        cli.ok(&["translate", "--series", "The Long Road", "--model", "writer", "--base-url", writer_url()]);
    assert!(done.stderr.contains(&format!("1 of 2: one ({one})")), "{}", done.stderr);
    assert!(done.stderr.contains(&format!("2 of 2: two ({two})")), "{}", done.stderr);
    for book in cli.json(&["books"]).as_array().unwrap() {
        assert_eq!(book["translated"], book["paragraphs"], "{book}");
    }
    let unknown =
        cli.run(&["translate", "--series", "Nowhere", "--model", "writer", "--base-url", writer_url()]);
    assert_eq!(unknown.code, 2);
    assert!(unknown.stderr.contains("no series `Nowhere`"), "{}", unknown.stderr);
}

#[test]
fn a_limit_of_tokens_holds_for_the_whole_series() {
    let (cli, one, two) = two_volumes();
    let stopped = cli.run(&[
        "translate",
        "--series",
        "The Long Road",
        "--model",
        "writer",
        "--base-url",
        writer_url(),
        "--max-tokens",
        "1",
    ]);
    assert_eq!(stopped.code, 4, "{}", stopped.stderr);
    assert_eq!(cli.json(&["cost"]), serde_json::json!([]), "nothing could be sent");
    assert!(stopped.stderr.contains(&format!("({one})")), "{}", stopped.stderr);
    assert!(
        !stopped.stderr.contains(&format!("({two})")),
        "the second book is not begun: {}",
        stopped.stderr
    );
}

#[test]
fn a_book_moves_to_another_series_with_its_terms() {
    let (cli, one, two) = two_volumes();
    cli.ok(&["terms", &one, "add", "路", "road"]);
    let moved = cli.ok(&["series", "move", &two, "Another Road"]);
    assert!(moved.stdout.contains("`two` is in the series `Another Road` now"), "{}", moved.stdout);
    assert!(moved.stderr.contains("1 entry"), "{}", moved.stderr);
    let series = cli.json(&["series"]);
    let of = |name: &str| {
        let found = series.as_array().unwrap().iter().find(|one| one["name"] == name).unwrap();
        (found["books"].clone(), found["terms"].as_u64().unwrap())
    };
    assert_eq!(of("The Long Road"), (serde_json::json!([one]), 1));
    assert_eq!(of("Another Road"), (serde_json::json!([two]), 1));
    assert_eq!(cli.run(&["series", "move", &two, " "]).code, 2);
}

#[test]
fn what_is_asked_of_a_series_is_shown_with_each_of_its_books() {
    let (cli, one, two) = two_volumes();
    cli.ok(&["instructions", &one, "--series", "--set", "Spell it colour."]);
    let shown = cli.ok(&["instructions", &two]);
    assert_eq!(shown.stdout.trim(), "series The Long Road: Spell it colour.");
    cli.ok(&["undo", &one]);
    assert_eq!(cli.ok(&["instructions", &two]).stdout, "");
}

#[test]
fn a_title_is_corrected_and_the_exported_book_still_verifies() {
    let (cli, one, _) = two_volumes();
    let shown = cli.ok(&["title", &one, "--source", "第一卷", "--translation", "Volume One"]);
    assert_eq!(shown.stdout, "第一卷\nVolume One\n");
    assert_eq!(cli.json(&["books"])[0]["title"], "第一卷");
    let out = cli.path("out.txt");
    cli.ok(&["export", &one, "-o", out.to_str().unwrap()]);
    cli.ok(&["verify", out.to_str().unwrap()]);
    cli.ok(&["undo", &one]);
    assert_eq!(cli.ok(&["title", &one]).stdout, "one\nnot translated yet\n");
    assert_eq!(cli.run(&["title", &one, "--source", " "]).code, 2);
}

#[test]
fn a_book_in_another_language_gets_a_series_of_its_own_and_says_so() {
    let (cli, one, two) = two_volumes();
    cli.ok(&["terms", &one, "add", "路", "road"]);
    let done = cli.ok(&["translate", &two, "--to", "fr", "--model", "writer", "--base-url", writer_url()]);
    assert!(
        done.stderr.contains("the other books of `The Long Road` are translated into `en`"),
        "{}",
        done.stderr
    );
    let series = cli.json(&["series"]);
    let terms: Vec<_> = series.as_array().unwrap().iter().map(|one| (&one["name"], &one["terms"])).collect();
    let name = serde_json::json!("The Long Road");
    assert_eq!(terms, [(&name, &serde_json::json!(1)), (&name, &serde_json::json!(0))]);
    let again = cli.ok(&["translate", &one, "--model", "writer", "--base-url", writer_url()]);
    assert!(!again.stderr.contains("the other books"), "{}", again.stderr);
}
