//! Rights beside the table of addresses: series, books named in bodies, files and tools, and what ends with a right.

use crate::client::Client;
use crate::mcp::{begun, call, speaking};
use crate::teams::{PASSWORD, TestTeam, login};
use crate::test_app::Opening;
use llm_test_server::{Plan, Turn, WireFault};
use serde_json::{Value, json};
use std::time::Duration;

const TEXT: &[u8] = b"Chapter 1\n\nThe lamp was lit.\n\nNobody answered.\n";
/// So soon everything under way ends with its right.
const AT_ONCE: Duration = Duration::from_secs(1);

async fn import(owner: &Client, name: &str, text: &[u8], series: &str) -> String {
    let fields = [("to", "zh"), ("series", series)];
    let imported = owner.upload("/api/v1/books", name, text, &fields).await.expect(201).json();
    imported["book"]["id"].as_str().unwrap().to_owned()
}

async fn person(team: &TestTeam, login: &str) -> String {
    let people = team.owner.get("/api/v1/people").await.expect(200).json();
    let one = people["items"].as_array().unwrap().iter().find(|one| one["login"] == login);
    one.unwrap()["id"].as_str().unwrap().to_owned()
}

async fn set_role(team: &TestTeam, login: &str, role: &Value) {
    let path = format!("/api/v1/people/{}/role", person(team, login).await);
    team.owner.json("PUT", &path, role).await.expect(204);
}

async fn token(client: &Client, team: &TestTeam, body: &Value) -> (Client, Value) {
    let made = client.json("POST", "/api/v1/me/tokens", body).await.expect(201).json();
    let bearer = format!("Bearer {}", made["token"].as_str().unwrap());
    (team.app.client.with("authorization", Some(&bearer)), made)
}

#[tokio::test]
async fn a_book_goes_only_into_a_series_whose_books_its_editor_edits() {
    let team = TestTeam::open().await;
    let one = import(&team.owner, "one.txt", TEXT, "Lamps").await;
    let other = import(&team.owner, "other.txt", b"Chapter 1\n\nThe sea.\n", "Seas").await;
    let term = json!({"source": "sea", "translation": "海"});
    team.owner.json("POST", &format!("/api/v1/books/{other}/terms"), &term).await.expect(201);
    let guest = team.member("guest", "editor", Some(&one)).await;
    let series = format!("/api/v1/books/{one}/series");
    guest.json("PUT", &series, &json!({"name": "Seas"})).await.expect(403);
    guest.json("PATCH", &format!("/api/v1/books/{one}"), &json!({"series": "Seas"})).await.expect(403);
    let terms = guest.get(&format!("/api/v1/books/{one}/terms")).await.expect(200).json();
    assert_eq!(terms["items"], json!([]), "nothing of the other series is read");
    // An editor of the library who only reads that book shares nothing with it either.
    let edith = team.member("edith", "editor", None).await;
    set_role(&team, "edith", &json!({"role": "reader", "book": other})).await;
    edith.json("PUT", &series, &json!({"name": "Seas"})).await.expect(403);
    let fields = [("to", "zh"), ("series", "Seas")];
    edith.upload("/api/v1/books", "third.txt", b"Chapter 1\n\nA ship.\n", &fields).await.expect(403);
    // With the role of an editor in its book the series is open.
    set_role(&team, "guest", &json!({"role": "editor", "book": other})).await;
    guest.json("PUT", &series, &json!({"name": "Seas"})).await.expect(200);
    let audit = team.owner.get("/api/v1/audit?limit=1").await.expect(200).json();
    let last = &audit["items"][0];
    assert_eq!(
        (&last["action"], &last["person"]["name"]),
        (&json!("book_moved"), &json!("GUEST")),
        "{audit}"
    );
    assert_eq!(last["about"], json!({"book": one, "series": "Seas"}));
}

#[tokio::test]
async fn the_role_in_the_book_counts_for_tools_bundles_and_newer_editions() {
    let team = TestTeam::open().await;
    let one = import(&team.owner, "one.txt", TEXT, "Lamps").await;
    let other = import(&team.owner, "other.txt", b"Chapter 1\n\nThe sea.\n", "Seas").await;
    let bundle = team.owner.get(&format!("/api/v1/books/{other}/bundle")).await.expect(200).bytes.to_vec();
    let edith = team.member("edith", "editor", None).await;
    set_role(&team, "edith", &json!({"role": "reader", "book": other})).await;
    let guest = team.member("guest", "editor", Some(&one)).await;
    team.member("rita", "reader", None).await;
    let title = |book: &str| json!({"book": book, "title_translation": "灯"});
    for member in [&edith, &guest] {
        let (program, _) = token(member, &team, &json!({"name": "program", "role": null, "days": 1})).await;
        let program = begun(&speaking(&program)).await;
        let listed = call(&program, "list_books", &json!({})).await;
        let books = listed["result"]["structuredContent"]["books"].as_array().unwrap();
        let ids: Vec<&Value> = books.iter().map(|book| &book["id"]).collect();
        assert_eq!(ids, [&json!(one)], "{listed}");
        let refused = call(&program, "update_book_title", &title(&other)).await;
        assert!(refused.to_string().contains("FORBIDDEN"), "{refused}");
        let refused = call(&program, "export", &json!({"book": other})).await;
        assert!(refused.to_string().contains("FORBIDDEN"), "{refused}");
        let uri = format!("tsumugi://books/{other}");
        let read = json!({"jsonrpc": "2.0", "id": 2, "method": "resources/read", "params": {"uri": uri}});
        let read = program.json("POST", "/mcp", &read).await.expect(200).text();
        assert!(!read.contains("other.txt") && read.contains("error"), "{read}");
        let written = call(&program, "update_book_title", &title(&one)).await;
        assert_eq!(written["result"]["structuredContent"]["success"], json!(true), "{written}");
    }
    edith.upload("/api/v1/unbundle", "b.tsumugi-bundle", &bundle, &[]).await.expect(403);
    let newer = b"Chapter 1\n\nThe sea is calm.\n";
    edith.upload("/api/v1/books", "newer.txt", newer, &[("revises", &other)]).await.expect(403);
    let shown = team.owner.get(&format!("/api/v1/books/{other}")).await.expect(200).json();
    assert_eq!(shown["title_translation"], Value::Null, "{shown}");
    set_role(&team, "edith", &json!({"role": null, "book": other})).await;
    edith.upload("/api/v1/unbundle", "b.tsumugi-bundle", &bundle, &[]).await.expect(200);
    edith.upload("/api/v1/books", "newer.txt", newer, &[("revises", &other)]).await.expect(201);
}

#[tokio::test]
async fn a_program_in_a_session_of_the_protocol_loses_its_right_with_the_next_call() {
    let team = TestTeam::open().await;
    let one = import(&team.owner, "one.txt", TEXT, "Lamps").await;
    let edith = team.member("edith", "editor", None).await;
    let (program, _) = token(&edith, &team, &json!({"name": "program", "role": null, "days": 1})).await;
    let program = begun(&speaking(&program)).await;
    let arguments = json!({"book": one, "title_translation": "灯"});
    call(&program, "update_book_title", &arguments).await;
    set_role(&team, "edith", &json!({"role": "reader"})).await;
    let call = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "update_book_title", "arguments": arguments}});
    program.json("POST", "/mcp", &call).await.expect(403);
}

#[tokio::test]
async fn demotion_withdraws_the_invitations_of_an_owner() {
    let team = TestTeam::open().await;
    let second = team.member("second", "owner", None).await;
    let invited = json!({"role": "owner", "days": 1});
    let link = second.json("POST", "/api/v1/invitations", &invited).await.expect(201).json()["link"].clone();
    set_role(&team, "second", &json!({"role": "reader"})).await;
    let open = team.owner.get("/api/v1/invitations").await.expect(200).json();
    assert_eq!(open["items"], json!([]));
    let secret = link.as_str().unwrap().rsplit_once('/').unwrap().1;
    let body = json!({"secret": secret, "name": "X", "login": "x", "password": PASSWORD});
    team.app.client.json("POST", "/api/v1/join", &body).await.expect(404);
}

#[tokio::test]
async fn removal_ends_the_runs_of_a_member_at_once() {
    let plan =
        Plan { turns: vec![Turn::agent(), Turn::agent().with(WireFault::Stall)], then: Some(Turn::agent()) };
    for loss in ["removed", "demoted"] {
        let team = TestTeam::open_as(Opening { plan: plan.clone(), ..Opening::default() }).await;
        let book = team.import().await;
        let edith = team.member("edith", "editor", None).await;
        let spec = json!({"model": "test/model", "concurrency": 1, "chunk_tokens": 200, "effort": "quick"});
        let begun = edith.json("POST", &format!("/api/v1/books/{book}/runs"), &spec).await.expect(202).json();
        let run = begun["run"].as_str().unwrap();
        let mut events = team.owner.follow(&format!("/api/v1/runs/{run}/events"), None).await;
        events.until("accepted").await;
        // The request that stalls is to be the one that is broken off.
        while team.app.model.requests().len() < 2 {
            tokio::task::yield_now().await;
        }
        if loss == "removed" {
            let path = format!("/api/v1/people/{}", person(&team, "edith").await);
            team.owner.delete(&path).await.expect(204);
        } else {
            set_role(&team, "edith", &json!({"role": "reader"})).await;
        }
        let ended = tokio::time::timeout(AT_ONCE, events.until("ended")).await;
        assert!(ended.is_ok(), "{loss}: the run goes on");
        let shown = team.owner.get(&format!("/api/v1/runs/{run}")).await.expect(200).json();
        assert_ne!(shown["state"], "running", "{shown}");
        // Others may work on the book at once.
        team.owner.json("POST", &format!("/api/v1/runs/{run}/resume"), &json!({})).await.expect(202);
    }
}

#[tokio::test]
async fn what_another_program_takes_away_ends_streams_runs_and_turns_at_once() {
    let plan = Plan { turns: Vec::new(), then: Some(Turn::agent().with(WireFault::Stall)) };
    let team = TestTeam::open_as(Opening { plan, ..Opening::default() }).await;
    let book = team.import().await;
    let edith = team.member("edith", "editor", None).await;
    let at = format!("/api/v1/books/{book}");
    let spec = json!({"model": "test/model", "concurrency": 1, "effort": "quick"});
    let begun = edith.json("POST", &format!("{at}/runs"), &spec).await.expect(202).json();
    let mut run =
        team.owner.follow(&format!("/api/v1/runs/{}/events", begun["run"].as_str().unwrap()), None).await;
    let words = json!({"message": "hello", "model": "test/model"}).to_string().into_bytes();
    let turn = edith.open("POST", &format!("{at}/chat"), Some("application/json"), words).await;
    assert_eq!(turn.status(), 200);
    let mut stream = edith.follow("/api/v1/events", None).await;
    stream.until("snapshot").await;
    while team.app.model.requests().len() < 2 {
        tokio::task::yield_now().await;
    }
    // Another server of the same library does this; nothing of it is told to this one.
    let gone = person(&team, "edith").await.parse().unwrap();
    team.app.store.remove_person(gone, 9).await.unwrap();
    team.app.store.note_audit(None, "person_removed", "{}", 9).await.unwrap();
    let ended = tokio::time::timeout(AT_ONCE, async { while stream.next().await.is_some() {} });
    assert!(ended.await.is_ok(), "the stream goes on");
    assert!(tokio::time::timeout(AT_ONCE, run.until("ended")).await.is_ok(), "the run goes on");
    let rested = tokio::time::timeout(AT_ONCE, async {
        let at_work = async || {
            let chats = team.owner.get(&format!("{at}/chat")).await.expect(200).json();
            chats["items"][0]["at_work"] == true
        };
        while at_work().await {}
    });
    assert!(rested.await.is_ok(), "the turn goes on");
}

#[tokio::test]
async fn a_token_made_with_a_token_gives_no_more_and_ends_with_it() {
    let team = TestTeam::open().await;
    let (first, made) = token(&team.owner, &team, &json!({"name": "a", "role": "editor", "days": 2})).await;
    let (second, later) = token(&first, &team, &json!({"name": "b", "role": "owner", "days": 300})).await;
    assert_eq!(later["ends_at_ms"], made["ends_at_ms"], "it lives no longer");
    assert_eq!(second.get("/api/v1/me").await.expect(200).json()["role"], "editor", "it may do no more");
    let (third, _) = token(&second, &team, &json!({"name": "c", "role": null, "days": 1})).await;
    let names = async |client: &Client| -> Vec<String> {
        let listed = client.get("/api/v1/me/credentials").await.expect(200).json();
        let items = listed["items"].as_array().unwrap();
        items.iter().map(|one| one["name"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(names(&second).await, ["c", "b"], "a token sees no session and no other token");
    let own = team.owner.get("/api/v1/me").await.expect(200).json()["credential"].clone();
    first.delete(&format!("/api/v1/me/credentials/{own}")).await.expect(404);
    team.owner.get("/api/v1/books").await.expect(200);
    let of_first = first.get("/api/v1/me").await.expect(200).json()["credential"].clone();
    team.owner.delete(&format!("/api/v1/me/credentials/{of_first}")).await.expect(204);
    for ended in [&first, &second, &third] {
        ended.get("/api/v1/books").await.expect(401);
    }
}

#[tokio::test]
async fn a_login_that_looks_like_another_is_refused() {
    let team = TestTeam::open().await;
    let invited = json!({"role": "reader", "days": 1});
    let link =
        team.owner.json("POST", "/api/v1/invitations", &invited).await.expect(201).json()["link"].clone();
    let secret = link.as_str().unwrap().rsplit_once('/').unwrap().1.to_owned();
    let join = async |login: &str| {
        let body = json!({"secret": secret, "name": "X", "login": login, "password": PASSWORD});
        team.app.client.json("POST", "/api/v1/join", &body).await
    };
    // The owner logs in as `olive`.
    for (login, status, code) in [
        ("ｏｌｉｖｅ", 400, "login"),
        ("ol\u{200b}ive", 400, "login"),
        ("οlive", 409, "login_taken"),
        ("оlіvе", 409, "login_taken"),
        ("o1ive", 409, "login_taken"),
        ("OLIVE", 409, "login_taken"),
    ] {
        assert_eq!(join(login).await.expect(status).json()["code"], code, "{login}");
    }
    join("oliver").await.expect(204);
}

#[tokio::test]
async fn a_role_is_named_to_be_taken_away() {
    let team = TestTeam::open().await;
    team.member("tara", "translator", None).await;
    let tara = person(&team, "tara").await;
    let refused = team.owner.json("PUT", &format!("/api/v1/people/{tara}/role"), &json!({})).await;
    assert!(refused.status.is_client_error(), "{}", refused.text());
    let people = team.owner.get("/api/v1/people").await.expect(200).json();
    assert_eq!(people["items"][1]["role"], "translator");
    set_role(&team, "tara", &json!({"role": null})).await;
}

#[tokio::test]
async fn wrong_passwords_of_a_session_are_counted_and_written_down() {
    let team = TestTeam::open().await;
    let wrong = json!({"current": "wrong wrong wrong", "new": "another good one"});
    for _ in 0..10 {
        team.owner.json("PUT", "/api/v1/me/password", &wrong).await.expect(403);
    }
    let refused = team.owner.json("PUT", "/api/v1/me/password", &wrong).await.expect(429);
    assert!(refused.headers.contains_key("retry-after"));
    let audit = team.owner.get("/api/v1/audit?limit=10").await.expect(200).json();
    let items = audit["items"].as_array().unwrap();
    assert!(items.len() == 10 && items.iter().all(|one| one["action"] == "login_failed"), "{audit}");
    // Whoever has the session locks its owner out of no other browser.
    login(&team.app.client, "olive", PASSWORD).await;
}

#[tokio::test]
async fn what_a_member_makes_is_limited_by_the_minute_and_each_member_by_themselves() {
    let team = TestTeam::open().await;
    let tara = team.member("tara", "translator", None).await;
    let new = json!({"name": "program", "days": 1});
    for _ in 0..10 {
        tara.json("POST", "/api/v1/me/tokens", &new).await.expect(201);
    }
    let refused = tara.json("POST", "/api/v1/me/tokens", &new).await.expect(429);
    let after: u64 = refused.headers["retry-after"].to_str().unwrap().parse().unwrap();
    assert!((1..=60).contains(&after), "{after}");
    assert_eq!(refused.json()["code"], "too_often");
    let listed = tara.get("/api/v1/me/credentials").await.expect(200).json();
    assert_eq!(listed["items"].as_array().unwrap().len(), 11, "the session and ten tokens");
    team.owner.json("POST", "/api/v1/me/tokens", &new).await.expect(201);
    // What is counted for one kind is not counted for another.
    tara.json("PUT", "/api/v1/me/notices", &json!({})).await.expect(204);
}

#[tokio::test]
async fn sessions_of_the_protocol_of_one_editor_do_not_end_those_of_another() {
    let team = TestTeam::open().await;
    let new = json!({"name": "program", "role": null, "days": 1});
    let (edith, _) = token(&team.member("edith", "editor", None).await, &team, &new).await;
    let (eddy, _) = token(&team.member("eddy", "editor", None).await, &team, &new).await;
    let theirs = begun(&speaking(&edith)).await;
    for _ in 0..65 {
        begun(&speaking(&eddy)).await;
    }
    let ping = json!({"jsonrpc": "2.0", "id": 1, "method": "ping"});
    theirs.json("POST", "/mcp", &ping).await.expect(200);
    // The number of a session is of no use to another member.
    let number = theirs.header("mcp-session-id").unwrap();
    speaking(&eddy).with("mcp-session-id", Some(&number)).json("POST", "/mcp", &ping).await.expect(404);
}
