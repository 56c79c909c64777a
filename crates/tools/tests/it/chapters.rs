//! Chapters: what is told about them, and whose titles a task may translate.

use crate::fixture::{ToolLibrary, model};
use book::edit::Edit;
use book::text::version::TaskKind;
use serde_json::{Value, json};

#[tokio::test]
async fn chapter_info_defaults_to_the_tasks_own_chapter_and_gives_no_text() {
    let library = ToolLibrary::usual().await;
    let all = library.paragraphs().await;
    library.translate(all[11].id, "译", model(TaskKind::Translation)).await;
    let mut task = library.task(TaskKind::Translation, 11..13).await;
    let content = task.call("get_chapter_info", &json!({})).await;
    assert_eq!(
        content,
        json!({
            "success": true,
            "chapter_id": all[11].chapter,
            "chapter_number": 2,
            "title": "第2章",
            "title_translation": null,
            "volume": null,
            "total_paragraphs": 5,
            "paragraphs_with_text": 5,
            "translated_paragraphs": 1,
            "first_paragraph_id": all[10].id,
            "previous_chapter_id": all[0].chapter,
            "next_chapter_id": null,
        })
    );
    let content = task.call("get_chapter_info", &json!({ "chapter_id": all[0].chapter })).await;
    assert_eq!(content["chapter_number"], 1);
    assert_eq!(library.assistant("get_chapter_info", &json!({})).await["error_code"], "INVALID_ARGUMENTS");
    assert_eq!(
        library.assistant("get_chapter_info", &json!({ "chapter_id": "x" })).await["error_code"],
        "UNKNOWN_CHAPTER"
    );
}

#[tokio::test]
async fn chapters_are_listed_in_order_a_page_at_a_time() {
    let texts: Vec<&[&str]> = vec![&["文。"]; 130];
    let library = ToolLibrary::with(&texts).await;
    let numbers = |content: &Value| -> Vec<u64> {
        content["chapters"]
            .as_array()
            .unwrap()
            .iter()
            .map(|one| one["chapter_number"].as_u64().unwrap())
            .collect()
    };
    let content = library.assistant("list_chapters", &json!({})).await;
    assert_eq!((numbers(&content), &content["total_chapters"]), ((1..=30).collect(), &json!(130)));
    assert_eq!(content["note"], "100 more chapters; go on with offset=30.");
    let content = library.assistant("list_chapters", &json!({ "offset": 125, "limit": 1000 })).await;
    assert_eq!((numbers(&content), content.get("note")), ((126..=130).collect(), None));
    let content = library.assistant("list_chapters", &json!({ "limit": 1000 })).await;
    assert_eq!(numbers(&content).len(), 100);
    let content = library.assistant("list_chapters", &json!({ "offset": i64::MAX, "limit": -1 })).await;
    assert_eq!((&content["success"], &content["chapters"]), (&json!(true), &json!([])));
}

#[tokio::test]
async fn a_task_titles_its_own_chapter_once_and_no_other() {
    let library = ToolLibrary::usual().await;
    let all = library.paragraphs().await;
    for kind in TaskKind::ALL {
        let mut task = library.task(kind, 3..5).await;
        let other = json!({ "title_translation": "别章", "chapter_id": all[10].chapter });
        assert_eq!(task.refused("update_chapter_title", &other).await["error_code"], "CHAPTER_NOT_IN_TASK");
        let content =
            task.call("update_chapter_title", &json!({ "title_translation": " 第一章\n雨 " })).await;
        assert_eq!((&content["success"], &content["title_translation"]), (&json!(true), &json!("第一章 雨")));
        let chapters = library.store.library().chapters(library.book.id).await.unwrap();
        assert_eq!(chapters[0].title_translation.as_deref(), Some("第一章 雨"));
        let content = task.refused("update_chapter_title", &json!({ "title_translation": "改" })).await;
        assert_eq!(content["error_code"], "TITLE_ALREADY_SET");
        assert_eq!(
            task.refused("update_chapter_title", &json!({ "title_translation": " " })).await["error_code"],
            "INVALID_TITLE"
        );
        library.person(&[Edit::SetChapterTitle { chapter: all[0].chapter, translation: None }]).await;
    }
}

#[tokio::test]
async fn outside_a_chunk_any_title_may_be_set() {
    let library = ToolLibrary::usual().await;
    let chapter = library.paragraphs().await[10].chapter;
    for title in ["二", "第二"] {
        let args = json!({ "title_translation": title, "chapter_id": chapter });
        assert_eq!(library.assistant("update_chapter_title", &args).await["success"], true);
        let chapters = library.store.library().chapters(library.book.id).await.unwrap();
        assert_eq!(chapters[1].title_translation.as_deref(), Some(title));
    }
}

#[tokio::test]
async fn a_task_gives_the_book_its_title_once_and_a_person_may_change_it() {
    let library = ToolLibrary::usual().await;
    let mut task = library.task(TaskKind::Translation, 0..2).await;
    let given = |title: &str| json!({ "title_translation": title });
    assert_eq!(task.call("update_book_title", &given(" 纺\n线 ")).await["title_translation"], "纺 线");
    assert_eq!(task.call("update_book_title", &given("纺 线")).await["success"], true);
    assert_eq!(task.refused("update_book_title", &given("改")).await["error_code"], "TITLE_ALREADY_SET");
    assert_eq!(task.refused("update_book_title", &given("")).await["error_code"], "INVALID_TITLE");
    let title = async || library.store.library().book(library.book.id).await.unwrap().title_translation;
    assert_eq!(title().await.as_deref(), Some("纺 线"));
    assert_eq!(library.assistant("update_book_title", &given("改")).await["success"], true);
    assert_eq!(title().await.as_deref(), Some("改"));
}
