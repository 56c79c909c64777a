//! What there is to tell about a PDF: what was dropped, and where the text may not be as it was meant.

use super::lines::Line;
use super::page::DrawnPage;
use crate::import::FileFault;
use std::collections::{BTreeMap, BTreeSet};

/// Lines that were dropped are listed up to this many.
const MAX_LISTED: usize = 30;

/// What was noticed, by pages from 1.
#[derive(Debug, Default)]
pub(super) struct Doubts {
    scanned: BTreeSet<usize>,
    invisible: BTreeSet<usize>,
    turned: BTreeSet<usize>,
    cut: BTreeSet<usize>,
    right_to_left: BTreeSet<usize>,
    columns: BTreeSet<usize>,
    unknown: BTreeMap<usize, usize>,
    dropped: BTreeMap<String, BTreeSet<usize>>,
    numbers: BTreeSet<usize>,
    n_letters: usize,
    pub(super) n_hyphens: usize,
    pub(super) kept_hyphens: BTreeSet<String>,
}

impl Doubts {
    /// Looks at a page.
    pub(super) fn page(&mut self, number: usize, drawn: &DrawnPage) {
        let has_text = drawn.glyphs.iter().any(|glyph| !glyph.text.trim().is_empty());
        if !has_text && drawn.n_pictures > 0 {
            self.scanned.insert(number);
        }
        self.n_letters += drawn.glyphs.iter().filter(|glyph| !glyph.text.trim().is_empty()).count();
        if drawn.n_invisible * 2 > drawn.glyphs.len() {
            self.invisible.insert(number);
        }
        let is_rtl =
            |c: char| matches!(c, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{feff}');
        if drawn.glyphs.iter().any(|glyph| glyph.text.contains(is_rtl)) {
            self.right_to_left.insert(number);
        }
        if drawn.is_cut {
            self.cut.insert(number);
        }
        if drawn.n_unknown > 0 {
            self.unknown.insert(number, drawn.n_unknown);
        }
    }

    /// Looks at the lines of a page.
    pub(super) fn lines(&mut self, number: usize, lines: &[Line]) {
        if lines.iter().any(|line| line.is_turned) {
            self.turned.insert(number);
        }
    }

    pub(super) fn has_pictures(&self) -> bool {
        !self.scanned.is_empty()
    }

    /// Nearly every letter is of a font that does not say what it is, so that there is no text but pictures of it.
    pub(super) fn is_unreadable(&self) -> bool {
        self.unknown.values().sum::<usize>() * 10 > self.n_letters * 9
    }

    /// The order of the lines of a page is not simply from top to bottom.
    pub(super) fn columns(&mut self, page: usize) {
        self.columns.insert(page);
    }

    /// A running head or a page number was dropped.
    pub(super) fn dropped(&mut self, text: String, page: usize) {
        let is_number =
            !text.chars().any(char::is_alphabetic) || text.chars().all(|c| "ivxlcIVXLC".contains(c));
        if is_number {
            self.numbers.insert(page);
        } else {
            self.dropped.entry(text).or_default().insert(page);
        }
    }

    pub(super) fn findings(self) -> Vec<FileFault> {
        let mut findings = Vec::new();
        let mut tell = |subject: String, message: String| findings.push(FileFault { subject, message });
        tell(
            String::new(),
            "pictures, links, tables as such and the layout of the pages are left behind".to_owned(),
        );
        let mut on = |pages: &BTreeSet<usize>, message: &str| {
            if !pages.is_empty() {
                tell(ranges(pages), message.to_owned());
            }
        };
        on(
            &self.scanned,
            "a picture without text, which was not read; have a program recognise its text first",
        );
        on(&self.invisible, "text that a program recognised in a picture; expect mistakes of reading");
        on(&self.cut, "more characters than any page has; the rest was not read");
        on(&self.turned, "text that does not go from left to right stands at the end of the page");
        on(&self.right_to_left, "text that is written from right to left may be in the wrong order");
        on(&self.columns, "columns or cells; look whether they are in the right order");
        on(&self.numbers, "page numbers dropped");
        let n_more = self.dropped.len().saturating_sub(MAX_LISTED);
        for (text, pages) in self.dropped.iter().take(MAX_LISTED) {
            let text: String = text.chars().take(80).collect();
            on(pages, &format!("running head dropped: {text}"));
        }
        if n_more > 0 {
            tell(String::new(), format!("{n_more} other running heads dropped"));
        }
        if !self.unknown.is_empty() {
            let n: usize = self.unknown.values().sum();
            let pages = self.unknown.into_keys().collect();
            tell(ranges(&pages), format!("{n} characters whose fonts do not say what they are, shown as �"));
        }
        if self.n_hyphens > 0 {
            tell(
                String::new(),
                format!("words joined that were divided at the end of a line: {}", self.n_hyphens),
            );
        }
        if !self.kept_hyphens.is_empty() {
            let words: Vec<&str> = self.kept_hyphens.iter().take(MAX_LISTED).map(String::as_str).collect();
            tell(String::new(), format!("hyphens at the end of a line that were kept: {}", words.join(", ")));
        }
        findings
    }
}

/// `page 3`, `pages 3–5, 9`.
fn ranges(pages: &BTreeSet<usize>) -> String {
    const MAX_RANGES: usize = 20;
    let pages: Vec<usize> = pages.iter().copied().collect();
    let runs: Vec<String> = pages
        .chunk_by(|one, next| next - one == 1)
        .filter_map(|run| {
            let (first, last) = (run.first()?, run.last()?);
            Some(if first == last { first.to_string() } else { format!("{first}–{last}") })
        })
        .collect();
    let word = if pages.len() == 1 { "page" } else { "pages" };
    let more = if runs.len() > MAX_RANGES { " …" } else { "" };
    let runs = runs.get(..MAX_RANGES).unwrap_or(&runs).join(", ");
    format!("{word} {runs}{more}")
}
