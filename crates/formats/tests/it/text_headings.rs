//! Headings directly followed by text, in all the shapes books of the web have, and volumes in every arrangement.

use crate::text_manuscript::import;
use book::text::chapter::Matter;
use std::fmt::Write;

/// Lines of a story: the language does not matter, only that they are sentences.
const BODY: &str = "雪下了一夜，天亮的时候才停。他推开门走了出去，谁也没有看见。\n“你要去哪里？”\n“回家。”\n";
const ENGLISH: &str = "It had snowed all night and stopped at dawn. He opened the door.\n\"Where are you going?\"\n\"Home,\" he said.\n";

/// Volume and title of the chapters of the story.
fn story(text: &str) -> Vec<(Option<String>, String)> {
    let chapters = import(text.as_bytes()).book.chapters.into_iter();
    let body = chapters.filter(|chapter| chapter.matter == Matter::Body);
    body.map(|chapter| (chapter.volume, chapter.title)).collect()
}

fn titles(text: &str) -> Vec<String> {
    story(text).into_iter().map(|(_, title)| title).collect()
}

const ROWS: &[&[&str]] = &[
    &["一 灭门", "二 逃亡", "三 归来", "四 雪夜"],
    &["一", "二", "三", "四"],
    &["1", "2", "3", "4"],
    &["01", "02", "03", "04"],
    &["01", "二", "03", "四", "05"],
    &["第一讲 绪论", "第二讲 源流", "第三讲 结语"],
    &["第1讲", "第2讲", "第3讲"],
    &["二回　雨", "三回　風", "四回　雪"],
    &["一回　雨", "二回　風", "三回　雪"],
    &["正文 1", "正文 2", "正文 3"],
    &["《书》第一章(1)", "《书》第一章(2)", "《书》第二章(1)", "《书》第二章(2)"],
    &["1화 비", "2화 바람", "3화 눈"],
    &["Chapter 1 旧信", "Chapter 2 新雪", "Chapter 3 归人"],
    &["楔子", "第一章 雨", "第二章 风", "番外一", "番外二", "尾声", "后记"],
    &["ONE", "TWO", "THREE"],
    &["One", "Two"],
    &["V1C1:", "V1C2:", "V2C1:", "V2C2:"],
    &["Episode.001", "Episode.002", "Episode.003"],
    &["1-1　雨", "1-2　風", "2-1　雪", "2-2　霜"],
    &["第1章", "第2章", "第2.5章", "第3章", "特别篇"],
    &["第1話　雨", "第2話　風", "特別編", "おまけ", "SS"],
    &["Chapter 1", "Chapter 2", "Side Story", "Extra Chapter", "Bonus", "Author's Note"],
    &["第一章 雨", "第二章 风", "第三章 雪", "番外一 春日", "后记：写在最后"],
    &["I", "II", "III"],
    &["(一)", "(二)", "(三)"],
    &["第一回 灭门", "第二回 逃亡", "第三回 归来"],
];

#[test]
fn headings_directly_followed_by_text_begin_chapters() {
    let mut faults = Vec::new();
    for row in ROWS {
        let body = if row[0].is_ascii() { ENGLISH } else { BODY };
        for (before, after) in [("", ""), ("\n", ""), ("\n", "\n")] {
            let text = row.iter().fold(String::new(), |mut text, heading| {
                write!(text, "{before}{heading}\n{after}{}", body.repeat(5)).unwrap();
                text
            });
            let found = titles(&text);
            if found != *row {
                faults.push(format!("{before:?} {after:?} {row:?} → {found:?}"));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn sections_in_another_writing_stand_in_their_chapters() {
    let sections = ["一", "二", "三"].map(|number| format!("{number}\n{}", BODY.repeat(4))).concat();
    let text = format!("01\n{sections}02\n{sections}03\n{sections}");
    assert_eq!(titles(&text), ["01", "02", "03"]);
}

#[test]
fn marks_of_pages_are_no_chapters() {
    for mark in ["-- {}", "- {} -", "— {} —"] {
        let mut text = String::new();
        for volume in ["一", "二", "三", "四", "五", "六"] {
            writeln!(text, "第{volume}卷").unwrap();
            for page in 1..=10 {
                let number = text.lines().filter(|line| line.starts_with(['-', '—'])).count() + 1;
                writeln!(text, "{}{}", BODY.repeat(3 + page % 2), mark.replace("{}", &number.to_string()))
                    .unwrap();
            }
        }
        assert_eq!(titles(&text).len(), 6, "{mark}");
    }
    let pages = (1..40).fold(String::new(), |text, page| {
        format!("{text}{ENGLISH}{ENGLISH}and then he went on to the\n\n{page}\n\nnext house in the row.\n")
    });
    assert_eq!(titles(&pages), [""]);
}

#[test]
fn a_list_in_a_story_makes_no_chapters() {
    let list =
        "一、不许说话。\n二、不许抬头，\n规矩就是这样\n三 不许回家\n他念完了。\n四 不许哭\n没有人哭。\n";
    assert_eq!(titles(&format!("{}{list}{}", BODY.repeat(40), BODY.repeat(40))), [""]);
    let noted = format!(
        "第一章 雨\n{0}第五章写完了。\n第九章 是最后一章吗？没有人知道。\n第二章 风\n{0}",
        BODY.repeat(10)
    );
    assert_eq!(titles(&noted), ["第一章 雨", "第二章 风"]);
}

/// Units of volumes, chapters and sections.
const UNITS: &[[&str; 3]] =
    &[["卷", "章", "节"], ["部", "章", "节"], ["卷", "回", "节"], ["巻", "話", "節"], ["권", "장", "절"]];

#[test]
fn volumes_chapters_and_sections_come_out_right_in_every_arrangement() {
    const NUMBERS: [&str; 5] = ["一", "二", "三", "四", "五"];
    let mut faults = Vec::new();
    for [volume, chapter, section] in UNITS {
        let mark = if *volume == "권" { "제" } else { "第" };
        for (gap, has_sections, has_titles, has_contents) in [
            ("", true, true, false),
            ("", true, false, false),
            ("\n", true, true, false),
            ("", false, true, false),
            ("\n", false, false, false),
            ("", true, true, true),
            ("", false, true, true),
        ] {
            let title = if has_titles { " 河边" } else { "" };
            let (mut text, mut contents, mut expected) = (String::new(), String::new(), Vec::new());
            for own in &NUMBERS[..3] {
                let volume = format!("{mark}{own}{volume}");
                write!(text, "{volume}\n{gap}").unwrap();
                writeln!(contents, "{volume}").unwrap();
                for number in NUMBERS {
                    let chapter = format!("{mark}{number}{chapter}{title}");
                    write!(text, "{chapter}\n{gap}").unwrap();
                    writeln!(contents, "{chapter}").unwrap();
                    expected.push((Some(volume.clone()), chapter));
                    for section_number in NUMBERS[..2].iter().filter(|_| has_sections) {
                        write!(text, "{mark}{section_number}{section}\n{gap}{BODY}{gap}").unwrap();
                    }
                    text.push_str(if has_sections { "" } else { BODY });
                    text.push_str(gap);
                }
            }
            let text = if has_contents { format!("目录\n{contents}\n{text}") } else { text };
            let found = story(&text);
            if found != expected {
                faults
                    .push(format!("{volume} {gap:?} {has_sections} {has_titles} {has_contents}: {found:?}"));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn a_long_book_of_one_chapter_is_told_and_its_headings_are_offered() {
    let told = |text: &str, name: &str| -> Vec<String> {
        let source = formats::import::Source::new(text.as_bytes(), name);
        let findings = formats::import(&source).unwrap().findings;
        findings.iter().map(ToString::to_string).filter(|told| told.starts_with("outline")).collect()
    };
    let long = BODY.repeat(60_000 / BODY.chars().count() + 1);
    let page = format!("<html><body><p>{}</p></body></html>", long.replace('\n', "</p>\n<p>"));
    for (text, name) in [
        (long.clone(), "a.txt"),
        (format!("雨《あめ》が。風《かぜ》が。雪《ゆき》が。\n{long}"), "a.txt"),
        (page, "a.html"),
        (long, "a.md"),
    ] {
        assert!(
            told(&text, name).iter().any(|told| told.contains("only 1 chapter of")),
            "{name}: {:?}",
            told(&text, name)
        );
    }
    // Numbers that do not count on are no series; the pattern would take them.
    let odd = [7, 40, 3, 91, 22].map(|number| format!("回忆{number}篇　雨\n{}", BODY.repeat(250))).concat();
    let odd = odd.replace("回忆", "");
    let offered = told(&odd, "a.txt").into_iter().find(|told| told.contains("may be headings"));
    assert_eq!(
        offered.as_deref(),
        Some(r"outline: 5 lines like `7篇　雨` may be headings; `--heading '^\d+篇'` takes them")
    );
}
