//! Replies in the shapes providers really send, read whole, byte by byte and in random pieces.

use std::path::{Path, PathBuf};

use llm::{Dialect, Event, Failure};
use proptest::prelude::*;
use serde_json::{Value, json};

/// Every recorded shape with the dialect its name begins with.
fn recordings() -> Vec<(String, Dialect, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/wire");
    let mut paths: Vec<PathBuf> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let read = |path: PathBuf| {
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        let dialect = match name.split('.').next().unwrap() {
            "openai_chat" => Dialect::OpenaiChat,
            "openai_responses" => Dialect::OpenaiResponses,
            "anthropic" => Dialect::Anthropic,
            "gemini" => Dialect::Gemini,
            "ollama" => Dialect::Ollama,
            other => panic!("`{other}` is no dialect"),
        };
        let bytes = std::fs::read(path).unwrap();
        (name, dialect, bytes)
    };
    paths.into_iter().map(read).collect()
}

fn read<'a>(dialect: Dialect, pieces: impl IntoIterator<Item = &'a [u8]>) -> (Vec<Event>, Option<Failure>) {
    let mut reader = dialect.reader("recorded", 1);
    let mut all = Vec::new();
    for piece in pieces {
        let (events, result) = reader.push(piece);
        all.extend(events);
        if let Err(failure) = result {
            return (all, Some(failure));
        }
    }
    let (events, result) = reader.end();
    all.extend(events);
    (all, result.err())
}

#[test]
fn every_recorded_reply_is_understood() {
    for (name, dialect, bytes) in recordings() {
        let (events, failure) = read(dialect, [bytes.as_slice()]);
        insta::assert_json_snapshot!(name, json!({"events": events, "failure": failure}));
    }
}

#[test]
fn byte_by_byte_gives_the_same_events() {
    for (name, dialect, bytes) in recordings() {
        assert_eq!(read(dialect, bytes.chunks(1)), read(dialect, [bytes.as_slice()]), "{name}");
    }
}

#[test]
fn other_line_ends_and_comments_give_the_same_events() {
    for (name, dialect, bytes) in recordings() {
        let text = String::from_utf8(bytes.clone()).unwrap();
        let whole = read(dialect, [bytes.as_slice()]);
        let windows = text.replace('\n', "\r\n");
        assert_eq!(read(dialect, [windows.as_bytes()]), whole, "{name} with CR LF");
        assert_eq!(read(dialect, windows.as_bytes().chunks(1)), whole, "{name} with CR LF, byte by byte");
        if name.split('.').next_back() == Some("sse") {
            let chatty = text.replace("\n\n", "\n\n: ping\n\nid: 7\nretry: 100\n\n");
            assert_eq!(read(dialect, [chatty.as_bytes()]), whole, "{name} with comments");
            let old = text.replace('\n', "\r");
            assert_eq!(read(dialect, [old.as_bytes()]), whole, "{name} with CR");
            let cut = text.trim_end();
            assert_eq!(read(dialect, [cut.as_bytes()]), whole, "{name} without the last blank line");
        }
    }
}

#[test]
fn a_reply_cut_anywhere_is_never_taken_for_a_whole_one_with_other_words() {
    for (name, dialect, bytes) in recordings() {
        let (whole, _) = read(dialect, [bytes.as_slice()]);
        for end in (0..bytes.len()).step_by(7) {
            let (events, failure) = read(dialect, [&bytes[..end]]);
            let told = |events: &[Event]| {
                events
                    .iter()
                    .filter(|event| !matches!(event, Event::Usage { .. }))
                    .cloned()
                    .collect::<Vec<_>>()
            };
            let complete = told(&events) == told(&whole);
            assert!(failure.is_some() || complete, "{name} cut at {end} passed as whole");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn random_pieces_give_the_same_events(cuts in proptest::collection::vec(any::<prop::sample::Index>(), 0..40)) {
        for (name, dialect, bytes) in recordings() {
            let mut at: Vec<usize> = cuts.iter().map(|cut| cut.index(bytes.len() + 1)).collect();
            at.extend([0, bytes.len()]);
            at.sort_unstable();
            let pieces = at.windows(2).map(|pair| &bytes[pair[0]..pair[1]]);
            prop_assert_eq!(read(dialect, pieces), read(dialect, [bytes.as_slice()]), "{}", name);
        }
    }

    #[test]
    fn no_bytes_make_a_reader_panic(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        for dialect in Dialect::ALL {
            let (_, failure) = read(*dialect, [bytes.as_slice()]);
            prop_assert!(failure.is_some(), "noise is not a reply");
        }
    }
}

#[test]
fn a_reply_of_countless_calls_is_refused() {
    let call = |n: u32| {
        format!(
            "data: {{\"choices\":[{{\"delta\":{{\"tool_calls\":[{{\"index\":{n},\"id\":\"c{n}\",\"function\":{{\"name\":\"f\",\"arguments\":\"{{}}\"}}}}]}}}}]}}\n\n"
        )
    };
    let mut reply: String = (0..50_000).map(call).collect::<Vec<_>>().concat();
    reply.push_str("data: [DONE]\n\n");
    let (events, failure) = read(Dialect::OpenaiChat, [reply.as_bytes()]);
    assert!(events.len() < 3000);
    assert_eq!(failure.unwrap().kind(), "malformed");
}

/// The events of a chat reply whose chunks have these deltas, and after each of them the same fields.
fn read_chat(deltas: &[String], id: impl Fn(usize) -> usize) -> (Vec<Event>, Option<Failure>) {
    let chunk = |(place, delta): (usize, &String)| {
        let id = id(place);
        format!(
            "data: {{\"id\":\"{id}\",\"choices\":[{{\"index\":0,\"delta\":{delta},\"finish_reason\":null}}]}}\n\n"
        )
    };
    let end =
        "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n".to_owned();
    let stream: String = deltas.iter().enumerate().map(chunk).chain([end]).collect();
    read(Dialect::OpenaiChat, [stream.as_bytes()])
}

#[test]
fn chunks_that_differ_in_their_words_alone_are_read_as_those_that_differ_in_more() {
    let words = [
        "first",
        "b",
        "",
        "灯台",
        r#"a\"b"#,
        r"\u706f\n",
        r"\ud83d\ude00",
        "first",
        "content",
        "0",
        " x ",
        "日本 語",
    ];
    let text = words.map(|words| format!(r#"{{"content":"{words}"}}"#));
    let arguments = |slot: usize| {
        words.map(|words| {
            format!(r#"{{"tool_calls":[{{"index":{slot},"function":{{"arguments":"{words}"}}}}]}}"#)
        })
    };
    let begin = |slot: usize| {
        format!(
            r#"{{"tool_calls":[{{"index":{slot},"id":"call{slot}","function":{{"name":"f","arguments":""}}}}]}}"#
        )
    };
    let thinking = r#"{"content":"first","reasoning_content":"hm"}"#.to_owned();
    let mixed: Vec<String> =
        text.iter().zip(arguments(1)).flat_map(|(text, call)| [text.clone(), call]).collect();
    let replies = [
        text.to_vec(),
        [vec![begin(0)], arguments(0).to_vec(), vec![begin(1)], arguments(1).to_vec()].concat(),
        [vec![begin(1)], mixed].concat(),
        [text.to_vec(), vec![thinking], text.to_vec()].concat(),
    ];
    for deltas in replies {
        let alike = read_chat(&deltas, |_| 2000);
        assert_eq!(alike.1, None, "{deltas:?}");
        assert_eq!(alike, read_chat(&deltas, |place| 1000 + place), "{deltas:?}");
    }
}

#[test]
fn a_chunk_with_a_known_frame_and_more_than_words_in_it_is_read_for_what_it_says() {
    let text = |words: &str| format!(r#"{{"content":"{words}"}}"#);
    for words in [r#"a","refusal":"no"#, r#"a"},"x":{"content":"b"#, r"\", r"\ud83d", "\"", "a\tb"] {
        let deltas = [text("first"), text("second"), text(words)];
        assert_eq!(read_chat(&deltas, |_| 2000), read_chat(&deltas, |place| 1000 + place), "{words}");
    }
}

/// The details of the thinking in a chat reply, as they go back to the service.
fn reasoning_details(fragments: &[Value]) -> Vec<Value> {
    let said = fragments.iter().map(|fragment| json!({"reasoning_details": [fragment]}));
    let deltas: Vec<String> = said.chain([json!({"content": "ok"})]).map(|delta| delta.to_string()).collect();
    let (events, failure) = read_chat(&deltas, |place| place);
    assert_eq!(failure, None);
    let block = events
        .into_iter()
        .find_map(|event| if let Event::ReasoningBlock { block } = event { Some(block) } else { None });
    block.unwrap().data["reasoning_details"].as_array().unwrap().clone()
}

#[test]
fn fragments_of_one_detail_are_joined_and_different_details_are_not() {
    let fragments = [
        json!({"type": "reasoning.text", "index": 0, "text": "I thi", "signature": null}),
        json!({"type": "reasoning.text", "index": 0, "text": "nk", "signature": null}),
        json!({"type": "reasoning.text", "index": 0, "text": "", "signature": "sig"}),
        json!({"type": "reasoning.encrypted", "index": 1, "id": "a", "data": "xx"}),
        json!({"type": "reasoning.encrypted", "index": 1, "id": "b", "data": "yy"}),
        json!({"type": "reasoning.summary", "summary": "no index"}),
        json!({"type": "reasoning.summary", "summary": "no index"}),
    ];
    let merged = reasoning_details(&fragments);
    assert_eq!(merged.len(), 5, "{merged:?}");
    assert_eq!(
        merged[0],
        json!({"type": "reasoning.text", "index": 0, "text": "I think", "signature": "sig"})
    );
    assert_eq!(reasoning_details(&merged), merged, "joining again changes nothing");
}
