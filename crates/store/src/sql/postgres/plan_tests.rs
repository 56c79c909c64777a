//! Proof that reading in PostgreSQL never walks through a table: with every index usable, no plan has a sequential scan.

use crate::sql::driver::Sql;
use crate::sql::knowledge::{ALL_OF_KIND, FOUND, OF_BOOK, ONE};
use crate::sql::read::{
    CHAPTER_PAGE, CHAPTERS, NEXT, ONE_PARAGRAPH, POSITION, PREVIOUS, STRETCH, VERSIONS, WHOLE_BOOK,
};
use crate::sql::search_pages::{
    SOURCE_PAGE_KEYS, SOURCE_PAGES, SOURCES, TRANSLATION_PAGE_KEYS, TRANSLATION_PAGES, TRANSLATIONS,
};
use crate::sql::suggestions::WAITING;
use crate::store::Store;
use std::path::Path;

/// Values for the places of a statement: texts where a text is compared, otherwise numbers.
fn values(sql: &str, texts: &[usize]) -> String {
    let n_places = (1..=9).take_while(|number| sql.contains(&format!("${number}"))).count();
    let value = |number| if texts.contains(&number) { "'x'" } else { "1" };
    (1..=n_places).map(value).collect::<Vec<_>>().join(", ")
}

#[tokio::test]
async fn hot_statements_are_index_look_ups_in_postgres_too() {
    let cluster = postgres_testkit::needed();
    let name = format!("plans_{}", std::process::id());
    Store::open(Path::new(&cluster.database(&name))).await.unwrap().close().await;
    let cases: [(Sql, &[usize]); 20] = [
        (ONE_PARAGRAPH, &[]),
        (CHAPTER_PAGE, &[]),
        (STRETCH, &[]),
        (WHOLE_BOOK, &[]),
        (NEXT, &[]),
        (PREVIOUS, &[]),
        (CHAPTERS.into(), &[]),
        (VERSIONS.into(), &[]),
        (POSITION.into(), &[]),
        (WAITING.into(), &[]),
        (ALL_OF_KIND.into(), &[2]),
        (ONE.into(), &[2]),
        (FOUND.into(), &[2, 3]),
        (OF_BOOK.into(), &[2]),
        (SOURCE_PAGES.into(), &[]),
        (TRANSLATION_PAGES.into(), &[]),
        (SOURCE_PAGE_KEYS.into(), &[]),
        (TRANSLATION_PAGE_KEYS.into(), &[]),
        (SOURCES.into(), &[]),
        (TRANSLATIONS, &[]),
    ];
    for (sql, texts) in cases {
        let statement = sql.postgres;
        let explain = format!(
            "SET enable_seqscan = off; SET plan_cache_mode = force_generic_plan; PREPARE hot AS {statement}; \
             EXPLAIN EXECUTE hot ({})",
            values(statement, texts)
        );
        let plan = cluster.psql(&name, &explain).unwrap();
        assert!(plan.contains("Index"), "{statement}\n{plan}");
        assert!(!plan.contains("Seq Scan"), "{statement}\n{plan}");
    }
}
