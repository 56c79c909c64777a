//! Where a file differs from its certificate: each kind of difference is told once, for the paragraph it concerns.

use crate::ranged_kit::import;
use crate::text_manuscript::untouched;
use book::id::ParagraphId;
use formats::certificate::CertificateFault::{Altered, Missing, Moved, Repeated, Unexpected};
use formats::certificate::{self, CertificateFault, Violation};
use formats::export::Layout;

/// So many letters are in no page.
const MOST_LETTERS: usize = 10;

/// A paragraph for each letter. No digest counts white space, so that a space can say where the paragraph stands.
fn page(letters: &str) -> Vec<u8> {
    let paragraph = |(at, letter): (usize, char)| {
        format!("<p>{letter}{} {}</p>", "o".repeat(at + 1), "o".repeat(MOST_LETTERS - at))
    };
    let paragraphs: String = letters.chars().enumerate().map(paragraph).collect();
    format!("<html><body>{paragraphs}</body></html>").into_bytes()
}

/// Where the space says that a paragraph stands.
fn place(excerpt: &str) -> Option<usize> {
    let (before, _) = excerpt.split_once(' ')?;
    let marks = before.get(1..)?;
    (!marks.is_empty() && marks.bytes().all(|mark| mark == b'o')).then(|| marks.len() - 1)
}

/// The fault, the wanted paragraph and the paragraph found, as far as there are any.
type Difference = (CertificateFault, Option<usize>, Option<usize>);

fn differences(wanted: &str, given: &str) -> Vec<Difference> {
    let original = page(wanted);
    let imported = import(&original, "a.html");
    let manuscript = untouched(&imported.book);
    let ids: Vec<ParagraphId> =
        manuscript.chapters.iter().flat_map(|chapter| &chapter.paragraphs).map(|one| one.id).collect();
    assert_eq!(ids.len(), wanted.len());
    let format = formats::format_of(imported.book.format).unwrap();
    let certificate =
        certificate::issue(format, &original, &manuscript, &Layout::default(), &original).unwrap();
    let difference = |violation: &Violation| {
        let wanted = violation.paragraph.map(|id| ids.iter().position(|one| *one == id).unwrap());
        assert_eq!(place(&violation.expected), wanted, "{violation:?}");
        (violation.fault, wanted, place(&violation.found))
    };
    certificate::check(&page(given), &certificate).iter().map(difference).collect()
}

#[test]
fn each_kind_of_difference_is_found_once_and_nothing_else() {
    assert_eq!(differences("abcde", "abcde"), []);
    assert_eq!(differences("abcde", "abde"), [(Missing, Some(2), None)]);
    assert_eq!(differences("abcde", "abxde"), [(Altered, Some(2), Some(2))]);
    assert!(matches!(differences("abcde", "abdce").as_slice(), [(Moved, Some(2 | 3), None)]));
    assert!(matches!(differences("abcde", "abbcde").as_slice(), [(Repeated, Some(1), Some(1 | 2))]));
    assert_eq!(differences("abcde", "abcxde"), [(Unexpected, None, Some(3))]);
    assert_eq!(
        differences("abc", ""),
        [(Missing, Some(0), None), (Missing, Some(1), None), (Missing, Some(2), None)]
    );
}

#[test]
fn a_far_copy_is_repeated_and_a_far_move_is_moved() {
    assert_eq!(differences("abcdef", "abcdefa"), [(Repeated, Some(0), Some(6))]);
    assert_eq!(differences("abcdef", "bcdefa"), [(Moved, Some(0), None)]);
}
