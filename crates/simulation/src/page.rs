//! A person at the page: the server's own router, asked without a socket. They write, lock and review, have the book
//! polished, and follow that to its end.

use crate::facts::{Act, Facts, SettledParagraph};
use crate::host::SimulatedHost;
use crate::process::{Process, RunOrder};
use crate::world::World;
use anyhow::{Context as _, Result, bail, ensure};
use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{Method, Request, header};
use axum::response::Response;
use book::id::{BookId, ParagraphId, RunId};
use futures::StreamExt as _;
use serde_json::{Value, json};
use server::serve::{Proxies, ServerConfig, ServerLimits, router};
use std::sync::{Arc, Mutex};
use tower::ServiceExt as _;

/// More than any answer has.
const MOST_BYTES: usize = 1 << 24;

/// Comes, works, and goes. Whatever is answered with a fault is a reason to come again.
pub(crate) async fn visit(process: &Process, order: &RunOrder) -> Result<()> {
    let Some(book) = process.book else { return Ok(()) };
    let done = visited(process, book, order).await;
    if done.is_err() {
        // Who was refused, or told nothing, knows no longer what stands there, nor what was accepted meanwhile.
        process.world.facts(|facts| {
            facts.forget_people();
            facts.hears_all = false;
        });
    }
    done
}

async fn visited(process: &Process, book: BookId, order: &RunOrder) -> Result<()> {
    let host = Arc::new(SimulatedHost {
        world: Arc::clone(&process.world),
        holder: process.holder(),
        budgets: Mutex::default(),
    });
    let config = ServerConfig {
        store: process.store.clone(),
        host: Arc::clone(&host) as Arc<dyn server::host::Host>,
        token: None,
        is_team: false,
        oidc: None,
        mail: None,
        proxies: Proxies::default(),
        limits: ServerLimits::default(),
        has_workers: false,
    };
    let router = router(config).await.map_err(|error| anyhow::anyhow!("{error}"))?;
    let page = Page { router, host: Arc::clone(&host), world: &process.world, book };
    page.write().await?;
    page.lock().await?;
    page.review().await?;
    page.work(process, order).await?;
    for budget in host.take_budgets() {
        process.returned(&budget, None);
    }
    Ok(())
}

struct Page<'a> {
    router: Router,
    host: Arc<SimulatedHost>,
    world: &'a World,
    book: BookId,
}

impl Page<'_> {
    async fn send(&self, method: Method, path: &str, body: Option<&Value>) -> Result<Response> {
        let request = Request::builder().method(method).uri(format!("/api/v1{path}"));
        let request = request.header(header::HOST, "localhost").header("x-tsumugi", "1");
        let request = match body {
            Some(body) => {
                request.header(header::CONTENT_TYPE, "application/json").body(Body::from(body.to_string()))?
            }
            None => request.body(Body::empty())?,
        };
        Ok(self.router.clone().oneshot(request).await?)
    }

    /// What is answered: the status and the body.
    async fn ask(&self, method: Method, path: &str, body: Option<&Value>) -> Result<(u16, Value)> {
        let response = self.send(method, path, body).await?;
        let status = response.status().as_u16();
        let body = to_bytes(response.into_body(), MOST_BYTES).await?;
        self.world.note(&format!("the page was answered {status}"));
        Ok((status, serde_json::from_slice(&body).unwrap_or_default()))
    }

    async fn get(&self, path: &str) -> Result<Value> {
        let (status, body) = self.ask(Method::GET, path, None).await?;
        ensure!(status == 200, "`{path}` was answered {status}: {body}");
        Ok(body)
    }

    /// Changes something; `None` if another writer was faster.
    async fn change(&self, method: Method, path: &str, body: &Value) -> Result<Option<Value>> {
        match self.ask(method, path, Some(body)).await? {
            (200..=202, said) => Ok(Some(said)),
            (409, _) => Ok(None),
            (status, said) => bail!("`{path}` was answered {status}: {said}"),
        }
    }

    /// Some paragraph, and where it is found.
    async fn pick(&self) -> Result<(ParagraphId, String, Value)> {
        let list = self.get(&format!("/books/{}/paragraphs?limit=1000", self.book)).await?;
        let items = list.get("items").and_then(Value::as_array).context("a list has no items")?;
        let place = usize::try_from(self.world.now_ms() / 7).unwrap_or_default() % items.len().max(1);
        let paragraph = items.get(place).context("a book has no paragraphs")?;
        let id = text(paragraph, "/paragraph_id").context("a paragraph has no id")?;
        let path = format!("/books/{}/paragraphs/{id}", self.book);
        Ok((id.parse()?, path, paragraph.clone()))
    }

    async fn write(&self) -> Result<()> {
        let (id, path, paragraph) = self.pick().await?;
        let words = format!("A person wrote this on the page at {}.", self.world.now_ms());
        let act = self.world.facts(|facts| facts.begin_writing([id]));
        let version = json!({"text": words, "based_on": paragraph.get("version")});
        if self.change(Method::POST, &format!("{path}/versions"), &version).await?.is_some() {
            self.world.facts(|facts| facts.note_words(act, [(id, words)]));
        } else {
            self.world.facts(|facts| facts.end_writing(act));
        }
        Ok(())
    }

    async fn lock(&self) -> Result<()> {
        let (id, path, _) = self.pick().await?;
        let act = self.world.facts(Facts::begin_act);
        let changed = self.change(Method::PUT, &format!("{path}/lock"), &json!({"locked": true})).await?;
        self.settled(
            act,
            id,
            changed.as_ref(),
            &SettledParagraph { is_locked: true, ..SettledParagraph::default() },
        );
        Ok(())
    }

    async fn review(&self) -> Result<()> {
        let (id, path, paragraph) = self.pick().await?;
        let Some(version) = text(&paragraph, "/version") else { return Ok(()) };
        let act = self.world.facts(Facts::begin_act);
        let review = json!({"state": "reviewed", "based_on": version});
        let changed = self.change(Method::PUT, &format!("{path}/review"), &review).await?;
        self.settled(
            act,
            id,
            changed.as_ref(),
            &SettledParagraph { is_reviewed: true, ..SettledParagraph::default() },
        );
        Ok(())
    }

    /// What stands there from now on stands there.
    fn settled(&self, act: Act, paragraph: ParagraphId, changed: Option<&Value>, how: &SettledParagraph) {
        let Some(changed) = changed else { return };
        let words = text(changed, "/paragraph/translation").map(str::to_owned);
        self.world.facts(|facts| facts.settle(act, paragraph, words, how));
    }

    /// Has the book polished, or goes on with that, and follows it to its end.
    async fn work(&self, process: &Process, order: &RunOrder) -> Result<()> {
        let list = self.get(&format!("/runs?book={}", self.book)).await?;
        let runs = list.get("items").and_then(Value::as_array).cloned().unwrap_or_default();
        let ours = runs.iter().find(|run| {
            let id: Option<RunId> = text(run, "/id").and_then(|id| id.parse().ok());
            id.is_some_and(|id| !order.earlier.contains(&id))
        });
        let begun = match ours.and_then(|run| Some((text(run, "/id")?, text(run, "/state")?))) {
            None => {
                let scenario = &self.world.scenario;
                let wish = json!({"kind": "polish", "concurrency": scenario.concurrency,
                    "chunk_tokens": 64 + scenario.seed % 200});
                self.change(Method::POST, &format!("/books/{}/runs", self.book), &wish).await?
            }
            Some((_, "over")) => return Ok(()),
            Some((run, _)) => self.change(Method::POST, &format!("/runs/{run}/resume"), &json!({})).await?,
        };
        let begun = begun.context("somebody else is at work")?;
        let run = text(&begun, "/run").context("a run has no id")?;
        self.world.facts(|facts| {
            facts.accepted_now.clear();
            (facts.n_ended_events, facts.n_second) = (0, 0);
        });
        tokio::select! {
            biased;
            followed = self.follow(run) => followed?,
            stopped = self.stopped(process, run) => stopped?,
        }
        self.is_at_rest(run).await
    }

    /// Stops the run when it is to be cancelled, and follows it again.
    async fn stopped(&self, process: &Process, run: &str) -> Result<()> {
        process.cancel.cancelled().await;
        // It may have ended at the same moment.
        self.change(Method::POST, &format!("/runs/{run}/stop"), &json!({})).await?;
        // What was told in between is not heard a second time.
        self.world.facts(|facts| facts.hears_all = false);
        self.follow(run).await
    }

    /// Hears what is told of a run until it has ended.
    async fn follow(&self, run: &str) -> Result<()> {
        let response = self.send(Method::GET, &format!("/runs/{run}/events?after=0"), None).await?;
        ensure!(response.status().is_success(), "a run cannot be followed: {}", response.status());
        let mut told = response.into_body().into_data_stream();
        let mut rest = String::new();
        while let Some(piece) = told.next().await {
            rest.push_str(&String::from_utf8_lossy(&piece?));
            while let Some((event, after)) = rest.split_once("\n\n") {
                let field =
                    |name: &str| event.lines().find_map(|line| line.strip_prefix(name)).map(str::trim);
                if let (Some(name), Some(data)) = (field("event:"), field("data:")) {
                    self.on_event(name, &serde_json::from_str(data)?);
                }
                rest = after.to_owned();
            }
        }
        Ok(())
    }

    fn on_event(&self, name: &str, data: &Value) {
        match name {
            "accepted" => {
                let Some(words) = text(data, "/translation") else { return };
                let Some(paragraph) = text(data, "/paragraph_id").and_then(|id| id.parse().ok()) else {
                    return;
                };
                self.world.told_accepted(words);
                self.world.facts(|facts| {
                    facts.accepted_now.insert(paragraph);
                    facts.accepted.push((paragraph, words.to_owned()));
                });
            }
            "suggested" => {
                let paragraph: Option<ParagraphId> =
                    text(data, "/paragraph_id").and_then(|id| id.parse().ok());
                self.world.facts(|facts| facts.suggested.extend(paragraph));
            }
            "ended" => self.world.facts(|facts| facts.n_ended_events += 1),
            "saying" | "thinking" => {}
            other => self.world.note(&format!("the page was told: {other}")),
        }
    }

    /// Whose end was told does not go on, as the page sees it.
    async fn is_at_rest(&self, run: &str) -> Result<()> {
        let shown = self.get(&format!("/runs/{run}")).await?;
        if text(&shown, "/state") == Some("running") {
            self.world.violation("a run whose end was told is shown at work");
        }
        Ok(())
    }
}

impl Drop for Page<'_> {
    fn drop(&mut self) {
        self.host.take_budgets();
    }
}

fn text<'a>(value: &'a Value, pointer: &str) -> Option<&'a str> {
    value.pointer(pointer).and_then(Value::as_str)
}
