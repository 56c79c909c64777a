//! Work of a team: chapters given and done, approval, comments and mentions, notices, activity, presence.

use crate::client::Client;
use crate::teams::TestTeam;
use serde_json::{Value, json};
use std::time::Duration;

/// A team with a book, an editor, two translators and a reader.
struct Crew {
    /// Stops when dropped.
    _team: TestTeam,
    book: String,
    chapter: String,
    /// Plain paragraphs of the chapter.
    paragraphs: Vec<String>,
    editor: Client,
    ann: Client,
    ben: Client,
    reader: Client,
}

impl Crew {
    async fn open() -> Self {
        let team = TestTeam::open().await;
        let book = team.import().await;
        let editor = team.member("edith", "editor", None).await;
        let ann = team.member("ann", "translator", None).await;
        let ben = team.member("ben", "translator", None).await;
        let reader = team.member("rita", "reader", None).await;
        let (chapter, all) = crate::teams::chapter(&editor, &book).await;
        let plain = |one: &&Value| one["is_empty"] == false && !one["text"].as_str().unwrap().contains('<');
        let paragraphs =
            all.iter().filter(plain).map(|one| one["paragraph_id"].as_str().unwrap().to_owned()).collect();
        Self { _team: team, book, chapter, paragraphs, editor, ann, ben, reader }
    }

    fn path(&self, rest: &str) -> String {
        format!("/api/v1/books/{}/{rest}", self.book)
    }

    async fn id(&self, name: &str) -> String {
        let members = self.reader.get(&self.path("members")).await.expect(200).json();
        let found = members["items"].as_array().unwrap().iter().find(|one| one["name"] == name).cloned();
        found.unwrap()["id"].as_str().unwrap().to_owned()
    }

    async fn give(&self, name: &str) {
        let body = json!({"chapters": [self.chapter], "person": self.id(name).await, "work": "translate",
            "due": "2026-12-24", "note": "mind the names"});
        self.editor.json("POST", &self.path("assignments"), &body).await.expect(204);
    }

    async fn write(&self, client: &Client, text: &str, based_on: Option<&str>) -> Value {
        let path = self.path(&format!("paragraphs/{}/versions", self.paragraphs[0]));
        client.json("POST", &path, &json!({"text": text, "based_on": based_on})).await.expect(201).json()
    }

    async fn review(&self, client: &Client, state: &str, status: u16) -> Value {
        let path = self.path(&format!("paragraphs/{}/review", self.paragraphs[0]));
        client.json("PUT", &path, &json!({"state": state})).await.expect(status).json()
    }

    async fn say(&self, client: &Client, text: &str) {
        let path = self.path(&format!("paragraphs/{}/comments", self.paragraphs[0]));
        client.json("POST", &path, &json!({"text": text})).await.expect(204);
    }
}

async fn kinds(client: &Client) -> Vec<String> {
    let notices = client.get("/api/v1/me/notices").await.expect(200).json();
    let kind = |one: &Value| one["kind"].as_str().unwrap().to_owned();
    notices["items"].as_array().unwrap().iter().map(kind).collect()
}

#[tokio::test]
async fn a_chapter_is_given_done_and_returned_and_is_in_my_work() {
    let crew = Crew::open().await;
    crew.give("ANN").await;
    let work = crew.ann.get("/api/v1/me/work").await.expect(200).json();
    let mine = &work["items"][0];
    assert_eq!((&mine["state"], &mine["due"]), (&json!("open"), &json!("2026-12-24")), "{work}");
    assert_eq!((&mine["work"], &mine["note"]), (&json!("translate"), &json!("mind the names")));
    assert_eq!(mine["made_by"]["name"], "EDITH");
    assert!(crew.ben.get("/api/v1/me/work").await.expect(200).json()["items"].as_array().unwrap().is_empty());
    let path = crew.path(&format!("assignments/{}", mine["id"]));
    let done = json!({"state": "done"});
    crew.ben.json("PATCH", &path, &done).await.expect(403);
    crew.ann.json("PATCH", &path, &json!({"due": ""})).await.expect(403);
    crew.ann.json("PATCH", &path, &done).await.expect(204);
    assert_eq!(kinds(&crew.editor).await, ["done"]);
    crew.ann.json("PATCH", &path, &json!({"state": "returned"})).await.expect(403);
    crew.editor.json("PATCH", &path, &json!({"state": "returned", "note": "again"})).await.expect(204);
    assert_eq!(kinds(&crew.ann).await, ["returned", "assigned"]);
    let reader = json!({"chapters": [crew.chapter], "person": crew.id("RITA").await, "work": "translate"});
    let refused = crew.editor.json("POST", &crew.path("assignments"), &reader).await.expect(409).json();
    assert_eq!(refused["code"], "not_assignable");
    let wrong =
        json!({"chapters": [crew.chapter], "person": crew.id("ANN").await, "work": "review", "due": "soon"});
    crew.editor.json("POST", &crew.path("assignments"), &wrong).await.expect(400);
    crew.editor.delete(&path).await.expect(204);
    crew.editor.delete(&path).await.expect(404);
}

#[tokio::test]
async fn approved_text_is_changed_by_editors_and_a_translators_change_is_a_suggestion() {
    let crew = Crew::open().await;
    let written = crew.write(&crew.ann, "点灯人", None).await;
    assert_eq!(written["suggested"], Value::Null);
    let version = written["paragraph"]["version"].as_str().unwrap().to_owned();
    assert_eq!(crew.review(&crew.ben, "approved", 403).await["code"], "not_an_approver");
    let approved = crew.review(&crew.editor, "approved", 200).await;
    assert_eq!(approved["paragraph"]["review"], "approved");
    assert_eq!(kinds(&crew.ann).await, ["approved"]);
    let page = crew.ann.get(&format!("/api/v1/books/{}", crew.book)).await.expect(200).json();
    assert_eq!((&page["n_approved"], &page["n_reviewed"]), (&json!(1), &json!(1)));
    let suggested = crew.write(&crew.ann, "点灯者", Some(&version)).await;
    assert_eq!(suggested["suggested"], "approved");
    assert_eq!(
        (&suggested["paragraph"]["translation"], &suggested["paragraph"]["n_suggestions"]),
        (&json!("点灯人"), &json!(1))
    );
    assert_eq!(crew.review(&crew.ann, "draft", 403).await["code"], "not_an_approver");
    // What a translator did last is theirs to take back, and nothing else.
    let undone = crew.ann.json("POST", &crew.path("undo"), &json!({"run": "999999"})).await;
    undone.expect(403);
    let change = approved["change_id"].as_str().unwrap();
    let refused = crew.ann.json("POST", &crew.path("undo"), &json!({"change_id": change})).await.expect(409);
    assert_eq!(refused.json()["code"], "not_own_change");
    crew.editor.json("POST", &crew.path("undo"), &json!({"change_id": change})).await.expect(200);
    let again = crew.write(&crew.ann, "灯夫", Some(&version)).await;
    assert_eq!((&again["suggested"], &again["paragraph"]["translation"]), (&Value::Null, &json!("灯夫")));
    let mine = json!({"change_id": again["change_id"]});
    crew.ann.json("POST", &crew.path("undo"), &mine).await.expect(200);
}

#[tokio::test]
async fn marking_a_chapter_as_reviewed_leaves_what_is_approved_alone() {
    let crew = Crew::open().await;
    for paragraph in &crew.paragraphs[..3] {
        let path = crew.path(&format!("paragraphs/{paragraph}/versions"));
        crew.ann.json("POST", &path, &json!({"text": "译文", "based_on": null})).await.expect(201);
    }
    crew.review(&crew.editor, "approved", 200).await;
    let states = async || -> Vec<Value> {
        let path = crew.path(&format!("chapters/{}/paragraphs?limit=1000", crew.chapter));
        let page = crew.reader.get(&path).await.expect(200).json();
        let items = page["items"].as_array().unwrap().clone();
        let state = |id: &String| items.iter().find(|one| one["paragraph_id"] == id.as_str()).unwrap();
        crew.paragraphs[..3].iter().map(|id| state(id)["review"].clone()).collect()
    };
    // A translator may not say anything of what is approved, and an editor does not mean it.
    for client in [&crew.ben, &crew.editor] {
        let request = json!({"chapter": crew.chapter, "state": "reviewed"});
        let marked = client.json("POST", &crew.path("reviews"), &request).await.expect(200).json();
        assert_eq!(marked["n_paragraphs"], 2, "{marked}");
        assert_eq!(states().await, ["approved", "reviewed", "reviewed"]);
    }
    let page = crew.reader.get(&format!("/api/v1/books/{}", crew.book)).await.expect(200).json();
    assert_eq!((&page["n_approved"], &page["n_reviewed"]), (&json!(1), &json!(3)));
    // Whoever names it means it.
    let named = json!({"paragraphs": [crew.paragraphs[0]], "state": "reviewed"});
    crew.ben.json("POST", &crew.path("reviews"), &named).await.expect(403);
    crew.editor.json("POST", &crew.path("reviews"), &named).await.expect(200);
    assert_eq!(states().await, ["reviewed", "reviewed", "reviewed"]);
}

#[tokio::test]
async fn a_translator_suggests_in_a_chapter_of_somebody_else() {
    let crew = Crew::open().await;
    crew.give("ANN").await;
    assert_eq!(crew.write(&crew.ben, "乙", None).await["suggested"], "assigned");
    assert_eq!(crew.write(&crew.ann, "甲", None).await["suggested"], Value::Null);
}

#[tokio::test]
async fn comments_mention_are_resolved_and_models_questions_are_among_them() {
    let crew = Crew::open().await;
    let one = crew.paragraphs[0].clone();
    crew.say(&crew.reader, "@ben is this name right?").await;
    assert_eq!(kinds(&crew.ben).await, ["mentioned"]);
    let paragraph = crew.ben.get(&crew.path(&format!("paragraphs/{one}"))).await.expect(200).json();
    assert_eq!(paragraph["n_comments"], 1);
    crew.say(&crew.ben, "yes").await;
    assert_eq!(kinds(&crew.reader).await, ["commented"]);
    let path = crew.path(&format!("paragraphs/{one}/comments"));
    let said = crew.ann.get(&path).await.expect(200).json();
    assert_eq!(
        (&said["items"][0]["author"], &said["items"][1]["number"]),
        (&json!("RITA"), &json!(2)),
        "{said}"
    );
    crew.reader.json("PUT", &format!("{path}/2"), &json!({"resolved": true})).await.expect(403);
    crew.reader.json("PUT", &format!("{path}/1"), &json!({"resolved": true})).await.expect(204);
    crew.reader.json("PUT", &format!("{path}/9"), &json!({"resolved": true})).await.expect(404);
    crew.reader.json("POST", &path, &json!({"text": "  "})).await.expect(400);
    let open = crew.ann.get(&crew.path("comments?state=open")).await.expect(200).json();
    assert_eq!(open["items"].as_array().unwrap().len(), 1, "{open}");
    let settled = crew.ann.get(&crew.path("comments?state=resolved")).await.expect(200).json();
    assert_eq!(settled["items"][0]["resolved_by"]["name"], "RITA");
}

#[tokio::test]
async fn notices_are_counted_until_they_are_read_and_only_ones_own() {
    let crew = Crew::open().await;
    crew.say(&crew.ann, "@ben @edith look").await;
    let mut stream = crew.ben.follow("/api/v1/events", None).await;
    stream.until("snapshot").await;
    crew.say(&crew.ann, "@ben again").await;
    let heard = stream.until("notices_changed").await;
    assert_eq!(heard.last().unwrap().data["person"], crew.id("BEN").await);
    let notices = crew.ben.get("/api/v1/me/notices").await.expect(200).json();
    assert_eq!(
        (&notices["n_unread"], &notices["items"][0]["text"]),
        (&json!(2), &json!("@ben again")),
        "{notices}"
    );
    let older = notices["items"][1]["id"].clone();
    crew.ben.json("PUT", "/api/v1/me/notices", &json!({"up_to": older})).await.expect(204);
    assert_eq!(crew.ben.get("/api/v1/me/notices?limit=1").await.expect(200).json()["n_unread"], 1);
    crew.ben.json("PUT", "/api/v1/me/notices", &json!({})).await.expect(204);
    assert_eq!(crew.ben.get("/api/v1/me/notices").await.expect(200).json()["n_unread"], 0);
    assert_eq!(crew.editor.get("/api/v1/me/notices").await.expect(200).json()["n_unread"], 1);
}

#[tokio::test]
async fn the_activity_of_a_book_says_who_did_what() {
    let crew = Crew::open().await;
    crew.give("ANN").await;
    let written = crew.write(&crew.ann, "一", None).await;
    let version = written["paragraph"]["version"].as_str().unwrap().to_owned();
    crew.write(&crew.ann, "二", Some(&version)).await;
    crew.say(&crew.reader, "good").await;
    let all = crew.ben.get(&crew.path("activity")).await.expect(200).json();
    let items = all["items"].as_array().unwrap();
    let told: Vec<(&str, &str)> = items
        .iter()
        .map(|one| (one["kind"].as_str().unwrap(), one["person"]["name"].as_str().unwrap()))
        .collect();
    assert!(told.contains(&("commented", "RITA")) && told.contains(&("assigned", "EDITH")), "{told:?}");
    let edited = items.iter().find(|one| one["kind"] == "change").unwrap();
    assert_eq!((&edited["person"]["name"], &edited["n"]), (&json!("ANN"), &json!(2)), "{edited}");
    let first = crew.ben.get(&crew.path("activity?limit=1")).await.expect(200).json();
    let next = first["next"].as_str().unwrap();
    let rest = crew.ben.get(&crew.path(&format!("activity?cursor={next}"))).await.expect(200).json();
    let n = |items: &Value| -> u64 {
        items.as_array().unwrap().iter().map(|one| one["n"].as_u64().unwrap()).sum()
    };
    assert_eq!(n(&first["items"]) + n(&rest["items"]), n(&all["items"]), "{rest}");
    crew.ben.get(&crew.path("activity?cursor=x")).await.expect(400);
}

#[tokio::test]
async fn who_is_in_a_chapter_is_known_until_their_stream_ends() {
    let crew = Crew::open().await;
    let body = json!({"client": "page-of-ann", "chapter_id": crew.chapter, "paragraph_id": crew.paragraphs[0], "is_editing": true});
    let refused = crew.ann.json("PUT", &crew.path("presence"), &body).await.expect(409).json();
    assert_eq!(refused["code"], "not_following");
    let mut watching = crew.ben.follow("/api/v1/events", None).await;
    watching.until("snapshot").await;
    let mut anns = crew.ann.follow("/api/v1/events?client=page-of-ann", None).await;
    anns.until("snapshot").await;
    crew.ann.json("PUT", &crew.path("presence"), &body).await.expect(204);
    crew.ben.json("PUT", &crew.path("presence"), &body).await.expect(409);
    watching.until("presence_changed").await;
    let present = crew.ben.get(&crew.path("presence")).await.expect(200).json();
    assert_eq!(present["items"][0]["person"]["name"], "ANN", "{present}");
    assert_eq!(present["items"][0]["paragraph_id"], json!(crew.paragraphs[0]));
    drop(anns);
    let gone = tokio::time::timeout(Duration::from_secs(20), watching.until("presence_changed")).await;
    assert!(gone.is_ok(), "the end of the stream is told");
    let present = crew.ben.get(&crew.path("presence")).await.expect(200).json();
    assert_eq!(present["items"], json!([]));
}

#[tokio::test]
async fn in_a_library_of_one_person_comments_work_and_nothing_asks_for_a_team() {
    let app = crate::test_app::TestApp::open().await;
    let book = app.import("the-lamplighters-ledger.epub").await;
    let paragraph = app.paragraph(&book).await;
    let path = format!("/api/v1/books/{book}/paragraphs/{paragraph}/comments");
    app.client.json("POST", &path, &json!({"text": "check this"})).await.expect(204);
    let said = app.client.get(&path).await.expect(200).json();
    assert_eq!((&said["items"][0]["author"], &said["items"][0]["person"]), (&json!("person"), &Value::Null));
    app.client.json("PUT", &format!("{path}/1"), &json!({"resolved": true})).await.expect(204);
    for path in ["me/work", "me/notices"] {
        let refused = app.client.get(&format!("/api/v1/{path}")).await.expect(404).json();
        assert_eq!(refused["code"], "not_a_team");
    }
    app.client.get(&format!("/api/v1/books/{book}/activity")).await.expect(200);
}
