//! What an exported file must show, and what it shows: counted twice, by the reader of the format and by other code.

use super::file::RangedFile;
use super::template::Template;
use super::{Mark, Notation, Stretch, Tag, source_first, tag};
use crate::certificate::BlockRole;
use crate::epub::{Census, PageCensus, all_characters};
use crate::export::{
    Bilingual, Expected, ExpectedBlock, ExportError, KeptText, ManuscriptParagraph, Outcome, ReadBack,
};
use book::text::markup::{Marked, Piece};
use book::text::paragraph::TagKind;
use book::text::reading::Reading;
use messages::Explain;
use std::ops::Range;

/// Such a file is one part.
const PART: &str = "text";

/// What the file must show.
pub(super) fn expected<N: Notation>(template: &Template<'_, N>, bilingual: Bilingual) -> Expected {
    let (notation, page) = (template.notation, template.page());
    if let Some(untold) = template.untold() {
        return of_untold(template, &untold);
    }
    let mut expected = Expected::default();
    let (mut before, mut after) = (Census::default(), Census::default());
    let mut translated: Vec<TranslatedStretch<'_>> = Vec::new();
    for (stretch, paragraph, outer) in template.pairs() {
        let translation = match &paragraph.outcome {
            Outcome::Translated(translation) => Some(notation.reads(&page, stretch, translation)),
            Outcome::Kept | Outcome::Untranslated(_) => None,
        };
        before.add(&all_characters(&paragraph.source));
        if outer.is_some() {
            let copies = copies(&translated, &stretch.range, bilingual);
            let shown = translation
                .as_deref()
                .map_or((BlockRole::Source, &paragraph.source), |text| (BlockRole::Translation, text));
            for (n, (role, text)) in
                [(copies.source, (BlockRole::Source, &paragraph.source)), (copies.translation, shown)]
            {
                after.add_times(&all_characters(text), n);
                let text = text.plain().into_owned();
                let block = ExpectedBlock { paragraph: paragraph.id, role, text };
                expected.extras.extend(std::iter::repeat_n(block, n));
            }
            continue;
        }
        let own = if notation.doubles(stretch) { bilingual } else { Bilingual::No };
        let texts = texts(paragraph, translation.as_deref(), own);
        let mut joined = String::new();
        let mut last = BlockRole::Source;
        for (role, text) in texts.into_iter().flatten() {
            after.add(&all_characters(text));
            last = role;
            each_line(text, &stretch.tags, |line| {
                if notation.joins_both() {
                    joined.push_str(&line);
                } else {
                    expected.blocks.push(ExpectedBlock { paragraph: paragraph.id, role, text: line });
                }
            });
        }
        if !joined.is_empty() {
            // The two texts of such a block cannot be told apart; the translation is what it is there for.
            let role = if translation.is_some() { BlockRole::Translation } else { last };
            expected.blocks.push(ExpectedBlock { paragraph: paragraph.id, role, text: joined });
        }
        if let Outcome::Translated(translation) = &paragraph.outcome {
            translated.push(TranslatedStretch {
                range: stretch.range.clone(),
                tags: &stretch.tags,
                translation,
            });
        }
    }
    for kept in &template.document.kept {
        before.add(&kept.text);
        let copies = copies(&translated, &kept.range, bilingual);
        after.add_times(&kept.text, copies.source + copies.translation);
        let part = template.manuscript.title.clone();
        expected.kept.push(KeptText { part, text: kept.text.clone(), reason: kept.reason.into() });
    }
    let found = census(&notation.displayed_texts(&template.file.text));
    let census = PageCensus { found, read: before, written: after };
    expected.unread.extend(census.disagreement());
    expected.parts.push(census.expected().of_part(PART.to_owned()));
    expected
}

/// A file without translations is the original, so it reads as the original does to someone who was not told its encoding.
fn of_untold<N: Notation>(template: &Template<'_, N>, untold: &RangedFile<'_>) -> Expected {
    let mut expected = Expected::default();
    let Ok(document) = template.notation.read(&untold.text, template.manuscript.reading) else {
        return expected;
    };
    let mut paragraphs = template.pairs().map(|(_, paragraph, _)| paragraph.id);
    each_text(template.notation, &document.stretches, |text, is_within| {
        let Some(paragraph) = paragraphs.next() else { return };
        let list = if is_within { &mut expected.extras } else { &mut expected.blocks };
        let block = |text| ExpectedBlock { paragraph, role: BlockRole::Source, text };
        list.extend(text.into_iter().map(block));
    });
    expected
}

/// The blocks of every stretch, and whether it stands within the markup of another.
fn each_text<S, N: Notation<Style = S>>(
    notation: &N,
    stretches: &[Stretch<S>],
    mut tell: impl FnMut(Vec<String>, bool),
) {
    let mut outer_end = 0;
    for stretch in stretches {
        if stretch.range.start < outer_end {
            tell(vec![stretch.text.plain().into_owned()], true);
            continue;
        }
        outer_end = stretch.range.end;
        let mut lines = Vec::new();
        each_line(&stretch.text, &stretch.tags, |line| lines.push(line));
        if notation.joins_both() {
            lines = Some(lines.concat()).filter(|joined| !joined.is_empty()).into_iter().collect();
        }
        tell(lines, false);
    }
}

/// Lists what an exported file holds.
pub(super) fn read_back<N: Notation>(
    notation: &N,
    bytes: &[u8],
    reading: Reading,
) -> Result<ReadBack, ExportError> {
    let file = RangedFile::read_anyway(notation, bytes);
    let unreadable = |error: crate::import::ImportError| ExportError::Unreadable { detail: error.message() };
    let document = notation.read(&file.text, reading).map_err(unreadable)?;
    let mut read_back = ReadBack::default();
    each_text(notation, &document.stretches, |text, is_within| {
        let list = if is_within { &mut read_back.extras } else { &mut read_back.blocks };
        list.extend(text);
    });
    read_back.parts.push(census(&notation.displayed_texts(&file.text)).of_part(PART.to_owned()));
    Ok(read_back)
}

fn census(texts: &[String]) -> Census {
    let mut census = Census::default();
    for text in texts {
        census.add(text);
    }
    census
}

/// The texts of a paragraph that are to be seen, in order.
fn texts<'a>(
    paragraph: &'a ManuscriptParagraph,
    translation: Option<&'a Marked>,
    bilingual: Bilingual,
) -> [Option<(BlockRole, &'a Marked)>; 2] {
    let source = Some((BlockRole::Source, &paragraph.source));
    let translation = translation.map(|translation| (BlockRole::Translation, translation));
    match (translation, source_first(bilingual)) {
        (None, _) => [source, None],
        (Some(_), None) => [translation, None],
        (Some(_), Some(true)) => [source, translation],
        (Some(_), Some(false)) => [translation, source],
    }
}

/// The lines of a text, broken where its source has breaks; ruby as base and reading.
fn each_line(text: &Marked, tags: &[Tag], mut take: impl FnMut(String)) {
    let mut line = String::with_capacity(text.as_str().len());
    let mut end = |line: String| {
        if !line.trim().is_empty() {
            take(line);
        }
    };
    for piece in text.pieces() {
        match piece {
            Piece::Text(text) => line.push_str(&text),
            Piece::Ruby { base, reading } => line.extend([&*base, &*reading]),
            Piece::Void(number) if tag(tags, number).is_some_and(|tag| tag.kind == TagKind::Break) => {
                end(std::mem::take(&mut line));
            }
            Piece::Void(_) | Piece::Open(_) | Piece::Close(_) => {}
        }
    }
    end(line);
}

/// A stretch that a translation takes the place of, or stands beside.
struct TranslatedStretch<'a> {
    range: Range<usize>,
    tags: &'a [Tag],
    translation: &'a Marked,
}

/// How often a text inside the markup of a stretch stands in the written file.
struct Copies {
    source: usize,
    translation: usize,
}

fn copies(translated: &[TranslatedStretch<'_>], range: &Range<usize>, bilingual: Bilingual) -> Copies {
    let at = translated.partition_point(|outer| outer.range.end <= range.start);
    let Some(outer) = translated.get(at).filter(|outer| outer.range.start <= range.start) else {
        return Copies { source: 0, translation: 1 };
    };
    let is_in = |mark: Option<&Mark>| matches!(mark, Some(Mark::At(own)) if own.start <= range.start && range.end <= own.end);
    let holds = |piece: &Piece<'_>| match piece {
        Piece::Open(number) | Piece::Void(number) => is_in(tag(outer.tags, *number).map(|tag| &tag.open)),
        Piece::Close(number) => is_in(tag(outer.tags, *number).and_then(|tag| tag.close.as_ref())),
        Piece::Text(_) | Piece::Ruby { .. } => false,
    };
    let translation = outer.translation.pieces().filter(holds).count();
    Copies { source: usize::from(source_first(bilingual).is_some()), translation }
}
