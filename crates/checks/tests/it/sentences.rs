//! Sentences are counted as a reader counts them, and one that was lost is named.

use checks::language::LanguageProfile;
use checks::language::length::LengthStatistics;
use checks::language::lexicon::Lexicon;
use checks::text::alignment::{LostSentence, lost_sentence};
use checks::text::sentence::split;
use checks::text::view::View;
use std::borrow::Cow;

fn count(text: &str) -> usize {
    split(&text.chars().collect::<Vec<_>>()).len()
}

#[test]
fn sentences_are_counted_as_a_reader_counts_them() {
    assert_eq!(count("Mr. Smith came. “Really?” he asked. Yes!"), 4);
    assert_eq!(count("「本当か？」彼は聞いた。はい！"), 3);
    assert_eq!(count("Well… maybe. It costs 3.50 in the shop."), 2);
    for ellipsis in ["…", "……", "...", "。。。", "・・・"] {
        assert_eq!(count(&format!("もし{ellipsis}そう。")), 1, "{ellipsis}");
        assert_eq!(count(&format!("Well{ellipsis} maybe.")), 1, "{ellipsis}");
        assert_eq!(count(&format!("Well{ellipsis} Maybe.")), 2, "{ellipsis}");
    }
    assert_eq!(count("＊＊＊"), 0);
    assert_eq!(count("no end"), 1);
}

fn lost(source: &str, translation: &str) -> LostSentence {
    let language = |tag: &str| LanguageProfile::look_up(&tag.parse().unwrap());
    let lengths = LengthStatistics::usual(&language("en"), &language("de")).unwrap();
    let view = |text: &'static str| View::new(Cow::Borrowed(text), &Lexicon::default());
    let leak = |text: &str| -> &'static str { text.to_owned().leak() };
    lost_sentence(&view(leak(source)), &view(leak(translation)), &lengths).unwrap()
}

const SOURCE: &str =
    "The door opened a little. Who was there at such an hour? An old man looked at her. He said no word.";

#[test]
fn the_sentence_without_a_partner_is_named() {
    let found =
        lost(SOURCE, "Die Tür öffnete sich ein wenig. Ein alter Mann sah sie an. Er sagte kein Wort.");
    assert!(found.gain > 1.5, "{found:?}");
    assert_eq!(found.sentence.start, 25);
}

#[test]
fn joined_and_split_sentences_are_no_loss() {
    let joined = "Die Tür öffnete sich ein wenig – wer war da um diese Zeit? Ein alter Mann sah sie an, sagte aber kein Wort.";
    let split = "Die Tür ging auf. Aber nur ein wenig. Wer war da um diese Zeit? Ein alter Mann sah sie an. Er sagte kein Wort.";
    assert!(lost(SOURCE, joined).gain < 1.0, "{:?}", lost(SOURCE, joined));
    assert!(lost(SOURCE, split).gain < 1.0, "{:?}", lost(SOURCE, split));
}

#[test]
fn a_long_paragraph_is_paired_near_the_diagonal_only() {
    let text = "Ein Satz mit sechs Wörtern hier. ".repeat(3_000);
    assert!(lost(&text, &text).gain < 0.5);
}
