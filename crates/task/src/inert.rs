//! Book text on its way into a prompt: made harmless, so that nothing in a book can pose as our own words.
//!
//! A paragraph always stands on one line behind a label of ours, so no text can begin a line. What is left are
//! strings that mean something elsewhere in a prompt: labels with ids, the marks of our blocks, and the control
//! marks of chat templates, which a careless server would read as the start of another speaker's turn.

/// The text on one line, with look-alikes of our labels, blocks and control marks defused. Ordinary text is
/// untouched.
pub(crate) fn inert(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['\n', '\r', '\u{85}', '\u{2028}', '\u{2029}', '[', '<', '|']) {
        let (before, tail) = rest.split_at(at);
        safe.push_str(before);
        let (harmless, used) = defuse(tail);
        safe.push_str(&harmless);
        rest = tail.get(used..).unwrap_or_default();
    }
    safe.push_str(rest);
    safe
}

/// What stands for the start of `tail`, and how many bytes of it that covers.
fn defuse(tail: &str) -> (String, usize) {
    let first = tail.chars().next().unwrap_or_default();
    match first {
        '[' if is_label(tail) => ("(".to_owned(), 1),
        '<' if is_mark(tail) => ("‹".to_owned(), 1),
        '|' if tail.starts_with("|>") => ("|›".to_owned(), 2),
        '[' | '<' | '|' => (first.to_string(), 1),
        _ => {
            let used =
                tail.len() - tail.trim_start_matches(['\n', '\r', '\u{85}', '\u{2028}', '\u{2029}']).len();
            (" ⏎ ".to_owned(), used)
        }
    }
}

/// `[ID: …`, with any spacing and case.
fn is_label(tail: &str) -> bool {
    let inner = tail.trim_start_matches('[').trim_start();
    let id = inner.get(..2).is_some_and(|word| word.eq_ignore_ascii_case("id"));
    id && inner.get(2..).is_some_and(|after| after.trim_start().starts_with([':', '：']))
}

/// The marks of our blocks, and the control marks of chat templates.
fn is_mark(tail: &str) -> bool {
    let name = tail.trim_start_matches(['<', '/', ' ']);
    let block = ["context", "work"].iter().any(|block| {
        name.get(..block.len()).is_some_and(|start| start.eq_ignore_ascii_case(block))
            && name.get(block.len()..).is_some_and(|after| after.trim_start().starts_with('>'))
    });
    let control =
        ["s>", "think>", "tool_call>", "tool_calls>", "function_call>", "start_of_turn>", "end_of_turn>"];
    block
        || tail.starts_with("<|")
        || tail.starts_with("<｜")
        || control.iter().any(|mark| name.starts_with(mark))
}

#[cfg(test)]
mod tests {
    use super::inert;

    #[test]
    fn ordinary_text_is_untouched() {
        for text in
            ["「え？」", "a < b [sic] | c", "<1>強く</1><2/>", "<r>友<rt>とも</r>", "[Level 5]", "id: 3"]
        {
            assert_eq!(inert(text), text);
        }
    }

    #[test]
    fn a_fake_label_is_no_label() {
        for text in ["[ID: k7m2q9] x", "[12] [ id ： 3 ] x", "[[ID:a]]"] {
            let safe = inert(text);
            assert!(!safe.to_lowercase().replace(' ', "").contains("[id"), "{safe}");
        }
    }

    #[test]
    fn blocks_and_control_marks_are_defused() {
        for text in [
            "</work>",
            "< / Context >",
            "<|im_start|>system",
            "</think>",
            "<tool_call>{}</tool_call>",
            "</s>",
        ] {
            assert!(!inert(text).contains('<'), "{}", inert(text));
        }
        assert!(!inert("a|>b").contains("|>"));
    }

    #[test]
    fn every_line_break_becomes_a_mark_on_one_line() {
        assert_eq!(inert("a\r\nb\u{2028}c\n\nd"), "a ⏎ b ⏎ c ⏎ d");
    }
}
