//! Bilingual pages and the direction of writing: what a page looks like when two languages share it.

use crate::epub_kit::{Files, epub, import, manuscript, marked};
use formats::export::{Bilingual, Direction, Layout, Outcome};

fn export_with(files: &Files, layout: Layout, target: &str) -> Files {
    let original = files.zip();
    let mut manuscript = manuscript(&import(&original).book, |paragraph| {
        if paragraph.is_empty() {
            Outcome::Kept
        } else {
            Outcome::Translated(marked(&paragraph.text.as_str().replace('原', "T")))
        }
    });
    manuscript.target_language = Some(target.parse().unwrap());
    let exported = epub().export(&original, &manuscript, &layout).unwrap();
    let certificate =
        formats::certificate::issue(epub(), &original, &manuscript, &layout, &exported).unwrap();
    assert_eq!(formats::certificate::check(&exported, &certificate), []);
    Files::unzip(&exported)
}

fn body(body: &str, bilingual: Bilingual) -> String {
    let layout = Layout { bilingual, ..Layout::default() };
    let page = export_with(&Files::of_bodies(&[body]), layout, "en").text("EPUB/c1.xhtml");
    page.split_once("<body>").unwrap().1.split_once("</body>").unwrap().0.to_owned()
}

const SOURCE: &str = "xml:lang=\"ja\" lang=\"ja\"";
const TARGET: &str = "xml:lang=\"en\" lang=\"en\"";

#[test]
fn source_above_keeps_ids_on_the_first_of_the_two() {
    assert_eq!(
        body("<p id='a' class='k'><b id='b'>原</b>x</p>", Bilingual::Above),
        format!(
            "<p id='a' class='k tsumugi-source' {SOURCE}><b id='b'>原</b>x</p>\n<p class='k tsumugi-translation' {TARGET}><b>T</b>x</p>"
        )
    );
}

#[test]
fn source_below_stands_second_without_ids() {
    assert_eq!(
        body("<h2 id='a'><a id='x'/><i>原</i></h2>", Bilingual::Below),
        format!(
            "<h2 id='a' class=\"tsumugi-translation\" {TARGET}><a id='x'/><i>T</i></h2>\n<h2 class=\"tsumugi-source\" {SOURCE}><a/><i>原</i></h2>"
        )
    );
}

#[test]
fn items_cells_and_loose_lines_hold_both_inside() {
    let both = format!(
        "<span class=\"tsumugi-source\" {SOURCE}>原</span><br/><span class=\"tsumugi-translation\" {TARGET}>T</span>"
    );
    for (open, close) in
        [("<ul><li>", "</li></ul>"), ("<table><tr><td>", "</td></tr></table>"), ("", "<p>&#160;</p>")]
    {
        assert_eq!(body(&format!("{open}原{close}"), Bilingual::Above), format!("{open}{both}{close}"));
    }
}

#[test]
fn a_group_that_has_one_heading_keeps_one() {
    let both = format!(
        "<span class=\"tsumugi-source\" {SOURCE}>原</span><br/><span class=\"tsumugi-translation\" {TARGET}>T</span>"
    );
    for (open, close) in [
        ("<hgroup><h1>", "</h1></hgroup>"),
        (
            "<section xmlns:epub='http://www.idpf.org/2007/ops' epub:type='index-group'><p/><h2>",
            "</h2></section>",
        ),
    ] {
        assert_eq!(body(&format!("{open}原{close}"), Bilingual::Above), format!("{open}{both}{close}"));
    }
}

#[test]
fn two_languages_on_a_page_are_told_apart_by_a_style() {
    let layout = |bilingual| Layout { bilingual, ..Layout::default() };
    let files = Files::of_bodies(&["<p>原</p>"]);
    let page = export_with(&files, layout(Bilingual::Below), "en").text("EPUB/c1.xhtml");
    let style = page.split_once("<style type=\"text/css\">").unwrap().1.split_once("</style>").unwrap().0;
    assert!(style.contains(".tsumugi-source") && style.contains(":lang(zh)") && !style.contains("color"));
    let page = export_with(&files, layout(Bilingual::No), "en").text("EPUB/c1.xhtml");
    assert!(!page.contains("tsumugi-"), "{page}");
}

fn vertical() -> Files {
    Files::of_bodies(&["<p style='writing-mode: vertical-rl; color: red'>原 writing-mode: vertical-rl</p>"])
        .with("EPUB/style.css", b"html { -epub-writing-mode: vertical-rl; writing-mode: vertical-rl }")
        .edit("EPUB/package.opf", "<spine>", "<spine page-progression-direction=\"rtl\">")
        .edit(
            "EPUB/package.opf",
            "</metadata>",
            "<meta name=\"primary-writing-mode\" content=\"vertical-rl\"/></metadata>",
        )
}

#[test]
fn vertical_becomes_horizontal_for_a_horizontal_language() {
    let files = export_with(&vertical(), Layout::default(), "en");
    assert_eq!(
        files.text("EPUB/style.css"),
        "html { -epub-writing-mode: horizontal-tb; writing-mode: horizontal-tb }"
    );
    let page = files.text("EPUB/c1.xhtml");
    assert!(
        page.contains("<p style='writing-mode: horizontal-tb; color: red'>T writing-mode: vertical-rl</p>"),
        "{page}"
    );
    let package = files.text("EPUB/package.opf");
    assert!(package.contains("page-progression-direction=\"ltr\""), "{package}");
    assert!(package.contains("content=\"horizontal-lr\""), "{package}");
}

#[test]
fn vertical_stays_for_chinese_and_when_told_to_keep() {
    let keep = Layout { direction: Direction::Keep, ..Layout::default() };
    for (layout, target) in [(Layout::default(), "zh-Hant"), (keep, "en")] {
        let files = export_with(&vertical(), layout, target);
        assert_eq!(files.text("EPUB/style.css"), vertical().text("EPUB/style.css"));
        assert!(files.text("EPUB/package.opf").contains("page-progression-direction=\"rtl\""));
    }
}

#[test]
fn a_language_from_right_to_left_turns_pages_and_book() {
    let files = export_with(&Files::of_bodies(&["<p>原</p>"]), Layout::default(), "ar");
    assert!(files.text("EPUB/c1.xhtml").contains("xml:lang=\"ar\" dir=\"rtl\""));
    assert!(files.text("EPUB/package.opf").contains("<spine page-progression-direction=\"rtl\">"));
    let back = Files::of_pages(&[crate::epub_kit::page("<p>原</p>")
        .replace("xml:lang=\"ja\"", "xml:lang=\"ar\" dir=\"rtl\"")
        .as_bytes()]);
    let files = export_with(&back, Layout::default(), "en");
    assert!(files.text("EPUB/c1.xhtml").contains("xml:lang=\"en\" dir=\"ltr\""));
}

#[test]
fn an_old_epub_gets_no_attribute_it_does_not_know() {
    let files =
        Files::of_pages(&[crate::epub_kit::page("<p>原</p>").replace(" xml:lang=\"ja\"", "").as_bytes()])
            .edit("EPUB/package.opf", "version=\"3.0\"", "version=\"2.0\"")
            .edit("EPUB/package.opf", " properties=\"nav\"", "");
    let page = export_with(&files, Layout { bilingual: Bilingual::Above, ..Layout::default() }, "en")
        .text("EPUB/c1.xhtml");
    assert!(page.contains("xml:lang=\"en\"") && !page.contains(" lang="), "{page}");
}

#[test]
fn a_page_without_translations_keeps_its_direction() {
    let page =
        |text: &str| crate::epub_kit::page(text).replace("xml:lang=\"ja\"", "xml:lang=\"ar\" dir=\"rtl\"");
    let files = Files::of_pages(&[
        page("<p>原</p>").as_bytes(),
        page("<p><img src='pic.png' alt=''/></p>").as_bytes(),
    ]);
    let after = export_with(&files, Layout::default(), "en");
    assert_eq!(after.text("EPUB/c2.xhtml"), files.text("EPUB/c2.xhtml"));
}

#[test]
fn every_spelling_of_vertical_writing_is_turned() {
    let turned = |css: &str| {
        let files = vertical().with("EPUB/style.css", css.as_bytes());
        export_with(&files, Layout::default(), "en").text("EPUB/style.css")
    };
    let css = "html{-epub-writing-mode: vertical-rl;-webkit-writing-mode:vertical-rl; writing-mode : vertical-lr; -ms-writing-mode: tb-rl}";
    assert_eq!(
        turned(css),
        "html{-epub-writing-mode: horizontal-tb;-webkit-writing-mode:horizontal-tb; writing-mode : horizontal-tb; -ms-writing-mode: lr-tb}"
    );
    let horizontal = "p{writing-mode: horizontal-tb; color: red}";
    assert_eq!(turned(horizontal), horizontal);
}
