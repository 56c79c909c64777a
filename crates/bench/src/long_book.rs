//! Books far longer than any a person would write, the same every time: sentences from a few words, in two languages.

use anyhow::Result;
use std::fmt::Write as _;
use xtask::publication::{LineDirection, Page, Publication, escape};

/// Every chapter has this many paragraphs, its heading among them.
pub(crate) const PARAGRAPHS_PER_CHAPTER: usize = 100;
/// A word that occurs once, near the end of the book.
pub(crate) const RARE_WORD: &str = "瑠璃鳥";
/// A word of two characters that occurs nearly everywhere.
pub(crate) const COMMON_WORD: &str = "灯台";

const WHO: &[&str] = &[
    "澪は",
    "師匠は",
    "灯台守は",
    "蓮は",
    "その少年は",
    "町の人々は",
    "老人は",
    "旅人は",
    "船頭の娘は",
    "隣の宿の主人は",
    "糸屋の番頭は",
];
const WHERE: &[&str] = &[
    "坂の上で",
    "港の倉庫で",
    "灯台の下で",
    "雨の桟橋で",
    "古い店の奥で",
    "冬の朝の海辺で",
    "誰もいない駅の待合室で",
    "霧の深い岬の道で",
    "祭りの終わった広場で",
];
const WHAT: &[&str] = &[
    "糸玉を数え",
    "手紙を読み",
    "灯台の灯を見つめ",
    "遠い島の話を聞き",
    "銅貨を三枚渡し",
    "黙って糸車を回し",
    "濡れた外套を壁に掛け",
    "昨日の約束を思い出し",
    "古い地図を机に広げ",
    "名前のない鳥の声に耳を澄まし",
    "最後の薪を炉にくべ",
    "閉じた本の背を指でなぞり",
    "船の帰りを待ちながら",
];
const THEN: &[&str] = &[
    "、そっと笑った。",
    "、何も言わなかった。",
    "、また歩き出した。",
    "、長い息を吐いた。",
    "、窓の外を眺めていた。",
    "、もう一度だけ振り返った。",
    "、ゆっくりと首を振った。",
];
const SAID: &[&str] =
    &["「待っていたよ」", "「第３便は、もう来ない」", "「数えたのかい」", "「灯台まで行こう」", "「……うん」"];

const EN_WHO: &[&str] =
    &["the lamplighter", "her master", "the keeper", "a stranger", "the boy", "old Maren", "the traveller"];
const EN_WHERE: &[&str] = &[
    "on the hill",
    "by the harbour store",
    "under the lighthouse",
    "on the rainy pier",
    "behind the old shop",
];
const EN_WHAT: &[&str] = &[
    "counted the reels",
    "read the letter",
    "watched the lighthouse",
    "told of a far island",
    "turned the wheel",
];
const EN_THEN: &[&str] =
    &[" and smiled.", " without a word.", " and went on walking.", " with a long breath."];
const EN_SAID: &[&str] =
    &["“I waited for you,” he said.", "“The third boat will not come.”", "“Did you count them?” she asked."];

/// The language a book is in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Language {
    Japanese,
    English,
}

impl Language {
    /// Its tag.
    pub(crate) const fn code(self) -> &'static str {
        match self {
            Self::Japanese => "ja",
            Self::English => "en",
        }
    }

    /// The language it is translated into.
    pub(crate) const fn target(self) -> &'static str {
        match self {
            Self::Japanese => "en",
            Self::English => "zh-Hans",
        }
    }

    /// A word that occurs nearly everywhere.
    pub(crate) const fn common_word(self) -> &'static str {
        match self {
            Self::Japanese => COMMON_WORD,
            Self::English => "lighthouse",
        }
    }
}

/// A book as a file of this kind.
pub(crate) fn file(language: Language, ending: &str, n_chapters: usize) -> Result<Vec<u8>> {
    if ending == "epub" { epub(language, n_chapters) } else { Ok(text(language, n_chapters).into_bytes()) }
}

/// As plain text with headings.
pub(crate) fn text(language: Language, n_chapters: usize) -> String {
    let mut out = String::new();
    for number in 1..=n_chapters {
        for line in chapter(language, number, n_chapters) {
            out.push_str(&line);
            out.push_str(if language == Language::English { "\n\n" } else { "\n" });
        }
        out.push('\n');
    }
    out
}

/// As EPUB, one file per chapter.
pub(crate) fn epub(language: Language, n_chapters: usize) -> Result<Vec<u8>> {
    let page = |number: usize| {
        let mut lines = chapter(language, number, n_chapters);
        let title = lines.remove(0);
        let mut body = format!("<h2>{}</h2>\n", escape(&title));
        for line in lines {
            // Writing to a string cannot fail.
            let _ = writeln!(body, "<p>{}</p>", with_inline(&escape(&line)));
        }
        Page { name: format!("chapter-{number}"), title, role: "chapter", body }
    };
    let is_japanese = language == Language::Japanese;
    let style = if is_japanese { "html { writing-mode: vertical-rl; }\n" } else { "p { margin: 0; }\n" };
    let publication = Publication {
        title: if is_japanese { "長い本" } else { "A Long Book" }.to_owned(),
        author: "Tsumugi contributors".to_owned(),
        language: language.code(),
        identifier: "urn:uuid:00000000-0000-4000-8000-000000050000".to_owned(),
        modified: "2026-01-01T00:00:00Z".to_owned(),
        rights: "Apache-2.0".to_owned(),
        direction: if is_japanese { LineDirection::Vertical } else { LineDirection::Horizontal },
        style: style.to_owned(),
        drawing: None,
        pages: (1..=n_chapters).map(page).collect(),
    };
    publication.write()
}

fn with_inline(line: &str) -> String {
    line.replace("澪", "<ruby>澪<rt>みお</rt></ruby>").replace("far island", "<em>far island</em>")
}

/// The heading and the paragraphs of one chapter.
fn chapter(language: Language, number: usize, n_chapters: usize) -> Vec<String> {
    let mut lines = vec![match language {
        Language::Japanese => format!("第{number}話　{}", pick(WHERE, number)),
        Language::English => format!("Chapter {number}"),
    }];
    for line in 1..PARAGRAPHS_PER_CHAPTER {
        // Two steps that share no factor with the word lists give every combination its turn.
        let turn = number * 7919 + line * 104_729;
        lines.push(match language {
            Language::Japanese => japanese(turn, line, number),
            Language::English => english(turn, line, number),
        });
    }
    if number == n_chapters
        && let Some(last) = lines.last_mut()
    {
        last.push_str(RARE_WORD);
    }
    lines
}

fn japanese(turn: usize, line: usize, number: usize) -> String {
    let sentence = |turn: usize| {
        let (who, place) = (pick(WHO, turn), pick(WHERE, turn / 3));
        format!("{who}{place}{}{}", pick(WHAT, turn / 7), pick(THEN, turn / 11))
    };
    // About 47 characters on average, as in novels: dialogue, and narration of two sentences.
    match turn % 5 {
        0 => pick(SAID, turn / 5).to_owned(),
        1 | 3 => format!("　{}{}", sentence(turn), sentence(turn + 17)),
        _ => format!("　{}{}（{line}／{number}）", sentence(turn), sentence(turn + 13)),
    }
}

fn english(turn: usize, line: usize, number: usize) -> String {
    let sentence = |turn: usize| {
        let (who, place) = (pick(EN_WHO, turn), pick(EN_WHERE, turn / 3));
        format!("That evening {who} {place} {}{}", pick(EN_WHAT, turn / 7), pick(EN_THEN, turn / 11))
    };
    match turn % 5 {
        0 | 3 => pick(EN_SAID, turn / 5).to_owned(),
        1 => sentence(turn),
        _ => format!("{} {} ({line} of {number})", sentence(turn), sentence(turn + 13)),
    }
}

fn pick(words: &'static [&'static str], turn: usize) -> &'static str {
    turn.checked_rem(words.len()).and_then(|index| words.get(index)).copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::{COMMON_WORD, Language, PARAGRAPHS_PER_CHAPTER, RARE_WORD, text};

    #[test]
    fn the_book_has_its_length_its_rare_word_and_its_common_one() {
        let text = text(Language::Japanese, 3);
        assert_eq!(text.lines().filter(|line| !line.is_empty()).count(), 3 * PARAGRAPHS_PER_CHAPTER);
        assert_eq!(text.matches(RARE_WORD).count(), 1);
        assert!(text.matches(COMMON_WORD).count() > 50);
    }
}
