//! Names of exported files, as a program may choose them.

use crate::test_door::TestDoor;
use serde_json::json;

#[tokio::test]
async fn a_name_never_leads_out_of_the_folder() {
    let test = TestDoor::open().await;
    let folder = test.folder.path().join("exported");
    std::fs::create_dir(&folder).unwrap();
    let test = test.exporting_to(folder.clone());
    let mut client = test.client("an editor").await;
    for name in ["novel.zh.epub", "糸 一.txt", "a..b.txt", "console.txt", "com10.txt"] {
        let format = if name.ends_with("epub") { "epub" } else { "text" };
        let arguments = json!({"book": test.book, "format": format, "file_name": name});
        let exported = client.call("export", &arguments).await;
        assert_eq!(exported["file_name"], name, "{exported}");
        assert!(folder.join(name).is_file(), "{name}");
    }
    let n_written = std::fs::read_dir(&folder).unwrap().count();
    let long = "a".repeat(201);
    for name in [
        "",
        ".",
        "..",
        "../novel.epub",
        "a/../../b.txt",
        "/etc/passwd",
        "C:\\novel.txt",
        "..\\novel.txt",
        "a/b.txt",
        "c:novel.txt",
        "novel.txt\0",
        "no\nvel.txt",
        ".bashrc",
        "novel.",
        "novel ",
        "nul.txt",
        "COM1.txt",
        "novel.txt:stream",
        &long,
    ] {
        let refused = client.call("export", &json!({"book": test.book, "file_name": name})).await;
        assert_eq!(refused["error_code"], "INVALID_FILE_NAME", "{name:?}: {refused}");
    }
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), n_written);
}
