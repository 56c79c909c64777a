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
    use super::{Piece, read};

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
}
