//! Tables that line up, wide characters included.

use messages::{Language, Message, render};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// On which side of its column a cell stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Align {
    Left,
    Right,
}

/// Rows under a head. Columns are as wide as their widest cell; one of them gives way if the terminal is too narrow.
pub struct TextTable {
    head: Vec<(String, Align)>,
    rows: Vec<Vec<String>>,
    /// The column that is cut when there is no room.
    flexible: usize,
}

const GAP: usize = 2;
const NARROWEST: usize = 12;

impl TextTable {
    /// A table whose columns are headed by these messages.
    pub fn new(head: &[(&'static str, Align)], flexible: usize, language: Language) -> Self {
        let heading = |(code, align): &(&'static str, Align)| {
            let heading =
                if code.is_empty() { String::new() } else { render(&Message::new(code), language).text };
            (heading, *align)
        };
        Self { head: head.iter().map(heading).collect(), rows: Vec::new(), flexible }
    }

    pub fn row(&mut self, cells: Vec<String>) {
        self.rows.push(cells.into_iter().map(|cell| one_line(&cell)).collect());
    }

    /// The table for a terminal of this width.
    pub fn render(&self, width: usize) -> String {
        let widths = self.widths(width);
        let head: Vec<String> = self.head.iter().map(|(name, _)| name.clone()).collect();
        let mut lines = vec![self.line(&head, &widths)];
        lines.extend(self.rows.iter().map(|row| self.line(row, &widths)));
        lines.join("\n")
    }

    fn widths(&self, width: usize) -> Vec<usize> {
        let mut widths: Vec<usize> = self.head.iter().map(|(name, _)| name.width()).collect();
        for row in &self.rows {
            for (column, cell) in widths.iter_mut().zip(row) {
                *column = (*column).max(cell.width());
            }
        }
        let total: usize = widths.iter().sum::<usize>() + GAP * widths.len().saturating_sub(1);
        if let Some(column) = widths.get_mut(self.flexible) {
            *column = column.saturating_sub(total.saturating_sub(width)).max(NARROWEST.min(*column));
        }
        widths
    }

    fn line(&self, cells: &[String], widths: &[usize]) -> String {
        let mut line = String::new();
        for ((cell, width), (_, align)) in cells.iter().zip(widths).zip(&self.head) {
            let cell = fit(cell, *width);
            let space = " ".repeat(width.saturating_sub(cell.width()));
            match align {
                Align::Left => line.extend([cell.as_str(), &space]),
                Align::Right => line.extend([space.as_str(), &cell]),
            }
            line.push_str(&" ".repeat(GAP));
        }
        line.trim_end().to_owned()
    }
}

/// The text cut to `width` columns, with an ellipsis where something is missing.
pub(crate) fn fit(text: &str, width: usize) -> String {
    if text.width() <= width {
        return text.to_owned();
    }
    let (mut cut, mut used) = (String::new(), 0);
    for character in text.chars() {
        used += character.width().unwrap_or(0);
        if used + 1 > width {
            break;
        }
        cut.push(character);
    }
    cut.push('…');
    cut
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
