//! Every operation of the document with ids that exist and a body that fits: what the tests of rights send.

use crate::client::Client;
use crate::teams::{PASSWORD, TestTeam, chapter};
use book::text::version::TaskKind;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use store::work::NewTask;

/// An operation of the document.
pub(crate) struct Operation {
    pub(crate) method: String,
    /// With the names of its parts in braces.
    path: String,
    pub(crate) name: String,
    pub(crate) has_body: bool,
}

/// What is sent to an operation.
pub(crate) struct Sent {
    pub(crate) path: String,
    pub(crate) kind: Option<&'static str>,
    pub(crate) body: Vec<u8>,
}

/// A book with something of everything, and what each operation is sent.
pub(crate) struct RealIds {
    pub(crate) book: String,
    ids: BTreeMap<&'static str, String>,
    bodies: BTreeMap<&'static str, Value>,
    files: BTreeMap<&'static str, (&'static str, Vec<u8>)>,
}

/// The operations of the document, in its order.
pub(crate) fn all() -> Vec<Operation> {
    let document: Value = serde_json::from_str(include_str!("../../openapi.json")).unwrap();
    let mut operations = Vec::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            let Some(name) = operation["operationId"].as_str() else { continue };
            operations.push(Operation {
                method: method.to_uppercase(),
                path: path.clone(),
                name: name.to_owned(),
                has_body: operation.get("requestBody").is_some(),
            });
        }
    }
    operations
}

impl Operation {
    /// Whether its address is in a book.
    pub(crate) fn of_book(&self) -> bool {
        self.path.contains("/{book}") || self.path.contains("/{run}")
    }
}

impl RealIds {
    /// A chapter is `translator`'s, and a comment is `reader`'s: these they may change themselves.
    pub(crate) async fn of(team: &TestTeam, translator: &Client, reader: &Client) -> Self {
        let owner = &team.owner;
        team.member("spare", "translator", None).await;
        let people = owner.get("/api/v1/people").await.expect(200).json();
        let person = |login: &str| {
            let one = people["items"].as_array().unwrap().iter().find(|one| one["login"] == login);
            one.unwrap()["id"].as_str().unwrap().to_owned()
        };
        let assignee = translator.get("/api/v1/me").await.expect(200).json()["id"].clone();
        let book = team.import().await;
        let at = format!("/api/v1/books/{book}");
        let (chapter, paragraphs) = chapter(owner, &book).await;
        let is_plain =
            |one: &&Value| one["is_empty"] == false && !one["text"].as_str().unwrap().contains('<');
        let paragraph =
            paragraphs.iter().find(is_plain).unwrap()["paragraph_id"].as_str().unwrap().to_owned();
        let made = async |path: &str, body: &Value| {
            owner.json("POST", &format!("{at}/{path}"), body).await.expect(201).json()["id"]
                .as_str()
                .unwrap()
                .to_owned()
        };
        let term = made("terms", &json!({"source": "lamp", "translation": "灯"})).await;
        let character = made("characters", &json!({"name": {"source": "Bell", "translation": "贝尔"}})).await;
        let new_memory = json!({"text": "The lamps are gas.", "about": "chapter", "about_id": chapter});
        let memory = made("memories", &new_memory).await;
        let of_paragraph = format!("{at}/paragraphs/{paragraph}");
        let text = json!({"text": "译文。", "based_on": null});
        owner.json("POST", &format!("{of_paragraph}/versions"), &text).await.expect(201);
        let library = team.app.store.library();
        let version = library.versions(book.parse().unwrap(), paragraph.parse().unwrap()).await.unwrap();
        let comment = json!({"text": "Why?"});
        reader.json("POST", &format!("{of_paragraph}/comments"), &comment).await.expect(204);
        let spec = json!({"kind": "translation", "chapters": [chapter.clone()], "model": "rehearsal"});
        let run = rested_run(owner, &book, &spec).await;
        let task = task(team, &run, &book, &chapter).await;
        let chat = team.app.store.create_chat(book.parse().unwrap(), "a chat", 1).await.unwrap().to_string();
        let work = json!({"chapters": [chapter], "person": assignee, "work": "translate"});
        owner.json("POST", &format!("{at}/assignments"), &work).await.expect(204);
        let given = owner.get(&format!("{at}/assignments")).await.expect(200).json();
        owner.json("POST", "/api/v1/invitations", &json!({"role": "reader", "days": 1})).await.expect(201);
        let invitations = owner.get("/api/v1/invitations").await.expect(200).json();
        let bundle = owner.get(&format!("{at}/bundle")).await.expect(200).bytes.to_vec();
        let ids = BTreeMap::from([
            ("book", book.clone()),
            ("chapter", chapter.clone()),
            ("paragraph", paragraph.clone()),
            ("version", version[0].id.to_string()),
            ("term", term),
            ("character", character),
            ("memory", memory),
            ("number", "1".to_owned()),
            ("run", run),
            ("task", task),
            ("chat", chat),
            ("assignment", given["items"][0]["id"].to_string()),
            ("invitation", invitations["items"][0]["id"].to_string()),
            ("credential", "999999".to_owned()),
            ("person", person("spare")),
            ("service", "test".to_owned()),
            ("token", "0".repeat(64)),
            ("secret", "0".repeat(64)),
            ("change", "1".to_owned()),
        ]);
        let bodies = of_account().into_iter().chain(of_book(&ids)).chain(of_text(&ids, spec, work)).collect();
        let translations = format!("id,base,translation\n{paragraph},,译文。\n");
        let files = BTreeMap::from([
            ("importBook", ("other.txt", b"Chapter 1\n\nThe lamp was lit.\n".to_vec())),
            ("importTerms", ("terms.csv", "source,translation\nlamp,灯\n".as_bytes().to_vec())),
            ("takeBack", ("t.csv", translations.into_bytes())),
            ("unbundleBook", ("b.tsumugi-bundle", bundle)),
        ]);
        Self { book, ids, bodies, files }
    }

    /// What an operation is sent. One with a body that is not in the table fails the test.
    pub(crate) fn sent(&self, operation: &Operation) -> Sent {
        let name = operation.name.as_str();
        let mut path = operation.path.clone();
        for (part, id) in &self.ids {
            path = path.replace(&format!("{{{part}}}"), id);
        }
        assert!(!path.contains('{'), "{path} has a part without an id");
        let asked = match name {
            "modelSettings" | "changeModelSettings" | "removeModel" => "?name=test/model",
            "offeredModels" => "?service=test",
            _ => "",
        };
        path.push_str(asked);
        if let Some((file_name, file)) = self.files.get(name) {
            let (kind, body) = (Some("multipart/form-data; boundary=x"), form(file_name, file));
            return Sent { path, kind, body };
        }
        match self.bodies.get(name) {
            Some(body) => Sent { path, kind: Some("application/json"), body: body.to_string().into_bytes() },
            None if !operation.has_body => Sent { path, kind: None, body: Vec::new() },
            None => panic!("no body for {name}"),
        }
    }
}

/// A run that came to rest.
async fn rested_run(owner: &Client, book: &str, spec: &Value) -> String {
    let begun = owner.json("POST", &format!("/api/v1/books/{book}/runs"), spec).await.expect(202).json();
    let run = begun["run"].as_str().unwrap().to_owned();
    owner.follow(&format!("/api/v1/runs/{run}/events"), None).await.until("ended").await;
    run
}

/// A task of it.
async fn task(team: &TestTeam, run: &str, book: &str, chapter: &str) -> String {
    let new = NewTask {
        run: run.parse().unwrap(),
        book: book.parse().unwrap(),
        kind: TaskKind::Translation,
        chapter: chapter.parse().unwrap(),
        knowledge: None,
        paragraphs: &[],
        machine: "{}",
        machine_version: 1,
        now_ms: 1,
    };
    team.app.store.create_task(&new).await.unwrap().to_string()
}

fn form(name: &str, file: &[u8]) -> Vec<u8> {
    let head = format!("--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"{name}\"\r\n\r\n");
    [head.as_bytes(), file, b"\r\n--x--\r\n"].concat()
}

/// What is sent to addresses of no book.
fn of_account() -> BTreeMap<&'static str, Value> {
    BTreeMap::from([
        ("addModel", json!({"name": "mine", "base_url": "http://127.0.0.1:1/v1", "model": "m"})),
        ("beginLink", json!({"password": PASSWORD})),
        ("changeMail", json!({"address": null, "frequency": "never"})),
        ("changeModel", json!({"name": "test/model"})),
        ("changeModelSettings", json!({"timeout": "1m"})),
        ("changePassword", json!({"current": PASSWORD, "new": "another good one"})),
        ("changeRole", json!({"role": "reader"})),
        ("changeSettings", json!({"ask_above_usd": 2.0})),
        ("finishOidc", json!({"state": "x"})),
        ("invite", json!({"role": "reader", "days": 1})),
        ("join", json!({"secret": "x", "name": "X", "login": "x", "password": PASSWORD})),
        ("linkIdentity", json!({"state": "x"})),
        ("logIn", json!({"login": "x", "password": "x"})),
        ("makeToken", json!({"name": "program", "days": 1})),
        ("openSession", json!({"token": "x"})),
        ("readNotices", json!({})),
        ("setBudget", json!({"of": "library", "limit_micros": 1_000_000_000})),
        ("setKey", json!({"key": "k"})),
        ("testModel", json!({"model": "rehearsal"})),
    ])
}

/// What is sent to what a book rests on.
fn of_book(ids: &BTreeMap<&'static str, String>) -> BTreeMap<&'static str, Value> {
    let instructions = json!({"text": "Be brief.", "based_on": null});
    BTreeMap::from([
        ("addCharacter", json!({"name": {"source": "Tom", "translation": "汤姆"}})),
        ("addMemory", json!({"text": "It is old.", "about": "chapter", "about_id": ids["chapter"]})),
        ("addTerm", json!({"source": "ledger", "translation": "账本"})),
        ("changeBook", json!({"title_translation": "灯"})),
        ("makeEdition", json!({"target_language": "fr"})),
        ("changeChapter", json!({"title_translation": "第一章"})),
        ("changeChapterInstructions", instructions.clone()),
        ("changeCharacter", json!({"gender": "female"})),
        ("changeInstructions", instructions.clone()),
        ("changeMemory", json!({"text": "The lamps are oil."})),
        ("changeNotes", json!({"choice": null})),
        ("changeSeriesInstructions", instructions),
        ("changeSummary", json!({"text": "He lights the lamps."})),
        ("changeTerm", json!({"translation": "灯夫"})),
        (
            "decideProposals",
            json!({"decisions": [{"entry": "term", "id": ids["term"], "decision": "accept"}]}),
        ),
        ("moveBook", json!({"name": "Another series"})),
        ("renameCharacter", json!({"translation": "贝儿"})),
        ("renameTerm", json!({"translation": "掌灯人"})),
    ])
}

/// What is sent to texts, runs and conversations.
fn of_text(ids: &BTreeMap<&'static str, String>, spec: Value, work: Value) -> BTreeMap<&'static str, Value> {
    let rehearsal = json!({"model": "rehearsal"});
    BTreeMap::from([
        ("acknowledge", json!({"paragraph_id": ids["paragraph"], "reason": "meant"})),
        ("withdraw", json!({"paragraph_id": ids["paragraph"]})),
        ("addComment", json!({"text": "Really?"})),
        ("addVersion", json!({"text": "又一种译文。", "based_on": null})),
        ("answerQuestion", json!({"answer": "yes"})),
        ("assign", work),
        ("beginRun", spec),
        ("changeAssignment", json!({"state": "done"})),
        ("exportBook", json!({})),
        ("fix", rehearsal.clone()),
        ("judgeSuggestion", json!({"accept": true})),
        ("lockParagraph", json!({"locked": false})),
        ("plan", rehearsal.clone()),
        ("planFix", rehearsal.clone()),
        ("planSurvey", rehearsal.clone()),
        ("beginSurvey", rehearsal),
        ("putPresence", json!({"client": "a page"})),
        ("replace", json!({"find": "译", "replace": "翻"})),
        ("resolveComment", json!({"resolved": true})),
        ("resumeRun", json!({})),
        ("reviewParagraph", json!({"state": "reviewed"})),
        ("reviewParagraphs", json!({"state": "reviewed", "paragraphs": [ids["paragraph"]]})),
        ("selectVersion", json!({"version": ids["version"], "based_on": ids["version"]})),
        ("undo", json!({})),
        ("say", json!({"message": "hello", "model": "rehearsal"})),
        ("answerChat", json!({"agree": true})),
    ])
}
