//! A book far longer than any a person would write, the same every time: Japanese-like sentences from a few words.

use crate::publication::{Direction, Page, Publication, escape};
use anyhow::Result;
use std::fmt::Write as _;

/// Every chapter has this many paragraphs, its heading among them.
pub(crate) const PARAGRAPHS_PER_CHAPTER: usize = 100;
/// A word that occurs once, near the end of the book.
pub(crate) const RARE_WORD: &str = "瑠璃鳥";
/// A word of two characters that occurs nearly everywhere.
pub(crate) const COMMON_WORD: &str = "灯台";

const WHO: &[&str] = &["澪は", "師匠は", "灯台守は", "蓮は", "その少年は", "町の人々は", "老人は", "旅人は"];
const WHERE: &[&str] =
    &["坂の上で", "港の倉庫で", "灯台の下で", "雨の桟橋で", "古い店の奥で", "冬の朝の海辺で"];
const WHAT: &[&str] = &[
    "糸玉を数え",
    "手紙を読み",
    "灯台の灯を見つめ",
    "遠い島の話を聞き",
    "銅貨を三枚渡し",
    "黙って糸車を回し",
];
const THEN: &[&str] =
    &["、そっと笑った。", "、何も言わなかった。", "、また歩き出した。", "、長い息を吐いた。"];
const SAID: &[&str] =
    &["「待っていたよ」", "「第３便は、もう来ない」", "「数えたのかい」", "「灯台まで行こう」", "「……うん」"];

/// As plain text with headings.
pub(crate) fn text(n_chapters: usize) -> String {
    let mut out = String::new();
    for number in 1..=n_chapters {
        for line in chapter(number, n_chapters) {
            out.push_str(&line);
            out.push('\n');
        }
        out.push('\n');
    }
    out
}

/// As EPUB, one file per chapter.
pub(crate) fn epub(n_chapters: usize) -> Result<Vec<u8>> {
    let page = |number: usize| {
        let mut lines = chapter(number, n_chapters);
        let title = lines.remove(0);
        let mut body = format!("<h2>{}</h2>\n", escape(&title));
        for line in lines {
            // Writing to a string cannot fail.
            let _ = writeln!(body, "<p>{}</p>", with_ruby(&escape(&line)));
        }
        Page { name: format!("chapter-{number}"), title, role: "chapter", body }
    };
    let publication = Publication {
        title: "長い本".to_owned(),
        author: "Tsumugi contributors".to_owned(),
        language: "ja",
        identifier: "urn:uuid:00000000-0000-4000-8000-000000050000".to_owned(),
        modified: "2026-01-01T00:00:00Z".to_owned(),
        rights: "Apache-2.0".to_owned(),
        direction: Direction::Vertical,
        style: "html { writing-mode: vertical-rl; }\n".to_owned(),
        drawing: None,
        pages: (1..=n_chapters).map(page).collect(),
    };
    publication.write()
}

fn with_ruby(line: &str) -> String {
    line.replace("澪", "<ruby>澪<rt>みお</rt></ruby>")
}

/// The heading and the paragraphs of one chapter.
fn chapter(number: usize, n_chapters: usize) -> Vec<String> {
    let mut lines = vec![format!("第{number}話　{}", pick(WHERE, number))];
    for line in 1..PARAGRAPHS_PER_CHAPTER {
        // Two steps that share no factor with the word lists give every combination its turn.
        let turn = number * 7919 + line * 104_729;
        let sentence = |turn: usize| {
            let (who, place) = (pick(WHO, turn), pick(WHERE, turn / 3));
            format!("{who}{place}{}{}", pick(WHAT, turn / 7), pick(THEN, turn / 11))
        };
        lines.push(match turn % 5 {
            0 | 3 => pick(SAID, turn / 5).to_owned(),
            1 => format!("　{}", sentence(turn)),
            _ => format!("　{}{}（{line}／{number}）", sentence(turn), sentence(turn + 13)),
        });
    }
    if number == n_chapters
        && let Some(last) = lines.last_mut()
    {
        last.push_str(RARE_WORD);
    }
    lines
}

fn pick(words: &'static [&'static str], turn: usize) -> &'static str {
    turn.checked_rem(words.len()).and_then(|index| words.get(index)).copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::{COMMON_WORD, PARAGRAPHS_PER_CHAPTER, RARE_WORD, text};

    #[test]
    fn the_book_has_its_length_its_rare_word_and_its_common_one() {
        let text = text(3);
        assert_eq!(text.lines().filter(|line| !line.is_empty()).count(), 3 * PARAGRAPHS_PER_CHAPTER);
        assert_eq!(text.matches(RARE_WORD).count(), 1);
        assert!(text.matches(COMMON_WORD).count() > 50);
    }
}
