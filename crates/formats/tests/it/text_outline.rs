//! Headings in many languages, and lines that only look like headings.

use crate::text_manuscript::import;
use book::text::chapter::Matter;
use book::text::paragraph::ParagraphKind;

/// A line as a heading between two paragraphs, and what it is expected to be.
const HEADINGS: &[&str] = &[
    // Japanese
    "第三章",
    "第三章　旅立ち",
    "第12話",
    "第12話「夜の声」",
    "第１２話　夜の声",
    "第一回",
    "序章",
    "終章",
    "終章　帰還",
    "プロローグ",
    "エピローグ",
    "幕間",
    "幕間　ある騎士の夢",
    "番外編",
    "番外編２　夏祭り",
    "間章",
    "あとがき",
    "第二十三話　そして（後編）",
    "【第一章】旅立ち",
    "■第一話　出会い",
    "第Ⅳ章",
    "最終章　約束",
    "三章　海",
    "# 第一章",
    // Chinese
    "第三章 初见",
    "第一百二十三章 大结局",
    "第三章初见长安",
    "楔子",
    "番外",
    "番外一 春日",
    "尾声",
    "后记",
    "第十二回 林冲雪夜上梁山",
    "卷一 少年游",
    "第一卷 第三章 归来",
    "引子",
    // Korean
    "제3화",
    "제 12 장",
    "제3화 첫 만남",
    "프롤로그",
    "에필로그",
    "외전",
    "3화",
    "12장. 시작",
    // European
    "Chapter IV",
    "CHAPTER I. Down the Rabbit-Hole",
    "Chapter 7: The End",
    "Chapter Twelve",
    "Chapter the First",
    "CHAPTER 3 The Road",
    "PROLOGUE",
    "Epilogue",
    "Part Two",
    "Book I",
    "Kapitel 3",
    "Erstes Kapitel",
    "3. Kapitel",
    "Chapitre premier",
    "CHAPITRE II — Le départ",
    "Capítulo 4",
    "Capitolo primo",
    "Глава 5",
    "Глава первая",
    "ГЛАВА XII. Встреча",
    "Rozdział 3",
    "Rozdział pierwszy",
    "Hoofdstuk 2",
    "Prólogo",
    "Пролог",
    "Chương 12: Trở về",
    "1. Bölüm",
    "# Chapter 1",
    "Kapitola 3",
];

const SENTENCES: &[&str] = &[
    "第三章では、彼の過去が語られる。",
    "第三章を読み終えた。",
    "第一回目の試合は雨で流れた。",
    "「第三章」",
    "第三章、それは長い物語の始まりであり、誰もが覚えているあの夏のことだった。",
    "第三章的内容很长。",
    "第一部隊は北へ向かった。",
    "番外編を書くつもりはない。",
    "序章に過ぎない。",
    "幕間に、彼は水を飲んだ。",
    "第二の人生",
    "プロローグとしては悪くない。",
    "제3장에서 그는 죽는다.",
    "Chapter 3 was the worst of them all.",
    "Chapter and verse were quoted.",
    "Part of me wanted to leave.",
    "Book I read yesterday was dull.",
    "\"Chapter One,\" he read aloud.",
    "Introduction of the guests took an hour.",
    "Part one of the plan had failed, and",
    "Chapter 3, in which nothing happens,",
    "'Chapter IV' was written on the door.",
    "Глава 5 была самой длинной.",
    "Глава семьи молчал.",
    "Kapitel 3 war das längste.",
    "Chapter I .......... 12",
    "第一章 …………… 5",
];

fn book_around(line: &str) -> String {
    let prose = if line.chars().any(|character| character >= '\u{1100}') {
        "これは本文である。"
    } else {
        "This is some text."
    };
    format!("Title\n\n{line}\n\n{prose}\n{prose}\n")
}

#[test]
fn headings_of_many_languages_begin_chapters() {
    for heading in HEADINGS {
        let imported = import(book_around(heading).as_bytes());
        let chapter = imported.book.chapters.iter().find(|chapter| chapter.matter == Matter::Body).unwrap();
        assert_eq!(chapter.title, heading.trim_matches(['#', ' ']), "{heading}");
        assert_eq!(chapter.paragraphs[0].kind, ParagraphKind::Heading, "{heading}");
    }
}

#[test]
fn sentences_that_name_chapters_are_no_headings() {
    for sentence in SENTENCES {
        let imported = import(book_around(sentence).as_bytes());
        let n_headings =
            imported.book.paragraphs().filter(|paragraph| paragraph.kind == ParagraphKind::Heading).count();
        assert_eq!(n_headings, 0, "{sentence}");
        assert_eq!(imported.book.chapters.len(), 1, "{sentence}");
    }
}

/// Volume and title of each chapter of the story, front matter as `-`.
fn outline(text: &str) -> Vec<String> {
    let imported = import(text.as_bytes());
    let n_lines = text.lines().count();
    assert!(imported.book.n_paragraphs() <= n_lines);
    let chapters = imported.book.chapters.iter();
    let name = |matter| match matter {
        Matter::Front => "-",
        Matter::Body => "",
        Matter::Back => "+",
    };
    chapters
        .map(|chapter| {
            let volume = chapter.volume.as_deref().map(|volume| format!("{volume} / ")).unwrap_or_default();
            format!("{}{volume}{}", name(chapter.matter), chapter.title)
        })
        .collect()
}

#[test]
fn volumes_are_named_with_their_chapters() {
    let text = "第一部　春\n\n第一章　雨\n本文。\n\n第二章　風\n本文。\n\n第二部　夏\n\n第一章　海\n本文。\n";
    assert_eq!(
        outline(text),
        ["第一部　春 / 第一章　雨", "第一部　春 / 第二章　風", "第二部　夏 / 第一章　海"]
    );
    let text = "BOOK ONE\n\nPART I\n\nChapter 1\n\nText here.\n\nChapter 2\n\nMore text.\n\nPART II\n\nChapter 3\n\nText.\n";
    assert_eq!(
        outline(text),
        ["BOOK ONE PART I / Chapter 1", "BOOK ONE PART I / Chapter 2", "BOOK ONE PART II / Chapter 3"]
    );
}

#[test]
fn volumes_alone_are_chapters_and_text_under_a_volume_is_not_lost() {
    assert_eq!(outline("上巻\n\n本文。\n\n下巻\n\n本文。\n"), ["上巻", "下巻"]);
    let text = "第一部　春\n\nここに前書きがある。\n\n第一章　雨\n\n本文。\n";
    assert_eq!(outline(text), ["第一部　春 / 第一部　春", "第一部　春 / 第一章　雨"]);
}

#[test]
fn episodes_below_chapters_make_those_volumes() {
    let text = "第一章　村\n\n第1話　朝\n本文。\n\n第2話　昼\n本文。\n\n第二章　町\n\n第3話　夜\n本文。\n";
    assert_eq!(outline(text), ["第一章　村 / 第1話　朝", "第一章　村 / 第2話　昼", "第二章　町 / 第3話　夜"]);
}

#[test]
fn a_table_of_contents_is_not_a_row_of_chapters() {
    let body = "第一章　雨\n\n本文がここに続く。\n\n第二章　風\n\n本文がここに続く。\n\n第三章　雪\n\n本文がここに続く。\n";
    let text = format!("題名\n\n目次\n第一章　雨\n第二章　風\n第三章　雪\n\n{body}");
    assert_eq!(outline(&text), ["-", "第一章　雨", "第二章　風", "第三章　雪"]);
    let english = "A Book\n\nContents\n\nChapter I. Rain\nChapter II. Wind\n\nCHAPTER I\n\nIt rained for days.\n\nCHAPTER II\n\nIt blew for days.\n";
    assert_eq!(outline(english), ["-", "CHAPTER I", "CHAPTER II"]);
}

#[test]
fn bare_numbers_are_chapters_only_as_a_series() {
    assert_eq!(outline("一\n\n本文。\n\n二\n\n本文。\n\n三\n\n本文。\n"), ["一", "二", "三"]);
    assert_eq!(
        outline("I\n\nSome text here.\n\nII\n\nMore text here.\n\nIII\n\nThe end.\n"),
        ["I", "II", "III"]
    );
    assert_eq!(outline("He counted.\n\n7\n\nThen he stopped.\n\n3\n\nAnd went.\n"), [""]);
    assert_eq!(
        outline("上巻\n\n一\n\n本文。\n\n二\n\n本文。\n\n下巻\n\n一\n\n本文。\n"),
        ["上巻 / 一", "上巻 / 二", "下巻 / 一"]
    );
    let numbered = "1. Rain\n\nIt rained for days.\n\n2. Wind\n\nIt blew.\n\n3. Snow\n\nIt snowed.\n";
    assert_eq!(outline(numbered), ["1. Rain", "2. Wind", "3. Snow"]);
    assert_eq!(outline("Buy:\n\n1. bread\n2. milk\n3. salt\n\nand go home.\n"), [""]);
}

#[test]
fn marked_lines_are_chapters_where_there_is_nothing_better() {
    assert_eq!(outline("◆雨の日\n\n本文。\n\n◆風の日\n\n本文。\n"), ["雨の日", "風の日"]);
    assert_eq!(outline("本文。\n\n◆\n\n本文。\n\n◆◆◆\n\n本文。\n"), [""]);
}

#[test]
fn text_before_the_first_heading_is_front_matter_unless_it_is_long() {
    assert_eq!(outline("題名\n著者\n\n第一章\n本文。\n"), ["-", "第一章"]);
    assert_eq!(outline("\n\n第一章\n本文。\n"), ["第一章"]);
    let long = "むかしむかしのことである。\n".repeat(300);
    assert_eq!(outline(&format!("{long}\n第一章\n本文。\n")), ["", "第一章"]);
}

#[test]
fn a_project_gutenberg_frame_is_front_and_back_matter() {
    let text = "The Project Gutenberg eBook\n\nTitle: The Rain\n\nAuthor: A. Writer\n\n*** START OF THE PROJECT GUTENBERG EBOOK ***\n\nCHAPTER I\n\nIt rained.\n\n*** END OF THE PROJECT GUTENBERG EBOOK ***\n\nChapter 1 of the licence.\n";
    assert_eq!(outline(text), ["-", "CHAPTER I", "+"]);
    let book = import(text.as_bytes()).book;
    assert_eq!((book.title.as_str(), book.author.as_deref()), ("The Rain", Some("A. Writer")));
}

#[test]
fn a_text_without_headings_is_one_chapter() {
    let imported = import("雨が降っていた。\n\n風も吹いていた。\n".as_bytes());
    assert_eq!(imported.book.chapters.len(), 1);
    assert_eq!(imported.book.chapters[0].paragraphs.len(), 3);
    assert_eq!(imported.book.chapters[0].matter, Matter::Body);
}
