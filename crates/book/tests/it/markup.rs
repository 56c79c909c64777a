//! Inline markup as a translator meets it: what is written reads back, what is broken is named, text never poses as a tag.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use book::text::markup::{Marked, MarkedBuilder, MarkupFault, Piece};
use proptest::prelude::*;

fn faults(source: &str, translation: &str) -> Vec<MarkupFault> {
    Marked::parse(source).unwrap().read_translation(translation).unwrap_err()
}

#[test]
fn tags_may_be_reordered_and_a_pair_split() {
    let source = Marked::parse("彼は<1>強く</1>言った<2/>。").unwrap();
    let translation = source.read_translation("He<2/> said, <1>loud</1> and <1>clear</1>.").unwrap();
    assert_eq!(translation.plain(), "He said, loud and clear.");
}

#[test]
fn every_way_to_break_a_tag_is_named() {
    let source = "a <1>b</1> c<2/>";
    assert_eq!(faults(source, "x <2/>"), [MarkupFault::Missing(1)]);
    assert_eq!(faults(source, "<1>x</1>"), [MarkupFault::Missing(2)]);
    assert_eq!(faults(source, "<1>x</1><2/><2/>"), [MarkupFault::Repeated(2)]);
    assert_eq!(faults(source, "<1>x</1><2/><3/>"), [MarkupFault::Unknown(3)]);
    assert_eq!(faults(source, "<1>x<2/>"), [MarkupFault::Unclosed(1)]);
    assert_eq!(faults(source, "x</1><2/>"), [MarkupFault::Unopened(1)]);
    assert_eq!(faults(source, "<1/><2/>"), [MarkupFault::WrongForm(1)]);
    assert_eq!(faults("<1>a</1><2>b</2>", "<1>a<2>b</1></2>").first(), Some(&MarkupFault::Unopened(1)));
}

#[test]
fn ruby_is_structure_and_not_text() {
    let marked = Marked::parse("｜友《ライバル》と呼ぶ").unwrap();
    assert_eq!(marked.plain(), "友と呼ぶ");
    assert_eq!(marked.readings(), [("友".to_owned(), "ライバル".to_owned())]);
    assert_eq!(marked.as_str(), "｜友《ライバル》と呼ぶ");
}

#[test]
fn a_translation_may_leave_ruby_out_or_bring_its_own() {
    let source = Marked::parse("｜友《ライバル》").unwrap();
    assert!(source.read_translation("rival").is_ok());
    assert_eq!(source.read_translation("｜朋《とも》").unwrap().plain(), "朋");
}

#[test]
fn ruby_holds_any_text_and_ends_where_markup_begins() {
    let mut builder = MarkedBuilder::default();
    builder.push(&Piece::Ruby { base: "《a》<1>｜".into(), reading: "&la;".into() });
    let marked = builder.finish();
    assert_eq!(marked.readings(), [("《a》<1>｜".to_owned(), "&la;".to_owned())]);
    assert_eq!(Marked::parse("｜a<1>b</1>《c》").unwrap().readings(), []);
    assert_eq!(Marked::parse("｜a《b").unwrap().plain(), "｜a《b");
}

#[test]
fn spaces_a_model_adds_inside_tags_are_forgiven() {
    let source = Marked::parse("<1>a</1><2/>").unwrap();
    assert_eq!(source.read_translation("< 1 >b</ 1><2 />").unwrap().as_str(), "<1>b</1><2/>");
}

#[test]
fn text_that_looks_like_a_tag_stays_text() {
    for text in [
        "<1>",
        "</1>",
        "<2/>",
        "｜x《y》",
        "a < 1 > b",
        "｜a《b》《c》",
        "｜｜a《b》",
        "&bar;",
        "&la;x&ra;",
        "&lt;1>",
        "&amp;lt;1>",
        "<<1>>",
        "&",
        "<",
    ] {
        let marked = Marked::from_plain(text);
        assert_eq!(marked.plain(), text);
        assert_eq!(marked.pieces().count(), 1, "{text} gave {}", marked.as_str());
    }
}

#[test]
fn ordinary_angle_brackets_and_ampersands_are_written_as_they_are() {
    for text in ["a < b", "R&D", "《史記》", "a｜b", "《x》｜", "<grin>", "x <12345> y", "<b>bold</b>"]
    {
        assert_eq!(Marked::from_plain(text).as_str(), text);
    }
}

fn piece() -> impl Strategy<Value = Piece<'static>> {
    let text = "[a-c<>&/ 0-9｜《》漢;lampbr]{0,12}";
    prop_oneof![
        text.prop_map(|text| Piece::Text(text.into())),
        (1_u16..9).prop_map(Piece::Void),
        (1_u16..9).prop_map(Piece::Open),
        (text, text).prop_map(|(base, reading)| Piece::Ruby { base: base.into(), reading: reading.into() }),
    ]
}

proptest! {
    #[test]
    fn what_is_built_reads_back(pieces in proptest::collection::vec(piece(), 0..12)) {
        let mut builder = MarkedBuilder::default();
        let mut open = Vec::new();
        for piece in &pieces {
            builder.push(piece);
            if let Piece::Open(number) = piece {
                open.push(*number);
            }
        }
        for number in open.into_iter().rev() {
            builder.push(&Piece::Close(number));
        }
        let marked = builder.finish();
        let again = Marked::parse(marked.as_str()).unwrap();
        prop_assert_eq!(&again, &marked);
        let text = |marked: &Marked| marked.plain().into_owned();
        let expected: String = pieces.iter().map(|piece| match piece {
            Piece::Text(text) | Piece::Ruby { base: text, .. } => text.as_ref(),
            Piece::Open(_) | Piece::Close(_) | Piece::Void(_) => "",
        }).collect();
        prop_assert_eq!(text(&marked), expected);
    }

    #[test]
    fn hostile_text_is_never_a_panic_and_never_gains_tags(text in "[<>/0-9｜《》 &;lampbr漢]{0,40}") {
        let _ = Marked::parse(&text);
        let marked = Marked::from_plain(&text);
        prop_assert_eq!(marked.plain(), text);
    }
}
