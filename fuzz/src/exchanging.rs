//! What the readers of edited translations and of bundles promise: no panic, the same answer twice, and units that are within the limits.

use formats::exchange::{ExchangeSource, read};
use formats::glossary::Languages;

/// XLIFF, tables, documents, memories and bundles, by their bytes.
pub fn exchange(bytes: &[u8]) {
    let _ = formats::bundle::unpack(bytes);
    let languages = Languages::default();
    let source = ExchangeSource { bytes, encoding: None, languages: &languages };
    let Ok(first) = read(&source) else { return };
    let again = read(&source);
    assert!(
        again.is_ok_and(|again| again.units == first.units),
        "the same bytes were read in two different ways"
    );
    assert!(!first.units.is_empty(), "a file without units was taken");
    for unit in &first.units {
        assert!(unit.translation.chars().count() <= 100_000, "a text is longer than the limit");
    }
}
