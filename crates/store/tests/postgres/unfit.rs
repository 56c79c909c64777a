//! Databases that are no library, or cannot be one.

use std::path::Path;
use store::error::StoreError;
use store::store::Store;

use postgres_testkit::needed as cluster;

fn name(what: &str) -> String {
    format!("unfit_{what}_{}", std::process::id())
}

async fn refusal(address: &str) -> StoreError {
    Store::open(Path::new(address)).await.unwrap_err()
}

#[tokio::test]
async fn a_database_that_is_somebody_elses_is_refused_and_not_touched() {
    let name = name("foreign");
    let address = cluster().database(&name);
    cluster().psql(&name, "CREATE TABLE somebody_elses (text TEXT)").unwrap();
    assert!(matches!(refusal(&address).await, StoreError::NotALibrary { .. }));
    let tables = cluster().psql(&name, "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'").unwrap();
    assert_eq!(tables, "1");
}

#[tokio::test]
async fn a_database_of_a_newer_program_is_refused_with_advice() {
    let name = name("newer");
    let address = cluster().database(&name);
    Store::open(Path::new(&address)).await.unwrap().close().await;
    cluster().psql(&name, "UPDATE library SET shape = 99").unwrap();
    assert!(matches!(refusal(&address).await, StoreError::OtherFormat { found: 99, .. }));
}

#[tokio::test]
async fn a_database_that_does_not_keep_every_character_is_refused() {
    let name = name("latin");
    let made = "TEMPLATE template0 ENCODING 'LATIN1' LOCALE 'C'";
    cluster().psql("postgres", &format!("CREATE DATABASE {name} {made}")).unwrap();
    let refusal = refusal(&cluster().database(&name)).await;
    assert!(refusal.to_string().contains("LATIN1") && refusal.to_string().contains("UTF8"), "{refusal}");
}

#[tokio::test]
async fn a_database_that_compares_by_the_rules_of_a_language_is_refused_whatever_it_is_called() {
    let name = name("icu");
    let made = "TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C' LOCALE_PROVIDER icu ICU_LOCALE 'en-US'";
    if let Err(error) = cluster().psql("postgres", &format!("CREATE DATABASE {name} {made}")) {
        eprintln!("skipped: this PostgreSQL has no ICU: {error}");
        return;
    }
    let refusal = refusal(&cluster().database(&name)).await;
    assert!(refusal.to_string().contains("its collation that of ICU"), "{refusal}");
}

#[tokio::test]
async fn a_database_that_is_not_there_is_told_without_its_password() {
    let address = format!("postgres://me:secret@127.0.0.1:{}/nowhere_at_all", cluster().port());
    let refusal = refusal(&address).await;
    assert!(matches!(refusal, StoreError::Unreachable { .. }), "{refusal:?}");
    assert!(!format!("{refusal} {refusal:?}").contains("secret"), "{refusal:?}");
}
