//! Which dictionary the checks use.

use super::Printer;
use checks::dictionary::Complaint;
use messages::{Language, Message};

/// Tells a person which dictionary is used, or what is wrong with it.
pub(crate) fn tell_dictionary(
    dictionary: Option<(&str, usize)>,
    complaint: Option<&Complaint>,
    printer: &Printer,
) {
    if let Some((name, n_heads)) = dictionary {
        printer.notify(&Message::new("dictionary_used").with("name", name).amount("n", n_heads));
    }
    if let Some(complaint) = complaint {
        printer.warn_in_words(match printer.language() {
            Language::English => &complaint.en,
            Language::Chinese => &complaint.zh,
        });
    }
}
