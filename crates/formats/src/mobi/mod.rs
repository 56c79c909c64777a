//! Kindle books (MOBI, AZW3) without copy protection: the markup in them is read like a page of an EPUB, and made into
//! one. Pictures, tables as such and links are left behind. Protected books are named and refused.

mod container;
mod contents;
mod index;
mod unpack;

use crate::epub::loose_paragraphs;
use crate::import::{FileFault, ImportError};
use crate::template::{Draft, DraftParagraph};
use container::Container;

/// Whether the bytes are a Kindle book.
pub(crate) fn recognises(bytes: &[u8]) -> bool {
    bytes.get(60..68).is_some_and(|magic| magic == b"BOOKMOBI")
}

/// Reads a book.
pub(crate) fn read(bytes: &[u8]) -> Result<Draft, ImportError> {
    let container = Container::open(bytes)?;
    let text = container.markup()?;
    let lines = contents::read(&container, &text);
    let markup = without_frames(&contents::marked(&container, &text, &lines));
    let paragraphs = loose_paragraphs(format!("<html><body>{markup}</body></html>"))?;
    let mut draft = Draft {
        title: container.title(),
        author: container.author(),
        language: container.language(),
        ..Draft::default()
    };
    let paragraphs = paragraphs.into_iter().map(|paragraph| DraftParagraph {
        text: paragraph.text,
        kind: paragraph.kind,
        level: paragraph.level,
    });
    draft.paragraphs = paragraphs.collect();
    if !lines.is_empty() {
        let has_page;
        (draft.paragraphs, has_page) = contents::with_headings(draft.paragraphs, &lines);
        let message = "the page of contents was left out; the EPUB has a table of contents of its own";
        draft
            .findings
            .extend(has_page.then(|| FileFault { subject: String::new(), message: message.to_owned() }));
    }
    let message = "pictures, links and tables as such are left behind";
    draft.findings.push(FileFault { subject: String::new(), message: message.to_owned() });
    Ok(draft)
}

/// The markup without what stands around pages: newer books have their pages' frames and insides one after the other.
fn without_frames(markup: &str) -> String {
    let mut written = String::with_capacity(markup.len());
    let mut rest = markup;
    while let Some((before, tail)) = rest.split_once('<') {
        written.push_str(before);
        let name: String = tail
            .trim_start_matches('/')
            .chars()
            .take_while(|c| c.is_ascii_alphanumeric() || matches!(c, '?' | '!' | ':'))
            .flat_map(char::to_lowercase)
            .collect();
        let is_frame = matches!(name.as_str(), "html" | "body" | "guide" | "reference" | "?xml" | "!doctype");
        if name == "head" && !tail.starts_with('/') {
            rest = tail.split_once("</head>").or_else(|| tail.split_once('>')).map_or("", |(_, after)| after);
            continue;
        }
        if !is_frame {
            written.push('<');
            rest = tail;
            continue;
        }
        rest = tail.split_once('>').map_or("", |(_, after)| after);
    }
    written.push_str(rest);
    written
}
