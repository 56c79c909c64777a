//! A stretch of inline markup as marked text: elements become numbered tags, ruby stays ruby, white space collapses.

use super::elements::{self, Role};
use super::scan::{Page, TokenKind};
use super::{entities, ruby};
use book::text::markup::{Marked, MarkedBuilder, Piece};
use book::text::paragraph::TagKind;
use std::borrow::Cow;
use std::ops::Range;

/// Marked text, and the bytes its tags stand for.
#[derive(Debug, Default)]
pub(super) struct Inline {
    pub text: Marked,
    /// Position 0 is tag 1.
    pub tags: Vec<Tag>,
    /// Comments and the like, which have no place in marked text but are not to be lost.
    pub hidden: Vec<Range<usize>>,
    /// References whose meaning only the page's own declarations know.
    pub opaque: Vec<String>,
}

/// What a numbered tag stands for in the page.
#[derive(Debug, Clone)]
pub(super) struct Tag {
    pub kind: TagKind,
    /// The start tag, or the whole of an element without text.
    pub open: Range<usize>,
    /// The end tag of a pair; the element's name where the page forgot it.
    pub close: Option<Close>,
}

/// How a pair ends.
#[derive(Debug, Clone)]
pub(super) enum Close {
    Written(Range<usize>),
    Forgotten(String),
}

/// How white space is treated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Space {
    /// As a browser does: runs become one space.
    Collapse,
    /// As in `pre`.
    Verbatim,
}

/// Tags beyond this cannot be numbered; such a stretch is given as plain text.
const MAX_TAGS: usize = 9_000;

/// Reads the tokens of `range`.
pub(super) fn read(page: &Page, range: Range<usize>, space: Space) -> Inline {
    let mut reader = InlineReader::new(page, space);
    reader.read(range.clone());
    if reader.inline.tags.len() <= MAX_TAGS {
        return reader.finish();
    }
    let mut plain = InlineReader::new(page, space);
    plain.tagged = false;
    plain.read(range);
    plain.finish()
}

/// The text of the tokens of `range`, as a reader sees it.
pub(super) fn plain_text(page: &Page, range: Range<usize>) -> String {
    read(page, range, Space::Collapse).text.plain().trim().to_owned()
}

struct InlineReader<'a> {
    page: &'a Page,
    space: Space,
    tagged: bool,
    builder: MarkedBuilder,
    inline: Inline,
    /// Numbers of the pairs that are open, with the token at which each ends.
    open: Vec<(u16, usize)>,
    /// A space that is written if something follows.
    space_waits: bool,
    last: Option<char>,
}

impl<'a> InlineReader<'a> {
    fn new(page: &'a Page, space: Space) -> Self {
        Self {
            page,
            space,
            tagged: true,
            builder: MarkedBuilder::default(),
            inline: Inline::default(),
            open: Vec::new(),
            space_waits: false,
            last: None,
        }
    }

    fn finish(mut self) -> Inline {
        self.inline.text = self.builder.finish();
        self.inline
    }

    fn read(&mut self, range: Range<usize>) {
        let mut at = range.start;
        while at < range.end {
            while self.open.last().is_some_and(|&(_, end)| end <= at) {
                self.close();
            }
            at = match self.page.kind(at) {
                Some(TokenKind::Start | TokenKind::Empty) => self.element(at),
                Some(TokenKind::Text | TokenKind::Reference | TokenKind::CData) => {
                    let text = token_text(self.page, at);
                    if text.starts_with('&')
                        && self.page.kind(at) == Some(TokenKind::Reference)
                        && text.len() > 1
                    {
                        self.inline.opaque.push(text.clone().into_owned());
                    }
                    self.text(&text);
                    at + 1
                }
                Some(TokenKind::Hidden) => {
                    self.inline.hidden.push(self.page.range(at));
                    at + 1
                }
                Some(TokenKind::End | TokenKind::DocType) | None => at + 1,
            };
        }
        while !self.open.is_empty() {
            self.close();
        }
    }

    fn element(&mut self, at: usize) -> usize {
        let after = self.page.after(at);
        let whole = self.page.range(at).start..self.page.range(after.saturating_sub(1)).end;
        match self.page.role(at) {
            Role::Ruby if self.page.kind(at) == Some(TokenKind::Start) => {
                self.ruby(at);
                return after;
            }
            Role::Opaque | Role::Hidden => {
                self.void(at, whole);
                return after;
            }
            Role::Block | Role::Inline | Role::Ruby => {}
        }
        let (mut has_inside, mut has_space) = (false, false);
        for inner in at + 1..self.page.mate(at) {
            match self.page.kind(inner) {
                Some(TokenKind::Hidden) => {}
                Some(TokenKind::Text) if self.page.raw(inner).trim_ascii().is_empty() => has_space = true,
                _ => {
                    has_inside = true;
                    break;
                }
            }
        }
        if self.page.kind(at) == Some(TokenKind::Empty) || !has_inside {
            self.void(at, whole);
            if has_space && self.space == Space::Collapse {
                self.text(" ");
            }
            return after;
        }
        if let Some(number) = self.number() {
            let close = match self.page.end_tag(at) {
                Some(end) => Close::Written(self.page.range(end)),
                None => Close::Forgotten(super::scan::tag_name(self.page.raw(at)).to_owned()),
            };
            let kind = elements::tag_kind(self.page, at);
            self.inline.tags.push(Tag { kind, open: self.page.range(at), close: Some(close) });
            self.flush_space();
            self.builder.push(&Piece::Open(number));
            self.open.push((number, self.page.mate(at)));
        }
        at + 1
    }

    fn void(&mut self, at: usize, whole: Range<usize>) {
        let kind = elements::tag_kind(self.page, at);
        if let Some(number) = self.number() {
            self.inline.tags.push(Tag { kind, open: whole, close: None });
            if kind == TagKind::Break {
                self.space_waits = false;
            } else {
                self.flush_space();
            }
            self.builder.push(&Piece::Void(number));
        }
        if kind == TagKind::Break {
            self.last = None;
        } else if self.page.is_complete
            && (self.page.role(at) == Role::Opaque || elements::is_picture(self.page, at))
        {
            // What stands there separates words as a letter does.
            self.last = Some('x');
        }
    }

    fn close(&mut self) {
        if let Some((number, _)) = self.open.pop() {
            self.builder.push(&Piece::Close(number));
        }
    }

    /// The number of the next tag, while there are numbers.
    fn number(&self) -> Option<u16> {
        let next = u16::try_from(self.inline.tags.len() + 1).ok();
        next.filter(|_| self.tagged && self.inline.tags.len() <= MAX_TAGS)
    }

    fn text(&mut self, text: &str) {
        if self.space == Space::Verbatim {
            self.builder.push_text(&text.replace("\r\n", "\n").replace('\r', "\n"));
            self.last = text.chars().last().or(self.last);
            return;
        }
        let mut rest = text;
        while !rest.is_empty() {
            let len = entities::plain_len(rest, |byte| byte == b' ');
            let (word, after) = rest.split_at_checked(len).unwrap_or((rest, ""));
            if let Some(last) = word.chars().next_back() {
                self.flush_space();
                self.builder.push_text(word);
                self.last = Some(last);
            }
            rest = after.trim_start_matches(|c: char| c.is_ascii_whitespace() || !entities::is_xml_char(c));
            let gap = after.get(..after.len() - rest.len()).unwrap_or_default();
            self.gap(gap, rest.chars().next());
        }
    }

    /// White space between words, perhaps with characters in it that no page can hold.
    fn gap(&mut self, gap: &str, next: Option<char>) {
        if !gap.contains(|c: char| c.is_ascii_whitespace()) {
            return;
        }
        // A line break between two wide characters is the editor's, not the author's.
        let joins = gap.contains(['\n', '\r']) && self.last.is_some_and(is_wide) && next.is_none_or(is_wide);
        self.space_waits |= self.last.is_some_and(|last| last != ' ') && !joins;
    }

    fn flush_space(&mut self) {
        if std::mem::take(&mut self.space_waits) {
            self.builder.push_text(" ");
            self.last = Some(' ');
        }
    }

    fn ruby(&mut self, at: usize) {
        let hidden =
            (at + 1..self.page.mate(at)).filter(|&inner| self.page.kind(inner) == Some(TokenKind::Hidden));
        self.inline.hidden.extend(hidden.map(|inner| self.page.range(inner)));
        let ruby = ruby::read(self.page, at);
        for (base, reading) in ruby.pairs {
            if reading.trim().is_empty() {
                self.text(&base);
                continue;
            }
            self.flush_space();
            self.last = base.chars().last().or(Some('\u{3000}'));
            self.builder.push(&Piece::Ruby { base: base.into(), reading: reading.into() });
        }
        for inner in ruby.voids {
            let after = self.page.after(inner);
            self.void(inner, self.page.range(inner).start..self.page.range(after.saturating_sub(1)).end);
        }
    }
}

/// The text a token shows.
pub(crate) fn token_text(page: &Page, at: usize) -> Cow<'_, str> {
    let raw = page.raw(at);
    match page.kind(at) {
        Some(TokenKind::Reference) => entities::resolve(raw).unwrap_or(Cow::Borrowed(raw)),
        Some(TokenKind::CData) => {
            let inside = raw.strip_prefix("<![CDATA[").and_then(|raw| raw.strip_suffix("]]>"));
            Cow::Borrowed(inside.unwrap_or(raw))
        }
        _ => Cow::Borrowed(raw),
    }
}

/// Characters of scripts written without spaces.
const fn is_wide(character: char) -> bool {
    matches!(character, '\u{2e80}'..='\u{a4cf}' | '\u{f900}'..='\u{faff}' | '\u{fe30}'..='\u{fe4f}'
        | '\u{ff00}'..='\u{ff60}' | '\u{20000}'..='\u{3ffff}')
}
