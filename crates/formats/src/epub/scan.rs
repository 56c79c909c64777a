//! Cuts a web page into tokens with byte ranges, and never gives up: what no parser would take becomes text.

use super::attributes::attribute;
use super::elements::{self, Role};
use super::guard;
use crate::import::ImportError;
use quick_xml::Reader;
use quick_xml::events::Event;
use std::borrow::Cow;
use std::ops::Range;

/// A page, its tokens, and how badly it was written.
#[derive(Debug, Default)]
pub(crate) struct Page {
    /// The text of the page without its byte order mark.
    pub text: String,
    /// Tokens in order; together they cover the text without gaps.
    pub tokens: Vec<Token>,
    /// How many places had to be guessed: tags that do not match, stray brackets.
    pub n_faults: usize,
    /// Whether texts outside the blocks count and code is kept, as the second version of the reader has it.
    pub is_complete: bool,
}

/// A stretch of the page.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Token {
    pub kind: TokenKind,
    /// Of a token that opens an element: what the element is. It is asked for many times.
    pub(super) role: Role,
    pub(super) start: u32,
    pub(super) end: u32,
    /// Of a start: the token at which the element ends, its own end tag or whatever closed it. Of an end: its start.
    pub(super) mate: u32,
}

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TokenKind {
    /// A start tag whose element has content.
    Start,
    /// An element without content, in whatever spelling.
    Empty,
    /// The end tag of a start.
    End,
    /// Character data.
    Text,
    /// `&name;` or `&#1234;`.
    Reference,
    /// A section of character data.
    CData,
    /// A document type declaration.
    DocType,
    /// Comments, instructions, end tags of nothing.
    Hidden,
}

impl Page {
    /// Tokenises a page.
    pub(crate) fn scan(text: String) -> Result<Self, ImportError> {
        let mut scanner =
            Scanner { text: &text, tokens: Vec::new(), open: Vec::new(), n_faults: 0, n_restarts: 0 };
        scanner.run()?;
        let Scanner { mut tokens, open, mut n_faults, .. } = scanner;
        n_faults += open.len();
        let n_tokens = index(tokens.len());
        for start in open {
            set_mate(&mut tokens, start, n_tokens);
        }
        Ok(Self { text, tokens, n_faults, is_complete: false })
    }

    /// Reads the page as the second version of the reader does: code inside text is carried as a whole.
    pub(super) fn read_completely(&mut self) {
        self.is_complete = true;
        let mut at = 0;
        while at < self.tokens.len() {
            if elements::is_code_listing(self, at) {
                at = self.after(at);
                continue;
            }
            if self.opens(at) && self.role(at) == Role::Inline && elements::is_code(self, at) {
                if let Some(token) = self.tokens.get_mut(at) {
                    token.role = Role::Opaque;
                }
                at = self.after(at);
                continue;
            }
            at += 1;
        }
    }

    pub(super) fn token(&self, at: usize) -> Option<Token> {
        self.tokens.get(at).copied()
    }

    pub(crate) fn kind(&self, at: usize) -> Option<TokenKind> {
        self.tokens.get(at).map(|token| token.kind)
    }

    /// The bytes of a token.
    pub(crate) fn raw(&self, at: usize) -> &str {
        self.cut(self.range(at))
    }

    pub(crate) fn cut(&self, range: Range<usize>) -> &str {
        self.text.get(range).unwrap_or_default()
    }

    pub(crate) fn range(&self, at: usize) -> Range<usize> {
        self.tokens.get(at).map_or(self.text.len()..self.text.len(), |token| token.range())
    }

    /// The local name of a tag.
    pub(crate) fn name(&self, at: usize) -> &str {
        local_name(tag_name(self.raw(at)))
    }

    /// What the element that opens here is to the text around it.
    pub(super) fn role(&self, at: usize) -> Role {
        self.tokens.get(at).map_or(Role::Inline, |token| token.role)
    }

    /// Whether a tag has this name, in any case.
    pub(crate) fn is(&self, at: usize, name: &str) -> bool {
        self.name(at).eq_ignore_ascii_case(name)
    }

    /// The value of an attribute of a start tag.
    pub(crate) fn attribute(&self, at: usize, name: &str) -> Option<Cow<'_, str>> {
        attribute(self.raw(at), name)
    }

    /// The token where the content of the element that starts here ends; never beyond the page.
    pub(crate) fn mate(&self, at: usize) -> usize {
        let mate = match self.token(at) {
            Some(token) if token.mate != NO_MATE => token.mate as usize,
            _ => at + 1,
        };
        mate.min(self.tokens.len())
    }

    /// The element's own end tag, if it has one.
    pub(crate) fn end_tag(&self, start: usize) -> Option<usize> {
        let mate = self.mate(start);
        self.token(mate).filter(|end| end.kind == TokenKind::End && end.mate as usize == start).map(|_| mate)
    }

    /// The first token after the element that starts here.
    pub(crate) fn after(&self, start: usize) -> usize {
        if self.kind(start) == Some(TokenKind::Start) {
            self.end_tag(start).map_or_else(|| self.mate(start), |end| end + 1)
        } else {
            start + 1
        }
    }

    /// Whether the token opens an element, with or without content.
    pub(crate) fn opens(&self, at: usize) -> bool {
        matches!(self.kind(at), Some(TokenKind::Start | TokenKind::Empty))
    }
}

impl Token {
    pub(super) const fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// The name a tag carries, with its prefix.
pub(super) fn tag_name(raw: &str) -> &str {
    let inner = raw.trim_start_matches(['<', '/']);
    let ends = |byte: u8| matches!(byte, b'\t'..=b'\r' | b' ' | b'/' | b'>');
    let n_ascii = inner.bytes().position(|byte| ends(byte) || !byte.is_ascii()).unwrap_or(inner.len());
    let end = match inner.as_bytes().get(n_ascii) {
        Some(byte) if !byte.is_ascii() => inner.find(|c: char| c.is_whitespace() || c == '/' || c == '>'),
        Some(_) | None => Some(n_ascii),
    };
    end.and_then(|end| inner.get(..end)).unwrap_or(inner)
}

pub(super) fn local_name(name: &str) -> &str {
    name.rsplit_once(':').map_or(name, |(_, local)| local)
}

/// A page that needs more fresh starts than this is not markup at all; the rest of it is taken as text.
const MAX_RESTARTS: usize = 2_000;
pub(super) const NO_MATE: u32 = u32::MAX;
/// Elements that never have content, closed or not.
pub(super) const VOID: [&str; 14] = [
    "br", "img", "hr", "input", "meta", "link", "col", "area", "base", "embed", "param", "source", "track",
    "wbr",
];

struct Scanner<'a> {
    text: &'a str,
    tokens: Vec<Token>,
    /// Starts that wait for their ends.
    open: Vec<u32>,
    n_faults: usize,
    n_restarts: usize,
}

impl<'a> Scanner<'a> {
    fn run(&mut self) -> Result<(), ImportError> {
        let mut base = 0;
        while let Some(rest) = self.text.get(base..) {
            match self.run_from(base, rest)? {
                Some(broken) if self.n_restarts < MAX_RESTARTS => {
                    self.n_restarts += 1;
                    self.n_faults += 1;
                    self.push(TokenKind::Text, broken..broken + 1)?;
                    base = broken + 1;
                }
                Some(broken) => return self.push(TokenKind::Text, broken..self.text.len()),
                None => return Ok(()),
            }
        }
        Ok(())
    }

    /// Reads on from `base`; gives the place of a bracket that is no markup.
    fn run_from(&mut self, base: usize, rest: &'a str) -> Result<Option<usize>, ImportError> {
        let mut reader = Reader::from_str(rest);
        let config = reader.config_mut();
        config.check_end_names = false;
        config.allow_unmatched_ends = true;
        config.allow_dangling_amp = true;
        loop {
            let start = base + position(&reader);
            let event = reader.read_event();
            let range = start..base + position(&reader);
            let raw = self.text.get(range.clone()).unwrap_or_default();
            match event {
                Ok(Event::Eof) => return Ok(None),
                Ok(Event::Start(_) | Event::Empty(_)) if !is_tag(raw) => return Ok(Some(start)),
                Ok(Event::Start(_)) => self.start(raw, range)?,
                Ok(Event::Empty(_)) => {
                    self.push_element(TokenKind::Empty, local_name(tag_name(raw)), range)?;
                }
                Ok(Event::End(_)) => self.end(raw, range)?,
                Ok(Event::Text(_)) => self.push(TokenKind::Text, range)?,
                Ok(Event::GeneralRef(_)) => self.push(TokenKind::Reference, range)?,
                Ok(Event::CData(_)) => self.push(TokenKind::CData, range)?,
                Ok(Event::DocType(_)) => self.push(TokenKind::DocType, range)?,
                Ok(Event::Comment(_) | Event::PI(_) | Event::Decl(_)) => {
                    self.push(TokenKind::Hidden, range)?;
                }
                Err(_) => {
                    let at = rest.get(start - base..).and_then(|tail| tail.find('<')).map(|at| start + at);
                    if let Some(at) = at
                        && at > start
                    {
                        self.push(TokenKind::Text, start..at)?;
                    }
                    return Ok(at);
                }
            }
        }
    }

    fn push(&mut self, kind: TokenKind, range: Range<usize>) -> Result<(), ImportError> {
        self.push_token(kind, Role::Inline, range)
    }

    /// A token that opens the element with this local name.
    fn push_element(&mut self, kind: TokenKind, name: &str, range: Range<usize>) -> Result<(), ImportError> {
        self.push_token(kind, elements::role(name), range)
    }

    fn push_token(&mut self, kind: TokenKind, role: Role, range: Range<usize>) -> Result<(), ImportError> {
        if range.is_empty() {
            return Ok(());
        }
        guard::count_tokens(self.tokens.len())?;
        let (start, end) = (index(range.start), index(range.end));
        self.tokens.push(Token { kind, role, start, end, mate: NO_MATE });
        Ok(())
    }

    fn start(&mut self, raw: &str, range: Range<usize>) -> Result<(), ImportError> {
        let name = local_name(tag_name(raw));
        if VOID.iter().any(|void| void.eq_ignore_ascii_case(name)) {
            return self.push_element(TokenKind::Empty, name, range);
        }
        guard::count_depth(self.open.len())?;
        self.open.push(index(self.tokens.len()));
        self.push_element(TokenKind::Start, name, range)
    }

    fn end(&mut self, raw: &str, range: Range<usize>) -> Result<(), ImportError> {
        let name = tag_name(raw);
        let here = index(self.tokens.len());
        if let Some(last) = self.tokens.last_mut()
            && last.kind == TokenKind::Empty
            && self.text.get(last.range()).is_some_and(|void| !void.ends_with("/>") && tag_name(void) == name)
        {
            last.end = index(range.end);
            return Ok(());
        }
        let matching = self.open.iter().rposition(|&start| {
            let start = self.tokens.get(start as usize).and_then(|start| self.text.get(start.range()));
            start.is_some_and(|start| tag_name(start).eq_ignore_ascii_case(name))
        });
        let Some(matching) = matching else {
            self.n_faults += 1;
            return self.push(TokenKind::Hidden, range);
        };
        self.n_faults += self.open.len() - matching - 1;
        let start = self.open.get(matching).copied().unwrap_or(NO_MATE);
        for closed in self.open.split_off(matching) {
            set_mate(&mut self.tokens, closed, here);
        }
        self.push(TokenKind::End, range)?;
        set_mate(&mut self.tokens, here, start);
        Ok(())
    }
}

/// A tag starts with a letter and has no second bracket inside.
fn is_tag(raw: &str) -> bool {
    let inner = raw.strip_prefix('<').unwrap_or(raw);
    inner.starts_with(|c: char| c.is_alphabetic() || c == '_') && !inner.contains('<')
}

pub(super) fn set_mate(tokens: &mut [Token], at: u32, mate: u32) {
    if let Some(token) = tokens.get_mut(at as usize) {
        token.mate = mate;
    }
}

fn position(reader: &Reader<&[u8]>) -> usize {
    usize::try_from(reader.buffer_position()).unwrap_or(usize::MAX)
}

/// Pages are far smaller than four gigabytes; `guard` sees to that.
pub(super) fn index(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}
