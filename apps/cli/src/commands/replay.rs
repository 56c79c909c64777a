//! `tsumugi replay`: shows a recorded file again, without a network.

use crate::args::model::ReplayArgs;
use crate::exit::{Exit, Tell};
use crate::output::Printer;
use llm::{Message, Take, read_cassette};
use serde_json::{Value, json};
use std::fmt::Write;
use std::fs::File;
use std::io::BufReader;

/// So many characters of a text are shown.
const MAX_SHOWN: usize = 400;

pub(crate) fn run(args: &ReplayArgs, printer: &Printer) -> anyhow::Result<Exit> {
    let file = File::open(&args.file)
        .tell(|| messages::Message::new("cannot_read").with("path", args.file.display()))?;
    let takes = read_cassette(BufReader::new(file))?;
    if printer.is_json() {
        printer.json(&takes.iter().map(as_json).collect::<Vec<_>>())?;
        return Ok(Exit::Done);
    }
    let mut text = String::new();
    for (number, take) in (1..).zip(&takes) {
        describe(number, take, &mut text);
    }
    printer.result(text.trim_end())?;
    printer.say(&format!(
        "hint: `--model replay:{}` runs the same command again with these answers",
        args.file.display()
    ));
    Ok(Exit::Done)
}

fn describe(number: usize, take: &Take, text: &mut String) {
    let request = &take.request;
    let _ = writeln!(
        text,
        "{number}. {}: {} messages, {} tools, about {} tokens",
        take.model,
        request.messages.len(),
        request.tools.len(),
        llm::estimate_request(request)
    );
    if let Some(Message::User { text: asked }) = request.messages.last() {
        let _ = writeln!(text, "   asked   {}", shortened(asked));
    }
    let reply = take.reply();
    if !reply.text.trim().is_empty() {
        let _ = writeln!(text, "   said    {}", shortened(&reply.text));
    }
    for call in &reply.tool_calls {
        let _ = writeln!(text, "   called  {} {}", call.name, shortened(&call.arguments));
    }
    let _ = writeln!(text, "   used    {} in, {} out", reply.usage.total_input(), reply.usage.output);
    if let Some(failure) = &take.failure {
        let _ = writeln!(text, "   failed  {failure}");
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
