//! Which dictionary the checks use.

use super::{Printer, grouped};
use crate::config;
use checks::dictionary::Complaint;
use messages::Language;

/// Tells a person which dictionary is used, or what is wrong with it.
pub(crate) fn tell_dictionary(
    dictionary: Option<(&str, usize)>,
    complaint: Option<&Complaint>,
    printer: &Printer,
) {
    if let Some((name, n_heads)) = dictionary {
        let n_heads = grouped(u64::try_from(n_heads).unwrap_or_default());
        printer.say(&format!("dictionary: `{name}`, {n_heads} words and forms"));
    }
    if let Some(complaint) = complaint {
        printer.warn(match config::language() {
            Language::English => &complaint.en,
            Language::Chinese => &complaint.zh,
        });
    }
}
