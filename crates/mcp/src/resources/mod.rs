//! What a client may read without a tool: books, chapters, the proof of an export, and the export itself.

mod address;
mod chapter;
mod export;

pub(crate) use address::{Address, ExportForm, Side, SourcePlace, TextFormat};
pub(crate) use chapter::page as chapter_page;
pub(crate) use export::exported;

use crate::door::{Caller, Door};
use crate::refusal::Refusal;
use ::tools::text::{PromptLanguage, Text};
use rmcp::model::{ErrorData, Resource, ResourceContents, ResourceTemplate};
use serde_json::{Value, json};
use store::error::StoreError;
use store::record::{BookSummary, ChapterRecord};

/// The resources on a page of the list.
const PAGE: usize = 100;
/// The most violations of a proof listed one by one.
const MAX_TOLD: usize = 50;

pub(crate) const JSON: &str = "application/json";
const PLAIN: &str = "text/plain";

/// A page of the list, and where the next one begins.
pub(crate) struct ResourcePage {
    pub(crate) resources: Vec<Resource>,
    pub(crate) next: Option<String>,
}

/// The books, each followed by its proof and its chapters. The cursor counts what came before.
pub(crate) async fn list(
    door: &Door,
    cursor: Option<&str>,
    language: PromptLanguage,
) -> Result<ResourcePage, ErrorData> {
    let begin: usize = match cursor {
        None => 0,
        Some(text) => {
            text.parse().map_err(|_| ErrorData::invalid_params("this is no cursor of this list", None))?
        }
    };
    let books = door.books().await.map_err(|error| failed(&error, language))?;
    let (mut resources, mut passed) = (Vec::new(), 0_usize);
    for book in &books {
        let n_of_book = 2 + usize::try_from(book.n_chapters).unwrap_or_default();
        if passed.saturating_add(n_of_book) > begin && resources.len() < PAGE {
            let of_book = of_book(door, book, language).await.map_err(|error| failed(&error, language))?;
            let room = PAGE - resources.len();
            resources.extend(of_book.into_iter().skip(begin.saturating_sub(passed)).take(room));
        }
        passed = passed.saturating_add(n_of_book);
    }
    let end = begin.saturating_add(resources.len());
    let next = (!resources.is_empty() && end < passed).then(|| end.to_string());
    Ok(ResourcePage { resources, next })
}

async fn of_book(
    door: &Door,
    book: &BookSummary,
    language: PromptLanguage,
) -> Result<Vec<Resource>, StoreError> {
    let title = book.title_translation.as_deref().unwrap_or(&book.title);
    let about = language.choose("书名、语言、进度与章节", "title, languages, progress and chapters");
    let proof = language
        .choose("现在导出会保留什么、缺少什么", "what an export would hold now, and what it would lack");
    let mut resources = vec![
        resource(Address::Book(book.id), title, about, JSON),
        resource(
            Address::Certificate(book.id),
            &format!("{title}: {}", language.choose("完整性证书", "certificate")),
            proof,
            JSON,
        ),
    ];
    for chapter in door.library().chapters(book.id).await? {
        let address = Address::Chapter(book.id, chapter.id, Side::Both, 0);
        let about = language.choose("原文与译文，逐段对照", "source and translation, paragraph by paragraph");
        resources.push(resource(address, &format!("{title}: {}", chapter_name(&chapter)), about, JSON));
    }
    Ok(resources)
}

fn resource(address: Address, name: &str, about: &str, media_type: &str) -> Resource {
    Resource::new(address.to_string(), name)
        .with_title(name)
        .with_description(about)
        .with_mime_type(media_type)
}

/// A chapter as people say it.
pub(crate) fn chapter_name(chapter: &ChapterRecord) -> String {
    let title = chapter.title_translation.as_deref().unwrap_or(&chapter.title);
    if title.is_empty() { chapter.number.to_string() } else { format!("{} {title}", chapter.number) }
}

/// The addresses a client can fill in.
pub(crate) fn templates(language: PromptLanguage) -> Vec<ResourceTemplate> {
    let template = |uri: &str, name: &str, title: Text, media_type: Option<&str>| {
        let template = ResourceTemplate::new(uri, name).with_title(title.in_language(language));
        match media_type {
            Some(media_type) => template.with_mime_type(media_type),
            None => template,
        }
    };
    vec![
        template(address::BOOK, "book", Text { zh: "书", en: "Book" }, Some(JSON)),
        template(
            address::CHAPTER,
            "chapter",
            Text { zh: "一章，原文与译文", en: "Chapter, source and translation" },
            Some(JSON),
        ),
        template(
            address::CHAPTER_SOURCE,
            "chapter-source",
            Text { zh: "一章的原文", en: "Chapter, source" },
            Some(PLAIN),
        ),
        template(
            address::CHAPTER_TRANSLATION,
            "chapter-translation",
            Text { zh: "一章的译文", en: "Chapter, translation" },
            Some(PLAIN),
        ),
        template(
            address::CERTIFICATE,
            "certificate",
            Text { zh: "完整性证书", en: "Certificate" },
            Some(JSON),
        ),
        template(address::EXPORT, "export", Text { zh: "导出的文件", en: "Exported file" }, None),
    ]
}

/// What stands at an address.
pub(crate) async fn read(door: &Door, uri: &str, caller: &Caller) -> Result<ResourceContents, ErrorData> {
    let language = caller.language;
    let unknown = || unknown(uri);
    let failed = |error: StoreError| failed(&error, language);
    let address: Address = uri.parse().map_err(|address::NoAddress| unknown())?;
    let book = door.book_with(address.book()).await.map_err(failed)?.ok_or_else(unknown)?;
    let contents = match address {
        Address::Book(_) => {
            let chapters = door.library().chapters(book.id).await.map_err(failed)?;
            text(uri, JSON, book_page(&book, &chapters).to_string())
        }
        Address::Chapter(_, chapter, side, from) => {
            let chapter = match door.library().chapter(book.id, chapter).await {
                Err(StoreError::NoSuchChapter { .. }) => return Err(unknown()),
                found => found.map_err(failed)?,
            };
            let page = chapter::page(door, &book, &chapter, side, from, language).await.map_err(failed)?;
            let media_type = if side == Side::Both { JSON } else { PLAIN };
            text(uri, media_type, page)
        }
        Address::Certificate(_) => {
            let written = export::written(door, &book, ExportForm::default()).await;
            let written = written.map_err(|refusal| refused(&refusal))?;
            text(uri, JSON, certificate_page(&written).to_string())
        }
        Address::Export(_, form) => export::blob(door, &book, form, uri, caller).await?,
    };
    Ok(contents)
}

fn text(uri: &str, media_type: &str, text: String) -> ResourceContents {
    ResourceContents::text(text, uri).with_mime_type(media_type)
}

fn book_page(book: &BookSummary, chapters: &[ChapterRecord]) -> Value {
    let chapters = chapters.iter().map(|chapter| {
        json!({
            "chapter_id": chapter.id,
            "chapter_number": chapter.number,
            "title": chapter.title,
            "title_translation": chapter.title_translation,
            "volume": chapter.volume,
            "paragraphs_with_text": chapter.n_work,
            "translated_paragraphs": chapter.n_translated,
            "reviewed_paragraphs": chapter.n_reviewed,
            "paragraphs_that_need_work": chapter.n_needs_work,
            "rehearsed_paragraphs": chapter.n_rehearsed,
            "uri": Address::Chapter(book.id, chapter.id, Side::Both, 0).to_string(),
        })
    });
    json!({
        "id": book.id,
        "title": book.title,
        "title_translation": book.title_translation,
        "author": book.author,
        "series": book.series.name,
        "source_language": book.source_language,
        "target_language": book.target_language,
        "format": book.format.as_str(),
        "paragraphs": book.n_paragraphs,
        "translated": book.n_translated,
        "reviewed": book.n_reviewed,
        "needs_work": book.n_needs_work,
        "rehearsed": book.n_rehearsed,
        "instructions": book.instructions,
        "chapters": chapters.collect::<Vec<_>>(),
        "certificate": Address::Certificate(book.id).to_string(),
    })
}

fn certificate_page(written: &operations::export::Exported) -> Value {
    let (certificate, violations) = (&written.certificate, &written.violations);
    json!({
        "file_name": written.file_name,
        "holds": violations.is_empty(),
        "summary": certificate.summary(violations).to_string(),
        "n_paragraphs": certificate.n_paragraphs,
        "n_translated": certificate.n_translated,
        "n_kept": certificate.n_kept,
        "n_untranslated": certificate.n_untranslated,
        "n_violations": violations.len(),
        "violations": violations.iter().take(MAX_TOLD).map(ToString::to_string).collect::<Vec<_>>(),
    })
}

/// What is not there, and what is there and may not be spoken of, are the same to a client.
fn unknown(uri: &str) -> ErrorData {
    let uri: String = uri.chars().take(address::MAX_BYTES).collect();
    ErrorData::resource_not_found(
        "there is no such resource; resources/list has the books and chapters",
        Some(json!({"uri": uri})),
    )
}

pub(crate) fn failed(error: &StoreError, language: PromptLanguage) -> ErrorData {
    ErrorData::internal_error(Refusal::of_store(error, language).error, None)
}

fn refused(refusal: &Refusal) -> ErrorData {
    ErrorData::internal_error(refusal.error.clone(), None)
}
