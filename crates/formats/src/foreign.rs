//! Files of other kinds: known by their bytes or by the ending of their name, and refused by name before plain text, which
//! takes anything, could swallow them.

use crate::import::{ImportError, Source};
use messages::{Explain, Message};

/// A kind of file we know by sight and neither read nor write.
#[derive(Debug, PartialEq, Eq)]
pub struct Foreign {
    /// Its name in the catalogue of messages.
    kind: &'static str,
    /// What to do about it, as the catalogue of messages calls it.
    pub(crate) way: &'static str,
    /// The endings of its names, in lower case.
    endings: &'static [&'static str],
}

/// The kind of file that has this ending, if it is one we neither read nor write.
pub fn by_ending(ending: &str) -> Option<&'static Foreign> {
    let ending = ending.to_lowercase();
    ALL.iter().copied().find(|foreign| foreign.endings.contains(&ending.as_str()))
}

/// Refuses a file that is no book of a kind we read. Its bytes are asked first, because names lie.
pub(crate) fn refuse(source: &Source<'_>) -> Result<(), ImportError> {
    if source.bytes.is_empty() {
        return Err(ImportError::Empty);
    }
    // What is in an archive, only its own reader knows.
    if source.bytes.starts_with(b"PK") {
        return Ok(());
    }
    // Data is refused by its ending, unless its name says whose data it is.
    let is_read = source.fields.is_some() || crate::game::Game::RpgMaker.is_part(source.file_name);
    let named =
        || source.file_name.rsplit_once('.').filter(|_| !is_read).and_then(|(_, ending)| by_ending(ending));
    match by_magic(source.bytes).or_else(|| by_text(&head(source.bytes))).or_else(named) {
        Some(foreign) => Err(foreign.refusal()),
        None => Ok(()),
    }
}

impl Foreign {
    pub(crate) const fn refusal(&'static self) -> ImportError {
        ImportError::Foreign(self)
    }
}

/// What it is, with its article.
impl Explain for Foreign {
    fn message(&self) -> Message {
        Message::new("foreign_kind").with("kind", self.kind)
    }
}

fn by_magic(bytes: &[u8]) -> Option<&'static Foreign> {
    match bytes {
        [b'%', b'P', b'D', b'F', ..] => Some(&PDF),
        [0xd0, 0xcf, 0x11, 0xe0, ..] if is_encrypted(bytes) => Some(&LOCKED),
        [0xd0, 0xcf, 0x11, 0xe0, ..] => Some(&DOC),
        [b'{', b'\\', b'r', b't', b'f', ..] => Some(&RTF),
        [b'R', b'a', b'r', b'!', ..] => Some(&RAR),
        [b'7', b'z', 0xbc, 0xaf, ..] => Some(&SEVEN_ZIP),
        [0x1f, 0x8b, ..] => Some(&GZIP),
        [0x89, b'P', b'N', b'G', ..] | [0xff, 0xd8, 0xff, ..] | [b'G', b'I', b'F', b'8', ..] => {
            Some(&PICTURE)
        }
        _ if bytes.get(60..68).is_some_and(|magic| magic == b"BOOKMOBI") => Some(&KINDLE),
        _ => None,
    }
}

/// Whether a container of the old kind holds an encrypted document, which names itself in UTF-16.
fn is_encrypted(bytes: &[u8]) -> bool {
    const LOOKED_AT: usize = 1 << 20;
    let name: Vec<u8> = "EncryptedPackage".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let is_in = |part: &[u8]| part.windows(name.len()).any(|window| window == name);
    // The directory stands near the beginning or near the end.
    is_in(bytes.get(..LOOKED_AT).unwrap_or(bytes))
        || is_in(bytes.get(bytes.len().saturating_sub(LOOKED_AT)..).unwrap_or_default())
}

/// Formats that are text, by how they begin.
fn by_text(head: &str) -> Option<&'static Foreign> {
    let head = head.trim_start();
    if head.starts_with("msgid \"") || head.starts_with("msgid\t\"") {
        return Some(&PO);
    }
    let is_declared = head.starts_with("<?xml");
    match root(head)?.as_str() {
        // Read by readers of their own.
        "html" | "head" | "body" | "fictionbook" => None,
        "xliff" => Some(&XLIFF),
        "tmx" => Some(&TMX),
        "tt" => Some(&SUBTITLES),
        "svg" => Some(&PICTURE),
        _ => is_declared.then_some(&XML),
    }
}

/// The name of the first element, in lower case and without prefix; a document type counts as its element.
pub(crate) fn root(head: &str) -> Option<String> {
    let mut rest = head;
    loop {
        rest = rest.trim_start();
        rest = if let Some(after) = rest.strip_prefix("<?") {
            after.split_once("?>")?.1
        } else if let Some(after) = rest.strip_prefix("<!--") {
            after.split_once("-->")?.1
        } else {
            break;
        };
    }
    let name = rest.strip_prefix('<')?;
    let lower = name.to_ascii_lowercase();
    let name = lower.strip_prefix("!doctype").map_or(lower.as_str(), str::trim_start);
    let end =
        name.find(|letter: char| !letter.is_ascii_alphanumeric() && letter != ':').unwrap_or(name.len());
    let name = name.get(..end)?;
    Some(name.rsplit(':').next().unwrap_or(name).to_owned())
}

/// The first words of a text, in whichever of the usual encodings.
pub(crate) fn head(bytes: &[u8]) -> String {
    const LOOKED_AT: usize = 4096;
    let bytes = bytes.get(..LOOKED_AT).unwrap_or(bytes);
    let wide = |units: &[u8], unit: fn([u8; 2]) -> u16| {
        let (pairs, _) = units.as_chunks::<2>();
        let units: Vec<u16> = pairs.iter().map(|pair| unit(*pair)).collect();
        String::from_utf16_lossy(&units)
    };
    match bytes {
        [0xff, 0xfe, rest @ ..] => wide(rest, u16::from_le_bytes),
        [0xfe, 0xff, rest @ ..] => wide(rest, u16::from_be_bytes),
        [0xef, 0xbb, 0xbf, rest @ ..] => String::from_utf8_lossy(rest).into_owned(),
        _ => String::from_utf8_lossy(bytes).into_owned(),
    }
}

const CONVERT: &str = "convert";
const PANDOC: &str = "pandoc";
const UNPACK: &str = "unpack";
const ITS_OWN_TOOL: &str = "its_own_tool";

static PDF: Foreign = Foreign { kind: "pdf", way: CONVERT, endings: &["pdf"] };
/// Pages that are pictures.
pub(crate) static SCANNED: Foreign = Foreign { kind: "scanned", way: "recognise", endings: &[] };
static DOC: Foreign = Foreign { kind: "doc", way: CONVERT, endings: &["doc"] };
pub(crate) static DOCM: Foreign =
    Foreign { kind: "docm", way: "save_docx", endings: &["docm", "dotm", "dotx"] };
pub(crate) static ODF: Foreign =
    Foreign { kind: "odf", way: ITS_OWN_TOOL, endings: &["odg", "odm", "ott", "fodt"] };
static RTF: Foreign = Foreign { kind: "rtf", way: PANDOC, endings: &["rtf"] };
static KINDLE: Foreign =
    Foreign { kind: "kindle", way: CONVERT, endings: &["mobi", "azw", "azw3", "azw4", "kfx", "prc"] };
static HTML: Foreign = Foreign { kind: "html", way: PANDOC, endings: &["mhtml", "mht"] };
static MARKUP: Foreign =
    Foreign { kind: "markup", way: PANDOC, endings: &["adoc", "asciidoc", "org", "rst", "tex", "textile"] };
static SUBTITLES: Foreign =
    Foreign { kind: "subtitles", way: "save_srt", endings: &["sub", "sbv", "lrc", "ttml", "dfxp"] };
static XLIFF: Foreign =
    Foreign { kind: "xliff", way: "take_back", endings: &["xliff", "xlf", "sdlxliff", "mqxliff"] };
static PO: Foreign = Foreign { kind: "po", way: ITS_OWN_TOOL, endings: &["po", "pot"] };
static TMX: Foreign = Foreign { kind: "tmx", way: "take_memory", endings: &["tmx"] };
static XML: Foreign = Foreign { kind: "xml", way: CONVERT, endings: &["xml"] };
pub(crate) static TABLE: Foreign =
    Foreign { kind: "table", way: "name_fields", endings: &["xlsx", "csv", "tsv"] };
static OTHER_TABLE: Foreign = Foreign { kind: "table", way: ITS_OWN_TOOL, endings: &["xls", "ods"] };
pub(crate) static SLIDES: Foreign =
    Foreign { kind: "slides", way: ITS_OWN_TOOL, endings: &["pptx", "ppt", "odp"] };
static DATA: Foreign = Foreign { kind: "data", way: "name_fields", endings: &["json"] };
static OTHER_DATA: Foreign = Foreign { kind: "data", way: ITS_OWN_TOOL, endings: &["yaml", "yml"] };
pub(crate) static ZIP: Foreign = Foreign { kind: "zip", way: "unpack_all", endings: &["zip"] };
static RAR: Foreign = Foreign { kind: "rar", way: UNPACK, endings: &["rar", "cbr"] };
static SEVEN_ZIP: Foreign = Foreign { kind: "seven_zip", way: UNPACK, endings: &["7z", "cb7"] };
static GZIP: Foreign = Foreign { kind: "gzip", way: UNPACK, endings: &["gz", "tgz"] };
static PICTURE: Foreign = Foreign {
    kind: "picture",
    way: "recognise",
    endings: &["png", "jpg", "jpeg", "gif", "webp", "svg", "djvu"],
};

/// A document with a password is an archive of the old kind around an encrypted one.
static LOCKED: Foreign = Foreign { kind: "locked", way: "unlock", endings: &[] };
pub(crate) static UTF_32: Foreign = Foreign { kind: "utf_32", way: "save_utf_8", endings: &[] };
pub(crate) static NOT_A_WORKBOOK: Foreign =
    Foreign { kind: "not_a_workbook", way: "glossary_formats", endings: &[] };

/// Every kind with an ending of its own. A translation memory is written, but is no book.
static ALL: &[&Foreign] = &[
    &PDF,
    &DOC,
    &DOCM,
    &ODF,
    &RTF,
    &KINDLE,
    &HTML,
    &MARKUP,
    &SUBTITLES,
    &XLIFF,
    &PO,
    &TMX,
    &XML,
    &TABLE,
    &SLIDES,
    &DATA,
    &OTHER_TABLE,
    &OTHER_DATA,
    &ZIP,
    &RAR,
    &SEVEN_ZIP,
    &GZIP,
    &PICTURE,
];
