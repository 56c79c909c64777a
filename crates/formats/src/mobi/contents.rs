//! The table of contents of a Kindle book: where its chapters begin in the text, and what they are called.

use super::container::Container;
use super::index::{Entry, Table};
use crate::epub::unescape;
use crate::template::DraftParagraph;
use book::text::markup::Marked;
use book::text::paragraph::ParagraphKind;
use std::collections::{HashSet, VecDeque};

/// What stands in the text where an entry leads to, around its number: characters that no book has.
const MARKS: [char; 2] = ['\u{f8f0}', '\u{f8f1}'];
/// So many entries one below the other are the page of contents, and not chapters.
const LIST: usize = 3;
const CONTENTS: [&str; 8] = [
    "contents",
    "tableofcontents",
    "目录",
    "目錄",
    "目次",
    "inhalt",
    "inhaltsverzeichnis",
    "tabledesmatières",
];

/// A line of the table of contents.
pub(super) struct Line {
    /// The byte of the text it leads to.
    at: usize,
    label: String,
    /// From 1.
    level: u8,
}

/// The lines in the order of the text: from the index, or else from the page of contents that the guide names.
pub(super) fn read(container: &Container<'_>, text: &[u8]) -> Vec<Line> {
    let mut lines = of_index(container).unwrap_or_default();
    if lines.len() < 2 {
        lines = of_page(container, text).unwrap_or_default();
    }
    lines.retain(|line| line.at < text.len() && !line.label.is_empty());
    lines.retain(|line| !CONTENTS.contains(&bare(&line.label).as_str()));
    lines.sort_by_key(|line| line.at);
    if lines.len() < 2 { Vec::new() } else { lines }
}

fn of_index(container: &Container<'_>) -> Option<Vec<Line>> {
    let table = Table::read(container, container.number(244)?)?;
    let fragments = fragments(container);
    let line = |entry: &Entry| {
        let at = match entry.value(6, 0) {
            Some(fragment) => fragments
                .get(fragment as usize)?
                .checked_add(entry.value(6, 1).unwrap_or_default() as usize)?,
            None => entry.value(1, 0)? as usize,
        };
        let label = unescape(&container.decoded(table.text(entry.value(3, 0)?)?)).trim().to_owned();
        let level = u8::try_from(entry.value(4, 0).unwrap_or_default().min(8) + 1).unwrap_or(1);
        Some(Line { at, label, level })
    };
    Some(table.entries.iter().filter_map(line).collect())
}

/// Where the fragments of a newer book stand: behind the frame of the page they belong to, one after the other.
fn fragments(container: &Container<'_>) -> Vec<usize> {
    let table =
        |at| container.number(at).and_then(|record| Table::read(container, record)).unwrap_or_default();
    let (fragments, frames) = (table(248), table(252));
    let mut lengths = fragments.entries.iter().map(|entry| entry.value(6, 1).unwrap_or_default() as usize);
    let mut starts = Vec::with_capacity(fragments.entries.len());
    for frame in &frames.entries {
        let value = |at| frame.value(6, at).unwrap_or_default() as usize;
        let mut start = value(0) + value(1);
        for length in lengths.by_ref().take(frame.value(1, 0).unwrap_or_default() as usize) {
            starts.push(start);
            start = start.saturating_add(length);
        }
    }
    starts
}

/// The links of the page of contents, each with its words.
fn of_page(container: &Container<'_>, text: &[u8]) -> Option<Vec<Line>> {
    let guide = find(text, 0, b"type=\"toc\"")?;
    let start = text.get(..guide)?.iter().rposition(|byte| *byte == b'<')?;
    let page = target(text.get(start..)?.split(|byte| *byte == b'>').next()?)?;
    let end = find(text, page, b"<mbp:pagebreak").unwrap_or(text.len());
    let (mut lines, mut at) = (Vec::new(), page);
    while let Some(link) = find(text, at, b"<a ").filter(|link| *link < end) {
        let close = find(text, link, b"</a>")?;
        let inside = find(text, link, b">").filter(|inside| *inside < close)?;
        let label = container.decoded(text.get(inside + 1..close)?);
        if let Some(at) = text.get(link..inside).and_then(target) {
            lines.push(Line { at, label: without_tags(&label), level: 1 });
        }
        at = close;
    }
    Some(lines)
}

/// The place that a tag names.
fn target(tag: &[u8]) -> Option<usize> {
    let digits = tag.get(find(tag, 0, b"filepos=")? + 8..)?;
    let digits = digits.strip_prefix(b"\"").unwrap_or(digits);
    let digits: String =
        digits.iter().take_while(|byte| byte.is_ascii_digit()).map(|b| char::from(*b)).collect();
    digits.parse().ok()
}

fn find(text: &[u8], from: usize, wanted: &[u8]) -> Option<usize> {
    text.get(from..)?.windows(wanted.len()).position(|window| window == wanted).map(|at| from + at)
}

fn without_tags(markup: &str) -> String {
    let parts = markup.split('<').enumerate();
    let words = parts
        .map(|(at, part)| if at == 0 { part } else { part.split_once('>').map_or("", |(_, words)| words) });
    unescape(&words.collect::<String>()).trim().to_owned()
}

/// The text decoded, with a mark where each line leads to.
pub(super) fn marked(container: &Container<'_>, text: &[u8], lines: &[Line]) -> String {
    let mut written = String::with_capacity(text.len());
    let mut from = 0;
    for (number, line) in lines.iter().enumerate() {
        let at = outside_tags(text, line.at).max(from);
        written.push_str(&container.decoded(text.get(from..at).unwrap_or_default()));
        written.extend([MARKS[0].to_string(), number.to_string(), MARKS[1].to_string()]);
        from = at;
    }
    written.push_str(&container.decoded(text.get(from..).unwrap_or_default()));
    written
}

fn outside_tags(text: &[u8], at: usize) -> usize {
    let before =
        text.get(..at).and_then(|before| before.iter().rev().find(|byte| matches!(byte, b'<' | b'>')));
    if before == Some(&b'<') { find(text, at, b">").map_or(at, |end| end + 1) } else { at }
}

/// Paragraphs with headings where the lines lead to, without the marks and without the page of contents.
pub(super) fn with_headings(paragraphs: Vec<DraftParagraph>, lines: &[Line]) -> (Vec<DraftParagraph>, bool) {
    let labels: HashSet<String> = lines.iter().map(|line| bare(&line.label)).collect();
    let mut waiting: VecDeque<&Line> = VecDeque::new();
    let mut written: Vec<DraftParagraph> = Vec::new();
    let mut listed: Vec<DraftParagraph> = Vec::new();
    let mut has_page = false;
    let mut leave = |listed: &mut Vec<DraftParagraph>, written: &mut Vec<DraftParagraph>| {
        let n_lines =
            listed.iter().filter(|paragraph| labels.contains(&bare(&paragraph.text.plain()))).count();
        if n_lines >= LIST {
            has_page = true;
            listed.clear();
        }
        written.append(listed);
    };
    for paragraph in paragraphs {
        let (text, numbers) = without_marks(paragraph.text.as_str());
        waiting.extend(numbers.into_iter().filter_map(|number| lines.get(number)));
        let text = Marked::parse(&text).unwrap_or_else(|_| Marked::from_plain(&text));
        let words = bare(&text.plain());
        if words.is_empty() && paragraph.text.as_str().contains(MARKS[0]) {
            continue;
        }
        let mut paragraph = DraftParagraph { text, level: None, ..paragraph };
        if waiting.is_empty()
            && (words.is_empty() || labels.contains(&words) || CONTENTS.contains(&words.as_str()))
        {
            listed.push(paragraph);
            continue;
        }
        leave(&mut listed, &mut written);
        while let Some(line) = waiting.pop_front_if(|_| !words.is_empty()) {
            if is_heading(&words, &bare(&line.label)) {
                paragraph.kind = ParagraphKind::Heading;
                paragraph.level = Some(line.level);
                break;
            }
            let text = Marked::from_plain(&line.label);
            written.push(DraftParagraph { text, kind: ParagraphKind::Heading, level: Some(line.level) });
        }
        written.push(paragraph);
    }
    leave(&mut listed, &mut written);
    (written, has_page)
}

/// Whether words in the text are those of a label, or the beginning of one of the other.
fn is_heading(words: &str, label: &str) -> bool {
    const LONGEST: usize = 2;
    words == label
        || label.starts_with(words)
        || (words.starts_with(label) && words.len() <= label.len() * LONGEST)
}

fn without_marks(text: &str) -> (String, Vec<usize>) {
    let (mut words, mut numbers) = (String::with_capacity(text.len()), Vec::new());
    for (at, part) in text.split(MARKS[0]).enumerate() {
        let (number, rest) =
            if at == 0 { ("", part) } else { part.split_once(MARKS[1]).unwrap_or(("", part)) };
        numbers.extend(number.parse::<usize>().ok());
        words.push_str(rest);
    }
    (words.trim().to_owned(), numbers)
}

/// Letters and digits alone, in lower case.
fn bare(text: &str) -> String {
    text.chars().filter(|character| character.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}
