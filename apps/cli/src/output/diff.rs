//! What changed from one text to another, in one line and without colour.

use similar::{ChangeTag, TextDiff};

/// The newer text with what is gone as `[-…-]` and what has come as `{+…+}`. Words are compared where words are
/// separated, single characters where they are not.
pub fn marked_changes(old: &str, new: &str) -> String {
    let diff = if is_spaced(old) && is_spaced(new) {
        TextDiff::from_unicode_words(old, new)
    } else {
        TextDiff::from_graphemes(old, new)
    };
    let mut runs: Vec<Run> = Vec::new();
    for change in diff.iter_all_changes() {
        let run = match runs.last_mut() {
            Some(run) if (change.tag() == ChangeTag::Equal) == run.is_equal() => run,
            Some(_) | None => {
                runs.push(Run::default());
                match runs.last_mut() {
                    Some(run) => run,
                    None => continue,
                }
            }
        };
        match change.tag() {
            ChangeTag::Equal => run.same.push_str(change.value()),
            ChangeTag::Delete => run.gone.push_str(change.value()),
            ChangeTag::Insert => run.come.push_str(change.value()),
        }
    }
    join_blanks(runs).iter().map(Run::written).collect()
}

/// A stretch of the texts: equal, or changed.
#[derive(Default)]
struct Run {
    same: String,
    gone: String,
    come: String,
}

impl Run {
    const fn is_equal(&self) -> bool {
        !self.same.is_empty()
    }

    fn written(&self) -> String {
        let around = |text: &str, open: &str, close: &str| {
            if text.is_empty() { String::new() } else { format!("{open}{text}{close}") }
        };
        format!("{}{}{}", self.same, around(&self.gone, "[-", "-]"), around(&self.come, "{+", "+}"))
    }
}

/// Changes with nothing but a space between them are one change: `[-a-]{+b+} [-c-]{+d+}` reads worse than its sum.
fn join_blanks(runs: Vec<Run>) -> Vec<Run> {
    let mut joined: Vec<Run> = Vec::new();
    let mut rest = runs.into_iter().peekable();
    while let Some(run) = rest.next() {
        let is_blank = run.is_equal() && run.same.trim().is_empty() && rest.peek().is_some();
        match joined.last_mut() {
            Some(before) if !before.is_equal() && is_blank => {
                before.gone.push_str(&run.same);
                before.come.push_str(&run.same);
                if let Some(after) = rest.next() {
                    before.gone.push_str(&after.gone);
                    before.come.push_str(&after.come);
                }
            }
            Some(_) | None => joined.push(run),
        }
    }
    joined
}

/// Whether the text separates its words: at least one space for every fifteen characters.
fn is_spaced(text: &str) -> bool {
    let n_spaces = text.chars().filter(|character| *character == ' ').count();
    text.is_ascii() || n_spaces * 15 >= text.chars().count()
}
