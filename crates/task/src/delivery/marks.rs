//! Marks that a model made up, taken out of an answer in text: tags whose number the source does not have, and the backticks
//! of Markdown. The words inside them stay.

use std::collections::HashSet;

/// The text with those marks only that its source has.
pub(super) fn without_invented(source: &str, text: &str) -> String {
    let known: HashSet<&str> = tags(source).map(|(_, number)| number).collect();
    let mut kept = String::with_capacity(text.len());
    let mut end = 0;
    for (range, _) in tags(text).filter(|(_, number)| !known.contains(number)) {
        kept.push_str(text.get(end..range.start).unwrap_or_default());
        end = range.end;
    }
    kept.push_str(text.get(end..).unwrap_or_default());
    if !source.contains('`') {
        kept.retain(|c| c != '`');
    }
    kept.trim().to_owned()
}

/// Every `<1>`, `</1>` and `<1/>` with its number.
fn tags(text: &str) -> impl Iterator<Item = (std::ops::Range<usize>, &str)> {
    text.match_indices('<').filter_map(|(start, _)| {
        let inner = text.get(start + 1..)?;
        let (inner, rest) = inner.split_once('>')?;
        let number = inner.trim_matches('/');
        let is_tag = (1..=5).contains(&number.len()) && number.bytes().all(|byte| byte.is_ascii_digit());
        is_tag.then(|| (start..text.len() - rest.len(), number))
    })
}
