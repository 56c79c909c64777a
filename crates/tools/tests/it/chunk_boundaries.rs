//! Seeds 000, 001 and 002: what a chunk is to the tools, and what they refuse where reading stops at its ends.

use crate::fixture::{TestTask, ToolLibrary, ids_in, model, written};
use book::text::version::TaskKind;
use book::work::chunk::Reads;
use serde_json::{Value, json};
use tools::text::PromptLanguage;

/// P1 to P5 are the fourth to the eighth paragraph of the first chapter.
const P: std::ops::Range<usize> = 3..8;

async fn chunk_readers(library: &ToolLibrary) -> Vec<TestTask<'_>> {
    let mut seats = Vec::new();
    for kind in TaskKind::ALL {
        seats.push(library.task(kind, P).await.reading(Reads::Chunk));
    }
    seats
}

fn assert_boundary_error(content: &Value, task: &TestTask<'_>) {
    let (first, last) = (task.id(0), task.id(task.ids.len() - 1));
    assert_eq!(
        *content,
        json!({
            "success": false,
            "error": format!("无法获取超出当前翻译范围的段落。当前处理范围：段落 {first} 至 {last}。请专注于翻译当前提供的段落。"),
            "error_code": "OUT_OF_CHUNK",
            "chunk": {"first": first, "last": last},
        })
    );
}

#[tokio::test]
async fn seed_000_tool_context_of_every_task_kind_has_the_set_the_first_and_the_last_id() {
    let library = ToolLibrary::usual().await;
    for task in chunk_readers(&library).await {
        let allowed = task.boundaries.allowed_paragraph_ids();
        assert_eq!(allowed.len(), 5);
        assert!(task.ids.iter().all(|id| allowed.contains(id)));
        assert_eq!(task.boundaries.first_paragraph_id(), task.ids[0]);
        assert_eq!(task.boundaries.last_paragraph_id(), task.ids[4]);
    }
}

#[tokio::test]
async fn seed_000_tool_context_without_boundaries_lets_the_assistant_read_any_paragraph() {
    let library = ToolLibrary::usual().await;
    let all = library.paragraphs().await;
    let author = model(TaskKind::Translation);
    for (place, paragraph) in all.iter().enumerate() {
        let args = json!({ "paragraph_id": paragraph.id, "count": 20 });
        let next = library.outside(&author, PromptLanguage::English, "get_next_paragraphs", &args).await;
        let expected: Vec<String> = all[place + 1..].iter().map(|one| one.id.to_string()).collect();
        assert_eq!(ids_in(&next["paragraphs"]), expected);
        assert!(next["paragraphs"].as_array().unwrap().iter().all(|one| one.get("in_chunk").is_none()));
    }
}

#[tokio::test]
async fn seed_000_a_task_of_any_kind_is_restricted_to_its_chunk_where_reads_are_chunk() {
    let library = ToolLibrary::usual().await;
    for mut task in chunk_readers(&library).await {
        for tool in ["get_next_paragraphs", "get_previous_paragraphs"] {
            let content = task.refused(tool, &json!({ "paragraph_id": task.id(2), "count": 10 })).await;
            assert_boundary_error(&content, &task);
        }
    }
}

#[tokio::test]
async fn seed_000_next_within_the_chunk_p3_count_2_gives_p4_and_p5() {
    let library = ToolLibrary::usual().await;
    for mut task in chunk_readers(&library).await {
        let content =
            task.call("get_next_paragraphs", &json!({ "paragraph_id": task.id(2), "count": 2 })).await;
        assert_eq!(ids_in(&content["paragraphs"]), written(&task.ids[3..5]));
        assert_eq!((&content["success"], &content["count"]), (&json!(true), &json!(2)));
    }
}

#[tokio::test]
async fn seed_000_next_beyond_the_chunk_p4_count_5_is_a_boundary_error() {
    let library = ToolLibrary::usual().await;
    for mut task in chunk_readers(&library).await {
        let content =
            task.refused("get_next_paragraphs", &json!({ "paragraph_id": task.id(3), "count": 5 })).await;
        assert_boundary_error(&content, &task);
    }
}

#[tokio::test]
async fn seed_000_next_from_the_last_paragraph_says_that_the_chunk_has_no_more() {
    let library = ToolLibrary::usual().await;
    for language in PromptLanguage::ALL {
        for task in chunk_readers(&library).await {
            let mut task = task.speaking(language);
            let content = task.refused("get_next_paragraphs", &json!({ "paragraph_id": task.id(4) })).await;
            let error = content["error"].as_str().unwrap();
            assert!(
                error.starts_with(language.choose("当前块中没有更多段落", "There are no more paragraphs")),
                "{error}"
            );
            assert!(error.contains(&task.id(0)) && error.contains(&task.id(4)), "{error}");
            assert_eq!(content["error_code"], "OUT_OF_CHUNK");
            assert_eq!(content["chunk"], json!({ "first": task.id(0), "last": task.id(4) }));
        }
    }
}

#[tokio::test]
async fn seed_000_previous_within_the_chunk_p4_count_2_gives_p3_and_p2_nearest_first() {
    let library = ToolLibrary::usual().await;
    for mut task in chunk_readers(&library).await {
        let content =
            task.call("get_previous_paragraphs", &json!({ "paragraph_id": task.id(3), "count": 2 })).await;
        assert_eq!(ids_in(&content["paragraphs"]), [task.id(2), task.id(1)]);
    }
}

#[tokio::test]
async fn seed_000_previous_beyond_a_chunk_that_does_not_start_the_chapter_is_a_boundary_error() {
    let library = ToolLibrary::usual().await;
    for kind in TaskKind::ALL {
        let mut task = library.task(kind, 5..8).await.reading(Reads::Chunk);
        let content =
            task.refused("get_previous_paragraphs", &json!({ "paragraph_id": task.id(0), "count": 5 })).await;
        assert_boundary_error(&content, &task);
    }
}

#[tokio::test]
async fn seed_000_position_within_the_chunk_p2_next_2_gives_p3_and_p4() {
    let library = ToolLibrary::usual().await;
    for mut task in chunk_readers(&library).await {
        let args = json!({ "paragraph_id": task.id(1), "include_next": true, "next_count": 2 });
        let content = task.call("get_paragraph_position", &args).await;
        assert_eq!(ids_in(&content["next_paragraphs"]), written(&task.ids[2..4]));
        assert_eq!(content.get("previous_paragraphs"), None);
    }
}

#[tokio::test]
async fn seed_000_position_beyond_the_chunk_p4_next_5_gives_p5_only_and_never_fails() {
    let library = ToolLibrary::usual().await;
    for mut task in chunk_readers(&library).await {
        let args = json!({ "paragraph_id": task.id(3), "include_next": true, "next_count": 5 });
        let content = task.call("get_paragraph_position", &args).await;
        assert_eq!(content["success"], true);
        assert_eq!(ids_in(&content["next_paragraphs"]), [task.id(4)]);
        let args = json!({ "paragraph_id": task.id(1), "include_previous": true, "previous_count": 9 });
        let content = task.call("get_paragraph_position", &args).await;
        assert_eq!(ids_in(&content["previous_paragraphs"]), [task.id(0)]);
        let args = json!({ "paragraph_id": task.id(4), "include_next": true, "include_previous": true });
        let content = task.call("get_paragraph_position", &args).await;
        assert_eq!(content["next_paragraphs"], json!([]));
        assert_eq!(ids_in(&content["previous_paragraphs"]), [task.id(3), task.id(2), task.id(1)]);
    }
}

#[tokio::test]
async fn seed_000_boundary_error_explains_names_the_range_and_suggests_in_english_too() {
    let library = ToolLibrary::usual().await;
    let mut task =
        library.task(TaskKind::Translation, P).await.reading(Reads::Chunk).speaking(PromptLanguage::English);
    let content =
        task.refused("get_next_paragraphs", &json!({ "paragraph_id": task.id(3), "count": 5 })).await;
    let (first, last) = (task.id(0), task.id(4));
    assert_eq!(
        content["error"],
        format!(
            "Cannot fetch paragraphs beyond the current translation range. Current range: paragraph {first} to {last}. \
             Please focus on the paragraphs you were given."
        )
    );
}

#[tokio::test]
async fn seed_002_single_paragraph_and_keyword_search_are_not_restricted_by_the_chunk() {
    let library = ToolLibrary::usual().await;
    let far = library.ids([14]).await[0];
    for mut task in chunk_readers(&library).await {
        let content = task.call("get_paragraph_info", &json!({ "paragraph_id": far })).await;
        assert_eq!(
            (&content["paragraph"]["paragraph_id"], &content["paragraph"]["in_chunk"]),
            (&json!(far), &json!(false))
        );
        let content = task.call("find_paragraph_by_keywords", &json!({ "keywords": ["石段"] })).await;
        assert_eq!(ids_in(&content["paragraphs"]), [far.to_string()]);
        assert_eq!(content["paragraphs"][0]["in_chunk"], false);
    }
}

#[tokio::test]
async fn reads_chunk_an_anchor_outside_the_chunk_is_a_boundary_error() {
    let library = ToolLibrary::usual().await;
    let outside = library.ids([0, 2, 8, 12]).await;
    for mut task in chunk_readers(&library).await {
        for anchor in &outside {
            for tool in ["get_next_paragraphs", "get_previous_paragraphs"] {
                let content = task.refused(tool, &json!({ "paragraph_id": anchor, "count": 1 })).await;
                assert_boundary_error(&content, &task);
            }
            let args = json!({ "paragraph_id": anchor, "include_next": true, "include_previous": true });
            let content = task.call("get_paragraph_position", &args).await;
            let listed =
                [ids_in(&content["next_paragraphs"]), ids_in(&content["previous_paragraphs"])].concat();
            assert!(listed.iter().all(|id| written(&task.ids).contains(id)), "{content}");
        }
    }
}

#[tokio::test]
async fn reads_chunk_fewer_than_asked_because_the_book_ends_is_no_violation() {
    let library = ToolLibrary::usual().await;
    for kind in TaskKind::ALL {
        let mut task = library.task(kind, 12..15).await.reading(Reads::Chunk);
        let content =
            task.call("get_next_paragraphs", &json!({ "paragraph_id": task.id(1), "count": 9 })).await;
        assert_eq!(ids_in(&content["paragraphs"]), [task.id(2)]);
        let mut task = library.task(kind, 0..3).await.reading(Reads::Chunk);
        let content =
            task.call("get_previous_paragraphs", &json!({ "paragraph_id": task.id(1), "count": 9 })).await;
        assert_eq!(ids_in(&content["paragraphs"]), [task.id(0)]);
        let content = task.call("get_previous_paragraphs", &json!({ "paragraph_id": task.id(0) })).await;
        assert_eq!((&content["success"], &content["paragraphs"]), (&json!(true), &json!([])));
    }
}

#[tokio::test]
async fn reads_chunk_a_scene_break_inside_the_chunk_is_shown_and_is_no_violation() {
    let library =
        ToolLibrary::with(&[&["前の文。", "一の文。", "◇◇◇", "", "二の文。", "＊＊＊", "後の文。"]]).await;
    let mut task = library.task(TaskKind::Translation, [1, 4]).await.reading(Reads::Chunk);
    let scene_break = library.ids([2]).await[0];
    let content = task.call("get_next_paragraphs", &json!({ "paragraph_id": task.id(0), "count": 2 })).await;
    assert_eq!(ids_in(&content["paragraphs"]), [scene_break.to_string(), task.id(1)]);
    assert_eq!(
        (&content["paragraphs"][0]["in_chunk"], &content["paragraphs"][1]["in_chunk"]),
        (&json!(false), &json!(true))
    );
    let content =
        task.refused("get_next_paragraphs", &json!({ "paragraph_id": task.id(0), "count": 3 })).await;
    assert_boundary_error(&content, &task);
}
