//! From the service to the handler: whichever service is called, every tool call knows the chunk, and only the chunk.

use crate::test_task::{Job, Staff, TestTask, by_model};
use book::text::version::TaskKind;
use book::work::chunk::Reads;
use llm::{ChatMessage, Scripted, ScriptedReply};
use serde_json::{Value, json};

/// What the tools answered in the task's first reply.
fn answers(model: &Scripted) -> Vec<Value> {
    let request = model.requests().remove(1);
    let results = request.messages.into_iter().filter_map(|message| match message {
        ChatMessage::ToolResults { results } => Some(results),
        ChatMessage::User { .. } | ChatMessage::Assistant { .. } => None,
    });
    results.flatten().map(|result| serde_json::from_str(&result.content).unwrap()).collect()
}

#[tokio::test]
async fn every_service_hands_its_chunk_to_every_tool() {
    for kind in TaskKind::ALL {
        let test_task = TestTask::with(&[vec!["一。", "二。", "三。", "四。", "五。"]]).await;
        let all = test_task.paragraphs().await;
        for paragraph in &all {
            test_task.translate(paragraph.id, "译。", by_model()).await;
        }
        let id = |place: usize| all[place].id.to_string();
        let first = ScriptedReply::call("get_next_paragraphs", &json!({ "paragraph_id": id(3), "count": 3 }))
            .and_call("get_previous_paragraphs", &json!({ "paragraph_id": id(1), "count": 2 }))
            .and_call("get_next_paragraphs", &json!({ "paragraph_id": id(1), "count": 2 }))
            .and_call("get_paragraph_info", &json!({ "paragraph_id": id(0) }))
            .and_call("get_paragraph_info", &json!({ "paragraph_id": id(2) }))
            .and_call(
                "add_translation_batch",
                &json!({ "paragraphs": [{ "paragraph_id": id(4), "translated_text": "新。" }] }),
            );
        let model = Scripted::replies([
            first,
            ScriptedReply::text("no"),
            ScriptedReply::text("no"),
            ScriptedReply::text("no"),
        ]);
        let staff = Staff { reads: Reads::Chunk, ..Staff::new(kind, &model) };
        // P2 to P4 are the chunk.
        let (worked, _) =
            test_task.work(&staff, Job::Begin(test_task.chunk(&[1, 2, 3]).await)).await.unwrap();
        let said = answers(&model);
        let range = json!({ "first": id(1), "last": id(3) });
        for beyond in [&said[0], &said[1]] {
            assert_eq!(beyond["error_code"], "OUT_OF_CHUNK", "{kind:?}: {beyond}");
            assert_eq!(beyond["chunk"], range, "{kind:?}: {beyond}");
        }
        assert_eq!(said[2]["count"], 2, "{kind:?}: {}", said[2]);
        assert_eq!(said[3]["paragraph"]["in_chunk"], false);
        assert_eq!(said[4]["paragraph"]["in_chunk"], true);
        assert_eq!(said[5]["error_code"], "NOT_ASSIGNED", "{kind:?}: {}", said[5]);
        assert_eq!(worked.machine.chunk().paragraph_ids(), [all[1].id, all[2].id, all[3].id]);
    }
}
