//! Versions, outside a chunk: history, a new one, another one, and a replacement that is shown before it is made.

use crate::fixture::{ToolLibrary, ids_in, model};
use book::edit::Edit;
use book::text::version::{Author, TaskKind};
use serde_json::{Value, json};
use tools::text::PromptLanguage;

fn by_model() -> Author {
    model(TaskKind::Translation)
}

#[tokio::test]
async fn history_lists_every_version_with_its_author_and_which_one_stands() {
    let library = ToolLibrary::usual().await;
    let id = library.ids([2]).await[0];
    library.translate(id, "机译", by_model()).await;
    library.translate(id, "人译", Author::Person).await;
    let content = library.assistant("get_translation_history", &json!({ "paragraph_id": id })).await;
    let shown: Vec<(&Value, &Value, &Value, &Value)> = content["versions"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| (&one["translation"], &one["by"], &one["model"], &one["selected"]))
        .collect();
    assert_eq!(json!(shown), json!([["机译", "model", "scripted", false], ["人译", "person", null, true]]));
    assert_eq!(content["count"], 2);
}

#[tokio::test]
async fn history_is_capped_at_the_newest_versions() {
    let library = ToolLibrary::usual().await;
    let id = library.ids([2]).await[0];
    for n in 0..25 {
        library.translate(id, &format!("第{n}稿"), by_model()).await;
    }
    let content = library.assistant("get_translation_history", &json!({ "paragraph_id": id })).await;
    assert_eq!(content["versions"][0]["translation"], "第5稿");
    assert_eq!(
        (&content["count"], &content["note"]),
        (&json!(25), &json!("The oldest 5 versions were left out."))
    );
}

#[tokio::test]
async fn a_new_translation_is_a_new_version_by_whoever_asked() {
    let library = ToolLibrary::usual().await;
    let id = library.ids([2]).await[0];
    for author in [by_model(), Author::Person] {
        let args = json!({ "paragraph_id": id, "translated_text": format!("{author:?}") });
        let content = library.outside(&author, PromptLanguage::English, "update_translation", &args).await;
        assert_eq!(content["saved_as"], "selected");
        assert_eq!(library.translation(id).await, Some(format!("{author:?}")));
    }
    let versions = library.store.library().versions(library.book.id, id).await.unwrap();
    assert_eq!(versions.len(), 2);
    assert_eq!(versions[1].author, Author::Person);
}

#[tokio::test]
async fn a_models_new_translation_of_locked_or_a_persons_text_is_a_suggestion() {
    let library = ToolLibrary::usual().await;
    let ids = library.ids([2, 3]).await;
    library.translate(ids[0], "人译", Author::Person).await;
    library.translate(ids[1], "旧译", by_model()).await;
    library.person(&[Edit::SetLock { paragraph: ids[1], locked: true }]).await;
    for (id, standing) in [(ids[0], "人译"), (ids[1], "旧译")] {
        let args = json!({ "paragraph_id": id, "translated_text": "新译" });
        let content = library.assistant("update_translation", &args).await;
        assert_eq!((&content["success"], &content["saved_as"]), (&json!(true), &json!("suggestion")));
        assert_eq!(library.translation(id).await, Some(standing.to_owned()));
    }
}

#[tokio::test]
async fn a_new_translation_must_have_text_and_tags() {
    let library = ToolLibrary::with(&[&["<1>強い</1>雨。", ""]]).await;
    let ids = library.ids([0, 1]).await;
    for (id, text, code) in [
        (ids[0], " ", "BROKEN_TAGS"),
        (ids[0], "<1> </1>", "EMPTY_TRANSLATION"),
        (ids[0], "大雨", "BROKEN_TAGS"),
        (ids[1], "空", "EMPTY_PARAGRAPH"),
    ] {
        let content = library
            .assistant("update_translation", &json!({ "paragraph_id": id, "translated_text": text }))
            .await;
        assert_eq!(content["error_code"], code, "{text}");
        assert_eq!(library.translation(id).await, None);
    }
}

#[tokio::test]
async fn another_version_can_be_selected_but_not_over_a_persons_words() {
    let library = ToolLibrary::usual().await;
    let id = library.ids([2]).await[0];
    library.translate(id, "一稿", by_model()).await;
    library.translate(id, "二稿", by_model()).await;
    let versions = library.store.library().versions(library.book.id, id).await.unwrap();
    let select = |version: String| json!({ "paragraph_id": id, "version_id": version });
    let content = library.assistant("select_translation", &select(versions[0].id.to_string())).await;
    assert_eq!(
        (&content["success"], &content["previous_version_id"]),
        (&json!(true), &json!(versions[1].id.to_string()))
    );
    assert_eq!(library.translation(id).await, Some("一稿".to_owned()));
    for unknown in ["v99999", "x", ""] {
        let content = library.assistant("select_translation", &select(unknown.to_owned())).await;
        assert_eq!(content["error_code"], "UNKNOWN_VERSION");
    }
    library.translate(id, "人译", Author::Person).await;
    let content = library.assistant("select_translation", &select(versions[1].id.to_string())).await;
    assert_eq!(content["error_code"], "PROTECTED");
    let content = library
        .outside(
            &Author::Person,
            PromptLanguage::Chinese,
            "select_translation",
            &select(versions[1].id.to_string()),
        )
        .await;
    assert_eq!(content["success"], true);
    assert_eq!(library.translation(id).await, Some("二稿".to_owned()));
}

async fn with_names() -> ToolLibrary {
    let library = ToolLibrary::with(&[&["一", "二", "<1>三</1>", "四"], &["五"]]).await;
    let ids = library.ids(0..5).await;
    for (id, text) in
        ids.iter().zip(["Alice met alice.", "Bob", "<1>Alice & Al</1>", "Alice, locked", "Dear Alice"])
    {
        library.translate(*id, text, by_model()).await;
    }
    library.person(&[Edit::SetLock { paragraph: ids[3], locked: true }]).await;
    library
}

#[tokio::test]
async fn a_replacement_is_a_preview_unless_told_otherwise() {
    let library = with_names().await;
    let before = library.paragraphs().await;
    let content =
        library.assistant("replace_in_translations", &json!({ "find": "Alice", "replace": "Alicia" })).await;
    assert_eq!(
        (&content["dry_run"], &content["count"], &content["replacements"]),
        (&json!(true), &json!(3), &json!(3))
    );
    assert_eq!(content["matches"][0]["before"], "Alice met alice.");
    assert_eq!(content["matches"][0]["after"], "Alicia met alice.");
    assert_eq!(content["skipped_locked"], json!([before[3].id]));
    assert!(content["note"].as_str().unwrap().contains("dry_run=false"), "{content}");
    assert_eq!(library.paragraphs().await, before, "a preview changes nothing");
}

#[tokio::test]
async fn a_replacement_is_one_change_keeps_tags_and_is_undone_as_one() {
    let library = with_names().await;
    let ids = library.ids(0..5).await;
    let before = library.paragraphs().await;
    let n_changes = library.store.library().changes(library.book.id, 100).await.unwrap().len();
    let args = json!({ "find": "Alice", "replace": "Alicia", "dry_run": false });
    let content = library.assistant("replace_in_translations", &args).await;
    assert_eq!((&content["dry_run"], &content["count"]), (&json!(false), &json!(3)));
    let texts = ["Alicia met alice.", "Bob", "<1>Alicia & Al</1>", "Alice, locked", "Dear Alicia"];
    for (id, text) in ids.iter().zip(texts) {
        assert_eq!(library.translation(*id).await.as_deref(), Some(text));
    }
    assert_eq!(library.store.library().changes(library.book.id, 100).await.unwrap().len(), n_changes + 1);
    let cause = store::change::Cause::person("undo");
    library.store.undo_last(library.book.id, &cause, 1_800_000_000_001).await.unwrap();
    let after: Vec<_> = library.paragraphs().await.into_iter().map(|one| one.translation).collect();
    assert_eq!(after, before.into_iter().map(|one| one.translation).collect::<Vec<_>>());
}

#[tokio::test]
async fn a_replacement_can_be_limited_to_a_chapter_and_can_delete_but_never_empty_a_text() {
    let library = with_names().await;
    let all = library.paragraphs().await;
    let args = json!({ "find": "Dear ", "replace": "", "chapter_id": all[4].chapter, "dry_run": false });
    let content = library.assistant("replace_in_translations", &args).await;
    assert_eq!(ids_in(&content["matches"]), [all[4].id.to_string()]);
    assert_eq!(library.translation(all[4].id).await, Some("Alice".to_owned()));
    let content = library
        .assistant("replace_in_translations", &json!({ "find": "Bob", "replace": "", "dry_run": false }))
        .await;
    assert_eq!(content["count"], 0);
    assert_eq!(library.translation(all[1].id).await, Some("Bob".to_owned()));
    let content = library.assistant("replace_in_translations", &json!({ "find": " ", "replace": "x" })).await;
    assert_eq!(content["error_code"], "INVALID_FIND");
}

#[tokio::test]
async fn a_person_replaces_in_locked_text_and_in_their_own_and_a_model_leaves_a_suggestion() {
    let library = with_names().await;
    let ids = library.ids(0..5).await;
    library.translate(ids[4], "Alice by hand", Author::Person).await;
    let args = json!({ "find": "Alice", "replace": "Alicia", "dry_run": false });
    library.assistant("replace_in_translations", &args).await;
    assert_eq!(library.translation(ids[4]).await.as_deref(), Some("Alice by hand"));
    let content =
        library.outside(&Author::Person, PromptLanguage::Chinese, "replace_in_translations", &args).await;
    assert_eq!(ids_in(&content["matches"]), [ids[3].to_string(), ids[4].to_string()]);
    assert_eq!(library.translation(ids[4]).await.as_deref(), Some("Alicia by hand"));
    assert_eq!(library.translation(ids[3]).await.as_deref(), Some("Alicia, locked"));
}
