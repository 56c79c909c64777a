//! A library of an earlier shape opens with everything that was in it, and can do what is new.

use super::SqlLibrary;
use super::open::MIGRATIONS;
use crate::change::{AttributedCause, Cause};
use crate::layer::Layer;
use book::edit::Edit;
use book::id::{BookId, ChapterId, ParagraphId, TermId};
use book::knowledge::evidence::StoryPosition;
use book::knowledge::term::Term;
use sqlx::{AssertSqlSafe, Connection, SqliteConnection};
use std::path::Path;

/// Two volumes of one series between which a book of another came, with a translation and its history.
const CONTENTS: &str = "
    INSERT INTO series (key, id, name, created_at) VALUES (1, 11, 'S', 0), (2, 12, 'alone', 0);
    INSERT INTO books (key, id, series, title, format, file_name, digest, n_chapters, n_paragraphs, n_work, created_at)
        VALUES (1, 101, 1, 'one', 'text', 'x', x'01', 1, 1, 1, 0), (2, 102, 2, 'other', 'text', 'x', x'02', 1, 0, 0, 0),
               (3, 103, 1, 'two', 'text', 'x', x'03', 1, 0, 0, 0);
    INSERT INTO chapters (key, book, number, title, matter, n_paragraphs, n_work)
        VALUES (1 << 32, 1, 1, 'c', 'body', 1, 1), (2 << 32, 2, 1, 'c', 'body', 0, 0), (3 << 32, 3, 1, 'c', 'body', 0, 0);
    INSERT INTO paragraphs (key, book, chapter, position, idx, text, tags, kind, part, block, is_empty)
        VALUES (1 << 32, 1, 1 << 32, 0, 0, '猫', '', 'body', 0, 0, 0);
    INSERT INTO versions (key, paragraph, text, author, by_person, created_at) VALUES (1, 1 << 32, 'cat', '{\"by\":\"person\"}', 1, 0);
    INSERT INTO selections (paragraph, book, chapter, version) VALUES (1 << 32, 1, 1 << 32, 1);
    INSERT INTO changes (key, book, who, note, is_undo, created_at) VALUES (1, 1, '{\"by\":\"person\"}', '', 0, 0);
    INSERT INTO edits (change, ordinal, effect)
        VALUES (1, 0, '{\"effect\":\"selected\",\"paragraph\":\"' || $code || '\",\"before\":null,\"after\":1}'),
               (1, 1, '{\"effect\":\"book_titled\",\"before\":null,\"after\":\"Eins\"}');
    UPDATE books SET title_translation = 'Eins' WHERE key = 1;
    UPDATE books SET title_translation = 'Zwei' WHERE key = 3;
";

/// Makes a library as a program wrote it that knew only so many migrations.
pub(super) async fn old_library(path: &Path, n_migrations: usize) {
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(path).create_if_missing(true);
    let options = options.journal_mode(sqlx::sqlite::SqliteJournalMode::Wal);
    let mut connection = SqliteConnection::connect_with(&options).await.unwrap();
    // The contents are written as the first formats had them, and later migrations carry them along.
    let (early, later) = MIGRATIONS[..n_migrations].split_at(n_migrations.min(2));
    let code = format!("'{}'", ParagraphId::from_number(0));
    let contents = CONTENTS.replace("$code", &code);
    let stamp = format!("PRAGMA application_id = 1414745415; PRAGMA user_version = {n_migrations}");
    let sql = early.iter().copied().chain([&*contents]).chain(later.iter().copied()).chain([&*stamp]);
    for sql in sql {
        sqlx::raw_sql(AssertSqlSafe(sql.to_owned())).execute(&mut connection).await.unwrap();
    }
    connection.close().await.unwrap();
}

#[tokio::test]
async fn a_library_without_knowledge_keeps_its_books_and_learns() {
    for n_migrations in [1, 2] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("library.db");
        old_library(&path, n_migrations).await;
        let library = SqlLibrary::open(&path).await.unwrap();
        let [one, other, two] = [101, 102, 103].map(BookId::from_number);
        let paragraph = library.paragraph(one, ParagraphId::from_number(0)).await.unwrap();
        assert_eq!(paragraph.translation.unwrap().as_str(), "cat");
        let first = ChapterId::from_number(0);
        for (book, moment) in
            [(one, StoryPosition(0)), (other, StoryPosition(0)), (two, StoryPosition::new(1, 0))]
        {
            assert_eq!(library.position_of(book, first).await.unwrap(), moment, "{book}");
        }
        assert!(library.book(one).await.unwrap().title_by_person, "a person's title stays one");
        assert!(!library.book(two).await.unwrap().title_by_person);
        let series = library.series_of(two).await.unwrap();
        assert_eq!(library.knowledge(series).await.unwrap(), crate::knowledge::Knowledge::default());
        let term = Term::new(TermId::from_number(1), "猫".to_owned(), "cat".to_owned());
        let cause = Cause::person("");
        let cause = AttributedCause { cause: &cause, person: None, limit: None };
        library.commit(Layer::Translation, one, &[Edit::create(term.clone())], cause, 1).await.unwrap();
        assert_eq!(library.terms(series).await.unwrap()[0].value, term);
        library.undo_last(one, cause, 2).await.unwrap();
        assert_eq!(library.terms(series).await.unwrap(), []);
        library.undo_last(one, cause, 3).await.unwrap();
        assert_eq!(library.paragraph(one, ParagraphId::from_number(0)).await.unwrap().translation, None);
        let health: String =
            sqlx::query_scalar("PRAGMA integrity_check").fetch_one(&library.file().readers).await.unwrap();
        assert_eq!(health, "ok");
    }
}

#[test]
fn both_databases_know_the_same_newest_shape() {
    let newest = super::postgres::MIGRATIONS.last().map(|(shape, _)| *shape);
    assert_eq!(newest, Some(super::open::known_shape()), "a change of one schema is a change of the other");
}
