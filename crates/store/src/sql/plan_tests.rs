//! Proof that reading never walks through a book: the plans SQLite makes for our queries are all look-ups.

use super::SqlLibrary;
use super::chapter_counts::{COUNTS_OF_BOOKS, COUNTS_OF_CHAPTERS};
use super::driver::Sql;
use super::knowledge::{ALL_OF_KIND, FOUND, OF_BOOK, ONE};
use super::read::{
    CHAPTER_PAGE, CHAPTERS, NEXT, ONE_PARAGRAPH, POSITION, PREVIOUS, STRETCH, VERSIONS, WHOLE_BOOK,
};
use super::search_pages::{
    SOURCE_PAGE_KEYS, SOURCE_PAGES, SOURCES, TRANSLATION_PAGE_KEYS, TRANSLATION_PAGES, TRANSLATIONS,
};
use super::suggestions::WAITING;
use super::tasks::RUNS_OF_BOOK;
use sqlx::{AssertSqlSafe, Row};

async fn plan(library: &SqlLibrary, sql: impl Into<Sql>) -> Vec<String> {
    let sql = sql.into().sqlite;
    let mut query = sqlx::query(AssertSqlSafe(format!("EXPLAIN QUERY PLAN {sql}")));
    for _ in 0..sql.matches('$').count() {
        query = query.bind(1_i64);
    }
    let rows = query.fetch_all(&mut *library.file().writer.lock().await.unwrap()).await.unwrap();
    rows.iter().map(|row| row.get::<String, _>("detail")).collect()
}

#[tokio::test]
async fn paragraphs_neighbours_and_chapter_pages_are_index_look_ups() {
    let folder = tempfile::tempdir().unwrap();
    let library = SqlLibrary::open(&folder.path().join("library.db")).await.unwrap();
    let cases: [(Sql, &str); 14] = [
        (ONE_PARAGRAPH, "SEARCH p USING INTEGER PRIMARY KEY (rowid=?)"),
        (POSITION.into(), "SEARCH p USING INTEGER PRIMARY KEY (rowid=?)"),
        (CHAPTER_PAGE, "SEARCH p USING INDEX paragraphs_in_chapter (chapter=? AND idx>? AND idx<?)"),
        (STRETCH, "SEARCH p USING INDEX paragraphs_in_chapter (chapter=? AND idx>? AND idx<?)"),
        (WHOLE_BOOK, "SEARCH p USING INDEX paragraphs_in_order (book=? AND position>?)"),
        (NEXT, "SEARCH p USING INDEX paragraphs_with_text_in_order (book=? AND position>?)"),
        (
            PREVIOUS,
            "SEARCH p USING INDEX paragraphs_with_text_in_order (book=? AND position>? AND position<?)",
        ),
        (VERSIONS.into(), "SEARCH v USING INDEX versions_of_paragraph (paragraph=?)"),
        (WAITING.into(), "SEARCH v USING INDEX versions_suggested (paragraph>? AND paragraph<?)"),
        (CHAPTERS.into(), "SEARCH c USING INDEX chapters_in_order (book=? AND number>?)"),
        (ALL_OF_KIND.into(), "SEARCH knowledge USING INDEX knowledge_in_order (series=? AND kind=?)"),
        (ONE.into(), "SEARCH knowledge USING INDEX knowledge_by_number (series=? AND kind=? AND number=?)"),
        (FOUND.into(), "SEARCH knowledge USING INDEX knowledge_by_lookup (series=? AND kind=? AND lookup=?)"),
        (OF_BOOK.into(), "SEARCH k USING INDEX knowledge_of_chapter (chapter=?)"),
    ];
    for (sql, step) in cases {
        let plan = plan(&library, sql).await;
        assert!(plan.iter().any(|line| line == step), "{}\n{plan:#?}", sql.sqlite);
        assert!(
            !plan.iter().any(|line| line.starts_with("SCAN") || line.contains("TEMP B-TREE")),
            "{plan:#?}"
        );
    }
}

#[tokio::test]
async fn chapters_are_counted_in_the_index_of_translations_and_runs_without_the_rows_of_tasks() {
    let folder = tempfile::tempdir().unwrap();
    let library = SqlLibrary::open(&folder.path().join("library.db")).await.unwrap();
    let cases: [(Sql, &str); 3] = [
        (COUNTS_OF_BOOKS, "SEARCH s USING COVERING INDEX selections_translated (book=?)"),
        (
            COUNTS_OF_CHAPTERS,
            "SEARCH s USING COVERING INDEX selections_translated (book=? AND chapter=? AND version>?)",
        ),
        (RUNS_OF_BOOK.into(), "SEARCH t USING COVERING INDEX tasks_of_run (run=?)"),
    ];
    for (sql, step) in cases {
        let plan = plan(&library, sql).await;
        assert!(plan.iter().any(|line| line == step), "{plan:#?}");
        assert!(!plan.iter().any(|line| line.contains("TEMP B-TREE")), "{plan:#?}");
    }
}

#[tokio::test]
async fn a_search_reads_pages_in_their_order_and_makes_them_in_the_order_of_the_book() {
    let folder = tempfile::tempdir().unwrap();
    let library = SqlLibrary::open(&folder.path().join("library.db")).await.unwrap();
    let by_position = "SEARCH p USING INDEX paragraphs_in_order (book=? AND position>? AND position<?)";
    let source_pages = "SEARCH source_pages USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)";
    let translation_pages = "SEARCH translation_pages USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)";
    let cases: [(Sql, &str); 6] = [
        (SOURCE_PAGES.into(), source_pages),
        (SOURCE_PAGE_KEYS.into(), source_pages),
        (TRANSLATION_PAGES.into(), translation_pages),
        (TRANSLATION_PAGE_KEYS.into(), translation_pages),
        (SOURCES.into(), by_position),
        (
            TRANSLATIONS,
            "SEARCH p USING COVERING INDEX paragraphs_in_order (book=? AND position>? AND position<?)",
        ),
    ];
    for (sql, step) in cases {
        let plan = plan(&library, sql).await;
        assert!(plan.iter().any(|line| line == step), "{plan:#?}");
        assert!(!plan.iter().any(|line| line.contains("TEMP B-TREE")), "{plan:#?}");
    }
}

#[tokio::test]
async fn source_text_and_versions_cannot_be_overwritten_even_by_mistake() {
    let folder = tempfile::tempdir().unwrap();
    let library = SqlLibrary::open(&folder.path().join("library.db")).await.unwrap();
    let setup = "INSERT INTO series (key, id, name, created_at) VALUES (1, 1, '', 0); \
        INSERT INTO books (key, id, series, title, format, file_name, digest, n_chapters, n_paragraphs, n_work, created_at) \
        VALUES (1, 1, 1, '', 'text', '', x'00', 1, 1, 1, 0); \
        INSERT INTO chapters (key, book, number, title, matter, n_paragraphs, n_work) VALUES (1, 1, 1, '', 'body', 1, 1); \
        INSERT INTO paragraphs VALUES (1, 1, 1, 0, 0, 'text', '', 'body', 0, 0, 0, 0); \
        INSERT INTO versions (key, paragraph, text, author, by_person, created_at) VALUES (1, 1, 'x', '{}', 1, 0)";
    sqlx::raw_sql(setup).execute(&mut *library.file().writer.lock().await.unwrap()).await.unwrap();
    for sql in ["UPDATE paragraphs SET text = 'other'", "UPDATE versions SET text = 'other'"] {
        let error = sqlx::raw_sql(sql)
            .execute(&mut *library.file().writer.lock().await.unwrap())
            .await
            .unwrap_err()
            .to_string();
        assert!(error.contains("never changes"), "{error}");
    }
    let error =
        sqlx::raw_sql("DELETE FROM books").execute(&library.file().readers).await.unwrap_err().to_string();
    assert!(error.contains("readonly"), "{error}");
}
