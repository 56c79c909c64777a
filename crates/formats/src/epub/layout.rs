//! How a translation and its source share a page: one instead of the other, or both, and in which languages.

use super::attributes;
use super::direction::DirectionChange;
use super::scan::{Page, TokenKind};
use super::segment::Block;
use super::splice::{Copy, render, without_ids};
use crate::export::{Bilingual, Manuscript};
use crate::patches::Patches;
use book::text::markup::Marked;
use std::borrow::Cow;
use std::ops::Range;

/// The two languages of a book, and how its pages say them.
pub(super) struct Languages {
    source: Option<String>,
    target: Option<String>,
    /// The attributes that name a language: EPUB 2 knows only `xml:lang`, HTML only `lang`.
    names: &'static [&'static str],
}

/// Which of the two texts a copy holds.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Holds {
    Source,
    Translation,
}

impl Languages {
    pub(super) fn new(manuscript: &Manuscript, is_modern: bool) -> Self {
        Self::named(manuscript, if is_modern { &["xml:lang", "lang"] } else { &["xml:lang"] })
    }

    /// The languages of pages that are no XML.
    pub(super) fn of_html(manuscript: &Manuscript) -> Self {
        Self::named(manuscript, &["lang"])
    }

    fn named(manuscript: &Manuscript, names: &'static [&'static str]) -> Self {
        Self {
            source: manuscript.source_language.as_ref().map(ToString::to_string),
            target: manuscript.target_language.as_ref().map(ToString::to_string),
            names,
        }
    }

    /// The root tag of a page that was translated. Only the outermost one gets a language it did not have.
    pub(super) fn root_tag(&self, tag: &str, is_html: bool) -> String {
        let Some(target) = &self.target else { return tag.to_owned() };
        let mut tag = tag.to_owned();
        let names = ["xml:lang", "lang"];
        let has_any = names.iter().any(|name| attributes::find(&tag, name).is_some());
        for name in names {
            let is_wanted =
                attributes::find(&tag, name).is_some() || (is_html && !has_any && self.may_write(name));
            if is_wanted {
                tag = attributes::with(&tag, name, target);
            }
        }
        tag
    }

    /// Changes the language, and the direction with it, of elements inside a page that say the source's and hold a
    /// translation or stand in one.
    pub(super) fn change_inside(
        &self,
        page: &Page,
        translated: &[Range<usize>],
        direction: DirectionChange,
        patches: &mut Patches,
    ) {
        let (Some(source), Some(target)) = (&self.source, &self.target) else { return };
        for at in (0..page.tokens.len()).filter(|&at| page.opens(at)) {
            if page.is(at, "html") || page.is(at, "body") {
                continue;
            }
            let tag = page.range(at);
            for attribute in attributes::attributes(page.raw(at)) {
                let value = match attribute.name.to_ascii_lowercase().as_str() {
                    "lang" | "xml:lang" if primary(attribute.value) == primary(source) => target.as_str(),
                    "dir" => match (direction, attribute.value.to_ascii_lowercase().as_str()) {
                        (DirectionChange::RightToLeft, "ltr") => "rtl",
                        (DirectionChange::LeftToRight, "rtl") => "ltr",
                        _ => continue,
                    },
                    _ => continue,
                };
                let element = tag.start..page.range(page.after(at).saturating_sub(1)).end;
                let first = translated.partition_point(|block| block.end <= element.start);
                if translated.get(first).is_some_and(|block| block.start < element.end) {
                    let range =
                        tag.start + attribute.value_range.start..tag.start + attribute.value_range.end;
                    patches.replace(range, super::entities::escape_attribute(value));
                }
            }
        }
    }

    fn may_write(&self, name: &str) -> bool {
        self.names.contains(&name)
    }

    /// The attributes that name the language and the role of a copy.
    fn mark(&self, tag: &str, holds: Holds) -> String {
        let (language, class) = match holds {
            Holds::Source => (&self.source, "tsumugi-source"),
            Holds::Translation => (&self.target, "tsumugi-translation"),
        };
        let classes = match attributes::find(tag, "class") {
            Some(present) if !present.value.trim().is_empty() => format!("{} {class}", present.value.trim()),
            _ => class.to_owned(),
        };
        // The value was escaped already where it came from the page.
        let mut tag = attributes::with(tag, "class", &super::entities::unescape(&classes));
        if let Some(language) = language {
            for name in ["xml:lang", "lang"].into_iter().filter(|name| self.may_write(name)) {
                tag = attributes::with(&tag, name, language);
            }
        }
        tag
    }
}

fn primary(tag: &str) -> String {
    tag.split('-').next().unwrap_or_default().to_ascii_lowercase()
}

/// Small changes inside the tags of a page.
#[derive(Debug, Default)]
pub(super) struct TagEdits {
    /// Those that hold for everything on the page.
    pub everywhere: Patches,
    /// The same, and those that hold only where the text is the translation.
    pub translated: Patches,
    /// Whether a text is among them.
    pub has_texts: bool,
}

impl TagEdits {
    fn cut<'a>(&self, page: &'a Page, range: Range<usize>, holds: Holds) -> Cow<'a, str> {
        match holds {
            Holds::Source => self.everywhere.cut(&page.text, range),
            Holds::Translation => self.translated.cut(&page.text, range),
        }
    }
}

/// The bytes that a translation of the block takes: its text, or its element where both languages stand side by side.
pub(super) fn replaced(page: &Page, block: &Block, bilingual: Bilingual) -> Range<usize> {
    match bilingual {
        Bilingual::No => block.content.clone(),
        Bilingual::Above | Bilingual::Below => doubled_element(page, block)
            .map_or_else(|| block.content.clone(), |(at, end)| page.range(at).start..page.range(end).end),
    }
}

/// Start and end tag of an element that may stand twice and holds nothing but the block.
fn doubled_element(page: &Page, block: &Block) -> Option<(usize, usize)> {
    let at = block.element.filter(|&at| may_stand_twice(page, at))?;
    page.end_tag(at).map(|end| (at, end))
}

/// Puts a translation in the place of its source, or beside it.
pub(super) fn write_translation(
    page: &Page,
    block: &Block,
    translation: &Marked,
    bilingual: Bilingual,
    languages: &Languages,
    edits: &TagEdits,
    patches: &mut Patches,
) {
    let order = match bilingual {
        Bilingual::No => {
            let text = render(page, block, translation, Copy::First, &edits.translated);
            patches.replace(block.content.clone(), text);
            return;
        }
        Bilingual::Above => [Holds::Source, Holds::Translation],
        Bilingual::Below => [Holds::Translation, Holds::Source],
    };
    let text = |holds, copy| match (holds, copy) {
        (Holds::Source, Copy::First) => edits.everywhere.cut(&page.text, block.content.clone()).into_owned(),
        (Holds::Source, Copy::Second) => {
            without_ids(&edits.everywhere.cut(&page.text, block.content.clone()))
        }
        (Holds::Translation, copy) => render(page, block, translation, copy, &edits.translated),
    };
    let [first, second] = order;
    let (first_text, second_text) = (text(first, Copy::First), text(second, Copy::Second));
    if let Some((at, end)) = doubled_element(page, block) {
        let (start_tag, end_tag) = (page.range(at), page.range(end));
        let cut = |range: Range<usize>, holds| edits.cut(page, range, holds);
        let (head, tail) = (start_tag.end..block.content.start, block.content.end..end_tag.end);
        let first_tag = languages.mark(&cut(start_tag.clone(), first), first);
        let second_tag = languages.mark(&without_ids(&cut(start_tag.clone(), second)), second);
        let (second_head, second_tail) =
            (without_ids(&cut(head.clone(), second)), without_ids(&cut(tail.clone(), second)));
        let (head, tail) = (cut(head, first), cut(tail, first));
        let both = format!(
            "{first_tag}{head}{first_text}{tail}\n{second_tag}{second_head}{second_text}{second_tail}"
        );
        patches.replace(start_tag.start..end_tag.end, both);
    } else {
        let (first_tag, second_tag) = (languages.mark("<span>", first), languages.mark("<span>", second));
        let both = format!("{first_tag}{first_text}</span><br/>{second_tag}{second_text}</span>");
        patches.replace(block.content.clone(), both);
    }
}

/// Elements that may have a sibling of their own kind where they stand. A second cell or item would be a new one, and
/// groups of headings, navigation and indexes have one heading.
fn may_stand_twice(page: &Page, at: usize) -> bool {
    let is_heading = ["h1", "h2", "h3", "h4", "h5", "h6"].iter().any(|name| page.is(at, name));
    if !is_heading {
        return ["p", "div", "blockquote", "pre"].iter().any(|name| page.is(at, name));
    }
    let has_one_heading = element_around(page, at).is_some_and(|outer| {
        page.is(outer, "hgroup")
            || page.is(outer, "nav")
            || page.attribute(outer, "epub:type").is_some_and(|kinds| kinds.contains("index"))
    });
    // Books of the first reader are written as they always were.
    !page.is_complete || !has_one_heading
}

/// The element that an element stands in. In a group with one heading, little stands before that.
fn element_around(page: &Page, at: usize) -> Option<usize> {
    const NEAR: usize = 200;
    let mut before = at;
    for _ in 0..NEAR {
        before = before.checked_sub(1)?;
        if page.kind(before) == Some(TokenKind::End) {
            before = page.mate(before).min(before);
        } else if page.end_tag(before).is_some_and(|end| end > at) {
            return Some(before);
        }
    }
    None
}

/// How the two texts of a bilingual page differ: the source is quieter in any colours, upright in scripts that have no
/// italics, and keeps to its translation at the end of a page.
pub(super) const BILINGUAL_STYLE: &str = "<style type=\"text/css\">
.tsumugi-source { opacity: 0.72; font-size: 0.92em; }
.tsumugi-source:lang(ja), .tsumugi-source:lang(zh), .tsumugi-source:lang(ko),
.tsumugi-translation:lang(ja), .tsumugi-translation:lang(zh), .tsumugi-translation:lang(ko) { font-style: normal; line-break: strict; }
p.tsumugi-source, p.tsumugi-translation { page-break-inside: avoid; break-inside: avoid; }
</style>
";
