//! Where chapters begin: by the table of contents, by headings where there is none, and never losing a block.

use super::contents::Contents;
use super::paths::Target;
use book::text::chapter::{Chapter, Matter};
use book::text::packed::{self, Packable, PackableVec, Packer};
use book::text::paragraph::{Paragraph, ParagraphKind};
use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};

/// One page of the book, ready to be put into chapters.
#[derive(Debug, Default)]
pub(super) struct Part {
    /// The page's name.
    pub path: String,
    pub paragraphs: PackableVec<ReadParagraph>,
    /// For the ids anyone asked for: the first block at or after them.
    pub anchors: HashMap<String, usize>,
}

/// A paragraph, and what it says about the chapter it stands in.
#[derive(Debug, Clone)]
pub(crate) struct ReadParagraph {
    pub paragraph: Paragraph,
    pub matter: Option<Matter>,
}

impl Packable for ReadParagraph {
    fn write(&self, to: &mut Vec<u8>) {
        self.paragraph.write(to);
        packed::write_text(self.matter.map_or("", Matter::as_str), to);
    }

    fn read(from: &mut &[u8]) -> Option<Self> {
        let paragraph = Paragraph::read(from)?;
        Some(Self { paragraph, matter: Matter::from_word(packed::read_text(from)?) })
    }
}

/// The paragraphs of all parts, one by one.
pub(super) fn each_of(parts: &[Part]) -> impl Iterator<Item = Cow<'_, ReadParagraph>> {
    parts.iter().flat_map(|part| part.paragraphs.each())
}

/// Puts all paragraphs of all parts into chapters.
pub(super) fn arrange(parts: Vec<Part>, contents: &Contents, guide: &[(String, Target)]) -> Vec<Chapter> {
    let map = PlaceMap::new(&parts);
    let mut starts = by_contents(&map, contents);
    if starts.len() < 2 {
        let headings = by_headings(&parts);
        if headings.len() > starts.len() {
            starts = headings;
        }
    }
    let first_named = starts.keys().next().copied().unwrap_or(0);
    let bounds = Bounds::new(&map, contents, guide, first_named);
    let (mut chapters, mut packer): (Vec<Chapter>, _) = (Vec::new(), Packer::default());
    let paragraphs = parts.into_iter().flat_map(|part| part.paragraphs);
    for (at, ReadParagraph { paragraph, matter }) in paragraphs.enumerate() {
        if at == 0 || starts.contains_key(&at) {
            if let Some(before) = chapters.last_mut() {
                put_away(before, &mut packer);
            }
            let start = starts.remove(&at).unwrap_or_default();
            let matter = matter.unwrap_or_else(|| bounds.matter(at));
            chapters.push(Chapter { title: start.title, volume: start.volume, matter, ..Chapter::default() });
        }
        if let Some(chapter) = chapters.last_mut() {
            chapter.paragraphs.push(paragraph);
        }
    }
    if let Some(last) = chapters.last_mut() {
        put_away(last, &mut packer);
    }
    settle_matter(&mut chapters);
    chapters
}

#[derive(Debug, Default)]
struct Start {
    title: String,
    volume: Option<String>,
    depth: usize,
}

/// Positions of places in the sequence of all paragraphs.
struct PlaceMap<'a> {
    parts: &'a [Part],
    offsets: Vec<usize>,
    by_path: HashMap<String, usize>,
    n_paragraphs: usize,
    n_texts: usize,
}

impl<'a> PlaceMap<'a> {
    fn new(parts: &'a [Part]) -> Self {
        let mut offsets = Vec::with_capacity(parts.len());
        let mut n_paragraphs = 0;
        for part in parts {
            offsets.push(n_paragraphs);
            n_paragraphs += part.paragraphs.len();
        }
        let by_path = parts.iter().enumerate().map(|(at, part)| (part.path.to_lowercase(), at)).collect();
        let texts = each_of(parts).filter(|read| !read.paragraph.is_empty());
        Self { parts, offsets, by_path, n_paragraphs, n_texts: texts.count() }
    }

    /// The first paragraph at or after a target, if its page has one.
    fn find(&self, target: &Target) -> Option<usize> {
        let at = *self.by_path.get(&target.path.to_lowercase())?;
        let part = self.parts.get(at)?;
        let block = if target.fragment.is_empty() {
            0
        } else {
            part.anchors.get(&target.fragment).copied().unwrap_or(0)
        };
        (block < part.paragraphs.len()).then(|| self.offsets.get(at).map(|offset| offset + block))?
    }
}

struct LocatedLabel<'a> {
    label: &'a str,
    depth: usize,
    at: Option<usize>,
    /// Labels of the entries it stands under, outermost first.
    above: Vec<&'a str>,
}

fn by_contents(map: &PlaceMap<'_>, contents: &Contents) -> BTreeMap<usize, Start> {
    let located = locate(map, contents);
    let n_roots = located.iter().filter(|entry| entry.depth == 0).count();
    // One entry over all others is the book's title, not a volume.
    let root_depth = usize::from(n_roots == 1 && located.len() > 1);
    let depth = useful_depth(&located, map.n_texts);
    let mut starts: BTreeMap<usize, Start> = BTreeMap::new();
    for entry in located.iter().filter(|entry| entry.depth <= depth) {
        let Some(at) = entry.at else { continue };
        let volume = entry.above.get(root_depth).map(|&label| label.to_owned());
        let start = Start { title: entry.label.to_owned(), volume, depth: entry.depth };
        match starts.get(&at) {
            Some(present) if start.depth <= present.depth => {}
            _ => {
                starts.insert(at, start);
            }
        }
    }
    starts
}

fn locate<'a>(map: &PlaceMap<'_>, contents: &'a Contents) -> Vec<LocatedLabel<'a>> {
    let mut above: Vec<&str> = Vec::new();
    let mut located = Vec::with_capacity(contents.entries.len());
    for entry in &contents.entries {
        above.truncate(entry.depth);
        let at = entry.target.as_ref().and_then(|target| map.find(target));
        located.push(LocatedLabel { label: &entry.label, depth: entry.depth, at, above: above.clone() });
        above.push(&entry.label);
    }
    located
}

/// The deepest level whose entries are still chapters and not every other paragraph.
fn useful_depth(located: &[LocatedLabel<'_>], n_texts: usize) -> usize {
    const TEXTS_OF_A_CHAPTER: usize = 4;
    let deepest = located.iter().map(|entry| entry.depth).max().unwrap_or(0);
    let n_upto =
        |depth: usize| located.iter().filter(|entry| entry.depth <= depth && entry.at.is_some()).count();
    (0..=deepest).rev().find(|&depth| n_upto(depth) * TEXTS_OF_A_CHAPTER <= n_texts).unwrap_or(0)
}

/// Without contents: a page with a heading near its top begins a chapter, and so does a heading after text.
fn by_headings(parts: &[Part]) -> BTreeMap<usize, Start> {
    let mut starts = BTreeMap::new();
    let mut at = 0;
    let has_headings = each_of(parts).any(|read| is_heading(&read.paragraph));
    for part in parts {
        let mut texts_since_heading = 1;
        let paragraphs = part.paragraphs.unpacked();
        let mut first_texts = paragraphs.iter().filter(|read| is_read(&read.paragraph)).take(3);
        let opens = !has_headings || first_texts.any(|read| is_heading(&read.paragraph));
        if opens && !part.paragraphs.is_empty() {
            starts.insert(at, Start::default());
            texts_since_heading = 0;
        }
        for ReadParagraph { paragraph, .. } in &*paragraphs {
            if is_heading(paragraph) && texts_since_heading > 0 {
                starts.insert(at, Start::default());
                texts_since_heading = 0;
            } else if !is_heading(paragraph) && is_read(paragraph) {
                texts_since_heading += 1;
            }
            at += 1;
        }
    }
    starts
}

/// Whether a paragraph has text that is read on the page.
fn is_read(paragraph: &Paragraph) -> bool {
    paragraph.kind != ParagraphKind::Alternative && !paragraph.is_empty()
}

fn is_heading(paragraph: &Paragraph) -> bool {
    paragraph.kind == ParagraphKind::Heading && !paragraph.is_empty()
}

/// Finishes a chapter. One that nothing names is called what its first heading says.
fn put_away(chapter: &mut Chapter, packer: &mut Packer) {
    let heading = chapter.paragraphs.iter().find(|paragraph| is_heading(paragraph));
    if let Some(heading) = heading.filter(|_| chapter.title.is_empty()) {
        chapter.title = heading.text.plain().trim().to_owned();
    }
    packer.put_away(&mut chapter.paragraphs);
}

/// The places where the story itself begins and ends.
struct Bounds {
    body: usize,
    back: usize,
}

impl Bounds {
    fn new(map: &PlaceMap<'_>, contents: &Contents, guide: &[(String, Target)], first_named: usize) -> Self {
        let place = |kinds: &[&str]| {
            let named = contents.landmarks.iter().chain(guide);
            named
                .filter(|(kind, _)| {
                    kinds.iter().any(|wanted| kind.split_ascii_whitespace().any(|word| word == *wanted))
                })
                .find_map(|(_, target)| map.find(target))
        };
        Self {
            body: place(&["bodymatter", "text", "start"]).unwrap_or(first_named),
            back: place(&["backmatter", "colophon"]).unwrap_or(map.n_paragraphs),
        }
    }

    const fn matter(&self, at: usize) -> Matter {
        if at < self.body {
            Matter::Front
        } else if at >= self.back {
            Matter::Back
        } else {
            Matter::Body
        }
    }
}

/// Front matter stands before the story and back matter after it; anything else in the middle is story.
fn settle_matter(chapters: &mut [Chapter]) {
    let is_body = |chapter: &Chapter| chapter.matter == Matter::Body;
    let first = chapters.iter().position(is_body);
    let last = chapters.iter().rposition(is_body);
    for (at, chapter) in chapters.iter_mut().enumerate() {
        let is_outside = match chapter.matter {
            Matter::Front => first.is_some_and(|first| at < first),
            Matter::Back => last.is_some_and(|last| at > last),
            Matter::Body => true,
        };
        if !is_outside {
            chapter.matter = Matter::Body;
        }
    }
}
