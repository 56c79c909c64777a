//! `tsumugi replay`: shows a recorded file again, without a network.

use crate::args::model::ReplayArgs;
use crate::exit::{Exit, WithMessage};
use crate::output::Printer;
use llm::{ChatMessage, Take, read_cassette};
use messages::Message;
use serde_json::{Value, json};
use std::fmt::Write;
use std::fs::File;
use std::io::BufReader;

/// The most characters shown of a text.
const MAX_SHOWN: usize = 400;

pub(crate) fn run(args: &ReplayArgs, printer: &Printer) -> anyhow::Result<Exit> {
    let file = File::open(&args.file)
        .with_message(|| Message::new("cannot_read").with("path", args.file.display()))?;
    let takes = read_cassette(BufReader::new(file))?;
    if printer.is_json() {
        printer.json(&takes.iter().map(as_json).collect::<Vec<_>>())?;
        return Ok(Exit::Done);
    }
    let mut text = String::new();
    for (number, take) in (1..).zip(&takes) {
        describe(number, take, printer, &mut text);
    }
    printer.result(text.trim_end())?;
    printer.hint(&Message::new("replay_next").with("file", args.file.display()));
    Ok(Exit::Done)
}

fn describe(number: usize, take: &Take, printer: &Printer, text: &mut String) {
    let request = &take.request;
    let head = Message::new("replayed_request")
        .count("number", number)
        .with("model", &take.model)
        .count("messages", request.messages.len())
        .count("tools", request.tools.len())
        .with("tokens", llm::estimate_request(request));
    let mut lines = vec![head];
    if let Some(ChatMessage::User { text: asked }) = request.messages.last() {
        lines.push(Message::new("replayed_asked").with("text", shortened(asked)));
    }
    let reply = take.reply();
    if !reply.text.trim().is_empty() {
        lines.push(Message::new("replayed_said").with("text", shortened(&reply.text)));
    }
    for call in &reply.tool_calls {
        let called = Message::new("replayed_called").with("name", &call.name);
        lines.push(called.with("text", shortened(&call.arguments)));
    }
    let used = Message::new("replayed_used").with("in", reply.usage.total_input());
    lines.push(used.with("out", reply.usage.output));
    if let Some(failure) = &take.failure {
        lines.push(Message::new("replayed_failed").with("why", printer.recognised(&failure.to_string())));
    }
    for line in &lines {
        let _ = writeln!(text, "{}", printer.text_of(line));
    }
}

fn as_json(take: &Take) -> Value {
    json!({"model": take.model, "request": take.request, "reply": take.reply(), "failure": take.failure})
}

/// The beginning of a text on one line.
fn shortened(text: &str) -> String {
    let line: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= MAX_SHOWN {
        return line;
    }
    line.chars().take(MAX_SHOWN).chain(['…']).collect()
}
