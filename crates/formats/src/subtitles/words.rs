//! The words of a cue: italics, positions and the like as tags, lines joined or kept apart.

use super::Subtitles;
use crate::epub::unescape_xml;
use crate::ranged::{Mark, Tag};
use book::text::markup::{Marked, MarkedBuilder, Piece};
use book::text::paragraph::TagKind;
use std::ops::Range;

/// Tags of `SubRip`; anything else in angle brackets is text.
const SUBRIP: [&str; 5] = ["i", "b", "u", "s", "font"];

/// A piece of a cue.
enum Token {
    Text(String),
    Break(Range<usize>),
    /// A start tag with its name.
    Start(String, Range<usize>),
    End(String, Range<usize>),
    /// Anything that stands alone.
    Mark(Range<usize>),
}

/// The marked text of the cue at this place with its tags; nothing where it says nothing.
pub(super) fn read(format: Subtitles, text: &str, range: Range<usize>) -> Option<(Marked, Vec<Tag>)> {
    let tokens = tokens(format, text, range);
    let keeps_lines = speakers(&tokens);
    let mut builder = MarkedBuilder::default();
    let mut tags: Vec<Tag> = Vec::new();
    let mut open: Vec<(u16, String)> = Vec::new();
    let (mut last, mut soft) = (None, false);
    let mut has_text = false;
    for (at, token) in tokens.iter().enumerate() {
        match token {
            Token::Text(words) => {
                let joins = last.is_some_and(is_wide) && words.chars().next().is_some_and(is_wide);
                if std::mem::take(&mut soft) && !joins {
                    builder.push_text(" ");
                }
                builder.push_text(words);
                has_text |= !words.trim().is_empty();
                last = words.chars().last();
            }
            Token::Break(place) if keeps_lines => {
                tags.push(Tag { kind: TagKind::Break, open: Mark::At(place.clone()), close: None });
                builder.push(&Piece::Void(number(&tags)?));
                last = None;
            }
            Token::Break(_) => soft = last.is_some(),
            Token::Mark(place) => {
                tags.push(Tag { kind: TagKind::Other, open: Mark::At(place.clone()), close: None });
                builder.push(&Piece::Void(number(&tags)?));
            }
            Token::Start(name, place) => {
                if let Some(close) = partner(&tokens, at, name) {
                    let kind = if matches!(name.as_str(), "i" | "b" | "u") {
                        TagKind::Emphasis
                    } else {
                        TagKind::Other
                    };
                    tags.push(Tag { kind, open: Mark::At(place.clone()), close: Some(Mark::At(close)) });
                    let number = number(&tags)?;
                    builder.push(&Piece::Open(number));
                    open.push((number, name.clone()));
                } else {
                    tags.push(Tag { kind: TagKind::Other, open: Mark::At(place.clone()), close: None });
                    builder.push(&Piece::Void(number(&tags)?));
                }
            }
            Token::End(name, place) => {
                if open.last().is_some_and(|(_, own)| own == name)
                    && let Some((number, _)) = open.pop()
                {
                    builder.push(&Piece::Close(number));
                } else {
                    tags.push(Tag { kind: TagKind::Other, open: Mark::At(place.clone()), close: None });
                    builder.push(&Piece::Void(number(&tags)?));
                }
            }
        }
    }
    while let Some((number, _)) = open.pop() {
        builder.push(&Piece::Close(number));
    }
    has_text.then(|| (builder.finish(), tags))
}

fn number(tags: &[Tag]) -> Option<u16> {
    u16::try_from(tags.len()).ok().filter(|number| *number < 9_000)
}

/// The end tag of the element that starts here, if elements between are closed within it.
fn partner(tokens: &[Token], at: usize, name: &str) -> Option<Range<usize>> {
    let mut open: Vec<&str> = vec![name];
    for token in tokens.get(at + 1..).unwrap_or_default() {
        match token {
            Token::Start(name, _) => open.push(name),
            Token::End(name, place) => {
                if open.pop() != Some(name.as_str()) {
                    return None;
                }
                if open.is_empty() {
                    return Some(place.clone());
                }
            }
            Token::Text(_) | Token::Break(_) | Token::Mark(_) => {}
        }
    }
    None
}

/// Whether every line begins with a dash: another person speaks in each.
fn speakers(tokens: &[Token]) -> bool {
    let mut n_lines = 0;
    let mut at_start = true;
    for token in tokens {
        match token {
            Token::Text(words) if at_start && !words.trim().is_empty() => {
                if !words.trim_start().starts_with(['-', '‐', '‑', '–', '—', '－', '―']) {
                    return false;
                }
                n_lines += 1;
                at_start = false;
            }
            Token::Break(_) => at_start = true,
            Token::Text(_) | Token::Start(..) | Token::End(..) | Token::Mark(_) => {}
        }
    }
    n_lines > 1
}

fn tokens(format: Subtitles, text: &str, range: Range<usize>) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut from = range.start;
    let mut plain = from;
    let words = |tokens: &mut Vec<Token>, range: Range<usize>| {
        let raw = text.get(range).unwrap_or_default();
        if !raw.is_empty() {
            tokens.push(Token::Text(shown_text(format, raw)));
        }
    };
    while from < range.end {
        let rest = text.get(from..range.end).unwrap_or_default();
        let Some((token, len)) = markup(format, rest, from) else {
            from += rest.chars().next().map_or(1, char::len_utf8);
            continue;
        };
        words(&mut tokens, plain..from);
        tokens.push(token);
        from += len;
        plain = from;
    }
    words(&mut tokens, plain..range.end);
    tokens
}

/// The markup a text starts with, and its length.
fn markup(format: Subtitles, rest: &str, at: usize) -> Option<(Token, usize)> {
    let line = |len: usize| Some((Token::Break(at..at + len), len));
    let until = |end: char| rest.find(end).map(|place| place + 1);
    match rest.as_bytes() {
        [b'\r', b'\n', ..] => line(2),
        [b'\n' | b'\r', ..] => line(1),
        [b'\\', b'N' | b'n', ..] if format == Subtitles::SubStation => line(2),
        [b'{', ..] if format == Subtitles::SubStation => {
            let len = until('}')?;
            Some((Token::Mark(at..at + len), len))
        }
        [b'{', b'\\', ..] if format == Subtitles::SubRip => {
            let len = until('}')?;
            Some((Token::Mark(at..at + len), len))
        }
        [b'<', ..] if format != Subtitles::SubStation => {
            let len = until('>')?;
            let inner = rest.get(1..len - 1)?;
            let place = at..at + len;
            let (is_end, inner) = inner.strip_prefix('/').map_or((false, inner), |inner| (true, inner));
            let name: String = inner.chars().take_while(char::is_ascii_alphanumeric).collect();
            let name = name.to_ascii_lowercase();
            if format == Subtitles::SubRip && !SUBRIP.contains(&name.as_str()) {
                return None;
            }
            if inner.contains(['\n', '\r', '<']) {
                return None;
            }
            // A time inside a cue stands alone.
            let is_time = inner.starts_with(|c: char| c.is_ascii_digit());
            let token = match (is_end, is_time) {
                (_, true) => Token::Mark(place),
                (true, false) => Token::End(name, place),
                (false, false) => Token::Start(name, place),
            };
            Some((token, len))
        }
        _ => None,
    }
}

fn shown_text(format: Subtitles, raw: &str) -> String {
    match format {
        Subtitles::SubRip => raw.to_owned(),
        Subtitles::WebVtt => unescape_xml(raw).into_owned(),
        Subtitles::SubStation => raw.replace("\\h", "\u{a0}"),
    }
}

/// Whether a cue is a drawing: its words are coordinates.
pub(super) fn is_drawing(format: Subtitles, raw: &str) -> bool {
    let mut codes = raw.split("\\p").skip(1);
    format == Subtitles::SubStation && codes.any(|code| code.starts_with(|c: char| matches!(c, '1'..='9')))
}

/// Every text of a file, line by line: whatever is neither number, time, heading nor in brackets.
pub(super) fn displayed_texts(format: Subtitles, text: &str) -> Vec<String> {
    let mut texts = Vec::new();
    let mut in_cue = false;
    let mut n_commas = 9;
    let mut waiting: Option<String> = None;
    for line in text.lines().flat_map(|line| line.split('\r')) {
        if format == Subtitles::SubStation {
            let lower = line.to_ascii_lowercase();
            if lower.starts_with("format:") {
                n_commas = line.matches(',').count();
            }
            if let Some(fields) = line.get("dialogue:".len()..).filter(|_| lower.starts_with("dialogue:")) {
                let words = fields.splitn(n_commas + 1, ',').nth(n_commas).unwrap_or_default();
                texts.push(
                    without_brackets(words, '{', '}')
                        .replace("\\N", "")
                        .replace("\\n", "")
                        .replace("\\h", ""),
                );
            }
            continue;
        }
        let is_time = line
            .split_once("-->")
            .is_some_and(|(from, to)| from.matches(':').count() >= 1 && to.contains(':'));
        if is_time {
            // What looked like the last line of a cue was the number of the next.
            waiting = waiting.filter(|last| !last.trim().bytes().all(|byte| byte.is_ascii_digit()));
            texts.extend(waiting.take());
            in_cue = true;
        } else if line.trim().is_empty() {
            texts.extend(waiting.take());
            in_cue = false;
        } else if in_cue {
            texts.extend(waiting.replace(line.to_owned()));
        }
    }
    texts.extend(waiting);
    texts.into_iter().map(|line| bare_line(format, &line)).collect()
}

fn bare_line(format: Subtitles, line: &str) -> String {
    match format {
        Subtitles::SubRip => {
            let mut bare = line.to_owned();
            while let Some(start) = bare.find("{\\") {
                let Some(len) = bare.get(start..).and_then(|tail| tail.find('}')) else { break };
                bare.replace_range(start..=start + len, "");
            }
            for name in SUBRIP {
                for (tag, may_go_on) in [(format!("<{name}"), true), (format!("</{name}"), false)] {
                    bare = without_tags(&bare, &tag, may_go_on);
                }
            }
            bare
        }
        Subtitles::WebVtt => unescape_xml(&without_brackets(line, '<', '>')).into_owned(),
        Subtitles::SubStation => line.to_owned(),
    }
}

fn without_tags(line: &str, tag: &str, may_go_on: bool) -> String {
    let mut bare = String::new();
    let mut rest = line;
    while let Some(at) = rest.to_ascii_lowercase().find(tag) {
        let after = rest.get(at + tag.len()..).unwrap_or_default();
        let ends = after.starts_with('>') || (may_go_on && after.starts_with([' ', '=', '/', '\t']));
        let Some(len) = after.find('>').filter(|_| ends) else {
            bare.push_str(rest.get(..at + tag.len()).unwrap_or_default());
            rest = after;
            continue;
        };
        bare.push_str(rest.get(..at).unwrap_or_default());
        rest = after.get(len + 1..).unwrap_or_default();
    }
    bare + rest
}

fn without_brackets(line: &str, open: char, close: char) -> String {
    let mut bare = String::new();
    let mut rest = line;
    while let Some((before, after)) = rest.split_once(open) {
        bare.push_str(before);
        if let Some((_, after)) = after.split_once(close) {
            rest = after;
        } else {
            bare.push(open);
            rest = after;
        }
    }
    bare + rest
}

/// Characters of scripts written without spaces.
pub(super) const fn is_wide(character: char) -> bool {
    matches!(character, '\u{2e80}'..='\u{a4cf}' | '\u{f900}'..='\u{faff}' | '\u{fe30}'..='\u{fe4f}'
        | '\u{ff00}'..='\u{ff60}' | '\u{20000}'..='\u{3ffff}')
}
