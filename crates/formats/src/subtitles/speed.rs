//! How fast a cue must be read: characters per second, against what people of a language read with ease.

use crate::import::FileFault;
use book::language::{LanguageTag, Writing};

/// Guides for subtitles give 15 to 20 characters a second for alphabets; this is the upper end for adults.
const ALPHABET: u64 = 20;
/// The same for text in which a character is a syllable or a word.
const IDEOGRAPHS: u64 = 9;
/// Korean syllables stand between the two.
const SYLLABLES: u64 = 12;

/// What there is to say about a text that is seen for so long.
pub(super) fn finding(
    text: &str,
    duration_ms: u64,
    when: &str,
    target: Option<&LanguageTag>,
) -> Option<FileFault> {
    let limit = match target {
        Some(tag) if tag.primary() == "ko" => SYLLABLES,
        Some(tag) if tag.writing() == Writing::Ideographic => IDEOGRAPHS,
        Some(_) | None => ALPHABET,
    };
    let n_chars = u64::try_from(text.chars().filter(|c| !c.is_whitespace()).count()).unwrap_or(u64::MAX);
    // A cue without a duration is a fault of the file, not of the translation.
    let speed = n_chars.saturating_mul(1000).checked_div(duration_ms)?;
    (speed > limit).then(|| FileFault {
        subject: when.to_owned(),
        message: format!("{speed} characters a second to read, {limit} are comfortable; shorten it"),
    })
}
