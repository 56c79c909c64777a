//! Addresses of resources: what is written is read again, and nothing else is one.

use crate::test_door::{Client, TestDoor};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Value, json};

async fn contents(client: &mut Client, uri: &str) -> Value {
    let contents = client.read(uri).await.unwrap_or_else(|error| panic!("{uri}: {error}"));
    assert_eq!(contents["uri"], uri);
    contents
}

#[tokio::test]
async fn an_address_that_was_written_is_read_again() {
    let test = TestDoor::open().await;
    let mut client = test.client("an editor").await;
    let listed = client.ask("resources/list", &json!({})).await.unwrap();
    let uris: Vec<&str> =
        listed["resources"].as_array().unwrap().iter().filter_map(|one| one["uri"].as_str()).collect();
    let [book, certificate, chapter, other_chapter] = uris[..] else { panic!("{uris:?}") };
    let page =
        |contents: &Value| -> Value { serde_json::from_str(contents["text"].as_str().unwrap()).unwrap() };
    let about = page(&contents(&mut client, book).await);
    assert_eq!(about["id"], json!(test.book));
    assert_eq!(about["certificate"], certificate);
    assert_eq!(about["chapters"][0]["uri"], chapter);
    assert_eq!(about["chapters"][1]["uri"], other_chapter);
    let proof = page(&contents(&mut client, certificate).await);
    assert_eq!(proof["n_paragraphs"], about["paragraphs"]);
    let both = page(&contents(&mut client, chapter).await);
    assert!(both.to_string().contains("The lamp was lit 1 times."), "{both}");
    let next = both["next"].as_str().unwrap();
    assert_eq!(next, format!("{chapter}?from=500"));
    let rest = page(&contents(&mut client, next).await);
    assert!(rest["paragraphs"][0]["paragraph_index"].as_u64().unwrap() >= 500, "{rest}");
    for (side, word) in [("source", "The lamp was lit "), ("translation", "[not translated]")] {
        let begun = contents(&mut client, &format!("{chapter}/{side}")).await;
        let begun = begun["text"].as_str().unwrap();
        let next = format!("{chapter}/{side}?from=500");
        assert!(begun.ends_with(&format!("[continues at {next}]")), "{side}");
        let rest = contents(&mut client, &next).await;
        assert!(rest["text"].as_str().unwrap().starts_with(word), "{side}: {rest}");
        assert!(client.read(&format!("{chapter}/{side}?from=1")).await.is_ok());
    }
    for (arguments, ending) in
        [(json!({}), "original"), (json!({"format": "epub", "bilingual": "below"}), "epub?bilingual=below")]
    {
        let mut arguments = arguments;
        arguments["book"] = json!(test.book);
        let exported = client.call("export", &arguments).await;
        let uri = exported["uri"].as_str().unwrap_or_else(|| panic!("{exported}"));
        assert_eq!(uri, format!("{book}/export/{ending}"));
        let file = contents(&mut client, uri).await;
        let bytes = BASE64_STANDARD.decode(file["blob"].as_str().unwrap()).unwrap();
        assert_eq!(json!(bytes.len()), exported["n_bytes"], "{uri}");
    }
}

#[tokio::test]
async fn nothing_else_is_an_address() {
    let test = TestDoor::open().await;
    let mut client = test.client("an editor").await;
    let listed = client.ask("resources/list", &json!({})).await.unwrap();
    let address = |place: usize| listed["resources"][place]["uri"].as_str().unwrap();
    let book = address(0).strip_prefix("tsumugi://books/").unwrap();
    let chapter = address(2).rsplit('/').next().unwrap();
    let long = format!("{book}{}", "/x".repeat(100_000));
    let mut texts: Vec<String> = [
        "",
        "..",
        "../../etc/passwd",
        &format!("{book}/"),
        &format!("{book}/../{book}"),
        &format!("{book}/chapters"),
        &format!("{book}/chapters/{chapter}/"),
        &format!("{book}/chapters/{chapter}/source/../translation"),
        &format!("{book}/chapters/{chapter}?from=-1"),
        &format!("{book}/chapters/{chapter}?from=01"),
        &format!("{book}/chapters/{chapter}?from=1&from=2"),
        &format!("{book}/chapters/%2e%2e"),
        &format!("{book}/export/exe"),
        &format!("{book}/export/epub?path=/tmp/x"),
        &format!("{book}/certificate?x"),
        &format!("{book}#x"),
        &format!(" {book}"),
        &long,
    ]
    .map(|rest| format!("tsumugi://books/{rest}"))
    .to_vec();
    texts.extend(
        ["file:///etc/passwd", "http://localhost/", "tsumugi://", "", "TSUMUGI://books/"].map(str::to_owned),
    );
    for text in texts {
        let error = client.read(&text).await.unwrap_err();
        assert!(
            error["message"].as_str().unwrap().contains("there is no such resource"),
            "{text:.80}: {error}"
        );
    }
}
