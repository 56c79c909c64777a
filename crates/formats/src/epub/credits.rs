//! Who translated a book and with what, as a closing page and in the metadata of its EPUB.
//!
//! The page is put into the original before the translations are, so that it is written, read back and accounted for
//! like every other page: its paragraphs are kept.

use super::entities::{escape, escape_attribute};
use super::epub_package::{EpubPackage, unreadable};
use super::package::{find, find_all};
use super::scan::tag_name;
use super::write::add_file;
use crate::export::{ExportError, Manuscript, ManuscriptChapter, ManuscriptParagraph, Outcome};
use crate::import::Source;
use crate::patches::Patches;
use book::id::{ChapterId, ParagraphId};
use book::text::paragraph::ParagraphKind;
use messages::Message;

/// Who is to be named.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Credits {
    /// The person who answers for the translation, if they want to be named.
    pub translator: Option<String>,
    /// The models whose words stand in the book.
    pub models: Vec<String>,
}

/// What the page says, in one language.
struct Words {
    language: &'static str,
    heading: &'static str,
    original_title: &'static str,
    translator: &'static str,
    models: &'static str,
}

const fn credit_words(
    language: &'static str,
    heading: &'static str,
    original_title: &'static str,
    translator: &'static str,
    models: &'static str,
) -> Words {
    Words { language, heading, original_title, translator, models }
}

/// For English and every language without words of its own.
const ENGLISH: Words =
    credit_words("en", "About this translation", "Original title: ", "Translation: ", "Made with: ");

const LANGUAGES: &[Words] = &[
    credit_words("zh-Hant", "關於本譯本", "原書名：", "譯者：", "使用的模型："),
    credit_words("zh", "关于本译本", "原书名：", "译者：", "使用的模型："),
    credit_words("ja", "この翻訳について", "原題：", "翻訳：", "使用モデル："),
    credit_words("ko", "이 번역에 대하여", "원제: ", "번역: ", "사용한 모델: "),
    credit_words(
        "fr",
        "À propos de cette traduction",
        "Titre original : ",
        "Traduction : ",
        "Réalisée avec : ",
    ),
    credit_words("de", "Zu dieser Übersetzung", "Originaltitel: ", "Übersetzung: ", "Erstellt mit: "),
    credit_words("es", "Sobre esta traducción", "Título original: ", "Traducción: ", "Hecha con: "),
    credit_words("pt", "Sobre esta tradução", "Título original: ", "Tradução: ", "Feita com: "),
    credit_words("it", "Su questa traduzione", "Titolo originale: ", "Traduzione: ", "Realizzata con: "),
    credit_words("ru", "Об этом переводе", "Название оригинала: ", "Перевод: ", "Выполнено с помощью: "),
];

impl Words {
    fn for_language(language: &str) -> &'static Self {
        let traditional = ["zh-tw", "zh-hk", "zh-mo", "zh-hant"];
        let language = language.to_ascii_lowercase();
        let wanted = if traditional.iter().any(|start| language.starts_with(start)) {
            "zh-Hant"
        } else {
            language.split('-').next().unwrap_or_default()
        };
        let own = LANGUAGES.iter().find(|words| words.language == wanted);
        own.unwrap_or(&ENGLISH)
    }
}

/// The original with the closing page, and the manuscript with its paragraphs.
pub fn add(
    original: &[u8],
    manuscript: &Manuscript,
    credits: &Credits,
) -> Result<(Vec<u8>, Manuscript), ExportError> {
    let epub = EpubPackage::reopen(original, manuscript.reading)?;
    let language = manuscript.target_language.as_ref().map_or_else(|| "en".to_owned(), ToString::to_string);
    let (file, path) = page_name(&epub);
    let page = page(manuscript, credits, &language);
    let package = package_with(&epub, manuscript, credits, &file);
    let added = add_file(original, &path, page.as_bytes())
        .and_then(|bytes| add_file(&bytes, &epub.package.path, &package));
    let broken = || ExportError::Unreadable { detail: Message::new("credits_not_added") };
    let bytes = added.ok_or_else(broken)?;
    let labels = epub.labels_part();
    drop(epub);
    let imported = super::read::import(&Source { reading: manuscript.reading, ..Source::new(&bytes, "") })
        .map_err(|error| unreadable(&error))?;
    let mut manuscript = manuscript.clone();
    let mut next = 0;
    for paragraph in manuscript.chapters.iter_mut().flat_map(|chapter| &mut chapter.paragraphs) {
        next = next.max(paragraph.id.number() + 1);
        // The labels outside the pages are behind the last page, which is a new one now.
        if manuscript.reading.is_complete() && paragraph.place.part == labels {
            paragraph.place.part += 1;
        }
    }
    let own = imported.book.paragraphs();
    let own =
        own.filter(|paragraph| paragraph.place.part == labels && paragraph.kind != ParagraphKind::Label);
    let paragraphs: Vec<ManuscriptParagraph> = own
        .zip(next..)
        .map(|(paragraph, number)| ManuscriptParagraph {
            id: ParagraphId::from_number(number),
            place: paragraph.place,
            source: paragraph.text.clone(),
            outcome: Outcome::Kept,
        })
        .collect();
    if paragraphs.is_empty() {
        return Err(ExportError::Unsupported(Message::new("no_room_for_credits")));
    }
    let number = manuscript.chapters.iter().map(|chapter| chapter.id.number() + 1).max().unwrap_or_default();
    let (id, title) = (ChapterId::from_number(number), String::new());
    manuscript.chapters.push(ManuscriptChapter {
        id,
        title,
        title_translation: None,
        paragraphs: paragraphs.into(),
    });
    Ok((bytes, manuscript))
}

/// A name beside the package that no file has, alone and from the root.
fn page_name(epub: &EpubPackage<'_>) -> (String, String) {
    let folder =
        epub.package.path.rsplit_once('/').map(|(folder, _)| format!("{folder}/")).unwrap_or_default();
    let names = (1_u32..).map(|n| match n {
        1 => "tsumugi-credits.xhtml".to_owned(),
        n => format!("tsumugi-credits-{n}.xhtml"),
    });
    let mut free = names.filter(|file| epub.archive.position(&format!("{folder}{file}")).is_none());
    let file = free.next().unwrap_or_default();
    let path = format!("{folder}{file}");
    (file, path)
}

fn page(manuscript: &Manuscript, credits: &Credits, language: &str) -> String {
    let words = Words::for_language(language);
    let mut lines = vec![format!("{}{}", words.original_title, manuscript.title)];
    lines.extend(credits.translator.iter().map(|name| format!("{}{name}", words.translator)));
    if !credits.models.is_empty() {
        lines.push(format!("{}{} (Tsumugi)", words.models, credits.models.join(", ")));
    }
    let lines: Vec<String> = lines.iter().map(|line| format!("<p>{}</p>\n", escape(line))).collect();
    let lines = lines.concat();
    let (heading, language) = (escape(words.heading), escape_attribute(language));
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<html xmlns=\"http://www.w3.org/1999/xhtml\" xml:lang=\"{language}\">\n<head><title>{heading}</title></head>\n<body>\n<h2>{heading}</h2>\n{lines}</body>\n</html>\n"
    )
}

/// The package document with the page, the contributors and the original title.
fn package_with(epub: &EpubPackage<'_>, manuscript: &Manuscript, credits: &Credits, file: &str) -> Vec<u8> {
    let package = &epub.package;
    let page = &package.document.page;
    let mut patches = Patches::default();
    let mut before_end = |name: &str, text: String| {
        let end = find(page, name).and_then(|at| page.end_tag(at)).map(|end| page.range(end).start);
        if let Some(end) = end {
            patches.replace(end..end, text);
        }
    };
    let prefix = |name: &str, other: &str| {
        let raw = find_all(page, name).next().map_or("", |at| tag_name(page.raw(at)));
        raw.rsplit_once(':').map_or_else(|| other.to_owned(), |(prefix, _)| format!("{prefix}:"))
    };
    let (opf, dc) = (prefix("manifest", ""), prefix("language", "dc:"));
    let mut metadata: Vec<String> = Vec::new();
    let names = credits.translator.iter().chain(&credits.models);
    for (name, number) in names.zip(1..) {
        let (name, id) = (escape(name), format!("tsumugi-translator-{number}"));
        metadata.push(if package.is_modern {
            format!(
                "<{dc}contributor id=\"{id}\">{name}</{dc}contributor>\n<{opf}meta refines=\"#{id}\" property=\"role\" scheme=\"marc:relators\">trl</{opf}meta>\n"
            )
        } else {
            format!("<{dc}contributor xmlns:opf=\"http://www.idpf.org/2007/opf\" opf:role=\"trl\">{name}</{dc}contributor>\n")
        });
    }
    let title = &manuscript.title;
    metadata.push(if package.is_modern {
        let language = manuscript.source_language.as_ref();
        let language = language.map(|tag| format!(" xml:lang=\"{}\"", escape_attribute(tag.as_str())));
        let (language, title) = (language.unwrap_or_default(), escape(title));
        format!("<{opf}meta property=\"dcterms:alternative\"{language}>{title}</{opf}meta>\n")
    } else {
        format!("<{opf}meta name=\"original-title\" content=\"{}\"/>\n", escape_attribute(title))
    });
    before_end("metadata", metadata.concat());
    before_end(
        "manifest",
        format!("<{opf}item id=\"tsumugi-credits\" href=\"{file}\" media-type=\"application/xhtml+xml\"/>\n"),
    );
    before_end("spine", format!("<{opf}itemref idref=\"tsumugi-credits\"/>\n"));
    package.document.encode(&patches.apply(&page.text))
}
