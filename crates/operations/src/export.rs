//! The book goes out, in the format it came in or another, and proves that nothing was lost.

use crate::beside::beside;
use crate::notes::{noted_by_person, notes_in};
use crate::spool::Spool;
use async_recursion::async_recursion as boxed;
use book::id::{ChapterId, ParagraphId};
use book::text::book::FileFormat;
use book::text::packed::{PackableVec, Packer};
use book::text::paragraph::is_work;
use formats::certificate::{self, Certificate, CertificateError, Violation};
use formats::convert::{Converted, ParagraphShape, Particulars, convert};
use formats::epub::credits::{self, Credits};
use formats::epub::rehearsal;
use formats::export::{ExportError, Layout, Manuscript, ManuscriptChapter, ManuscriptParagraph, Outcome};
use formats::import::{FileFault, Source};
use formats::notes::{Footnoted, NotesByParagraph};
use messages::{Explain, Message};
use std::collections::{HashMap, HashSet};
use std::path::Path;
use store::error::StoreError;
use store::library::Library;
use store::record::{BookSummary, ChapterRecord, NoteChoice, ParagraphRecord, StaleReason};

/// How a book is to go out.
#[derive(Debug, Clone, Default)]
pub struct ExportOptions {
    /// The format; the one it came in when `None`.
    pub format: Option<WantedFormat>,
    /// How it is laid out.
    pub layout: Layout,
    /// Whether those who translated are named, and the person among them.
    pub credits: Option<NamedTranslator>,
    /// Whether the style in the settings wants a translator's notes as footnotes; what a person decided for the book goes
    /// before it.
    pub footnotes: bool,
    /// Whether what a rehearsal wrote goes out where there is no translation; the file is marked as a rehearsal then.
    pub rehearsal: bool,
    /// Whether only what a person has reviewed goes out in translation; the rest stays in the source.
    pub reviewed_only: bool,
    /// Only these chapters, as a text or an EPUB of its own; the whole book when empty.
    pub chapters: Vec<ChapterRecord>,
}

/// Who wants to be named beside the models: a name, or nobody.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct NamedTranslator(pub Option<String>);

/// A format to write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WantedFormat {
    /// Text; a book that came as text of any kind stays of that kind.
    Text,
    Epub,
}

/// A book that went out, in memory.
#[derive(Debug)]
pub struct Exported {
    /// The usual name for the file.
    pub file_name: String,
    /// The file, with the certificate in it where the format has a place for one.
    pub bytes: Vec<u8>,
    /// The proof.
    pub certificate: Certificate,
    /// Whether the certificate is not in the file and belongs beside it.
    pub is_beside: bool,
    /// What the proof found missing.
    pub violations: Vec<Violation>,
    /// How many of a person's notes became footnotes.
    pub n_footnotes: usize,
    /// What there is to tell about the translations in this file.
    pub remarks: Vec<FileFault>,
}

/// Why a book could not go out.
#[derive(Debug)]
pub enum ExportFailure {
    /// The library failed.
    Store(StoreError),
    /// It cannot be written.
    Export(ExportError),
    /// Its certificate cannot be written.
    Certificate(CertificateError),
    /// The library contradicts itself.
    Outside,
    /// The program itself failed.
    Broken(Message),
}

impl Explain for ExportFailure {
    fn message(&self) -> Message {
        match self {
            Self::Store(error) => error.message(),
            Self::Export(error) => error.message(),
            Self::Certificate(error) => error.message(),
            Self::Outside => Message::new("paragraphs_outside"),
            Self::Broken(detail) => Message::new("writing_broke_off").part("detail", detail.clone()),
        }
    }
}

messages::shown_as_message!(ExportFailure);

impl From<StoreError> for ExportFailure {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl From<ExportError> for ExportFailure {
    fn from(error: ExportError) -> Self {
        Self::Export(error)
    }
}

impl From<CertificateError> for ExportFailure {
    fn from(error: CertificateError) -> Self {
        Self::Certificate(error)
    }
}

const NO_CLOSING_PAGE: ExportError = ExportError::Unsupported(Message::new("credits_only_in_epub"));

/// Writes a book and proves it. Writing keeps a processor busy, so it is done beside everything else.
#[boxed]
pub async fn export(
    library: &Library,
    book: &BookSummary,
    spec: ExportOptions,
    now_ms: i64,
) -> Result<Exported, ExportFailure> {
    let (seen, rehearsed);
    let (library, book) = if spec.rehearsal {
        seen = library.rehearsing();
        rehearsed = seen.book(book.id).await?;
        (&seen, &rehearsed)
    } else {
        (library, book)
    };
    let is_rehearsal = spec.rehearsal && !spec.reviewed_only && book.n_rehearsed > 0;
    let format = format(&spec, book);
    let is_made = format != book.format || !spec.chapters.is_empty();
    let (manuscript, shapes) = manuscript(library, book, &spec, is_made).await?;
    let original = library.original(book.id).await?;
    let (file_name, author) = (usual_name(book, &spec), book.author.clone());
    let layout = spec.layout;
    let choice = library.book_notes(book.id).await?;
    let noted = if choice.map_or(spec.footnotes, |choice| choice == NoteChoice::Footnotes) {
        noted_by_person(library, book.id, &manuscript).await?
    } else {
        HashSet::new()
    };
    let credits = match spec.credits {
        None => None,
        Some(_) if format != FileFormat::Epub => return Err(NO_CLOSING_PAGE.into()),
        Some(NamedTranslator(translator)) => {
            Some(Credits { translator, models: library.models_of(book.id).await? })
        }
    };
    let written = beside(move || -> Result<Exported, ExportFailure> {
        let Converted { format, original, manuscript } = if is_made {
            let particulars = Particulars { author: author.as_deref(), now_ms, shapes: &shapes };
            convert(&manuscript, &particulars, format, &layout)?
        } else {
            let format =
                formats::format_of(format).ok_or_else(|| ExportFailure::Broken(Message::new("no_writer")))?;
            Converted { format, original, manuscript }
        };
        let mut notes = if noted.is_empty() { NotesByParagraph::new() } else { notes_in(&manuscript) };
        notes.retain(|id, _| noted.contains(id));
        let footnoted = formats::notes::add(format.format(), &original, &manuscript, notes)?;
        let (original, manuscript, n_footnotes) = match footnoted {
            Some(Footnoted { original, manuscript, n_formed }) => (original, manuscript, n_formed),
            None => (original, manuscript, 0),
        };
        let (original, manuscript) = match &credits {
            Some(credits) => credits::add(&original, &manuscript, credits)?,
            None => (original, manuscript),
        };
        let original = if is_rehearsal && format.format() == FileFormat::Epub {
            rehearsal::mark(&original, manuscript.reading)?
        } else {
            original
        };
        let remarks = format.remarks(&original, &manuscript)?;
        let (mut certificate, bytes) = if format.format().is_plain_text() {
            // A text goes out as large as it came, so it waits elsewhere until the original is gone.
            let mut spool = Spool::new(original.len());
            format.export_to(&original, &manuscript, &layout, &mut spool)?;
            let certificate = certificate::issue(format, &original, &manuscript, &layout, &[])?;
            drop((original, manuscript));
            (certificate, spool.into_bytes().map_err(|error| ExportFailure::Broken(technical(&error)))?)
        } else {
            let bytes = format.export(&original, &manuscript, &layout)?;
            let certificate = certificate::issue(format, &original, &manuscript, &layout, &bytes)?;
            // What is proved below is the file alone.
            drop((original, manuscript));
            (certificate, bytes)
        };
        certificate.rehearsal = is_rehearsal;
        let (bytes, is_beside) = match certificate::embed(&bytes, &certificate)? {
            Some(embedded) => (embedded, false),
            None => (bytes, true),
        };
        let violations = certificate::check(&bytes, &certificate);
        Ok(Exported { file_name, bytes, certificate, is_beside, violations, n_footnotes, remarks })
    });
    written.await.map_err(|error| ExportFailure::Broken(technical(&error)))?
}

fn technical(error: &dyn std::fmt::Display) -> Message {
    Message::new("technical").with("detail", error)
}

impl Exported {
    /// The media type of the file, with the encoding a reader finds a text in: a text goes out in the one it came in
    /// wherever that has its characters.
    pub fn media_type(&self) -> String {
        let media_type = self.certificate.format.media_type();
        if !media_type.starts_with("text/") {
            return media_type.to_owned();
        }
        let read = formats::import(&Source::new(&self.bytes, &self.file_name));
        let found = read.ok().and_then(|read| read.encoding);
        format!("{media_type}; charset={}", found.map_or("utf-8", |found| found.name).to_lowercase())
    }
}

/// The format a book goes out in. Single chapters are made anew, which texts and EPUBs can be.
pub fn format(options: &ExportOptions, book: &BookSummary) -> FileFormat {
    let own = match book.format {
        own if options.chapters.is_empty() || own == FileFormat::Epub => own,
        _ => FileFormat::Text,
    };
    match options.format {
        Some(WantedFormat::Text) if !options.chapters.is_empty() => FileFormat::Text,
        Some(WantedFormat::Epub) => FileFormat::Epub,
        // Aozora Bunko text is text.
        Some(WantedFormat::Text) if !book.format.is_plain_text() => FileFormat::Text,
        Some(WantedFormat::Text) | None => own,
    }
}

/// The original's name with the chapters and the target language put in.
pub fn usual_name(book: &BookSummary, options: &ExportOptions) -> String {
    let format = format(options, book);
    // A library may come from anywhere: the name of a file in it is no path.
    let file_name = book.file_name.rsplit(['/', '\\']).next().unwrap_or_default();
    // An ending of two parts, as `.fb2.zip`, goes as a whole.
    let lower = file_name.to_lowercase();
    let own = book.format.endings().iter().find(|ending| lower.ends_with(&format!(".{ending}")));
    let whole = own.and_then(|ending| file_name.get(..file_name.len() - ending.len() - 1));
    let stem = || Path::new(file_name).file_stem().map(|stem| stem.to_string_lossy().into_owned());
    let stem = whole
        .map(str::to_owned)
        .or_else(stem)
        .filter(|stem| !stem.is_empty())
        .unwrap_or_else(|| book.id.to_string());
    let language = match &book.target_language {
        Some(tag) if book.n_translated > 0 => tag.to_string(),
        Some(_) | None => "export".to_owned(),
    };
    let stem = match options.chapters.as_slice() {
        [] => stem,
        [one] => format!("{stem}.{}", one.number),
        [first, .., last] => format!("{stem}.{}-{}", first.number, last.number),
    };
    let is_zip = Path::new(file_name).extension().is_some_and(|ending| ending.eq_ignore_ascii_case("zip"));
    if format.is_folder() && !is_zip {
        return format!("{}.{language}", if file_name.is_empty() { "book" } else { file_name });
    }
    format!("{stem}.{language}.{}", format.extension())
}

type Shapes = HashMap<ParagraphId, ParagraphShape>;

/// The book with everything that is to be put into its file, and what its paragraphs are where somebody needs to know.
async fn manuscript(
    library: &Library,
    book: &BookSummary,
    options: &ExportOptions,
    with_shapes: bool,
) -> Result<(Manuscript, Shapes), ExportFailure> {
    let as_chapter = |chapter: ChapterRecord| ManuscriptChapter {
        id: chapter.id,
        title: chapter.title,
        title_translation: chapter.title_translation,
        paragraphs: PackableVec::default(),
    };
    let is_left_out = |chapter: ChapterId| {
        !options.chapters.is_empty() && !options.chapters.iter().any(|wanted| wanted.id == chapter)
    };
    let mut chapters = library.chapters(book.id).await?;
    chapters.retain(|chapter| !is_left_out(chapter.id));
    let mut chapters: Vec<ManuscriptChapter> = chapters.into_iter().map(as_chapter).collect();
    let (mut shapes, mut at, mut is_outside, mut packer) = (Shapes::new(), 0, false, Packer::default());
    let take = |paragraph: ParagraphRecord| {
        if is_left_out(paragraph.chapter) {
            return;
        }
        // Chapters without paragraphs are passed over.
        while let Some(other) = chapters.get_mut(at).filter(|chapter| chapter.id != paragraph.chapter) {
            packer.put_away(&mut other.paragraphs);
            at += 1;
        }
        let Some(chapter) = chapters.get_mut(at) else {
            is_outside = true;
            return;
        };
        if with_shapes {
            let shape = ParagraphShape { kind: paragraph.kind, tags: paragraph.tags.clone() };
            shapes.insert(paragraph.id, shape);
        }
        chapter.paragraphs.push(manuscript_paragraph(paragraph, options.reviewed_only));
    };
    library.each_paragraph(book.id, take).await?;
    if is_outside {
        return Err(ExportFailure::Outside);
    }
    let manuscript = Manuscript {
        title: book.title.clone(),
        title_translation: book.title_translation.clone(),
        source_language: book.source_language.clone(),
        target_language: book.target_language.clone(),
        reading: book.reading,
        chapters,
    };
    Ok((manuscript, shapes))
}

fn manuscript_paragraph(paragraph: ParagraphRecord, reviewed_only: bool) -> ManuscriptParagraph {
    let is_held_back = reviewed_only && !paragraph.review.is_reviewed();
    let outcome = match paragraph.translation {
        Some(_) if is_held_back => Outcome::Untranslated("not reviewed yet".into()),
        Some(_) if paragraph.freshness.reason() == Some(StaleReason::Language) => {
            Outcome::Untranslated("translated into another language only".into())
        }
        Some(translation) => Outcome::Translated(translation),
        None if is_work(paragraph.kind, &paragraph.text) => {
            Outcome::Untranslated("not translated yet".into())
        }
        None => Outcome::Kept,
    };
    ManuscriptParagraph { id: paragraph.id, place: paragraph.place, source: paragraph.text, outcome }
}
