//! Whether a file holds what its certificate says: it is opened afresh, by code that knows nothing of the writing.

use super::compare::{Difference, compare};
use super::{
    BlockDigest, Certificate, CertificateFault, CertifiedBlock, CertifiedBlocks, Violation, excerpt,
};
use crate::export::{CountedPart, ExportError, ReadBack};
use crate::{Format, format_of};
use book::text::reading::Reading;
use std::collections::{HashMap, HashSet};

/// Opens a file afresh and lists everything in which it differs from its certificate.
pub fn check(bytes: &[u8], certificate: &Certificate) -> Vec<Violation> {
    let Some(format) = format_of(certificate.format) else {
        let (wanted, given) = ("a known format", certificate.format.as_str());
        return vec![Violation::new(CertificateFault::Unreadable, wanted, given)];
    };
    let file = Written { format, bytes, reading: Reading { version: certificate.reading, wrapped: None } };
    let mut given = Vec::with_capacity(certificate.blocks.len());
    let read_back = match file.read(&mut |text| given.push(BlockDigest::from_text(&text))) {
        Ok(read_back) => read_back,
        Err(error) => {
            return vec![Violation::new(CertificateFault::Unreadable, "a book", &error.to_string())];
        }
    };
    let mut violations = compare_blocks(&certificate.blocks, &given, &file);
    drop(given);
    violations.extend(compare_extras(&certificate.extras, &read_back.extras));
    // Whatever was found already explains why the characters are others.
    if violations.is_empty() {
        violations.extend(compare_parts(&certificate.parts, &read_back.parts));
    }
    violations.extend(
        certificate.unread.iter().map(|place| Violation::new(CertificateFault::Unread, "every text", place)),
    );
    let present: HashMap<&str, &str> = read_back
        .frame
        .resources
        .iter()
        .map(|resource| (resource.name.as_str(), resource.digest.as_str()))
        .collect();
    for resource in &certificate.resources {
        match present.get(resource.name.as_str()) {
            None => {
                violations.push(Violation::new(CertificateFault::ResourceMissing, &resource.name, "nothing"));
            }
            Some(digest) if *digest != resource.digest => {
                violations.push(Violation::new(
                    CertificateFault::ResourceAltered,
                    &resource.name,
                    "other bytes",
                ));
            }
            Some(_) => {}
        }
    }
    let known: HashSet<&String> = certificate.broken_before.iter().collect();
    for link in read_back.frame.broken_links.iter().filter(|link| !known.contains(link)) {
        violations.push(Violation::new(CertificateFault::LinkBroken, "a link that leads somewhere", link));
    }
    let (wanted, given) = (certificate.n_contents, read_back.frame.contents.len());
    if wanted != given {
        let lines = |n: usize| format!("{n} lines in the table of contents");
        violations.push(Violation::new(CertificateFault::ContentsChanged, &lines(wanted), &lines(given)));
    }
    violations
}

/// A file that was written.
struct Written<'a> {
    format: &'static dyn Format,
    bytes: &'a [u8],
    reading: Reading,
}

impl Written<'_> {
    /// Opens it afresh and tells its blocks in order; gives back everything else.
    fn read(&self, tell: &mut dyn FnMut(String)) -> Result<ReadBack, ExportError> {
        self.format.read_blocks(self.bytes, self.reading, tell)
    }

    /// How the blocks at these places begin.
    fn excerpts(&self, places: &HashSet<usize>) -> HashMap<usize, String> {
        let (mut at, mut excerpts) = (0, HashMap::new());
        let mut take = |text: String| {
            if places.contains(&at) {
                excerpts.insert(at, excerpt(&text, 120));
            }
            at += 1;
        };
        // It was read before.
        let _ = self.read(&mut take);
        excerpts
    }
}

fn compare_blocks(expected: &CertifiedBlocks, given: &[BlockDigest], file: &Written<'_>) -> Vec<Violation> {
    if expected.digests().eq(given.iter().copied()) {
        return Vec::new();
    }
    let wanted: Vec<BlockDigest> = expected.digests().collect();
    let differences = compare(&wanted, given);
    let places = differences.iter().filter_map(|difference| match difference {
        Difference::Altered(_, at) | Difference::Repeated(_, at) | Difference::Unexpected(at) => Some(*at),
        Difference::Missing(_) | Difference::Moved(..) => None,
    });
    let excerpts = file.excerpts(&places.collect());
    let of_expected = |at: usize| expected.get(at);
    let of_found = |at: usize| excerpts.get(&at).cloned().unwrap_or_default();
    differences
        .into_iter()
        .map(|difference| {
            let (fault, block, found) = match difference {
                Difference::Missing(at) => (CertificateFault::Missing, of_expected(at), "nothing".to_owned()),
                Difference::Altered(at, found) => {
                    (CertificateFault::Altered, of_expected(at), of_found(found))
                }
                Difference::Moved(at, _) => {
                    (CertificateFault::Moved, of_expected(at), "the same text elsewhere".to_owned())
                }
                Difference::Repeated(at, found) => {
                    (CertificateFault::Repeated, of_expected(at), of_found(found))
                }
                Difference::Unexpected(found) => (CertificateFault::Unexpected, None, of_found(found)),
            };
            let paragraph = block.as_ref().map(|block| block.paragraph);
            let expected = block.map_or_else(|| "nothing".to_owned(), |block| block.excerpt);
            Violation { fault, paragraph, expected, found }
        })
        .collect()
}

/// Texts in no order: each must be there as often as expected.
fn compare_extras(expected: &[CertifiedBlock], found: &[String]) -> Vec<Violation> {
    let mut present: HashMap<BlockDigest, Vec<&str>> = HashMap::new();
    for text in found {
        present.entry(BlockDigest::from_text(text)).or_default().push(text);
    }
    let mut violations = Vec::new();
    for block in expected {
        if present.get_mut(&block.digest).and_then(Vec::pop).is_none() {
            let paragraph = Some(block.paragraph);
            let (expected, found) = (block.excerpt.clone(), "nothing".to_owned());
            violations.push(Violation { fault: CertificateFault::Missing, paragraph, expected, found });
        }
    }
    let surplus = present.into_values().flatten();
    violations.extend(surplus.map(|text| Violation::new(CertificateFault::Unexpected, "nothing", text)));
    violations.sort_by(|one, other| one.found.cmp(&other.found));
    violations
}

/// The pages of a book, counted by other code than read them.
fn compare_parts(expected: &[CountedPart], found: &[CountedPart]) -> Vec<Violation> {
    let present: HashMap<&str, &CountedPart> = found.iter().map(|part| (part.name.as_str(), part)).collect();
    let mut violations = Vec::new();
    for part in expected {
        let found = present.get(part.name.as_str()).copied();
        if found != Some(part) {
            let count = |part: &CountedPart| format!("{} characters in `{}`", part.n_chars, part.name);
            let found = found.map_or_else(|| "no such page".to_owned(), count);
            violations.push(Violation::new(CertificateFault::Unaccounted, &count(part), &found));
        }
    }
    violations
}
