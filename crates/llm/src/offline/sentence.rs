//! A paragraph as a translation program gets it: whole sentences without tags and readings, and the tags put back into
//! what it made of them.

use super::inline::{Part, parts};

/// A paragraph whose tags are told apart from its words. Readings are left out: they tell how a word is read, and
/// nobody translates them.
pub(super) struct Sentence<'a> {
    parts: Vec<Part<'a>>,
}

impl<'a> Sentence<'a> {
    pub(super) fn new(source: &'a str) -> Self {
        let mut kept = Vec::new();
        let mut rest = parts(source).into_iter().peekable();
        let mut is_base = false;
        while let Some(part) = rest.next() {
            match part {
                Part::Tag("｜") => is_base = true,
                Part::Tag("《") if is_base => {
                    is_base = false;
                    while rest.next().is_some_and(|part| part != Part::Tag("》")) {}
                }
                // Without a base before it the mark is one of the text's own.
                Part::Tag(mark @ ("《" | "》")) => kept.push(Part::Words(mark)),
                Part::Tag(_) | Part::Words(_) => kept.push(part),
            }
        }
        Self { parts: kept }
    }

    /// Whether there is anything to translate.
    pub(super) fn has_letters(&self) -> bool {
        self.words().any(|words| words.chars().any(char::is_alphabetic))
    }

    pub(super) fn has_tags(&self) -> bool {
        self.tags().next().is_some()
    }

    /// The words alone.
    pub(super) fn plain(&self) -> String {
        self.words().collect::<String>().trim().to_owned()
    }

    /// The words with a mark where each tag stands, which most programs leave where it belongs; nothing where the words
    /// have such marks of their own.
    pub(super) fn marked(&self) -> Option<String> {
        let mut marked = String::new();
        let mut number = 0;
        for part in &self.parts {
            match part {
                Part::Words(words) if words.contains(['{', '}']) => return None,
                Part::Words(words) => marked.push_str(words),
                Part::Tag(_) => {
                    number += 1;
                    marked.push_str(&mark(number));
                }
            }
        }
        Some(marked.trim().to_owned())
    }

    /// The translation of the marked words with the tags in place of their marks; nothing if a mark is lost, doubled or
    /// closes what is not open.
    pub(super) fn by_marks(&self, translated: &str) -> Option<String> {
        let mut text = translated.to_owned();
        let mut places = Vec::new();
        for (number, tag) in (1..).zip(self.tags()) {
            let mark = mark(number);
            let place = translated.find(&mark)?;
            if translated.matches(&mark).count() != 1 {
                return None;
            }
            text = text.replace(&mark, tag);
            places.push((tag, place));
        }
        let is_in_order = places.iter().all(|(tag, place)| match tag.strip_prefix("</") {
            Some(rest) => places.iter().any(|(open, at)| open.strip_prefix('<') == Some(rest) && at < place),
            None => true,
        });
        (is_in_order && !text.contains(['{', '}'])).then_some(text)
    }

    /// The translation of the plain words with the tags around it that stood around all of them, and the others at its
    /// end: there they are whole, and the checks tell that they hold nothing.
    pub(super) fn at_end(&self, translated: &str) -> String {
        let before: Vec<&str> = self.parts.iter().map_while(as_tag).collect();
        let after: Vec<&str> = self.parts.iter().rev().map_while(as_tag).collect();
        let closing = |tag: &str| tag.replacen('<', "</", 1);
        let is_around =
            |tag: &str| before.contains(&tag) && (tag.ends_with("/>") || after.contains(&&*closing(tag)));
        let first: String = before.iter().copied().filter(|tag| is_around(tag)).collect();
        let is_end_of_around = |tag: &str| {
            tag.starts_with("</") && after.contains(&tag) && is_around(&tag.replacen("</", "<", 1))
        };
        let others = self.tags().filter(|tag| !is_around(tag) && !is_end_of_around(tag));
        let last = self.tags().filter(|tag| is_end_of_around(tag));
        format!("{first}{translated}{}{}", others.collect::<String>(), last.collect::<String>())
    }

    fn words(&self) -> impl Iterator<Item = &'a str> {
        self.parts.iter().filter_map(|part| match part {
            Part::Words(words) => Some(*words),
            Part::Tag(_) => None,
        })
    }

    fn tags(&self) -> impl Iterator<Item = &'a str> {
        self.parts.iter().filter_map(as_tag)
    }
}

fn as_tag<'a>(part: &Part<'a>) -> Option<&'a str> {
    match part {
        Part::Tag(tag) => Some(tag),
        Part::Words(_) => None,
    }
}

fn mark(number: usize) -> String {
    format!("{{{number}}}")
}
