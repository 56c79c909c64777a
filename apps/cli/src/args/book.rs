//! What can be typed about books: in, looked at, out.

use book::language::LanguageTag;
use clap::{Args as ClapArgs, ValueEnum};
use formats::data::Fields;
use operations::chapter_list::ChapterList;
use std::path::PathBuf;

/// Read a book into the library.
#[derive(Debug, Clone, ClapArgs)]
#[command(after_help = "Examples:
  tsumugi import novel.epub
  tsumugi import volume-1.epub volume-2.epub --series \"The Long Road\"
  tsumugi import volume-2.epub --series \"The Long Road\"
  tsumugi import old.txt --encoding shift_jis --from ja
  tsumugi import web-novel.txt --heading '^Episode \\d+'
  tsumugi import novel/                              a folder of text files
  tsumugi import film.srt
  tsumugi import game/                               a folder of a game
  tsumugi import lines.csv --text ja --into zh       one column into another
  tsumugi import chapter-301.txt --append novel      one more chapter
  tsumugi import novel-2026.epub --revises novel     a newer edition of it
  tsumugi import volume-1.tmx --memory novel     from another tool")]
pub(crate) struct ImportArgs {
    /// The file: plain text, Aozora Bunko text, EPUB, Word (.docx), OpenDocument (.odt), RTF, a Kindle book, PDF with text,
    /// Markdown, HTML, subtitles, `FictionBook` or the text of a game, or a folder or zip of them; with `--memory`, a translation memory (TMX).
    pub(crate) file: PathBuf,
    /// More text files of the same book; other files are a book each.
    #[arg(value_name = "FILE", conflicts_with = "memory")]
    pub(crate) more: Vec<PathBuf>,
    /// The series the book belongs to; books of a series share terms, characters and memories.
    #[arg(long)]
    pub(crate) series: Option<String>,
    /// The encoding of a text file, when the detected one is wrong.
    #[arg(long, value_name = "NAME")]
    pub(crate) encoding: Option<String>,
    /// The language the book is in, when the detected one is wrong.
    #[arg(long, value_name = "LANG")]
    pub(crate) from: Option<LanguageTag>,
    /// Whether the lines of a text were wrapped by hand and are to be joined, when that was decided wrongly: `yes` or `no`.
    #[arg(long, value_name = "YES|NO", value_parser = clap::builder::BoolishValueParser::new())]
    pub(crate) wrapped: Option<bool>,
    /// What the headings of a text look like, as a regular expression, when its chapters were not found.
    #[arg(long, value_name = "PATTERN")]
    pub(crate) heading: Option<String>,
    #[command(flatten)]
    pub(crate) fields: FieldArgs,
    /// The language it is to be translated into; can be said later.
    #[arg(long, value_name = "LANG")]
    pub(crate) to: Option<LanguageTag>,
    /// The file is a newer edition of this book: translations stay with their lines, only what changed is stale.
    #[arg(long, value_name = "BOOK", conflicts_with_all = ["series", "to"])]
    pub(crate) revises: Option<String>,
    /// The files are further chapters of this book: everything that is there stays as it is.
    #[arg(long, value_name = "BOOK", conflicts_with_all = ["series", "to", "revises"])]
    pub(crate) append: Option<String>,
    /// With `--revises` or `--append`: take the file though less than half of the book's lines are in it.
    #[arg(long)]
    pub(crate) force: bool,
    /// The file is a translation memory: paragraphs of this book that have none get its translations of exactly the same
    /// words.
    #[arg(long, value_name = "BOOK", conflicts_with_all = ["series", "revises", "append", "encoding"])]
    pub(crate) memory: Option<String>,
    /// Do not ask before making the library that `--library` names.
    #[arg(long, short)]
    pub(crate) yes: bool,
}

/// What is text in a file of data.
#[derive(Debug, Clone, Default, ClapArgs)]
pub(crate) struct FieldArgs {
    /// What is text in a CSV file or a workbook: the names of columns (or `C`, `3`); in a JSON file: a name, or a path such
    /// as `scenes/*/lines/*/text` (`**` for any number of steps). Several with a comma between.
    #[arg(long, value_name = "NAME")]
    pub(crate) text: Option<String>,
    /// The column, or the name of the value beside it, that translations are written to, instead of the place of the text.
    #[arg(long, value_name = "NAME", requires = "text")]
    pub(crate) into: Option<String>,
}

impl FieldArgs {
    /// What was said, if anything was.
    pub(crate) fn fields(&self) -> Option<Fields<'_>> {
        Some(Fields { text: self.text.as_deref()?, into: self.into.as_deref() })
    }
}

/// Read the file of a book anew, with the newest reader: translations stay with their lines.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  tsumugi reread novel
  tsumugi reread novel --wrapped yes     its lines were wrapped by hand")]
pub(crate) struct RereadArgs {
    /// The book: an id, a title, or the file it came from; the only one if left out.
    #[arg(default_value = "", hide_default_value = true)]
    pub(crate) book: String,
    /// The encoding of a text file, when the detected one is wrong.
    #[arg(long, value_name = "NAME")]
    pub(crate) encoding: Option<String>,
    /// Whether the lines of a text were wrapped by hand and are to be joined: `yes` or `no`.
    #[arg(long, value_name = "YES|NO", value_parser = clap::builder::BoolishValueParser::new())]
    pub(crate) wrapped: Option<bool>,
    /// What the headings of a text look like, as a regular expression.
    #[arg(long, value_name = "PATTERN")]
    pub(crate) heading: Option<String>,
    #[command(flatten)]
    pub(crate) fields: FieldArgs,
}

/// Put Chinese into traditional or simplified characters, without a model; what is doubtful becomes a suggestion.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  tsumugi convert novel --to zh-Hant
  tsumugi convert novel --to zh-TW     with the words of Taiwan")]
pub(crate) struct ConvertArgs {
    /// The book: an id, a title, or the file it came from; the only one if left out.
    #[arg(default_value = "", hide_default_value = true)]
    pub(crate) book: String,
    /// The characters to write: `zh-Hant`, `zh-TW`, `zh-HK` or `zh-Hans`.
    #[arg(long, value_name = "LANG")]
    pub(crate) to: LanguageTag,
}

/// List the books of the library.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  tsumugi books
  tsumugi books --json")]
pub(crate) struct BooksArgs {}

/// Show a book's chapters, or the paragraphs of one chapter.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  tsumugi show novel                       the chapters
  tsumugi show novel --chapter 3           one chapter with its translation
  tsumugi show novel --chapter 3 --json    its paragraphs for programs")]
pub(crate) struct ShowArgs {
    /// The book: an id, a title, or the file it came from; the only one if left out.
    #[arg(default_value = "", hide_default_value = true)]
    pub(crate) book: String,
    /// The chapter: its number in the list, or its id.
    #[arg(long, short, value_name = "N")]
    pub(crate) chapter: Option<String>,
}

/// Find text in a book, source and translation.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  tsumugi search novel 羅生門
  tsumugi search novel \"the lamplighter\" --in translation")]
pub(crate) struct SearchArgs {
    /// The book: an id, a title, or the file it came from.
    pub(crate) book: String,
    /// What to look for, letter by letter; upper and lower case, full and half width count as the same.
    pub(crate) query: String,
    /// Where to look.
    #[arg(long = "in", value_enum, default_value_t = Side::Both)]
    pub(crate) side: Side,
    /// Only this chapter: its number in the list, or its id.
    #[arg(long, short, value_name = "N")]
    pub(crate) chapter: Option<String>,
    /// How many hits to show at the most.
    #[arg(long, value_name = "N", default_value_t = 50)]
    pub(crate) limit: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Side {
    /// The source text.
    Source,
    /// The selected translation.
    Translation,
    /// Either.
    Both,
}

/// Write a book, and prove that nothing was lost.
///
/// A book goes out in the format it came in, with the original file as template. With `--format`, or when the file to
/// write ends in `.epub` or `.txt`, it goes out in that one: the words stay, pictures and layout are left behind.
///
/// The file is opened again after writing, and every paragraph of the source is looked for in it. The result is a
/// certificate: inside an EPUB, beside a text file. If anything is missing, the command fails and says what.
#[derive(Debug, Clone, ClapArgs)]
#[command(after_help = "Examples:
  tsumugi export novel                                  into this folder
  tsumugi export novel -o out.epub --bilingual below    with the source
  tsumugi export novel --format text                    as plain text
  tsumugi export novel --chapters 301-310               only these
  tsumugi export --series \"The Long Road\" -o books/     all of its books
  tsumugi export novel -o novel.tmx                     as a translation memory")]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag")]
pub(crate) struct ExportArgs {
    /// The book: an id, a title, or the file it came from; the only one if left out.
    #[arg(default_value = "", hide_default_value = true)]
    pub(crate) book: String,
    /// Where to write it; `-` is standard output.
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Only these chapters, by number: `301-310`; written as a text or an EPUB of its own.
    #[arg(long, value_name = "LIST", conflicts_with = "series")]
    pub(crate) chapters: Option<ChapterList>,
    /// Write every book of this series; `-o` names a folder then.
    #[arg(long, value_name = "NAME", conflicts_with = "book")]
    pub(crate) series: Option<String>,
    /// The format to write: by the ending of the file to write, or the one the book came in, if left out.
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub(crate) format: Option<OutFormat>,
    /// Show source and translation together, with the source in this place.
    #[arg(long, value_enum, value_name = "PLACE")]
    pub(crate) bilingual: Option<Place>,
    /// Leave vertical writing and page direction as the original has them, whatever the target language.
    #[arg(long)]
    pub(crate) keep_direction: bool,
    /// Say on a closing page and in the metadata with which models an EPUB was translated, and, if you give a name, by
    /// whom.
    #[arg(long, value_name = "NAME", num_args = 0..=1)]
    #[expect(clippy::option_option, reason = "left out, given, and given with a name are three things")]
    pub(crate) credits: Option<Option<String>>,
    /// Write what a rehearsal wrote where there is no translation; the file is marked as a rehearsal.
    #[arg(long)]
    pub(crate) rehearsal: bool,
    /// Write only what you have reviewed in translation; everything else stays in the source and is counted so.
    #[arg(long, conflicts_with = "rehearsal")]
    pub(crate) reviewed_only: bool,
    /// Replace a file that is not an earlier export.
    #[arg(long)]
    pub(crate) force: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum OutFormat {
    /// Plain text.
    Text,
    /// EPUB.
    Epub,
    /// A translation memory for other tools: every translated paragraph with its source.
    Tmx,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Place {
    /// The source above its translation.
    Above,
    /// The source below its translation.
    Below,
}

/// Check an exported file against its certificate.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  tsumugi verify novel.en.epub
  tsumugi verify novel.en.txt --json")]
pub(crate) struct VerifyArgs {
    /// The exported file.
    pub(crate) file: PathBuf,
}

/// Put a book into the trash, with all its translations: it comes back within thirty days.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  tsumugi remove \"I Am a Cat\"
  tsumugi remove k7hd3fmw2x --yes
  tsumugi trash restore k7hd3fmw2x")]
pub(crate) struct RemoveArgs {
    /// The book: an id or a full title.
    pub(crate) book: String,
    /// Delete it for good instead.
    #[arg(long)]
    pub(crate) permanently: bool,
    /// Do not ask.
    #[arg(long)]
    pub(crate) yes: bool,
}

/// What becomes of a translator's notes in a book: footnotes of the exported file, or nothing the checks let stand.
///
/// A note is written into a translation between brackets, as in `(TN: a festival in May)` or `（译注：五月的节日）`. Only
/// notes of people are formed; one a model wrote is found by check E6.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  tsumugi footnotes novel
  tsumugi footnotes novel on
  tsumugi footnotes novel default")]
pub(crate) struct FootnotesArgs {
    /// The book: an id, a title, or the file it came from.
    pub(crate) book: String,
    /// On, off, or as the style in the settings says; shown when left out.
    pub(crate) choice: Option<FootnoteChoice>,
}

/// What becomes of notes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum FootnoteChoice {
    /// They become footnotes.
    On,
    /// They are not wanted.
    Off,
    /// As the style in the settings says.
    Default,
}
