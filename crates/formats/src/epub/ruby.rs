//! Ruby: base text with its reading, in the several ways pages write it.

use super::inline::token_text;
use super::scan::{Page, TokenKind};

/// The bases of a ruby element with their readings.
pub(super) struct Ruby {
    pub pairs: Vec<(String, String)>,
    /// Pictures and anchors inside, which text cannot carry.
    pub voids: Vec<usize>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum In {
    Base,
    Reading,
    Nothing,
}

/// Bases and readings, in the several ways they are written: alternating, or all bases before all readings.
pub(super) fn read(page: &Page, ruby: usize) -> Ruby {
    let (mut bases, mut readings): (Vec<String>, Vec<String>) = (Vec::new(), Vec::new());
    let mut voids = Vec::new();
    let mut stack: Vec<(In, usize)> = vec![(In::Base, page.mate(ruby))];
    let mut base_is_open = false;
    for at in ruby + 1..page.mate(ruby) {
        while stack.len() > 1 && stack.last().is_some_and(|&(_, end)| end <= at) {
            stack.pop();
        }
        let state = stack.last().map_or(In::Base, |&(state, _)| state);
        match page.kind(at) {
            Some(TokenKind::Start) => {
                let (inner, fresh) = match page.name(at).to_ascii_lowercase().as_str() {
                    "rt" => {
                        readings.push(String::new());
                        (In::Reading, false)
                    }
                    "rp" => (In::Nothing, base_is_open),
                    "rb" => {
                        bases.push(String::new());
                        (In::Base, true)
                    }
                    _ => (state, base_is_open),
                };
                base_is_open = fresh;
                stack.push((inner, page.mate(at)));
            }
            Some(TokenKind::Empty) if state != In::Nothing => voids.push(at),
            Some(TokenKind::Text | TokenKind::Reference | TokenKind::CData) => {
                let text = token_text(page, at);
                let between = text.trim_ascii().is_empty() && !base_is_open;
                let list = match state {
                    In::Base if between => continue,
                    In::Base => {
                        if !base_is_open {
                            bases.push(String::new());
                            base_is_open = true;
                        }
                        &mut bases
                    }
                    In::Reading => &mut readings,
                    In::Nothing => continue,
                };
                if let Some(last) = list.last_mut() {
                    last.push_str(&collapse(&text));
                }
            }
            _ => {}
        }
    }
    let n_pairs = bases.len().max(readings.len());
    bases.resize(n_pairs, String::new());
    readings.resize(n_pairs, String::new());
    let pairs =
        bases.into_iter().zip(readings).map(|(base, reading)| (base, reading.trim().to_owned())).collect();
    Ruby { pairs, voids }
}

/// Runs of white space as one space; line breaks between wide characters vanish with them.
fn collapse(text: &str) -> String {
    text.split_ascii_whitespace().collect::<Vec<_>>().join(if text.contains(' ') { " " } else { "" })
}
