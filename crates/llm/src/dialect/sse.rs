//! Server-sent events, decoded so that nothing a sloppy server sends is lost: the last block counts even
//! without the blank line that should end it.

use super::lines::Lines;

/// Collects bytes and hands out the data of complete events. Event names are not needed: every
/// dialect repeats them in the data.
#[derive(Debug, Default)]
pub(super) struct Sse {
    lines: Lines,
    block: Block,
}

impl Sse {
    /// Takes more bytes and calls `each` with the data of every event they complete.
    pub(super) fn push<E>(
        &mut self,
        bytes: &[u8],
        mut each: impl FnMut(&str) -> Result<(), E>,
    ) -> Result<(), E> {
        let block = &mut self.block;
        self.lines.push(bytes, |line| block.line(line, &mut each))
    }

    /// The stream is over: calls `each` with the data of an event that was not closed.
    pub(super) fn end<E>(&mut self, mut each: impl FnMut(&str) -> Result<(), E>) -> Result<(), E> {
        if let Some(line) = self.lines.end() {
            self.block.line(&line, &mut each)?;
        }
        self.block.line("", &mut each)
    }
}

#[derive(Debug, Default)]
struct Block {
    data: String,
    has_data: bool,
}

impl Block {
    fn line<E>(&mut self, line: &str, each: &mut impl FnMut(&str) -> Result<(), E>) -> Result<(), E> {
        if line.is_empty() {
            let had_data = std::mem::take(&mut self.has_data);
            let told = if had_data { each(&self.data) } else { Ok(()) };
            self.data.clear();
            return told;
        }
        let line = line.strip_prefix('\u{feff}').unwrap_or(line);
        if let Some(value) = line.strip_prefix("data:") {
            if self.has_data {
                self.data.push('\n');
            }
            self.has_data = true;
            self.data.push_str(value.strip_prefix(' ').unwrap_or(value));
        }
        Ok(())
    }
}
