//! Files appear whole or not at all, and a failure leaves the old file and no litter.

use operations::file::{FileError, write_new, write_whole};
use std::fs;

#[test]
fn a_file_is_written_and_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("本.epub");
    write_whole(&path, b"one").unwrap();
    write_whole(&path, b"two").unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"two");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn folders_are_not_overwritten_and_not_invented() {
    let folder = tempfile::tempdir().unwrap();
    assert!(matches!(write_whole(folder.path(), b"x"), Err(FileError::IsFolder(_))));
    assert!(matches!(write_whole(&folder.path().join("no/such.txt"), b"x"), Err(FileError::NoFolder(_))));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn what_stood_there_survives_a_failure() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("book.epub");
    fs::write(&path, b"old").unwrap();
    // A name too long for the file system fails after the checks and before anything is replaced.
    let long = folder.path().join("x".repeat(300));
    assert!(write_whole(&long, b"new").is_err());
    assert_eq!(fs::read(&path).unwrap(), b"old");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "no temporary file is left behind");
}

#[cfg(unix)]
#[test]
fn a_link_stays_a_link() {
    let folder = tempfile::tempdir().unwrap();
    let (real, link) = (folder.path().join("real.txt"), folder.path().join("link.txt"));
    fs::write(&real, b"old").unwrap();
    std::os::unix::fs::symlink(&real, &link).unwrap();
    write_whole(&link, b"new").unwrap();
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(fs::read(&real).unwrap(), b"new");
}

#[test]
fn a_new_file_never_takes_the_place_of_another() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("book.txt");
    write_new(&path, b"one").unwrap();
    assert!(matches!(write_new(&path, b"two"), Err(FileError::Exists(_))));
    assert_eq!(std::fs::read(&path).unwrap(), b"one");
    assert!(matches!(write_new(&folder.path().join("no/such.txt"), b"x"), Err(FileError::NoFolder(_))));
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "nothing half-written stays");
}

#[cfg(unix)]
#[test]
fn a_new_file_does_not_follow_a_link() {
    let folder = tempfile::tempdir().unwrap();
    let (outside, link) = (folder.path().join("outside.txt"), folder.path().join("book.txt"));
    std::os::unix::fs::symlink(&outside, &link).unwrap();
    assert!(matches!(write_new(&link, b"x"), Err(FileError::Exists(_))));
    assert!(!outside.exists());
}
