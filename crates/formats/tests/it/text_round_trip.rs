//! Generated books of lines, notation and encodings: nothing is lost, identity is byte for byte, translations are found.

use crate::text_manuscript::{export_and_prove, layout, manuscript, pretend, texts, try_import, untouched};
use book::text::markup::Marked;
use book::text::paragraph::Place;
use encoding_rs::{EUC_JP, Encoding, GB18030, SHIFT_JIS, UTF_8};
use formats::export::{Bilingual, Outcome};
use formats::import::Imported;
use proptest::prelude::*;

/// Pieces of lines, harmless and nasty.
fn piece() -> impl Strategy<Value = String> {
    prop_oneof![
        "[ぁ-ん]{1,6}",
        "[一-三日本雨人々]{1,4}",
        "[a-zA-Z ,.!?'-]{1,12}",
        prop::sample::select(vec![
            "漢字《かんじ》",
            "｜青い鳥《とり》",
            "｜",
            "《",
            "》",
            "《》",
            "［＃",
            "］",
            "※",
            "［＃「雨」に傍点］",
            "雨［＃「雨」に傍点］",
            "［＃傍点］",
            "［＃傍点終わり］",
            "［＃改ページ］",
            "［＃３字下げ］",
            "※［＃「てへん＋丑」、第4水準2-12-93］",
            "※［＃謎、1-2］",
            "《《強》》",
            "［＃「雨」は大見出し］",
            "［＃中見出し］",
            "［＃中見出し終わり］",
            "［＃「日本」はママ］",
            "<1>",
            "&lt;",
            "</1>",
            "<r>",
            "　",
            "\t",
            "第一章",
            "Chapter 3",
            "「",
            "」",
            "。",
            "■",
            "----------",
            "底本：",
            "12",
            "IV",
        ])
        .prop_map(str::to_owned),
    ]
}

fn line() -> impl Strategy<Value = String> {
    (prop::sample::select(vec!["", "", "　", "  ", "［＃５字下げ］"]), prop::collection::vec(piece(), 0..7))
        .prop_map(|(indent, pieces)| format!("{indent}{}", pieces.concat()))
}

fn file() -> impl Strategy<Value = String> {
    let line_break = prop::sample::select(vec!["\n", "\n", "\r\n", "\r", "\n\n"]);
    (prop::collection::vec((line(), line_break), 1..25), any::<bool>()).prop_map(|(lines, ends_open)| {
        let mut text: String =
            lines.iter().flat_map(|(line, line_break)| [line.as_str(), *line_break]).collect();
        if ends_open {
            text.truncate(text.trim_end().len());
        }
        text
    })
}

fn encoding() -> impl Strategy<Value = &'static Encoding> {
    prop::sample::select(vec![UTF_8, SHIFT_JIS, EUC_JP, GB18030])
}

fn wrapped() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::collection::vec("[a-z]{2,9}", 90..130), 3..6).prop_map(|paragraphs| {
        let mut text = String::new();
        for words in paragraphs {
            let mut width = 0;
            for word in words {
                if width + word.len() > 66 {
                    text.push('\n');
                    width = 0;
                } else if width > 0 {
                    text.push(' ');
                }
                width += word.len() + 1;
                text.push_str(&word);
            }
            text.push_str("\n\n");
        }
        text
    })
}

/// Imports a text, told its encoding; `None` for what is rightly refused.
fn imported(text: &str, encoding: &'static Encoding) -> Option<(Imported, Vec<u8>)> {
    let (bytes, _, unmappable) = encoding.encode(text);
    let bytes = bytes.into_owned();
    let imported = try_import(&bytes, Some(encoding.name())).ok().filter(|_| !unmappable)?;
    Some((imported, bytes))
}

fn check_places(imported: &Imported) {
    let places: Vec<Place> = imported.book.paragraphs().map(|paragraph| paragraph.place).collect();
    let expected: Vec<Place> =
        (0..u32::try_from(places.len()).unwrap()).map(|block| Place { part: 0, block }).collect();
    assert_eq!(places, expected);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 192, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_book_nobody_translated_comes_out_byte_for_byte(text in file(), encoding in encoding()) {
        if let Some((imported, bytes)) = imported(&text, encoding) {
            check_places(&imported);
            let again = export_and_prove(&imported, &bytes, &untouched(&imported.book), layout(Bilingual::No));
            prop_assert_eq!(again, bytes);
        }
    }

    #[test]
    fn translations_are_found_in_every_layout(
        text in file(), encoding in encoding(), word in line(), every in 1_u32..4,
        bilingual in prop::sample::select(vec![Bilingual::No, Bilingual::Above, Bilingual::Below]),
        target in prop::sample::select(vec!["en", "zh-Hans", "ko", "ar"]),
    ) {
        if let Some((imported, bytes)) = imported(&text, encoding) {
            let half = manuscript(&imported.book, target, |paragraph| match paragraph.place.block % every {
                0 if !paragraph.is_empty() => Outcome::Translated(pretend(&paragraph.text, &word)),
                _ => Outcome::Untranslated("not yet".into()),
            });
            export_and_prove(&imported, &bytes, &half, layout(bilingual));
        }
    }

    #[test]
    fn markup_of_every_line_is_well_formed(text in file()) {
        if let Some((imported, _)) = imported(&text, UTF_8) {
            for paragraph in imported.book.paragraphs() {
                prop_assert_eq!(Marked::parse(paragraph.text.as_str()), Ok(paragraph.text.clone()));
                let translation = pretend(&paragraph.text, "words");
                prop_assert!(paragraph.text.read_translation(translation.as_str()).is_ok());
            }
        }
    }

    #[test]
    fn any_bytes_are_read_or_refused_and_never_worse(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        if let Ok(imported) = try_import(&bytes, None) {
            check_places(&imported);
            let again = export_and_prove(&imported, &bytes, &untouched(&imported.book), layout(Bilingual::No));
            prop_assert_eq!(again, bytes);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn wrapped_prose_is_joined_and_every_word_stays(text in wrapped()) {
        let imported = try_import(text.as_bytes(), None).unwrap();
        let words: Vec<String> = texts(&imported.book).join(" ").split_whitespace().map(str::to_owned).collect();
        prop_assert_eq!(words, text.split_whitespace().map(str::to_owned).collect::<Vec<_>>());
        let n_blocks = text.split("\n\n").filter(|block| !block.is_empty()).count();
        prop_assert_eq!(texts(&imported.book).iter().filter(|text| !text.is_empty()).count(), n_blocks);
        let half = manuscript(&imported.book, "de", |paragraph| match paragraph.place.block % 4 {
            0 => Outcome::Translated(Marked::from_plain("Ein Satz.")),
            _ => Outcome::Untranslated("not yet".into()),
        });
        export_and_prove(&imported, text.as_bytes(), &half, layout(Bilingual::Above));
    }
}
