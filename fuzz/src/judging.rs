//! The checks on any two texts: they answer, their places are inside the text, and mending is done once and can be undone.

use book::text::markup::Marked;
use checks::policy::Policy;
use checks::suite::Suite;
use checks::unit::{Aligned, Unit};
use std::cell::RefCell;
use std::collections::HashMap;

/// From which language into which; the first byte of an input chooses.
const PAIRS: [(&str, &str); 5] =
    [("ja", "en"), ("en", "zh-Hans"), ("en", "fr"), ("zh-Hant", "ja"), ("de", "tlh")];

thread_local! {
    static SUITES: RefCell<HashMap<usize, Suite>> = RefCell::new(HashMap::new());
}

/// One byte for the languages, then the source, a zero byte, and the translation.
pub fn checks(bytes: &[u8]) {
    let Some((first, rest)) = bytes.split_first() else { return };
    let which = usize::from(*first) % PAIRS.len();
    let text = String::from_utf8_lossy(rest);
    let (source, translation) = text.split_once('\0').unwrap_or((&text, ""));
    let (source, translation) = (Marked::from_plain(source), Marked::from_plain(translation));
    SUITES.with_borrow_mut(|suites| {
        let suite = suites.entry(which).or_insert_with(|| {
            let (from, to) = PAIRS[which];
            match (from.parse(), to.parse()) {
                (Ok(from), Ok(to)) => Suite::for_pair(&from, &to),
                _ => panic!("`{from}` or `{to}` is no language"),
            }
        });
        judge(suite, &source, &translation);
    });
}

fn judge(suite: &Suite, source: &Marked, translation: &Marked) {
    let policy = Policy::default();
    let near = [Aligned { source: translation, translation: source }];
    let unit = Unit { before: &near, after: &near, ..Unit::alone(source, translation, &policy) };
    let judgement = suite.judge(&unit);
    assert!(judgement.accounts_for_all(), "a check gave no answer");
    assert!(suite.judge(&unit) == judgement, "two answers to one question");
    let Some(autofixed) = &judgement.autofixed else { return };
    assert!(autofixed.revert() == *translation, "mending cannot be undone");
    let again = suite.judge(&Unit { translation: &autofixed.text, ..unit });
    assert!(again.autofixed.is_none(), "a mended translation was mended again");
}
