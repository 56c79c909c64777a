//! Cuts HTML as people and programs write it into the same tokens as the pages of an EPUB: end tags that may be left out,
//! scripts that are no markup, tags in capitals, text outside of any element.

use super::elements::{self, Role};
use super::guard;
use super::scan::{NO_MATE, Page, Token, TokenKind, VOID, index, local_name, set_mate, tag_name};
use crate::import::ImportError;
use std::ops::Range;

/// Elements whose content is no markup, up to their end tag.
const RAW: [&str; 6] = ["script", "style", "textarea", "title", "xmp", "noembed"];
/// Elements whose end tag may be left out.
const OPTIONAL: [&str; 19] = [
    "html", "head", "body", "p", "li", "dt", "dd", "tr", "td", "th", "thead", "tbody", "tfoot", "colgroup",
    "option", "optgroup", "rt", "rp", "rb",
];
/// Elements in which an open element of the kinds below is not looked for any further.
const SCOPES: [&str; 9] = ["table", "td", "th", "caption", "button", "ul", "ol", "dl", "select"];

/// Tokenises a page.
pub(super) fn scan(text: String) -> Result<Page, ImportError> {
    let mut scanner = Scanner { text: &text, tokens: Vec::new(), open: Vec::new(), n_faults: 0 };
    // Everything stands in something, also where a page leaves `html` and `body` out.
    scanner.tokens.push(Token { kind: TokenKind::Start, role: Role::Block, start: 0, end: 0, mate: NO_MATE });
    scanner.run()?;
    let Scanner { mut tokens, open, mut n_faults, .. } = scanner;
    let n_tokens = index(tokens.len());
    for (start, name) in open {
        n_faults += usize::from(!OPTIONAL.contains(&name.as_str()));
        set_mate(&mut tokens, start, n_tokens);
    }
    set_mate(&mut tokens, 0, n_tokens);
    Ok(Page { text, tokens, n_faults, is_complete: false })
}

struct Scanner<'a> {
    text: &'a str,
    tokens: Vec<Token>,
    /// Starts that wait for their ends, with their names.
    open: Vec<(u32, String)>,
    n_faults: usize,
}

impl<'a> Scanner<'a> {
    fn run(&mut self) -> Result<(), ImportError> {
        let mut at = 0;
        while at < self.text.len() {
            at = self.step(at)?.max(at + 1);
        }
        Ok(())
    }

    fn rest(&self, at: usize) -> &'a str {
        self.text.get(at..).unwrap_or_default()
    }

    fn step(&mut self, at: usize) -> Result<usize, ImportError> {
        let rest = self.rest(at);
        if !rest.starts_with('<') {
            let end = at + rest.find('<').unwrap_or(rest.len());
            self.characters(at..end)?;
            return Ok(end);
        }
        let until = |end: &str| rest.find(end).map_or(self.text.len(), |len| at + len + end.len());
        if rest.starts_with("<!--") {
            let end = until("-->");
            self.push(TokenKind::Hidden, Role::Inline, at..end)?;
            return Ok(end);
        }
        if rest.starts_with("<![CDATA[") {
            let end = until("]]>");
            self.push(TokenKind::CData, Role::Inline, at..end)?;
            return Ok(end);
        }
        if rest.starts_with("<!") || rest.starts_with("<?") {
            // Declarations inside a document type have brackets of their own.
            let has_inside = rest.find('[') < rest.find('>') && rest.contains('[');
            let end = if has_inside { until("]>") } else { at + tag_len(rest) };
            let is_type = rest.get(..9).is_some_and(|head| head.eq_ignore_ascii_case("<!doctype"));
            let kind = if is_type { TokenKind::DocType } else { TokenKind::Hidden };
            self.push(kind, Role::Inline, at..end)?;
            return Ok(end);
        }
        let is_tag = |text: &str| text.starts_with(|c: char| c.is_ascii_alphabetic());
        if rest.strip_prefix("</").is_some_and(is_tag) {
            let end = at + tag_len(rest);
            self.end(at..end)?;
            return Ok(end);
        }
        if rest.get(1..).is_some_and(is_tag) {
            let end = at + tag_len(rest);
            return self.start(at..end);
        }
        // A bracket that is no tag is a character.
        self.n_faults += 1;
        let end = at + 1 + self.rest(at + 1).find('<').unwrap_or_else(|| self.rest(at + 1).len());
        self.characters(at..end)?;
        Ok(end)
    }

    /// Character data, references apart.
    fn characters(&mut self, range: Range<usize>) -> Result<(), ImportError> {
        let mut from = range.start;
        let mut at = range.start;
        while at < range.end {
            let rest = self.text.get(at..range.end).unwrap_or_default();
            let Some(offset) = rest.find('&') else { break };
            let start = at + offset;
            let tail = self.text.get(start..range.end).unwrap_or_default();
            let n_name =
                tail.bytes().skip(1).take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'#').count();
            if n_name == 0 || tail.as_bytes().get(n_name + 1) != Some(&b';') {
                at = start + 1;
                continue;
            }
            self.push(TokenKind::Text, Role::Inline, from..start)?;
            at = start + n_name + 2;
            from = at;
            self.push(TokenKind::Reference, Role::Inline, start..at)?;
        }
        self.push(TokenKind::Text, Role::Inline, from..range.end)
    }

    fn start(&mut self, range: Range<usize>) -> Result<usize, ImportError> {
        let raw = self.text.get(range.clone()).unwrap_or_default();
        let name = local_name(tag_name(raw)).to_ascii_lowercase();
        self.close_before(&name);
        let role = elements::role(&name);
        if VOID.contains(&name.as_str()) || raw.ends_with("/>") {
            self.push(TokenKind::Empty, role, range.clone())?;
            return Ok(range.end);
        }
        guard::count_depth(self.open.len())?;
        self.open.push((index(self.tokens.len()), name.clone()));
        self.push(TokenKind::Start, role, range.clone())?;
        if !RAW.contains(&name.as_str()) {
            return Ok(range.end);
        }
        let rest = self.rest(range.end);
        let end = range.end + raw_len(rest, &name);
        if matches!(name.as_str(), "title" | "textarea") {
            self.characters(range.end..end)?;
        } else {
            self.push(TokenKind::Text, Role::Inline, range.end..end)?;
        }
        Ok(end)
    }

    /// Ends what cannot go on where an element of this name begins.
    fn close_before(&mut self, name: &str) {
        let ended: &[&str] = match name {
            "li" => &["li"],
            "dt" | "dd" => &["dt", "dd"],
            "td" | "th" => &["td", "th"],
            "tr" => &["tr", "td", "th", "colgroup"],
            "tbody" | "thead" | "tfoot" => &["tbody", "thead", "tfoot", "tr", "td", "th", "colgroup"],
            "option" | "optgroup" => &["option"],
            "rt" | "rp" | "rb" => &["rt", "rp", "rb"],
            "body" => &["head"],
            _ if elements::role(name) == Role::Block => &["p"],
            _ => return,
        };
        let is_cell = matches!(name, "td" | "th" | "tr" | "tbody" | "thead" | "tfoot");
        let scopes: &[&str] = if is_cell { &["table"] } else { &SCOPES };
        // In an item, a cell and the like, an open paragraph ends too.
        let first = self
            .open
            .iter()
            .rposition(|(_, own)| scopes.contains(&own.as_str()) && !ended.contains(&own.as_str()));
        let from = first.map_or(0, |at| at + 1);
        let Some(at) =
            self.open.iter().enumerate().skip(from).find(|(_, (_, own))| ended.contains(&own.as_str()))
        else {
            return;
        };
        let at = at.0;
        self.close_from(at);
    }

    /// Ends the open elements from this one on, here and without an end tag.
    fn close_from(&mut self, at: usize) {
        let here = index(self.tokens.len());
        for (start, _) in self.open.split_off(at) {
            set_mate(&mut self.tokens, start, here);
        }
    }

    fn end(&mut self, range: Range<usize>) -> Result<(), ImportError> {
        let name =
            local_name(tag_name(self.text.get(range.clone()).unwrap_or_default())).to_ascii_lowercase();
        let Some(matching) = self.open.iter().rposition(|(_, own)| *own == name) else {
            self.n_faults += usize::from(!VOID.contains(&name.as_str()));
            return self.push(TokenKind::Hidden, Role::Inline, range);
        };
        let inner = self.open.get(matching + 1..).unwrap_or_default();
        self.n_faults += inner.iter().filter(|(_, own)| !OPTIONAL.contains(&own.as_str())).count();
        let start = self.open.get(matching).map_or(0, |(start, _)| *start);
        let here = index(self.tokens.len());
        self.close_from(matching);
        self.push(TokenKind::End, Role::Inline, range)?;
        set_mate(&mut self.tokens, here, start);
        Ok(())
    }

    fn push(&mut self, kind: TokenKind, role: Role, range: Range<usize>) -> Result<(), ImportError> {
        if range.is_empty() {
            return Ok(());
        }
        guard::count_tokens(self.tokens.len())?;
        let (start, end) = (index(range.start), index(range.end));
        self.tokens.push(Token { kind, role, start, end, mate: NO_MATE });
        Ok(())
    }
}

/// The length of the content of an element that is no markup.
fn raw_len(rest: &str, name: &str) -> usize {
    let mut from = 0;
    while let Some(at) = rest.get(from..).and_then(|tail| tail.find("</")) {
        let start = from + at;
        let own = rest.get(start + 2..start + 2 + name.len());
        if own.is_some_and(|own| own.eq_ignore_ascii_case(name)) {
            return start;
        }
        from = start + 2;
    }
    rest.len()
}

/// The length of the tag a text starts with; quoted brackets do not end it.
fn tag_len(tail: &str) -> usize {
    let mut quote = None;
    let mut after_equals = false;
    for (at, character) in tail.char_indices() {
        match (character, quote) {
            ('"' | '\'', None) if after_equals => quote = Some(character),
            (character, Some(open)) if character == open => quote = None,
            ('>', None) => return at + 1,
            _ => {}
        }
        after_equals = character == '=' || after_equals && character.is_ascii_whitespace();
    }
    // A quotation mark that is never closed is no quotation mark.
    tail.find('>').map_or(tail.len(), |at| at + 1)
}
