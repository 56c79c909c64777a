//! The direction of the page when a translation runs another way than its source.

use super::attributes;
use super::package::{find, find_all};
use super::scan::Page;
use crate::export::{Direction, Layout, Manuscript};
use crate::patches::Patches;
use book::language::Writing;
use regex::{Captures, Regex};

/// What has to change in a book's pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum DirectionChange {
    /// Nothing.
    Stay,
    /// Vertical becomes horizontal, and pages turn from left to right.
    LeftToRight,
    /// Vertical becomes horizontal, and pages turn from right to left.
    RightToLeft,
}

/// What the layout asks for with this target language.
pub(super) fn required_change(manuscript: &Manuscript, layout: Layout) -> DirectionChange {
    let Some(target) = &manuscript.target_language else { return DirectionChange::Stay };
    match (layout.direction, target.writing()) {
        (Direction::Keep, _) | (Direction::Auto, Writing::Ideographic) => DirectionChange::Stay,
        (Direction::Auto, Writing::Hangul | Writing::LeftToRight) => DirectionChange::LeftToRight,
        (Direction::Auto, Writing::RightToLeft) => DirectionChange::RightToLeft,
    }
}

/// Rewrites the declarations of vertical writing in a style sheet.
pub(super) struct DirectionRewriter {
    declaration: Option<Regex>,
}

impl DirectionRewriter {
    pub(super) fn new() -> Self {
        let pattern = r"(?i)\b(-?(?:epub|webkit|ms|moz|o)?-?writing-mode\s*:\s*)(vertical-rl|vertical-lr|tb-rl|tb-lr|tb|sideways-rl|sideways-lr)\b";
        Self { declaration: Regex::new(pattern).ok() }
    }

    /// The style sheet without vertical writing, or `None` if there was none in it.
    pub(super) fn style(&self, css: &str) -> Option<String> {
        let declaration = self.declaration.as_ref()?;
        let turned = declaration.replace_all(css, |found: &Captures<'_>| {
            let (name, value) =
                (found.get(1).map_or("", |m| m.as_str()), found.get(2).map_or("", |m| m.as_str()));
            let old_spelling = value.to_ascii_lowercase().starts_with("tb");
            format!("{name}{}", if old_spelling { "lr-tb" } else { "horizontal-tb" })
        });
        (turned != css).then(|| turned.into_owned())
    }

    /// Turns the styles written into a page.
    pub(super) fn page(&self, page: &Page, patches: &mut Patches) {
        for at in (0..page.tokens.len()).filter(|&at| page.opens(at)) {
            let is_root = page.is(at, "html") || page.is(at, "body");
            if page.is(at, "style") {
                let inside = page.range(at).end..page.range(page.mate(at)).start;
                if let Some(style) = self.style(page.cut(inside.clone())) {
                    patches.replace(inside, style);
                }
            } else if !is_root && let Some(attribute) = attributes::find(page.raw(at), "style") {
                let start = page.range(at).start;
                let range = start + attribute.value_range.start..start + attribute.value_range.end;
                if let Some(style) = self.style(attribute.value) {
                    patches.replace(range, style);
                }
            }
        }
    }

    /// The root tag of a page (`html` or `body`), turned.
    pub(super) fn root_tag(&self, tag: &str, is_html: bool, change: DirectionChange) -> String {
        let mut tag = tag.to_owned();
        if let Some(style) = attributes::find(&tag, "style").and_then(|style| self.style(style.value)) {
            tag = attributes::with(&tag, "style", &style);
        }
        let is_rtl = attributes::find(&tag, "dir").is_some_and(|dir| dir.value.eq_ignore_ascii_case("rtl"));
        match change {
            DirectionChange::RightToLeft if is_html => attributes::with(&tag, "dir", "rtl"),
            DirectionChange::LeftToRight if is_rtl => attributes::with(&tag, "dir", "ltr"),
            DirectionChange::Stay | DirectionChange::LeftToRight | DirectionChange::RightToLeft => tag,
        }
    }
}

/// Turns the page progression in a package document.
pub(super) fn change_package(page: &Page, is_modern: bool, change: DirectionChange, patches: &mut Patches) {
    if change == DirectionChange::Stay {
        return;
    }
    if let Some(spine) = find(page, "spine") {
        let name = "page-progression-direction";
        let tag = page.raw(spine);
        let present = attributes::find(tag, name).map(|attribute| attribute.value.to_owned());
        let wanted = if change == DirectionChange::LeftToRight { "ltr" } else { "rtl" };
        let is_needed = match present.as_deref() {
            Some("ltr" | "rtl") => present.as_deref() != Some(wanted),
            _ => change == DirectionChange::RightToLeft && is_modern,
        };
        if is_needed {
            patches.replace(page.range(spine), attributes::with(tag, name, wanted));
        }
    }
    for meta in find_all(page, "meta") {
        let is_mode = page.attribute(meta, "name").is_some_and(|name| name == "primary-writing-mode");
        if is_mode && page.attribute(meta, "content").is_some_and(|mode| mode.contains("vertical")) {
            let mode = if change == DirectionChange::LeftToRight { "horizontal-lr" } else { "horizontal-rl" };
            patches.replace(page.range(meta), attributes::with(page.raw(meta), "content", mode));
        }
    }
}
