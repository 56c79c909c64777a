//! What a person asks of every translation of a book or chapter: the same bounds and words at every door.

use book::edit::InstructionScope;

/// Longer instructions are refused.
pub const LONGEST: usize = 4_000;

/// What the history says about a change; the chapter by its number.
pub fn note(scope: InstructionScope, chapter: Option<u32>, text: &str) -> String {
    let verb = if text.is_empty() { "removed" } else { "changed" };
    match (scope, chapter) {
        (InstructionScope::Series, _) => format!("{verb} the instructions of the series"),
        (_, Some(number)) => format!("{verb} the instructions of chapter {number}"),
        (_, None) => format!("{verb} the instructions of the book"),
    }
}
