//! Texts of an answer that stand under a neighbour's label.

use super::read::AnswerPiece;
use checks::shift::shifted_places;

/// Takes out texts that fit the paragraph beside their own. Each label has its source, where it is a paragraph's. What a cut
/// answer lacks at its end says nothing; what one lacks that ended of its own accord may be a line lost further up. Gives the
/// labels of what was taken out.
pub(super) fn remove_shifted(
    sources: &[Option<&str>],
    pieces: &mut Vec<(usize, AnswerPiece)>,
    is_cut: bool,
) -> Vec<usize> {
    let text_of = |label: usize| pieces.iter().find(|(known, _)| *known == label).map(|(_, piece)| piece);
    let line = |(label, source): (usize, Option<&str>)| match text_of(label) {
        Some(AnswerPiece::Text(text)) => Some((label, source?.to_owned(), Some(text.clone()))),
        Some(AnswerPiece::Keep) => None,
        None => Some((label, source?.to_owned(), None)),
    };
    let mut lines: Vec<(usize, String, Option<String>)> =
        sources.iter().copied().enumerate().filter_map(line).collect();
    if is_cut {
        let end = lines.iter().rposition(|(.., text)| text.is_some()).map_or(0, |last| last + 1);
        lines.truncate(end);
    }
    let texts: Vec<(&str, Option<&str>)> =
        lines.iter().map(|(_, source, text)| (source.as_str(), text.as_deref())).collect();
    let shifted: Vec<usize> = shifted_places(&texts)
        .iter()
        .filter_map(|place| lines.get(*place))
        .map(|(label, ..)| *label)
        .collect();
    pieces.retain(|(label, _)| !shifted.contains(label));
    shifted
}
