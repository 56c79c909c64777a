//! What becomes of the markup of a page: which blocks there are, what a model sees of them, and how they come back.

use crate::epub_kit::{Files, export, import, manuscript, marked, texts_of};
use book::text::chapter::Matter;
use book::text::paragraph::ParagraphKind::{Body, Caption, Cell, Heading, Item, Label, Note, Verse};
use book::text::paragraph::TagKind::{Break, Emphasis, Image, Link, NoteMark, Other};
use formats::export::{Manuscript, Outcome};

fn translated(body: &str, translations: &[&str]) -> String {
    let original = Files::of_bodies(&[body]).zip();
    let mut manuscript = manuscript(&import(&original).book, |_| Outcome::Kept);
    let paragraphs = manuscript.chapters.iter_mut().flat_map(|chapter| &mut chapter.paragraphs);
    for (paragraph, text) in paragraphs.zip(translations) {
        paragraph.outcome = Outcome::Translated(paragraph.source.read_translation(text).unwrap());
    }
    body_of(&export(&original, &manuscript), "EPUB/c1.xhtml")
}

fn body_of(epub: &[u8], name: &str) -> String {
    let page = Files::unzip(epub).text(name);
    page.split_once("<body>").unwrap().1.split_once("</body>").unwrap().0.to_owned()
}

#[test]
fn blocks_are_found_wherever_text_stands() {
    let cases: &[(&str, &[&str])] = &[
        ("<p>one</p><p>two</p>", &["one", "two"]),
        ("bare<p>one</p>after", &["bare", "one", "after"]),
        ("<div>a<div>b</div>c</div>", &["a", "b", "c"]),
        ("<ul><li>x</li><li><p>y</p></li></ul>", &["x", "y"]),
        ("<table><tr><td>1</td><th>2</th></tr></table>", &["1", "2"]),
        ("<dl><dt>term</dt><dd>meaning</dd></dl>", &["term", "meaning"]),
        ("<a href='#x'><p>inside a link</p></a>", &["inside a link"]),
        ("<figure><img src='pic.png'/><figcaption>cap</figcaption></figure>", &["<1/>", "cap"]),
        ("<section><h2>T</h2>loose text<hr/>more</section>", &["T", "loose text", "more"]),
        ("<blockquote>q</blockquote><pre>a\n  b</pre>", &["q", "a\n  b"]),
    ];
    for (body, wanted) in cases {
        assert_eq!(texts_of(body), *wanted, "{body}");
    }
}

#[test]
fn white_space_is_what_a_browser_would_show() {
    let cases = [
        ("<p>\n  one\n  two  <em> three</em>\n</p>", "one two <1>three</1>"),
        ("<p>日本\n語の<em>文\n章</em></p>", "日本語の<1>文章</1>"),
        ("<p>a&#160;&#160;b</p>", "a\u{a0}\u{a0}b"),
        ("<p>　字下げ</p>", "　字下げ"),
        ("<p><![CDATA[1 < 2 & 3]]></p>", "1 < 2 & 3"),
        ("<p>a<em> </em>b <b></b> c</p>", "a<1/> b <2/>c"),
        ("<p>&lt;1&gt; &amp;amp; &hellip;</p>", "&lt;1> &amp;amp; …"),
    ];
    for (body, wanted) in cases {
        assert_eq!(texts_of(body), [wanted], "{body}");
    }
}

#[test]
fn empty_lines_count_and_empty_boxes_do_not() {
    assert_eq!(
        texts_of("<p>a</p><p>&#160;</p><p><br/></p><p/><p></p><p>b</p>"),
        ["a", "\u{a0}", "", "", "", "b"]
    );
    assert_eq!(texts_of("<p>a</p><div class='x'></div><table><tr><td></td></tr></table><a id='q'/>"), ["a"]);
}

#[test]
fn many_breaks_make_lines_and_few_stay_inside() {
    assert_eq!(texts_of("<p>one<br/>two</p>"), ["one<1/>two"]);
    assert_eq!(texts_of("<p>a<br/>b<br/><br/>c</p>"), ["a", "b", "", "c"]);
    assert_eq!(texts_of("<div><span>a<br/>b<br/>c<br/>d<br/>e</span></div>"), ["a", "b", "c", "d", "e"]);
    let long = "word ".repeat(200);
    assert_eq!(texts_of(&format!("<p>{long}<br/>end</p>")), [long.trim(), "end"]);
}

#[test]
fn inline_elements_become_numbered_tags_of_their_kind() {
    let body = "<p>a<em>b</em><a href='#n'>c</a><a epub:type='noteref' href='#n'>1</a>\
                <img src='pic.png' alt=''/><br/>d<span>e</span><sup id='n'>f</sup>g</p>";
    let book = import(&Files::of_bodies(&[body]).zip()).book;
    let paragraph = book.paragraphs().next().unwrap();
    assert_eq!(paragraph.text.as_str(), "a<1>b</1><2>c</2><3>1</3><4/><5/>d<6>e</6><7>f</7>g");
    assert_eq!(paragraph.tags, [Emphasis, Link, NoteMark, Image, Break, Other, Other]);
}

#[test]
fn an_element_around_the_whole_text_is_frame_and_not_a_tag() {
    assert_eq!(texts_of("<p><span class='x'><b>all of it</b></span></p>"), ["all of it"]);
    assert_eq!(texts_of("<p><a id='here'></a> <i>all</i> </p>"), ["all"]);
    let written =
        translated("<p class='k'> <a id='here'></a><span class='x'>all of it</span> </p>", &["everything"]);
    assert_eq!(written, "<p class='k'> <a id='here'></a><span class='x'>everything</span> </p>");
}

#[test]
fn ruby_is_read_in_every_spelling() {
    let cases = [
        ("<ruby>漢字<rt>かんじ</rt></ruby>", "｜漢字《かんじ》"),
        ("<ruby><rb>漢</rb><rp>(</rp><rt>かん</rt><rp>)</rp></ruby>だ", "｜漢《かん》だ"),
        ("<ruby>漢<rt>かん</rt>字<rt>じ</rt></ruby>", "｜漢《かん》｜字《じ》"),
        ("<ruby><rb>漢</rb><rb>字</rb><rt>かん</rt><rt>じ</rt></ruby>", "｜漢《かん》｜字《じ》"),
        ("<ruby>空<rt></rt></ruby>白", "空白"),
        ("<ruby><span>友</span><rt><span>ライバル</span></rt></ruby>", "｜友《ライバル》"),
    ];
    for (body, wanted) in cases {
        assert_eq!(texts_of(&format!("<p>{body}</p>")), [wanted], "{body}");
    }
}

#[test]
fn a_translation_may_reorder_split_and_bring_ruby() {
    let body = "<p>He <em id='e' class=\"x\">really</em> said<a href='#n'>1</a>.<br /></p><p id='n'>n</p>";
    let written = translated(body, &["<2>1</2> <1>本</1>当<1>に</1> ｜言《い》う & <x>"]);
    assert_eq!(
        written,
        "<p><a href='#n'>1</a> <em id='e' class=\"x\">本</em>当<em class=\"x\">に</em> \
         <ruby>言<rt>い</rt></ruby>う &amp; &lt;x&gt;<br /></p><p id='n'>n</p>"
    );
}

#[test]
fn comments_and_unknown_references_survive_a_translation() {
    let written = translated("<p>one <!-- keep me --> &myname; two</p>", &["eins &myname; zwei"]);
    assert_eq!(written, "<p>eins &myname; zwei<!-- keep me --></p>");
    assert_eq!(translated("<p>caf&eacute;</p>", &["&eacute; café"]), "<p>&amp;eacute; café</p>");
}

#[test]
fn kinds_of_blocks_and_notes_are_known() {
    let body = "<h1>h</h1><p>b</p><ul><li>i</li></ul><table><caption>c</caption><tr><td>d</td></tr></table>\
                <aside epub:type='footnote'><p>n</p></aside><div class='poem'>v</div>";
    let book = import(&Files::of_bodies(&[body]).zip()).book;
    let kinds: Vec<_> =
        book.paragraphs().map(|paragraph| paragraph.kind).filter(|kind| *kind != Label).collect();
    assert_eq!(kinds, [Heading, Body, Item, Caption, Cell, Note, Verse]);
}

#[test]
fn chapters_follow_the_contents_inside_and_across_files() {
    let files = Files::of_bodies(&[
        "<h1 id='a'>Book One</h1><p>x</p><h2 id='b'>First</h2><p>1</p><p>1</p><p>1</p><p>1</p><h2 id='c'>Second</h2><p>2</p><p>2</p>",
        "<p>2 goes on</p><p>2</p><p>2</p><p>2</p>",
        "<h1>Book Two</h1><p>3</p><p>3</p><p>3</p><p>3</p>",
    ]);
    let nav = crate::epub_kit::page(
        "<nav epub:type='toc'><ol><li><a href='c1.xhtml#a'>Book One</a><ol><li><a href='c1.xhtml#b'>First</a></li>\
         <li><a href='c1.xhtml#c'>Second</a></li></ol></li><li><a href='c3.xhtml'>Book Two</a></li></ol></nav>\
         <nav epub:type='landmarks'><ol><li><a epub:type='bodymatter' href='c1.xhtml#b'>Start</a></li></ol></nav>",
    );
    let book = import(&files.with("EPUB/nav.xhtml", nav.as_bytes()).zip()).book;
    let chapters: Vec<_> = book
        .chapters
        .iter()
        .map(|c| (c.title.as_str(), c.volume.as_deref(), c.matter, c.paragraphs.len()))
        .collect();
    assert_eq!(
        chapters,
        [
            ("Book One", None, Matter::Front, 2),
            ("First", Some("Book One"), Matter::Body, 5),
            ("Second", Some("Book One"), Matter::Body, 7),
            ("Book Two", None, Matter::Body, 5),
            ("", None, Matter::Back, 2),
        ]
    );
}

fn titled(original: &[u8]) -> Manuscript {
    let mut manuscript = manuscript(&import(original).book, |paragraph| match paragraph.text.as_str() {
        "見出し" => Outcome::Translated(marked("A Heading")),
        _ => Outcome::Kept,
    });
    manuscript.title_translation = Some("The <New> Title".to_owned());
    manuscript.chapters.first_mut().unwrap().title_translation = Some("Chapter the First".to_owned());
    manuscript
}

#[test]
fn titles_are_translated_in_navigation_ncx_and_package() {
    let ncx = "<ncx><docTitle><text>The Title</text></docTitle><navMap><navPoint id='a'><navLabel><text> Chapter 1 </text></navLabel><content src='c1.xhtml'/></navPoint><navPoint id='b'><navLabel><text>見出し</text></navLabel><content src='c2.xhtml'/></navPoint></navMap></ncx>";
    let files = Files::of_bodies(&["<p>a</p>", "<h1>見出し</h1><p>b</p>"])
        .edit("EPUB/nav.xhtml", "Chapter 2", "<b>見出 し</b>")
        .edit("EPUB/package.opf", "<spine>", "<spine toc='ncx'>")
        .edit(
            "EPUB/package.opf",
            "<item id=\"c1\"",
            "<item id='ncx' href='t.ncx' media-type='application/x-dtbncx+xml'/><item id=\"c1\"",
        )
        .with("EPUB/t.ncx", ncx.as_bytes());
    let original = files.zip();
    let after = Files::unzip(&export(&original, &titled(&original)));
    assert!(after.text("EPUB/nav.xhtml").contains("<a href=\"c1.xhtml\">Chapter the First</a>"));
    assert!(after.text("EPUB/nav.xhtml").contains("<b>A Heading</b>"));
    assert!(after.text("EPUB/t.ncx").contains("<docTitle><text>The &lt;New&gt; Title</text>"));
    assert!(after.text("EPUB/t.ncx").contains("<text> Chapter the First </text>"));
    assert!(after.text("EPUB/t.ncx").contains("<text>A Heading</text>"));
    let package = after.text("EPUB/package.opf");
    assert!(package.contains("<dc:title>The &lt;New&gt; Title</dc:title>"), "{package}");
    assert!(package.contains("<dc:language>en</dc:language>"), "{package}");
    assert!(after.text("EPUB/c2.xhtml").contains("xml:lang=\"en\""));
    assert!(
        after.text("EPUB/c1.xhtml").contains("xml:lang=\"ja\""),
        "an untranslated page keeps its language"
    );
}
