//! A PDF at the door: what was dropped is told, and the book is rehearsed and goes out as an EPUB that proves itself.

use crate::program::test_cli;

const PDF: &[u8] = include_bytes!("../../../../crates/formats/tests/files/pdf/ledger.pdf");

#[test]
fn a_pdf_is_rehearsed_and_goes_out_as_an_epub() {
    let cli = test_cli();
    cli.file("ledger.pdf", PDF);
    let said = cli.ok(&["import", "ledger.pdf", "--to", "es"]);
    assert!(said.stderr.contains("page numbers dropped"), "{said:?}");
    assert!(said.stderr.contains("running head dropped: The Lamplighter's Ledger"), "{said:?}");
    cli.ok(&["translate", "Lamplighter", "--model", "rehearsal"]);
    cli.ok(&["export", "Lamplighter", "--rehearsal", "-o", "out.epub"]);
    let verified = cli.ok(&["verify", "out.epub"]);
    assert!(!verified.stdout.contains("missing"), "{verified:?}");
}

#[test]
fn what_was_dropped_is_told_in_chinese_too() {
    let cli = test_cli();
    cli.file("ledger.pdf", PDF);
    let output =
        cli.command(&["import", "ledger.pdf", "--to", "es"]).env("TSUMUGI_LANG", "zh-CN").output().unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(told.contains("已去掉页眉：The Lamplighter's Ledger") && told.contains("已去掉页码"), "{told}");
}
