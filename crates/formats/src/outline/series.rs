//! Headings that are nothing but a number, or carry a mark: only a series with text between tells them from chance.

use super::View;
use super::arrange::Rank;
use super::numeral::{self, Style};
use super::pattern::{Candidate, QUOTES};

/// A series goes on over so many numbers, the missing ones counted.
const MAX_GAP: u32 = 3;

/// Marks that begin a heading where a text has no better ones.
const MARKS: [char; 12] = ['■', '◆', '◇', '□', '★', '☆', '●', '○', '▼', '▽', '§', '◎'];

/// The best series of headings in a text that has no named ones; `volumes` are blocks after which counting starts anew.
pub(super) fn find(view: &View<'_>, volumes: &[usize]) -> Vec<(usize, Candidate)> {
    let mut best: Vec<(usize, Candidate)> = Vec::new();
    for style in [Style::Han, Style::Roman, Style::Digits] {
        for has_title in [false, true] {
            let series = numbered(view, volumes, style, has_title);
            let needed = if has_title { 3 } else { 2 };
            if series.len() >= needed && series.len() > best.len() {
                best = series;
            }
        }
    }
    if best.is_empty() { marked(view) } else { best }
}

fn numbered(view: &View<'_>, volumes: &[usize], style: Style, has_title: bool) -> Vec<(usize, Candidate)> {
    let mut series: Vec<(usize, Candidate)> = Vec::new();
    let mut last: Option<u32> = None;
    for block in view.body.clone() {
        let Some((found, value, is_bare)) = number_at(view.text(block)) else { continue };
        let stands_alone = view.is_blank_before(block) && view.is_blank_after(block);
        if found != style || is_bare == has_title || !stands_alone {
            continue;
        }
        let previous = series.last().map(|(block, _)| *block);
        let new_volume = starts_anew(volumes, previous, block);
        // A number may be missing, and sections of the next volume count from one again.
        let is_new_count = value == 1 && (new_volume || series.len() >= 3);
        let follows =
            last.map_or(value <= 1, |last| (last + 1..=last + MAX_GAP).contains(&value) || is_new_count);
        let has_text = || previous.is_none_or(|previous| view.n_chars_between(previous, block) > 0);
        if follows && has_text() {
            last = Some(value);
            series.push((block, candidate(view.text(block), value.to_string(), is_bare)));
        }
    }
    series
}

/// Whether a volume begins between two blocks.
fn starts_anew(volumes: &[usize], previous: Option<usize>, block: usize) -> bool {
    let before = volumes.partition_point(|volume| *volume < block);
    let nearest = before.checked_sub(1).and_then(|position| volumes.get(position));
    nearest.is_some_and(|volume| previous.is_none_or(|previous| previous < *volume))
}

/// The number a line consists of or begins with.
fn number_at(text: &str) -> Option<(Style, u32, bool)> {
    if text.is_empty() || text.chars().count() > 60 {
        return None;
    }
    let inner = text.trim_matches(|character: char| {
        character.is_whitespace()
            || "-—―─–・.．。、:：()（）[]［］【】〈〉<>＜＞〔〕*＊§#".contains(character)
    });
    if let Some((style, value)) = numeral::parse(inner) {
        return Some((style, value, true));
    }
    if text.ends_with(['。', '、', '，', ',', ';', '.', '」', '』', '”', '"', '！', '!'])
        || text.starts_with(QUOTES)
    {
        return None;
    }
    let (head, title) =
        inner.split_once(['.', '．', '、', ':', '：', ')', '）', ' ', '\u{3000}', '】', '〉'])?;
    let (style, value) = numeral::parse(head)?;
    (!title.trim().is_empty()).then_some((style, value, false))
}

fn marked(view: &View<'_>) -> Vec<(usize, Candidate)> {
    let mut best: Vec<(usize, Candidate)> = Vec::new();
    for mark in MARKS {
        let series: Vec<(usize, Candidate)> = view
            .body
            .clone()
            .filter(|block| view.is_blank_before(*block) && view.is_blank_after(*block))
            .filter(|block| is_marked(view.text(*block), mark))
            .map(|block| (block, candidate(view.text(block), view.text(block).to_owned(), false)))
            .collect();
        let have_text = series.windows(2).all(|pair| match pair {
            [(one, _), (next, _)] => view.n_chars_between(*one, *next) > 0,
            _ => true,
        });
        if series.len() >= 2 && have_text && series.len() > best.len() {
            best = series;
        }
    }
    best
}

fn is_marked(text: &str, mark: char) -> bool {
    let Some(title) = text.strip_prefix(mark) else { return false };
    let title = title.trim_matches(|character: char| character == mark || character.is_whitespace());
    (1..=30).contains(&title.chars().count())
        && title.chars().any(char::is_alphanumeric)
        && !title.ends_with(['。', '、', '，', ',', '.', '」', '』', '”'])
}

fn candidate(text: &str, key: String, is_bare: bool) -> Candidate {
    let title = text.trim_matches(|character: char| MARKS.contains(&character) || character.is_whitespace());
    Candidate { rank: Rank::Level(3), is_firm: false, is_bare, key, title: title.to_owned() }
}
