//! What a person asks of every translation of a book or chapter: the same bounds and words at every door.

/// Longer instructions are refused.
pub const LONGEST: usize = 4_000;

/// What the history says about a change; the chapter by its number.
pub fn note(chapter: Option<u32>, text: &str) -> String {
    let verb = if text.is_empty() { "removed" } else { "changed" };
    match chapter {
        Some(number) => format!("{verb} the instructions of chapter {number}"),
        None => format!("{verb} the instructions of the book"),
    }
}
