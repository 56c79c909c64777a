//! What was recorded can be replayed: same replies, same failures, no network.

use std::io::Write;
use std::sync::{Arc, Mutex};

use llm::{
    ChatMessage, Failure, Model, Recording, Replaying, Request, Scripted, ScriptedFault, ScriptedReply, Usage,
};
use serde_json::json;

/// A tape that can be looked at while it is being written.
#[derive(Clone, Default)]
pub(crate) struct Tape(Arc<Mutex<Vec<u8>>>);

impl Tape {
    pub(crate) fn bytes(&self) -> Vec<u8> {
        self.0.lock().unwrap().clone()
    }
}

impl Write for Tape {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

fn ask(text: &str) -> Request {
    Request { messages: vec![ChatMessage::user(text)], ..Request::default() }
}

#[tokio::test]
async fn a_recorded_conversation_replays_exactly() {
    let failure = Failure::Server { service: "s".into(), status: 500, detail: "d".into(), retry_after: None };
    let mut broken = ScriptedReply::text("half");
    broken.fault = Some(ScriptedFault { after_events: Some(1), failure: failure.clone() });
    let good = ScriptedReply::call("get_term", &json!({"q": "雪"})).costing(Usage {
        input: 3,
        output: 2,
        ..Usage::default()
    });
    let script = [good, ScriptedReply::text("again"), ScriptedReply::failing(failure), broken];
    let tape = Tape::default();
    let recording = Recording::new(Arc::new(Scripted::replies(script)), Box::new(tape.clone()), Vec::new());
    let questions = [ask("a"), ask("a"), ask("b"), ask("c")];
    let mut first = Vec::new();
    for question in &questions {
        first.push(recording.complete(question).await);
    }

    let replaying = Replaying::new(tape.bytes().as_slice()).unwrap();
    assert_eq!((replaying.name(), replaying.n_left()), ("scripted", 4));
    for (question, expected) in questions.iter().zip(first) {
        assert_eq!(replaying.complete(question).await, expected);
    }
    assert_eq!(replaying.n_left(), 0);
    let unknown = replaying.complete(&ask("never asked")).await.unwrap_err();
    assert!(unknown.to_string().contains("no (further) answer"), "{unknown}");
}

#[tokio::test]
async fn a_reply_nobody_waited_for_is_recorded_as_cancelled() {
    let tape = Tape::default();
    let scripted = Scripted::replies([ScriptedReply::text("hello")]);
    let recording = Recording::new(Arc::new(scripted), Box::new(tape.clone()), Vec::new());
    drop(recording.stream(&ask("a")).await.unwrap());
    let replaying = Replaying::new(tape.bytes().as_slice()).unwrap();
    assert_eq!(replaying.complete(&ask("a")).await.unwrap_err().kind(), "cancelled");
}

#[test]
fn a_damaged_cassette_names_the_line() {
    let error = Replaying::new("\n{\"version\":1}\n".as_bytes()).err().unwrap().to_string();
    assert!(error.contains("line 2"), "{error}");
    let empty = serde_json::to_string(&Request::default()).unwrap();
    let newer = format!("{{\"version\":9,\"model\":\"m\",\"request\":{empty},\"events\":[]}}");
    let error = Replaying::new(newer.as_bytes()).err().unwrap().to_string();
    assert!(error.contains("version 9"), "{error}");
}
