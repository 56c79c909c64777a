//! The picture on the cover, for a library that shows its books. Only kinds of pictures that carry no script.

use super::epub_package::EpubPackage;
use super::package::find_all;
use super::paths;
use book::text::reading::Reading;

/// A picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cover {
    /// What kind of picture its first bytes say it is.
    pub media_type: &'static str,
    /// The picture.
    pub bytes: Vec<u8>,
}

/// The cover the package names, in the way of EPUB 3 or of EPUB 2; `None` where there is none to be had.
pub fn cover(bytes: &[u8]) -> Option<Cover> {
    let mut epub = EpubPackage::open(bytes, Reading::NEWEST).ok()?;
    let page = &epub.package.document.page;
    let named = find_all(page, "meta")
        .find(|&at| page.attribute(at, "name").is_some_and(|name| name == "cover"))
        .and_then(|at| page.attribute(at, "content").map(std::borrow::Cow::into_owned));
    let is_cover = |at: usize| {
        let properties = page.attribute(at, "properties").unwrap_or_default();
        let id = page.attribute(at, "id");
        properties.split_ascii_whitespace().any(|word| word == "cover-image")
            || (named.is_some() && id.as_deref() == named.as_deref())
    };
    let href = find_all(page, "item").find(|&at| is_cover(at)).and_then(|at| page.attribute(at, "href"))?;
    let path = paths::resolve(&epub.package.path, &href)?.path;
    let at = epub.archive.position(&path)?;
    let bytes = epub.archive.read_page(at).ok()?;
    media_type(&bytes).map(|media_type| Cover { media_type, bytes })
}

fn media_type(bytes: &[u8]) -> Option<&'static str> {
    match bytes {
        [0xff, 0xd8, 0xff, ..] => Some("image/jpeg"),
        [0x89, b'P', b'N', b'G', ..] => Some("image/png"),
        [b'G', b'I', b'F', b'8', ..] => Some("image/gif"),
        [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => Some("image/webp"),
        _ => None,
    }
}
