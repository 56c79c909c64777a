//! What an importer is given, what it gives back, and the ways it refuses.

use book::language::LanguageTag;
use book::text::book::Book;
use book::text::reading::Reading;
use std::fmt;

/// A file to read, and what the person said about it.
pub struct Source<'a> {
    /// The whole file.
    pub bytes: &'a [u8],
    /// The file's name without folders; it suggests a title and, for plain text, nothing else.
    pub file_name: &'a str,
    /// The character encoding the person insists on, by label (`shift_jis`, `gbk` …). Text formats only.
    pub encoding: Option<&'a str>,
    /// The language the person says the book is in.
    pub language: Option<LanguageTag>,
    /// The version of the reader, and whether the person says that the lines of a text were wrapped by hand.
    pub reading: Reading,
    /// A pattern the person says headings of a text have, as a regular expression.
    pub heading: Option<&'a str>,
    /// Told now and then how far the reading is.
    pub progress: &'a dyn Fn(Progress),
}

impl<'a> Source<'a> {
    /// A file about which the person said nothing.
    pub fn new(bytes: &'a [u8], file_name: &'a str) -> Self {
        let (encoding, language, heading) = (None, None, None);
        Self { bytes, file_name, encoding, language, reading: Reading::NEWEST, heading, progress: &|_| {} }
    }
}

/// How far a long piece of work is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// Steps done.
    pub done: u64,
    /// Steps in all.
    pub total: u64,
}

/// A book and what there is to say about the file it came from.
#[derive(Debug, Clone)]
pub struct Imported {
    /// The book.
    pub book: Book,
    /// The encoding the text was read in, for formats where it had to be guessed or told.
    pub encoding: Option<DetectedEncoding>,
    /// Faults of the file that were lived with, each worth telling the person.
    pub findings: Vec<Finding>,
}

/// The encoding a text was read in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DetectedEncoding {
    /// Its usual name, such as `Shift_JIS` or `UTF-16LE`.
    pub name: &'static str,
    /// How it became known.
    pub how: HowKnown,
}

/// How something about a file became known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HowKnown {
    /// The person said so.
    Told,
    /// The file itself declares it, for example with a byte order mark.
    Declared,
    /// It was recognised from the content.
    Detected,
}

/// A fault of a file that was lived with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The file inside an archive, or the line of a text, it is about.
    pub subject: String,
    /// What is wrong and what was done about it.
    pub message: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.subject.is_empty() {
            f.write_str(&self.message)
        } else {
            write!(f, "{}: {}", self.subject, self.message)
        }
    }
}

/// Why a file was refused. Nothing has been written when one of these is returned.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// There is nothing in the file.
    #[error("the file is empty")]
    Empty,
    /// There are bytes, but no text in them.
    #[error("there is no text in this book\nhint: a book of scanned pages needs text recognition first")]
    NoText,
    /// None of our formats.
    #[error(
        "this kind of file is not known\nhint: Tsumugi reads plain text (.txt), Aozora Bunko text and EPUB (.epub)"
    )]
    UnknownFormat,
    /// A format we know by sight and do not read.
    #[error("this is {kind}, which Tsumugi does not read\nhint: {hint}")]
    Foreign {
        /// What it is, with its article.
        kind: &'static str,
        /// What to do about it.
        hint: &'static str,
    },
    /// The encoding the person named does not exist.
    #[error(
        "`{label}` is not a known encoding\nhint: try `utf-8`, `shift_jis`, `euc-jp`, `gb18030`, `big5`, `euc-kr` or `windows-1252`"
    )]
    UnknownEncoding {
        /// What was named.
        label: String,
    },
    /// The pattern for headings is no regular expression.
    #[error("`{pattern}` is no pattern for headings: {detail}\nhint: `--heading '^Chapter [0-9]+'` is one")]
    WrongPattern {
        /// What was given.
        pattern: String,
        /// What is wrong with it.
        detail: String,
    },
    /// The text cannot be read in the given or detected encoding.
    #[error(
        "the text is not valid {encoding}: {n_faults} places cannot be read, the first at byte {first}\nhint: name the right encoding with `--encoding`"
    )]
    WrongEncoding {
        /// The encoding tried.
        encoding: &'static str,
        /// How many places cannot be read.
        n_faults: usize,
        /// Where the first one is.
        first: usize,
    },
    /// The file is encrypted.
    #[error(
        "the book is protected against copying ({scheme}) and cannot be read\nhint: use a copy without protection"
    )]
    Protected {
        /// The scheme, as far as the file tells.
        scheme: String,
    },
    /// The file is damaged beyond reading.
    #[error(
        "the file is damaged: {detail}\nhint: open it in another program to see whether it is whole, or fetch it again"
    )]
    Damaged {
        /// What is damaged.
        detail: String,
    },
    /// The file would take more memory or time than any honest book.
    #[error(
        "the file was refused because {detail}\nhint: this looks like a file made to do harm; no honest book needs it"
    )]
    Hostile {
        /// Which limit it broke.
        detail: String,
    },
}
