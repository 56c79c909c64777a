//! Chinese from simplified to traditional characters and back, without a model: by the words and characters of `OpenCC`.
//!
//! A character that stands for several others, and that no word decides, makes its paragraph doubtful: the conversion
//! is then a suggestion, which a person accepts or turns down.

use async_recursion::async_recursion as boxed;
use book::edit::Edit;
use book::language::LanguageTag;
use book::text::markup::{Marked, MarkedBuilder, Piece};
use book::text::paragraph::is_work;
use book::text::version::{Author, Selection};
use ferrous_opencc::OpenCC;
use ferrous_opencc::config::BuiltinConfig;
use messages::{Explain, Message};
use std::sync::LazyLock;
use store::change::{Cause, ChangeId};
use store::error::StoreError;
use store::record::BookSummary;
use store::store::Store;

/// What a conversion came to.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Conversion {
    /// Paragraphs that are converted now.
    pub n_converted: usize,
    /// Paragraphs whose conversion waits as a suggestion.
    pub n_doubtful: usize,
    /// Paragraphs that are locked and stay as they are.
    pub n_locked: usize,
    /// The change in the history, if there is one.
    pub change: Option<ChangeId>,
}

/// Why nothing was converted.
#[derive(Debug)]
pub enum ConversionError {
    /// The library failed.
    Store(StoreError),
    /// Neither the book nor its translation is Chinese in the other characters.
    NotTheOtherKind {
        /// The book.
        title: String,
    },
    /// The tables could not be opened.
    Tables(String),
}

impl Explain for ConversionError {
    fn message(&self) -> Message {
        match self {
            Self::Store(error) => error.message(),
            Self::NotTheOtherKind { title } => Message::new("not_the_other_chinese").with("title", title),
            Self::Tables(detail) => Message::new("no_character_tables").with("detail", detail),
        }
    }
}

messages::shown_as_message!(ConversionError);

impl From<StoreError> for ConversionError {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

/// Puts the book, or its Chinese translation, into the other kind of characters, as one change that one undo takes back. A
/// sentence keeps its author and its review; what is locked stays as it is.
#[boxed]
pub async fn convert(
    store: &Store,
    book: &BookSummary,
    to: &LanguageTag,
    now_ms: i64,
) -> Result<Conversion, ConversionError> {
    let is_other = |tag: &Option<LanguageTag>| {
        tag.as_ref().is_some_and(|tag| {
            tag.is_chinese() && tag.is_traditional_chinese() != to.is_traditional_chinese()
        })
    };
    let from_source = is_other(&book.source_language);
    if !to.is_chinese() || !(from_source || is_other(&book.target_language)) {
        return Err(ConversionError::NotTheOtherKind { title: book.title.clone() });
    }
    let from = if from_source { &book.source_language } else { &book.target_language };
    let converter = Converter::new(from.as_ref(), to)?;
    if let Some(language) = book.target_language.as_ref().filter(|target| from_source && *target != to)
        && book.n_translated > 0
        && !is_other(&book.target_language)
    {
        let (title, language, wanted) = (book.title.clone(), language.clone(), to.clone());
        return Err(StoreError::TranslatedInto { book: book.id, title, language, wanted }.into());
    }
    let mut conversion = Conversion::default();
    let mut edits = vec![Edit::SetTargetLanguage { language: to.clone() }];
    let mut reviews = Vec::new();
    let paragraphs = store.library().all_paragraphs(book.id).await?;
    let ids: Vec<_> = paragraphs.iter().filter(|one| one.translation.is_some()).map(|one| one.id).collect();
    let versions = store.library().version_counts(book.id, &ids).await?;
    for paragraph in paragraphs {
        let text = match &paragraph.translation {
            _ if !is_work(paragraph.kind, &paragraph.text) => continue,
            Some(translation) if !from_source => translation,
            None if from_source => &paragraph.text,
            Some(_) | None => continue,
        };
        if paragraph.locked {
            conversion.n_locked += 1;
            continue;
        }
        let is_doubtful = converter.is_doubtful(&text.plain());
        let selection = if is_doubtful { Selection::Suggest } else { Selection::Select };
        let is_persons = paragraph.review.is_reviewed()
            || versions.get(&paragraph.id).is_some_and(|counts| counts.author == Some(Author::Person));
        let author = if is_persons && !is_doubtful { Author::Person } else { Author::Checks };
        let text = converter.marked(text).to_string();
        edits.push(Edit::AddVersion { paragraph: paragraph.id, text, author, selection });
        reviews.extend(paragraph.version.map(|from| Edit::CarryReview { paragraph: paragraph.id, from }));
    }
    edits.append(&mut reviews);
    for chapter in store.library().chapters(book.id).await? {
        let title = if from_source { Some(chapter.title) } else { chapter.title_translation };
        let translation = title.filter(|title| !title.is_empty()).map(|title| converter.plain(&title));
        edits.extend(
            translation.map(|title| Edit::SetChapterTitle { chapter: chapter.id, translation: Some(title) }),
        );
    }
    let title = if from_source { Some(&book.title) } else { book.title_translation.as_ref() };
    edits.extend(title.map(|title| Edit::SetBookTitle { translation: Some(converter.plain(title)) }));
    let cause = Cause { who: Author::Checks, run: None, task: None, note: format!("converted to {to}") };
    let receipt = store.commit(book.id, &edits, &cause, now_ms).await?;
    conversion.n_converted = receipt.versions.iter().filter(|added| added.standing.is_selected()).count();
    conversion.n_doubtful = receipt.versions.len() - conversion.n_converted;
    conversion.change = receipt.change;
    Ok(conversion)
}

static TAIWANESE: LazyLock<Option<OpenCC>> = LazyLock::new(|| OpenCC::from_config(BuiltinConfig::S2twp).ok());

/// Text in simplified characters, in traditional ones and with the words of Taiwan; as it is, should the tables fail.
pub fn in_taiwanese(text: &str) -> String {
    TAIWANESE.as_ref().map_or_else(|| text.to_owned(), |tables| tables.convert(text))
}

struct Converter {
    tables: OpenCC,
    doubtful: &'static [char],
}

/// Simplified characters of which the usual counterpart is often the wrong one where no word decides.
const SIMPLIFIED: &[char] = &[
    '干', '余', '谷', '斗', '松', '丑', '郁', '咸', '范', '姜', '征', '朴', '舍', '困', '折', '准', '伙',
    '蔑',
];
/// Traditional characters that stay in some words and change in others.
const TRADITIONAL: &[char] = &['乾', '著', '藉', '瞭', '徵', '夥', '摺', '覆'];

impl Converter {
    fn new(from: Option<&LanguageTag>, to: &LanguageTag) -> Result<Self, ConversionError> {
        let region = |tag: &LanguageTag, region: &str| tag.as_str().split('-').any(|part| part == region);
        let is_from = |wanted: &str| from.is_some_and(|tag| region(tag, wanted));
        let (config, doubtful) = if to.is_traditional_chinese() {
            let config = match () {
                () if region(to, "TW") => BuiltinConfig::S2twp,
                () if region(to, "HK") || region(to, "MO") => BuiltinConfig::S2hk,
                () => BuiltinConfig::S2t,
            };
            (config, SIMPLIFIED)
        } else {
            let config = match () {
                () if is_from("TW") => BuiltinConfig::Tw2sp,
                () if is_from("HK") || is_from("MO") => BuiltinConfig::Hk2s,
                () => BuiltinConfig::T2s,
            };
            (config, TRADITIONAL)
        };
        let tables =
            OpenCC::from_config(config).map_err(|error| ConversionError::Tables(error.to_string()))?;
        Ok(Self { tables, doubtful })
    }

    fn plain(&self, text: &str) -> String {
        self.tables.convert(text)
    }

    fn marked(&self, text: &Marked) -> Marked {
        let mut builder = MarkedBuilder::default();
        for piece in text.pieces() {
            match piece {
                Piece::Text(text) => builder.push_text(&self.plain(&text)),
                Piece::Ruby { base, reading } => {
                    let base = self.plain(&base);
                    builder.push(&Piece::Ruby { base: base.into(), reading });
                }
                Piece::Open(_) | Piece::Close(_) | Piece::Void(_) => builder.push(&piece),
            }
        }
        builder.finish()
    }

    /// Whether a character with several counterparts came out as it does alone, so that no word decided.
    fn is_doubtful(&self, text: &str) -> bool {
        let n = |text: &str, wanted: char| text.chars().filter(|character| *character == wanted).count();
        self.doubtful.iter().any(|character| {
            let n_there = n(text, *character);
            let alone = self.plain(&character.to_string());
            n_there > 0 && alone.chars().next().is_some_and(|alone| n(&self.plain(text), alone) >= n_there)
        })
    }
}
