//! A person's own words: at once or in an editor, never lost, never replaced, always in the history.

use crate::people::test_book::{LAMP, TestBook};

#[test]
fn one_paragraph_is_changed_at_once_and_its_history_tells_by_whom_and_what() {
    let book = TestBook::translated(LAMP);
    let id = book.paragraph("霧の夜には").id;
    book.ok(&["edit", "book", "--paragraph", &id, "--text", "On foggy nights he rang the bell."]);
    book.ok(&["edit", "book", "--paragraph", &id, "--text", "On foggy nights he tolled the bell."]);
    assert_eq!(
        book.paragraph("霧の夜には").translation.as_deref(),
        Some("On foggy nights he tolled the bell.")
    );
    let versions = book.versions(&id);
    assert_eq!(versions.len(), 3);
    assert_eq!(versions[2]["author"]["by"], "person");
    assert_eq!(versions[2]["diff"], "On foggy nights he [-rang-]{+tolled+} the bell.");
    let text = book.ok(&["history", "book", "--paragraph", &id]).stdout;
    assert!(text.contains("writer (translation)") && text.contains("* v"), "{text}");
    book.ok(&["undo", "book"]);
    assert_eq!(
        book.paragraph("霧の夜には").translation.as_deref(),
        Some("On foggy nights he rang the bell.")
    );
    let versions = book.versions(&id);
    assert_eq!(versions.len(), 3, "an undo deletes nothing");
}

#[test]
fn wrong_tags_empty_text_and_unknown_paragraphs_are_refused_with_a_reason() {
    let book = TestBook::translated(LAMP);
    let id = book.paragraph("霧の夜には").id;
    for (text, code, words) in
        [("a <1>tag</1>", 2, "tag 1 does not exist"), ("  ", 2, "empty"), ("an open <1>", 2, "never closed")]
    {
        let said = book.run(&["edit", "book", "--paragraph", &id, "--text", text]);
        assert_eq!(said.code, code, "{said:?}");
        assert!(said.stderr.contains(words), "{said:?}");
    }
    let said = book.run(&["edit", "book", "--paragraph", "hello", "--text", "x"]);
    assert_eq!(said.code, 2, "{said:?}");
    assert_eq!(book.versions(&id).len(), 1);
}

#[test]
fn a_chapter_is_edited_in_the_persons_editor_in_one_change() {
    let book = TestBook::translated(LAMP);
    let before = book.paragraphs();
    let script = book.file(
        "editor.sh",
        b"awk '/^#.*\xe9\x9c\xa7\xe3\x81\xae/ {print; getline; print \"He rang the bell.\"; next} {print}' \"$1\" > new.txt && mv new.txt \"$1\"\n",
    );
    let editor = format!("sh {}", script.display());
    let said = book.run_with_editor(&editor, &["edit", "book", "--chapter", "1", "--json"]);
    assert_eq!(said.code, 0, "{said:?}");
    let after = book.paragraphs();
    let changed: Vec<&str> = before
        .iter()
        .zip(&after)
        .filter(|(before, after)| before != after)
        .map(|(_, after)| after.translation.as_deref().unwrap())
        .collect();
    assert_eq!(changed, ["He rang the bell."]);
    let history = book.json(&["history", "book"]);
    assert_eq!(history[0]["note"], "edited chapter 1");
    let said = book.run_with_editor("true", &["edit", "book", "--chapter", "1"]);
    assert!(said.code == 0 && said.stderr.contains("nothing was changed"), "{said:?}");
}

#[test]
fn what_was_typed_is_kept_until_it_can_be_taken() {
    let book = TestBook::translated(LAMP);
    let before = book.paragraphs();
    let script =
        book.file("editor.sh", b"sed '/^[A-Z].*/ s/$/ <7>lost/' \"$1\" > new.txt && mv new.txt \"$1\"\n");
    let editor = format!("sh {}", script.display());
    let said = book.run_with_editor(&editor, &["edit", "book", "--chapter", "2"]);
    assert_eq!(said.code, 1, "{said:?}");
    assert!(said.stderr.contains("line ") && said.stderr.contains("`<7>` is never closed"), "{said:?}");
    assert_eq!(book.paragraphs(), before);
    let kept = std::fs::read_dir(book.path(""))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .find(|path| path.file_name().unwrap().to_string_lossy().starts_with("tsumugi-edit-"))
        .unwrap();
    let again = book.run_with_editor(&editor, &["edit", "book", "--chapter", "2"]);
    assert!(again.code == 1 && again.stderr.contains("not finished yet"), "{again:?}");
    let text = std::fs::read_to_string(&kept).unwrap();
    std::fs::write(&kept, text.replace(" <7>lost", " found")).unwrap();
    book.ok(&["edit", "book", "--file", kept.to_str().unwrap()]);
    assert!(!kept.exists());
    let found =
        book.paragraphs().iter().filter(|one| one.translation.as_ref().unwrap().ends_with("found")).count();
    assert!(found >= 2, "{found}");
    let said = book.run_with_editor("no-such-editor-anywhere", &["edit", "book", "--chapter", "1"]);
    assert!(said.code == 1 && said.stderr.contains("EDITOR"), "{said:?}");
}

#[test]
fn what_somebody_else_changed_while_the_editor_was_open_is_not_written_over() {
    let book = TestBook::translated(LAMP);
    let id = book.paragraph("霧の夜には").id;
    let tool = env!("CARGO_BIN_EXE_tsumugi");
    // While the editor is open, another program changes the same paragraph.
    let script = book.file(
        "editor.sh",
        format!(
            "'{tool}' edit book --paragraph {id} --text 'The other was faster.' && sed 's/^[A-Z].*/& (late)/' \"$1\" > new.txt && mv new.txt \"$1\"\n"
        )
        .as_bytes(),
    );
    let editor = format!("sh {}", script.display());
    let said = book.run_with_editor(&editor, &["edit", "book", "--chapter", "1"]);
    assert_eq!(said.code, 1, "{said:?}");
    assert!(
        said.stderr.contains("changed in the meantime") && said.stderr.contains("is kept in"),
        "{said:?}"
    );
    assert_eq!(book.paragraph("霧の夜には").translation.as_deref(), Some("The other was faster."));
    assert!(!book.paragraphs().iter().any(|one| one.translation.as_deref().unwrap_or("").contains("(late)")));
}
