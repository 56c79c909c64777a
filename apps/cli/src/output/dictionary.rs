//! Which dictionary the checks use.

use super::Printer;
use messages::Message;

/// Tells a person which dictionary is used, or what is wrong with it.
pub(crate) fn tell_dictionary(dictionary: Option<(&str, usize)>, complaint: Option<&str>, printer: &Printer) {
    if let Some((name, n_heads)) = dictionary {
        printer.say(&Message::new("dictionary_used").with("name", name).amount("n", n_heads));
    }
    if let Some(complaint) = complaint {
        printer.warn_in_words(&printer.recognised(complaint));
    }
}
