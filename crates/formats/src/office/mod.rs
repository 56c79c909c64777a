//! What the documents of office programs have in common: a zip of XML parts, paragraphs made of formatted stretches,
//! notes and margins in places of their own. A document says where its paragraphs stand; reading, writing and proof
//! are the same for all of them.

pub(crate) mod export;
pub(crate) mod fields;
mod format;
pub(crate) mod import;
pub(crate) mod inline;
pub(crate) mod proof;
pub(crate) mod xml;

use crate::epub::Archive;
use crate::export::Manuscript;
use crate::import::{FileFault, ImportError};
use crate::patches::Patches;
use book::language::LanguageTag;
use book::text::book::FileFormat;
use book::text::paragraph::ParagraphKind;
use inline::{Formats, Inline, Writer};
use std::collections::HashMap;
use std::ops::Range;
use xml::Xml;

/// A kind of document.
pub(crate) trait Document: Sync {
    /// Which format it is.
    fn format(&self) -> FileFormat;

    /// Whether a zip archive is a document of this kind.
    fn recognises(&self, archive: &[u8]) -> bool;

    /// Finds and reads everything in it that has text.
    fn open(&self, archive: &mut Archive<'_>) -> Result<Opened, ImportError>;

    /// How text is written into this part, with this voice.
    fn writer<'a>(&self, part: &'a Part, languages: &'a Languages, voice: Voice) -> Box<dyn Writer + 'a>;

    /// What stands between the two texts of a block in a bilingual book: a line break, or the end of one paragraph and
    /// the beginning of the next.
    fn between(&self, part: &Part, block: &Block) -> String;

    /// Changes around the texts of a part: languages and directions. Gives whether they are to be made even if no text of
    /// the part was translated.
    fn adjust(&self, part: &Part, languages: &Languages, patches: &mut Patches) -> bool;

    /// The other files that a translated document needs otherwise: those of [`Opened::sheets`], changed.
    fn change_sheet(&self, text: &str, languages: &Languages) -> Option<String>;

    /// The texts of a part in no order, found by code that knows nothing of how the part is read or written.
    fn count(&self, text: &str) -> Vec<String>;
}

/// A document whose parts were read.
#[derive(Debug, Default)]
pub(crate) struct Opened {
    /// Parts with text, in reading order; the position is the part of a paragraph's place.
    pub parts: Vec<Part>,
    pub title: Option<String>,
    pub author: Option<String>,
    /// The language the document says it is in.
    pub language: Option<String>,
    pub findings: Vec<FileFault>,
    /// Files that say in which language and direction the text is.
    pub sheets: Vec<usize>,
    /// Links inside the document that lead nowhere.
    pub broken_links: Vec<String>,
}

/// A part with text.
#[derive(Debug)]
pub(crate) struct Part {
    /// Its position in the archive.
    pub at: usize,
    pub name: String,
    pub role: PartRole,
    pub xml: Xml,
    pub formats: Formats,
    /// Its paragraphs, by where they begin.
    pub items: Vec<PartItem>,
}

/// What a part is to a reader.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PartRole {
    Body,
    /// Notes, which belong to the chapters that refer to them.
    Notes,
    /// Headers, footers: on every page and in no chapter.
    Margins,
    /// The title of the document.
    Properties,
}

/// A paragraph of a part.
#[derive(Debug)]
#[expect(clippy::large_enum_variant, reason = "nearly all of them are blocks")]
pub(crate) enum PartItem {
    Block(Block),
    Extra(Extra),
}

/// A paragraph element.
#[derive(Debug)]
pub(crate) struct Block {
    pub inline: Inline,
    pub kind: ParagraphKind,
    /// How high a heading stands, from 1.
    pub level: Option<u8>,
    /// The token that opens the element, and where that begins.
    pub element: usize,
    pub start: usize,
    /// The bytes that a translation replaces.
    pub content: Range<usize>,
    /// In how many paragraphs it stands. Those inside another move with what they stand in, so they have no order.
    pub depth: usize,
    /// Whether it only repeats another block, for programs that cannot show that one; its position in the items.
    pub twin_of: Option<usize>,
    /// Whether the paragraph may stand twice in a bilingual book.
    pub may_double: bool,
    /// The note it is part of.
    pub note: Option<String>,
    /// The notes it refers to.
    pub refers_to: Vec<String>,
}

/// A text outside the paragraphs: words in the place of a picture, the title.
#[derive(Debug)]
pub(crate) struct Extra {
    pub text: String,
    pub range: Range<usize>,
    pub form: ExtraForm,
}

/// Where such a text stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ExtraForm {
    Attribute,
    Element,
    /// The element that holds the title of the document.
    Title,
}

impl PartItem {
    pub(crate) const fn start(&self) -> usize {
        match self {
            Self::Block(block) => block.start,
            Self::Extra(extra) => extra.range.start,
        }
    }
}

/// The languages of a translation.
#[derive(Debug, Clone)]
pub(crate) struct Languages {
    pub source: Option<LanguageTag>,
    pub target: Option<LanguageTag>,
    /// Whether vertical lines become horizontal.
    pub turns: bool,
    /// Whether the source stands there, too.
    pub is_bilingual: bool,
}

impl Languages {
    /// Whether a value of the file names the source's language.
    pub(crate) fn is_source(&self, value: &str) -> bool {
        let primary = value.split(['-', '_']).next().unwrap_or_default();
        self.source.as_ref().is_some_and(|source| source.primary().eq_ignore_ascii_case(primary))
    }
}

/// Office programs name languages with their countries.
const COUNTRIES: [(&str, &str); 16] = [
    ("zh-Hans", "zh-CN"),
    ("zh-Hant", "zh-TW"),
    ("zh", "zh-CN"),
    ("ja", "ja-JP"),
    ("ko", "ko-KR"),
    ("en", "en-US"),
    ("de", "de-DE"),
    ("fr", "fr-FR"),
    ("es", "es-ES"),
    ("it", "it-IT"),
    ("pt", "pt-PT"),
    ("ru", "ru-RU"),
    ("nl", "nl-NL"),
    ("pl", "pl-PL"),
    ("ar", "ar-SA"),
    ("he", "he-IL"),
];

/// The name of a language as office programs have it.
pub(crate) fn with_country(language: &LanguageTag) -> &str {
    let tag = language.as_str();
    COUNTRIES.iter().find(|(short, _)| *short == tag).map_or(tag, |(_, long)| long)
}

/// Which text is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Voice {
    /// The translation instead of its source.
    Translation,
    /// The translation beside its source.
    TranslationBeside,
    /// The source beside its translation.
    Source,
}

/// The archive of a document, opened.
pub(crate) fn open<'a>(
    document: &dyn Document,
    bytes: &'a [u8],
) -> Result<(Archive<'a>, Opened), ImportError> {
    let mut archive = Archive::open(bytes)?;
    let opened = document.open(&mut archive)?;
    Ok((archive, opened))
}

/// The paragraphs of a part that count, with the numbers they have there. One that repeats another has none.
pub(crate) fn numbered(part: &Part) -> impl Iterator<Item = (&PartItem, u32)> {
    let counts = |item: &&PartItem| !matches!(item, PartItem::Block(Block { twin_of: Some(_), .. }));
    part.items.iter().filter(counts).zip(0_u32..)
}

/// Reads a part; `None` if the document does not have it.
pub(crate) fn read_part(archive: &mut Archive<'_>, name: &str) -> Result<Option<(usize, Xml)>, ImportError> {
    let Some(at) = archive.position(name) else { return Ok(None) };
    let bytes = archive.read_document(at)?;
    Ok(Some((at, Xml::read(&bytes, name)?)))
}

/// Marks which blocks only repeat others: those in a `fallback` that say what those in its `choice` say.
pub(crate) fn mark_twins(items: &mut [PartItem], pairs: &[(Range<usize>, Range<usize>)]) {
    for (choice, fallback) in pairs {
        let within = |range: &Range<usize>| -> Vec<usize> {
            let from = items.partition_point(|item| item.start() < range.start);
            let found = items.iter().enumerate().skip(from).take_while(|(_, item)| item.start() < range.end);
            found.filter(|(_, item)| matches!(item, PartItem::Block(_))).map(|(at, _)| at).collect()
        };
        let (first, second) = (within(choice), within(fallback));
        let text = |at: &usize| match items.get(*at) {
            Some(PartItem::Block(block)) => Some(&block.inline.text),
            Some(PartItem::Extra(_)) | None => None,
        };
        if first.len() == second.len() && first.iter().zip(&second).all(|(a, b)| text(a) == text(b)) {
            let twins: HashMap<usize, usize> = second.into_iter().zip(first).collect();
            for (at, twin_of) in twins {
                if let Some(PartItem::Block(block)) = items.get_mut(at) {
                    block.twin_of = Some(twin_of);
                }
            }
        }
    }
}

/// What the title of the document becomes: what a person called it wins over the translation of the paragraph.
pub(crate) fn title_of(manuscript: &Manuscript) -> Option<&str> {
    manuscript.title_translation.as_deref().filter(|title| !title.trim().is_empty())
}
