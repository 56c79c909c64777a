//! Commands as a person writes them.

use settings::environment::command_words;

#[test]
fn a_word_of_a_command_may_have_spaces_between_quotation_marks() {
    assert_eq!(command_words("prog -u 'a b' \"c d\"").unwrap(), ["prog", "-u", "a b", "c d"]);
    assert_eq!(command_words("prog \"a b"), None);
    assert_eq!(command_words("  ").unwrap(), [] as [&str; 0]);
}
