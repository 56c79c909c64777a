//! Which paragraphs are work.

use book::text::markup::Marked;
use book::text::paragraph::{ParagraphKind, is_symbols_only, is_work};

#[test]
fn scene_breaks_are_symbols_and_speech_is_not() {
    for line in ["◇◇◇", "＊＊＊", "……", "***", "—", "☆　☆"] {
        assert!(is_symbols_only(line), "{line}");
    }
    for line in ["", "　", "「……」", "！？", "3", "あ", "一", "* a *"] {
        assert!(!is_symbols_only(line), "{line}");
    }
}

#[test]
fn notation_and_symbols_are_no_work() {
    assert!(is_work(ParagraphKind::Body, &Marked::from_plain("「……」")));
    assert!(!is_work(ParagraphKind::Notation, &Marked::from_plain("［＃改ページ］")));
    assert!(!is_work(ParagraphKind::Body, &Marked::from_plain("◇◇◇")));
    assert!(!is_work(ParagraphKind::Body, &Marked::from_plain("　")));
}
