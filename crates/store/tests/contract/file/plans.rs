//! Proof that reading never walks through a book: the plans SQLite makes for our queries are all look-ups.

use super::connect;
use sqlx::{AssertSqlSafe, Row};
use std::path::{Path, PathBuf};
use store::error::StoreError;
use store::store::Store;
use store::testing::{PlannedStatement, send_to_reader};
use tempfile::TempDir;

/// An empty library.
async fn library() -> (TempDir, PathBuf, Store) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("library.db");
    let store = Store::open(&path).await.unwrap();
    (folder, path, store)
}

async fn plan(path: &Path, name: &str) -> Vec<String> {
    let sql = PlannedStatement::named(name).unwrap().sqlite;
    let mut query = sqlx::query(AssertSqlSafe(format!("EXPLAIN QUERY PLAN {sql}")));
    for _ in 0..sql.matches('$').count() {
        query = query.bind(1_i64);
    }
    let rows = query.fetch_all(&mut connect(path).await).await.unwrap();
    rows.iter().map(|row| row.get::<String, _>("detail")).collect()
}

#[tokio::test]
async fn paragraphs_neighbours_and_chapter_pages_are_index_look_ups() {
    let (_folder, path, _store) = library().await;
    let cases: [(&str, &str); 14] = [
        ("ONE_PARAGRAPH", "SEARCH p USING INTEGER PRIMARY KEY (rowid=?)"),
        ("POSITION", "SEARCH p USING INTEGER PRIMARY KEY (rowid=?)"),
        ("CHAPTER_PAGE", "SEARCH p USING INDEX paragraphs_in_chapter (chapter=? AND idx>? AND idx<?)"),
        ("STRETCH", "SEARCH p USING INDEX paragraphs_in_chapter (chapter=? AND idx>? AND idx<?)"),
        ("WHOLE_BOOK", "SEARCH p USING INDEX paragraphs_in_order (book=? AND position>?)"),
        ("NEXT", "SEARCH p USING INDEX paragraphs_with_text_in_order (book=? AND position>?)"),
        (
            "PREVIOUS",
            "SEARCH p USING INDEX paragraphs_with_text_in_order (book=? AND position>? AND position<?)",
        ),
        ("VERSIONS", "SEARCH v USING INDEX versions_of_paragraph (paragraph=?)"),
        ("WAITING", "SEARCH v USING INDEX versions_suggested (paragraph>? AND paragraph<?)"),
        ("CHAPTERS", "SEARCH c USING INDEX chapters_in_order (book=? AND number>?)"),
        ("ALL_OF_KIND", "SEARCH knowledge USING INDEX knowledge_in_order (series=? AND kind=?)"),
        ("ONE", "SEARCH knowledge USING INDEX knowledge_by_number (series=? AND kind=? AND number=?)"),
        ("FOUND", "SEARCH knowledge USING INDEX knowledge_by_lookup (series=? AND kind=? AND lookup=?)"),
        ("OF_BOOK", "SEARCH k USING INDEX knowledge_of_chapter (chapter=?)"),
    ];
    for (name, step) in cases {
        let plan = plan(&path, name).await;
        assert!(plan.iter().any(|line| line == step), "{name}\n{plan:#?}");
        assert!(
            !plan.iter().any(|line| line.starts_with("SCAN") || line.contains("TEMP B-TREE")),
            "{plan:#?}"
        );
    }
}

#[tokio::test]
async fn chapters_are_counted_in_the_index_of_translations_and_runs_without_the_rows_of_tasks() {
    let (_folder, path, _store) = library().await;
    let cases: [(&str, &str); 3] = [
        ("COUNTS_OF_BOOKS", "SEARCH s USING COVERING INDEX selections_translated (book=?)"),
        (
            "COUNTS_OF_CHAPTERS",
            "SEARCH s USING COVERING INDEX selections_translated (book=? AND chapter=? AND version>?)",
        ),
        ("RUNS_OF_BOOK", "SEARCH t USING COVERING INDEX tasks_of_run (run=?)"),
    ];
    for (name, step) in cases {
        let plan = plan(&path, name).await;
        assert!(plan.iter().any(|line| line == step), "{plan:#?}");
        assert!(!plan.iter().any(|line| line.contains("TEMP B-TREE")), "{plan:#?}");
    }
}

#[tokio::test]
async fn a_search_reads_pages_in_their_order_and_makes_them_in_the_order_of_the_book() {
    let (_folder, path, _store) = library().await;
    let by_position = "SEARCH p USING INDEX paragraphs_in_order (book=? AND position>? AND position<?)";
    let source_pages = "SEARCH source_pages USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)";
    let translation_pages = "SEARCH translation_pages USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)";
    let cases: [(&str, &str); 6] = [
        ("SOURCE_PAGES", source_pages),
        ("SOURCE_PAGE_KEYS", source_pages),
        ("TRANSLATION_PAGES", translation_pages),
        ("TRANSLATION_PAGE_KEYS", translation_pages),
        ("SOURCES", by_position),
        (
            "TRANSLATIONS",
            "SEARCH p USING COVERING INDEX paragraphs_in_order (book=? AND position>? AND position<?)",
        ),
    ];
    for (name, step) in cases {
        let plan = plan(&path, name).await;
        assert!(plan.iter().any(|line| line == step), "{plan:#?}");
        assert!(!plan.iter().any(|line| line.contains("TEMP B-TREE")), "{plan:#?}");
    }
}

#[tokio::test]
async fn source_text_and_versions_cannot_be_overwritten_even_by_mistake() {
    let (_folder, path, store) = library().await;
    let mut connection = connect(&path).await;
    let setup = "INSERT INTO series (key, id, name, created_at) VALUES (1, 1, '', 0); \
        INSERT INTO books (key, id, series, title, format, file_name, digest, n_chapters, n_paragraphs, n_work, created_at) \
        VALUES (1, 1, 1, '', 'text', '', x'00', 1, 1, 1, 0); \
        INSERT INTO chapters (key, book, number, title, matter, n_paragraphs, n_work) VALUES (1, 1, 1, '', 'body', 1, 1); \
        INSERT INTO paragraphs VALUES (1, 1, 1, 0, 0, 'text', '', 'body', 0, 0, 0, 0); \
        INSERT INTO versions (key, paragraph, text, author, by_person, created_at) VALUES (1, 1, 'x', '{}', 1, 0)";
    sqlx::raw_sql(setup).execute(&mut connection).await.unwrap();
    for sql in ["UPDATE paragraphs SET text = 'other'", "UPDATE versions SET text = 'other'"] {
        let error = sqlx::raw_sql(sql).execute(&mut connection).await.unwrap_err().to_string();
        assert!(error.contains("never changes"), "{error}");
    }
    let error = send_to_reader(&store, "DELETE FROM books").await.unwrap_err();
    assert!(matches!(error, StoreError::ReadOnly { .. }), "{error}");
}
