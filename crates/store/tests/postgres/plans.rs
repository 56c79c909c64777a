//! Proof that reading in PostgreSQL never walks through a table: with every index usable, no plan has a sequential scan.

use std::path::Path;
use store::store::Store;
use store::testing::PlannedStatement;

/// Values for the places of a statement: texts where a text is compared, otherwise numbers.
fn values(sql: &str, texts: &[usize]) -> String {
    let n_places = (1..=9).take_while(|number| sql.contains(&format!("${number}"))).count();
    let value = |number| if texts.contains(&number) { "'x'" } else { "1" };
    (1..=n_places).map(value).collect::<Vec<_>>().join(", ")
}

#[tokio::test]
async fn hot_statements_are_index_look_ups_in_postgres_too() {
    let cluster = postgres_testkit::needed();
    let database = format!("plans_{}", std::process::id());
    Store::open(Path::new(&cluster.database(&database))).await.unwrap().close().await;
    let cases: [(&str, &[usize]); 20] = [
        ("ONE_PARAGRAPH", &[]),
        ("CHAPTER_PAGE", &[]),
        ("STRETCH", &[]),
        ("WHOLE_BOOK", &[]),
        ("NEXT", &[]),
        ("PREVIOUS", &[]),
        ("CHAPTERS", &[]),
        ("VERSIONS", &[]),
        ("POSITION", &[]),
        ("WAITING", &[]),
        ("ALL_OF_KIND", &[2]),
        ("ONE", &[2]),
        ("FOUND", &[2, 3]),
        ("OF_BOOK", &[2]),
        ("SOURCE_PAGES", &[]),
        ("TRANSLATION_PAGES", &[]),
        ("SOURCE_PAGE_KEYS", &[]),
        ("TRANSLATION_PAGE_KEYS", &[]),
        ("SOURCES", &[]),
        ("TRANSLATIONS", &[]),
    ];
    for (name, texts) in cases {
        let statement = PlannedStatement::named(name).unwrap().postgres;
        let explain = format!(
            "SET enable_seqscan = off; SET plan_cache_mode = force_generic_plan; PREPARE hot AS {statement}; \
             EXPLAIN EXECUTE hot ({})",
            values(statement, texts)
        );
        let plan = cluster.psql(&database, &explain).unwrap();
        assert!(plan.contains("Index"), "{statement}\n{plan}");
        assert!(!plan.contains("Seq Scan"), "{statement}\n{plan}");
    }
}
