//! Every text of a Ren'Py script, found by patterns over its lines: no places, no tags, no walk over characters.

use super::renpy::{ON_SCREEN, STATEMENTS};
use regex::Regex;

/// A string with one or three quotation marks around it.
const STRING: &str = r#"(?s:"""(?:[^\\]|\\.)*?"""|'''(?:[^\\]|\\.)*?'''|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`)"#;
/// So many lines may one string reach over.
const MAX_LINES: usize = 400;

/// The patterns; nothing is counted where one cannot be built.
struct Patterns {
    string: Regex,
    said: Regex,
    marked: Regex,
    on_screen: Regex,
}

fn patterns() -> Option<Patterns> {
    let on_screen = ON_SCREEN.join("|");
    Some(Patterns {
        string: Regex::new(STRING).ok()?,
        said: Regex::new(&format!(r"^((?:[\w.@-]+[ \t]+)*[\w.@-]*)({STRING})(?:[ \t]*({STRING}))?")).ok()?,
        marked: Regex::new(&format!(r"(?:_\(|^define\b[^\n]*\bCharacter\()\s*({STRING})")).ok()?,
        on_screen: Regex::new(&format!(r"^(?:{on_screen})\s+({STRING})")).ok()?,
    })
}

/// The texts.
pub(super) fn displayed_texts(script: &str) -> Vec<String> {
    let Some(patterns) = patterns() else { return Vec::new() };
    let lines: Vec<&str> = script.split_inclusive('\n').collect();
    let mut texts = Vec::new();
    // The blocks that nobody speaks in, by their indentation; screens are `true`.
    let mut silent: Vec<(usize, bool)> = Vec::new();
    let mut at = 0;
    while let Some(first) = lines.get(at) {
        let mut line = (*first).to_owned();
        let mut n_lines = 1;
        while is_open(&patterns.string, &line) && n_lines < MAX_LINES {
            let Some(next) = lines.get(at + n_lines) else { break };
            line.push_str(next);
            n_lines += 1;
        }
        if is_open(&patterns.string, &line) {
            (line, n_lines) = ((*first).to_owned(), 1);
        }
        at += n_lines;
        let words = line.trim_start_matches([' ', '\t']);
        if words.trim().is_empty() || words.starts_with('#') {
            continue;
        }
        let depth = line.len() - words.len();
        silent.retain(|(own, _)| depth > *own);
        texts.extend(of_line(&patterns, words.trim_end(), silent.first().map(|(_, is_screen)| *is_screen)));
        let first_word = words.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default();
        let is_silent =
            matches!(first_word, "python" | "translate" | "style" | "transform" | "layeredimage" | "screen")
                || first_word == "init" && words.contains("python");
        if is_silent && words.trim_end().ends_with(':') {
            silent.push((depth, first_word == "screen"));
        }
    }
    texts.iter().map(|text| bare(text)).collect()
}

/// Whether a string begins in a line and does not end there.
fn is_open(string: &Regex, line: &str) -> bool {
    let without = string.replace_all(line, "");
    without.split('#').next().is_some_and(|code| code.contains(['"', '\'', '`']))
}

fn of_line(patterns: &Patterns, line: &str, silent: Option<bool>) -> Vec<String> {
    let inside = |quoted: &str| {
        let n_marks = if quoted.len() >= 6 && (quoted.starts_with("\"\"\"") || quoted.starts_with("'''")) {
            3
        } else {
            1
        };
        quoted.get(n_marks..quoted.len() - n_marks).unwrap_or_default().to_owned()
    };
    if silent.is_none()
        && let Some(said) = patterns.said.captures(line)
    {
        let head = said.get(1).map_or("", |head| head.as_str()).trim();
        if !STATEMENTS.contains(&head.split_whitespace().next().unwrap_or_default()) {
            let second = said.get(3).filter(|_| head.is_empty());
            return said.get(2).into_iter().chain(second).map(|found| inside(found.as_str())).collect();
        }
    }
    let mut texts: Vec<String> = patterns
        .marked
        .captures_iter(line)
        .filter_map(|found| found.get(1))
        .map(|found| inside(found.as_str()))
        .collect();
    if silent == Some(true) {
        texts.extend(
            patterns
                .on_screen
                .captures(line)
                .and_then(|found| found.get(1))
                .map(|found| inside(found.as_str())),
        );
    }
    texts
}

fn bare(raw: &str) -> String {
    let escaped = raw.replace("\\\\", "\u{1}").replace("\\n", " ").replace('\\', "").replace('\u{1}', "\\");
    let doubled = escaped.replace("[[", "\u{2}").replace("{{", "\u{3}").replace("%%", "%");
    let mut seen = String::new();
    let mut rest = doubled.as_str();
    while let Some(at) = rest.find(['[', '{']) {
        let (before, tail) = rest.split_at_checked(at).unwrap_or((rest, ""));
        seen.push_str(before);
        let close = if tail.starts_with('[') { ']' } else { '}' };
        if let Some(len) = tail.find(close) {
            rest = tail.get(len + 1..).unwrap_or_default();
        } else {
            seen.extend(tail.chars().next());
            rest = tail.get(1..).unwrap_or_default();
        }
    }
    (seen + rest).replace('\u{2}', "[").replace('\u{3}', "{")
}
