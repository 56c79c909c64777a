//! The Debian Administrator's Handbook: a whole book in many languages, of which some paragraphs were never translated.
//! Those are real defects that nobody planted.

use super::files;
use crate::{Corpus, CorpusLine};
use std::collections::HashSet;
use std::fs;
use std::path::Path;

/// Where the book is, below a root.
pub const ROOT: &str = "usr/share/doc/debian-handbook/html";

/// The book's name for a language, and ours.
pub const LANGUAGES: [(&str, &str); 11] = [
    ("de-DE", "de"),
    ("es-ES", "es"),
    ("fr-FR", "fr"),
    ("it-IT", "it"),
    ("ja-JP", "ja"),
    ("ko-KR", "ko"),
    ("pl-PL", "pl"),
    ("pt-BR", "pt"),
    ("ru-RU", "ru"),
    ("zh-CN", "zh-Hans"),
    ("zh-TW", "zh-Hant"),
];

/// What became of a paragraph.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// It was translated.
    Translated,
    /// It was left in English.
    Left,
    /// It was left in the English of an older edition, or is mostly commands: nobody can say which.
    Doubtful,
}

/// The book from English into a language, and what became of each paragraph; `None` where it is not installed.
pub fn read(root: &Path, language: &str) -> Option<(Corpus, Vec<State>)> {
    let mut corpus = Corpus::default();
    let mut left = Vec::new();
    for (chapter, path) in files(&root.join("en-US"), "html").iter().enumerate() {
        let other = root.join(language).join(path.file_name()?);
        let Ok(other) = fs::read_to_string(other) else { continue };
        let (sources, translations) = (paragraphs(&fs::read_to_string(path).ok()?), paragraphs(&other));
        if sources.len() != translations.len() {
            continue;
        }
        for (source, translation) in sources.into_iter().zip(translations) {
            left.push(state(&source, &translation));
            corpus.lines.push(CorpusLine { source, translation, chapter, ..CorpusLine::default() });
        }
    }
    (!corpus.lines.is_empty()).then_some((corpus, left))
}

/// A translation shares names and commands with its source, not half of its words.
fn state(source: &str, translation: &str) -> State {
    if source == translation {
        return State::Left;
    }
    let words = |text: &str| -> HashSet<String> {
        text.split(|c: char| !c.is_ascii_alphanumeric())
            .filter(|word| word.len() > 1)
            .map(str::to_lowercase)
            .collect()
    };
    let (s, t) = (words(source), words(translation));
    if s.intersection(&t).count() * 5 >= s.len() * 2 { State::Doubtful } else { State::Translated }
}

/// The text of every block of prose.
fn paragraphs(html: &str) -> Vec<String> {
    html.split("<div class=\"para\">").skip(1).map(text).collect()
}

/// The text of a block up to the next one, without tags.
fn text(html: &str) -> String {
    let end = [html.find("</div>"), html.find("<div")].into_iter().flatten().min();
    let block = end.and_then(|end| html.get(..end)).unwrap_or(html);
    let mut written = String::new();
    for (n, piece) in block.split('<').enumerate() {
        let text = if n == 0 { piece } else { piece.split_once('>').map_or("", |(_, text)| text) };
        written.push_str(text);
    }
    let plain =
        written.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&");
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}
