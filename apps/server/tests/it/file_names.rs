//! The names of files that come in and go out.

use server::parts::{attachment, plain_name};

#[test]
fn a_name_leads_nowhere() {
    for (given, kept) in [
        ("../../etc/passwd", "passwd"),
        ("C:\\x\\a.epub", "a.epub"),
        ("..", "book"),
        ("", "book"),
        ("a\n.txt", "a.txt"),
    ] {
        assert_eq!(plain_name(given), kept);
    }
}

#[test]
fn a_name_of_any_script_goes_out() {
    let value = attachment("羅生門\".epub");
    assert_eq!(
        value.to_str().unwrap(),
        "attachment; filename=\"____.epub\"; filename*=UTF-8''%E7%BE%85%E7%94%9F%E9%96%80%22.epub"
    );
}
