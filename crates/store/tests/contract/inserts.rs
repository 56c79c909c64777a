//! Many rows in one statement: which edits are written together, and how the statement names its values.

use book::edit::Edit;
use book::id::ParagraphId;
use book::text::version::{Author, Selection};
use store::testing::{insert_texts, n_together};

fn version(paragraph: u32, text: &str, author: Author) -> Edit {
    let paragraph = ParagraphId::from_number(paragraph);
    Edit::AddVersion { paragraph, text: text.to_owned(), author, selection: Selection::Select }
}

#[test]
fn versions_go_together_until_the_author_changes_or_a_paragraph_comes_again() {
    let [one, two] = [version(1, "a", Author::Memory), version(2, "b", Author::Memory)];
    let title = Edit::SetBookTitle { translation: None };
    assert_eq!(n_together(&[one.clone(), two.clone(), version(3, "c", Author::Person)]), 2);
    assert_eq!(n_together(&[one.clone(), two.clone(), version(1, "d", Author::Memory)]), 2);
    assert_eq!(n_together(&[one, two.clone(), title.clone()]), 2);
    assert_eq!(n_together(&[title, two]), 0);
    assert_eq!(n_together(&[]), 0);
}

/// For SQLite and for PostgreSQL.
fn written() -> [(String, usize); 2] {
    insert_texts("INSERT INTO cats (lives, age)", &[[Some(9), None], [Some(7), Some(3)]])
}

#[test]
fn rows_have_no_names_for_their_values_in_sqlite() {
    let expected = "INSERT INTO cats (lives, age) VALUES (?, ?), (?, ?)".to_owned();
    assert_eq!(written()[0], (expected, 4));
}

#[test]
fn rows_have_numbered_values_in_postgres() {
    let expected = "INSERT INTO cats (lives, age) VALUES ($1, NULL), ($2, $3)".to_owned();
    assert_eq!(written()[1], (expected, 3));
}
