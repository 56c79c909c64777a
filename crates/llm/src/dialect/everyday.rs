//! The chunk that nearly all chunks are: a piece of text or of one call's arguments, and nothing else. A long reply has
//! thousands of them, and building a tree of each costs several times what the rest of receiving it does.

use serde::Deserialize;
use serde::de::IgnoredAny;
use std::borrow::Cow;

/// What an everyday chunk says.
#[derive(Debug, PartialEq)]
pub(super) enum Piece<'a> {
    Text(Cow<'a, str>),
    Arguments { slot: u32, arguments: Cow<'a, str> },
}

/// Reads the everyday chunks of one reply. They differ in their words and hardly in anything else, so the frame around
/// the words is remembered: a chunk with the same frame need not be taken apart.
#[derive(Debug, Default)]
pub(super) struct Everyday {
    frame: Option<Frame>,
    n_frames: usize,
}

/// A service whose chunks all have frames of their own gains nothing from remembering them.
const MOST_FRAMES: usize = 64;

impl Everyday {
    /// Reads an everyday chunk; nothing if there is anything in it that is not known to be without meaning.
    pub(super) fn read<'a>(&mut self, data: &'a str) -> Option<Piece<'a>> {
        if let Some(piece) = self.frame.as_ref().and_then(|frame| frame.read(data)) {
            return Some(piece);
        }
        let piece = read(data)?;
        if self.n_frames < MOST_FRAMES
            && let Some(frame) = Frame::around(&piece, data)
        {
            self.frame = Some(frame);
            self.n_frames += 1;
        }
        Some(piece)
    }
}

/// An everyday chunk without its words: all before them, the opening quotation mark included, and all after them.
#[derive(Debug)]
struct Frame {
    before: String,
    after: String,
    /// The call whose arguments the words are; none for text.
    slot: Option<u32>,
}

impl Frame {
    /// The frame of a chunk that was read; nothing where its words do not stand in it as they are.
    fn around(piece: &Piece<'_>, data: &str) -> Option<Self> {
        let (words, slot) = match piece {
            Piece::Text(Cow::Borrowed(text)) => (text, None),
            Piece::Arguments { slot, arguments: Cow::Borrowed(arguments) } => (arguments, Some(*slot)),
            Piece::Text(Cow::Owned(_)) | Piece::Arguments { arguments: Cow::Owned(_), .. } => return None,
        };
        let start = words.as_ptr().addr().checked_sub(data.as_ptr().addr())?;
        let (before, after) = (data.get(..start)?, data.get(start + words.len()..)?);
        let is_quoted = before.ends_with('"') && after.starts_with('"');
        is_quoted.then(|| Self { before: before.to_owned(), after: after.to_owned(), slot })
    }

    /// Reads a chunk with this frame. Whatever stands in it must be one string of JSON, so that the frame means the same
    /// as it did around other words.
    fn read<'a>(&self, data: &'a str) -> Option<Piece<'a>> {
        let words = data.strip_prefix(self.before.as_str())?.strip_suffix(self.after.as_str())?;
        let is_bare = words.bytes().all(|byte| byte >= b' ' && byte != b'"' && byte != b'\\');
        let words = if is_bare {
            Cow::Borrowed(words)
        } else {
            let quoted = data.get(self.before.len() - 1..data.len() - self.after.len() + 1)?;
            let Words(words) = serde_json::from_str(quoted).ok()?;
            words
        };
        Some(match self.slot {
            None => Piece::Text(words),
            Some(slot) => Piece::Arguments { slot, arguments: words },
        })
    }
}

/// Reads an everyday chunk; nothing if there is anything in it that is not known to be without meaning.
pub(super) fn read(data: &str) -> Option<Piece<'_>> {
    let Chunk { choices: [choice], .. } = serde_json::from_str(data).ok()?;
    match (choice.delta.content, choice.delta.tool_calls) {
        (Some(Words(text)), None) => Some(Piece::Text(text)),
        (None, Some([call])) => {
            Some(Piece::Arguments { slot: call.index, arguments: call.function.arguments })
        }
        (Some(Words(text)), Some([call])) if text.is_empty() => {
            Some(Piece::Arguments { slot: call.index, arguments: call.function.arguments })
        }
        (Some(_), Some(_)) | (None, None) => None,
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "names what may stand there without meaning anything")]
struct Chunk<'a> {
    #[serde(default)]
    id: IgnoredAny,
    #[serde(default)]
    object: IgnoredAny,
    #[serde(default)]
    created: IgnoredAny,
    #[serde(default)]
    model: IgnoredAny,
    #[serde(default)]
    provider: IgnoredAny,
    #[serde(default)]
    service_tier: IgnoredAny,
    #[serde(default)]
    system_fingerprint: IgnoredAny,
    #[serde(default)]
    obfuscation: IgnoredAny,
    #[serde(default)]
    usage: (),
    #[serde(borrow)]
    choices: [Choice<'a>; 1],
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "names what may stand there without meaning anything")]
struct Choice<'a> {
    #[serde(default)]
    index: IgnoredAny,
    #[serde(default)]
    finish_reason: (),
    #[serde(default)]
    native_finish_reason: (),
    #[serde(default)]
    logprobs: (),
    #[serde(borrow)]
    delta: Delta<'a>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "names what may stand there without meaning anything")]
struct Delta<'a> {
    #[serde(default)]
    role: IgnoredAny,
    #[serde(default)]
    refusal: (),
    #[serde(default)]
    reasoning_content: (),
    #[serde(default)]
    reasoning: (),
    #[serde(default, borrow)]
    content: Option<Words<'a>>,
    #[serde(default, borrow)]
    tool_calls: Option<[Call<'a>; 1]>,
}

#[derive(Deserialize)]
struct Words<'a>(#[serde(borrow)] Cow<'a, str>);

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "names what may stand there without meaning anything")]
struct Call<'a> {
    index: u32,
    #[serde(default)]
    id: (),
    #[serde(default, rename = "type")]
    kind: IgnoredAny,
    #[serde(borrow)]
    function: Function<'a>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "names what may stand there without meaning anything")]
struct Function<'a> {
    #[serde(default)]
    name: (),
    #[serde(borrow)]
    arguments: Cow<'a, str>,
}

#[cfg(test)]
mod tests {
    use super::{Everyday, Piece, read};

    #[test]
    fn everyday_chunks_are_read_and_everything_else_is_left_to_the_long_way() {
        let text = r#"{"id":"x","object":"c","created":1,"model":"m","choices":[{"index":0,"delta":{"content":"a\"b"},"finish_reason":null}]}"#;
        assert_eq!(read(text), Some(Piece::Text("a\"b".into())));
        let call = r#"{"choices":[{"delta":{"content":null,"tool_calls":[{"index":2,"function":{"arguments":"{"}}]}}],"usage":null}"#;
        assert_eq!(read(call), Some(Piece::Arguments { slot: 2, arguments: "{".into() }));
        for other in [
            r#"{"choices":[{"delta":{},"finish_reason":"stop"}]}"#,
            r#"{"choices":[{"delta":{"content":"a"},"finish_reason":"stop"}]}"#,
            r#"{"choices":[{"delta":{"content":"a","refusal":"no"}}]}"#,
            r#"{"choices":[{"delta":{"content":"a"}}],"error":{"message":"x"}}"#,
            r#"{"choices":[{"delta":{"content":"a"}}],"usage":{"prompt_tokens":1}}"#,
            r#"{"choices":[{"delta":{"reasoning_content":"hm"}}]}"#,
            r#"{"choices":[{"delta":{"tool_calls":[{"index":0,"id":"c","function":{"name":"f","arguments":""}}]}}]}"#,
            r#"{"choices":[],"usage":{"prompt_tokens":1}}"#,
            r#"{"choices":[{"delta":{"content":[{"text":"a"}]}}]}"#,
            "{",
        ] {
            assert_eq!(read(other), None, "{other}");
        }
    }
    #[test]
    fn a_chunk_with_a_known_frame_is_read_as_any_other() {
        let text = |words: &str| {
            format!(r#"{{"id":"x","choices":[{{"delta":{{"content":"{words}"}},"finish_reason":null}}]}}"#)
        };
        let call = |words: &str| {
            format!(
                r#"{{"choices":[{{"delta":{{"tool_calls":[{{"index":1,"function":{{"arguments":"{words}"}}}}]}}}}]}}"#
            )
        };
        let words = [
            "a",
            "",
            "灯台",
            r#"a\"b"#,
            r"\u706f\n",
            r"\",
            r#"a","refusal":"no"#,
            r#"a"},"x":{"content":"b"#,
            "a\nb",
            "a\tb",
            r#"""#,
            r#"x" "#,
            r"\ud83d",
            r"\ud83d\ude00",
        ];
        for chunk in [&text as &dyn Fn(&str) -> String, &call] {
            let mut everyday = Everyday::default();
            everyday.read(&chunk("first"));
            assert!(everyday.frame.is_some());
            for words in words {
                assert_eq!(everyday.read(&chunk(words)), read(&chunk(words)), "{words}");
            }
        }
    }
}
