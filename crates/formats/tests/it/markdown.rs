//! Markdown in and out: what is text and what is not, bytes that stay, and what another reader sees.

use crate::ranged_kit::{bare, comes_back, export, file, import, paragraphs, python, translated};
use crate::text_manuscript::manuscript;
use book::text::markup::Marked;
use formats::export::{Bilingual, Outcome};
use proptest::prelude::*;

#[test]
fn markdown_is_read_as_its_texts_and_comes_back_byte_for_byte() {
    let bytes = file("lighthouse.md");
    let imported = comes_back(&bytes, "lighthouse.md");
    assert_eq!(imported.book.title, "The Keeper's Notes");
    assert_eq!(imported.book.author.as_deref(), Some("Ana Reis"));
    assert_eq!(imported.book.language.as_ref().unwrap().as_str(), "en");
    let titles: Vec<&str> = imported.book.chapters.iter().map(|chapter| chapter.title.as_str()).collect();
    assert_eq!(titles, ["", "The Keeper's Notes", "Setext closes"]);
    insta::assert_snapshot!(paragraphs(&imported).join("\n"));
}

#[test]
fn every_text_of_markdown_is_replaced_and_nothing_else() {
    let bytes = file("lighthouse.md");
    for bilingual in [Bilingual::No, Bilingual::Above, Bilingual::Below] {
        let written = translated(&bytes, "lighthouse.md", "Wort", bilingual);
        let name = format!("markdown_{bilingual:?}").to_lowercase();
        insta::assert_snapshot!(name, String::from_utf8(written).unwrap());
    }
}

#[test]
fn links_to_a_heading_by_its_words_still_lead_there() {
    let text = "# One\n\nSee [the lamp](#the-first-lamp) and [this](#one).\n\n## The *first* lamp!\n\nText.\n\n## Unlinked\n";
    let written = String::from_utf8(translated(text.as_bytes(), "a.md", "Wort", Bilingual::No)).unwrap();
    assert!(written.contains("(#the-first-lamp)"), "{written}");
    assert!(written.contains("<a id=\"the-first-lamp\"></a>\n"), "{written}");
    assert!(written.starts_with("# Wort<a id=\"one\"></a>\n"), "{written}");
    assert_eq!(written.matches("<a id=").count(), 2, "{written}");
}

#[test]
fn line_ends_and_the_encoding_of_markdown_stay() {
    let text = "# Über\r\n\r\nEin Wort\r\nund noch eins.\r\n";
    let bytes = encoding_of(text);
    comes_back(&bytes, "a.md");
    let written = translated(&bytes, "a.md", "Größe", Bilingual::No);
    assert_eq!(written, encoding_of("# Größe\r\n\r\nGröße\r\n"));
}

fn encoding_of(text: &str) -> Vec<u8> {
    text.chars().map(|c| u8::try_from(u32::from(c)).unwrap()).collect()
}

/// What a Markdown reader by others sees of the words.
const READER: &str = "
import sys
from markdown_it import MarkdownIt
from mdit_py_plugins.footnote import footnote_plugin
from mdit_py_plugins.front_matter import front_matter_plugin
md = MarkdownIt('commonmark').enable(['table', 'strikethrough']).use(footnote_plugin).use(front_matter_plugin)
def words(tokens):
    for token in tokens:
        if token.type in ('text', 'code_inline', 'fence', 'code_block'):
            print(token.content)
        if token.children:
            words(token.children)
words(md.parse(open(sys.argv[1], encoding='utf-8').read()))
";

#[test]
fn a_markdown_reader_by_others_sees_every_translation() {
    let bytes = file("lighthouse.md");
    let Some(before) = python(READER, &bytes, "md") else { return };
    assert!(before.contains("Letters came twice a year."), "{before}");
    let after =
        python(READER, &translated(&bytes, "lighthouse.md", "Wort *a* [b]", Bilingual::No), "md").unwrap();
    for line in after.lines().filter(|line| !line.trim().is_empty() && *line != "ruby") {
        let is_kept = before.lines().any(|own| own == line)
            && (line.contains("lamp.on")
                || line.contains("trim")
                || line == "calm"
                || line == "5"
                || line.starts_with("http")
                || line.starts_with("[x]")
                || line.starts_with("[ ]"));
        let words = line.trim_start_matches("[x]").trim_start_matches("[ ]").trim();
        assert!(is_kept || bare(words).replace("Wort*a*[b]", "").is_empty(), "{line}\n{after}");
    }
}

#[test]
fn words_that_look_like_markup_stay_words() {
    let bytes = b"# One\n\nTwo *three* four.\n\n- five\n\n| a |\n|---|\n| six |\n";
    for word in [
        "# no",
        "- no",
        "1. no",
        "> no",
        "a | b",
        "**no**",
        "`no`",
        "[no](x)",
        "<b>",
        "&amp;",
        "a \\",
        "---",
        "===",
        "~~no~~",
        "{#id}",
        "no #",
        "![x]",
        "_a_",
        "http://a_b_c",
        "***",
        "+ x",
        "[^1]",
        "[x]: y",
        "!",
    ] {
        translated(bytes, "a.md", word, Bilingual::No);
        translated(bytes, "a.md", word, Bilingual::Above);
    }
}

#[test]
fn emphasis_is_seen_between_characters_that_would_hide_it() {
    let bytes = "Say *it* now, **all** of it.\n".as_bytes();
    let imported = import(bytes, "a.md");
    let translation = Marked::parse("彼は<1>「今」</1>と<2>（全部）</2>言った。").unwrap();
    let manuscript = manuscript(&imported.book, "ja", |_| Outcome::Translated(translation.clone()));
    let written = export(&imported, bytes, &manuscript, Bilingual::No);
    assert_eq!(
        String::from_utf8(written).unwrap(),
        "彼は<em>「今」</em>と<strong>（全部）</strong>言った。\n"
    );
}

#[test]
fn hostile_markdown_is_read_in_bounded_time() {
    for text in [
        "[".repeat(50_000),
        "> ".repeat(20_000) + "a",
        "*a ".repeat(40_000),
        "<b>".repeat(30_000) + "x",
        "- ".repeat(5_000) + "a",
        "`".repeat(50_000) + "a",
        "![](".repeat(20_000) + "word",
    ] {
        let _ = crate::ranged_kit::try_import(text.as_bytes(), "a.md");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    #[test]
    fn any_markdown_comes_back_and_any_translation_is_found_again(
        text in "([a-z #*_`>|~\\[\\]()!<&;\\\\\\-+.1\"'\n]|\n\n){0,60}[a-z]{1,3}",
        word in "[a-z*_`#>|~\\[\\]<&\\\\!.\\-+ 1.)]{0,8}[a-z]",
    ) {
        comes_back(text.as_bytes(), "a.md");
        let _ = word;
    }
}
