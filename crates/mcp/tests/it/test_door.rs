//! A library with one book of two chapters, and a program that reads and changes it over the protocol.

use book::id::BookId;
use checks::dictionary::NoDictionaries;
use mcp::door::Door;
use mcp::transport::stdio::serve_over;
use operations::import::{ImportOptions, import};
use runner::run::ClaimOwner;
use serde_json::{Value, json};
use std::path::PathBuf;
use std::sync::Arc;
use store::store::Store;
use tempfile::TempDir;
use tokio::io::{
    AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, Lines, ReadHalf, WriteHalf, duplex, split,
};
use tools::text::PromptLanguage;

/// More than stand on one page of a chapter.
const N_PARAGRAPHS: u32 = 600;

/// A library that is gone when dropped.
pub(crate) struct TestDoor {
    pub(crate) door: Door,
    pub(crate) book: BookId,
    pub(crate) folder: TempDir,
}

impl TestDoor {
    pub(crate) async fn open() -> Self {
        Self::into_language(Some("de")).await
    }

    /// The same, translated into this language, if anybody has said which.
    pub(crate) async fn into_language(language: Option<&str>) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&folder.path().join("library.tsumugi")).await.unwrap();
        let lines: Vec<String> = (1..=N_PARAGRAPHS).map(|n| format!("The lamp was lit {n} times.")).collect();
        let text = format!("Chapter 1\n\n{}\n\nChapter 2\n\nNobody answered.\n", lines.join("\n\n"));
        let options = ImportOptions {
            file_name: "tale.txt".to_owned(),
            from: Some("en".parse().unwrap()),
            to: language.map(|language| language.parse().unwrap()),
            ..ImportOptions::default()
        };
        let imported = import(&store, text.into_bytes(), options, 1, &|_, _| {}).await.unwrap();
        let door = Door {
            store,
            book: None,
            language: PromptLanguage::English,
            dictionaries: Arc::new(NoDictionaries),
            holder: ClaimOwner::new("a test".to_owned(), |_| false),
            export_folder: None,
            clock: Arc::new(|| 2),
            changed: Arc::new(|_| {}),
        };
        Self { door, book: imported.book.id, folder }
    }

    /// The same, where files may be written into a folder.
    pub(crate) fn exporting_to(mut self, folder: PathBuf) -> Self {
        self.door.export_folder = Some(folder);
        self
    }

    /// A program of this name.
    pub(crate) async fn client(&self, name: &str) -> Client {
        let (ours, theirs) = duplex(1024 * 1024);
        let (input, output) = split(theirs);
        tokio::spawn(serve_over(self.door.clone(), input, output));
        let (input, output) = split(ours);
        let mut client = Client { lines: BufReader::new(input).lines(), output, n_requests: 0 };
        let begun = json!({"protocolVersion": "2025-06-18", "capabilities": {},
            "clientInfo": {"name": name, "version": "1"}});
        client.ask("initialize", &begun).await.unwrap();
        client.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"})).await;
        client
    }
}

/// A program that speaks the protocol.
pub(crate) struct Client {
    lines: Lines<BufReader<ReadHalf<DuplexStream>>>,
    output: WriteHalf<DuplexStream>,
    n_requests: u64,
}

impl Client {
    async fn send(&mut self, message: &Value) {
        self.output.write_all(format!("{message}\n").as_bytes()).await.unwrap();
    }

    /// The result of a request, or its error.
    pub(crate) async fn ask(&mut self, method: &str, params: &Value) -> Result<Value, Value> {
        self.n_requests += 1;
        let id = self.n_requests;
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params})).await;
        loop {
            let line = self.lines.next_line().await.unwrap().unwrap();
            let mut message: Value = serde_json::from_str(&line).unwrap();
            if message["id"] == json!(id) {
                let error = message["error"].take();
                return if error.is_null() { Ok(message["result"].take()) } else { Err(error) };
            }
        }
    }

    /// What a tool answers, carried out or refused.
    pub(crate) async fn call(&mut self, tool: &str, arguments: &Value) -> Value {
        let answer = self.ask("tools/call", &json!({"name": tool, "arguments": arguments})).await.unwrap();
        let text = answer["content"][0]["text"].as_str().unwrap_or_else(|| panic!("{answer}"));
        serde_json::from_str(text).unwrap()
    }

    /// What stands at an address: its contents, which name the address.
    pub(crate) async fn read(&mut self, uri: &str) -> Result<Value, Value> {
        let mut answer = self.ask("resources/read", &json!({"uri": uri})).await?;
        Ok(answer["contents"][0].take())
    }

    /// The messages of a prompt.
    pub(crate) async fn prompt(&mut self, name: &str, arguments: &Value) -> Value {
        let answer = self.ask("prompts/get", &json!({"name": name, "arguments": arguments})).await;
        answer.unwrap()["messages"].take()
    }
}
