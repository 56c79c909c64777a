//! What must be in an exported document, and what is: two lists made apart from each other.

use super::export::{check, extra_text, unreadable};
use super::inline::{Inline, Tag, tag};
use super::{Block, Document, Opened, Part, PartItem, PartRole};
use crate::certificate::BlockRole;
use crate::epub::{Archive, Census, PageCensus, all_characters, each_line, texts};
use crate::export::{
    Bilingual, ByPlace, Expected, ExpectedBlock, ExportError, Frame, KeptText, Layout, Manuscript,
    ManuscriptParagraph, Outcome, ReadBack, Resource,
};
use crate::import::ImportError;
use book::text::markup::{Marked, Piece};
use book::text::paragraph::{Place, TagKind};
use std::borrow::Cow;
use std::collections::HashSet;

/// What a document with these translations must show, and what its original holds besides.
pub(crate) fn expected(
    document: &dyn Document,
    original: &[u8],
    manuscript: &Manuscript,
    layout: Layout,
) -> Result<Expected, ExportError> {
    let (mut archive, opened) = super::open(document, original).map_err(|error| unreadable(&error))?;
    let by_place = ByPlace::new(manuscript);
    check(&opened, &by_place)?;
    let mut expected = Expected { blocks: Vec::with_capacity(by_place.len()), ..Expected::default() };
    for (part, number) in opened.parts.iter().zip(0_u32..) {
        let paragraph_at = |block: u32| by_place.get(Place { part: number, block });
        expect_part(document, part, &paragraph_at, manuscript, layout.bilingual, &mut expected);
    }
    expected.frame = frame(&mut archive, &opened).map_err(|error| unreadable(&error))?;
    Ok(expected)
}

fn expect_part<'a>(
    document: &dyn Document,
    part: &Part,
    paragraph_at: &dyn Fn(u32) -> Option<Cow<'a, ManuscriptParagraph>>,
    manuscript: &Manuscript,
    bilingual: Bilingual,
    expected: &mut Expected,
) {
    let (mut before, mut after) = (Census::default(), Census::default());
    let mut paragraphs: Vec<Option<Cow<'_, ManuscriptParagraph>>> = Vec::with_capacity(part.items.len());
    let mut number = 0;
    for item in &part.items {
        if let PartItem::Block(Block { twin_of: Some(twin_of), .. }) = item {
            paragraphs.push(paragraphs.get(*twin_of).cloned().flatten());
        } else {
            paragraphs.push(paragraph_at(number));
            number += 1;
        }
    }
    for (item, paragraph) in part.items.iter().zip(paragraphs) {
        let Some(paragraph) = paragraph else { continue };
        match item {
            PartItem::Block(block) => {
                before.add(&all_characters(&paragraph.source));
                for (role, text) in texts(&paragraph, bilingual) {
                    after.add(&all_characters(text));
                    if block.twin_of.is_none() {
                        let list = if block.depth == 0 { &mut expected.blocks } else { &mut expected.extras };
                        let push = |text| list.push(ExpectedBlock { paragraph: paragraph.id, role, text });
                        each_line(text, breaks(&block.inline), push);
                    }
                }
                expect_kept(part, block, &paragraph, bilingual, (&mut before, &mut after), expected);
            }
            PartItem::Extra(extra) => {
                let translation = match &paragraph.outcome {
                    Outcome::Translated(translation) => Some(translation),
                    Outcome::Kept | Outcome::Untranslated(_) => None,
                };
                let text = extra_text(extra, translation, manuscript);
                let role = if text.is_some() { BlockRole::Translation } else { BlockRole::Source };
                let text = text.unwrap_or_else(|| extra.text.clone());
                before.add(&extra.text);
                after.add(&text);
                expected.extras.push(ExpectedBlock { paragraph: paragraph.id, role, text });
            }
        }
    }
    if part.role == PartRole::Properties {
        return;
    }
    let census = PageCensus { found: census(document, &part.xml.text), read: before, written: after };
    expected.unread.extend(census.disagreement().map(|detail| format!("{}: {detail}", part.name)));
    expected.parts.push(census.expected().of_part(part.name.clone()));
}

/// Notes the texts inside a block that stay as they are, as often as they will stand there.
fn expect_kept(
    part: &Part,
    block: &Block,
    paragraph: &ManuscriptParagraph,
    bilingual: Bilingual,
    (before, after): (&mut Census, &mut Census),
    expected: &mut Expected,
) {
    for own in &block.inline.tags {
        let Tag::Void(void) = own else { continue };
        if void.kept.trim().is_empty() {
            continue;
        }
        before.add(&void.kept);
        let reason = "computed, or a formula";
        let (part, text) = (part.name.clone(), void.kept.clone());
        expected.kept.push(KeptText { part, text, reason: reason.into() });
    }
    let mut add = |text: &Marked, is_beside: bool| {
        for piece in text.pieces() {
            let Piece::Void(number) = piece else { continue };
            if let Some(Tag::Void(void)) = tag(&block.inline, number)
                && (void.is_copied || !is_beside)
            {
                after.add(&void.kept);
            }
        }
    };
    match &paragraph.outcome {
        Outcome::Translated(translation) => {
            add(translation, false);
            if bilingual != Bilingual::No {
                add(&block.inline.text, true);
            }
        }
        Outcome::Kept | Outcome::Untranslated(_) => add(&block.inline.text, false),
    }
}

/// Which tags are line breaks.
fn breaks(inline: &Inline) -> impl Fn(u16) -> bool {
    |number| tag(inline, number).is_some_and(|tag| tag.kind() == TagKind::Break)
}

fn census(document: &dyn Document, text: &str) -> Census {
    let mut census = Census::default();
    for text in document.count(text) {
        census.add(&text);
    }
    census
}

/// Lists what an exported file holds.
pub(crate) fn read_back(document: &dyn Document, bytes: &[u8]) -> Result<ReadBack, ExportError> {
    let (mut archive, opened) = super::open(document, bytes).map_err(|error| unreadable(&error))?;
    let mut read_back = ReadBack::default();
    for part in &opened.parts {
        for item in &part.items {
            match item {
                PartItem::Block(block) if block.twin_of.is_some() => {}
                PartItem::Block(block) => {
                    let list = if block.depth == 0 { &mut read_back.blocks } else { &mut read_back.extras };
                    let take = |line| list.push(line);
                    each_line(&block.inline.text, breaks(&block.inline), take);
                }
                PartItem::Extra(extra) => read_back.extras.push(extra.text.clone()),
            }
        }
        if part.role != PartRole::Properties {
            read_back.parts.push(census(document, &part.xml.text).of_part(part.name.clone()));
        }
    }
    read_back.frame = frame(&mut archive, &opened).map_err(|error| unreadable(&error))?;
    Ok(read_back)
}

/// The files that say in which language and direction the text is, which a translation may change.
pub(crate) fn sheets(document: &dyn Document, bytes: &[u8]) -> Result<Vec<Resource>, ExportError> {
    let (mut archive, opened) = super::open(document, bytes).map_err(|error| unreadable(&error))?;
    let resources = resources(&mut archive, |at| opened.sheets.contains(&at));
    resources.map_err(|error| unreadable(&error))
}

fn frame(archive: &mut Archive<'_>, opened: &Opened) -> Result<Frame, ImportError> {
    let parts: HashSet<usize> = opened.parts.iter().map(|part| part.at).collect();
    let resources = resources(archive, |at| !parts.contains(&at))?;
    Ok(Frame { broken_links: opened.broken_links.clone(), resources, contents: Vec::new() })
}

fn resources(
    archive: &mut Archive<'_>,
    is_wanted: impl Fn(usize) -> bool,
) -> Result<Vec<Resource>, ImportError> {
    let files: Vec<(usize, String)> = archive
        .entries()
        .iter()
        .enumerate()
        .filter(|(at, entry)| is_wanted(*at) && !entry.name.ends_with('/'))
        .map(|(at, entry)| (at, entry.name.clone()))
        .collect();
    let mut resources = Vec::with_capacity(files.len());
    for (at, name) in files {
        resources.push(Resource { digest: archive.digest(at)?.text, name });
    }
    resources.sort();
    Ok(resources)
}
