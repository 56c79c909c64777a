//! Both languages say the same things about the same values.
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::wildcard_enum_match_arm,
    reason = "a test fails by panicking"
)]

use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement};
use messages::{Language, Message, SOURCES, words};
use std::collections::{BTreeMap, BTreeSet};

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

#[test]
fn a_number_decides_the_plural_form() {
    let said = |n: u32| {
        words(&Message::new("series_has_books").with("name", "S").count("n_books", n), Language::English)
    };
    assert_eq!(said(1).text, "series `S` still has one book");
    assert_eq!(said(3).text, "series `S` still has 3 books");
}

#[test]
fn a_message_without_one_of_its_values_falls_back_to_its_code() {
    assert_eq!(words(&Message::new("no_such_book"), Language::Chinese).text, "no_such_book");
    assert_eq!(words(&Message::new("never_heard_of"), Language::English).text, "never_heard_of");
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
