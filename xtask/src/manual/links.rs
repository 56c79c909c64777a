//! The links of a built book: each leads somewhere, none loads anything from elsewhere, and together they reach every page.

use anyhow::{Context as _, Result};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Component, Path, PathBuf};

/// What was seen of a built book.
pub(super) struct Report {
    pub(super) n_pages: usize,
    pub(super) n_links: usize,
    /// Each as a sentence.
    pub(super) faults: Vec<String>,
}

/// Follows every link of every page below a folder, whose first page is `index.html`.
pub(super) fn check(built: &Path) -> Result<Report> {
    let (pages, styles) = read(built)?;
    let mut report = Report { n_pages: pages.len(), n_links: 0, faults: Vec::new() };
    for (name, text) in &pages {
        for link in links(text) {
            report.n_links += 1;
            report.faults.extend(fault(built, &pages, name, &link));
        }
    }
    for (name, text) in styles {
        let loads = ["url(http", "url(\"http", "url('http", "url(//", "@import"];
        report.faults.extend(
            loads.iter().filter(|load| text.contains(**load)).map(|load| format!("{name} has `{load}`")),
        );
    }
    let reached = reached(&pages);
    // The index of a book is a copy of its first page, for those who begin with its folder.
    let is_index = |name: &str| {
        name.strip_suffix("index.html").is_some_and(|book| reached.contains(&format!("{book}toc.html")))
    };
    let lost = pages.keys().filter(|name| !reached.contains(*name) && !is_index(name));
    report.faults.extend(lost.map(|name| format!("nothing leads to {name}")));
    Ok(report)
}

/// Texts of files by their paths below the book's folder.
type Texts = BTreeMap<String, String>;

/// The pages and the style sheets of a book.
fn read(built: &Path) -> Result<(Texts, Texts)> {
    let (mut pages, mut styles) = (BTreeMap::new(), BTreeMap::new());
    let mut folders = vec![built.to_owned()];
    while let Some(folder) = folders.pop() {
        let entries =
            std::fs::read_dir(&folder).with_context(|| format!("cannot list `{}`", folder.display()))?;
        for entry in entries {
            let path = entry?.path();
            let ending = path.extension().unwrap_or_default().to_owned();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let texts = match ending.to_str() {
                // The page for a wrong address has its links from the root of a server.
                Some("html") if !path.ends_with("404.html") => &mut pages,
                Some("css") => &mut styles,
                _ => continue,
            };
            let text = std::fs::read_to_string(&path)
                .with_context(|| format!("cannot read `{}`", path.display()))?;
            texts.insert(slashed(path.strip_prefix(built)?), text);
        }
    }
    Ok((pages, styles))
}

fn slashed(path: &Path) -> String {
    path.components().map(|part| part.as_os_str().to_string_lossy()).collect::<Vec<_>>().join("/")
}

/// A link as a page has it.
struct Link<'a> {
    /// Whether the browser loads it by itself.
    is_loaded: bool,
    target: &'a str,
}

fn links(text: &str) -> impl Iterator<Item = Link<'_>> {
    text.split('<').flat_map(|tag| {
        let tag = tag.split('>').next().unwrap_or_default();
        [" href=\"", " src=\""].into_iter().filter_map(move |mark| {
            let (target, _) = tag.split_once(mark)?.1.split_once('"')?;
            Some(Link { is_loaded: mark == " src=\"" || tag.starts_with("link "), target })
        })
    })
}

fn fault(built: &Path, pages: &Texts, name: &str, link: &Link<'_>) -> Option<String> {
    let target = link.target;
    if target.contains("://") || target.starts_with("//") {
        return link.is_loaded.then(|| format!("{name} loads {target}"));
    }
    let (file, place) = split(target);
    let aim = aim(name, file);
    if !built.join(&aim).exists() {
        return Some(format!("{name} leads to {target}"));
    }
    let text = pages.get(&aim)?;
    let place = place.filter(|place| !place.is_empty())?;
    let place = decoded(place);
    (!text.contains(&format!(" id=\"{place}\"")))
        .then(|| format!("{name} leads to a missing place, {target}"))
}

/// The file and the place in it.
fn split(target: &str) -> (&str, Option<&str>) {
    let (file, place) = target.split_once('#').map_or((target, None), |(file, place)| (file, Some(place)));
    (file.split('?').next().unwrap_or_default(), place)
}

/// The file a link of a page leads to, as a path below the book's folder.
fn aim(page: &str, file: &str) -> String {
    if file.is_empty() {
        return page.to_owned();
    }
    let mut path = PathBuf::from(page);
    path.pop();
    for part in Path::new(file).components() {
        match part {
            Component::ParentDir => drop(path.pop()),
            Component::Normal(name) => path.push(name),
            Component::CurDir | Component::RootDir | Component::Prefix(_) => {}
        }
    }
    slashed(&path)
}

/// A place as the page writes it: addresses have `%E4…` for letters beyond ASCII.
fn decoded(place: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = place.as_bytes();
    while let [first, after @ ..] = rest {
        let value = match after {
            [high, low, ..] if *first == b'%' => hex(*high).zip(hex(*low)).map(|(high, low)| high * 16 + low),
            _ => None,
        };
        bytes.push(value.unwrap_or(*first));
        rest = after.get(if value.is_some() { 2 } else { 0 }..).unwrap_or_default();
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn hex(digit: u8) -> Option<u8> {
    char::from(digit).to_digit(16).and_then(|value| u8::try_from(value).ok())
}

/// The pages one comes to from the first.
fn reached(pages: &Texts) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut waiting = vec!["index.html".to_owned()];
    while let Some(name) = waiting.pop() {
        let Some(text) = pages.get(&name) else { continue };
        if found.insert(name.clone()) {
            waiting.extend(
                links(text)
                    .filter(|link| !link.target.contains("://"))
                    .map(|link| aim(&name, split(link.target).0)),
            );
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::check;

    #[test]
    fn links_to_nowhere_foreign_scripts_and_pages_nobody_reaches_are_told() {
        let folder = tempfile::tempdir().expect("a folder");
        let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).expect("written");
        write("b.html", "<p id=\"x\">b</p><h2 id=\"我\">c</h2>");
        write("lost.html", "");
        write("a.css", "@font-face { src: url(https://example.org/f.woff) }");
        write(
            "index.html",
            "<a href=\"b.html#x\">b</a><a href=\"b.html#%E6%88%91\">c</a><a href=\"https://example.org\">e</a>\
             <a href=\"b.html#y\">y</a><a href=\"gone.html\">g</a><script src=\"https://example.org/s.js\"></script>\
             <link rel=\"stylesheet\" href=\"https://example.org/s.css\">",
        );
        let report = check(folder.path()).expect("read");
        assert_eq!((report.n_pages, report.n_links), (3, 7));
        assert_eq!(
            report.faults,
            [
                "index.html leads to a missing place, b.html#y",
                "index.html leads to gone.html",
                "index.html loads https://example.org/s.js",
                "index.html loads https://example.org/s.css",
                "a.css has `url(http`",
                "nothing leads to lost.html",
            ]
        );
    }
}
