//! Pages of an EPUB in other encodings than UTF-8.

use crate::epub_kit::{Files, export, import, manuscript, marking, texts};

#[test]
fn utf_16_and_declared_encodings_are_read_and_written_as_utf_8() {
    let page = |encoding: &str, text: &str| {
        format!(
            "<?xml version=\"1.0\" encoding=\"{encoding}\"?><html xml:lang=\"ja\"><body><p>{text}</p></body></html>"
        )
    };
    let mut bytes = vec![0xff, 0xfe];
    bytes.extend(page("UTF-16", "日本").encode_utf16().flat_map(u16::to_le_bytes));
    let original = Files::of_pages(&[&bytes]).zip();
    let book = import(&original).book;
    assert_eq!(texts(&book), ["日本"]);
    let written = Files::unzip(&export(&original, &manuscript(&book, marking)));
    assert_eq!(
        written.text("EPUB/c1.xhtml"),
        page("utf-8", "«日本»").replace("xml:lang=\"ja\"", "xml:lang=\"en\"")
    );
    let sjis = b"<?xml version='1.0' encoding='Shift_JIS'?><html><body><p>\x93\xfa\x96{</p></body></html>";
    assert_eq!(texts(&import(&Files::of_pages(&[sjis]).zip()).book), ["日本"]);
}
