//! Any program that turns text into text, put behind the agent protocol as a draft engine.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use futures::future::BoxFuture;
use futures::stream;
use serde::{Deserialize, Serialize};
use tokio::sync::Mutex;

use super::engine::{Engine, EngineError, OneShot, Resident};
use super::play::{Translator, play};
use super::protocol::WorkItem;
use super::sentence::Sentence;
use crate::{EventStream, Failure, Model, Request};

/// The program and how long it may take.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CommandConfig {
    /// The program and its arguments; no shell is involved.
    pub argv: Vec<String>,
    /// For one run of it, or for one line where it stays.
    pub timeout: Duration,
    /// How it is spoken to.
    pub mode: CommandMode,
}

/// How a program is spoken to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum CommandMode {
    /// It is started for every request: text to its standard input, translation from its standard output.
    OneShot,
    /// It stays running: a line with a paragraph in, a line with its translation out.
    Lines,
    /// It stays running: `{"text": …, "target": …}` in, `{"text": …}` or `{"error": …}` out, each on one line.
    JsonLines,
}

/// A program as a model. It gets whole paragraphs without tags and readings; tags are put back where it left their marks.
#[derive(Clone)]
pub struct Command {
    name: String,
    program: String,
    timeout: Duration,
    engine: Arc<dyn Engine>,
}

impl Command {
    /// Prepares a program; nothing is run yet.
    pub fn new(config: CommandConfig) -> Self {
        let CommandConfig { argv, timeout, mode } = config;
        let program = argv.join(" ");
        let (prefix, engine): (_, Arc<dyn Engine>) = match mode {
            CommandMode::OneShot => ("command", Arc::new(OneShot { argv, timeout })),
            CommandMode::Lines | CommandMode::JsonLines => {
                let speaks_json = mode == CommandMode::JsonLines;
                let prefix = if speaks_json { "command-server-json" } else { "command-server" };
                (prefix, Arc::new(Resident { argv, timeout, speaks_json, running: Mutex::default() }))
            }
        };
        Self { name: format!("{prefix}:{program}"), program, timeout, engine }
    }

    /// Translates texts; if that takes too long, in two halves, down to one text.
    fn texts<'a>(
        &'a self,
        texts: &'a [&'a str],
        language: Option<&'a str>,
    ) -> BoxFuture<'a, Result<Vec<String>, Failure>> {
        Box::pin(async move {
            if texts.is_empty() {
                return Ok(Vec::new());
            }
            match self.engine.translate(texts, language).await {
                Ok(translated) => Ok(translated),
                Err(EngineError::TooSlow) if texts.len() > 1 => {
                    let (first, second) = texts.split_at(texts.len().div_ceil(2));
                    let mut translated = self.texts(first, language).await?;
                    translated.extend(self.texts(second, language).await?);
                    Ok(translated)
                }
                Err(error) => Err(error.into_failure(&self.program, self.timeout)),
            }
        })
    }
}

#[async_trait]
impl Translator for Command {
    async fn translate(&self, items: &[WorkItem], language: Option<&str>) -> Result<Vec<String>, Failure> {
        let sentences: Vec<Sentence<'_>> = items.iter().map(|item| Sentence::new(&item.source)).collect();
        let asked: Vec<Option<String>> = sentences
            .iter()
            .map(|sentence| {
                sentence.has_letters().then(|| sentence.marked().unwrap_or_else(|| sentence.plain()))
            })
            .collect();
        let texts: Vec<&str> = asked.iter().filter_map(Option::as_deref).collect();
        let mut first = self.texts(&texts, language).await?.into_iter();
        // What each item became; nothing where the tags' places were lost and the words are asked for alone.
        let mut translated: Vec<Option<String>> = Vec::with_capacity(items.len());
        for ((item, sentence), asked) in items.iter().zip(&sentences).zip(&asked) {
            if asked.is_none() {
                translated.push(Some(item.source.clone()));
                continue;
            }
            let answer = first.next().unwrap_or_default();
            translated.push(if sentence.has_tags() { sentence.by_marks(&answer) } else { Some(answer) });
        }
        let lost: Vec<String> = translated
            .iter()
            .zip(&sentences)
            .filter(|(text, _)| text.is_none())
            .map(|(_, sentence)| sentence.plain())
            .collect();
        let lost: Vec<&str> = lost.iter().map(String::as_str).collect();
        let mut second = self.texts(&lost, language).await?.into_iter();
        let complete = |(text, sentence): (Option<String>, &Sentence<'_>)| {
            text.unwrap_or_else(|| sentence.at_end(&second.next().unwrap_or_default()))
        };
        Ok(translated.into_iter().zip(&sentences).map(complete).collect())
    }

    fn reads_prompts(&self) -> bool {
        false
    }
}

#[async_trait]
impl Model for Command {
    fn name(&self) -> &str {
        &self.name
    }

    async fn stream(&self, request: &Request) -> Result<EventStream, Failure> {
        let events = play(request, self).await?.events();
        Ok(Box::pin(stream::iter(events.into_iter().map(Ok))))
    }
}
