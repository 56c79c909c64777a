//! Writes pairs as TMX; tags and ruby as the inline codes that CAT tools keep.

use super::{BASE, TOOL, TranslationPair};
use crate::epub::escape_xml;
use book::language::LanguageTag;
use book::text::markup::{Marked, Piece};
use std::collections::HashMap;
use std::fmt::Write;

/// The bytes of a memory. `title` is the book the pairs are from.
pub fn write(title: &str, source: &LanguageTag, target: &LanguageTag, pairs: &[TranslationPair]) -> Vec<u8> {
    let mut xml = format!(
        r#"<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE tmx SYSTEM "tmx14.dtd">
<tmx version="1.4">
<header creationtool="{TOOL}" creationtoolversion="{}" segtype="paragraph" o-tmf="tsumugi" adminlang="en" srclang="{source}" datatype="plaintext"><prop type="x-document">{}</prop></header>
<body>
"#,
        env!("CARGO_PKG_VERSION"),
        escape_xml(title)
    );
    for (pair, number) in pairs.iter().zip(1_usize..) {
        let _ = match &pair.id {
            Some(id) => writeln!(xml, "<tu tuid=\"{}\">", escape_xml(id)),
            None => writeln!(xml, "<tu tuid=\"{number}\">"),
        };
        if !pair.comment.is_empty() {
            let _ = writeln!(xml, "<note>{}</note>", escape_xml(&pair.comment));
        }
        if let Some(base) = &pair.base {
            let _ = writeln!(xml, "<prop type=\"{BASE}\">{}</prop>", escape_xml(base));
        }
        let _ = write!(
            xml,
            "<tuv xml:lang=\"{source}\"><seg>{}</seg></tuv>\n<tuv xml:lang=\"{target}\"><seg>{}</seg></tuv>\n</tu>\n",
            segment(&pair.source),
            segment(&pair.translation)
        );
    }
    xml.push_str("</body>\n</tmx>\n");
    xml.into_bytes()
}

/// The text of a segment. The content of a code is what this program writes for it, so that it can be read back.
fn segment(text: &Marked) -> String {
    let mut xml = String::new();
    let mut n_codes = 0_usize;
    let mut open: HashMap<u16, Vec<usize>> = HashMap::new();
    for piece in text.pieces() {
        match piece {
            Piece::Text(text) => xml.push_str(&escape_xml(&text)),
            Piece::Open(number) => {
                n_codes += 1;
                open.entry(number).or_default().push(n_codes);
                let _ = write!(xml, r#"<bpt i="{n_codes}" x="{number}">&lt;{number}&gt;</bpt>"#);
            }
            Piece::Close(number) => {
                let code = open.get_mut(&number).and_then(Vec::pop).unwrap_or_default();
                let _ = write!(xml, r#"<ept i="{code}">&lt;/{number}&gt;</ept>"#);
            }
            Piece::Void(number) => {
                let _ = write!(xml, r#"<ph x="{number}">&lt;{number}/&gt;</ph>"#);
            }
            Piece::Ruby { base, reading } => {
                n_codes += 1;
                let _ = write!(
                    xml,
                    r#"<bpt i="{n_codes}" type="x-ruby"/>{}<ept i="{n_codes}">{}</ept>"#,
                    escape_xml(&base),
                    escape_xml(&reading)
                );
            }
        }
    }
    xml
}
