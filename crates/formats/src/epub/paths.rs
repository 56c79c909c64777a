//! Names inside a book: how one file points to another.

/// Where a reference leads: a file of the book and a place in it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Target {
    /// The file's name in the archive.
    pub path: String,
    /// The id of the element, empty for the file's start.
    pub fragment: String,
}

/// Where `href`, found in the file `from`, leads; `None` when it leads out of the book.
pub(super) fn resolve(from: &str, href: &str) -> Option<Target> {
    let href = href.trim();
    if is_remote(href) {
        return None;
    }
    let (path, fragment) = href.split_once('#').unwrap_or((href, ""));
    let path = path.split_once('?').map_or(path, |(path, _)| path);
    let fragment = decode_percent(fragment);
    if path.is_empty() {
        return Some(Target { path: from.to_owned(), fragment });
    }
    let folder = from.rsplit_once('/').map_or("", |(folder, _)| folder);
    Some(Target { path: join(folder, &decode_percent(path)), fragment })
}

/// A path below a folder, with `.` and `..` worked out; it never leaves the book.
pub(super) fn join(folder: &str, path: &str) -> String {
    let path = path.replace('\\', "/");
    let mut parts: Vec<&str> = if path.starts_with('/') { Vec::new() } else { folder.split('/').collect() };
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    parts.retain(|part| !part.is_empty());
    parts.join("/")
}

/// Whether a reference names a scheme (`https:`, `mailto:`, `data:`) or another host.
fn is_remote(href: &str) -> bool {
    let scheme = href.split_once(':').map_or("", |(scheme, _)| scheme);
    href.starts_with("//")
        || (scheme.len() > 1
            && scheme.starts_with(|c: char| c.is_ascii_alphabetic())
            && scheme.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.')))
}

/// `%E8%A1%A8` as the characters it stands for; what is no such thing stays.
pub(super) fn decode_percent(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&first, tail)) = rest.split_first() {
        let decoded = if first == b'%' { tail.get(..2).and_then(hex_byte) } else { None };
        bytes.push(decoded.unwrap_or(first));
        rest = if decoded.is_some() { tail.get(2..).unwrap_or_default() } else { tail };
    }
    String::from_utf8(bytes).unwrap_or_else(|_| text.to_owned())
}

fn hex_byte(digits: &[u8]) -> Option<u8> {
    let digits =
        std::str::from_utf8(digits).ok().filter(|digits| digits.bytes().all(|b| b.is_ascii_hexdigit()))?;
    u8::from_str_radix(digits, 16).ok()
}
