//! Requests that are held open: whoever loses a right while a body is on its way does not write any more.

use crate::client::{Client, HeldRequest};
use crate::operations::{self, Operation, RealIds};
use crate::roles::least_role;
use crate::teams::{PASSWORD, TestTeam, login};
use serde_json::{Value, json};

/// How a right is lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Loss {
    /// Nothing happens, and everything is done.
    None,
    Removed,
    Demoted,
    /// Only of the book.
    BookLost,
    /// The owner ends every other session.
    PasswordChanged,
}

/// Whether an operation needs no right, or reads its body by other rules.
fn is_held(operation: &Operation) -> bool {
    let is_login = ["join", "logIn", "openSession", "finishOidc"].contains(&operation.name.as_str());
    operation.has_body && !is_login
}

/// What the owners see of the library.
async fn state(team: &TestTeam, book: &str) -> Value {
    let mut state = Vec::new();
    let of_book = |path: &str| format!("/api/v1/books/{book}{path}");
    for path in [
        "/api/v1/people".to_owned(),
        "/api/v1/invitations".to_owned(),
        "/api/v1/budgets".to_owned(),
        "/api/v1/keys".to_owned(),
        "/api/v1/settings".to_owned(),
        "/api/v1/series".to_owned(),
        "/api/v1/books".to_owned(),
        of_book(""),
        of_book("/changes"),
        of_book("/terms"),
        of_book("/characters"),
        of_book("/memories"),
        of_book("/assignments"),
        of_book("/chat"),
        of_book("/comments"),
        of_book("/instructions"),
        "/api/v1/runs".to_owned(),
    ] {
        state.push(team.owner.get(&path).await.expect(200).json());
    }
    json!(state)
}

async fn held_through(loss: Loss) {
    let team = TestTeam::open().await;
    let (tara, rita) =
        (team.member("tara", "translator", None).await, team.member("rita", "reader", None).await);
    let real = RealIds::of(&team, &tara, &rita).await;
    let sender = match loss {
        Loss::BookLost => team.member("guest", "editor", Some(&real.book)).await,
        Loss::None | Loss::Removed | Loss::Demoted | Loss::PasswordChanged => {
            team.member("guest", "owner", None).await
        }
    };
    let me = sender.get("/api/v1/me").await.expect(200).json()["id"].as_str().unwrap().to_owned();
    let mut held: Vec<(Operation, HeldRequest)> = Vec::new();
    for operation in operations::all().into_iter().filter(is_held) {
        let least = least_role(&operation.name);
        let is_lost = match loss {
            Loss::None => operation.name != "changePassword",
            Loss::Removed | Loss::PasswordChanged => true,
            // The own account stays, and what readers may.
            Loss::Demoted => least < 4,
            Loss::BookLost => operation.of_book(),
        };
        if is_lost {
            let request = sender.hold(&operation.method, &real.sent(&operation)).await;
            held.push((operation, request));
        }
    }
    assert!(held.len() > 30, "{} requests are held", held.len());
    match loss {
        Loss::None => {}
        Loss::Removed => drop(team.owner.delete(&format!("/api/v1/people/{me}")).await.expect(204)),
        Loss::Demoted => change_role(&team.owner, &me, &json!({"role": "reader"})).await,
        Loss::BookLost => change_role(&team.owner, &me, &json!({"role": null, "book": real.book})).await,
        Loss::PasswordChanged => {
            let other = login(&team.app.client, "guest", PASSWORD).await;
            let change = json!({"current": PASSWORD, "new": "another good one"});
            other.json("PUT", "/api/v1/me/password", &change).await.expect(204);
        }
    }
    let before = state(&team, &real.book).await;
    let mut wrong = Vec::new();
    for (operation, request) in held {
        let (status, text) = request.finish().await;
        let is_refused = matches!(status, 401 | 403);
        if is_refused == (loss == Loss::None) {
            wrong.push(format!("{} {status} {text}", operation.name));
        }
    }
    assert!(wrong.is_empty(), "{loss:?}:\n{}", wrong.join("\n"));
    if loss != Loss::None {
        assert_eq!(state(&team, &real.book).await, before, "{loss:?}: nothing was written");
    }
}

async fn change_role(owner: &Client, person: &str, role: &Value) {
    owner.json("PUT", &format!("/api/v1/people/{person}/role"), role).await.expect(204);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_held_request_is_carried_out_where_no_right_was_lost() {
    held_through(Loss::None).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_held_request_of_a_removed_member_writes_nothing() {
    held_through(Loss::Removed).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_held_request_of_a_demoted_member_writes_nothing() {
    held_through(Loss::Demoted).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_held_request_of_a_member_who_lost_the_book_writes_nothing() {
    held_through(Loss::BookLost).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_held_request_of_a_session_that_ended_with_its_password_writes_nothing() {
    held_through(Loss::PasswordChanged).await;
}
