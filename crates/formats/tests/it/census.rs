//! The characters of a page are counted by code that knows nothing of how it is read.

use book::text::book::FileFormat;
use book::text::reading::Reading;
use formats::export::CountedPart;

fn counted(page: &str) -> CountedPart {
    let format = formats::format_of(FileFormat::Html).unwrap();
    let parts = format.read_back(page.as_bytes(), Reading::NEWEST).unwrap().parts;
    let [part] = parts.as_slice() else { panic!("{parts:?}") };
    part.clone()
}

#[test]
fn what_is_shown_or_spoken_is_counted_and_nothing_else() {
    let page = r#"<?xml version="1.0"?><!DOCTYPE html [<!ENTITY a "b>c">]><html><head><title>no</title></head>
        <body title='a &amp; b'><!-- no --><p>one <ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp></ruby>&#33;</p>
        <img src="x.png" alt = "three"/><script>if (1) {}</script><![CDATA[four <]]></body></html>"#;
    let texts = ["a & b", "one", "漢", "かん", "!", "three", "four <"];
    let shown =
        texts.map(|text| format!("<p>{}</p>", text.replace('&', "&amp;").replace('<', "&lt;"))).concat();
    assert_eq!(counted(page), counted(&format!("<html><body>{shown}</body></html>")));
    let n_chars = texts.iter().flat_map(|text| text.chars()).filter(|c| !c.is_whitespace()).count();
    assert_eq!(counted(page).n_chars, u64::try_from(n_chars).unwrap());
    let (one, other) = (counted("<p>ab c</p>"), counted("<p>c</p><p>b a</p>"));
    assert_eq!(one, other);
    assert_ne!(one, counted("<p>c</p><p>b a</p><p>d</p>"));
}
