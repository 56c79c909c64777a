//! What the elements of a page are to a translator: blocks, markup inside text, or things without text.

use super::scan::{Page, TokenKind};
use book::text::paragraph::TagKind;
use std::borrow::Cow;

/// What an element is to the text around it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// It begins and ends a block.
    Block,
    /// It is part of a line of text.
    Inline,
    /// A base with its readings.
    Ruby,
    /// It is carried as a whole; its inside is nobody's business.
    Opaque,
    /// It is not shown: the head of the page.
    Hidden,
}

/// The role of the element with this local name.
pub(super) fn role(name: &str) -> Role {
    if name.bytes().any(|byte| byte.is_ascii_uppercase()) {
        return role(&name.to_ascii_lowercase());
    }
    match name {
        "address" | "article" | "aside" | "blockquote" | "body" | "caption" | "center" | "col"
        | "colgroup" | "dd" | "details" | "dialog" | "dir" | "div" | "dl" | "dt" | "fieldset"
        | "figcaption" | "figure" | "footer" | "form" | "frameset" | "h1" | "h2" | "h3" | "h4" | "h5"
        | "h6" | "header" | "hgroup" | "hr" | "html" | "legend" | "li" | "main" | "menu" | "nav"
        | "noframes" | "ol" | "optgroup" | "p" | "pre" | "search" | "section" | "summary" | "table"
        | "tbody" | "td" | "tfoot" | "th" | "thead" | "tr" | "ul" => Role::Block,
        "applet" | "audio" | "button" | "canvas" | "datalist" | "iframe" | "map" | "math" | "meter"
        | "object" | "progress" | "script" | "select" | "style" | "svg" | "template" | "video" => {
            Role::Opaque
        }
        "ruby" => Role::Ruby,
        "head" => Role::Hidden,
        _ => Role::Inline,
    }
}

/// Whether an element inside a text is code or marked as not to be translated.
pub(super) fn is_code(page: &Page, at: usize) -> bool {
    ["code", "kbd", "samp"].iter().any(|name| page.is(at, name)) || must_stay(page, at)
}

/// Whether the page says that an element is not to be translated. Of a whole page nobody means it.
pub(super) fn must_stay(page: &Page, at: usize) -> bool {
    let is_root = page.is(at, "html") || page.is(at, "body");
    !is_root && page.attribute(at, "translate").is_some_and(|word| word.eq_ignore_ascii_case("no"))
}

/// Whether a block is a listing of code and not verse: it says so, has code inside, or reads like it.
pub(super) fn is_code_listing(page: &Page, at: usize) -> bool {
    if !page.opens(at) || !page.is(at, "pre") {
        return false;
    }
    let classes = ["code", "program", "listing", "highlight", "terminal", "screen", "console", "literal"];
    let inside = at + 1..page.mate(at);
    has_class_like(page, at, &classes)
        || inside
            .clone()
            .any(|inner| page.opens(inner) && ["code", "samp", "kbd"].iter().any(|name| page.is(inner, name)))
        || reads_like_code(page, inside)
}

fn reads_like_code(page: &Page, tokens: std::ops::Range<usize>) -> bool {
    let text: String = tokens
        .filter(|&at| {
            matches!(page.kind(at), Some(TokenKind::Text | TokenKind::Reference | TokenKind::CData))
        })
        .map(|at| super::inline::token_text(page, at))
        .collect();
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let starts =
        ["#include", "#!", "$ ", ">>> ", "//", "/*", "import ", "def ", "</", "<?", "{", "}", "int ", "var "];
    let n_code = lines
        .iter()
        .filter(|line| {
            line.ends_with([';', '{', '}'])
                || line.ends_with("):")
                || starts.iter().any(|start| line.starts_with(start))
        })
        .count();
    n_code > 0 && n_code * 3 >= lines.len()
}

/// Elements whose tag stands for an image.
const PICTURES: [&str; 6] = ["img", "image", "svg", "picture", "object", "video"];

/// What a numbered tag for this element stands for.
pub(super) fn tag_kind(page: &Page, at: usize) -> TagKind {
    match page.name(at).to_ascii_lowercase().as_str() {
        "em" | "i" | "b" | "strong" | "u" => TagKind::Emphasis,
        "br" => TagKind::Break,
        name if PICTURES.contains(&name) => TagKind::Image,
        "a" if is_note_mark(page, at) => TagKind::NoteMark,
        "a" if page.attribute(at, "href").is_some() => TagKind::Link,
        "span" if has_emphasis_class(page, at) => TagKind::Emphasis,
        _ => TagKind::Other,
    }
}

/// Whether something is to be seen although there is no text.
pub(super) fn is_picture(page: &Page, at: usize) -> bool {
    let name = page.name(at);
    PICTURES.iter().chain(&["math", "audio"]).any(|picture| picture.eq_ignore_ascii_case(name))
}

pub(super) fn is_break(page: &Page, at: usize) -> bool {
    page.opens(at) && page.is(at, "br")
}

/// Whether the words of `epub:type` or `role` contain one of these.
pub(super) fn has_type(page: &Page, at: usize, types: &[&str]) -> bool {
    Types::read(page, at).have(types)
}

/// The words of `epub:type` and `role`, found once to be asked about several times.
pub(super) struct Types<'a>([Option<Cow<'a, str>>; 2]);

impl<'a> Types<'a> {
    pub(super) fn read(page: &'a Page, at: usize) -> Self {
        Self(["epub:type", "role"].map(|name| page.attribute(at, name)))
    }

    /// Whether one of these is among them.
    pub(super) fn have(&self, types: &[&str]) -> bool {
        self.0.iter().flatten().any(|value| {
            value.split_ascii_whitespace().any(|word| {
                let word = word.strip_prefix("doc-").unwrap_or(word);
                types.iter().any(|wanted| wanted.eq_ignore_ascii_case(word))
            })
        })
    }
}

/// Whether the class attribute has one of these inside one of its words.
pub(super) fn has_class_like(page: &Page, at: usize, parts: &[&str]) -> bool {
    page.attribute(at, "class").is_some_and(|value| {
        let value = value.to_ascii_lowercase();
        parts.iter().any(|part| value.contains(part))
    })
}

fn has_emphasis_class(page: &Page, at: usize) -> bool {
    has_class_like(page, at, &["em-sesame", "em-dot", "bouten", "italic", "bold", "emphasis"])
}

fn is_note_mark(page: &Page, at: usize) -> bool {
    if has_type(page, at, &["noteref", "biblioref", "glossref"])
        || has_class_like(page, at, &["noteref", "footnote"])
    {
        return true;
    }
    let Some(href) = page.attribute(at, "href") else { return false };
    let text: String = (at + 1..page.mate(at))
        .filter(|&inner| page.kind(inner) == Some(TokenKind::Text))
        .map(|inner| page.raw(inner))
        .collect();
    let text = text.trim().trim_matches(['[', ']', '(', ')', '（', '）', '［', '］', '※', '注']);
    let numbered =
        text.chars().count() <= 4 && text.chars().all(|c| c.is_numeric() || matches!(c, '*' | '†' | '‡'));
    href.contains('#') && numbered
}
