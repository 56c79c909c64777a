//! The library from outside: two programs at once, and files that cannot be one.

use crate::desk::{Desk, Said, skip};

#[test]
fn two_programs_import_into_one_library_at_once() {
    let desk = Desk::new();
    let lines = |word: &str| (0..3_000).map(|number| format!("{word} line {number}.")).collect::<Vec<_>>();
    for name in ["one", "two", "three"] {
        desk.file(&format!("{name}.txt"), lines(name).join("\n").as_bytes());
    }
    let children: Vec<_> = ["one", "two", "three"]
        .iter()
        .map(|name| desk.tsumugi(&["import", &format!("{name}.txt")]).spawn().unwrap())
        .collect();
    let listed = desk.run(&["books", "--json"]).succeeded();
    assert!(listed.json().as_array().unwrap().len() <= 3);
    for child in children {
        let said = Said::from(child.wait_with_output().unwrap()).succeeded();
        assert!(!said.stderr.contains("locked"), "{said:?}");
    }
    assert_eq!(desk.books().len(), 3);
    let hits = desk.run(&["search", "two", "two line 2999", "--json"]).succeeded();
    assert_eq!(hits.json().as_array().unwrap().len(), 1);
}

#[test]
fn a_library_is_made_where_it_is_named_and_kept_apart_from_others() {
    let desk = Desk::with_books();
    assert_eq!(desk.run(&["books", "--json", "--library", "new/place/mine"]).succeeded().stdout, "[]\n");
    assert!(desk.path("new/place/mine").is_file());
    assert_eq!(desk.books().len(), 2);
}

#[test]
fn a_foreign_file_is_left_as_it_is() {
    let desk = Desk::new();
    let bytes = b"these are somebody's letters\n".repeat(100);
    let path = desk.file("letters.txt", &bytes);
    for arguments in [&["books"][..], &["show", "x"][..], &["runs"][..]] {
        let said = desk.run(&[&["--library", "letters.txt"], arguments].concat());
        assert_eq!(said.code, 1, "{said:?}");
        assert!(said.stderr.contains("`letters.txt` is not a Tsumugi library\nhint: "), "{said:?}");
    }
    assert_eq!(std::fs::read(path).unwrap(), bytes);
    assert_eq!(desk.files(), ["letters.txt"]);
}

#[cfg(unix)]
#[test]
fn a_library_that_may_not_be_written_is_told() {
    use std::os::unix::fs::PermissionsExt;
    let desk = Desk::with_books();
    desk.file("more.txt", b"One more.\n");
    let library = desk.file("shelf/library", &std::fs::read(desk.library()).unwrap());
    let allow = |path: &std::path::Path, mode| {
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
    };
    allow(&library, 0o444);
    allow(&desk.path("shelf"), 0o555);
    let may_write = std::fs::write(desk.path("shelf/probe"), b"").is_ok();
    let said = desk.run(&["--library", "shelf/library", "import", "more.txt"]);
    allow(&desk.path("shelf"), 0o755);
    if may_write {
        skip("a_library_that_may_not_be_written_is_told", "whoever runs this test may write everywhere");
        return;
    }
    assert_eq!(said.code, 1, "{said:?}");
    assert!(said.stderr.starts_with("error: ") && said.stderr.contains("library"), "{said:?}");
    assert!(said.stderr.contains("\nhint: "), "{said:?}");
}
