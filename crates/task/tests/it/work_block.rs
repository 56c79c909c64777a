//! The work block as a naive reader takes it: line by line, by the label alone.

/// Index and id of every line of the block that begins like a work item.
pub(crate) fn items(message: &str) -> Vec<(u32, String)> {
    block(message).lines().filter_map(item).collect()
}

/// What stands between the marks of the work block.
pub(crate) fn block(message: &str) -> &str {
    let (_, exit) = message.split_once("\n<work>\n").unwrap();
    exit.split_once("\n</work>\n").unwrap().0
}

fn item(line: &str) -> Option<(u32, String)> {
    let (index, exit) = line.strip_prefix('[')?.split_once("] [ID: ")?;
    let (id, _) = exit.split_once("] ")?;
    Some((index.parse().ok()?, id.to_owned()))
}
