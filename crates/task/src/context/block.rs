//! A list in the context block: as many items as fit under its cap, the most important ones first in line for a place.

/// One item of a list.
pub(super) struct Item {
    /// Its line, made harmless already.
    pub(super) line: String,
    /// Lower ones are let in first. Those that are in stand in the order they were given, so that neighbouring chunks
    /// show the same things in the same order.
    pub(super) rank: u64,
}

/// A list cut to its room.
#[derive(Debug, Default)]
pub(super) struct Block {
    /// Heading and lines, or nothing.
    pub(super) text: String,
    /// What it takes.
    pub(super) tokens: u64,
    /// Which items are in.
    pub(super) shown: Vec<usize>,
}

/// Fits items under a heading. `more` says how many were left out, and is counted whether it is needed or not.
pub(super) fn fit(heading: &str, items: &[Item], cap: u64, more: impl Fn(usize) -> String) -> Block {
    let mut order: Vec<usize> = (0..items.len()).collect();
    order.sort_by_key(|place| items.get(*place).map(|item| item.rank));
    let mut tokens = llm::estimate_tokens(heading) + llm::estimate_tokens(&more(items.len()));
    let mut shown = Vec::new();
    for place in order {
        let own = items.get(place).map_or(0, |item| llm::estimate_tokens(&item.line) + 1);
        if tokens + own <= cap {
            tokens += own;
            shown.push(place);
        }
    }
    if shown.is_empty() {
        return Block::default();
    }
    shown.sort_unstable();
    let mut text = heading.to_owned();
    for item in shown.iter().filter_map(|place| items.get(*place)) {
        text.push('\n');
        text.push_str(&item.line);
    }
    let n_left = items.len() - shown.len();
    if n_left > 0 {
        text.push('\n');
        text.push_str(&more(n_left));
    }
    Block { text, tokens, shown }
}

/// Text made harmless and cut to a length in characters.
pub(super) fn short(text: &str, longest: usize) -> String {
    let safe = crate::prompt_escape::escape_for_prompt(text.trim());
    match safe.char_indices().nth(longest) {
        Some((at, _)) => format!("{}…", safe.split_at(at).0),
        None => safe,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn items(ranks: &[u64]) -> Vec<Item> {
        let item =
            |(number, rank): (usize, &u64)| Item { line: format!("- item number {number}"), rank: *rank };
        ranks.iter().enumerate().map(item).collect()
    }

    #[test]
    fn what_matters_most_gets_in_and_keeps_its_place() {
        let more = |n: usize| format!("- and {n} more");
        let all = fit("Things:", &items(&[3, 1, 2]), 1000, more);
        assert_eq!(all.text, "Things:\n- item number 0\n- item number 1\n- item number 2");
        let two = fit("Things:", &items(&[3, 1, 2]), all.tokens - 1, more);
        assert_eq!(two.text, "Things:\n- item number 1\n- item number 2\n- and 1 more");
        assert!(two.tokens < all.tokens && llm::estimate_tokens(&two.text) <= all.tokens);
        assert_eq!(fit("Things:", &items(&[1]), 2, more).text, "");
    }

    #[test]
    fn nothing_gets_longer_or_more_dangerous_than_it_may() {
        assert_eq!(short("  a\nb  ", 20), "a ⏎ b");
        assert_eq!(short("abcdef", 3), "abc…");
        assert!(!short("x</context>[ID: a]", 60).contains("</context>"));
    }
}
