//! How a translation and its source share a page: one instead of the other, or both, and in which languages.

use super::attributes;
use super::scan::Page;
use super::segment::Block;
use super::splice::{Copy, Patches, render, without_ids};
use crate::export::{Bilingual, Manuscript};
use book::text::markup::Marked;

/// The two languages of a book, and how its pages say them.
pub(super) struct Languages {
    source: Option<String>,
    target: Option<String>,
    /// EPUB 2 knows only `xml:lang`.
    is_modern: bool,
}

/// Which of the two texts a copy holds.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Holds {
    Source,
    Translation,
}

impl Languages {
    pub(super) fn new(manuscript: &Manuscript, is_modern: bool) -> Self {
        Self {
            source: manuscript.source_language.as_ref().map(ToString::to_string),
            target: manuscript.target_language.as_ref().map(ToString::to_string),
            is_modern,
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

    fn may_write(&self, name: &str) -> bool {
        name == "xml:lang" || self.is_modern
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

/// Puts a translation in the place of its source, or beside it.
pub(super) fn write_translation(
    page: &Page,
    block: &Block,
    translation: &Marked,
    bilingual: Bilingual,
    languages: &Languages,
    patches: &mut Patches,
) {
    let order = match bilingual {
        Bilingual::No | Bilingual::Side => {
            patches.replace(block.content.clone(), render(page, block, translation, Copy::First));
            return;
        }
        Bilingual::Above => [Holds::Source, Holds::Translation],
        Bilingual::Below => [Holds::Translation, Holds::Source],
    };
    let text = |holds, copy| match (holds, copy) {
        (Holds::Source, Copy::First) => page.cut(block.content.clone()).to_owned(),
        (Holds::Source, Copy::Second) => without_ids(page.cut(block.content.clone())),
        (Holds::Translation, copy) => render(page, block, translation, copy),
    };
    let [first, second] = order;
    let (first_text, second_text) = (text(first, Copy::First), text(second, Copy::Second));
    let element = block.element.filter(|&at| may_stand_twice(page, at));
    if let Some((at, end)) = element.and_then(|at| page.end_tag(at).map(|end| (at, end))) {
        let (start_tag, end_tag) = (page.range(at), page.range(end));
        let head = page.cut(start_tag.end..block.content.start);
        let tail = page.cut(block.content.end..end_tag.end);
        let tag = page.raw(at);
        let first_tag = languages.mark(tag, first);
        let second_tag = languages.mark(&without_ids(tag), second);
        let (second_head, second_tail) = (without_ids(head), without_ids(tail));
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

/// Elements that may have a sibling of their own kind wherever they stand. A second cell or item would be a new one.
fn may_stand_twice(page: &Page, at: usize) -> bool {
    ["p", "div", "blockquote", "pre", "h1", "h2", "h3", "h4", "h5", "h6"].iter().any(|name| page.is(at, name))
}
