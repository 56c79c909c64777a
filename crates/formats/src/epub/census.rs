//! Counts the characters a page shows or speaks, with code that knows nothing of how pages are read or written.
//!
//! What is counted: character data outside of elements that show nothing, and the values of the attributes a reader
//! meets. White space does not count. Two pages that show the same characters have the same count and checksum,
//! wherever the characters stand.

use super::entities;
use crate::export::CountedPart;

/// Characters and a checksum of them that does not depend on their order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Census {
    pub n_chars: u64,
    pub checksum: u64,
}

impl Census {
    pub(crate) fn add(&mut self, text: &str) {
        self.add_times(text, 1);
    }

    /// Adds a text that stands there several times.
    pub(crate) fn add_times(&mut self, text: &str, n: usize) {
        let n = n as u64;
        for character in text.chars().filter(|c| !c.is_whitespace() && entities::is_xml_char(*c)) {
            self.n_chars += n;
            // Any mixing will do: the sum tells two bags of characters apart, not an attacker from an author.
            let mixed = (u64::from(character) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            self.checksum = self.checksum.wrapping_add((mixed ^ (mixed >> 29)).wrapping_mul(n));
        }
    }

    /// What is left of a page where `other` is taken away and `instead` is put there.
    fn replacing(self, other: Self, instead: Self) -> Self {
        Self {
            n_chars: self.n_chars.wrapping_sub(other.n_chars).wrapping_add(instead.n_chars),
            checksum: self.checksum.wrapping_sub(other.checksum).wrapping_add(instead.checksum),
        }
    }

    /// The count of a page, as a certificate has it.
    pub(crate) fn of_part(self, name: String) -> CountedPart {
        CountedPart { name, n_chars: self.n_chars, checksum: self.checksum }
    }
}

/// What was counted in a page of the original, what its reader says of the same page, and what an export puts there.
pub(crate) struct PageCensus {
    pub found: Census,
    pub read: Census,
    pub written: Census,
}

impl PageCensus {
    /// Where reading and counting disagree about the original, how far.
    pub(crate) fn disagreement(&self) -> Option<String> {
        let (found, read) = (self.found, self.read);
        (found != read).then(|| format!("{} characters are there, {} are read", found.n_chars, read.n_chars))
    }

    /// What the exported page must show: the original's characters, but for those that an export exchanges. A
    /// disagreement about the original is told once, and is not held against the export as well.
    pub(crate) fn expected(&self) -> Census {
        self.found.replacing(self.read, self.written)
    }
}

const UNSEEN: [&str; 6] = ["head", "script", "style", "template", "metadata", "rp"];
const SPOKEN: [&str; 8] =
    ["alt", "title", "aria-label", "aria-description", "summary", "placeholder", "alttext", "xlink:title"];

/// The texts of a page, in order: of every stretch between two tags, and of every attribute that counts.
pub(crate) fn texts(page: &str) -> Vec<String> {
    let mut texts = Vec::new();
    let mut rest = page;
    let mut unseen: Option<(String, usize)> = None;
    while !rest.is_empty() {
        let len = rest.find('<').unwrap_or(rest.len());
        let (text, tail) = rest.split_at_checked(len).unwrap_or((rest, ""));
        if unseen.is_none() && !text.trim().is_empty() {
            texts.push(entities::unescape(text).into_owned());
        }
        let (markup, after) = tail.split_at_checked(markup_len(tail)).unwrap_or((tail, ""));
        rest = after;
        if let Some(data) = markup.strip_prefix("<![CDATA[") {
            if unseen.is_none() {
                texts.push(data.strip_suffix("]]>").unwrap_or(data).to_owned());
            }
            continue;
        }
        let is_end = markup.starts_with("</");
        let name = name_of(markup);
        if name.is_empty() {
            continue;
        }
        match &mut unseen {
            Some((open, depth)) if *open == name => {
                if is_end {
                    *depth -= 1;
                } else if !markup.ends_with("/>") {
                    *depth += 1;
                }
                if *depth == 0 {
                    unseen = None;
                }
            }
            Some(_) => {}
            None if is_end => {}
            // What a script says is no markup.
            None if matches!(name.as_str(), "script" | "style") && !markup.ends_with("/>") => {
                rest = after_raw(rest, &name);
            }
            None if UNSEEN.contains(&name.as_str()) && !markup.ends_with("/>") => unseen = Some((name, 1)),
            None => texts.extend(spoken(markup)),
        }
    }
    texts
}

/// What follows the end tag of an element whose content is no markup.
fn after_raw<'a>(text: &'a str, name: &str) -> &'a str {
    let mut rest = text;
    while let Some((_, tail)) = rest.split_once("</") {
        rest = tail;
        if tail.get(..name.len()).is_some_and(|own| own.eq_ignore_ascii_case(name)) {
            return tail.split_once('>').map_or("", |(_, after)| after);
        }
    }
    ""
}

/// The length of the tag, comment, instruction or declaration at the start of a text.
fn markup_len(text: &str) -> usize {
    let until = |end: &str| text.find(end).map_or(text.len(), |at| at + end.len());
    if text.is_empty() {
        return 0;
    }
    if text.starts_with("<!--") {
        return until("-->");
    }
    if text.starts_with("<![CDATA[") {
        return until("]]>");
    }
    if text.starts_with("<?") {
        return until("?>");
    }
    let (mut quote, mut depth) = (None, 0_usize);
    for (at, character) in text.char_indices() {
        match (character, quote) {
            (_, Some(open)) if character == open => quote = None,
            ('"' | '\'', None) => quote = Some(character),
            ('[', None) => depth += 1,
            (']', None) => depth = depth.saturating_sub(1),
            ('>', None) if depth == 0 => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// The local name of a tag in lower case; nothing for what is no tag.
fn name_of(markup: &str) -> String {
    let inner = markup.trim_start_matches(['<', '/']);
    if markup.starts_with("<!") || markup.starts_with("<?") {
        return String::new();
    }
    let name: String = inner.chars().take_while(|c| !c.is_whitespace() && !matches!(c, '/' | '>')).collect();
    name.rsplit(':').next().unwrap_or_default().to_ascii_lowercase()
}

fn spoken(markup: &str) -> Vec<String> {
    let mut values = Vec::new();
    let mut rest = markup;
    while let Some((head, tail)) = rest.split_once('=') {
        let name =
            head.rsplit(|c: char| c.is_whitespace() || c == '"' || c == '\'').find(|word| !word.is_empty());
        let tail = tail.trim_start();
        let Some(quote) = tail.chars().next().filter(|c| matches!(c, '"' | '\'')) else {
            rest = tail;
            continue;
        };
        let inside = tail.get(1..).unwrap_or_default();
        let (value, after) = inside.split_once(quote).unwrap_or((inside, ""));
        if name.is_some_and(|name| SPOKEN.contains(&name.to_ascii_lowercase().as_str())) {
            values.push(entities::unescape(value).into_owned());
        }
        rest = after;
    }
    values
}
