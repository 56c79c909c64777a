//! A library has the same shape in both databases.

use sqlx::{Connection, SqliteConnection};
use std::path::Path;
use store::store::Store;

#[tokio::test]
async fn both_databases_know_the_same_newest_shape() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("library.db");
    Store::open(&file).await.unwrap().close().await;
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(&file);
    let mut connection = SqliteConnection::connect_with(&options).await.unwrap();
    let newest: i64 = sqlx::query_scalar("PRAGMA user_version").fetch_one(&mut connection).await.unwrap();
    let (cluster, database) = (postgres_testkit::needed(), format!("shape_{}", std::process::id()));
    Store::open(Path::new(&cluster.database(&database))).await.unwrap().close().await;
    let shape = cluster.psql(&database, "SELECT shape FROM library").unwrap();
    assert_eq!(shape, newest.to_string(), "a change of one schema is a change of the other");
}
