//! Real books in and out: no text is left out, nothing changes that need not, and a translation keeps every tag.

use crate::epub_kit::{Files, export, import, manuscript, marking, real_books, same, untranslated};
use book::text::book::Book;
use book::text::paragraph::{Paragraph, ParagraphKind};
use formats::certificate;
use formats::export::{Bilingual, Layout};
use std::io::Cursor;
use zip::ZipArchive;

/// The packed bytes of every file, as they stand in the archive.
fn raw_entries(bytes: &[u8]) -> Vec<(String, Vec<u8>)> {
    let mut zip = ZipArchive::new(Cursor::new(bytes)).unwrap();
    (0..zip.len())
        .map(|at| {
            let file = zip.by_index_raw(at).unwrap();
            let start = usize::try_from(file.data_start().unwrap()).unwrap();
            let len = usize::try_from(file.compressed_size()).unwrap();
            (file.name().unwrap().into_owned(), bytes.get(start..start + len).unwrap().to_vec())
        })
        .collect()
}

/// The text of a page found in the simplest way there is: everything between `>` and `<` after the head.
fn bare_text(page: &str) -> String {
    let mut page = page.split_once("<body").unwrap().1.to_owned();
    for (open, close) in [("<!--", "-->"), ("<rt>", "</rt>"), ("<script", "</script>"), ("<rp>", "</rp>")] {
        while let Some(start) = page.find(open) {
            let end = page.get(start..).unwrap().find(close).unwrap() + start + close.len();
            page.replace_range(start..end, "");
        }
    }
    let mut text = String::new();
    let mut inside_tag = true;
    for character in page.chars() {
        match character {
            '<' => inside_tag = true,
            '>' => inside_tag = false,
            other if !inside_tag && !other.is_whitespace() => text.push(other),
            _ => {}
        }
    }
    let text = text.replace("&#x2015;", "―").replace("&#160;", "");
    text.replace("&amp;", "&").replace("&lt;", "<").replace("&gt;", ">")
}

fn has_end(name: &str, end: &str) -> bool {
    name.rsplit_once('.').is_some_and(|(_, found)| found == end)
}

fn tags(page: &str) -> Vec<String> {
    let mut tags: Vec<String> = page
        .split('<')
        .skip(1)
        .filter_map(|part| part.split_once('>'))
        .map(|(tag, _)| tag.to_owned())
        .collect();
    tags.sort();
    tags
}

/// What the pages say, without labels and alternative texts.
fn page_texts(book: &Book) -> impl Iterator<Item = String> + '_ {
    let is_page = |p: &&Paragraph| {
        !matches!(p.kind, ParagraphKind::Label | ParagraphKind::Notation | ParagraphKind::Alternative)
    };
    book.paragraphs().filter(is_page).filter(|p| !p.is_empty()).map(|p| p.text.plain().into_owned())
}

#[test]
fn every_character_of_every_page_is_in_some_paragraph() {
    for (name, bytes) in real_books("every_character_of_every_page_is_in_some_paragraph") {
        let files = Files::unzip(&bytes);
        let imported = import(&bytes);
        let mut found: Vec<char> =
            page_texts(&imported.book).flat_map(|text| text.chars().collect::<Vec<_>>()).collect();
        found.retain(|c| !c.is_whitespace());
        let is_page =
            |name: &str| has_end(name, "xhtml") && !name.contains("nav.xhtml") && !name.contains("目次");
        let mut wanted: Vec<char> = files
            .0
            .iter()
            .filter(|(name, _)| is_page(name))
            .flat_map(|(name, _)| bare_text(&files.text(name)).chars().collect::<Vec<_>>())
            .collect();
        found.sort_unstable();
        wanted.sort_unstable();
        assert!(found == wanted, "{name}: {} characters found, {} wanted", found.len(), wanted.len());
        println!(
            "{name}: {} paragraphs, {} chapters",
            imported.book.n_paragraphs(),
            imported.book.chapters.len()
        );
        for chapter in &imported.book.chapters {
            println!(
                "  {:?} [{:?}] {} ({})",
                chapter.matter,
                chapter.volume,
                chapter.title,
                chapter.paragraphs.len()
            );
        }
        for finding in &imported.findings {
            println!("  ! {finding}");
        }
    }
}

#[test]
fn a_book_without_translations_comes_out_bit_by_bit_as_it_went_in() {
    for (name, bytes) in real_books("a_book_without_translations_comes_out_bit_by_bit_as_it_went_in") {
        let exported = export(&bytes, &manuscript(&import(&bytes).book, untranslated));
        assert!(raw_entries(&exported) == raw_entries(&bytes), "{name}");
    }
}

#[test]
fn translations_equal_to_their_sources_change_no_text_and_no_tag() {
    for (name, bytes) in real_books("translations_equal_to_their_sources_change_no_text_and_no_tag") {
        let mut manuscript = manuscript(&import(&bytes).book, same);
        manuscript.target_language = manuscript.source_language.clone();
        let layout = Layout { direction: formats::export::Direction::Keep, ..Layout::default() };
        let exported = crate::epub_kit::epub().export(&bytes, &manuscript, &layout).unwrap();
        let (before, after) = (Files::unzip(&bytes), Files::unzip(&exported));
        assert_eq!(before.0.len(), after.0.len());
        for ((file, old), (_, new)) in before.0.iter().zip(&after.0) {
            if !has_end(file, "xhtml") || old == new {
                assert!(old == new || has_end(file, "opf") || has_end(file, "ncx"), "{name}: {file}");
                continue;
            }
            let (old, new) = (before.text(file), after.text(file));
            assert!(bare_text(&old) == bare_text(&new), "{name}: {file}");
            let without_root = |page: &str| {
                tags(page).into_iter().filter(|tag| !tag.starts_with("html")).collect::<Vec<_>>()
            };
            assert!(without_root(&old) == without_root(&new), "{name}: {file}");
        }
    }
}

#[test]
fn a_translation_keeps_every_tag_and_reads_back_as_itself() {
    for (name, bytes) in real_books("a_translation_keeps_every_tag_and_reads_back_as_itself") {
        let imported = import(&bytes);
        let exported = export(&bytes, &manuscript(&imported.book, marking));
        let (before, after) = (Files::unzip(&bytes), Files::unzip(&exported));
        for (file, _) in before.0.iter().filter(|(file, _)| has_end(file, "xhtml")) {
            let body = |files: &Files| tags(files.text(file).split_once("<body").unwrap().1);
            assert_eq!(body(&before).len(), body(&after).len(), "{name}: {file}");
        }
        let again = import(&exported);
        let wanted: Vec<String> =
            page_texts(&imported.book).map(|text| format!("«{}»", text.to_uppercase())).collect();
        let found: Vec<String> = page_texts(&again.book).collect();
        let bare = |texts: &[String]| texts.concat().replace([' ', '\n'], "").to_uppercase();
        assert!(bare(&found) == bare(&wanted), "{name}");
    }
}

#[test]
fn every_layout_of_every_real_book_is_certified_whole() {
    for (name, bytes) in real_books("every_layout_of_every_real_book_is_certified_whole") {
        let book = import(&bytes).book;
        for bilingual in [Bilingual::No, Bilingual::Above, Bilingual::Below] {
            let layout = Layout { bilingual, ..Layout::default() };
            let manuscript = manuscript(&book, marking);
            let exported = crate::epub_kit::epub().export(&bytes, &manuscript, &layout).unwrap();
            let certificate =
                certificate::issue(crate::epub_kit::epub(), &bytes, &manuscript, &layout, &exported).unwrap();
            let violations = certificate::check(&exported, &certificate);
            assert!(violations.is_empty(), "{name} {bilingual:?}: {violations:#?}");
            println!("{name} {bilingual:?}: {}", certificate.summary(&violations));
        }
    }
}
