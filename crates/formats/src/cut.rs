//! Signs that the end of a file is missing, where its format does not say where the end is.

use crate::import::FileFault;
use book::text::book::Book;
use book::text::chapter::Matter;
use book::text::paragraph::{Paragraph, ParagraphKind};

/// Fewer paragraphs do not show how the others end.
const FEWEST: usize = 10;

/// A text of whole sentences that stops in the middle of one.
pub(crate) fn in_a_sentence(book: &Book) -> Option<FileFault> {
    let last = book.chapters.last().filter(|chapter| chapter.matter == Matter::Body)?;
    let is_prose = |paragraph: &Paragraph| paragraph.kind == ParagraphKind::Body && !paragraph.is_empty();
    let ends = |paragraph: &Paragraph| !paragraph.text.plain().trim_end().ends_with(goes_on);
    if last
        .paragraphs
        .iter()
        .rfind(|paragraph| !paragraph.is_empty())
        .is_none_or(|last| !is_prose(last) || ends(last))
    {
        return None;
    }
    let (mut n_prose, mut n_whole) = (0_usize, 0_usize);
    for paragraph in book.paragraphs().filter(|paragraph| is_prose(paragraph)) {
        n_prose += 1;
        n_whole += usize::from(ends(paragraph));
    }
    (n_prose >= FEWEST && n_whole * 5 >= n_prose * 4)
        .then(|| told("the text stops in the middle of a sentence; its end may be missing"))
}

fn goes_on(character: char) -> bool {
    character.is_alphanumeric()
        || matches!(character, ',' | '，' | '、' | ';' | '；' | '《' | '［' | '＃' | '「' | '“')
}

/// A page that begins as a whole one and does not end.
pub(crate) fn in_a_page(page: &str, name: &str) -> Option<FileFault> {
    let has = |tag: &str| {
        page.as_bytes().windows(tag.len()).any(|bytes| bytes.eq_ignore_ascii_case(tag.as_bytes()))
    };
    let is_open = has("<html") && !has("</html") && !has("</body");
    let message = "the page ends before its `</html>`; its end may be missing".to_owned();
    is_open.then(|| FileFault { subject: name.to_owned(), message })
}

/// Text of the Aozora library ends with where it is from.
pub(crate) fn before_the_colophon() -> FileFault {
    told("the colophon (`底本：`) that follows such a text is not there; its end may be missing")
}

fn told(message: &str) -> FileFault {
    FileFault { subject: String::new(), message: message.to_owned() }
}
