//! What stands inside a line of a story: `base《reading》`, `｜base《reading》`, `*stress*` and `[^1]`.

/// A piece of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Inline {
    /// Text as it is.
    Text(String),
    /// Stressed text.
    Emphasis(String),
    /// Text with its reading.
    Ruby { base: String, reading: String },
    /// The mark of a note.
    NoteMark(u32),
}

/// Reads one line.
pub(crate) fn read_line(line: &str) -> Vec<Inline> {
    let mut reader = Reader { pieces: Vec::new(), text: String::new(), base_start: None };
    let mut rest = line;
    while let Some(next) = rest.chars().next() {
        rest = reader.take(next, rest);
    }
    reader.flush();
    reader.pieces
}

struct Reader {
    pieces: Vec<Inline>,
    text: String,
    /// Where in `text` the base of the next ruby starts, if a `｜` said so.
    base_start: Option<usize>,
}

impl Reader {
    /// Takes what `rest` starts with and returns what is left.
    fn take<'a>(&mut self, next: char, rest: &'a str) -> &'a str {
        let after = rest.strip_prefix(next).unwrap_or_default();
        match next {
            '｜' => self.base_start = Some(self.text.len()),
            '《' => {
                if let Some((reading, after)) = after.split_once('》') {
                    self.ruby(reading);
                    return after;
                }
                self.text.push(next);
            }
            '*' => {
                if let Some((stressed, after)) = after.split_once('*') {
                    self.flush();
                    self.pieces.push(Inline::Emphasis(stressed.to_owned()));
                    return after;
                }
                self.text.push(next);
            }
            '[' => {
                if let Some((mark, after)) = after.strip_prefix('^').and_then(|after| after.split_once(']'))
                    && let Ok(number) = mark.parse()
                {
                    self.flush();
                    self.pieces.push(Inline::NoteMark(number));
                    return after;
                }
                self.text.push(next);
            }
            _ => self.text.push(next),
        }
        after
    }

    fn ruby(&mut self, reading: &str) {
        let start = self.base_start.take().unwrap_or_else(|| {
            let run: usize =
                self.text.chars().rev().take_while(|sign| is_kanji(*sign)).map(char::len_utf8).sum();
            self.text.len() - run
        });
        let base = self.text.split_off(start);
        self.flush();
        self.pieces.push(Inline::Ruby { base, reading: reading.to_owned() });
    }

    fn flush(&mut self) {
        self.base_start = None;
        if !self.text.is_empty() {
            self.pieces.push(Inline::Text(std::mem::take(&mut self.text)));
        }
    }
}

/// Whether ruby without `｜` reaches over this character.
pub(crate) const fn is_kanji(sign: char) -> bool {
    matches!(sign, '\u{3400}'..='\u{9fff}' | '々' | '〆' | 'ヶ')
}

#[cfg(test)]
mod tests {
    use super::{Inline, read_line};

    #[test]
    fn a_line_is_read_into_text_ruby_stress_and_note_marks() {
        let text = |text: &str| Inline::Text(text.to_owned());
        let ruby =
            |base: &str, reading: &str| Inline::Ruby { base: base.to_owned(), reading: reading.to_owned() };
        assert_eq!(
            read_line("　師匠《せんせい》の｜紡ぎ手《つむぎて》は*黙る*[^1]。"),
            vec![
                text("　"),
                ruby("師匠", "せんせい"),
                text("の"),
                ruby("紡ぎ手", "つむぎて"),
                text("は"),
                Inline::Emphasis("黙る".to_owned()),
                Inline::NoteMark(1),
                text("。"),
            ]
        );
    }

    #[test]
    fn signs_without_a_partner_are_text() {
        assert_eq!(read_line("2 * 3 [x 《"), vec![Inline::Text("2 * 3 [x 《".to_owned())]);
    }
}
