//! Where the references inside a book lead.

use crate::epub_kit::{CONTAINER, Files, epub, package, page};
use book::text::reading::Reading;

const PAGE: &str = "EPUB/xhtml/a.xhtml";

/// A book with a reference in its first page, and with the place it leads to, if that is told.
fn book(href: &str, target: Option<(&str, &str)>) -> Files {
    let here = target.filter(|(path, _)| *path == PAGE).map_or("", |(_, fragment)| fragment);
    let first = page(&format!("<p id='{here}'><a href='{href}'>there</a></p>"));
    let mut items =
        vec![r#"<item id="a" href="xhtml/a.xhtml" media-type="application/xhtml+xml"/>"#.to_owned()];
    let mut refs = vec![r#"<itemref idref="a"/>"#];
    let mut files = Files(vec![
        ("mimetype".to_owned(), b"application/epub+zip".to_vec()),
        ("META-INF/container.xml".to_owned(), CONTAINER.into()),
        ("EPUB/nav.xhtml".to_owned(), page("").into_bytes()),
        (PAGE.to_owned(), first.into_bytes()),
    ]);
    if let Some((path, fragment)) = target.filter(|(path, _)| *path != PAGE) {
        if path.ends_with("b.xhtml") {
            let name = path.strip_prefix("EPUB/").unwrap();
            items.push(format!(r#"<item id="b" href="{name}" media-type="application/xhtml+xml"/>"#));
            refs.push(r#"<itemref idref="b"/>"#);
        }
        files = files.with(path, page(&format!("<p id='{fragment}'>here</p>")).as_bytes());
    }
    files.with("EPUB/package.opf", package(&items.concat(), &refs.concat()).as_bytes())
}

fn is_broken(href: &str, target: Option<(&str, &str)>) -> bool {
    let frame = epub().read_back(&book(href, target).zip(), Reading::NEWEST).unwrap().frame;
    frame.broken_links.contains(&format!("{PAGE}: {href}"))
}

#[test]
fn references_are_resolved_like_a_reader_does() {
    for (href, path, fragment) in [
        ("#x", PAGE, "x"),
        ("../images/%E8%A1%A8.jpg", "EPUB/images/表.jpg", ""),
        ("b.xhtml?v=1#%E4%B8%80", "EPUB/xhtml/b.xhtml", "一"),
        ("..\\b.xhtml", "EPUB/b.xhtml", ""),
        ("../../../../etc/passwd", "etc/passwd", ""),
        ("100%.xhtml", "EPUB/xhtml/100%.xhtml", ""),
    ] {
        assert!(!is_broken(href, Some((path, fragment))), "{href}");
        assert!(is_broken(href, None), "{href}");
        assert_eq!(is_broken(href, Some((path, "other"))), !fragment.is_empty(), "{href}");
    }
    assert!(!is_broken("https://example.org/", None));
    assert!(!is_broken("mailto:a@b", None));
}
