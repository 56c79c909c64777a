//! A scripted reply, said in each dialect as its provider would.

mod anthropic;
mod gemini;
mod ollama;
mod openai_chat;
mod openai_responses;

use serde_json::Value;

use llm::{Dialect, ScriptedReply, StopReason};

/// One message of a streamed reply.
#[derive(Debug, Clone)]
pub(super) struct Frame {
    pub(super) kind: Kind,
    /// The name of the event, in dialects that name them.
    pub(super) event: Option<&'static str>,
    pub(super) data: String,
}

/// What a frame is for, so that faults can aim.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Plain,
    CallStart(usize),
    CallPiece(usize),
    /// Says why the model stopped.
    Close,
    /// Says that nothing follows.
    Done,
}

impl Frame {
    fn new(kind: Kind, data: &Value) -> Self {
        Self { kind, event: None, data: data.to_string() }
    }
}

/// A reply about to be said.
#[derive(Debug, Clone, Copy)]
pub(super) struct ReplyRenderer<'a> {
    pub(super) reply: &'a ScriptedReply,
    pub(super) tells_usage: bool,
    /// Whether it was asked to tell how much of the prompt is read.
    pub(super) tells_progress: bool,
    pub(super) voice: &'a Voice,
}

/// How a service tells its thinking.
#[derive(Debug, Clone, Default)]
pub(super) struct Voice {
    /// Signs the thinking; names the model.
    pub(super) signature: Option<String>,
    pub(super) form: ThinkingForm,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum ThinkingForm {
    /// As the dialect has it.
    #[default]
    Usual,
    /// Between two texts, the second of which is blank.
    Interleaved,
    /// As fragments of `reasoning_details`.
    Details,
}

impl<'a> ReplyRenderer<'a> {
    /// In pieces.
    pub(super) fn frames(self, dialect: Dialect) -> Vec<Frame> {
        match dialect {
            Dialect::OpenaiChat => openai_chat::frames(self),
            Dialect::OpenaiResponses => openai_responses::frames(self),
            Dialect::Anthropic => anthropic::frames(self),
            Dialect::Gemini => gemini::frames(self),
            Dialect::Ollama => ollama::frames(self),
        }
    }

    /// In one piece.
    pub(super) fn whole(self, dialect: Dialect) -> Value {
        match dialect {
            Dialect::OpenaiChat => openai_chat::whole(self),
            Dialect::OpenaiResponses => openai_responses::whole(self),
            Dialect::Anthropic => anthropic::whole(self),
            Dialect::Gemini => gemini::whole(self),
            Dialect::Ollama => ollama::whole(self),
        }
    }

    /// The signature of the thinking, where the dialect has one.
    fn signature(self, usual: &'static str) -> &'a str {
        self.voice.signature.as_deref().unwrap_or(usual)
    }

    fn stop(self) -> StopReason {
        let natural =
            if self.reply.tool_calls.is_empty() { StopReason::EndTurn } else { StopReason::ToolCalls };
        self.reply.stop.clone().unwrap_or(natural)
    }

    /// A text in the pieces the script asks for, or in rather small ones.
    fn pieces(self, text: &str) -> Vec<String> {
        let size = if self.reply.piece == 0 { 24 } else { self.reply.piece };
        let characters: Vec<char> = text.chars().collect();
        characters.chunks(size).map(|piece| piece.iter().collect()).collect()
    }
}

/// Arguments as a value, for dialects that send values.
fn value_of(arguments: &str) -> Value {
    serde_json::from_str(arguments).unwrap_or(Value::Null)
}
