//! Comments that come back are kept with their paragraphs, shown, and go out again.

use crate::people::test_book::{LAMP, TestBook};

#[test]
fn a_comment_that_comes_back_is_kept_shown_and_written_out_again() {
    let book = TestBook::translated(LAMP);
    let id = book.put("霧の夜", "On foggy nights.");
    let table = String::from_utf8(book.hand_out("out.csv")).unwrap();
    let row = table.lines().find(|line| line.starts_with(&id)).unwrap().to_owned();
    // The comment stands before the state, which is last.
    let (head, state) = row.rsplit_once(",,").unwrap();
    let commented = format!("{head},Too short?,{state}");
    book.file("out.csv", table.replace(&row, &commented));
    let taken = book.take_back("out.csv");
    assert_eq!(taken["comments"][0]["comment"], "Too short?", "{taken}");
    assert_eq!(taken["change"], serde_json::Value::Null, "a comment changes no translation");
    let shown = book.json(&["show", "book"]);
    let paragraph = shown.as_array().unwrap().iter().find(|one| one["paragraph_id"] == id.as_str()).unwrap();
    assert_eq!(
        (&paragraph["comments"][0]["text"], &paragraph["comments"][0]["author"]),
        (&"Too short?".into(), &"out.csv".into())
    );
    let chapter = paragraph["chapter_number"].to_string();
    let said = book.ok(&["show", "book", "--chapter", &chapter]);
    assert!(said.stdout.contains("# out.csv: Too short?"), "{said:?}");
    for format in ["csv", "xliff"] {
        let file = format!("again.{format}");
        let written = String::from_utf8(book.hand_out(&file)).unwrap();
        assert!(written.contains("Too short?"), "{written}");
        let taken = book.take_back(&file);
        assert_eq!(taken["unchanged"], taken["units"], "{format}: it is not new: {taken}");
    }
    book.ok(&["bundle", "book", "-o", "b.tsumugi-bundle"]);
    let other = TestBook::translated(LAMP);
    std::fs::copy(book.path("b.tsumugi-bundle"), other.path("b.tsumugi-bundle")).unwrap();
    other.ok(&["unbundle", "b.tsumugi-bundle"]);
}
