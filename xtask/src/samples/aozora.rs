//! A story as plain text in the notation of Aozora Bunko, with a header and a colophon of our own.

use super::inline::{Inline, is_kanji};
use super::story::{Block, Chapter, Story};

const KEY: &str = "\
-------------------------------------------------------
【テキスト中に現れる記号について】

《》：ルビ
（例）師匠《せんせい》

｜：ルビの付く文字列の始まりを特定する記号
（例）｜紡ぎ手《つむぎて》

［＃］：入力者注　主に見出し、字下げ、傍点の位置の指定
（例）おまえ［＃「おまえ」に傍点］
-------------------------------------------------------
";

/// Writes the story.
pub(crate) fn write(story: &Story) -> String {
    let Story { title, author, rights, .. } = story;
    let chapters: String = story.chapters.iter().map(chapter).collect();
    format!(
        "{title}\n{author}\n\n{KEY}{chapters}\n\n\n\
         底本：「{title}」書き下ろし\n　　　2026（令和8）年1月1日第1版\n入力：{author}\n校正：{author}\n\
         ライセンス：{rights}\nこの作品は、Tsumugiの見本として書かれたものです。ライセンスに従い、自由に使えます。\n"
    )
}

fn chapter(chapter: &Chapter) -> String {
    let heading = &chapter.heading;
    let blocks: String = chapter.blocks.iter().map(block).collect();
    format!("\n［＃３字下げ］{heading}［＃「{heading}」は大見出し］\n\n{blocks}")
}

fn block(block: &Block) -> String {
    match block {
        Block::Gap => "\n".to_owned(),
        Block::Break(signs) => format!("　　　　　{signs}\n"),
        Block::Paragraph(line) => text(line) + "\n",
        Block::Verse(lines) | Block::Letter(lines) => {
            let lines: String = lines.iter().map(|line| text(line) + "\n").collect();
            format!("［＃ここから２字下げ］\n{lines}［＃ここで字下げ終わり］\n")
        }
        Block::Note(number, line) => format!("（注{}）{}\n", full_width(*number), text(line)),
    }
}

fn text(line: &[Inline]) -> String {
    let mut after_kanji = false;
    line.iter()
        .map(|piece| {
            let written = match piece {
                Inline::Text(text) => text.clone(),
                Inline::Emphasis(text) => format!("{text}［＃「{text}」に傍点］"),
                Inline::Ruby { base, reading } => {
                    // Without the sign a reader takes every kanji before the reading for its base.
                    let sign = if base.chars().all(is_kanji) && !after_kanji { "" } else { "｜" };
                    format!("{sign}{base}《{reading}》")
                }
                Inline::NoteMark(number) => format!("（注{}）", full_width(*number)),
            };
            after_kanji = written.chars().next_back().is_some_and(is_kanji);
            written
        })
        .collect()
}

fn full_width(number: u32) -> String {
    number
        .to_string()
        .chars()
        .map(|digit| char::from_u32(u32::from(digit) + 0xfee0).unwrap_or(digit))
        .collect()
}
