//! The doors beside a run: a survey, a conversation with the assistant, and another program over the protocol (MCP).

use crate::dictionary::SimulatedDictionaries;
use crate::doing::Doing;
use crate::process::{Process, RunOrder};
use anyhow::{Context as _, Result, ensure};
use async_trait::async_trait;
use book::id::ParagraphId;
use llm::{Budget, BudgetLimit};
use mcp::door::Door;
use mcp::transport::stdio::serve_over;
use runner::assistant::{self, Approver, AssistantEvent, ChatPlace, Conversation, Proposal};
use runner::report::Ending;
use runner::run::{self, ClaimOwner, RunError, StopSignal};
use runner::spec::Work;
use runner::survey::{self, SurveyConfig, SurveyEvent};
use serde_json::{Value, json};
use std::sync::Arc;
use store::store::Store;
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, DuplexStream, duplex, split};
use tools::text::PromptLanguage;

/// Room for the lines that are under way.
const UNDER_WAY: usize = 1 << 20;

/// Reads the book before it is translated, or goes on reading it.
pub(crate) async fn survey(
    process: &Process,
    store: &Store,
    holder: ClaimOwner,
    cancel: StopSignal,
    order: &RunOrder,
) -> Result<Ending, RunError> {
    let Some(book) = process.book else { return Err(RunError::NoModel) };
    let book = store.library().book(book).await?;
    let mut spec = process.spec(order);
    spec.work = Work::Survey;
    let runs = store.library().runs(Some(book.id)).await?;
    let begun = runs.iter().find(|run| order.is_open(run));
    let budget = run::budget(&spec, begun);
    let world = Arc::clone(&process.world);
    let config = SurveyConfig {
        store: store.clone(),
        book,
        model: process.model(&budget, order.is_calm)?,
        spec,
        budget: Arc::clone(&budget),
        holder,
        clock: process.clock(),
        events: Arc::new(move |event| match event {
            SurveyEvent::Replied { .. } => world.doing(Doing::Replied),
            SurveyEvent::PieceStarted { .. } => world.doing(Doing::Asking),
            SurveyEvent::Ended(_) => world.facts(|facts| facts.n_ended_events += 1),
            SurveyEvent::Began { run, .. } => {
                world.facts(|facts| facts.begin_run(run));
                world.note("event of a survey");
            }
            _ => world.note("event of a survey"),
        }),
        cancel,
    };
    let report = match begun {
        Some(run) => survey::resume(config, run.id).await,
        None => survey::start(config).await,
    };
    process.returned(&budget, order.limit_micros);
    Ok(report?.ending)
}

/// Says no to everything: then nothing that a person has settled changes.
struct Declines;

#[async_trait]
impl Approver for Declines {
    async fn approve(&self, _proposal: &Proposal) -> bool {
        false
    }
}

/// A person asks the assistant to say something else in a paragraph, and waits for its answer.
pub(crate) async fn talk(process: &Process, store: &Store, paragraph: ParagraphId) -> Result<()> {
    let Some(book) = process.summary().await? else { return Ok(()) };
    let budget = Budget::new(BudgetLimit::default());
    let words = format!("At {} please change paragraph {paragraph}.", process.world.now_ms());
    let chat = assistant::begin(store, &book, &words, process.world.now_ms()).await?;
    let world = Arc::clone(&process.world);
    let conversation = Conversation {
        store: store.clone(),
        book,
        model: process.model(&budget, false)?,
        budget: Arc::clone(&budget),
        instructions: None,
        approver: Arc::new(Declines),
        clock: process.clock(),
        events: Arc::new(move |event| match event {
            AssistantEvent::Replied { .. } => world.doing(Doing::Replied),
            AssistantEvent::Changed { .. } => world.note("the assistant has changed something"),
            _ => {}
        }),
        cancel: process.cancel.clone(),
    };
    let ending = conversation.answer(chat, &words, &ChatPlace::default()).await?;
    process.world.facts(|facts| facts.talked.push((chat, words)));
    process.world.note(&format!("the conversation ended: {ending:?}"));
    process.returned(&budget, None);
    Ok(())
}

/// Another program lists the books, reads a paragraph, changes it, and takes back what it changed if `takes_back`.
pub(crate) async fn program(
    process: &Process,
    store: &Store,
    paragraph: ParagraphId,
    takes_back: bool,
) -> Result<()> {
    let (ours, theirs) = duplex(UNDER_WAY);
    let door = Door {
        store: store.clone(),
        book: process.book,
        language: PromptLanguage::English,
        dictionaries: Arc::new(SimulatedDictionaries(Arc::clone(&process.world))),
        holder: ClaimOwner::new(format!("program {}", process.number), |_| false),
        export_folder: None,
        clock: process.clock(),
        changed: Arc::new(|_| {}),
    };
    let (input, output) = split(theirs);
    let serving =
        tokio::spawn(async move { serve_over(door, input, output).await.map_err(|error| error.to_string()) });
    let mut client = Client { stream: BufReader::new(ours), n_asked: 0 };
    let about = json!({"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "simulated", "version": "1"}});
    client.ask("initialize", about).await?;
    client.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"})).await?;
    client.call("get_paragraph_info", json!({"paragraph_id": paragraph})).await?;
    let text = format!("A program wrote this at {}.", process.world.now_ms());
    let said = client
        .call("update_translation", json!({"paragraph_id": paragraph, "translated_text": text}))
        .await?;
    process.world.note(&format!("the program was told {}", said.len()));
    if takes_back {
        client.call("undo", json!({})).await?;
    }
    drop(client);
    serving.await?.map_err(anyhow::Error::msg)
}

/// The other program's end.
struct Client {
    stream: BufReader<DuplexStream>,
    n_asked: u64,
}

impl Client {
    async fn send(&mut self, message: &Value) -> Result<()> {
        let line = format!("{message}\n");
        Ok(self.stream.get_mut().write_all(line.as_bytes()).await?)
    }

    async fn ask(&mut self, method: &str, params: Value) -> Result<Value> {
        self.n_asked += 1;
        let id = self.n_asked;
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params})).await?;
        loop {
            let mut line = String::new();
            ensure!(self.stream.read_line(&mut line).await? > 0, "the other side has left");
            let answer: Value = serde_json::from_str(&line)?;
            if answer.get("id").and_then(Value::as_u64) == Some(id) {
                return Ok(answer);
            }
        }
    }

    async fn call(&mut self, tool: &str, arguments: Value) -> Result<String> {
        let answer = self.ask("tools/call", json!({"name": tool, "arguments": arguments})).await?;
        let result = answer.get("result").context("a call was answered with an error of the protocol")?;
        Ok(result.to_string())
    }
}
