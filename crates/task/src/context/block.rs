//! A list in the context block: as many items as fit under its cap, the most important ones first in line for a place.

/// One item of a list.
pub struct ContextItem {
    /// Its line, made harmless already.
    pub line: String,
    /// Lower ones are let in first. Those that are in stand in the order they were given, so that neighbouring chunks
    /// show the same things in the same order.
    pub rank: u64,
}

/// A list cut to its room.
#[derive(Debug, Default)]
pub struct ContextList {
    /// Heading and lines, or nothing.
    pub text: String,
    /// What it takes.
    pub tokens: u64,
    /// Which items are in.
    pub shown: Vec<usize>,
}

/// Fits items under a heading. `more` says how many were left out, and is counted whether it is needed or not.
pub fn fit(heading: &str, items: &[ContextItem], cap: u64, more: impl Fn(usize) -> String) -> ContextList {
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
        return ContextList::default();
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
    ContextList { text, tokens, shown }
}

/// Text made harmless and cut to a length in characters.
pub fn short(text: &str, longest: usize) -> String {
    let safe = crate::prompt_escape::escape_for_prompt(text.trim());
    match safe.char_indices().nth(longest) {
        Some((at, _)) => format!("{}…", safe.split_at(at).0),
        None => safe,
    }
}
