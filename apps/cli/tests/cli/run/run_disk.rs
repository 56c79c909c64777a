//! A disk that fills up in the middle of a run: a clear word, nothing lost, and the run goes on when there is room.

use crate::run::test_run::{TestRun, code, errors};
use crate::serving::Serving;
use llm_test_server::Plan;
use std::path::{Path, PathBuf};
use std::process::Command;

#[test]
fn a_full_disk_is_told_and_the_run_goes_on_when_there_is_room() {
    let test_run = TestRun::new(Plan::agent());
    test_run.book(4, 40);
    let place = test_run.folder().join("small");
    let Some(disk) = SmallDisk::mount(&place) else {
        skip("a_full_disk_is_told_and_the_run_goes_on_when_there_is_room");
        return;
    };
    let library = disk.0.join("library.tsumugi");
    let options = ["--json", "--chunk-size", "64", "--concurrency", "2"];
    let imported =
        test_run.command(&["import", "book.txt"]).env("TSUMUGI_LIBRARY", &library).output().unwrap();
    assert_eq!(code(&imported), 0, "{}", errors(&imported));
    let ballast = disk.0.join("ballast");
    fill(&ballast);

    let output = test_run.translate(&options).env("TSUMUGI_LIBRARY", &library).output().unwrap();
    assert_eq!(code(&output), 1, "{}", errors(&output));
    assert!(errors(&output).contains("full"), "{}", errors(&output));
    std::fs::remove_file(&ballast).unwrap();

    let output = test_run.translate(&options).env("TSUMUGI_LIBRARY", &library).output().unwrap();
    assert_eq!(code(&output), 0, "{}", errors(&output));
    let books = test_run.command(&["books", "--json"]).env("TSUMUGI_LIBRARY", &library).output().unwrap();
    let books: serde_json::Value = serde_json::from_slice(&books.stdout).unwrap();
    assert_eq!(books[0]["n_translated"], books[0]["n_work"], "{books}");
}

#[test]
fn a_full_disk_is_answered_with_507() {
    let test_run = TestRun::new(Plan::agent());
    test_run.book(4, 40);
    let place = test_run.folder().join("small");
    let Some(disk) = SmallDisk::mount(&place) else {
        skip("a_full_disk_is_answered_with_507");
        return;
    };
    let library = disk.0.join("library.tsumugi");
    test_run.ok(&["import", "book.txt", "--yes", "--library", library.to_str().unwrap()]);
    let serving = Serving::begin(&test_run.cli, &["--library", library.to_str().unwrap()]);
    let books = serving.ask("GET", "/api/v1/books", "");
    let id = books.split("\"id\":\"").nth(1).unwrap().split('"').next().unwrap().to_owned();
    let ballast = disk.0.join("ballast");
    let mut file = std::fs::File::create(&ballast).unwrap();
    for size in [4096, 1] {
        while std::io::Write::write_all(&mut file, &vec![0; size]).is_ok() {}
    }
    let titled = format!("{{\"title_translation\": \"{}\"}}", "Thread, ".repeat(10_000));
    let reply = serving.ask("PATCH", &format!("/api/v1/books/{id}"), &titled);
    assert!(reply.starts_with("HTTP/1.1 507"), "{reply}");
    assert!(reply.contains("application/problem+json") && reply.contains("disk_full"), "{reply}");
    serving.stop();
}

/// A file system with little room, unmounted when dropped.
struct SmallDisk(PathBuf);

impl SmallDisk {
    fn mount(place: &Path) -> Option<Self> {
        std::fs::create_dir_all(place).unwrap();
        let options = ["-t", "tmpfs", "-o", "size=8m", "tmpfs"];
        let mounted = Command::new("mount").args(options).arg(place).output().ok()?;
        mounted.status.success().then(|| Self(place.to_owned()))
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(&self.0).status();
    }
}

/// Leaves a little room, so that the run begins before the disk is full.
fn fill(ballast: &Path) {
    use std::io::Write as _;
    let mut file = std::fs::File::create(ballast).unwrap();
    while file.write_all(&[0; 4096]).is_ok() {}
    let length = file.metadata().unwrap().len();
    file.set_len(length.saturating_sub(160 * 1024)).unwrap();
}

#[expect(clippy::print_stderr, reason = "whoever runs the tests must hear what was not tested")]
fn skip(name: &str) {
    eprintln!("skipped {name}: no small file system can be mounted here");
}
