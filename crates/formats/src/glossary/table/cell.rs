//! What stands in one cell: lists in one text, and text that a spreadsheet would take for a formula.

/// Makes a text harmless that a spreadsheet would calculate. [`rearm`] gives it back as it was.
pub(crate) fn disarm(text: &str) -> String {
    if is_formula(text.trim_start_matches('\'')) { format!("'{text}") } else { text.to_owned() }
}

/// Takes back what [`disarm`] did.
pub(crate) fn rearm(text: &str) -> &str {
    match text.strip_prefix('\'') {
        Some(rest) if is_formula(rest.trim_start_matches('\'')) => rest,
        Some(_) | None => text,
    }
}

/// A text from a file in which nothing is calculated, so that [`rearm`] gives it as it stands there.
pub(crate) fn as_text(text: &str) -> String {
    if rearm(text) == text { text.to_owned() } else { format!("'{text}") }
}

fn is_formula(text: &str) -> bool {
    text.starts_with(['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'])
}

/// Several texts in one: `a | b`. A separator inside a text has a backslash in front.
pub(crate) fn join_list<'a>(items: impl Iterator<Item = &'a str>) -> String {
    let items: Vec<String> = items
        .map(|item| {
            let mut written = String::with_capacity(item.len());
            for character in item.chars() {
                if matches!(character, '|' | ';' | '；' | '\n' | '\\') {
                    written.push('\\');
                }
                written.push(character);
            }
            written
        })
        .collect();
    items.join(" | ")
}

/// The texts of a list; others separate them with semicolons or line breaks.
pub(super) fn split_list(text: &str) -> Vec<String> {
    let mut items = Vec::new();
    let mut item = String::new();
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        match character {
            '\\' => item.extend(characters.next().or(Some('\\'))),
            '|' | ';' | '；' | '\n' => items.push(std::mem::take(&mut item)),
            other => item.push(other),
        }
    }
    items.push(item);
    items.iter().map(|item| item.trim().to_owned()).filter(|item| !item.is_empty()).collect()
}
