//! Which sources predict trouble.

use book::id::{ChapterId, ParagraphId};
use book::text::markup::Marked;
use book::text::paragraph::{ParagraphKind, Place};
use runner::risk::predicts_trouble;
use store::record::{Freshness, ParagraphRecord};

fn paragraph(text: &str, kind: ParagraphKind) -> ParagraphRecord {
    ParagraphRecord {
        id: ParagraphId::from_number(1),
        chapter: ChapterId::from_number(1),
        index: 0,
        position: 0,
        text: Marked::from_written(text.to_owned()),
        tags: Vec::new(),
        kind,
        place: Place { part: 0, block: 0 },
        is_empty: false,
        translation: None,
        version: None,
        review: book::text::review::ReviewState::Draft,
        rehearsal: None,
        by_rehearsal: false,
        locked: false,
        freshness: Freshness::Fresh,
    }
}

#[test]
fn ordinary_prose_and_speech_predict_no_trouble() {
    for text in ["「本当か？」と彼は聞いた。", "It was 1984. The clocks struck thirteen, and he slipped in."]
    {
        assert!(!predicts_trouble(&paragraph(text, ParagraphKind::Body)), "{text}");
    }
}

#[test]
fn verse_and_endless_or_crowded_paragraphs_do() {
    assert!(predicts_trouble(&paragraph("春の海", ParagraphKind::Verse)));
    assert!(predicts_trouble(&paragraph(&"坂の上の店で糸を数え、".repeat(60), ParagraphKind::Body)));
    let crowded = "In 1812 he had 3 ships. He lost 2 of them. ".repeat(6);
    assert!(predicts_trouble(&paragraph(&crowded, ParagraphKind::Body)));
}
