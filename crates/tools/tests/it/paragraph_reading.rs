//! How paragraphs are read: fields, caps, unknown ids, and what is never shown.

use crate::fixture::{TEXTS, ToolLibrary, ids_in, model};
use book::text::version::TaskKind;
use book::work::chunk::Reads;
use serde_json::{Value, json};
use tools::text::PromptLanguage;

#[tokio::test]
async fn each_paragraph_has_id_index_text_translation_and_in_a_task_in_chunk() {
    let library = ToolLibrary::usual().await;
    let mut task = library.task(TaskKind::Polish, 3..5).await;
    library.translate(task.ids[1], "当然有人", model(TaskKind::Translation)).await;
    let content = task.call("get_next_paragraphs", &json!({ "paragraph_id": task.id(0), "count": 2 })).await;
    let outside = library.ids([5]).await[0];
    assert_eq!(
        content,
        json!({
            "success": true,
            "count": 2,
            "paragraphs": [
                {
                    "paragraph_id": task.id(1),
                    "paragraph_index": 4,
                    "in_chunk": true,
                    "text": TEXTS[4],
                    "translation": "当然有人",
                },
                {
                    "paragraph_id": outside,
                    "paragraph_index": 5,
                    "in_chunk": false,
                    "text": TEXTS[5],
                    "translation": null,
                },
            ],
        })
    );
}

#[tokio::test]
async fn info_gives_one_paragraph_with_its_chapter() {
    let library = ToolLibrary::usual().await;
    let paragraph = library.paragraphs().await[11].clone();
    let content = library.assistant("get_paragraph_info", &json!({ "paragraph_id": paragraph.id })).await;
    assert_eq!(
        content,
        json!({
            "success": true,
            "paragraph": {
                "paragraph_id": paragraph.id,
                "paragraph_index": 1,
                "text": TEXTS[11],
                "translation": null,
                "chapter_id": paragraph.chapter,
                "chapter_title": "第2章",
            },
        })
    );
}

#[tokio::test]
async fn position_gives_chapter_index_and_total_and_no_lists_unless_asked() {
    let library = ToolLibrary::usual().await;
    let paragraph = library.paragraphs().await[11].clone();
    let content = library.assistant("get_paragraph_position", &json!({ "paragraph_id": paragraph.id })).await;
    assert_eq!(
        content,
        json!({
            "success": true,
            "paragraph_id": paragraph.id,
            "chapter_id": paragraph.chapter,
            "chapter_title": "第2章",
            "paragraph_index": 1,
            "total_paragraphs": 5,
        })
    );
}

#[tokio::test]
async fn three_neighbours_are_given_when_no_count_is() {
    let library = ToolLibrary::usual().await;
    let mut task = library.task(TaskKind::Translation, 3..5).await;
    for tool in ["get_next_paragraphs", "get_previous_paragraphs"] {
        let content = task.call(tool, &json!({ "paragraph_id": task.id(0) })).await;
        assert_eq!(content["count"], 3);
        assert_eq!(content.get("note"), None);
    }
}

#[tokio::test]
async fn an_unknown_id_is_an_error_that_names_it_in_every_paragraph_tool() {
    let library = ToolLibrary::usual().await;
    let absent = book::id::ParagraphId::from_number(9999).to_string();
    let first = library.ids([0]).await[0].to_string();
    let mut wrong_check: String = first.clone();
    let last = wrong_check.pop().unwrap();
    wrong_check.push(if last == '3' { '4' } else { '3' });
    for reads in [Reads::Book, Reads::Chunk] {
        for language in PromptLanguage::ALL {
            let mut task = library.task(TaskKind::Translation, 0..3).await.reading(reads).speaking(language);
            for given in [absent.as_str(), wrong_check.as_str(), "no such id", ""] {
                for tool in [
                    "get_paragraph_info",
                    "get_paragraph_position",
                    "get_next_paragraphs",
                    "get_previous_paragraphs",
                ] {
                    let content = task.refused(tool, &json!({ "paragraph_id": given })).await;
                    assert_eq!(content["error_code"], "UNKNOWN_PARAGRAPH", "{tool}");
                    assert_eq!(content["paragraph_id"], given);
                    let error = content["error"].as_str().unwrap();
                    assert!(error.contains(&format!("`{given}`")), "{error}");
                    assert!(error.contains(language.choose("原样复制", "exactly")), "{error}");
                }
            }
        }
    }
}

#[tokio::test]
async fn an_id_copied_with_its_label_or_in_capitals_is_understood() {
    let library = ToolLibrary::usual().await;
    let id = library.ids([4]).await[0].to_string();
    for given in [format!("[ID: {id}]"), id.to_uppercase(), format!(" {id} ")] {
        let content = library.assistant("get_paragraph_info", &json!({ "paragraph_id": given })).await;
        assert_eq!(content["paragraph"]["paragraph_id"], id);
    }
}

#[tokio::test]
async fn empty_paragraphs_are_never_context_and_symbol_lines_are_not_skipped() {
    let library = ToolLibrary::with(&[&["一の文。", "", "◇◇◇", "　　", "……", "二の文。"]]).await;
    let all = library.paragraphs().await;
    let expected: Vec<String> = [2, 4, 5].iter().map(|place: &usize| all[*place].id.to_string()).collect();
    let content =
        library.assistant("get_next_paragraphs", &json!({ "paragraph_id": all[0].id, "count": 10 })).await;
    assert_eq!(ids_in(&content["paragraphs"]), expected);
    let content =
        library.assistant("get_previous_paragraphs", &json!({ "paragraph_id": all[5].id, "count": 2 })).await;
    assert_eq!(ids_in(&content["paragraphs"]), [all[4].id.to_string(), all[2].id.to_string()]);
}

#[tokio::test]
async fn counts_have_a_cap_that_is_said() {
    let texts: Vec<String> = (0..40).map(|n| format!("第{n}の文。")).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let library = ToolLibrary::with(&[&texts]).await;
    let first = library.ids([0]).await[0];
    for (asked, given, has_note) in
        [(20, 20, false), (21, 20, true), (i64::MAX, 20, true), (0, 1, true), (-5, 1, true)]
    {
        let content =
            library.assistant("get_next_paragraphs", &json!({ "paragraph_id": first, "count": asked })).await;
        assert_eq!(content["count"], given, "asked for {asked}");
        assert_eq!(content.get("note").is_some(), has_note, "asked for {asked}");
    }
    let content =
        library.assistant("get_next_paragraphs", &json!({ "paragraph_id": first, "count": 21 })).await;
    assert_eq!(content["note"], "count is at most 20; 20 was used.");
}

#[tokio::test]
async fn long_texts_are_cut_and_the_answer_says_what_was_cut() {
    let long = "長".repeat(4000);
    let texts = vec![long.as_str(); 12];
    let library = ToolLibrary::with(&[&texts]).await;
    let all = library.paragraphs().await;
    let content =
        library.assistant("get_next_paragraphs", &json!({ "paragraph_id": all[0].id, "count": 11 })).await;
    assert_eq!(content["count"], 5, "{}", content["note"]);
    assert_eq!(content["paragraphs"][0]["text"].as_str().unwrap().chars().count(), 3001);
    let note = content["note"].as_str().unwrap();
    assert!(
        note.contains(&all[1].id.to_string()) && note.contains("last 6 paragraphs were left out"),
        "{note}"
    );
    let content = library.assistant("get_paragraph_info", &json!({ "paragraph_id": all[0].id })).await;
    assert!(content["note"].as_str().unwrap().contains("3000"), "{content}");
}

#[tokio::test]
async fn keywords_find_paragraphs_in_source_and_translation_in_reading_order() {
    let library = ToolLibrary::usual().await;
    let all = library.paragraphs().await;
    library.translate(all[7].id, "Kyoto was falling apart.", model(TaskKind::Translation)).await;
    let find = |args: Value| {
        let library = &library;
        async move { library.assistant("find_paragraph_by_keywords", &args).await }
    };
    let id = |place: usize| all[place].id.to_string();
    let content = find(json!({ "keywords": ["鴉", "KYOTO"] })).await;
    assert_eq!(ids_in(&content["paragraphs"]), [id(7), id(10), id(11)]);
    assert_eq!(content["paragraphs"][0]["chapter_id"], json!(all[7].chapter));
    let content = find(json!({ "keywords": ["鴉", "kyoto"], "search_in": "source" })).await;
    assert_eq!(ids_in(&content["paragraphs"]), [id(10), id(11)]);
    let content = find(json!({ "keywords": ["鴉", "kyoto"], "search_in": "translation" })).await;
    assert_eq!(ids_in(&content["paragraphs"]), [id(7)]);
    let content = find(json!({ "keywords": ["下人"], "chapter_id": all[10].chapter })).await;
    assert_eq!(ids_in(&content["paragraphs"]), [id(14)]);
    let content = find(json!({ "keywords": ["。"], "max_paragraphs": 2 })).await;
    assert_eq!(
        (&content["count"], &content["note"]),
        (&json!(2), &json!("13 more paragraphs match and are not shown."))
    );
    let content = find(json!({ "keywords": ["竜"] })).await;
    assert_eq!((&content["success"], &content["paragraphs"]), (&json!(true), &json!([])));
    let content = find(json!({ "keywords": ["  ", ""] })).await;
    assert_eq!(content["error_code"], "NO_KEYWORDS");
    let content = find(json!({ "keywords": ["下人"], "chapter_id": "zzz" })).await;
    assert_eq!((&content["error_code"], &content["chapter_id"]), (&json!("UNKNOWN_CHAPTER"), &json!("zzz")));
}

#[tokio::test]
async fn wrong_arguments_are_answered_with_what_to_send_instead() {
    let library = ToolLibrary::usual().await;
    let mut task = library.task(TaskKind::Translation, 0..3).await;
    let content = task.refused("get_next_paragraphs", &json!({ "id": "abc", "count": "many" })).await;
    assert_eq!(content["error_code"], "INVALID_ARGUMENTS");
    assert_eq!(
        content["invalid_arguments"],
        json!([
            "没有参数 `id`，可用参数：`paragraph_id`、`count`",
            "`count` 应为 integer，收到的是 string",
            "缺少参数 `paragraph_id`（string）",
        ])
    );
}

#[tokio::test]
async fn slightly_broken_json_is_read_as_meant() {
    let library = ToolLibrary::usual().await;
    let mut task = library.task(TaskKind::Translation, 0..3).await;
    let id = task.id(0);
    for raw in [
        format!("{{'paragraph_id': '{id}', 'count': 2,}}"),
        format!("{{paragraph_id: \"{id}\", count: \"2\"}}"),
        format!("```json\n{{\"paragraph_id\": \"{id}\", \"count\": 2}}\n```"),
        format!("{{\"paragraph_id\": \"{id}\", \"count\": 2"),
        format!("\"{{\\\"paragraph_id\\\": \\\"{id}\\\", \\\"count\\\": 2}}\""),
    ] {
        let content = task.call_raw("get_next_paragraphs", &raw).await;
        assert_eq!(content["count"], 2, "{raw}: {content}");
    }
    let content =
        task.call_raw("get_next_paragraphs", &format!("{{\"count\": 2, \"paragraph_id\": \"{id}")).await;
    assert_eq!(content["error_code"], "INVALID_JSON", "an id that may be cut off is not used");
}
