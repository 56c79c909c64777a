//! The file a person edits comes back as it was meant, or says line by line why not.

use book::id::{ChapterId, ParagraphId, VersionId};
use book::text::markup::Marked;
use book::text::paragraph::{ParagraphKind, Place, TagKind};
use messages::Language;
use store::record::{Freshness, ParagraphRecord};
use tsumugi::parts::sheet::{ids, parse, render};
use tsumugi::parts::{Output, Printer};

fn english() -> Printer {
    let language = Language::English;
    Printer::new(Output { json: false, quiet: false, language, is_language_asked: false })
}

fn paragraph(number: u32, source: &str, translation: Option<&str>) -> ParagraphRecord {
    ParagraphRecord {
        id: ParagraphId::from_number(number),
        chapter: ChapterId::from_number(0),
        index: number,
        position: number,
        text: Marked::parse(source).unwrap(),
        tags: vec![TagKind::Emphasis],
        kind: ParagraphKind::Body,
        place: Place::default(),
        is_empty: false,
        translation: translation.map(|text| Marked::parse(text).unwrap()),
        version: None,
        review: book::text::review::ReviewState::Draft,
        rehearsal: None,
        by_rehearsal: false,
        locked: false,
        freshness: Freshness::Fresh,
    }
}

fn three() -> Vec<ParagraphRecord> {
    vec![
        paragraph(0, "吾輩は<1>猫</1>である。", Some("I am a <1>cat</1>.")),
        paragraph(1, "# 名前", Some("# a heading\n[k7wd3f]\n\\ a slash")),
        paragraph(2, "まだ無い。", None),
    ]
}

#[test]
fn an_untouched_file_changes_nothing() {
    let sheet = render("A book · 1 One", &three(), &english());
    assert_eq!(parse(&sheet, &three()), Ok(vec![]));
    assert_eq!(parse(&sheet.replace('\n', "\r\n"), &three()), Ok(vec![]));
    assert_eq!(ids(&sheet), three().iter().map(|one| (one.id, None)).collect::<Vec<_>>());
}

#[test]
fn only_what_was_written_is_taken() {
    let sheet = render("t", &three(), &english()).replace("I am", "I was") + "Not yet.\nReally.\n\n";
    let written = parse(&sheet, &three()).unwrap();
    let texts: Vec<(u32, &str)> =
        written.iter().map(|one| (one.paragraph.number(), one.text.as_str())).collect();
    assert_eq!(texts, [(0, "I was a <1>cat</1>."), (2, "Not yet.\nReally.")]);
}

#[test]
fn broken_tags_are_told_with_the_line_they_are_in() {
    let sheet = render("t", &three(), &english()).replace("I am a <1>cat</1>.", "I am a <1>cat.");
    let faults = parse(&sheet, &three()).unwrap_err();
    let line = 1 + sheet.lines().position(|line| line.starts_with("I am")).unwrap();
    assert_eq!((faults.len(), faults[0].to_string().contains(&format!("line {line}:"))), (1, true));
    assert!(faults[0].to_string().contains("never closed"), "{}", faults[0]);
}

#[test]
fn lost_doubled_and_invented_ids_and_emptied_texts_are_told() {
    let all = three();
    let [first, second] = [all[0].id, all[1].id].map(|id| format!("[{id}]"));
    let sheet = render("t", &all, &english());
    for (broken, words) in [
        (sheet.replace(&first, ""), "belongs to no paragraph"),
        (sheet.replace(&second, &first), "twice"),
        (sheet.replace(&first, "[zzzzzz]"), "none of these paragraphs"),
        (sheet.replace("I am a <1>cat</1>.", ""), "has no text"),
    ] {
        let faults = parse(&broken, &all).unwrap_err();
        assert!(faults.iter().any(|fault| fault.to_string().contains(words)), "{words}: {faults:?}");
    }
}

#[test]
fn a_file_says_which_version_it_was_made_from() {
    let mut paragraphs = three();
    paragraphs[0].version = Some(VersionId::from_number(12));
    paragraphs[0].locked = true;
    let sheet = render("t", &paragraphs, &english());
    assert!(sheet.contains("] (v12) (locked)\n"), "{sheet}");
    let based_on: Vec<Option<VersionId>> = ids(&sheet).into_iter().map(|(_, version)| version).collect();
    assert_eq!(based_on, [Some(VersionId::from_number(12)), None, None]);
    let written = parse(&sheet.replace("I am", "I was"), &paragraphs).unwrap();
    assert_eq!(written[0].based_on, Some(VersionId::from_number(12)));
}
