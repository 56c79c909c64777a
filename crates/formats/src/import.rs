//! What an importer is given, what it gives back, and the ways it refuses.

use crate::data::Fields;
use crate::foreign::Foreign;
use book::language::LanguageTag;
use book::text::book::Book;
use book::text::reading::Reading;
use messages::{Explain, Message};
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
    /// What a person says is text in a file of data.
    pub fields: Option<Fields<'a>>,
    /// Told now and then how far the reading is.
    pub progress: &'a dyn Fn(Progress),
}

impl<'a> Source<'a> {
    /// A file about which the person said nothing.
    pub fn new(bytes: &'a [u8], file_name: &'a str) -> Self {
        let (encoding, language, heading, fields) = (None, None, None, None);
        let (reading, progress) = (Reading::NEWEST, &|_| {});
        Self { bytes, file_name, encoding, language, reading, heading, fields, progress }
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
    pub findings: Vec<FileFault>,
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
pub struct FileFault {
    /// The file inside an archive, or the line of a text, it is about.
    pub subject: String,
    /// What is wrong and what was done about it.
    pub message: String,
}

impl fmt::Display for FileFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.subject.is_empty() {
            f.write_str(&self.message)
        } else {
            write!(f, "{}: {}", self.subject, self.message)
        }
    }
}

/// Why a file was refused. Nothing has been written when one of these is returned.
#[derive(Debug)]
pub enum ImportError {
    /// There is nothing in the file.
    Empty,
    /// There are bytes, but no text in them.
    NoText,
    /// A file of text that has nothing but blank lines, or the times of subtitles.
    NoWords,
    /// A zip in which one of our formats lies.
    BookInside {
        /// Its name in the zip.
        name: String,
    },
    /// An honest file, longer than what is read at once.
    TooLong {
        /// Which limit it broke.
        detail: Message,
    },
    /// None of our formats.
    UnknownFormat,
    /// A format we know by sight and do not read.
    Foreign(&'static Foreign),
    /// The encoding the person named does not exist.
    UnknownEncoding {
        /// What was named.
        label: String,
    },
    /// The pattern for headings is no regular expression.
    WrongPattern {
        /// What was given.
        pattern: String,
        /// What is wrong with it.
        detail: String,
    },
    /// A file of data of which nobody says what is text, or something that is not there.
    Unchosen(Message),
    /// The text cannot be read in the given or detected encoding.
    WrongEncoding {
        /// The encoding tried.
        encoding: &'static str,
        /// How many places cannot be read.
        n_faults: usize,
        /// Where the first one is.
        first: usize,
    },
    /// The file is encrypted.
    Protected {
        /// The scheme, as far as the file tells.
        scheme: Message,
    },
    /// The file is damaged beyond reading.
    Damaged {
        /// What is damaged.
        detail: Message,
    },
    /// What was read came apart into fragments, as no book is written.
    InPieces {
        /// How many paragraphs there would be.
        n_paragraphs: usize,
        /// How many characters half of them have at most.
        n_chars: usize,
    },
    /// The file would take more memory or time than any honest book.
    Hostile {
        /// Which limit it broke.
        detail: Message,
    },
}

impl Explain for ImportError {
    fn message(&self) -> Message {
        match self {
            Self::Empty => Message::new("file_empty"),
            Self::NoText => Message::new("no_text"),
            Self::NoWords => Message::new("no_words"),
            Self::BookInside { name } => Message::new("book_in_zip").with("name", name),
            Self::TooLong { detail } => Message::new("file_too_long").part("detail", detail.clone()),
            Self::UnknownFormat => Message::new("unknown_file"),
            Self::Foreign(foreign) => {
                Message::new("foreign_file").part("kind", foreign.message()).with("way", foreign.way)
            }
            Self::UnknownEncoding { label } => Message::new("unknown_encoding").with("label", label),
            Self::WrongPattern { pattern, detail } => {
                Message::new("wrong_pattern").with("pattern", pattern).with("detail", detail)
            }
            Self::Unchosen(message) => message.clone(),
            Self::WrongEncoding { encoding, n_faults, first } => {
                let message = Message::new("wrong_encoding").with("encoding", encoding);
                message.count("n_faults", *n_faults).count("first", *first)
            }
            Self::Protected { scheme } => Message::new("copy_protected").part("scheme", scheme.clone()),
            Self::InPieces { n_paragraphs, n_chars } => {
                Message::new("in_pieces").count("n_paragraphs", *n_paragraphs).count("n_chars", *n_chars)
            }
            Self::Damaged { detail } => Message::new("file_damaged").part("detail", detail.clone()),
            Self::Hostile { detail } => Message::new("file_refused").part("detail", detail.clone()),
        }
    }
}

messages::shown_as_message!(ImportError);
