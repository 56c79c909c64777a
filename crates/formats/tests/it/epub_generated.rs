//! Generated pages of arbitrary inline markup: what goes in comes out, and what is re-ordered reads back as it was written.

use crate::epub_kit::{Files, epub, import, manuscript, same, texts};
use book::text::markup::{Marked, MarkedBuilder, Piece};
use formats::certificate;
use formats::export::{Bilingual, Layout, Outcome};
use proptest::prelude::*;

fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-z]{1,8}",
        "[ぁ-ん漢字]{1,6}",
        Just(" ".to_owned()),
        Just("\n  ".to_owned()),
        Just("&amp;".to_owned()),
        Just("&#160;".to_owned()),
        Just("&hellip;".to_owned()),
        Just("&lt;1&gt;".to_owned()),
        Just("<!-- c -->".to_owned()),
    ]
}

/// Inline markup, nested a little.
fn inline() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        6 => text(),
        1 => Just("<br/>".to_owned()),
        1 => Just("<img src='pic.png' alt=''/>".to_owned()),
        1 => Just("<a id='x'/>".to_owned()),
        1 => Just("<ruby>漢<rt>かん</rt>字<rt>じ</rt></ruby>".to_owned()),
    ];
    leaf.prop_recursive(3, 24, 5, |inner| {
        let name = prop_oneof![Just("em"), Just("b"), Just("span"), Just("sup")];
        (name, prop::collection::vec(inner, 0..5))
            .prop_map(|(name, inside)| format!("<{name} class=\"k\">{}</{name}>", inside.concat()))
    })
}

fn block() -> impl Strategy<Value = String> {
    let content = prop::collection::vec(inline(), 0..7).prop_map(|parts| parts.concat());
    let frame = prop_oneof![
        Just(("<p>", "</p>")),
        Just(("<p class='x'>\n\t", "\n</p>")),
        Just(("<div>", "</div>")),
        Just(("<ul><li>", "</li></ul>")),
        Just(("<h2 id='h'>", "</h2>")),
        Just(("<blockquote><p>", "</p></blockquote>")),
        Just(("<table><tr><td>", "</td></tr></table>")),
        Just(("", "<hr/>")),
    ];
    (frame, content).prop_map(|((open, close), content)| format!("{open}{content}{close}"))
}

fn body() -> impl Strategy<Value = String> {
    prop::collection::vec(block(), 1..6).prop_map(|blocks| format!("<p>start</p>{}", blocks.concat()))
}

/// The pieces of a text in another order that is still well-formed: whole top-level pieces, back to front.
fn reversed(source: &Marked) -> Marked {
    let mut groups: Vec<Vec<Piece<'_>>> = Vec::new();
    let mut depth = 0;
    for piece in source.pieces() {
        if depth == 0 {
            groups.push(Vec::new());
        }
        match &piece {
            Piece::Open(_) => depth += 1,
            Piece::Close(_) => depth -= 1,
            Piece::Text(_) | Piece::Void(_) | Piece::Ruby { .. } => {}
        }
        groups.last_mut().unwrap().push(piece);
    }
    let mut builder = MarkedBuilder::default();
    builder.push_text("[");
    groups.iter().rev().flatten().for_each(|piece| builder.push(piece));
    builder.push_text("]");
    builder.finish()
}

/// Text without white space, ruby as its base.
fn bare(text: &Marked) -> String {
    text.plain().chars().filter(|c| !c.is_whitespace()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 120, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_translation_equal_to_its_source_reads_back_the_same(body in body()) {
        let original = Files::of_bodies(&[&body]).zip();
        let book = import(&original).book;
        let exported = epub().export(&original, &manuscript(&book, same), &Layout::default()).unwrap();
        prop_assert_eq!(texts(&import(&exported).book), texts(&book));
    }

    #[test]
    fn re_ordered_tags_read_back_as_they_were_written(body in body()) {
        let original = Files::of_bodies(&[&body]).zip();
        let book = import(&original).book;
        let manuscript = manuscript(&book, |paragraph| {
            if paragraph.is_empty() { Outcome::Kept } else { Outcome::Translated(reversed(&paragraph.text)) }
        });
        let exported = epub().export(&original, &manuscript, &Layout::default()).unwrap();
        let wanted: String = book
            .paragraphs()
            .map(|paragraph| if paragraph.is_empty() { bare(&paragraph.text) } else { bare(&reversed(&paragraph.text)) })
            .collect();
        let found: String = import(&exported).book.paragraphs().map(|paragraph| bare(&paragraph.text)).collect();
        prop_assert_eq!(found, wanted);
    }

    #[test]
    fn every_layout_of_every_page_is_certified_whole(body in body(), above in any::<bool>()) {
        let original = Files::of_bodies(&[&body]).zip();
        let bilingual = if above { Bilingual::Above } else { Bilingual::Below };
        let layout = Layout { bilingual, ..Layout::default() };
        let manuscript = manuscript(&import(&original).book, |paragraph| {
            if paragraph.is_empty() { Outcome::Kept } else { Outcome::Translated(reversed(&paragraph.text)) }
        });
        let exported = epub().export(&original, &manuscript, &layout).unwrap();
        let certificate = certificate::issue(epub(), &original, &manuscript, &layout, &exported).unwrap();
        prop_assert_eq!(certificate::check(&exported, &certificate), vec![]);
    }

    #[test]
    fn no_page_however_broken_is_a_panic_or_a_loss(page in "(<[/!?a-c]?[a-z=\"' ]{0,6}/?>?|&[#a-z]{0,4};?|[a-z漢 ]{1,5}|<!--|-->|<p>|</p>|<br>|\\]\\]>|<!\\[CDATA\\[){0,40}") {
        let bytes = Files::of_bodies(&[&format!("<p>start</p>{page}")]).zip();
        if let Ok(imported) = crate::epub_kit::try_import(&bytes) {
            let manuscript = manuscript(&imported.book, crate::epub_kit::untranslated);
            prop_assert!(epub().export(&bytes, &manuscript, &Layout::default()).is_ok());
        }
    }
}
