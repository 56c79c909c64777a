//! The attributes of a start tag, in every spelling that pages have.

use formats::epub::attributes::{attributes, with, without};

#[test]
fn attributes_are_found_in_every_spelling() {
    let tag = "<p\n class = \"a b\" id='x' hidden data-x=1 xml:lang=\"ja\"/>";
    let found: Vec<_> = attributes(tag).map(|a| (a.name, a.value)).collect();
    assert_eq!(found, [("class", "a b"), ("id", "x"), ("hidden", ""), ("data-x", "1"), ("xml:lang", "ja")]);
}

#[test]
fn an_attribute_is_set_and_removed_without_touching_the_others() {
    assert_eq!(with("<p id='x' lang=\"ja\" >", "lang", "en"), "<p id='x' lang=\"en\" >");
    assert_eq!(with("<p  id='x'>", "lang", "en"), "<p  id='x' lang=\"en\">");
    assert_eq!(with("<img />", "alt", "a\"b"), "<img alt=\"a&quot;b\" />");
    assert_eq!(without("<a  id=\"n1\" href=\"#x\" xml:id='q'>", &["id", "xml:id"]), "<a href=\"#x\">");
}
