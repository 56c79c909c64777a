//! Where the references of a book lead, so that those that lead nowhere can be named.

use super::attributes::attributes;
use super::entities;
use super::epub_package::EpubPackage;
use super::paths;
use super::scan::Page;
use std::collections::{HashMap, HashSet};

/// Every reference inside the book, and every id one can lead to.
#[derive(Default)]
pub(super) struct Links {
    ids: HashMap<String, HashSet<String>>,
    links: Vec<(String, String)>,
}

impl Links {
    /// Takes down what a page refers to and what can be referred to in it.
    pub(super) fn collect(&mut self, page: &Page, name: &str) {
        let ids = self.ids.entry(name.to_owned()).or_default();
        for at in (0..page.tokens.len()).filter(|&at| page.opens(at)) {
            for attribute in attributes(page.raw(at)) {
                let is = |names: &[&str]| names.iter().any(|name| attribute.name.eq_ignore_ascii_case(name));
                let value = || entities::unescape(attribute.value).into_owned();
                if is(&["id", "xml:id"]) || (is(&["name"]) && page.is(at, "a")) {
                    ids.insert(value());
                } else if is(&["href", "src", "xlink:href", "poster"]) {
                    self.links.push((name.to_owned(), value()));
                }
            }
        }
    }

    /// The references that lead nowhere, as `file: target`.
    pub(super) fn broken(&self, epub: &EpubPackage<'_>) -> Vec<String> {
        let mut broken: Vec<String> = self
            .links
            .iter()
            .filter(|(from, href)| !href.trim().is_empty() && !self.resolves(epub, from, href))
            .map(|(from, href)| format!("{from}: {href}"))
            .collect();
        broken.sort();
        broken.dedup();
        broken
    }

    fn resolves(&self, epub: &EpubPackage<'_>, from: &str, href: &str) -> bool {
        let Some(target) = paths::resolve(from, href) else { return true };
        let Some(at) = epub.archive.position(&target.path) else { return false };
        let is_plain = target.fragment.is_empty() || target.fragment.contains('(');
        is_plain || self.ids.get(&epub.name(at)).is_none_or(|ids| ids.contains(&target.fragment))
    }
}
