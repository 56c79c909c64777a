//! What a program says to the database, message by message: which statements a transaction had when it is committed.

use std::collections::HashMap;

/// Asks for encryption, by TLS or Kerberos; the answer is one byte, and the conversation begins after it.
const ENCRYPTION_CODES: [u32; 2] = [80_877_103, 80_877_104];

/// One connection's messages so far.
#[derive(Debug, Default)]
pub(crate) struct Conversation {
    /// A message that has not arrived whole.
    rest: Vec<u8>,
    has_begun: bool,
    /// Prepared statements by name.
    prepared: HashMap<Vec<u8>, String>,
    /// The statements of the transaction under way.
    statements: Vec<String>,
}

impl Conversation {
    /// Reads what was sent next. If a transaction is committed in it, its statements are returned.
    pub(crate) fn read(&mut self, bytes: &[u8]) -> Option<Vec<String>> {
        self.rest.extend_from_slice(bytes);
        let mut committed = None;
        while let Some((kind, body)) = self.next_message() {
            match kind {
                b'Q' => {
                    let text = text_of(until_nul(&body).0);
                    if text.starts_with("COMMIT") {
                        committed = Some(std::mem::take(&mut self.statements));
                    } else if text.starts_with("BEGIN") {
                        self.statements = vec![text];
                    } else {
                        self.statements.push(text);
                    }
                }
                b'P' => {
                    let (name, rest) = until_nul(&body);
                    self.prepared.insert(name.to_vec(), text_of(until_nul(rest).0));
                }
                b'B' => {
                    let (_portal, rest) = until_nul(&body);
                    self.statements.extend(self.prepared.get(until_nul(rest).0).cloned());
                }
                _ => {}
            }
        }
        committed
    }

    /// The kind and the body of the next whole message.
    fn next_message(&mut self) -> Option<(u8, Vec<u8>)> {
        let n_kind = usize::from(self.has_begun);
        let size = self.rest.get(n_kind..n_kind + 4)?;
        let size = usize::try_from(u32::from_be_bytes(size.try_into().ok()?)).ok()?;
        let whole = self.rest.get(..n_kind + size)?;
        let kind = if self.has_begun { *whole.first()? } else { 0 };
        let body = whole.get(n_kind + 4..).unwrap_or_default().to_vec();
        self.rest.drain(..n_kind + size);
        if !self.has_begun {
            let code = body.get(..4).and_then(|code| code.try_into().ok()).map(u32::from_be_bytes);
            self.has_begun = !code.is_some_and(|code| ENCRYPTION_CODES.contains(&code));
        }
        Some((kind, body))
    }
}

fn until_nul(bytes: &[u8]) -> (&[u8], &[u8]) {
    let end = bytes.iter().position(|byte| *byte == 0).unwrap_or(bytes.len());
    (bytes.get(..end).unwrap_or_default(), bytes.get(end + 1..).unwrap_or_default())
}

fn text_of(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}
