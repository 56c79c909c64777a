//! A team: a first owner, invitations, sessions that end, tokens, roles, and who did what.

use crate::client::{Client, Reply};
use crate::test_app::{Opening, TestApp};
use serde_json::{Value, json};
use server::serve::first_owner_link;

const EPUB: &str = "the-lamplighters-ledger.epub";
pub(crate) const PASSWORD: &str = "correct horse battery";
/// The clock of the tests begins here.
const NOW: i64 = 1_800_000_000_000;

/// A server of a team with its owner.
pub(crate) struct TestTeam {
    pub(crate) app: TestApp,
    pub(crate) owner: Client,
}

impl TestTeam {
    pub(crate) async fn open() -> Self {
        Self::open_as(Opening::default()).await
    }

    pub(crate) async fn open_as(opening: Opening) -> Self {
        let app = TestApp::open_as(Opening { is_team: true, ..opening }).await;
        let link = first_owner_link(&app.store, NOW).await.unwrap().unwrap();
        let owner = join(&app.client, &link, "olive").await;
        Self { app, owner }
    }

    /// Somebody who was invited with this role.
    pub(crate) async fn member(&self, login: &str, role: &str, book: Option<&str>) -> Client {
        let body = json!({"role": role, "book": book, "days": 7});
        let invited = self.owner.json("POST", "/api/v1/invitations", &body).await.expect(201).json();
        join(&self.app.client, invited["link"].as_str().unwrap(), login).await
    }

    pub(crate) async fn import(&self) -> String {
        let file = crate::test_app::sample(EPUB);
        let reply = self.owner.upload("/api/v1/books", EPUB, &file, &[("to", "zh")]).await.expect(201);
        reply.json()["book"]["id"].as_str().unwrap().to_owned()
    }
}

/// A browser in which a member logs in.
pub(crate) async fn login(client: &Client, login: &str, password: &str) -> Client {
    let body = json!({"login": login, "password": password});
    let entered = client.json("POST", "/api/v1/login", &body).await.expect(204);
    client.with("cookie", Some(&cookie(&entered)))
}

fn cookie(reply: &Reply) -> String {
    let cookie = reply.headers["set-cookie"].to_str().unwrap();
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"), "{cookie}");
    cookie.split(';').next().unwrap().to_owned()
}

pub(crate) async fn join(client: &Client, link: &str, login: &str) -> Client {
    let secret = link.rsplit_once('/').unwrap().1;
    let body = json!({"secret": secret, "name": login.to_uppercase(), "login": login, "password": PASSWORD});
    let joined = client.json("POST", "/api/v1/join", &body).await.expect(204);
    client.with("cookie", Some(&cookie(&joined)))
}

#[tokio::test]
async fn the_first_link_makes_one_owner_and_no_second() {
    let app = TestApp::open_as(Opening { is_team: true, ..Opening::default() }).await;
    let about = app.client.get("/api/v1/about").await.expect(200).json();
    assert_eq!((&about["is_team"], &about["library"]), (&json!(true), &json!("")), "{about}");
    assert_eq!(app.client.get("/api/v1/books").await.expect(401).json()["code"], "login_required");
    app.client.json("POST", "/api/v1/session", &json!({"token": ""})).await.expect(401);
    let stale = first_owner_link(&app.store, NOW).await.unwrap().unwrap();
    let link = first_owner_link(&app.store, NOW).await.unwrap().unwrap();
    let body = |link: &str, password: &str| json!({"secret": link.rsplit_once('/').unwrap().1, "name": "O", "login": "o", "password": password});
    app.client.json("POST", "/api/v1/join", &body(&stale, PASSWORD)).await.expect(404);
    app.client.json("POST", "/api/v1/join", &body(&link, "short")).await.expect(400);
    let owner = join(&app.client, &link, "olive").await;
    app.client.json("POST", "/api/v1/join", &body(&link, PASSWORD)).await.expect(404);
    assert!(first_owner_link(&app.store, NOW).await.unwrap().is_none());
    let me = owner.get("/api/v1/me").await.expect(200).json();
    assert_eq!((&me["name"], &me["role"]), (&json!("OLIVE"), &json!("owner")));
    let about = owner.get("/api/v1/about").await.expect(200).json();
    assert_ne!(about["library"], "");
}

#[tokio::test]
async fn a_stolen_cookie_ended_by_its_owner_is_dead_at_once() {
    let team = TestTeam::open().await;
    let login = json!({"login": "Olive", "password": PASSWORD});
    let stolen = team.app.client.json("POST", "/api/v1/login", &login).await.expect(204);
    let thief = team.app.client.with("cookie", Some(&cookie(&stolen)));
    thief.get("/api/v1/books").await.expect(200);
    let mut stream = thief.follow("/api/v1/events", None).await;
    stream.until("snapshot").await;
    let listed = team.owner.get("/api/v1/me/credentials").await.expect(200).json();
    let theirs = listed["items"].as_array().unwrap().iter().find(|one| one["is_this"] == false).unwrap();
    team.owner.delete(&format!("/api/v1/me/credentials/{}", theirs["id"])).await.expect(204);
    thief.get("/api/v1/books").await.expect(401);
    let ended = tokio::time::timeout(std::time::Duration::from_secs(5), async {
        while stream.next().await.is_some() {}
    });
    assert!(ended.await.is_ok(), "the open stream ends, too");
    team.owner.get("/api/v1/books").await.expect(200);
    team.owner.delete("/api/v1/session").await.expect(204);
    team.owner.get("/api/v1/books").await.expect(401);
}

#[tokio::test]
async fn wrong_passwords_are_counted_by_account_and_by_address() {
    let team = TestTeam::open().await;
    let wrong = json!({"login": "olive", "password": "wrong wrong wrong"});
    for _ in 0..10 {
        let refused = team.app.client.json("POST", "/api/v1/login", &wrong).await.expect(401).json();
        assert_eq!(refused["code"], "wrong_login");
    }
    let right = json!({"login": "olive", "password": PASSWORD});
    let limited = team.app.client.json("POST", "/api/v1/login", &right).await.expect(429);
    assert_eq!(limited.headers["retry-after"], "300");
    let other = json!({"login": "somebody", "password": PASSWORD});
    team.app.client.json("POST", "/api/v1/login", &other).await.expect(429);
    team.owner.get("/api/v1/me").await.expect(200);
    let audit = team.owner.get("/api/v1/audit").await.expect(200).json();
    let count = |action: &str| {
        audit["items"].as_array().unwrap().iter().filter(|entry| entry["action"] == action).count()
    };
    assert_eq!((count("login_failed"), count("joined"), count("login")), (10, 1, 1), "{audit}");
}

#[tokio::test]
async fn what_owners_may_have_to_look_up_is_written_down() {
    let team = TestTeam::open().await;
    let book = team.import().await;
    let translator = team.member("tara", "translator", None).await;
    translator.get(&format!("/api/v1/books/{book}/export?format=text")).await.expect(200);
    translator.get("/api/v1/audit").await.expect(403);
    team.owner.json("PATCH", "/api/v1/settings", &json!({"ask_above_usd": 2.0})).await.expect(200);
    team.owner.delete(&format!("/api/v1/books/{book}")).await.expect(204);
    let audit = team.owner.get("/api/v1/audit?limit=3").await.expect(200).json();
    let words: Vec<&str> =
        audit["items"].as_array().unwrap().iter().map(|one| one["action"].as_str().unwrap()).collect();
    assert_eq!(words, ["book_removed", "configured", "exported"], "{audit}");
    assert_eq!(audit["items"][2]["person"]["name"], "TARA");
    let path = format!("/api/v1/audit?limit=1&cursor={}", audit["next"].as_str().unwrap());
    assert_eq!(team.owner.get(&path).await.expect(200).json()["items"][0]["action"], "login");
}

#[tokio::test]
async fn a_token_gives_no_more_than_it_was_made_for() {
    let team = TestTeam::open().await;
    let body = json!({"name": "reader program", "role": "reader", "days": 30});
    let token = team.owner.json("POST", "/api/v1/me/tokens", &body).await.expect(201).json();
    let bearer = format!("Bearer {}", token["token"].as_str().unwrap());
    let program = team.app.client.with("authorization", Some(&bearer));
    program.get("/api/v1/books").await.expect(200);
    program.json("PATCH", "/api/v1/settings", &json!({"ask_above_usd": 2.0})).await.expect(403);
    program.get("/metrics").await.expect(403);
    program.json("POST", "/mcp", &json!({})).await.expect(403);
    let more = json!({"name": "more", "role": "owner", "days": 30});
    let more = program.json("POST", "/api/v1/me/tokens", &more).await.expect(201).json();
    let bearer = format!("Bearer {}", more["token"].as_str().unwrap());
    let program = team.app.client.with("authorization", Some(&bearer));
    program.get("/api/v1/people").await.expect(403);
    let password = json!({"current": PASSWORD, "new": "another good one"});
    program.json("PUT", "/api/v1/me/password", &password).await.expect(403);
    team.owner.json("PUT", "/api/v1/me/password", &password).await.expect(204);
    program.get("/api/v1/books").await.expect(401);
    team.owner.get("/metrics").await.expect(200);
}

#[tokio::test]
async fn a_change_knows_its_person_and_a_run_for_whom_it_was() {
    let team = TestTeam::open().await;
    let book = team.import().await;
    let editor = team.member("eddy", "editor", None).await;
    let (_, paragraphs) = chapter(&editor, &book).await;
    let plain = |one: &&Value| one["is_empty"] == false && !one["text"].as_str().unwrap().contains('<');
    let paragraph = paragraphs.iter().find(plain).unwrap()["paragraph_id"].as_str().unwrap().to_owned();
    let path = format!("/api/v1/books/{book}/paragraphs/{paragraph}/versions");
    editor.json("POST", &path, &json!({"text": "点灯人"})).await.expect(201);
    let versions = team.owner.get(&path).await.expect(200).json();
    assert_eq!(versions["items"][0]["person"]["name"], "EDDY", "{versions}");
    let spec = json!({"model": "test/model", "target_language": "zh"});
    let begun = editor.json("POST", &format!("/api/v1/books/{book}/runs"), &spec).await.expect(202).json();
    let run = begun["run"].as_str().unwrap();
    editor.follow(&format!("/api/v1/runs/{run}/events"), None).await.until("ended").await;
    let changes = team.owner.get(&format!("/api/v1/books/{book}/changes")).await.expect(200).json();
    for change in changes["items"].as_array().unwrap() {
        assert_eq!(change["person"]["name"], "EDDY", "{change}");
    }
    assert!(changes["items"].as_array().unwrap().iter().any(|change| change["who"] != "person"));
    let runs = team.owner.get("/api/v1/runs").await.expect(200).json();
    assert_eq!(runs["items"][0]["person"]["name"], "EDDY");
    let people = team.owner.get("/api/v1/people").await.expect(200).json();
    let eddy = people["items"][1]["id"].as_str().unwrap();
    team.owner.delete(&format!("/api/v1/people/{eddy}")).await.expect(204);
    editor.get("/api/v1/books").await.expect(401);
    let versions = team.owner.get(&path).await.expect(200).json();
    assert_eq!(versions["items"][0]["person"], json!({"id": eddy, "name": null}), "a former member");
    let me = people["items"][0]["id"].as_str().unwrap();
    let last = team.owner.delete(&format!("/api/v1/people/{me}")).await.expect(409).json();
    assert_eq!(last["code"], "last_owner");
}

#[tokio::test]
async fn who_was_invited_to_one_book_sees_no_other() {
    let team = TestTeam::open().await;
    let book = team.import().await;
    let file = crate::test_app::sample("ito-no-machi.txt");
    let other = team.owner.upload("/api/v1/books", "other.txt", &file, &[("to", "zh")]).await.expect(201);
    let other = other.json()["book"]["id"].as_str().unwrap().to_owned();
    let guest = team.member("gus", "translator", Some(&book)).await;
    let books = guest.get("/api/v1/books").await.expect(200).json();
    assert_eq!(books["items"].as_array().unwrap().len(), 1, "{books}");
    guest.get(&format!("/api/v1/books/{book}")).await.expect(200);
    guest.get(&format!("/api/v1/books/{other}")).await.expect(403);
    guest.get("/api/v1/runs").await.expect(403);
    guest.get(&format!("/api/v1/runs?book={other}")).await.expect(403);
    guest.get(&format!("/api/v1/runs?book={book}")).await.expect(200);
    let change = team.owner.get(&format!("/api/v1/books/{other}/changes")).await.expect(200);
    assert!(change.json()["items"].is_array());
    let people = team.owner.get("/api/v1/people").await.expect(200).json();
    let id = people["items"][1]["id"].as_str().unwrap();
    let role = json!({"role": "editor", "book": other});
    team.owner.json("PUT", &format!("/api/v1/people/{id}/role"), &role).await.expect(204);
    guest.get(&format!("/api/v1/books/{other}")).await.expect(200);
}

#[tokio::test]
async fn who_was_invited_to_one_book_hears_of_it_alone_and_begins_anew_when_it_is_another() {
    let team = TestTeam::open().await;
    let book = team.import().await;
    let file = crate::test_app::sample("ito-no-machi.txt");
    let other = team.owner.upload("/api/v1/books", "other.txt", &file, &[("to", "zh")]).await.expect(201);
    let other = other.json()["book"]["id"].as_str().unwrap().to_owned();
    let guest = team.member("gus", "translator", Some(&book)).await;
    let mut stream = guest.follow("/api/v1/events", None).await;
    stream.until("snapshot").await;
    let title = async |book: &str| {
        let body = json!({"title": "another title"});
        team.owner.json("PATCH", &format!("/api/v1/books/{book}"), &body).await.expect(200);
    };
    title(&other).await;
    title(&book).await;
    let heard = stream.until("book_changed").await;
    assert_eq!(heard.last().unwrap().data["book"], book.as_str());
    let people = team.owner.get("/api/v1/people").await.expect(200).json();
    let path = format!("/api/v1/people/{}/role", people["items"][1]["id"].as_str().unwrap());
    team.owner.json("PUT", &path, &json!({"role": "reader", "book": other})).await.expect(204);
    let ended = tokio::time::timeout(std::time::Duration::from_secs(5), async {
        while stream.next().await.is_some() {}
    });
    assert!(ended.await.is_ok(), "it ends, and comes back with what they may read now");
    let mut stream = guest.follow("/api/v1/events", None).await;
    stream.until("snapshot").await;
    title(&other).await;
    assert_eq!(stream.until("book_changed").await.last().unwrap().data["book"], other.as_str());
}

#[tokio::test]
async fn logins_grants_tokens_and_departures_are_written_down_with_who_did_it() {
    let team = TestTeam::open().await;
    let tara = team.member("tara", "translator", None).await;
    let owner = &team.owner;
    let invited = json!({"role": "reader", "days": 1});
    owner.json("POST", "/api/v1/invitations", &invited).await.expect(201);
    let open = owner.get("/api/v1/invitations").await.expect(200).json();
    owner.delete(&format!("/api/v1/invitations/{}", open["items"][0]["id"])).await.expect(204);
    let people = owner.get("/api/v1/people").await.expect(200).json();
    let person = format!("/api/v1/people/{}", people["items"][1]["id"].as_str().unwrap());
    owner.json("PUT", &format!("{person}/role"), &json!({"role": "editor"})).await.expect(204);
    let token = json!({"name": "program", "role": "reader", "days": 1});
    tara.json("POST", "/api/v1/me/tokens", &token).await.expect(201);
    let listed = tara.get("/api/v1/me/credentials").await.expect(200).json();
    let token = listed["items"].as_array().unwrap().iter().find(|one| one["kind"] == "token").unwrap();
    tara.delete(&format!("/api/v1/me/credentials/{}", token["id"])).await.expect(204);
    let password = json!({"current": PASSWORD, "new": "another good one"});
    tara.json("PUT", "/api/v1/me/password", &password).await.expect(204);
    tara.delete("/api/v1/session").await.expect(204);
    owner.delete(&person).await.expect(204);
    let audit = owner.get("/api/v1/audit").await.expect(200).json();
    let mut written: Vec<(&str, &str)> = Vec::new();
    for entry in audit["items"].as_array().unwrap() {
        let who = entry["person"]["name"].as_str().unwrap_or("a former member");
        written.push((who, entry["action"].as_str().unwrap()));
    }
    written.reverse();
    let (olive, gone) = ("OLIVE", "a former member");
    assert_eq!(
        written,
        [
            (olive, "joined"),
            (olive, "login"),
            (olive, "invited"),
            (gone, "joined"),
            (gone, "login"),
            (olive, "invited"),
            (olive, "invitation_taken_back"),
            (olive, "role_changed"),
            (gone, "token_made"),
            (gone, "credential_ended"),
            (gone, "password_changed"),
            (gone, "logout"),
            (olive, "person_removed"),
        ]
    );
    let text = audit.to_string();
    assert!(!text.contains("127.0.0.1") && !text.contains(PASSWORD), "no address, no password: {text}");
}

pub(crate) async fn chapter(client: &Client, book: &str) -> (String, Vec<Value>) {
    let page = client.get(&format!("/api/v1/books/{book}")).await.expect(200).json();
    let chapters = page["chapters"].as_array().unwrap();
    let chapter = chapters.iter().find(|chapter| chapter["n_work"].as_u64() > Some(10)).unwrap();
    let id = chapter["id"].as_str().unwrap().to_owned();
    let path = format!("/api/v1/books/{book}/chapters/{id}/paragraphs");
    let items = client.get(&path).await.expect(200).json()["items"].as_array().unwrap().clone();
    (id, items)
}
