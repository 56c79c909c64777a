//! Cuts a stream of bytes into lines, however the bytes were split on their way.

use std::borrow::Cow;

use memchr::memchr2;

/// Collects bytes and hands out complete lines. A line ends at LF, CR LF or CR.
#[derive(Debug, Default)]
pub(super) struct Lines {
    line: Vec<u8>,
    after_carriage_return: bool,
}

impl Lines {
    /// Takes more bytes and calls `each` for every line they complete.
    pub(super) fn push<E>(
        &mut self,
        bytes: &[u8],
        mut each: impl FnMut(&str) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut rest = bytes;
        if self.after_carriage_return && !rest.is_empty() {
            self.after_carriage_return = false;
            rest = rest.strip_prefix(b"\n").unwrap_or(rest);
        }
        while let Some(at) = memchr2(b'\n', b'\r', rest) {
            let (head, tail) = rest.split_at(at);
            let carriage_return = tail.first() == Some(&b'\r');
            let tail = tail.get(1..).unwrap_or_default();
            rest = if carriage_return { tail.strip_prefix(b"\n").unwrap_or(tail) } else { tail };
            self.after_carriage_return = carriage_return && tail.is_empty();
            if self.line.is_empty() {
                each(&text(head))?;
            } else {
                self.line.extend_from_slice(head);
                let told = each(&text(&self.line));
                self.line.clear();
                told?;
            }
        }
        self.line.extend_from_slice(rest);
        Ok(())
    }

    /// The last line, if the stream ended without ending it.
    pub(super) fn end(&mut self) -> Option<String> {
        let line = std::mem::take(&mut self.line);
        (!line.is_empty()).then(|| text(&line).into_owned())
    }
}

/// A line as text. What is well formed, as lines nearly always are, is seen to be so many bytes at a time.
fn text(line: &[u8]) -> Cow<'_, str> {
    str::from_utf8(line).map_or_else(|_| String::from_utf8_lossy(line), Cow::Borrowed)
}
