//! Running text in lines of a terminal: Latin words stay whole, Chinese and Japanese break anywhere but before a
//! closing mark.

use unicode_width::UnicodeWidthChar;

/// The text in lines of at most so many columns, each with this indentation.
pub(crate) fn wrap(text: &str, width: usize, indent: &str) -> String {
    let room = width.saturating_sub(indent.len()).max(8);
    let lines = text.lines().flat_map(|line| wrap_line(line, room));
    lines.map(|line| format!("{indent}{line}")).collect::<Vec<_>>().join("\n")
}

fn wrap_line(text: &str, room: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let (mut line, mut used) = (String::new(), 0);
    for unit in units(text) {
        let columns = columns(&unit);
        if used > 0 && used + columns > room && !unit.trim().is_empty() {
            lines.push(std::mem::take(&mut line).trim_end().to_owned());
            used = 0;
        }
        if used == 0 && unit.trim().is_empty() && !lines.is_empty() {
            continue;
        }
        used += columns;
        line.push_str(&unit);
    }
    lines.push(line.trim_end().to_owned());
    lines
}

/// What is not broken: a word, a run of spaces, or a wide character with the marks that cling to it.
fn units(text: &str) -> Vec<String> {
    let mut units: Vec<String> = Vec::new();
    for character in text.chars() {
        let clings = match units.last().and_then(|unit| unit.chars().next_back()) {
            None => false,
            Some(last) if last.is_whitespace() || character.is_whitespace() => {
                last.is_whitespace() && character.is_whitespace()
            }
            Some(last) => {
                (!is_wide(last) && !is_wide(character)) || is_closing(character) || is_opening(last)
            }
        };
        match units.last_mut() {
            Some(unit) if clings => unit.push(character),
            Some(_) | None => units.push(character.to_string()),
        }
    }
    units
}

fn columns(text: &str) -> usize {
    text.chars().map(|character| character.width().unwrap_or(0)).sum()
}

fn is_wide(character: char) -> bool {
    character.width() == Some(2)
}

fn is_closing(character: char) -> bool {
    "、。，．・：；？！）］｝〕〉》」』】ー々ぁぃぅぇぉっゃゅょァィゥェォッャュョ…—".contains(character)
}

fn is_opening(character: char) -> bool {
    "（［｛〔〈《「『【｜".contains(character)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, width: usize, expected: &str) {
        assert_eq!(wrap(text, width, ""), expected);
    }

    #[test]
    fn words_stay_whole_and_spaces_at_breaks_go() {
        check("one two three four", 9, "one two\nthree\nfour");
        check("incomprehensibilities", 10, "incomprehensibilities");
    }

    #[test]
    fn no_line_begins_with_a_closing_mark_or_ends_with_an_opening_one() {
        check("あいうえ、お", 8, "あいう\nえ、お");
        check("あいう「えお」", 8, "あいう\n「えお」");
    }

    #[test]
    fn line_breaks_of_the_text_stay_and_lines_are_set_in() {
        assert_eq!(wrap("a\nb c", 9, "  "), "  a\n  b c");
        assert_eq!(wrap("", 9, "  "), "");
    }
}
