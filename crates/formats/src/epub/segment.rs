//! A page as blocks of text: every run of inline content between two block boundaries, wherever it stands.

use super::elements::{self, Role, Types};
use super::frame;
use super::inline::{self, Inline, Space};
use super::scan::{Page, TokenKind};
use book::text::chapter::Matter;
use book::text::paragraph::ParagraphKind;
use std::ops::Range;

/// One block of a page.
#[derive(Debug)]
pub(super) struct Block {
    pub inline: Inline,
    pub kind: ParagraphKind,
    pub matter: Option<Matter>,
    /// The bytes that a translation replaces: the text without the frame of elements and white space around it.
    pub content: Range<usize>,
    /// The start tag of the element that holds this block and nothing else.
    pub element: Option<usize>,
    pub space: Space,
}

/// The blocks of a page, in order.
pub(super) fn segment(page: &Page) -> Vec<Block> {
    let mut walker = Walker {
        page,
        has_block: elements_with_blocks(page),
        open: Vec::new(),
        run: None,
        blocks: Vec::new(),
    };
    walker.walk();
    walker.blocks
}

/// An open element that is a block, or has one inside.
#[derive(Clone, Copy)]
struct Container {
    start: usize,
    /// The token at which it ends.
    end: usize,
    kind: ParagraphKind,
    note: bool,
    matter: Option<Matter>,
    space: Space,
    /// Whether anything of the element has become a block or is one.
    filled: bool,
}

struct Walker<'a> {
    page: &'a Page,
    has_block: Vec<bool>,
    open: Vec<Container>,
    run: Option<usize>,
    blocks: Vec<Block>,
}

impl Walker<'_> {
    fn walk(&mut self) {
        let n_tokens = self.page.tokens.len();
        let mut at = 0;
        while at < n_tokens {
            self.close_until(at);
            at = self.step(at);
        }
        self.close_until(n_tokens);
        self.flush(n_tokens);
    }

    fn step(&mut self, at: usize) -> usize {
        let kind = self.page.kind(at);
        if !self.page.opens(at) {
            if kind == Some(TokenKind::DocType) || (kind == Some(TokenKind::End) && self.ends_container(at)) {
                self.flush(at);
            } else {
                self.run.get_or_insert(at);
            }
            return at + 1;
        }
        let role = self.page.role(at);
        if role == Role::Hidden {
            self.flush(at);
            return self.page.after(at);
        }
        let is_boundary = role == Role::Block || self.has_block.get(at).copied().unwrap_or(false);
        if !is_boundary {
            self.run.get_or_insert(at);
            return self.page.after(at).max(at + 1);
        }
        self.flush(at);
        if let Some(parent) = self.open.last_mut() {
            parent.filled = true;
        }
        let container = self.container(at);
        if kind == Some(TokenKind::Start) {
            self.open.push(container);
        } else if is_line(self.page, at) {
            let end = self.page.range(at).end;
            self.push(Inline::default(), end..end, container, None);
        }
        at + 1
    }

    fn ends_container(&self, at: usize) -> bool {
        let start = self.page.mate(at);
        self.page.role(start) == Role::Block || self.has_block.get(start).copied().unwrap_or(false)
    }

    fn close_until(&mut self, at: usize) {
        while self.open.last().is_some_and(|container| container.end <= at) {
            self.flush(at);
            let Some(container) = self.open.pop() else { return };
            if !container.filled && is_line(self.page, container.start) {
                let end = self.page.range(container.start).end;
                self.push(Inline::default(), end..end, container, None);
            }
        }
    }

    fn container(&self, at: usize) -> Container {
        let outer = self.open.last();
        let page = self.page;
        let types = Types::read(page, at);
        let note = outer.is_some_and(|outer| outer.note) || is_note(&types);
        let outer_kind = outer.map_or(ParagraphKind::Body, |outer| outer.kind);
        Container {
            start: at,
            end: page.mate(at),
            // What is kept is kept with everything in it.
            kind: if outer_kind == ParagraphKind::Code {
                outer_kind
            } else {
                paragraph_kind(page, at, &types).unwrap_or(outer_kind)
            },
            note,
            matter: matter(&types).or_else(|| outer.and_then(|outer| outer.matter)),
            space: if page.is(at, "pre") {
                Space::Verbatim
            } else {
                outer.map_or(Space::Collapse, |outer| outer.space)
            },
            filled: false,
        }
    }

    /// Ends the run before `at` and makes blocks of it.
    fn flush(&mut self, at: usize) {
        let Some(start) = self.run.take() else { return };
        let Some(container) = self.open.last_mut() else { return };
        let is_whole = start == container.start + 1 && at == container.end;
        let container_copy = *container;
        let element = is_whole.then_some(container.start);
        let content = frame::strip(self.page, start..at, container.space);
        if content.is_empty() {
            let has_break = (start..at).any(|inner| elements::is_break(self.page, inner));
            if has_break || (is_whole && is_line(self.page, container_copy.start)) {
                container.filled = true;
                let byte = self.page.range(start).start;
                self.push(Inline::default(), byte..byte, container_copy, element);
            }
            return;
        }
        container.filled = true;
        let lines = frame::lines(self.page, content.clone(), container_copy.space);
        if lines.len() == 1 {
            self.push_text(content, container_copy, element);
        } else {
            for line in lines {
                self.push_line(line, container_copy);
            }
        }
    }

    fn push_line(&mut self, line: Range<usize>, container: Container) {
        let framed = frame::strip(self.page, line.clone(), container.space);
        if framed.is_empty() {
            let byte = self.page.range(line.start).start;
            self.push(Inline::default(), byte..byte, container, None);
        } else {
            self.push_text(framed, container, None);
        }
    }

    /// Makes a block of what is left when the frame is taken off.
    fn push_text(&mut self, framed: Range<usize>, container: Container, element: Option<usize>) {
        let inline = inline::read(self.page, framed.clone(), container.space);
        let bytes = self.page.range(framed.start).start..self.page.range(framed.end - 1).end;
        self.push(inline, frame::trim(self.page, bytes, container.space), container, element);
    }

    fn push(&mut self, inline: Inline, content: Range<usize>, container: Container, element: Option<usize>) {
        let is_note =
            container.note && !matches!(container.kind, ParagraphKind::Heading | ParagraphKind::Code);
        let kind = if is_note { ParagraphKind::Note } else { container.kind };
        let Container { matter, space, .. } = container;
        self.blocks.push(Block { inline, kind, matter, content, element, space });
    }
}

/// For every start: whether a block stands somewhere inside, so that the element is part of the page's structure.
pub(super) fn elements_with_blocks(page: &Page) -> Vec<bool> {
    let mut marks = vec![false; page.tokens.len()];
    let mut open: Vec<usize> = Vec::new();
    for at in 0..page.tokens.len() {
        while open.last().is_some_and(|&start| page.mate(start) <= at) {
            open.pop();
        }
        if !page.opens(at) {
            continue;
        }
        if page.role(at) == Role::Block {
            for &outer in open.iter().rev() {
                match marks.get_mut(outer) {
                    Some(mark) if !*mark => *mark = true,
                    _ => break,
                }
            }
        }
        if page.kind(at) == Some(TokenKind::Start) {
            open.push(at);
        }
    }
    marks
}

/// Elements that are a line of their own even when nothing is in them.
fn is_line(page: &Page, at: usize) -> bool {
    ["p", "h1", "h2", "h3", "h4", "h5", "h6"].iter().any(|name| page.is(at, name))
}

fn paragraph_kind(page: &Page, at: usize, types: &Types<'_>) -> Option<ParagraphKind> {
    let name = page.name(at);
    let is = |names: &[&str]| names.iter().any(|wanted| wanted.eq_ignore_ascii_case(name));
    if page.is_complete && (elements::is_code_listing(page, at) || elements::must_stay(page, at)) {
        Some(ParagraphKind::Code)
    } else if is(&["h1", "h2", "h3", "h4", "h5", "h6"]) {
        Some(ParagraphKind::Heading)
    } else if is(&["li", "dt", "dd"]) {
        Some(ParagraphKind::Item)
    } else if is(&["td", "th"]) {
        Some(ParagraphKind::Cell)
    } else if is(&["caption", "figcaption"]) {
        Some(ParagraphKind::Caption)
    } else if is(&["pre"])
        || elements::has_class_like(page, at, &["verse", "poem", "stanza", "linegroup"])
        || types.have(&["z3998:verse", "z3998:poem"])
    {
        Some(ParagraphKind::Verse)
    } else {
        None
    }
}

fn is_note(types: &Types<'_>) -> bool {
    types.have(&["footnote", "footnotes", "rearnote", "rearnotes", "endnote", "endnotes", "note"])
}

fn matter(types: &Types<'_>) -> Option<Matter> {
    let is = |wanted: &[&str]| types.have(wanted);
    if is(&[
        "frontmatter",
        "titlepage",
        "halftitlepage",
        "cover",
        "copyright-page",
        "dedication",
        "epigraph",
        "toc",
    ]) {
        Some(Matter::Front)
    } else if is(&["backmatter", "colophon", "index", "bibliography", "appendix", "rearnotes", "endnotes"]) {
        Some(Matter::Back)
    } else if is(&["bodymatter", "chapter", "part", "volume", "prologue", "epilogue"]) {
        Some(Matter::Body)
    } else {
        None
    }
}
