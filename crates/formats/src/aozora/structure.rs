//! The parts of an Aozora file: header, legend, story, colophon, and the headings its notes name.

use super::line::Line;
use super::note::HeadingLevel;
use crate::decode::TextFile;
use crate::outline::{self, Heading, Rank, View};
use std::ops::Range;

/// Headings of the highest level further apart than this are volumes if there are lower ones.
const VOLUME_CHARS: usize = 15_000;

/// Lines that only Aozora notation has.
const SIGNS: [&str; 12] = [
    "見出し］",
    "字下げ］",
    "傍点］",
    "字上げ］",
    "改ページ］",
    "改丁］",
    "水準",
    "地付き］",
    "字下げ終わり］",
    "太字］",
    "傍線］",
    "【テキスト中に現れる記号について】",
];

/// What a file says about itself, and where its story stands.
pub(super) struct Frame {
    pub(super) body: Range<usize>,
    pub(super) title: Option<String>,
    pub(super) author: Option<String>,
    /// Whether the file has the legend of the library and not its end.
    pub(super) is_cut: bool,
}

/// Whether a text uses the notation.
pub(super) fn has_notation(file: &TextFile<'_>) -> bool {
    let texts = || file.lines.iter().map(|line| line.text);
    let has_sign = texts().any(|text| {
        let has_note = text.contains("［＃");
        SIGNS.iter().any(|sign| text.contains(sign) && (has_note || sign.starts_with('【')))
    });
    has_sign || has_ruby(texts())
}

/// Whether a text without any notation ends as those of the library do.
pub(super) fn has_colophon(file: &TextFile<'_>) -> bool {
    const LENGTH: usize = 40;
    let n_lines = file.lines.len();
    let mut end = file.lines.range(n_lines.saturating_sub(LENGTH)..n_lines);
    let mut rest = end.by_ref().skip_while(|line| !line.text.starts_with("底本："));
    rest.any(|line| line.text.contains("青空文庫"))
}

/// Web novels borrow the ruby alone: readings in kana, nearly everywhere where the brackets stand at all.
fn has_ruby<'a>(texts: impl Iterator<Item = &'a str>) -> bool {
    let (mut n_brackets, mut n_ruby, mut n_bars) = (0_usize, 0_usize, 0_usize);
    for text in texts {
        for (at, _) in text.match_indices('《') {
            n_brackets += 1;
            let (before, after) = text.split_at(at);
            let reading: String =
                after.chars().skip(1).take(40).take_while(|character| *character != '》').collect();
            let is_kana = !reading.is_empty()
                && reading
                    .chars()
                    .all(|character| matches!(character, '\u{3041}'..='\u{30ff}' | '\u{3000}' | ' '));
            let base = before.chars().next_back();
            let is_based = base.is_some_and(|base| ('\u{3400}'..='\u{9fff}').contains(&base) || base == '々');
            let mut near = before.chars().rev().take(40).take_while(|character| *character != '》');
            let has_bar = near.any(|character| character == '｜');
            n_ruby += usize::from((is_kana && is_based) || has_bar);
            n_bars += usize::from(has_bar);
        }
    }
    (n_ruby >= 3 || n_bars >= 1) && n_ruby * 10 >= n_brackets * 8
}

/// Where title, legend and colophon stand.
pub(super) fn frame(texts: &[&str]) -> Frame {
    let legend_end = legend_end(texts);
    let is_colophon = |at: usize, text: &str| {
        let follows_blank =
            at.checked_sub(1).and_then(|before| texts.get(before)).is_none_or(|text| text.is_empty());
        follows_blank && (text.starts_with("底本：") || text.starts_with("底本:"))
    };
    let from = legend_end.unwrap_or_default();
    let colophon =
        texts.iter().enumerate().skip(from).find(|(at, text)| is_colophon(*at, text)).map(|(at, _)| at);
    let header: Vec<&str> = texts.iter().take_while(|text| !text.is_empty()).take(7).copied().collect();
    // Without the parts that only the library writes, nothing but their shape tells title and author from a story.
    let is_framed = legend_end.is_some() || colophon.is_some();
    let is_header = if is_framed {
        (1..=6).contains(&header.len()) && header.iter().all(|text| text.chars().count() <= 60)
    } else {
        (2..=4).contains(&header.len()) && header.iter().all(|text| is_name(text))
    };
    if !is_framed && !is_header {
        return Frame { body: 0..texts.len(), title: None, author: None, is_cut: false };
    }
    let header = if is_header { header } else { Vec::new() };
    let names: Vec<&str> =
        header.iter().skip(1).copied().filter(|name| !name.ends_with(['訳', '編'])).collect();
    Frame {
        body: legend_end.unwrap_or(header.len())..colophon.unwrap_or(texts.len()),
        title: header.first().map(|title| (*title).to_owned()),
        author: names.last().map(|author| (*author).to_owned()),
        is_cut: legend_end.is_some() && colophon.is_none(),
    }
}

/// Whether a line may be a title or somebody's name: short, no sentence, no speech, no heading.
fn is_name(text: &str) -> bool {
    const MAX_CHARS: usize = 30;
    let is_sentence = text.contains(['。', '、', '「', '」', '！', '？', '…', '［']);
    text.chars().count() <= MAX_CHARS && !is_sentence && outline::rank_of(text).is_none()
}

/// The line after the explanation of the notation, which stands between two rules.
fn legend_end(texts: &[&str]) -> Option<usize> {
    let is_rule = |text: &str| text.len() >= 10 && text.bytes().all(|byte| byte == b'-');
    let first = texts.iter().take(60).position(|text| is_rule(text))?;
    let length = texts.iter().skip(first + 1).take(80).position(|text| is_rule(text))?;
    let inside = texts.get(first + 1..=first + length)?;
    inside.iter().any(|text| text.contains("記号について")).then_some(first + length + 2)
}

/// The headings that notes name.
pub(super) fn headings(lines: &[Line], view: &View<'_>) -> Vec<Heading> {
    let noted = noted(lines, view);
    let chapter = chapter_level(&noted, view);
    let rank = |level: HeadingLevel| match level.cmp(&chapter) {
        std::cmp::Ordering::Less => Rank::Level(u8::from(level != HeadingLevel::Large)),
        std::cmp::Ordering::Equal => Rank::Level(2),
        std::cmp::Ordering::Greater => Rank::Level(4),
    };
    noted.into_iter().map(|(blocks, level, title)| Heading { blocks, rank: rank(level), title }).collect()
}

type NotedHeading = (Range<usize>, HeadingLevel, String);

fn noted(lines: &[Line], view: &View<'_>) -> Vec<NotedHeading> {
    let mut noted: Vec<NotedHeading> = Vec::new();
    let mut block: Option<HeadingLevel> = None;
    for (index, line) in lines.iter().enumerate().take(view.body.end).skip(view.body.start) {
        let text = view.texts.get(index).copied().unwrap_or_default();
        block = line.opens_block.or(block);
        if let Some(heading) = &line.heading {
            noted.push((index..index + 1, heading.level, heading.title.clone()));
        } else if let Some(level) = block
            && !text.is_empty()
        {
            match noted.last_mut() {
                Some((blocks, last, title)) if *last == level && blocks.end == index => {
                    title.extend([" ", text]);
                    blocks.end = index + 1;
                }
                _ => noted.push((index..index + 1, level, text.to_owned())),
            }
        }
        if line.closes_block {
            block = None;
        }
    }
    noted
}

/// Which level makes chapters: the highest, unless it names volumes and there is a lower one.
fn chapter_level(noted: &[NotedHeading], view: &View<'_>) -> HeadingLevel {
    let levels = [HeadingLevel::Large, HeadingLevel::Middle, HeadingLevel::Small];
    let mut used = levels.into_iter().filter(|level| noted.iter().any(|(_, own, _)| own == level));
    let Some(top) = used.next() else { return HeadingLevel::Middle };
    let Some(second) = used.next() else { return top };
    let titles = || noted.iter().filter(|(_, level, _)| *level == top).map(|(_, _, title)| title.as_str());
    let n_top = titles().count();
    let ranked = |wanted: fn(u8) -> bool| {
        titles()
            .filter(|title| matches!(outline::rank_of(title), Some(Rank::Level(level)) if wanted(level)))
            .count()
    };
    let n_chars: usize = view.texts.iter().map(|text| text.chars().count()).sum();
    let names_chapters = ranked(|level| level >= 2) * 2 > n_top;
    let names_volumes = ranked(|level| level < 2) * 2 > n_top;
    let is_long = n_chars / n_top.max(1) > VOLUME_CHARS;
    if names_volumes || (is_long && !names_chapters) { second } else { top }
}
