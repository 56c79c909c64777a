//! Where a library is, as it may be shown.

use std::path::Path;
use store::place::display_place;

#[test]
fn a_password_is_never_shown() {
    for (address, seen) in [
        ("postgres://me:secret@host:5433/books?sslmode=require", "postgres://me@host:5433/books"),
        ("postgres://me:p@ss:word@host/books", "postgres://me@host/books"),
        ("postgresql://host/books?password=secret", "postgresql://host/books"),
        ("library.tsumugi", "library.tsumugi"),
    ] {
        assert_eq!(display_place(Path::new(address)), seen);
    }
}
