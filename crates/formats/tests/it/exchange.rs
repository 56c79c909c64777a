//! Files for editing elsewhere: every text comes back from every format, with its tags, and nothing else is taken.

use book::text::markup::Marked;
use book::text::paragraph::TagKind;
use formats::exchange::{
    ExchangeFormat, ExchangeSource, ExchangeUnit, Handout, HandoutChapter, ReadExchange, ReadUnit, UnitState,
    base_of, read, write,
};
use formats::glossary::{GlossaryError, Languages};
use proptest::prelude::*;

fn languages() -> Languages {
    Languages { source: "ja".parse().ok(), target: "en".parse().ok() }
}

fn handed_out(units: Vec<ExchangeUnit>, format: ExchangeFormat) -> Vec<u8> {
    let chapters = [HandoutChapter { id: "k2h4".to_owned(), title: "\"一\" & <二>".to_owned(), units }];
    let (source, target) = ("ja".parse().unwrap(), "en".parse().unwrap());
    let handout = Handout {
        book: "k7hd3",
        title: "A & B",
        file_name: "\"a\".txt",
        source: &source,
        target: &target,
        chapters: &chapters,
    };
    write(&handout, format).unwrap()
}

fn taken(bytes: &[u8]) -> Result<ReadExchange, GlossaryError> {
    read(&ExchangeSource { bytes, encoding: None, languages: &languages() })
}

fn unit(source: &str, translation: Option<&str>, state: UnitState) -> ExchangeUnit {
    ExchangeUnit {
        id: "k7wd3f".to_owned(),
        source: Marked::parse(source).unwrap(),
        tags: vec![TagKind::Emphasis, TagKind::Image],
        translation: translation.map(|text| Marked::parse(text).unwrap()),
        comment: "look\nhere".to_owned(),
        state,
    }
}

fn same(read: &ReadUnit, unit: &ExchangeUnit, format: ExchangeFormat) {
    assert_eq!(read.id.as_deref(), Some("k7wd3f"), "{format:?}");
    assert_eq!(read.base, Some(base_of(&unit.source, unit.translation.as_ref())), "{format:?}");
    assert_eq!(read.source.as_deref(), Some(unit.source.plain().as_ref()), "{format:?}");
    assert_eq!(read.translation, unit.translation.as_ref().map_or("", Marked::as_str), "{format:?}");
    assert_eq!(read.comment, unit.comment, "{format:?}");
    if format != ExchangeFormat::Tmx {
        assert_eq!(read.state, Some(unit.state), "{format:?}");
    }
}

#[test]
fn every_format_gives_back_text_tags_ruby_comment_and_state() {
    let source = "吾輩は<1>猫</1>である<2/>。｜宇宙《そら》";
    let translation = "=I am <2/>a <1>cat</1>, <1>really</1>.\n'\"a\" &lt;1&gt; &amp; b｜sky《x\"y》";
    for (format, _) in ExchangeFormat::ALL {
        for (state, _) in UnitState::ALL {
            let has_text = state != UnitState::Untranslated || format == ExchangeFormat::Tmx;
            let unit = unit(source, has_text.then_some(translation), state);
            let read = taken(&handed_out(vec![unit.clone()], format)).unwrap();
            assert_eq!((read.format, read.units.len()), (format, 1));
            same(&read.units[0], &unit, format);
        }
    }
}

#[test]
fn every_state_comes_back_from_every_file() {
    for (state, word) in UnitState::ALL {
        assert_eq!(UnitState::from_word(word), Some(state));
        let unit = unit("猫", Some("cat"), state);
        let read = taken(&handed_out(vec![unit], ExchangeFormat::Xliff)).unwrap();
        assert_eq!(read.units[0].state, Some(state));
    }
    assert_eq!(UnitState::from_word("Needs_Work"), Some(UnitState::NeedsWork));
    let xliff = r#"<xliff version="2.0" srcLang="ja" trgLang="en"><file id="f"><unit id="u"><segment state="reviewed" subState="tsumugi:draft"><source>a</source><target>A</target></segment></unit></file></xliff>"#;
    assert_eq!(taken(xliff.as_bytes()).unwrap().units[0].state, Some(UnitState::Reviewed));
}

#[test]
fn formulas_are_disarmed_and_come_back_as_they_were() {
    for text in ["=1+1", "+x", "-さん", "@who", "'=1", "''-x", "'", "plain", "it's", "\tx", "＝x", ""] {
        let unit = ExchangeUnit { comment: text.to_owned(), ..unit("猫", Some("cat"), UnitState::Draft) };
        let bytes = handed_out(vec![unit], ExchangeFormat::Csv);
        let row = csv::Reader::from_reader(bytes.as_slice()).records().next().unwrap().unwrap();
        let written = &row[5];
        assert!(written.ends_with(text), "{written}");
        assert!(!written.starts_with(['=', '+', '-', '@', '\t', '＝']), "{written}");
        assert_eq!(taken(&bytes).unwrap().units[0].comment, text);
    }
}

#[test]
fn xliff_of_other_tools_keeps_tags_and_joins_segments() {
    let xliff = r#"<xliff version="2.0" srcLang="ja" trgLang="en"><file id="f"><unit id="u">
 <notes><note>one</note></notes>
 <segment state="final"><source>a<sc id="1"/>b</source><target>A<sc id="1"/>B</target></segment>
 <ignorable><source> </source></ignorable>
 <segment state="translated"><source>c<ec startRef="1"/><ph id="2"/></source><target><mrk id="m" type="term">C</mrk><ec startRef="1"/><ph id="2"/><cp hex="0041"/></target></segment>
</unit></file></xliff>"#;
    let read = taken(xliff.as_bytes()).unwrap();
    assert_eq!(read.units[0].translation, "A<1>B C</1><2/>A");
    assert_eq!(read.units[0].state, Some(UnitState::Translated), "as far as the least of its segments");
    let without = xliff.replace("<target>A<sc id=\"1\"/>B</target>", "");
    assert_eq!(taken(without.as_bytes()).unwrap().units[0].translation, "", "half a translation is none");
    let old = r#"<xliff version="1.2"><file source-language="ja" target-language="en"><header/><body><group><trans-unit id="u" approved="yes"><source>a<g id="1">b</g></source><target>A<bx id="1"/>B<ex id="1"/><x id="2"/></target><note>n</note><alt-trans><target>other</target></alt-trans></trans-unit></group></body></file></xliff>"#;
    let read = taken(old.as_bytes()).unwrap();
    assert_eq!((read.languages, read.units[0].translation.as_str()), (languages(), "A<1>B</1><2/>"));
    assert_eq!((read.units[0].state, read.units[0].comment.as_str()), (Some(UnitState::Reviewed), "n"));
}

#[test]
fn a_document_counts_tracked_changes_as_accepted_and_remarks_in_the_margin_as_comments() {
    let bytes = handed_out(vec![unit("猫", Some("old words"), UnitState::Translated)], ExchangeFormat::Docx);
    let document = inside(&bytes, "word/document.xml");
    let run = "<w:r><w:t xml:space=\"preserve\">old words</w:t></w:r>";
    assert!(document.contains(run), "{document}");
    let edited = document.replace(
        run,
        "<w:del w:id=\"1\"><w:r><w:delText>old words</w:delText></w:r></w:del><w:ins w:id=\"2\"><w:r><w:t>new</w:t></w:r></w:ins><w:r><w:br/><w:t>words</w:t></w:r><w:r><w:commentReference w:id=\"7\"/></w:r>",
    );
    let margin = r#"<w:comments xmlns:w="w"><w:comment w:id="7"><w:p><w:r><w:t>why?</w:t></w:r></w:p></w:comment></w:comments>"#;
    let read = taken(&zipped(&[("word/document.xml", &edited), ("word/comments.xml", margin)])).unwrap();
    assert_eq!(read.units[0].translation, "new\nwords");
    assert_eq!(read.units[0].comment, "look\nhere\nwhy?");
}

#[test]
fn a_paragraph_that_no_cell_can_hold_is_told() {
    let long = "x".repeat(32_768);
    let chapters = [HandoutChapter {
        id: "c".to_owned(),
        title: String::new(),
        units: vec![unit(&long, None, UnitState::Draft)],
    }];
    let (source, target) = ("ja".parse().unwrap(), "en".parse().unwrap());
    let handout = Handout {
        book: "b",
        title: "t",
        file_name: "f",
        source: &source,
        target: &target,
        chapters: &chapters,
    };
    let error = write(&handout, ExchangeFormat::Xlsx).unwrap_err().to_string();
    assert!(error.contains("k7wd3f") && error.contains("32767"), "{error}");
    assert!(write(&handout, ExchangeFormat::Csv).is_ok());
}

fn inside(archive: &[u8], name: &str) -> String {
    let mut archive = zip::ZipArchive::new(std::io::Cursor::new(archive)).unwrap();
    std::io::read_to_string(archive.by_name(name).unwrap()).unwrap()
}

fn zipped(files: &[(&str, &str)]) -> Vec<u8> {
    use std::io::Write;
    let mut writer = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, contents) in files {
        writer.start_file(*name, zip::write::SimpleFileOptions::default()).unwrap();
        writer.write_all(contents.as_bytes()).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

fn marked() -> impl Strategy<Value = Marked> {
    proptest::collection::vec((0..4_u16, "[a-z猫<>&《》｜\"'=@+ -]{1,6}"), 1..5).prop_map(|pieces| {
        let mut text = String::from("始");
        for (tag, inner) in pieces {
            let inner = Marked::from_plain(&inner);
            match tag {
                0 => text.push_str(inner.as_str()),
                1 => text.extend(["<1>", inner.as_str(), "</1>"]),
                2 => text.extend(["<2/>", inner.as_str()]),
                _ => text.push_str("｜海《うみ》"),
            }
        }
        text.push('終');
        Marked::parse(&text).unwrap()
    })
}

proptest! {
    #[test]
    fn any_marked_text_comes_back_from_every_format(source in marked(), translation in marked()) {
        for (format, _) in ExchangeFormat::ALL {
            let unit = ExchangeUnit {
                source: source.clone(),
                translation: Some(translation.clone()),
                ..unit("", None, UnitState::Translated)
            };
            let read = taken(&handed_out(vec![unit.clone()], format)).unwrap();
            same(&read.units[0], &unit, format);
        }
    }
}
