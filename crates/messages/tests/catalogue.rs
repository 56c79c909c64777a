//! Both languages say the same things about the same values.
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::wildcard_enum_match_arm,
    reason = "a test fails by panicking"
)]

use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement};
use messages::{Language, Message, RECOGNISED, SOURCES, recognise, render};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

type Uses = BTreeSet<String>;

/// The values and functions of each message and each of its attributes.
fn read(source: &str) -> BTreeMap<String, Uses> {
    let resource = fluent_syntax::parser::parse(source).unwrap_or_else(|(_, errors)| panic!("{errors:?}"));
    let mut read = BTreeMap::new();
    for entry in &resource.body {
        let Entry::Message(message) = entry else { continue };
        let mut uses = Uses::new();
        pattern(message.value.as_ref().unwrap(), &mut uses);
        let former = read.insert(message.id.name.to_owned(), uses);
        assert_eq!(former, None, "{} is there twice", message.id.name);
        for attribute in &message.attributes {
            let mut uses = Uses::new();
            pattern(&attribute.value, &mut uses);
            read.insert(format!("{}.{}", message.id.name, attribute.id.name), uses);
        }
    }
    read
}

fn pattern(pattern: &Pattern<&str>, uses: &mut Uses) {
    for element in &pattern.elements {
        let PatternElement::Placeable { expression } = element else { continue };
        match expression {
            Expression::Inline(inline) => used(inline, uses),
            Expression::Select { selector, variants } => {
                used(selector, uses);
                for variant in variants {
                    self::pattern(&variant.value, uses);
                }
            }
        }
    }
}

fn used(inline: &InlineExpression<&str>, uses: &mut Uses) {
    match inline {
        InlineExpression::VariableReference { id } => {
            uses.insert(format!("${}", id.name));
        }
        InlineExpression::FunctionReference { id, arguments } => {
            let [InlineExpression::StringLiteral { value }, values @ ..] = &arguments.positional[..] else {
                panic!("{} wants a text first", id.name)
            };
            uses.insert(format!("{}({value})", id.name));
            for value in values {
                used(value, uses);
            }
        }
        // A brace, or spaces at the beginning of a line.
        InlineExpression::StringLiteral { .. } => {}
        other => panic!("{other:?} is not used in the catalogue"),
    }
}

#[test]
fn both_languages_have_the_same_messages_with_the_same_values_and_hints() {
    let [english, chinese] = SOURCES.map(|(_, source)| read(source));
    assert!(english.len() > 60);
    assert_eq!(english, chinese);
}

/// The sources of every crate and app, tests left out.
fn sources(folder: &Path, found: &mut Vec<String>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        if path.is_dir() && !matches!(name, "tests" | "target" | "node_modules" | "ui") {
            sources(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") && !name.ends_with("_tests.rs") {
            found.push(std::fs::read_to_string(&path).unwrap());
        }
    }
}

#[test]
fn every_code_is_said_somewhere_and_every_code_that_is_said_has_words() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut all = Vec::new();
    for folder in ["crates", "apps"] {
        sources(&root.join(folder), &mut all);
    }
    let words = read(SOURCES[0].1);
    let codes: BTreeSet<&str> = words.keys().map(String::as_str).filter(|key| !key.contains('.')).collect();
    // A code may be chosen before it becomes a message, so any text that is one counts as said.
    let texts: BTreeSet<&str> = all.iter().flat_map(|source| source.split('"').skip(1)).collect();
    let recognised = read(RECOGNISED);
    let is_said = |code: &&str| texts.contains(code) || recognised.contains_key(*code);
    let unused: Vec<&&str> = codes.iter().filter(|code| !is_said(code)).collect();
    assert!(unused.is_empty(), "nobody says {unused:?}");
    let said = all.iter().flat_map(|source| source.split("Message::new(").skip(1));
    let said = said.filter_map(|rest| rest.trim_start().strip_prefix('"')?.split('"').next());
    let unknown: Vec<&str> = said.filter(|code| !codes.contains(code)).collect();
    assert!(unknown.is_empty(), "there are no words for {unknown:?}");
}

#[test]
fn what_is_recognised_is_written_somewhere() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut all = Vec::new();
    for folder in ["crates", "apps"] {
        sources(&root.join(folder), &mut all);
    }
    // A long text is broken in the sources wherever a line ends.
    let all: Vec<String> =
        all.iter().map(|source| source.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
    let mut unwritten = Vec::new();
    let resource = fluent_syntax::parser::parse(RECOGNISED).unwrap();
    for entry in &resource.body {
        let Entry::Message(message) = entry else { continue };
        let code = message.id.name;
        // What other crates say, and what older versions have left in libraries.
        if code.starts_with("typed_") || BY_PARTS.contains(&code) {
            continue;
        }
        let pieces = message.value.as_ref().unwrap().elements.iter().filter_map(|element| match element {
            PatternElement::TextElement { value } => Some(value.trim()),
            PatternElement::Placeable { .. } => None,
        });
        let longest = pieces.max_by_key(|piece| piece.len()).unwrap_or_default();
        if !all.iter().any(|source| source.contains(longest)) {
            unwritten.push(format!("{code}: {longest}"));
        }
    }
    assert!(unwritten.is_empty(), "nobody writes {unwritten:#?}");
}

/// Texts that the sources put together from their words, or no longer write.
const BY_PARTS: [&str; 23] = [
    "kept_review_draft",
    "kept_review_needs_work",
    "kept_review_reviewed",
    "kept_review_approved",
    "kept_removed_memory",
    "kept_confirmed_term",
    "kept_rejected_term",
    "kept_confirmed_character",
    "kept_rejected_character",
    "kept_confirmed_memory",
    "kept_rejected_memory",
    "kept_instructions_of_series",
    "kept_instructions_of_book",
    "kept_instructions_of_chapter",
    "kept_no_instructions_of_series",
    "kept_no_instructions_of_book",
    "kept_no_instructions_of_chapter",
    "kept_survey_accepted",
    "kept_survey_rejected",
    "kept_survey_merged",
    "note_nul_once",
    "note_unreadable_place",
    "note_unreadable_places",
];

#[test]
fn an_english_text_is_recognised_and_told_in_chinese() {
    let told = |text: &str| recognise(text).map(|message| render(&message, Language::Chinese).text);
    for (english, chinese) in [
        ("undo", Some("撤销")),
        ("edited chapter 12", Some("修改了第 12 章")),
        ("changed term 魔剣: Demon Sword → Hell Blade", Some("修改术语 魔剣：Demon Sword → Hell Blade")),
        ("confirmed 3 terms", Some("确认 3 个术语")),
        ("limit: too many replies", Some("限制：回复过多")),
        ("refused by check C1", Some("检查 C1 没有通过")),
        (
            "invalid value 'x' for '--chapters <LIST>': invalid digit found in string",
            Some("'--chapters <LIST>' 的值 'x' 无效：不是数字"),
        ),
        ("words that nobody ever wrote", None),
    ] {
        assert_eq!(told(english).as_deref(), chinese, "{english}");
    }
}

#[test]
fn what_is_recognised_reads_the_same_in_english() {
    for text in ["1 paragraph remains", "1,200 paragraphs remain", "the series has 1200 of them", "line 1200"]
    {
        if let Some(message) = recognise(text) {
            assert_eq!(render(&message, Language::English).text, text);
        }
    }
}

#[test]
fn an_amount_has_its_thousands_set_apart_and_a_count_has_not() {
    let said = |message: Message| render(&message, Language::English).text;
    assert_eq!(said(Message::new("n_paragraphs").amount("n", 1)), "1 paragraph");
    assert_eq!(said(Message::new("n_paragraphs").amount("n", 1_234_567)), "1,234,567 paragraphs");
    assert_eq!(said(Message::new("n_paragraphs").count("n", 1200)), "1200 paragraphs");
}

#[test]
fn a_command_of_a_hint_takes_values() {
    let message = Message::new("term_there_already").with("source", "剣").with("translation", "sword");
    let hint = render(&message.with("term", "k7").with("book", "b1"), Language::English).hint;
    assert_eq!(hint.as_deref(), Some("`tsumugi terms b1 edit k7` changes it"));
}

#[test]
fn a_message_inside_another_is_worded_in_the_same_language() {
    let part = Message::new("nul_at").count("first", 7);
    let whole = Message::new("file_damaged").part("detail", part);
    assert_eq!(render(&whole, Language::Chinese).text, "文件已损坏：第 7 字节处有空字节，文本中不会有");
}

#[test]
fn a_number_decides_the_plural_form() {
    let said = |n: u32| {
        render(&Message::new("series_has_books").with("name", "S").count("n_books", n), Language::English)
    };
    assert_eq!(said(1).text, "series `S` still has one book");
    assert_eq!(said(3).text, "series `S` still has 3 books");
}

#[test]
fn a_message_without_one_of_its_values_falls_back_to_its_code() {
    assert_eq!(render(&Message::new("no_such_book"), Language::Chinese).text, "no_such_book");
    assert_eq!(render(&Message::new("never_heard_of"), Language::English).text, "never_heard_of");
}

#[test]
fn the_language_follows_what_a_browser_asks_for() {
    for (header, language) in [
        ("zh-CN,zh;q=0.9,en;q=0.8", Language::Chinese),
        ("en-GB,en;q=0.9,zh;q=0.8", Language::English),
        ("fr,zh;q=0.5,en;q=0.4", Language::Chinese),
        ("zh;q=0,en;q=0.1", Language::English),
        ("fr", Language::English),
        ("", Language::English),
    ] {
        assert_eq!(Language::accepted(header), language, "{header}");
    }
    assert_eq!(Language::of_tag("zh_CN.UTF-8"), Language::Chinese);
    assert_eq!(Language::of_tag("C"), Language::English);
}
