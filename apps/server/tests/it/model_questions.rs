//! What a model asks in a run stands among the comments of its chapter, and is answered there.

use crate::client::Client;
use crate::runs::asks;
use crate::teams::TestTeam;
use crate::test_app::Opening;
use serde_json::{Value, json};

async fn comments(client: &Client, book: &str, query: &str) -> Vec<Value> {
    let page = client.get(&format!("/api/v1/books/{book}/comments?{query}")).await.expect(200).json();
    page["items"].as_array().unwrap().clone()
}

#[tokio::test]
async fn a_models_question_stands_among_the_comments_until_somebody_who_may_answers_it() {
    let team = TestTeam::open_as(Opening { plan: asks(), ..Opening::default() }).await;
    let book = team.import().await;
    let ann = team.member("ann", "translator", None).await;
    let reader = team.member("rita", "reader", None).await;
    let mut stream = reader.follow("/api/v1/events", None).await;
    stream.until("snapshot").await;
    let spec = json!({"model": "test/model", "concurrency": 1});
    let begun = team.owner.json("POST", &format!("/api/v1/books/{book}/runs"), &spec).await.expect(202);
    let run = begun.json()["run"].as_str().unwrap().to_owned();
    let heard = stream.until("comments_changed").await;
    assert_eq!(heard.last().unwrap().data["book"], book.as_str());

    let open = comments(&reader, &book, "state=open").await;
    let asked = &open[0];
    assert_eq!(
        (&asked["author"], &asked["text"]),
        (&json!("model"), &json!("What is the lamplighter called?")),
        "{asked}"
    );
    assert_eq!((&asked["question"]["run"], &asked["question"]["is_live"]), (&json!(run), &json!(true)));
    assert_eq!(asked["question"]["choices"], json!(["点灯人", "灯夫"]));
    let chapter = asked["chapter_id"].as_str().unwrap();
    assert_eq!(comments(&reader, &book, &format!("state=open&chapter={chapter}")).await.len(), 1);
    let page = reader.get(&format!("/api/v1/books/{book}")).await.expect(200).json();
    let other = page["chapters"].as_array().unwrap().iter().find(|one| one["id"] != chapter).unwrap();
    let other = format!("chapter={}", other["id"].as_str().unwrap());
    assert!(comments(&reader, &book, &other).await.is_empty(), "it is about its own chapter");
    reader.get(&format!("/api/v1/books/{book}/comments?chapter=999999")).await.expect(404);
    assert!(comments(&reader, &book, "state=resolved").await.is_empty());

    let task = asked["question"]["task"].as_str().unwrap();
    let path = format!("/api/v1/runs/{run}/questions/{task}");
    let mut events = ann.follow(&format!("/api/v1/runs/{run}/events"), None).await;
    reader.json("POST", &path, &json!({"answer": "点灯人"})).await.expect(403);
    ann.json("POST", &path, &json!({"answer": "点灯人"})).await.expect(204);
    assert!(comments(&reader, &book, "state=open").await.is_empty(), "it waits no longer");
    events.until("ended").await;

    let settled = comments(&reader, &book, "state=resolved").await;
    assert_eq!(settled.len(), 1, "{settled:?}");
    assert_eq!(settled[0]["question"]["answered"]["text"], "点灯人");
    assert_eq!(settled[0]["resolved_by"]["name"], "ANN", "{settled:?}");
    assert_eq!(settled[0]["chapter_id"], chapter);
    assert!(settled[0]["resolved_at_ms"].as_i64() >= settled[0]["created_at_ms"].as_i64());
    let activity = reader.get(&format!("/api/v1/books/{book}/activity")).await.expect(200).json();
    let items = activity["items"].as_array().unwrap();
    let answered = items.iter().find(|one| one["kind"] == "answered").unwrap();
    assert_eq!(
        (&answered["person"]["name"], &answered["text"], &answered["chapter_id"]),
        (&json!("ANN"), &json!("点灯人"), &json!(chapter))
    );
}
