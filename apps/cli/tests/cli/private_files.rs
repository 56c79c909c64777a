//! What the program makes is its owner's alone; what was there loses the rights of others, and folders stay as they are.

use crate::program::test_cli;
use crate::serving::Serving;
use std::fs::{Permissions, metadata, set_permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

fn mode(path: &Path) -> u32 {
    metadata(path).unwrap_or_else(|_| panic!("{}", path.display())).permissions().mode() & 0o777
}

#[test]
fn what_the_program_makes_is_its_owners_alone_and_exports_are_files_like_any_other() {
    let cli = test_cli();
    cli.file("book.txt", "第一章\n\n猫が鳴いた。\n\n");
    let library = cli.path("new/deep/library.tsumugi").display().to_string();
    let at = |arguments: &[&str]| cli.ok(&[arguments, &["--library", &library]].concat());
    at(&["import", "book.txt", "--to", "en", "--yes"]);
    at(&["models", "add", "mine", "--base-url", "http://127.0.0.1:9/v1"]);
    at(&["models", "set", "mine", "timeout=3m"]);
    at(&["translate", "book.txt", "--to", "en", "--model", "rehearsal", "--record", "talk.jsonl", "--yes"]);
    at(&["backup", "all.backup"]);
    at(&["export", "book", "-o", "out.txt"]);
    for made in ["new/deep/library.tsumugi", "config/config.toml", "talk.jsonl", "all.backup"] {
        assert_eq!(mode(&cli.path(made)), 0o600, "{made}");
    }
    for made in ["new", "new/deep", "config"] {
        assert_eq!(mode(&cli.path(made)), 0o700, "{made}");
    }
    assert_eq!(mode(&cli.path("out.txt")), mode(&cli.path("book.txt")), "the umask decides");
    let serving = Serving::begin(&cli, &["--library", &library]);
    assert_eq!(mode(&cli.path("new/deep/library.tsumugi-wal")), 0o600);
    serving.stop();
}

#[test]
fn what_was_there_loses_the_rights_of_others_and_doctor_tells_what_is_wider() {
    let cli = test_cli();
    cli.file("book.txt", "第一章\n\n猫が鳴いた。\n\n");
    cli.ok(&["import", "book.txt", "--to", "en"]);
    cli.file("config/config.toml", "ask_above = 2.0\n");
    let files = [cli.library(), cli.path("config/config.toml")];
    for file in &files {
        set_permissions(file, Permissions::from_mode(0o664)).unwrap();
    }
    set_permissions(cli.path("config"), Permissions::from_mode(0o755)).unwrap();
    let told = cli.json(&["doctor"]);
    let wide = told["open_to_others"].to_string();
    for file in &files {
        assert_eq!(mode(file), 0o660, "the owner's group keeps its rights");
        assert!(wide.contains(&format!("{} (660)", file.display())), "{wide}");
    }
    assert_eq!(mode(&cli.path("config")), 0o755, "a folder that was there stays as it is");
    assert!(wide.contains(&format!("{} (755)", cli.path("config").display())), "{wide}");
}
