//! The plain loop: each paragraph in a request of its own, as a first script would do it. Its cost and result are the
//! measure for the program.

use super::compare::{Verdicts, is_copied};
use super::events::Outcome;
use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};
use std::io::Write as _;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Where the model is.
pub(super) struct Endpoint<'a> {
    pub(super) base_url: &'a str,
    pub(super) model: &'a str,
    pub(super) key: Option<&'a str>,
}

/// What the loop brought.
#[derive(Default)]
pub(super) struct Alone {
    paragraphs: Vec<AloneParagraph>,
    input: u64,
    output: u64,
    wall: Duration,
    source_tokens: u64,
}

struct AloneParagraph {
    id: String,
    source: String,
    translation: String,
}

impl Alone {
    /// Translates every paragraph.
    pub(super) fn translate<'a>(
        endpoint: &Endpoint<'_>,
        target: &str,
        paragraphs: impl Iterator<Item = (&'a str, &'a str)>,
    ) -> Result<Self> {
        let started = Instant::now();
        let language = match target {
            "zh" => "Simplified Chinese",
            "en" => "English",
            other => other,
        };
        let mut alone = Self::default();
        for (id, source) in paragraphs {
            let prompt = format!(
                "Translate the following paragraph into {language}. Answer with the translation only.\n\n{source}"
            );
            let reply = endpoint.ask(&prompt)?;
            let tokens = |field: &str| reply.pointer(field).and_then(Value::as_u64).unwrap_or_default();
            alone.input += tokens("/usage/prompt_tokens");
            alone.output += tokens("/usage/completion_tokens");
            let text = reply.pointer("/choices/0/message/content").and_then(Value::as_str);
            alone.source_tokens += estimated_tokens(source);
            alone.paragraphs.push(AloneParagraph {
                id: id.to_owned(),
                source: source.to_owned(),
                translation: text.unwrap_or_default().trim().to_owned(),
            });
        }
        alone.wall = started.elapsed();
        Ok(alone)
    }

    /// The translation at a place.
    pub(super) fn translation(&self, place: usize) -> Option<&str> {
        self.paragraphs.get(place).map(|paragraph| paragraph.translation.as_str())
    }

    /// Tokens of source, about.
    pub(super) const fn source_tokens(&self) -> u64 {
        self.source_tokens
    }

    /// The loop as if it were a run.
    pub(super) fn outcome(&self) -> Outcome {
        let is_there = |paragraph: &&AloneParagraph| !paragraph.translation.is_empty();
        let at_once: std::collections::HashSet<String> =
            self.paragraphs.iter().filter(is_there).map(|paragraph| paragraph.id.clone()).collect();
        Outcome {
            n_left: self.paragraphs.len() - at_once.len(),
            at_once,
            n_requests: self.paragraphs.len(),
            input: self.input,
            output: self.output,
            model_ms: u64::try_from(self.wall.as_millis()).unwrap_or(u64::MAX),
            wall: self.wall,
            ..Outcome::default()
        }
    }

    /// Alone nothing can be shifted.
    pub(super) fn verdicts(&self) -> Verdicts {
        let there = self.paragraphs.iter().filter(|paragraph| !paragraph.translation.is_empty());
        let (n_all, copied) = there.fold((0, 0), |(n_all, copied), paragraph| {
            (n_all + 1, copied + usize::from(is_copied(&paragraph.source, &paragraph.translation)))
        });
        Verdicts { shifted: 0, copied, good: n_all - copied }
    }

    #[cfg(test)]
    pub(super) fn from_translations(translations: &[&str]) -> Self {
        let paragraph = |text: &&str| AloneParagraph {
            id: String::new(),
            source: String::new(),
            translation: (*text).to_owned(),
        };
        Self { paragraphs: translations.iter().map(paragraph).collect(), ..Self::default() }
    }
}

/// Tokens of a text, estimated as the program does: one for each wide character, two for seven bytes of others.
fn estimated_tokens(text: &str) -> u64 {
    let (mut wide, mut other) = (0_u64, 0_u64);
    for c in text.chars() {
        if c >= '\u{2e80}' {
            wide += 1;
        } else {
            other += u64::try_from(c.len_utf8()).unwrap_or(4);
        }
    }
    wide + (other * 2).div_ceil(7)
}

impl Endpoint<'_> {
    /// One request, by way of `curl`. What it is told comes by its standard input, so that no key is seen in a list of
    /// processes.
    fn ask(&self, prompt: &str) -> Result<Value> {
        let body = json!({"model": self.model, "temperature": 0, "stream": false,
            "messages": [{"role": "user", "content": prompt}]});
        let mut lines = vec![
            format!("url = {}", quoted(&format!("{}/chat/completions", self.base_url.trim_end_matches('/')))),
            format!("header = {}", quoted("Content-Type: application/json")),
            format!("data-binary = {}", quoted(&body.to_string())),
        ];
        if let Some(key) = self.key {
            lines.push(format!("header = {}", quoted(&format!("Authorization: Bearer {key}"))));
        }
        let mut child = Command::new("curl")
            .args(["--silent", "--show-error", "--fail-with-body", "--config", "-"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .context("`curl` cannot be started")?;
        if let Some(mut stdin) = child.stdin.take() {
            stdin.write_all(lines.join("\n").as_bytes()).context("`curl` does not listen")?;
        }
        let output = child.wait_with_output().context("`curl` was lost")?;
        let said = String::from_utf8_lossy(&output.stdout);
        ensure!(output.status.success(), "the endpoint refused: {said}");
        serde_json::from_str(&said).with_context(|| format!("the endpoint answered with no JSON: {said}"))
    }
}

/// A value as `curl` reads it in its configuration.
fn quoted(value: &str) -> String {
    format!("\"{}\"", value.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"))
}
