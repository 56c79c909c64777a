//! Formats that are read and not written: such a file becomes an EPUB at import, and that EPUB is the book's original
//! from then on. So the book goes out as EPUB, byte ranges of its original replaced, like any other; the file it came
//! from is told with its digest and not kept.

use crate::epub::build::{NewChapter, NewEpub, build_with_own_headings};
use crate::epub::check_paragraphs;
use crate::import::{FileFault, ImportError, Imported, Source};
use crate::outline::{self, View};
use crate::{language, mobi, pdf, rtf, txt};
use book::language::LanguageTag;
use book::text::chapter::Chapter;
use book::text::markup::Marked;
use book::text::paragraph::ParagraphKind;
use messages::Message;

/// What was read of a file, before it is a book.
#[derive(Debug, Default)]
pub(crate) struct Draft {
    pub title: String,
    pub author: String,
    pub language: Option<String>,
    pub paragraphs: Vec<DraftParagraph>,
    pub findings: Vec<FileFault>,
}

/// A paragraph of it: pairs are emphasis, marks without text line breaks.
#[derive(Debug, Default)]
pub(crate) struct DraftParagraph {
    pub text: Marked,
    pub kind: ParagraphKind,
    /// How high a heading stands, from 1.
    pub level: Option<u8>,
}

/// A book, and the original to keep for it where that is not the file itself.
#[derive(Debug)]
pub struct TemplateImport {
    /// The book.
    pub imported: Imported,
    /// The EPUB that was made of the file.
    pub original: Option<Vec<u8>>,
}

/// Reads a book from a file of any format, those included that become an EPUB.
pub fn take(source: &Source<'_>) -> Result<TemplateImport, ImportError> {
    let draft = if rtf::recognises(source.bytes) {
        rtf::read(source.bytes)?
    } else if mobi::recognises(source.bytes) {
        mobi::read(source.bytes)?
    } else if pdf::recognises(source.bytes) {
        pdf::read(source)?
    } else {
        return Ok(TemplateImport { imported: crate::import(source)?, original: None });
    };
    let mut findings = draft.findings.clone();
    let (epub, doubts) = epub_of(draft, source)?;
    findings.extend(doubts);
    let mut imported = crate::import(&Source {
        bytes: &epub,
        file_name: source.file_name,
        encoding: None,
        language: source.language.clone(),
        reading: source.reading,
        heading: None,
        fields: None,
        progress: source.progress,
    })?;
    let digest = blake3::hash(source.bytes).to_hex();
    let message = format!(
        "became an EPUB, which is the book's original now; the file itself (BLAKE3 {digest}) is not kept"
    );
    // What there is to say about the chapters is said of the file, not of the EPUB.
    imported.findings.retain(|finding| {
        findings.iter().all(|own| own.subject.is_empty() || own.subject != finding.subject)
    });
    imported.findings.splice(0..0, findings);
    imported.findings.insert(0, FileFault { subject: String::new(), message });
    Ok(TemplateImport { imported, original: Some(epub) })
}

/// An EPUB of what was read, always the same for the same file, and what is doubtful about its chapters.
fn epub_of(draft: Draft, source: &Source<'_>) -> Result<(Vec<u8>, Vec<FileFault>), ImportError> {
    check_paragraphs(draft.paragraphs.len())?;
    if draft.paragraphs.iter().all(|paragraph| paragraph.text.plain().trim().is_empty()) {
        return Err(ImportError::NoText);
    }
    let texts: Vec<String> =
        draft.paragraphs.iter().map(|paragraph| paragraph.text.plain().trim().to_owned()).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let view = View { texts: &texts, body: 0..texts.len() };
    let levels: Vec<Option<u8>> = draft.paragraphs.iter().map(|paragraph| paragraph.level).collect();
    let outline = outline::divide(&view, || outline::leveled_headings(&levels, &texts), source.heading)?;
    let is_heading: std::collections::HashSet<usize> =
        outline.headings.iter().flat_map(|heading| heading.blocks.clone()).collect();
    let declared = draft.language.as_deref().and_then(|tag| tag.parse::<LanguageTag>().ok());
    let language = source.language.clone().or(declared);
    let language = language.or_else(|| language::recognise(texts.iter().copied()));
    let title = match draft.title.trim() {
        "" => txt::title_of(source.file_name),
        title => title.to_owned(),
    };
    let mut paragraphs = draft.paragraphs.into_iter().enumerate();
    let chapters = outline.spans.into_iter().zip(1..).map(|(span, number)| {
        let own = paragraphs.by_ref().take(span.blocks.len());
        let own = own.map(|(at, paragraph)| {
            let is_heading = is_heading.contains(&at) && paragraph.kind == ParagraphKind::Body;
            (paragraph.text, if is_heading { ParagraphKind::Heading } else { paragraph.kind })
        });
        let paragraphs = own.collect();
        let chapter = Chapter { title: span.title, ..Chapter::default() };
        NewChapter { title: titled(chapter.title, &title, number), paragraphs }
    });
    let chapters = chapters.collect();
    let technical =
        |detail: String| ImportError::Damaged { detail: Message::new("technical").with("detail", detail) };
    let unknown = || "und".parse::<LanguageTag>().map_err(|error| technical(error.to_string()));
    let book = NewEpub {
        author: draft.author.trim().to_owned(),
        language: language.map_or_else(unknown, Ok)?,
        identifier: identifier(source.bytes),
        modified: "2000-01-01T00:00:00Z".to_owned(),
        is_vertical: false,
        chapters,
        title,
    };
    let epub = build_with_own_headings(&book).map_err(|error| technical(error.to_string()))?;
    Ok((epub, outline.doubts))
}

/// A chapter without a title still needs a line in the table of contents.
fn titled(own: String, book: &str, number: usize) -> String {
    match (own.trim(), number) {
        ("", 1) => book.to_owned(),
        ("", number) => number.to_string(),
        (_, _) => own,
    }
}

/// A name that only this file gives.
fn identifier(bytes: &[u8]) -> String {
    let hex: Vec<char> = blake3::hash(bytes).to_hex().chars().collect();
    let part = |from: usize, n: usize| hex.iter().skip(from).take(n).collect::<String>();
    // Version 8 of a UUID is the one for names of one's own making.
    format!("urn:uuid:{}-{}-8{}-8{}-{}", part(0, 8), part(8, 4), part(12, 3), part(15, 3), part(18, 12))
}
